"""Attacks on the SQL of people: each ends in a sentence, none reads or writes more."""

import contextlib
import time
from pathlib import Path

import duckdb
import pytest

from ingest.fence import Limits, QueryError, run_query
from ingest.fence_child import HIDDEN as HIDDEN_NAMES
from ingest.fence_child import SETTINGS
from ingest.snapshot import DamagedSnapshotError


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory):
    path = tmp_path_factory.mktemp("fence") / "build.duckdb"
    with duckdb.connect(str(path)) as con:
        con.execute("create table hands as select range as hand_no from range(20)")
        con.execute("create schema pub")
        con.execute("create table pub.levels as select 'Beginner' as level")
    return path


def test_rows_types_and_columns_come_back(snapshot):
    result = run_query(
        snapshot, "select hand_no, 'é' as name, null as x from hands order by 1 limit 2"
    )

    assert result.columns == ("hand_no", "name", "x")
    assert result.types[:2] == ("BIGINT", "VARCHAR")
    assert result.rows() == [(0, "é", None), (1, "é", None)]
    assert (result.n_rows, result.is_truncated) == (2, False)


def test_rows_beyond_the_cap_are_cut_and_said_to_be(snapshot):
    capped = Limits(max_rows=7)

    cut = run_query(snapshot, "from hands", capped)
    counted = run_query(snapshot, "from hands", capped, count_rows=True)

    assert (len(cut.rows()), cut.n_rows, cut.is_truncated) == (7, None, True)
    assert (len(counted.rows()), counted.n_rows, counted.is_truncated) == (7, 20, True)


def test_exactly_as_many_rows_as_the_cap_are_not_truncated(snapshot):
    result = run_query(snapshot, "from hands", Limits(max_rows=20))

    assert (result.n_rows, result.is_truncated) == (20, False)


def test_schema_is_what_unqualified_names_mean(snapshot):
    assert run_query(snapshot, "from levels", schema="pub").rows() == [("Beginner",)]


@pytest.mark.parametrize("query", ["explain select 1", "describe hands", "from hands;"])
def test_statements_that_only_read_are_let_through(snapshot, query):
    assert run_query(snapshot, query).rows()


REFUSED = [
    "",
    "-- nothing",
    "select 1; select 2",
    "select 1; drop table hands",
    "drop table hands",
    "insert into hands values (1)",
    "create temp table x as select 1",
    "copy hands to '{out}'",
    "copy (select 1) to '{out}' (format parquet)",
    "export database '{out}'",
    "attach '{secret}' as other",
    "select * from read_text('{secret}')",
    "select * from '{secret}'",
    "select * from read_csv('{secret}')",
    "select * from read_blob('/proc/self/environ')",
    "select * from glob('/etc/*')",
    "from query('from ''{secret}''')",
    "from parquet_metadata('{secret}')",
    "set memory_limit = '64GB'",
    "set variable x = 1",
    "reset lock_configuration",
    "pragma enable_profiling",
    "call enable_logging(storage = 'file')",
    "checkpoint",
    "install httpfs",
    "load httpfs",
    "from read_text('https://example.com/')",
    "select getenv('HOME')",
    "create secret s (type s3)",
    "begin",
    "use pub",
    "execute x",
    "select nothing from nowhere",
    "selec 1",
    "select * from subprocess",
    "from sys",
]


@pytest.mark.parametrize("query", REFUSED)
def test_attack_ends_in_one_sentence(snapshot, tmp_path, query):
    secret, out = tmp_path / "secret.txt", tmp_path / "out"
    secret.write_text("top secret")
    before = snapshot.read_bytes()

    with pytest.raises(QueryError) as refused:
        run_query(snapshot, query.format(secret=secret, out=out))

    assert "\n" not in str(refused.value)
    assert "top secret" not in str(refused.value)
    assert not out.exists()
    assert snapshot.read_bytes() == before


HIDDEN = [
    "from duckdb_databases()",
    "from DuckDB_Databases",
    'select path from "duckdb_databases"()',
    "select * from system.main.duckdb_databases()",
    "summarize select path from duckdb_databases()",
    "from pragma_database_list",
    "from pg_settings",
    "from duckdb_settings()",
    "select current_setting('allowed_paths')",
    "from query('from duckdb_' || 'databases()')",
    "from \"query\"('from duckdb_' || 'databases()')",
    "from query /* ( */ -- (\n ('from duckdb_' || 'databases()')",
    "from query_table('duckdb_' || 'databases')",
    (
        "select * from json_execute_serialized_sql("
        "json_serialize_sql('from duckdb_' || 'databases()'))"
    ),
    "select '--', path from duckdb_databases()",
]


@pytest.mark.parametrize("query", HIDDEN)
def test_query_that_asks_about_the_machine_is_refused(snapshot, query):
    with pytest.raises(QueryError, match="tells about this machine") as refused:
        run_query(snapshot, query)

    assert str(snapshot.parent) not in str(refused.value)


def test_words_that_only_look_alike_are_no_reason_to_refuse(snapshot):
    query = "select 1 as query, 'a query (of hands)' as current_settings"

    with pytest.raises(QueryError):
        run_query(snapshot, query)  # a call of query, as far as can be told

    assert run_query(snapshot, "select 1 as query, 2 as n").rows() == [(1, 2)]


def test_no_function_or_view_of_duckdb_tells_where_the_snapshot_lies(snapshot):
    functions = run_query(
        snapshot,
        "select distinct function_name from duckdb_functions() "
        "where function_type = 'table' and len(parameters) = 0",
    ).rows()
    views = run_query(
        snapshot, "select view_name from duckdb_views() where internal"
    ).rows()
    assert len(functions) > 10 < len(views)

    # One query for all that can be asked at once, the refused ones left out.
    asked = [f"{name}()" for (name,) in functions] + [f'"{name}"' for (name,) in views]
    told = [name for name in sorted(set(asked)) if not HIDDEN_NAMES.search(name)]
    place = str(snapshot.parent)
    with duckdb.connect(str(snapshot), read_only=True) as con:
        for setting in SETTINGS:
            con.execute(setting)
        for name in told:
            with contextlib.suppress(duckdb.Error):
                assert place not in repr(con.execute(f"from {name}").fetchall()), name
        assert place in repr(con.execute("from duckdb_databases()").fetchall())


BOMBS = [
    "select length(repeat('x', 3000000000))",
    "select len(list(range)) from range(1000000000)",
    "select count(*) from range(100000000000)",
    "with recursive t(i) as (select 1 union all select i + 1 from t) from t order by 1",
    "select count(distinct a.range * b.range) from range(100000) a, range(100000) b",
]


@pytest.mark.parametrize("query", BOMBS)
def test_bomb_is_stopped_by_the_limits(snapshot, query):
    started = time.monotonic()

    with pytest.raises(QueryError, match="narrow it"):
        run_query(snapshot, query, Limits(seconds=1, memory_mb=256))

    assert time.monotonic() - started < 12  # 1 s, and a slow start on a busy machine


def test_names_of_this_process_are_not_tables(snapshot):
    rows = [1, 2, 3]

    with pytest.raises(QueryError):
        run_query(snapshot, "from rows")
    assert rows


def test_environment_of_this_process_is_not_handed_on(snapshot, monkeypatch):
    from ingest import fence

    monkeypatch.setenv("COASTAL_SECRET", "x")

    assert "COASTAL_SECRET" not in fence._environment()


def test_missing_snapshot_is_a_sentence(tmp_path):
    with pytest.raises(DamagedSnapshotError, match=r"gone\.duckdb, which is not there"):
        run_query(Path(tmp_path / "gone.duckdb"), "select 1")


def test_snapshot_that_is_no_database_is_a_sentence(tmp_path):
    (tmp_path / "torn.duckdb").write_bytes(b"x" * 20_000)

    with pytest.raises(DamagedSnapshotError, match="damaged; publish anew"):
        run_query(tmp_path / "torn.duckdb", "select 1")
