"""The columns of a dataset as pyarrow's schema, apart from their names: a stream of rows does without pyarrow."""

from __future__ import annotations

import json

import pyarrow as pa

from gametasks.folder.columns import CANARY, COLUMNS, FEATURES, LISTS, TYPES

__all__ = ["SCHEMA"]


def _type(column: str) -> pa.DataType:
    if column == "images":
        return pa.list_(pa.struct([("bytes", pa.binary()), ("path", pa.string())]))
    types = {"int32": pa.int32(), "int64": pa.int64(), "bool": pa.bool_(), "string": pa.string()}
    value = types[TYPES.get(column, "string")]
    return pa.list_(value) if column in LISTS else value


SCHEMA: pa.Schema = pa.schema(
    [(column, _type(column)) for column in COLUMNS],
    metadata={"huggingface": json.dumps({"info": {"features": FEATURES}}), "canary": CANARY},
)
"""The one schema of all shards."""
