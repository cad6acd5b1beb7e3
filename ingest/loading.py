"""Checked blocks into the warehouse: outcomes, rows, quarantine and raw lines."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ingest.block import BlockResult, block_lines, compress
from ingest.columns import Tables
from ingest.held_hands import HeldHands
from ingest.identity import Resolution, resolve_hands, resolve_players
from ingest.ledger import Counts, Outcome
from ingest.lines import Block
from ingest.quarantine import RefusedLine
from ingest.warehouse import SQL_ROOT, execute_on

_TABLES = (
    "hands",
    "melds",
    "hand_moves",
    "plain_moves",
    "partial_hands",
    "hand_contents",
    "player_records",
)
_PLACED = ("hands", "partial_hands", "player_records")  # they tell file and line
_KEPT_OUTCOMES = ("loaded", "replaced")
_INSERTS = {
    name: (SQL_ROOT / "load" / f"{name}.sql").read_text(encoding="utf-8")
    for name in _TABLES
}
BATCH = 12 << 20  # bytes of tables that go into the warehouse together
REFUSED = 512  # bytes that a refused line needs beside its own


@dataclass(slots=True, eq=False)
class Batch:
    """Blocks of one file that are loaded together, in order.

    A line's number in the batch counts on from block to block, from 1.
    """

    parts: list[tuple[Block, BlockResult]]

    def tables(self) -> Tables:
        """The tables of all blocks in one, `line` counting on."""
        found: dict[str, list[pa.Table]] = {}
        for n_before, _, result in self.numbered():
            for name, table in result.tables.items():
                line = pc.add(table["line"], pa.scalar(n_before, pa.int64()))
                found.setdefault(name, []).append(table.set_column(0, "line", line))
        return {name: pa.concat_tables(made) for name, made in found.items()}

    def numbered(self) -> Iterator[tuple[int, Block, BlockResult]]:
        """Each block with the number of lines before it."""
        n_before = 0
        for block, result in self.parts:
            yield n_before, block, result
            n_before += result.n_lines


def batches(read: Iterable[tuple[Block, BlockResult]]) -> Iterator[Batch]:
    """Blocks that were read, as many together as pay in the warehouse."""
    held: list[tuple[Block, BlockResult]] = []
    n_bytes = 0
    for block, result in read:
        held.append((block, result))
        n_bytes += len(block.data) // 2  # held as well, and never nothing
        n_bytes += sum(table.nbytes for table in result.tables.values())
        n_bytes += sum(REFUSED + len(found.raw) for found in result.refusals)
        if n_bytes >= BATCH:
            yield Batch(held)
            held, n_bytes = [], 0
    if held:
        yield Batch(held)


@dataclass(slots=True)
class FileLoad:
    """The loading of one file's blocks within one transaction."""

    con: duckdb.DuckDBPyConnection
    source_id: int
    segment_no: int
    twins: Mapping[int, int] = field(default_factory=dict)  # a sheet's second rows
    counts: Counts = field(default_factory=Counts)
    refused: list[RefusedLine] = field(default_factory=list)
    _held: HeldHands = field(init=False)

    def __post_init__(self) -> None:
        self._held = HeldHands(self.con)

    def add(self, batch: Batch, numbers: Sequence[int]) -> dict[int, Outcome]:
        """Load some blocks; `numbers` are their lines' numbers in the file.

        Returns what each sound line of the batch came to.
        """
        for n_before, _, result in batch.numbered():
            self.counts.count("blank", result.blank)
            self.counts.count("truncated", result.truncated)
            self.counts.count("quarantined", len(result.refusals))
            for found in result.refusals:
                line_no = numbers[n_before + found.line - 1]
                self.refused.append(
                    RefusedLine(
                        line_no, found.offset, found.code, found.message, found.raw
                    )
                )
        tables = batch.tables()
        hands = self._hands(batch, tables, numbers)
        players = self._players(tables, numbers)
        return hands.outcomes | players.outcomes

    def _hands(
        self, batch: Batch, tables: Tables, numbers: Sequence[int]
    ) -> Resolution:
        contents = tables.get("hand_contents")
        if contents is None:
            return Resolution()
        resolution = resolve_hands(self.con, contents, self._held)
        self._count(resolution)
        self._release(resolution.released)
        for name in _TABLES[:-1]:
            self._insert(name, tables, resolution, numbers)
        conflicts = [
            line
            for line, outcome in resolution.outcomes.items()
            if outcome == "conflict"
        ]
        if conflicts:
            self._quarantine_conflicts(batch, contents, conflicts, numbers)
        return resolution

    def _players(self, tables: Tables, numbers: Sequence[int]) -> Resolution:
        records = tables.get("player_records")
        if records is None:
            return Resolution()
        resolution = resolve_players(self.con, records)
        self._count(resolution)
        self.counts.players += len(resolution.rows)
        self._insert("player_records", tables, resolution, numbers)
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
        tables: Tables,
        resolution: Resolution,
        numbers: Sequence[int],
    ) -> None:
        table = tables.get(name)
        if table is None or not resolution.rows:
            return
        if len(resolution.rows) < len(resolution.outcomes):
            rows = pa.array(sorted(resolution.rows), pa.int64())
            table = table.filter(pc.is_in(table["line"], rows))
        if name in _PLACED:
            places = np.asarray(numbers)[table["line"].to_numpy() - 1]
            table = table.append_column("line_no", pa.array(places, pa.int64()))
        execute_on(self.con, table, _INSERTS[name], self._parameters(name))

    def _parameters(self, name: str) -> dict[str, int]:
        if name in _PLACED:
            return {"source_id": self.source_id}
        return {"segment_no": self.segment_no} if name == "hand_contents" else {}

    def _quarantine_conflicts(
        self,
        batch: Batch,
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
        for n_before, block, _ in batch.numbered():
            for place, offset, raw in block_lines(block):
                line = n_before + place
                if line not in wanted:
                    continue
                sentence = f"hand {ids[line]} is held with other content; it stays"
                self.refused.append(
                    RefusedLine(numbers[line - 1], offset, "conflict", sentence, raw)
                )


def loaded_frames(
    batch: Batch, outcomes: Mapping[int, Outcome]
) -> Iterator[tuple[bytes, np.ndarray]]:
    """What raw/ keeps of each block: a zstd frame, and its lines' numbers in the batch.

    The lines are in order; a block of which nothing was loaded has no frame.
    """
    kept = [line for line, outcome in outcomes.items() if outcome in _KEPT_OUTCOMES]
    all_lines = np.sort(np.array(kept, np.int64))
    for n_before, block, result in batch.numbered():
        ends = (n_before, n_before + result.n_lines)
        first, end = np.searchsorted(all_lines, ends, side="right")
        lines = all_lines[first:end]
        if not lines.size:
            continue
        is_whole = len(lines) == result.n_hands + result.n_players
        frame = result.frame if is_whole else b""
        yield frame or _frame_of(block, set((lines - n_before).tolist())), lines


def _frame_of(block: Block, lines: set[int]) -> bytes:
    """One zstd frame of some lines of a block."""
    kept = [raw for line, _, raw in block_lines(block) if line in lines]
    return compress(b"\n".join(kept) + b"\n")
