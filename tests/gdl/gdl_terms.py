"""Hypothesis strategies for GDL: terms, rules, whole descriptions and texts that only look like them."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

names = st.sampled_from(["a", "b", "cell", "step", "1", "10", "x-y", "+", "<", "§", "ß", "中"])
variables = st.sampled_from(["?x", "?y", "?", "?long-name"])


def _compound(parts):
    return st.tuples(names, st.lists(parts, min_size=1, max_size=3)).map(lambda pair: (pair[0], *pair[1]))


ground_terms = st.recursive(names, _compound, max_leaves=8)
"""Terms without variables."""

terms = st.recursive(names | variables, _compound, max_leaves=4)
"""Terms in the form of ``gametasks.gdl.terms``."""

atoms = st.one_of(
    names,
    st.tuples(st.sampled_from(["p", "q", "true", "distance"]), terms),
    st.tuples(st.sampled_from(["does", "p", "distinct"]), terms, terms),
)

conditions = st.recursive(
    atoms,
    lambda parts: st.one_of(
        st.tuples(st.just("not"), parts),
        st.lists(parts, min_size=2, max_size=3).map(lambda some: ("or", *some)),
        st.lists(parts, min_size=2, max_size=3).map(lambda some: ("and", *some)),
    ),
    max_leaves=4,
)

heads = st.one_of(
    names.filter(lambda name: name != "<"),
    st.tuples(st.sampled_from(["p", "q", "init", "next", "base", "role"]), terms),
    st.tuples(st.sampled_from(["p", "legal", "goal", "input"]), terms, terms),
    st.just("terminal"),
)

rules = st.tuples(heads, st.lists(conditions, max_size=2)).map(
    lambda pair: ("<=", pair[0], *pair[1]) if pair[1] else pair[0]
)

programs = st.lists(rules, max_size=5).map(lambda some: [("role", "me"), *some])
"""Lists of rules, facts among them, with one role at least."""

_GAPS = (" ", "\n", "\t", "\r\n", "\r", "  ", " ; ( a comment \n", ";\r\n", "\u00a0")


def written(program, seed):
    """A text of some rules: any white space, any letter case, brackets around a lone name now and then."""
    random = Random(seed)

    def text(term):
        if isinstance(term, str):
            word = term.upper() if random.random() < 0.3 and term.upper().lower() == term else term
            return f"({random.choice(_GAPS)}{word})" if random.random() < 0.1 and word[0] != "?" else word
        # The first name stands alone: brackets around it would make it a list.
        parts = [term[0], *map(text, term[1:])]
        return "(" + "".join(part + random.choice(_GAPS) for part in parts) + ")"

    return "".join(text(rule) + random.choice(_GAPS) for rule in program)


seeds = st.integers(0, 2**32)

pieces = st.sampled_from(
    ["(", ")", "((", "))", "<=", "role", "(role a)", "true", "does", "not", "or", "distinct", "?x", "(p ?x)", " ", "\n",
     "\r", ";", ",", "|", '"', "'", "`", "\\n", "\\t", "\\", "[", "}", "\0", "\ud800", "\ufeff", "é",
     "9" * 30, "x", "xplayer",
     "(xplayer (mark 1 1))", "(oplayer noop)", "legal", "goal", "init", "next", "terminal", "101"]
)  # fmt: skip

soup = st.lists(pieces, max_size=30).map("".join) | st.text(max_size=60)
"""Texts that hold all that matters, in any order."""
