"""Ratings in the warehouse: loading, writing, versions, the check."""

import itertools
import tomllib
from datetime import UTC, datetime

import pytest

from ingest.home import Home
from rating.check import ReplayCheckError, check_stored
from rating.config import RatingConfig
from rating.config_file import with_values
from rating.config_values import RatingConfigError
from rating.equality import first_difference
from rating.refresh import adopt, rate, refresh
from rating.store import (
    UnknownConfigError,
    counting_ladders,
    live_version,
    load_hands,
    load_pieces,
    publish_version,
    read_version,
    read_versions,
    stored_rows,
)
from tests.golden import reference_rating
from tests.golden.rating_warehouse import fill, open_memory, time_of
from tests.golden.seasons import (
    MINUTE,
    away,
    computer,
    hand_arrays,
    make_hand,
    person,
    random_season,
)

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def con():
    con = open_memory()
    yield con
    con.close()


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path)


@pytest.fixture(scope="module")
def season():
    return random_season(3, n_hands=150)


def test_hands_come_out_of_the_warehouse_as_they_are(con, season):
    hands, records = season
    fill(con, hands, records)

    loaded, made = load_hands(con), hand_arrays(hands, records)

    assert loaded.hand_id.to_pylist() == made.hand_id.to_pylist()
    assert [loaded.ladders[i] for i in loaded.ladder] == [
        made.ladders[i] for i in made.ladder
    ]
    assert loaded.margin.tolist() == made.margin.tolist()
    assert loaded.held_by.tolist() == made.held_by.tolist()
    assert loaded.ended_at.tolist() == made.ended_at.tolist()
    assert loaded.is_game_over.tolist() == made.is_game_over.tolist()


# As ingest stores what older homes have in rows; codes of docs/views.md.
PACK = """
update hands set
    sides = (
        select list({'points': points::integer, 'points_before': 0, 'points_after': 0,
            'melded': null, 'canasta_bonus': null, 'threes': null,
            'going_out': null, 'held': null, 'penalties': null,
            'special_hand': null, 'n_natural_canastas': null,
            'n_mixed_canastas': null, 'n_wild_canastas': null,
            'n_aces_canastas': null, 'n_sevens_canastas': null} order by side)
        from plain_hand_sides as rows where rows.hand_id = hands.hand_id
    ),
    players = (
        select list(player_id order by seat)
        from plain_hand_seats as rows where rows.hand_id = hands.hand_id
    ),
    held_by = (
        select list(case
            when computer_skill = 'beginner' then 4
            when computer_skill = 'intermediate' then 5
            when computer_skill = 'expert' then 6
            when is_away then 3
            when left_in_hand then 2
            else 1 end order by seat)
        from plain_hand_seats as rows where rows.hand_id = hands.hand_id
    )
where hand_id in (select hand_id from chosen);
delete from plain_hand_sides where hand_id in (select hand_id from chosen);
delete from plain_hand_seats where hand_id in (select hand_id from chosen);
"""


def pack(con, chosen="true", texts="true"):
    """Pack the chosen hands as an earlier version did, and some as this one does."""
    con.execute(f"create temp table chosen as select hand_id from hands where {chosen}")
    con.execute(PACK)
    con.execute(
        "update hands set players = null, "
        "margin = case len(sides) when 2 then sides[1].points - sides[2].points end, "
        "seated = array_to_string(list_transform(players, lambda id: "
        f"coalesce(id, '')), ',') where sides is not null and {texts}"
    )


def names_of_seats(hands):
    names = [*hands.player_ids.to_pylist(), None]  # the last one is place -1
    return [[names[place] for place in seats] for seats in hands.player.tolist()]


@pytest.mark.parametrize("texts", ["true", "false", "hash(hand_no) % 2 = 0"])
@pytest.mark.parametrize("chosen", ["true", "hash(hand_id) % 3 = 0"])
def test_hands_of_an_older_home_are_read_as_those_that_are_packed(
    con, home, season, chosen, texts
):
    fill(con, *season)
    refresh(con, home, NOW)
    rows = load_hands(con)
    pack(con, chosen, texts)

    found = load_hands(con)

    assert found.hand_id.equals(rows.hand_id)
    assert found.margin.tolist() == rows.margin.tolist()
    assert found.held_by.tolist() == rows.held_by.tolist()
    assert names_of_seats(found) == names_of_seats(rows)
    # The fingerprints of all hands are the same.
    assert refresh(con, home, NOW).ladders == ()


def test_hands_of_a_snapshot_are_read_as_those_of_the_warehouse(con, season):
    fill(con, *season)
    pack(con)
    rows, ladders = load_hands(con), counting_ladders(con)
    # As a snapshot has them.
    for name in ("hand_sides", "hand_seats"):
        con.execute(f"create table spread as from {name}; drop view {name}")
        con.execute(f"alter table spread rename to {name}")
    for column in ("sides", "players", "held_by", "margin", "seated"):
        con.execute(f"alter table hands drop column {column}")

    found = load_hands(con)

    assert ladders
    assert counting_ladders(con) == ladders
    assert found.hand_id.equals(rows.hand_id)
    assert found.margin.tolist() == rows.margin.tolist()
    assert found.held_by.tolist() == rows.held_by.tolist()
    assert names_of_seats(found) == names_of_seats(rows)


@pytest.mark.parametrize("size", [1, 9, 10_000])
@pytest.mark.parametrize("order", ["ended_at, hand_id desc", "hash(hand_id)"])
def test_pieces_are_the_hands_of_their_ladder_one_after_the_other(
    con, season, order, size
):
    # Some end at one instant, and are ordered by their ids then.
    hands = [h | {"ended_at": h["ended_at"] // MINUTE * MINUTE} for h in season[0]]
    fill(con, hands, season[1])
    pack(con)
    con.execute(f"create temp table moved as from hands order by {order}")
    con.execute("delete from hands; insert into hands from moved order by rowid")
    whole = load_hands(con)

    for ladder in whole.ladders:
        wanted, pieces = (
            whole.on_ladder(ladder),
            list(load_pieces(con, ladder, size=size)),
        )

        found = [hand for piece in pieces for hand in piece.hands.hand_id.to_pylist()]
        assert found == wanted.hand_id.to_pylist()
        seats = [row for piece in pieces for row in names_of_seats(piece.hands)]
        assert seats == names_of_seats(wanted)
        times = [piece.hands.ended_at for piece in pieces]
        assert all(a[-1] < b[0] for a, b in itertools.pairwise(times))
        assert [piece.ends_at for piece in pieces] == [t[-1] + 1 for t in times]
        assert [piece.digest.n_digests for piece in pieces] == [len(t) for t in times]


def test_pieces_need_not_be_taken_to_the_end(con, season):
    fill(con, *season)
    pack(con)
    con.execute("create temp table moved as from hands order by ended_at")
    con.execute("delete from hands; insert into hands from moved order by rowid")

    pieces = load_pieces(con, "coastal/live", size=5)
    first = next(pieces)
    pieces.close()

    assert len(first.hands) >= 5
    again = next(load_pieces(con, "coastal/live", size=5))
    assert again.hands.hand_id.equals(first.hands.hand_id)


CHANGES = (
    "hand_id = hand_id || 'x'",
    "game_id = game_id || 'x'",
    "hand_no = hand_no + 1",
    "ended_at = ended_at + interval 1 microsecond",
    "ended_by = 'abandoned'",
    "is_game_over = not is_game_over",
    "margin = margin + 1",
    "seated = replace(seated, 'p', 'q')",
    "held_by = list_transform(held_by, lambda code: [2, 3, 1, 5, 6, 4][code])",
    "device_id = 'other'",
    "mode = case mode when 'solo' then 'live' else 'solo' end",
    "ruleset = 'tiles'",
)


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_of_a_hand_rates_its_ladder_anew(con, home, season, change):
    fill(con, *season)
    pack(con)
    refresh(con, home, NOW)
    assert refresh(con, home, NOW).ladders == ()

    con.execute(
        f"update hands set {change} where hand_id = (select max(hand_id) from hands "
        "where ruleset like 'coastal%' and mode = 'solo' and len(sides) = 2 "
        "and ended_by != 'abandoned')"
    )

    assert "coastal/solo" in refresh(con, home, NOW).ladders
    check_stored(con, None)


def test_stored_changes_equal_the_reference(con, home, season):
    hands, records = season
    fill(con, hands, records)

    refresh(con, home, NOW)

    table = tomllib.loads(RatingConfig().to_toml())
    for name, ladder in reference_rating.rate(hands, records, table).items():
        rows = stored_rows(con, "rating_changes", name).sort_by("seq").to_pylist()
        assert [r["hand_id"] for r in rows] == [r["hand_id"] for r in ladder.rows]
        assert [r["rating_after"] for r in rows] == pytest.approx(
            [r["rating_after"] for r in ladder.rows], abs=1e-9
        )


def test_second_refresh_writes_nothing(con, home, season):
    fill(con, *season)
    first = refresh(con, home, NOW)

    second = refresh(con, home, NOW)

    assert first.ladders
    assert second.ladders == ()
    assert second.n_rated_seats == first.n_rated_seats
    assert con.execute("select count(*) from rating_runs").fetchall() == [
        (len(first.ladders),)
    ]


def test_hands_in_two_batches_give_what_one_batch_gives(con, home, season):
    # Law 7: the first batch holds hands later than some of the second.
    hands, records = season
    fill(con, hands[:70], records[: len(records) // 2])
    refresh(con, home, NOW)
    fill(con, hands[70:], records[len(records) // 2 :])
    refresh(con, home, NOW)

    whole = open_memory()
    fill(whole, hands, records)
    refresh(whole, home, NOW)

    for ladder in load_hands(whole).ladders:
        for table, order in (("rating_changes", "seq"), ("player_ratings", "")):
            mine = stored_rows(con, table, ladder)
            wanted = stored_rows(whole, table, ladder)
            kept = [c for c in mine.column_names if c != "rating_run_id"]
            keys = [order] if order else ["player_id", "device_id"]
            assert first_difference(mine, wanted.select(kept), keys) is None
    whole.close()


def test_rating_runs_sum_up_the_run(con, home, season):
    fill(con, *season)
    refresh(con, home, NOW)

    rows = con.execute(
        "select n_hands, n_rated_seats, log_loss, brier from rating_runs "
        "where ladder = 'coastal/live'"
    ).fetchall()
    expected = con.execute(
        "select count(distinct hand_id), count(*) from rating_changes "
        "where ladder = 'coastal/live'"
    ).fetchall()
    loss = con.execute(
        "with hand as (select hand_id, any_value(case side when 0 then expected_score "
        "else 1 - expected_score end) as e, any_value(case side when 0 then "
        "actual_score else 1 - actual_score end) as s from rating_changes "
        "where ladder = 'coastal/live' group by hand_id) "
        "select avg(-s * ln(e) - (1 - s) * ln(1 - e)), avg((s - e) ** 2) from hand"
    ).fetchall()

    [(n_hands, n_rated_seats, log_loss, brier)] = rows
    assert [(n_hands, n_rated_seats)] == expected
    assert (log_loss, brier) == pytest.approx(loss[0], rel=1e-12)


ONE_SEAT_CHANGES = (
    "update rated_seat_rows set rating_before = rating_before + 1e-12 "
    "where seq = 25 and ladder_no in "
    "(select ladder_no from rated_ladders where {of_ladder})"
)
ONE_PLAYER_CHANGES = (
    "update player_ratings set rating = rating + 1e-12 where {of_ladder} and "
    "rating = (select max(rating) from player_ratings where {of_ladder})"
)


@pytest.mark.parametrize(
    ("table", "column", "change"),
    [
        ("rating_changes", "rating_before", ONE_SEAT_CHANGES),
        ("player_ratings", "rating", ONE_PLAYER_CHANGES),
    ],
)
def test_check_finds_one_changed_bit(con, home, season, table, column, change):
    fill(con, *season)
    refresh(con, home, NOW)
    con.execute(change.format(of_ladder="ladder = 'coastal/live'"))

    with pytest.raises(ReplayCheckError, match=rf"{table} .*: {column} is stored as"):
        check_stored(con, "coastal/live")


def test_player_away_in_the_only_hand_has_no_row_and_no_rating(con, home):
    seats = [person("a"), computer(), away("b"), computer()]
    fill(con, [make_hand("h", seats, [100, 0], ended_at=MINUTE)], [])

    summary = refresh(con, home, NOW)

    assert summary.n_rated_seats == 0
    assert con.execute("select count(*) from player_ratings").fetchall() == [(0,)]


def test_pending_hands_are_counted_without_a_change(con, home):
    present = [person("a"), person("b"), person("c"), person("d")]
    missing = [person("a"), person("b"), away("c"), person("d")]
    first = make_hand("h1", present, [100, 0], ended_at=MINUTE)
    second = make_hand("h2", missing, [100, 0], ended_at=2 * MINUTE)
    fill(con, [first, second], [])

    refresh(con, home, NOW)

    rows = con.execute(
        "select n_pending_hands, rated_hands, last_hand_id from player_ratings "
        "where player_id = 'c'"
    ).fetchall()
    assert rows == [(1, 1, "h1")]


def test_hand_that_is_gone_takes_its_ladder_along(con, home, season):
    fill(con, *season)
    refresh(con, home, NOW)

    for table in ("hands", "plain_hand_sides", "plain_hand_seats"):
        con.execute(f"delete from {table}")
    refresh(con, home, NOW)

    for table in ("rating_changes", "player_ratings", "level_changes"):
        assert con.execute(f"select count(*) from {table}").fetchall() == [(0,)]


def test_empty_warehouse_has_levels_and_a_live_configuration(con, home):
    refresh(con, home, NOW)

    levels = con.execute(
        "select level_no, level, form_line from levels where ladder = 'tiles/solo' "
        "order by level_no limit 2"
    ).fetchall()
    assert levels == [(0, "Beginner", None), (1, "Improver", 950.0)]
    assert live_version(con).config == RatingConfig()
    assert tomllib.loads(home.rating_toml.read_text())["version"] == 1


def test_edited_file_becomes_a_new_version(con, home):
    refresh(con, home, NOW)
    home.rating_toml.write_text("[form]\nspan = 50\n")

    refresh(con, home, NOW)

    versions = read_versions(con)
    assert [v.is_live for v in versions] == [False, True]
    assert versions[1].config.form.span == 50
    assert versions[1].parent_config_id == 1


def test_file_with_a_fault_changes_nothing(con, home, season):
    fill(con, *season)
    refresh(con, home, NOW)
    home.rating_toml.write_text("[form]\nspan = 0\n")

    with pytest.raises(RatingConfigError, match=r"form\.span"):
        refresh(con, home, NOW)

    assert len(read_versions(con)) == 1


def test_revert_is_a_new_version_and_restores_every_number(con, home, season):
    fill(con, *season)
    refresh(con, home, NOW)
    before = _changes(con)
    other = with_values(RatingConfig(), {"change.margin_scale.coastal": 300})

    rate(con, _adopt(con, home, other), NOW)
    between = _changes(con)
    rate(con, _adopt(con, home, read_version(con, 1).config), NOW)

    assert between != before
    assert _changes(con) == before
    assert [v.parent_config_id for v in read_versions(con)] == [None, 1, 2]


def _changes(con):
    return con.execute(
        "select * exclude (rating_run_id) from rating_changes order by ladder, seq"
    ).fetchall()


def _adopt(con, home, config):
    return adopt(con, home, config, now=NOW, author="t", reason="r")


def test_unknown_version_is_refused_with_those_that_exist(con, home):
    publish_version(con, RatingConfig(), now=NOW, author="t", reason="r")

    with pytest.raises(UnknownConfigError, match=r"found no configuration 7.*: 1"):
        read_version(con, 7)


def test_times_are_compared_to_the_microsecond(con):
    seats = [person("a"), person("b"), person("c"), person("d")]
    late = make_hand("h1", seats, [5, 0], ended_at=MINUTE + 1)
    early = make_hand("h2", seats, [5, 0], ended_at=MINUTE)
    fill(con, [late, early], [])

    assert load_hands(con).hand_id.to_pylist() == ["h2", "h1"]


def test_equal_times_are_ordered_by_game_number_and_id_byte_by_byte(con):
    seats = [person("a"), person("b"), person("c"), person("d")]
    named = [("h4", "b", 1), ("h1", "a", 10), ("H3", "a", 9), ("h0", "B", 5)]
    hands = [
        make_hand(h, seats, [5, 0], game_id=g, hand_no=n, ended_at=MINUTE)
        for h, g, n in named
    ]
    fill(con, hands, [])

    assert load_hands(con).hand_id.to_pylist() == ["h0", "H3", "h1", "h4"]


def test_times_of_rows_are_instants_in_utc(con, home):
    seats = [person("a"), person("b"), person("c"), person("d")]
    fill(con, [make_hand("h", seats, [5, 0], ended_at=MINUTE)], [])

    refresh(con, home, NOW)

    rows = con.execute("select distinct ended_at from rating_changes").fetchall()
    assert rows == [(time_of(MINUTE),)]
