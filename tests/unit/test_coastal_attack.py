"""The command line refuses bytes that are no text."""

from pathlib import Path

import pytest

import coastal
from engine.errors import UsageError


def test_score_of_a_binary_file_is_wrong_use(tmp_path: Path) -> None:
    file = tmp_path / "position.json"
    file.write_bytes(b"\x92\xff\x00")
    with pytest.raises(UsageError, match="not UTF-8"):
        coastal.score(str(file))
