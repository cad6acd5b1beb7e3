"""One block of lines to checked rows: the part of ingest that runs on every core.

What makes columns is read in when columns are made: `coastal verify` of a file or two
starts without Arrow and numpy.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import zstandard

from ingest.accepted import AcceptedHand, AcceptedPlayer, PlainPart
from ingest.claims import check_claims
from ingest.contents import HandHashes, hand_hashes
from ingest.decode import decode, is_incomplete
from ingest.lines import Block
from ingest.records import Hand, Player
from ingest.refusal import Code, RefusedLineError
from ingest.replays import compare, replay
from ingest.soundness import sound_hand
from ingest.times import instant
from ingest.verification import Verify, is_sampled

if TYPE_CHECKING:
    from ingest.columns import Tables

_MOVES = b'"moves":'
HEAD = 1 << 17  # bytes
ZSTD_LEVEL = 1  # hand logs come out as small as with 3


@dataclass(slots=True)
class Refusal:
    """One refused line: `line` counts from 1 in its block, `offset` in the file."""

    line: int
    offset: int
    code: Code
    message: str
    raw: bytes


@dataclass(slots=True)
class BlockResult:
    """What became of the lines of one block, each on its own.

    Whether an accepted line is new is not known here. `frame` is a zstd frame of
    all accepted lines.
    """

    n_lines: int = 0
    blank: int = 0
    truncated: int = 0
    n_hands: int = 0
    n_players: int = 0
    n_verified: int = 0
    refusals: list[Refusal] = field(default_factory=list)
    tables: "Tables" = field(default_factory=dict)
    frame: bytes = b""


def read_block(
    block: Block,
    verify: Verify,
    *,
    keep: bool = True,
    at_once: bool = True,
    compiled: bool = False,
    makes_code: bool = True,
) -> BlockResult:
    """Decode, check and (by `verify`) replay every line of `block`.

    `keep` false leaves out the tables and the frame: nothing is to be written.
    `at_once` false reads every line by itself, which finds the same and is sooner done
    with few lines, for which no machine code is loaded. `compiled` reads moves at once
    as well, by more machine code, that pays for some thousands of hands. Where
    `makes_code` is false, code that is not on disk is done without.
    """
    plain = PlainPart()
    if compiled and _MOVES in block.data and not block.n_dropped:
        from ingest.at_once import read_hands
        from ingest.machine_code import is_made

        if makes_code or is_made(with_moves=True):
            plain = read_hands(block.data, verify)
    elif at_once:
        plain = plain_part(block, keep=keep, makes_code=makes_code)
    return read_rest(block, plain, verify, keep=keep)


def plain_part(
    block: Block, *, keep: bool = True, makes_code: bool = True
) -> PlainPart:
    """The plain hands of `block`, read by machine code."""
    if block.n_dropped or not _is_mostly_plain(block.data):
        return PlainPart()
    from ingest.machine_code import is_made
    from ingest.plain_tables import read_plain_hands

    if not makes_code and not is_made(with_moves=False):
        return PlainPart()
    return read_plain_hands(block.data, keep=keep)


def _is_mostly_plain(data: bytes) -> bool:
    """Whether most of the first lines have no moves: else no machine code is loaded."""
    head = data[:HEAD]
    return 2 * head.count(_MOVES) < head.count(b"\n")


def read_rest(
    block: Block, plain: PlainPart, verify: Verify, *, keep: bool = True
) -> BlockResult:
    """As `read_block`, where the plain hands are read already."""
    is_plain = plain.n_bytes == len(block.data)
    lines = [] if is_plain else _lines(block)
    result = BlockResult(n_lines=len(lines) or len(plain.places))
    hands: list[AcceptedHand] = []
    players: list[AcceptedPlayer] = []
    if lines:
        done = set(plain.places)
        hands, players = _one_by_one(block, lines, done, verify, result, keep=keep)
    result.n_hands, result.n_players = len(plain.places) + len(hands), len(players)
    result.n_verified = plain.n_verified
    result.n_verified += sum(hand.replayed is not None for hand in hands)
    if keep and (plain.places or hands or players):
        from ingest.columns import merged, tables
        from ingest.packed_hands import packed

        parts = [plain.tables, tables(hands, players) if hands or players else {}]
        result.tables = packed(merged(parts))
        places = [hand.line - 1 for hand in hands] + [p.line - 1 for p in players]
        data = block.data
        if not is_plain:
            accepted = [lines[place] for place in sorted(plain.places + places)]
            data = b"\n".join(accepted) + b"\n"
        result.frame = compress(data)
    return result


def _one_by_one(
    block: Block,
    lines: Sequence[bytes],
    done: set[int],
    verify: Verify,
    result: BlockResult,
    *,
    keep: bool,
) -> tuple[list[AcceptedHand], list[AcceptedPlayer]]:
    """Read the lines whose places are not `done`; the rest goes into `result`."""
    hands: list[AcceptedHand] = []
    players: list[AcceptedPlayer] = []
    end = block.offset
    for place, raw in enumerate(lines):
        offset, end = end, end + len(raw) + 1
        if place in done:
            continue
        line, number = raw.removesuffix(b"\r"), place + 1
        if not line or line.isspace():
            result.blank += 1
            continue
        try:
            record = _accept(number, line, block, verify, keep=keep)
        except RefusedLineError as refused:
            if _is_unfinished(block, number, line, refused):
                result.truncated += 1
            else:
                result.refusals.append(
                    Refusal(number, offset, refused.code, str(refused), raw)
                )
            continue
        if isinstance(record, AcceptedHand):
            hands.append(record)
        else:
            players.append(record)
    return hands, players


def compress(data: bytes) -> bytes:
    """One zstd frame of `data`."""
    return zstandard.ZstdCompressor(level=ZSTD_LEVEL, write_checksum=True).compress(
        data
    )


def block_lines(block: Block) -> Iterator[tuple[int, int, bytes]]:
    """Number from 1, offset in the file and bytes (no line feed) of each line."""
    offset = block.offset
    for number, line in enumerate(_lines(block), start=1):
        yield number, offset, line
        offset += len(line) + 1


def _lines(block: Block) -> list[bytes]:
    lines = block.data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    return lines


def _is_unfinished(
    block: Block, number: int, line: bytes, refused: RefusedLineError
) -> bool:
    """Whether a refused line is the file's last one and simply not written out yet."""
    if not block.is_last or block.n_dropped or number <= block.data.count(b"\n"):
        return False
    if refused.code == "bad_utf8":  # perhaps cut within a character
        line = line.decode("utf-8", errors="ignore").encode()
    elif refused.code != "bad_json":
        return False
    return is_incomplete(line)


def _accept(
    number: int, line: bytes, block: Block, verify: Verify, *, keep: bool
) -> AcceptedHand | AcceptedPlayer:
    if block.n_dropped:
        raise RefusedLineError(
            "line_too_long",
            f"the line has {len(line) + block.n_dropped:,} bytes, at most 1,048,576 "
            f"are read; its first {len(line):,} are kept",
        )
    record = decode(line, packs=keep)
    if isinstance(record, Player):
        return AcceptedPlayer(number, record, instant(record.at, "at"))
    return _accept_hand(number, record, verify)


def _accept_hand(number: int, hand: Hand, verify: Verify) -> AcceptedHand:
    sound = sound_hand(hand)
    hashes = hand_hashes(sound)
    result = hand.result
    replayed = None
    if result is not None:
        if _is_to_replay(hand, hashes, verify):
            replayed = replay(sound, result)
        check_claims(hand, sound.ruleset)
        if replayed is not None and result.ended_by != "abandoned":
            compare(replayed, result)
    return AcceptedHand(number, sound, hashes, replayed)


def _is_to_replay(hand: Hand, hashes: HandHashes, verify: Verify) -> bool:
    # Partial hands are not replayed: their points before, on which the opening
    # minimum rests, are not in the log.
    if hand.result is None or hashes.play is None:
        return False
    # By what was played and not by who did, so that forgetting a player changes
    # nothing about which hands are sampled.
    return is_sampled(hashes.play, verify)
