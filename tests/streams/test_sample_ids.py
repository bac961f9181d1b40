"""The id of a sample: written, read back, and refused in any other form."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametasks.errors import RecordError
from gametasks.schemas import Format, Ranges, SampleId
from gametasks.schemas._identity import variant_of

TEXT = "rush_exit@2/plan/open/evaluation/3/42/17/0"

ids = st.builds(
    SampleId,
    st.from_regex(r"[a-z][a-z0-9_]{0,20}", fullmatch=True),
    st.integers(1, 10**6),
    st.from_regex(r"[a-z][a-z0-9_]{0,20}", fullmatch=True),
    st.sampled_from(Format),
    st.sampled_from(Ranges),
    st.integers(1, 99),
    st.integers(0, 2**63 - 1),
    st.integers(0, 10**9),
    st.integers(0, 10**6),
    st.from_regex(r"|[a-z][a-z0-9_]{0,40}-[0-9a-f]{16}", fullmatch=True),
)


def test_an_id_says_what_its_sample_is_a_function_of():
    assert SampleId.parse(TEXT) == SampleId("rush_exit", 2, "plan", Format.OPEN, Ranges.EVALUATION, 3, 42, 17, 0)
    assert str(SampleId.parse(TEXT)) == TEXT
    assert str(SampleId.parse(TEXT).next_attempt()) == TEXT[:-1] + "1"


def test_an_id_may_name_a_content_behind_its_family_by_its_kind_and_its_hash():
    variant = variant_of("game", "(role a)")
    assert variant == "game-" + hashlib.blake2b(b"(role a)", digest_size=8).hexdigest()
    text = TEXT.replace("/plan/", f"/plan:{variant}/")
    parsed = SampleId.parse(text)
    assert parsed.variant == variant
    assert str(parsed) == text
    assert parsed.next_attempt().variant == parsed.variant


@given(ids)
@settings(derandomize=True, max_examples=100)
def test_a_written_id_is_read_back(sample_id):
    assert SampleId.parse(str(sample_id)) == sample_id


@pytest.mark.parametrize(
    "text",
    [
        "",
        TEXT + "/0",
        TEXT + "\n",
        " " + TEXT,
        TEXT.upper(),
        TEXT.replace("@2", "@02"),
        TEXT.replace("/plan/", "/plan:/"),
        TEXT.replace("/plan/", "/plan:a:b/"),
        TEXT.replace("/plan/", "/plan:a b/"),
        TEXT.replace("/plan/", "/plan:a/b/"),
        TEXT.replace("/plan/", "/:plan/"),
        TEXT.replace("/plan/", "/plan:game/"),
        TEXT.replace("/plan/", f"/plan:game-{'a' * 17}/"),
        TEXT.replace("/plan/", f"/plan:game-{'A' * 16}/"),
        TEXT.replace("@2", "@0"),
        TEXT.replace("@2", ""),
        TEXT.replace("/3/", "/100/"),
        TEXT.replace("/3/", "/03/"),
        TEXT.replace("/3/", "/0/"),
        TEXT.replace("/42/", "/042/"),
        TEXT.replace("/42/", "/-1/"),
        TEXT.replace("/42/", "/4_2/"),
        TEXT.replace("/42/", "/\u0664\u0662/"),
        TEXT.replace("/42/", f"/{2**63}/"),
        TEXT.replace("/42/", "/" + "9" * 5000 + "/"),
        TEXT.replace("/17/", "/" + "9" * 5000 + "/"),
        TEXT.replace("@2", "@" + "9" * 5000),
        TEXT.replace("open", "free"),
        TEXT.replace("evaluation", "test"),
        TEXT.replace("plan", "Plan"),
        TEXT.replace("plan", "p/n"),
        TEXT.replace("rush_exit", "../rush"),
    ],
)
def test_any_other_text_is_no_id(text):
    with pytest.raises(RecordError, match="not a sample id"):
        SampleId.parse(text)
