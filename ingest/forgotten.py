"""Who was forgotten: tombstones that name nobody, and a forgetting under way.

`raw/forgotten.json` holds the key of the tombstones, one token a player, and, while
a forgetting is under way, all that is needed to finish it after a crash. Tables
`forgotten_players` and `forgotten_hands` say the same to an ingest.
"""

import hashlib
import json
import os
import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path

import duckdb
import pyarrow as pa

from engine.errors import CoastalError
from ingest.home import Home
from ingest.segments import sync_folder

TOKEN_BYTES = 16  # no two of 10**9 ids meet


class DamagedTombstonesError(CoastalError, ValueError):
    """raw/forgotten.json is not what was written."""


class UnknownPlayerError(CoastalError, LookupError):
    """Nothing is held about a player of this id."""


@dataclass(frozen=True)
class Pseudonym:
    """One player's id and names, and what takes their place.

    `secret` makes the new ids of the player's devices and is not kept.
    """

    player_id: str
    new_id: str
    secret: str
    names: tuple[str, ...]
    at: datetime

    @classmethod
    def fresh(cls, player_id: str, names: Iterable[str], at: datetime) -> "Pseudonym":
        """A pseudonym that was never used before.

        Raises
        ------
        UnknownPlayerError
            If the id is empty: nobody has it, and every text holds it.
        """
        if not player_id.strip():
            raise UnknownPlayerError("the id of the player is empty; give an id")
        new_id = f"forgotten-{secrets.token_hex(8)}"
        return cls(player_id, new_id, secrets.token_hex(16), tuple(names), at)

    @cached_property
    def words(self) -> tuple[bytes, ...]:
        """The id and the names as they stand in JSON."""
        texts = (self.player_id, *self.names)
        return tuple(json.dumps(t, ensure_ascii=False)[1:-1].encode() for t in texts)

    def new_device(self, device_id: str) -> str:
        """What takes the place of one of the player's devices."""
        digest = hashlib.sha256(f"{self.secret}{device_id}".encode())
        return f"device-{digest.hexdigest()[:16]}"


@dataclass(slots=True)
class Forgotten:
    """What `raw/forgotten.json` says; `players` are (token, when)."""

    key: str
    players: list[tuple[str, datetime]] = field(default_factory=list)
    unfinished: Pseudonym | None = None

    def player_token(self, player_id: str) -> str:
        """The tombstone of a player."""
        return token(self.key, player_id.encode())

    def content_token(self, content_hash: bytes) -> str:
        """The tombstone of a hand's earlier content."""
        return token(self.key, content_hash)

    def forgotten_at(self, player_id: str) -> datetime | None:
        """When this id was last forgotten; None if it never was."""
        mine = self.player_token(player_id)
        return max((at for known, at in self.players if known == mine), default=None)


def token(key: str, content: bytes) -> str:
    """A keyed hash, hexadecimal: without the key nobody can test a guess."""
    return hashlib.blake2b(
        content, key=bytes.fromhex(key), digest_size=TOKEN_BYTES
    ).hexdigest()


def _path(home: Home) -> Path:
    return home.raw / "forgotten.json"


def read_forgotten(home: Home) -> Forgotten:
    """The tombstones of a home folder, with a fresh key where there are none.

    Raises
    ------
    DamagedTombstonesError
        If the file is there and cannot be understood.
    """
    path = _path(home)
    if not path.exists():
        return Forgotten(secrets.token_hex(32))
    try:
        value = json.loads(path.read_bytes())
        players = [
            (str(row["token"]), datetime.fromisoformat(row["at"]))
            for row in value["players"]
        ]
        return Forgotten(value["key"], players, _pseudonym(value["unfinished"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DamagedTombstonesError(
            f"{path} cannot be read ({error}); restore it from a backup"
        ) from error


def _pseudonym(value: dict[str, str] | None) -> Pseudonym | None:
    if value is None:
        return None
    return Pseudonym(
        value["player_id"],
        value["new_id"],
        value["secret"],
        tuple(value["names"]),
        datetime.fromisoformat(value["at"]),
    )


def write_forgotten(home: Home, forgotten: Forgotten) -> None:
    """Write the tombstones, durable and whole or not at all."""
    unfinished = forgotten.unfinished
    value = {
        "key": forgotten.key,
        "players": [
            {"token": known, "at": at.isoformat()} for known, at in forgotten.players
        ],
        "unfinished": None if unfinished is None else asdict(unfinished),
    }
    home.raw.mkdir(parents=True, exist_ok=True)
    part = _path(home).with_suffix(".json.part")
    with part.open("w", encoding="utf-8") as file:
        json.dump(value, file, default=datetime.isoformat)
        file.flush()
        os.fsync(file.fileno())
    part.replace(_path(home))
    sync_folder(home.raw)


def save_players(con: duckdb.DuckDBPyConnection, forgotten: Forgotten) -> None:
    """Put the tombstones of players into the warehouse behind `con`."""
    con.execute("delete from forgotten_players")
    for known, at in forgotten.players:
        con.execute(
            "insert into forgotten_players values (?, ?, ?)", [forgotten.key, known, at]
        )


def save_hands(
    con: duckdb.DuckDBPyConnection, tokens: Mapping[str, Iterable[str]]
) -> None:
    """Put tombstones of earlier contents into the warehouse behind `con`."""
    rows = [
        {"hand_id": hand_id, "content_token": known}
        for hand_id in tokens
        for known in tokens[hand_id]
    ]
    if not rows:
        return
    con.register("new_tokens", pa.Table.from_pylist(rows))
    con.execute(
        "insert into forgotten_hands by name "
        "select distinct * from new_tokens "
        "anti join forgotten_hands using (hand_id, content_token)"
    )
    con.unregister("new_tokens")


class Tombstones:
    """What an ingest asks of the tombstones in the warehouse behind `con`."""

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self._con = con
        rows = con.execute(
            "select key, player_token, epoch_us(max(forgotten_at)) "
            "from forgotten_players group by all"
        ).fetchall()
        self._key = rows[0][0] if rows else ""
        self._players: dict[str, int] = {row[1]: row[2] for row in rows}

    def cover_record(self, player_id: str, at: int) -> bool:
        """Whether the player was forgotten after `at`, in microseconds."""
        if not self._players:
            return False
        return at <= self._players.get(token(self._key, player_id.encode()), -1)

    def cover_contents(
        self, contents: Collection[tuple[str, bytes]]
    ) -> set[tuple[str, bytes]]:
        """Those of the hands by id that once had this content hash."""
        if not self._players or not contents:
            return set()
        rows = self._con.execute(
            "select hand_id, content_token from forgotten_hands "
            "where list_contains(?, hand_id)",
            [[hand_id for hand_id, _ in contents]],
        ).fetchall()
        known = set(rows)
        return {
            (hand_id, content_hash)
            for hand_id, content_hash in contents
            if (hand_id, token(self._key, content_hash)) in known
        }
