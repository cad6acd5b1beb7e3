"""Arrow tables as CSV, Parquet and JSON, for people and spreadsheets."""

import io
import json
import math
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet

# A spreadsheet runs a cell that starts with one of these as a formula.
FORMULA_STARTS = r"^[=+\-@\t\r]"


def to_csv(table: pa.Table) -> bytes:
    """CSV with a header line; UTF-8, line feeds, empty cells for null.

    Text that a spreadsheet would run as a formula gets an apostrophe in front.
    Lists of texts become words with blanks between, other nested values JSON.
    """
    columns = [_flat(column) for column in table.columns]
    names = [_harmless(pa.array([name]))[0].as_py() for name in table.schema.names]
    out = io.BytesIO()
    pyarrow.csv.write_csv(pa.Table.from_arrays(columns, names=names), out)
    return out.getvalue()


def to_parquet(table: pa.Table) -> bytes:
    """One Parquet file, compressed with zstd."""
    out = io.BytesIO()
    pyarrow.parquet.write_table(_with_unique_names(table), out, compression="zstd")
    return out.getvalue()


def to_json(table: pa.Table) -> str:
    """A JSON array with one object a row."""
    rows = _with_unique_names(table).to_pylist()
    return json.dumps([_plain(row) for row in rows], ensure_ascii=False)


TEXT_FORMATS: dict[str, Callable[[pa.Table], bytes]] = {
    "csv": to_csv,
    "json": lambda table: to_json(table).encode() + b"\n",
    "parquet": to_parquet,
}


def _flat(column: pa.ChunkedArray) -> pa.ChunkedArray:
    kind = column.type
    if pa.types.is_list(kind) and pa.types.is_string(kind.value_type):
        return _harmless(pc.binary_join(column, " "))
    if pa.types.is_nested(kind) or pa.types.is_interval(kind):
        texts = [
            None if value is None else json.dumps(_plain(value), ensure_ascii=False)
            for value in column.to_pylist()
        ]
        return _harmless(pa.array(texts, pa.string()))
    if pa.types.is_binary(kind):
        blobs = [_plain(value) for value in column.to_pylist()]
        return _harmless(pa.array(blobs, pa.string()))
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return _harmless(column)
    return column


def _harmless(texts: pa.Array) -> pa.Array:
    is_formula = pc.match_substring_regex(texts, FORMULA_STARTS)
    quoted = pc.binary_join_element_wise(pa.scalar("'"), texts.cast(pa.string()), "")
    return pc.if_else(is_formula, quoted, texts)


def _with_unique_names(table: pa.Table) -> pa.Table:
    """The same rows; the second of two equal column names gets `_2`."""
    seen: dict[str, int] = {}
    names = []
    for name in table.schema.names:
        seen[name] = seen.get(name, 0) + 1
        names.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return table.rename_columns(names)


def _plain(value: object) -> object:
    """`value` as JSON knows it: times as text, big numbers exact, no NaN."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="backslashreplace")
    if value is None or isinstance(value, bool | int | str):
        return value
    return str(value)
