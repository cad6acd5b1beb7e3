"""Checked blocks into the warehouse: outcomes, rows, quarantine and raw lines."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ingest.block import BlockResult, block_lines, compress
from ingest.identity import Resolution, resolve_hands, resolve_players
from ingest.ledger import Counts, Outcome
from ingest.lines import Block
from ingest.quarantine import RefusedLine
from ingest.warehouse import SQL_ROOT

_TABLES = (
    "hands",
    "hand_sides",
    "hand_seats",
    "melds",
    "moves",
    "partial_hands",
    "hand_contents",
    "player_records",
)
_KEPT_OUTCOMES = ("loaded", "replaced")
_INSERTS = {
    name: (SQL_ROOT / "load" / f"{name}.sql").read_text(encoding="utf-8")
    for name in _TABLES
}


@dataclass(slots=True)
class FileLoad:
    """The loading of one file's blocks within one transaction."""

    con: duckdb.DuckDBPyConnection
    source_id: int
    segment_no: int
    twins: Mapping[int, int] = field(default_factory=dict)  # a sheet's second rows
    counts: Counts = field(default_factory=Counts)
    refused: list[RefusedLine] = field(default_factory=list)

    def add(
        self,
        block: Block,
        result: BlockResult,
        numbers: Sequence[int],
    ) -> dict[int, Outcome]:
        """Load one block; `numbers` are its lines' numbers in the file.

        Returns what each sound line of the block came to.
        """
        self.counts.count("blank", result.blank)
        self.counts.count("truncated", result.truncated)
        self.counts.count("quarantined", len(result.refusals))
        self.refused += [
            RefusedLine(numbers[r.line - 1], r.offset, r.code, r.message, r.raw)
            for r in result.refusals
        ]
        hands = self._hands(block, result, numbers)
        players = self._players(result, numbers)
        return hands.outcomes | players.outcomes

    def _hands(
        self, block: Block, result: BlockResult, numbers: Sequence[int]
    ) -> Resolution:
        contents = result.tables.get("hand_contents")
        if contents is None:
            return Resolution()
        resolution = resolve_hands(self.con, contents)
        self._count(resolution)
        self._release(resolution.released)
        for name in _TABLES[:-1]:
            self._insert(name, result, resolution, numbers)
        conflicts = [
            line
            for line, outcome in resolution.outcomes.items()
            if outcome == "conflict"
        ]
        if conflicts:
            self._quarantine_conflicts(block, contents, conflicts, numbers)
        return resolution

    def _players(self, result: BlockResult, numbers: Sequence[int]) -> Resolution:
        records = result.tables.get("player_records")
        if records is None:
            return Resolution()
        resolution = resolve_players(self.con, records)
        self._count(resolution)
        self.counts.players += len(resolution.rows)
        self._insert("player_records", result, resolution, numbers)
        return resolution

    def _count(self, resolution: Resolution) -> None:
        for outcome, n_lines in Counter(resolution.outcomes.values()).items():
            self.counts.count(outcome, n_lines)
        for line, outcome in resolution.outcomes.items() if self.twins else ():
            self.counts.count(outcome, int(line in self.twins))

    def _release(self, hand_ids: Sequence[str]) -> None:
        """Partial hands give way to what replaces them."""
        for table in ("partial_hands", "hand_contents") if hand_ids else ():
            self.con.execute(
                f"delete from {table} where list_contains(?, hand_id)",  # noqa: S608
                [list(hand_ids)],
            )

    def _insert(
        self,
        name: str,
        result: BlockResult,
        resolution: Resolution,
        numbers: Sequence[int],
    ) -> None:
        table = result.tables.get(name)
        if table is None or not resolution.rows:
            return
        if len(resolution.rows) < len(resolution.outcomes):
            rows = pa.array(sorted(resolution.rows), pa.int64())
            table = table.filter(pc.is_in(table["line"], rows))
        places = np.asarray(numbers)[table["line"].to_numpy() - 1]
        table = table.append_column("line_no", pa.array(places, pa.int64()))
        self.con.register(f"incoming_{name}", table)
        self.con.execute(_INSERTS[name], self._parameters(name))
        self.con.unregister(f"incoming_{name}")

    def _parameters(self, name: str) -> dict[str, int]:
        if name in ("hands", "partial_hands", "player_records"):
            return {"source_id": self.source_id}
        return {"segment_no": self.segment_no} if name == "hand_contents" else {}

    def _quarantine_conflicts(
        self,
        block: Block,
        contents: pa.Table,
        lines: Sequence[int],
        numbers: Sequence[int],
    ) -> None:
        ids = dict(
            zip(
                contents["line"].to_pylist(),
                contents["hand_id"].to_pylist(),
                strict=True,
            )
        )
        ids |= {twin: ids[line] for line, twin in self.twins.items() if line in ids}
        wanted = {*lines, *(self.twins[line] for line in lines if line in self.twins)}
        for line, offset, raw in block_lines(block):
            if line in wanted:
                sentence = f"hand {ids[line]} is held with other content; it stays"
                self.refused.append(
                    RefusedLine(numbers[line - 1], offset, "conflict", sentence, raw)
                )


def loaded_lines(outcomes: Mapping[int, Outcome]) -> list[int]:
    """The lines of a block that raw/ keeps, in order."""
    return sorted(
        line for line, outcome in outcomes.items() if outcome in _KEPT_OUTCOMES
    )


def frame_of(block: Block, lines: Sequence[int]) -> bytes:
    """One zstd frame of some lines of a block."""
    wanted = set(lines)
    kept = [raw for line, _, raw in block_lines(block) if line in wanted]
    return compress(b"\n".join(kept) + b"\n")
