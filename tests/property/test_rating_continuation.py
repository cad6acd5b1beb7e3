"""Law 1: going on from a stored state gives the bits of a full replay."""

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rating.config import RatingConfig
from rating.config_file import with_values
from rating.continuation import LateHandError, go_on, save
from rating.equality import first_difference
from rating.replay import replay
from rating.tables import changes_table
from tests.golden.seasons import hand_arrays, random_season

CONFIGS = (
    {},
    {"seats.away_hands": "always"},
    {"form.kind": "window", "form.span": 7},
    {
        "levels.table": [{"name": "a"}, {"name": "b", "form": 970}],
        "levels.keep_margin": 5,
        "levels.protected_hands": 2,
        "start.provisional_hands": 1,
        "change.k": [{"from_hand": 0, "k": 50}, {"from_hand": 8, "k": 30}],
    },
)


def plain(table):
    """Texts as texts, and without seq, which counts within one replay."""
    texts = [
        (f.name, f.type.value_type if pa.types.is_dictionary(f.type) else f.type)
        for f in table.schema
    ]
    return table.cast(pa.schema(texts)).drop_columns(["seq"])


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    values=st.sampled_from(CONFIGS),
    cuts=st.lists(st.integers(0, 130), min_size=1, max_size=4).map(sorted),
)
def test_any_stored_state_onwards_gives_the_same_bits(seed, values, cuts):
    season = hand_arrays(*random_season(seed, n_hands=130))
    config = with_values(RatingConfig(), values)

    whole = replay(season, config)
    result = replay(season.take(slice(0, cuts[0])), config)
    parts, state = [plain(changes_table(result))], save(result)
    for start, end in zip(cuts, [*cuts[1:], len(season)], strict=True):
        result = go_on(state, season.take(slice(start, end)))
        parts.append(plain(changes_table(result)))
        state = save(result, state)

    wanted = plain(changes_table(whole)).combine_chunks()
    assert first_difference(pa.concat_tables(parts).combine_chunks(), wanted) is None


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_hand_by_hand_gives_the_same_bits(seed):
    season = hand_arrays(*random_season(seed, n_hands=60))

    result = replay(season.take(slice(0, 0)), RatingConfig())
    state, parts = save(result), []
    for hand in range(len(season)):
        result = go_on(state, season.take(slice(hand, hand + 1)))
        parts.append(plain(changes_table(result)))
        state = save(result, state)

    wanted = plain(changes_table(replay(season, RatingConfig()))).combine_chunks()
    assert first_difference(pa.concat_tables(parts).combine_chunks(), wanted) is None


def test_hand_that_is_not_later_needs_a_full_replay():
    season = hand_arrays(*random_season(1, n_hands=60))
    state = save(replay(season, RatingConfig()))

    with pytest.raises(LateHandError, match="replay from the first hand"):
        go_on(state, season.take(slice(20, 30)))
