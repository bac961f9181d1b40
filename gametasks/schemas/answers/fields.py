"""The answer kind of named parts: exactly the requested keys, each with one value."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from gametasks.schemas._notation import AnswerError, fold, shown
from gametasks.schemas.answers.scalars import CellAnswer, IntegerAnswer, LabelAnswer, Scalar
from gametasks.schemas.answers.separators import FIELDS, require_keys, split_field
from gametasks.schemas.answers.sets import LabelsAnswer

__all__ = ["FieldsAnswer"]


class FieldsAnswer(Scalar, frozen=True, kw_only=True, tag="fields"):
    """Exactly the requested keys, each with one value, in any order: ``top=3, east=1``."""

    fields: dict[str, IntegerAnswer | LabelAnswer | CellAnswer | LabelsAnswer]

    def __post_init__(self) -> None:
        _ = self._keys
        for kind in self.fields.values():
            if isinstance(kind, LabelAnswer | LabelsAnswer):
                FIELDS.require_plain((*kind.labels, *kind.aliases))

    @cached_property
    def _keys(self) -> Mapping[str, str]:
        """Keys by their folded spellings."""
        keys = LabelAnswer(labels=tuple(self.fields))
        require_keys(self.fields)
        return keys.table

    def read(self, text: str) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for position, item in enumerate(FIELDS.split(text), 1):
            try:
                name, content = split_field(item)
            except AnswerError as error:
                raise AnswerError(error.diagnostic.kind, f"field {position}: {error}", position) from None
            key = self._read_key(name, position)
            if key in values:
                raise AnswerError("repeated_field", f"{key} is given twice", position)
            kind = self.fields[key]
            try:
                values[key] = kind.read_field(content) if isinstance(kind, LabelsAnswer) else kind.read(content)
            except AnswerError as error:
                raise AnswerError(error.diagnostic.kind, f"{key}: {error}", position) from None
        if len(values) < len(self.fields):
            missing = [key for key in self.fields if key not in values]
            raise AnswerError("missing_field", f"missing: {', '.join(missing)}")
        return {key: values[key] for key in self.fields}

    def _read_key(self, name: str, position: int) -> str:
        key = self._keys.get(fold(name))
        if key is None:
            raise AnswerError("unknown_field", f"field {position}: {shown(name.strip())} was not asked for", position)
        return key

    def write(self, value: Mapping[str, Any]) -> str:
        if value.keys() != self.fields.keys():
            raise ValueError(f"the keys are {', '.join(value)} instead of {', '.join(self.fields)}")
        return FIELDS.join(f"{key}={self._write_field(kind, value[key])}" for key, kind in self.fields.items())

    @staticmethod
    def _write_field(kind: Scalar, value: Any) -> str:
        return kind.write_field(value) if isinstance(kind, LabelsAnswer) else kind.write(value)

    def describe(self) -> str:
        forms = [k.describe_field() if isinstance(k, LabelsAnswer) else k.describe() for k in self.fields.values()]
        fields = ", ".join(f"{key}=…" for key in self.fields)
        if len(set(forms)) == 1:
            return f"exactly the fields {fields}, where each value is {forms[0]}"
        details = "; ".join(f"{key} is {form}" for key, form in zip(self.fields, forms, strict=True))
        return f"exactly the fields {fields}, where {details}"
