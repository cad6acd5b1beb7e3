"""Whatever bytes come in: every line is accounted for, nothing raises, and a clean
line is never lost beside a bad one."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.play import play_games
from ingest.block import read_block
from ingest.lines import Block
from tests.unit.hand_records import as_bytes, hand, player

N_SOAK = 100_000


@pytest.fixture(scope="module")
def played_lines(tmp_path_factory):
    """Lines of real hands with moves, of every ruleset family."""
    folder = tmp_path_factory.mktemp("played")
    lines = [as_bytes(player(name="Zoë 🂡"))[:-1], as_bytes(hand())[:-1]]
    for ruleset in ("coastal", "classic", "partnership", "tiles"):
        play_games(ruleset, n_games=1, out_dir=folder / ruleset, seed=5)
        for path in sorted((folder / ruleset).glob("hands*.jsonl")):
            lines += path.read_bytes().splitlines()[:2]
    return lines


def accounted(data):
    """Outcomes of a block of lines, with the checks that they add up and that lines
    read many at once come to the same as lines read one by one."""
    block = Block(data, 0, is_last=not data.endswith(b"\n"))
    read = read_block(block, "all")
    n_sound = read.n_hands + read.n_players
    total = read.blank + n_sound + len(read.refusals) + read.truncated
    assert read.n_lines == total
    assert sum(table.num_rows for table in read.tables.values()) > 0 or not n_sound
    assert read == read_block(block, "all", at_once=False)
    for refused in read.refusals:
        assert data[refused.offset :].startswith(refused.raw)
        assert refused.message
        assert "\n" not in refused.message
    return read


def mutated(line, chances):
    """A line with a few bytes changed, cut, doubled or moved."""
    data = bytearray(line)
    for _ in range(chances.choice((1, 1, 1, 2, 5))):
        at = chances.randrange(len(data)) if data else 0
        kind = chances.randrange(6)
        if kind == 0:
            data[at : at + 1] = bytes([chances.randrange(256)])
        elif kind == 1:
            del data[at : at + chances.choice((1, 1, 10, 500))]
        elif kind == 2:
            data[at:at] = data[at : at + chances.choice((1, 10, 100))]
        elif kind == 3:
            data[at:at] = chances.choice(
                (b"null", b"-1", b"1e9", b"\n", b'"', b"\\u0000", b"{}", b"[]", b"true")
            )
        elif kind == 4:
            other = chances.randrange(len(data)) if data else 0
            at, other = sorted((at, other))
            data[at:other] = data[at:other][::-1]
        else:
            del data[at:]
    return bytes(data)


def fuzz(lines, n_lines, seed):
    chances = random.Random(seed)
    clean = as_bytes(hand("clean"))
    for _ in range(n_lines // 4):
        bad = [mutated(chances.choice(lines), chances) for _ in range(4)]
        at = chances.randrange(5)
        data = b"\n".join([*bad[:at], clean[:-1], *bad[at:]])

        read = accounted(data + chances.choice((b"", b"\n", b"\r\n")))

        if at < 4:
            assert "clean" in read.tables["hands"]["hand_id"].to_pylist()


def test_mutated_lines_are_accounted_for(played_lines):
    fuzz(played_lines, n_lines=1_500, seed=1)


@pytest.mark.soak
def test_a_hundred_thousand_mutated_lines_are_accounted_for(played_lines):
    fuzz(played_lines, n_lines=N_SOAK, seed=2)


@settings(deadline=None)  # machine code is loaded, the first time even made
@given(st.binary(max_size=300))
def test_any_bytes_are_accounted_for(data):
    accounted(data + b"\n")


texts = st.text(st.characters(codec="utf-8"), max_size=6)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8"), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.text(st.characters(codec="utf-8"), max_size=5), inner, max_size=3
        )
    ),
    max_leaves=6,
)
FIELDS = [
    *[(name,) for name in hand()],
    *[("seats", place, name) for place in (0, 3) for name in hand()["seats"][0]],
    *[("result", name) for name in hand()["result"]],
    *[("result", "sides", 1, name) for name in hand()["result"]["sides"][0]],
    ("pack",),
    ("moves",),
    ("result", "went_out_seat"),
    ("result", "sides", 0, "canastas"),
    ("seats", 1, "extra_jokers"),
]


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.sampled_from(FIELDS), json_values)
def test_any_value_in_any_field_is_accounted_for(path, value):
    from tests.unit.hand_records import with_value

    accounted(as_bytes(with_value(hand(), value, *path)))


@settings(deadline=None)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1))
def test_any_name_up_to_80_characters_is_kept_as_written(name):
    read = accounted(as_bytes(player(name=name[:80])))

    assert read.tables["player_records"]["name"].to_pylist() == [name[:80]]


@settings(deadline=None)
@given(st.lists(st.sampled_from("abcd"), min_size=2, max_size=6))
def test_repeated_keys_are_found_wherever_they_stand(keys):
    inner = ",".join(f'"{key}" : 1' for key in keys)
    line = '{"x":[{' + inner + "}]," + as_bytes(player()).decode()[1:]

    read = accounted(line.encode())

    found = [refused.code for refused in read.refusals]
    assert found == (["duplicate_key"] if len(set(keys)) < len(keys) else [])
