"""How the warehouse's file is written while logs are loaded."""

import subprocess
import sys

from ingest.warehouse import LOADING_MEMORY, ROW_GROUP, connected, loading, one_row
from tests.unit.hand_records import as_bytes, hand

GROUPS = (
    "select distinct row_group_id, count from pragma_storage_info('numbers') "
    "where column_name = 'number' and segment_type = 'BIGINT' order by 1"
)


def test_rows_are_compressed_in_groups_that_fit_the_memory(tmp_path):
    con = connected(tmp_path / "some.duckdb")
    con.execute("create table numbers as select range as number from range(20_000)")
    con.execute("checkpoint")

    assert ROW_GROUP == 14_336
    assert con.execute(GROUPS).fetchall() == [(0, 14_336), (1, 5_664)]
    con.close()


def test_closed_warehouse_leaves_no_log_and_is_read_like_any_database(desk):
    desk.read(as_bytes(hand()))

    assert not list(desk.home.path.glob("*.wal"))
    assert desk.rows("select hand_id, current_database() from hands") == [
        ("h1", "warehouse")
    ]


def test_path_with_a_quote_in_it_is_opened(tmp_path):
    path = tmp_path / "o'neill.duckdb"
    connected(path).close()

    assert path.is_file()


def test_settings_are_as_before_when_the_loading_is_done(tmp_path):
    names = ("memory_limit", "threads", "write_buffer_row_group_count")
    query = "select " + ", ".join(f"current_setting('{name}')" for name in names)
    con = connected(tmp_path / "some.duckdb")
    before = one_row(con, query)

    with loading(con):
        within = one_row(con, query)

    assert LOADING_MEMORY == "200MB"
    assert within == ("190.7 MiB", 1, 1)
    assert one_row(con, query) == before
    con.close()


def test_spilled_rows_lie_beside_the_database(tmp_path):
    con = connected(tmp_path / "some.duckdb")

    place = one_row(con, "select current_setting('temp_directory')")

    assert place == (f"{tmp_path / 'some.duckdb'}.tmp",)
    con.close()


def test_worker_process_reads_no_pandas_in():
    code = (
        "import sys, ingest.block_server as server\n"
        "sys.meta_path.insert(0, server._NoPandas())\n"
        "import numpy, pyarrow\n"
        "print(pyarrow.array(numpy.arange(3)).sum(), 'pandas' in sys.modules)"
    )

    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert done.stdout == "3 False\n"
