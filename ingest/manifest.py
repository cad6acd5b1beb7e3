"""What a segment of raw/ says about its lines, as JSON."""

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from ingest.verification import Verify

Row = dict[str, object]


@dataclass(slots=True)
class Manifest:
    """What a segment says about its lines.

    `line_runs` are (first line, number of lines) in the file they came from.
    `source` is that file's row of `sources`, `resolved` are quarantine ids whose lines
    are in this segment. `refused_at` are (offset, bytes) of what holds rows of
    `quarantine`; of a segment of an earlier version `refused` are its rows. `sheet`
    says how a score sheet was read and is empty for a hand log. `rewritten_at` is when
    a player was last forgotten in it, `tokens` are the tombstones of what its hands
    were then.
    """

    segment_no: int
    verify: Verify
    written_at: datetime
    line_runs: list[list[int]]
    source: dict[str, object]
    resolved: list[int]
    sheet: dict[str, object]
    refused_at: list[list[int]] = field(default_factory=list)
    refused: list[Row] = field(default_factory=list)
    rewritten_at: datetime | None = None
    tokens: dict[str, list[str]] = field(default_factory=dict)

    @property
    def n_lines(self) -> int:
        """Lines in the segment."""
        return sum(count for _, count in self.line_runs)


def manifest_to_json(manifest: Manifest) -> bytes:
    """The manifest, with its refused lines elsewhere."""
    value = {
        "segment_no": manifest.segment_no,
        "verify": manifest.verify,
        "written_at": manifest.written_at,
        "line_runs": manifest.line_runs,
        "source": manifest.source,
        "refused_at": manifest.refused_at,
        "resolved": manifest.resolved,
        "sheet": manifest.sheet,
        "rewritten_at": manifest.rewritten_at,
        "tokens": manifest.tokens,
    }
    return json.dumps(value, default=datetime.isoformat).encode()


def rows_to_json(rows: Sequence[Row]) -> bytes:
    """Rows of `quarantine`."""
    value = [
        {**row, "raw": base64.b64encode(_bytes(row["raw"])).decode()} for row in rows
    ]
    return json.dumps(value, default=datetime.isoformat).encode()


def rows_from_json(data: bytes) -> list[Row]:
    """The reverse of `rows_to_json`."""
    return list(map(_row, json.loads(data)))


def _row(row: Row) -> Row:
    return {
        **row,
        "raw": base64.b64decode(str(row["raw"])),
        "quarantined_at": datetime.fromisoformat(str(row["quarantined_at"])),
    }


def _bytes(value: object) -> bytes:
    if not isinstance(value, bytes):
        raise TypeError(f"raw is {type(value).__name__}, expected bytes")
    return value


def manifest_from_json(data: bytes) -> Manifest:
    """The reverse of `manifest_to_json`; reads what earlier versions wrote too."""
    value = json.loads(data)
    source = dict(value["source"])
    for name in ("first_read_at", "last_read_at"):
        source[name] = datetime.fromisoformat(source[name])
    at = value.get("rewritten_at")
    return Manifest(
        segment_no=value["segment_no"],
        verify=value["verify"],
        written_at=datetime.fromisoformat(value["written_at"]),
        line_runs=value["line_runs"],
        source=source,
        resolved=value["resolved"],
        sheet=value["sheet"],
        refused_at=value.get("refused_at", []),
        refused=list(map(_row, value.get("refused", []))),
        rewritten_at=datetime.fromisoformat(at) if at else None,
        tokens=value.get("tokens", {}),
    )
