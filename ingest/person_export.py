"""`coastal players export`: everything that is held about one person."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import duckdb
import pyarrow as pa

from ingest.export import DICTIONARY, ExportError, data_dictionary, dictionary_text
from ingest.forget_raw import rewritten_row
from ingest.forgotten import Pseudonym, UnknownPlayerError
from ingest.home import Home
from ingest.partial_lines import partial_lines
from ingest.snapshot import current_build, open_snapshot
from ingest.tabular import to_csv, to_json

_OWN: Final = "select * from {table} where player_id = $id"
_HANDS: Final = (
    "select * from {table} where hand_id in "
    "(select hand_id from hand_seats where player_id = $id)"
)
# A table's rows about one person; of hands that others sat in their own part.
QUERIES: Final = {
    "players": _OWN,
    "player_records": _OWN,
    "hands": _HANDS,
    "games": "select * from games where game_id in (select game_id from hands "
    "inner join hand_seats using (hand_id) where player_id = $id)",
    "hand_seats": _OWN,
    "hand_sides": "select * from hand_sides semi join (select hand_id, side "
    "from hand_seats where player_id = $id) using (hand_id, side)",
    "melds": "select * from melds semi join (select hand_id, side "
    "from hand_seats where player_id = $id) using (hand_id, side)",
    "moves": "select * from moves semi join (select hand_id, seat "
    "from hand_seats where player_id = $id) using (hand_id, seat)",
    "game_awards": _OWN,
    "rating_changes": _OWN,
    "player_ratings": _OWN,
    "level_changes": _OWN,
}
TABLES: Final = (*QUERIES, "partial_hands", "quarantine")
PARTIAL_LINES: Final = "partial_hands.jsonl"


@dataclass(frozen=True, slots=True)
class PersonExport:
    """What was written: rows by table."""

    player_id: str
    build: str
    folder: Path
    n_rows: dict[str, int]

    def summary(self) -> dict[str, object]:
        """The fields, for printing."""
        return {
            "player_id": self.player_id,
            "build": self.build,
            "folder": str(self.folder),
            **self.n_rows,
        }


def export_person(home: Home, player_id: str, folder: Path) -> PersonExport:
    """Write all that is held about a player into `folder`.

    Each table of the current snapshot as CSV, all of them in `person.json`, a data
    dictionary, and the lines of partial hands as they came.

    Raises
    ------
    NoSnapshotError, ExportError, UnknownPlayerError
        If nothing is published, the folder cannot be written, or nothing is held.
    """
    build = current_build(home)
    con = open_snapshot(home)
    try:
        lines = partial_lines(con, home, player_id)
        tables = _tables(con, player_id, list(lines))
        if not any(table.num_rows for table in tables.values()):
            raise UnknownPlayerError(
                f"build {build} holds nothing about a player {player_id}; a player is "
                'named by the id, not by the name: see `coastal sql "from players"`'
            )
        dictionary = to_csv(data_dictionary(con, TABLES))
        text = dictionary_text(con, TABLES)
    finally:
        con.close()
    contents = {f"{name}.csv": to_csv(table) for name, table in tables.items()}
    contents[PARTIAL_LINES] = b"".join(raw + b"\n" for raw in lines.values())
    contents["person.json"] = _as_json(player_id, build, tables)
    contents[f"{DICTIONARY}.csv"] = dictionary
    contents[f"{DICTIONARY}.md"] = text.encode()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in contents.items():
            (folder / name).write_bytes(content)
    except OSError as error:
        raise ExportError(
            f"{folder} cannot be written ({error.strerror}); choose another folder"
        ) from error
    n_rows = {name: table.num_rows for name, table in tables.items()}
    return PersonExport(player_id, build, folder, n_rows)


def _tables(
    con: duckdb.DuckDBPyConnection, player_id: str, partial_ids: list[str]
) -> dict[str, pa.Table]:
    found = {
        name: con.sql(
            f"{text.format(table=name)} order by all", params={"id": player_id}
        ).to_arrow_table()
        for name, text in QUERIES.items()
    }
    found["partial_hands"] = con.sql(
        "from partial_hands where list_contains($ids, hand_id) order by all",
        params={"ids": partial_ids},
    ).to_arrow_table()
    names = set(found["player_records"]["name"].to_pylist())
    found["quarantine"] = _refused(con, player_id, names)
    return found


def _refused(
    con: duckdb.DuckDBPyConnection, player_id: str, names: set[str]
) -> pa.Table:
    """The refused lines that a forgetting would change."""
    table = con.sql("from quarantine order by quarantine_id").to_arrow_table()
    who = Pseudonym.fresh(player_id, names, datetime.now(UTC))
    rows = table.select(["raw", "message"]).to_pylist()
    is_about = [rewritten_row(row, who) is not row for row in rows]
    return table.filter(pa.array(is_about, pa.bool_()))


def _as_json(player_id: str, build: str, tables: dict[str, pa.Table]) -> bytes:
    value = {
        "player_id": player_id,
        "build": build,
        "tables": {name: json.loads(to_json(table)) for name, table in tables.items()},
    }
    return json.dumps(value, ensure_ascii=False, indent=1).encode()
