"""Damaged files give one sentence that says what to do."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ingest.home import Home, NotAHomeError
from ingest.publish import publish
from ingest.read_only import verify
from ingest.rebuild import rebuild
from ingest.snapshot import DamagedSnapshotError, current_build, open_snapshot
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


POINTERS = {
    "long": b"a" * 5_000,
    "path": b"../../etc/passwd",
    "bytes": b"\xff\xfe",
    "empty": b"",
}


@pytest.mark.parametrize("content", POINTERS.values(), ids=POINTERS)
def test_a_pointer_that_is_no_name_is_told(tmp_path: Path, content: bytes) -> None:
    home = _published(tmp_path, "x")
    (home.published / "CURRENT").write_bytes(content)

    with pytest.raises(DamagedSnapshotError, match="expected the name of a build") as e:
        current_build(home)

    assert len(str(e.value)) < len(str(tmp_path)) + 150


def test_a_pointer_that_is_a_folder_is_told_by_readers_and_writers(
    tmp_path: Path,
) -> None:
    home = Home(tmp_path)
    (home.published / "CURRENT").mkdir(parents=True)

    with pytest.raises(DamagedSnapshotError, match="is a folder, expected a file"):
        open_snapshot(home)
    with (
        pytest.raises(WarehouseError, match="CURRENT is a folder, where a file"),
        open_warehouse(home) as con,
    ):
        publish(home, con, datetime(2026, 11, 30, tzinfo=UTC))


def test_a_warehouse_that_is_a_folder_is_told_by_rebuild(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.warehouse.mkdir()

    with pytest.raises(WarehouseError, match=r"warehouse\.duckdb is a folder"):
        rebuild(home, datetime(2026, 11, 30, tzinfo=UTC))


def test_a_home_that_is_a_file_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("x")

    with pytest.raises(NotAHomeError, match="is a file, expected a folder") as told:
        Home.from_option(path)

    assert told.value.exit_status == 1


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
