"""Every row of a sweep is what a replay under that configuration finds."""

import itertools
import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from scipy import optimize, special

from benchmarks.population import draw_hands
from rating.config import AWAY_HANDS, FORM_KINDS, MARGIN_FUNCTIONS, RatingConfig
from rating.config_file import with_values
from rating.lanes import block_games, plan_blocks, rated_under
from rating.level_steps import EVENTS
from rating.metrics import briers, log_losses, measure, rated_hands
from rating.replay import replay
from rating.seating import RATED, seat_hands
from rating.sweep import SEGMENTS, sweep
from tests.golden.seasons import hand_arrays, random_season

N_CONFIGS = 40


def random_config(rng):
    """A configuration in which every number may differ from that of another lane."""
    step = rng.choice((20, 60, 100))
    levels = [{"name": "lowest"}] + [
        {
            "name": f"level {place}",
            "form": 820.5 + place * step,
            "hands": place * rng.randint(0, 6),
            "games": rng.randint(0, 2),
        }
        for place in range(1, rng.randint(2, 6))
    ]
    return with_values(
        RatingConfig(),
        {
            "start.rating": rng.uniform(900.0, 1100.0),
            "start.provisional_hands": rng.randint(1, 12),
            "change.scale": rng.choice((200, 400, 533.3)),
            "change.margin_function": rng.choice(MARGIN_FUNCTIONS),
            "change.margin_scale.coastal": rng.uniform(100.0, 1000.0),
            "change.k": [
                {"from_hand": 0, "k": rng.uniform(5.0, 60.0)},
                {"from_hand": rng.randint(1, 20), "k": rng.uniform(5.0, 60.0)},
            ],
            "form.kind": rng.choice(FORM_KINDS),
            "form.span": rng.randint(1, 40),
            "seats.away_hands": rng.choice(AWAY_HANDS),
            "seats.computer_live": rng.uniform(800.0, 1500.0),
            "levels.keep_margin": rng.choice((0, 5, 50)),
            "levels.protected_hands": rng.choice((0, 3, 25)),
            "levels.table": levels,
        },
    )


@pytest.fixture(scope="module", params=(1, 2))
def season(request):
    rng = random.Random(request.param)
    hands = hand_arrays(*random_season(request.param, n_hands=700))
    seating = seat_hands(hands)
    configs = [random_config(rng) for _ in range(N_CONFIGS)]
    swept = sweep(
        hands, configs, seating=seating, n_blocks=20, has_wins=True, keeps_states=True
    )
    return hands, seating, swept, [replay(hands, c, seating) for c in configs]


def test_every_row_is_the_replay_to_the_last_bit(season):
    _hands, _seating, swept, replays = season
    for lane, one in enumerate(replays):
        assert np.array_equal(swept.states.rating[:, lane], one.states["rating"])
        assert np.array_equal(swept.states.form[:, lane], one.states["form"])
        for name in ("level", "promoted_at", "step_at", "is_at_risk"):
            lanes = swept.states.standing[name]
            assert np.array_equal(lanes[:, lane], one.states[name]), name


def test_every_level_event_is_counted(season):
    _hands, _seating, swept, replays = season
    for number, event in enumerate(EVENTS):
        if event is not None:
            wanted = [np.sum(one.changes["event"] == number) for one in replays]
            assert swept.events(event).sum(axis=0).tolist() == wanted, event
            assert sum(wanted) > 0, event


def test_losses_of_blocks_are_those_of_the_replays(season):
    _hands, seating, swept, replays = season
    counted = (seating.flags & RATED).any(axis=1)
    block = swept.blocks.block[counted]
    for lane, one in enumerate(replays):
        for found, losses in ((swept.log_loss, log_losses), (swept.brier, briers)):
            wanted = np.bincount(block, weights=losses(one)[counted])
            np.testing.assert_allclose(found[:, lane], wanted, rtol=1e-9, atol=1e-9)


def test_players_are_counted_at_their_last_level(season):
    _hands, _seating, swept, replays = season
    for lane, one in enumerate(replays):
        levels = one.states["level"][one.states["rated_hands"] > 0]
        wanted = np.bincount(levels + 1, minlength=swept.level_counts.shape[1])
        assert swept.level_counts[lane].tolist() == wanted.tolist()


def test_neither_levels_nor_neighbours_nor_workers_change_a_bit(season):
    hands, seating, swept, _replays = season
    configs = swept.configs[::-1]

    with ThreadPoolExecutor(1) as one_thread:
        again = sweep(
            hands, configs, seating=seating, has_levels=False, keeps_states=True,
            executor=one_thread,
        )  # fmt: skip

    assert np.array_equal(again.states.rating[:, ::-1], swept.states.rating)
    assert np.array_equal(again.states.form[:, ::-1], swept.states.form)
    assert not again.level_counts.any()


def test_dask_cluster_finds_the_same_bits(season):
    distributed = pytest.importorskip("distributed")
    hands, seating, swept, _replays = season
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=False,
            protocol="tcp",  # what is sent is packed as between two machines
            host="127.0.0.1",
            dashboard_address=None,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        again = sweep(
            hands,
            swept.configs,
            seating=seating,
            n_blocks=20,
            has_wins=True,
            keeps_states=True,
            executor=client.get_executor(),
        )

    assert np.array_equal(again.states.rating, swept.states.rating)
    assert np.array_equal(again.states.standing, swept.states.standing)
    assert np.array_equal(again.sums, swept.sums)
    assert np.array_equal(again.slopes, swept.slopes)


def test_wins_are_foretold_about_as_well_as_with_the_best_slope_of_earlier_hands():
    hands = draw_hands(30_000, 200)
    swept = sweep(hands, [RatingConfig()], n_blocks=10, has_wins=True)
    expected = replay(hands, RatingConfig()).inputs.expected
    log_odds = np.log(expected / (1.0 - expected))
    won = 0.5 + 0.5 * np.sign(hands.margin)

    def loss(slope, chosen):
        chance = special.expit(slope * log_odds[chosen])
        lost = special.xlogy(1.0 - won[chosen], 1.0 - chance)
        return -np.nansum(special.xlogy(won[chosen], chance) + lost)

    def best_slope(end):
        return optimize.minimize_scalar(loss, args=(slice(0, end),), bracket=(0.5, 1)).x

    ends = (np.array((0.0, *SEGMENTS)) * len(hands)).astype(int)
    wanted = loss(1.0, slice(0, ends[1])) + sum(
        loss(best_slope(first), slice(first, end))
        for first, end in itertools.pairwise(ends[1:])
    )
    assert swept.slopes[0] == pytest.approx(best_slope(len(hands)), rel=0.05)
    assert swept.win_log_loss.sum() == pytest.approx(wanted, rel=1e-3)


def test_blocks_are_whole_games_in_order_of_their_beginning(season):
    hands, seating, _swept, _replays = season
    blocks = block_games(hands, seating, 12, AWAY_HANDS)

    counted = (seating.flags & RATED).any(axis=1)
    first_block = {}
    for game, block in zip(hands.game, blocks.block, strict=True):
        assert first_block.setdefault(int(game), int(block)) == block
    assert list(first_block.values()) == sorted(first_block.values())
    assert blocks.n_hands.tolist() == np.bincount(blocks.block[counted]).tolist()
    assert len(blocks) == 12


@pytest.mark.parametrize(
    "policies", [("on_return",), ("always",), ("never",), ("on_return", "always")]
)
def test_sweep_counts_the_hands_that_all_its_replays_rate(season, policies):
    hands, seating, _swept, _replays = season
    configs = [with_values(RatingConfig(), {"seats.away_hands": p}) for p in policies]
    replays = [replay(hands, config, seating) for config in configs]
    rated = np.logical_and.reduce([rated_hands(one) for one in replays])

    swept = sweep(hands, configs, seating=seating)

    assert rated_under(seating, policies).tolist() == rated.tolist()
    for lane, one in enumerate(replays):
        wanted = measure(one, rated)
        assert swept.blocks.n_hands.sum() == wanted.n_hands
        loss = swept.log_loss[:, lane].sum() / wanted.n_hands
        assert loss == pytest.approx(wanted.log_loss, abs=1e-12)


def test_hand_of_nobody_at_the_table_counts_where_the_absent_come_back(season):
    _hands, seating, _swept, _replays = season
    at_table = (seating.flags & RATED).any(axis=1)

    counts = {p: rated_under(seating, {p}).sum() for p in AWAY_HANDS}

    assert counts["never"] == at_table.sum()
    assert counts["always"] >= counts["on_return"] > counts["never"]


def test_plan_puts_every_configuration_into_one_block_of_its_kind():
    rng = random.Random(4)
    configs = [random_config(rng) for _ in range(203)]

    plan = plan_blocks(configs, 2, 64)

    assert sorted(np.concatenate(plan)) == list(range(203))
    for places in plan:
        kinds = {(configs[i].seats.away_hands, configs[i].form.kind) for i in places}
        assert len(kinds) == 1
        assert len(places) <= 64


@pytest.mark.parametrize(
    "values",
    [
        {"change.k[0].k": 1e6, "change.k[1].k": 1e6, "change.k[2].k": 1e6},
        {"start.rating": -1e6, "seats.computer_live": 1e6},
        {"change.scale": 5e-324},
        {"change.scale": 5e-324, "change.k[0].k": 1e6, "form.kind": "window"},
        {"change.margin_scale.coastal": 5e-324},
        {"change.margin_scale.coastal": 5e-324, "change.margin_function": "normal_cdf"},
        {"change.margin_scale.coastal": 5e-324, "change.margin_function": "clamp"},
    ],
)
def test_nothing_leaves_the_numbers_at_the_ends_of_the_ranges(season, values):
    hands, seating, _swept, _replays = season
    config = with_values(RatingConfig(), values)

    swept = sweep(hands, [config], seating=seating, has_wins=True, keeps_states=True)
    one = replay(hands, config, seating)

    assert np.array_equal(swept.states.rating[:, 0], one.states["rating"])
    assert np.isfinite(swept.states.rating).all()
    assert np.isfinite(swept.states.form).all()
    assert np.isfinite(swept.spread).all()
    assert np.isfinite(one.inputs.side_ratings[rated_hands(one)]).all()
    assert np.isfinite(log_losses(one)[rated_hands(one)]).all()
    counted = swept.blocks.n_hands[:, None]
    for losses in (swept.log_loss, swept.win_log_loss):
        assert (losses >= -1e-9).all()
        assert (losses <= 709.0 * counted).all()
