"""Damaged files give one sentence that says what to do."""

from pathlib import Path

import pytest

from ingest.home import Home
from ingest.read_only import verify
from ingest.snapshot import DamagedSnapshotError, open_snapshot
from ingest.warehouse import WarehouseError, open_warehouse


def _published(tmp_path: Path, build: str) -> Home:
    home = Home(tmp_path)
    home.published.mkdir()
    (home.published / "CURRENT").write_text(build)
    return home


def test_a_pointer_to_a_build_that_is_not_there_is_told(tmp_path: Path) -> None:
    home = _published(tmp_path, "gone")
    with pytest.raises(DamagedSnapshotError, match=r"names gone\.duckdb"):
        open_snapshot(home)


def test_a_damaged_build_is_told(tmp_path: Path) -> None:
    home = _published(tmp_path, "torn")
    (home.published / "torn.duckdb").write_bytes(b"x" * 20_000)
    with pytest.raises(DamagedSnapshotError, match="damaged"):
        open_snapshot(home)


def test_a_damaged_warehouse_points_to_rebuild(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.warehouse.write_bytes(b"x" * 20_000)
    with (
        pytest.raises(WarehouseError, match="coastal rebuild"),
        open_warehouse(home),
    ):
        pass


@pytest.mark.parametrize("head", [b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd"])
def test_verify_counts_a_broken_compressed_file_as_truncated(
    tmp_path: Path, head: bytes
) -> None:
    log = tmp_path / "hands.jsonl"
    log.write_bytes(head + b"garbage")
    done = verify([log], n_workers=1)
    assert (done.lines, done.truncated) == (1, 1)
