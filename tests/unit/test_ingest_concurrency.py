"""Writers wait for each other, readers for nobody, and nothing fails."""

from benchmarks.concurrency_figures import HANDS_A_FILE, crowd
from ingest.home import Home
from ingest.snapshot import open_snapshot


def test_two_writers_and_four_readers_at_once_see_no_fault(tmp_path):
    home = Home(tmp_path)

    found = crowd(home, seconds=3.0, n_writers=2, n_readers=4)

    assert found.faults == []
    assert all(one.seconds for one in (*found.readers, *found.writers))
    n_files = 1 + sum(len(one.seconds) for one in found.writers)
    with open_snapshot(home) as con:
        assert con.execute("select count(*) from hands").fetchall() == [
            (n_files * HANDS_A_FILE,)
        ]
