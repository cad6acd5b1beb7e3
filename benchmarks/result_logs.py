"""Large hand logs, of results only and with all moves; only for timing."""

import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from engine.play import play_games
from engine.rulesets import get_ruleset

N_PLAYERS = 20_000
COMPUTER_SHARE = 0.06  # of the seats
STARTS_AT = datetime(2026, 1, 1, tzinfo=UTC)
MEAN_LINES = (260, 700, 150, 50, -110, 0)  # points a side, in the order of the log
SPREAD = (120, 450, 300, 50, 90, 0)
HANDS_A_GAME = 6  # about, in the engine's games of coastal
N_PLAYED = 5_000  # hands that the engine plays for a log with moves
AT_ONCE = 50_000  # hands drawn and written together

_SEAT = '{{"seat":{0},"player_id":"{1}","controller":"player"}}'
_COMPUTER = (
    '{{"seat":{0},"player_id":null,"controller":"computer","skill":"intermediate"}}'
)
_SIDE = (
    '{{"points":{},"points_before":{},"points_after":{},"melded":{},'
    '"canasta_bonus":{},"threes":{},"going_out":{},"held":{},"penalties":{},'
    '"canastas":{{"natural":{},"mixed":{},"aces":0,"sevens":0}}}}'
)
_HAND = (
    '{{"type":"hand","v":1,"hand_id":"{game}-{no:02d}","game_id":"{game}",'
    '"hand_no":{no},"ruleset":"coastal","options":{{}},"mode":"live",'
    '"started_at":"{start}","ended_at":"{end}","dealer_seat":{dealer},'
    '"seats":[{seats}],"result":{{"ended_by":"{by}","went_out_seat":{out},'
    '"sides":[{sides}],"game_over":{over}}}}}\n'
)


def write_results(path: Path, n_hands: int, seed: int = 1) -> int:
    """Write `n_hands` sound hands of coastal, about 930 bytes each; return the bytes.

    Games follow each other, each to its end; the same seed writes the same bytes.
    """
    lines = _lines(np.random.default_rng(seed))
    with path.open("w", encoding="ascii") as file:
        for start in range(0, n_hands, AT_ONCE):
            count = min(AT_ONCE, n_hands - start)
            file.write("".join(next(lines) for _ in range(count)))
    return path.stat().st_size


def _lines(rng: np.random.Generator) -> Iterator[str]:
    """Hands without end, one line each."""
    ruleset = get_ruleset("coastal")
    game_no, hand_no, totals, seats = 0, 0, [0, 0], ""
    while True:
        drawn = rng.normal(MEAN_LINES, SPREAD, (AT_ONCE, 2, len(MEAN_LINES)))
        points = (np.round(drawn / 5.0) * 5.0).astype(int).tolist()
        tables = rng.integers(N_PLAYERS, size=(AT_ONCE, 4)).tolist()
        computers = (rng.random((AT_ONCE, 4)) < COMPUTER_SHARE).tolist()
        counts = rng.integers(3, size=(AT_ONCE, 2, 2)).tolist()
        for i in range(AT_ONCE):
            if hand_no == 0:
                game_no += 1
                seats = _seats(tables[i], computers[i])
            hand_no += 1
            sides = []
            for side, lines in enumerate(points[i]):
                before = totals[side]
                totals[side] += sum(lines)
                own = (sum(lines), before, totals[side], *lines, *counts[i][side])
                sides.append(_SIDE.format(*own))
            is_over = ruleset.is_game_over(totals, hand_no)
            start = STARTS_AT + timedelta(seconds=20 * game_no + 600 * hand_no)
            out = (game_no + hand_no) % 5  # a fifth of the hands ends by the stock
            yield _HAND.format(
                game=f"live-{game_no:08d}",
                no=hand_no,
                start=_time(start),
                end=_time(start + timedelta(milliseconds=400_000 + 37 * i)),
                dealer=hand_no % 4,
                seats=seats,
                by="stock" if out == 4 else "went_out",
                out="null" if out == 4 else out,
                sides=",".join(sides),
                over=str(is_over).lower(),
            )
            if is_over:
                hand_no, totals = 0, [0, 0]


def _seats(players: list[int], are_computers: list[bool]) -> str:
    written = []
    for seat, (player, is_computer) in enumerate(
        zip(players, are_computers, strict=True)
    ):
        # The seat is part of the id, so that nobody sits twice at a table.
        form = _COMPUTER if is_computer else _SEAT
        written.append(form.format(seat, f"p-{seat}{player:05d}"))
    return ",".join(written)


def _time(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def write_logs(path: Path, n_hands: int, seed: int = 1) -> int:
    """Write `n_hands` hands of coastal with all moves; return the bytes.

    The engine plays `N_PLAYED` of them; the others are the same under new ids.
    """
    with tempfile.TemporaryDirectory() as folder:
        n_games = min(n_hands, N_PLAYED) // HANDS_A_GAME + 1
        play_games("coastal", n_games=n_games, out_dir=Path(folder), seed=seed)
        files = sorted(Path(folder).glob("hands*.jsonl"))
        played = [line for file in files for line in file.read_bytes().splitlines()]
    with path.open("wb") as out:
        for number in range(n_hands):
            copy, place = divmod(number, len(played))
            new = b'"game_id":"copy-%d-' % copy
            line = played[place].replace(b'"game_id":"', new, 1)
            line = line.replace(b'"hand_id":"', b'"hand_id":"copy-%d-' % copy, 1)
            out.write(line + b"\n")
    return path.stat().st_size
