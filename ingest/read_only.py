"""`coastal verify`: the checks of ingest without a warehouse; nothing is written."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ingest.block import Refusal
from ingest.lines import LogFile
from ingest.terminal import Advance
from ingest.workers import started_workers


@dataclass(frozen=True, slots=True)
class Finding:
    """One refused line of a file that was verified."""

    path: Path
    line_no: int
    refusal: Refusal

    def row(self) -> dict[str, object]:
        """The fields that `coastal verify` prints."""
        return {
            "file": str(self.path),
            "line_no": self.line_no,
            "code": self.refusal.code,
            "message": self.refusal.message,
        }


@dataclass(slots=True)
class Verification:
    """What became of the lines: each is counted once."""

    lines: int = 0
    blank: int = 0
    verified: int = 0
    unverified: int = 0
    players: int = 0
    refused: int = 0
    truncated: int = 0
    seconds: float = 0.0
    findings: list[Finding] = field(default_factory=list)

    def summary(self) -> dict[str, object]:
        """The counts, for printing."""
        return {
            "lines": self.lines,
            "blank": self.blank,
            "verified": self.verified,
            "unverified": self.unverified,
            "players": self.players,
            "refused": self.refused,
            "truncated": self.truncated,
            "seconds": round(self.seconds, 3),
        }


def verify(
    files: Sequence[Path],
    *,
    n_workers: int | None = None,
    advance: Advance = lambda _: None,
) -> Verification:
    """Replay every hand of `files` in the engine; `advance` is told bytes done."""
    started = time.perf_counter()
    done = Verification()
    n_bytes = sum(path.stat().st_size for path in files)
    with started_workers(n_workers, n_bytes=n_bytes) as workers:
        for path in files:
            with LogFile(path) as file:
                if file.is_utf_16:
                    done.findings.append(_utf_16(path, file))
                    done.lines, done.refused = done.lines + 1, done.refused + 1
                    continue
                n_truncated = done.truncated
                for block, result in workers.read(file.blocks(), "all", keep=False):
                    done.findings += [
                        Finding(path, done.lines + refusal.line, refusal)
                        for refusal in result.refusals
                    ]
                    done.lines += result.n_lines
                    done.blank += result.blank
                    done.verified += result.n_verified
                    done.unverified += result.n_hands - result.n_verified
                    done.players += result.n_players
                    done.refused += len(result.refusals)
                    done.truncated += result.truncated
                    advance(len(block.data))
                if file.is_cut and done.truncated == n_truncated:
                    done.lines, done.truncated = done.lines + 1, done.truncated + 1
    done.seconds = time.perf_counter() - started
    return done


def _utf_16(path: Path, file: LogFile) -> Finding:
    for _ in file.blocks():
        pass
    sentence = "the file is UTF-16, expected UTF-8; save it as UTF-8"
    return Finding(path, 1, Refusal(1, 0, "bad_utf8", sentence, b""))


def paths_shown(findings: Sequence[Finding]) -> Iterator[str]:
    """One line of text a finding: file, line, code and sentence."""
    for finding in findings:
        yield (
            f"{finding.path}:{finding.line_no}: {finding.refusal.code}: "
            f"{finding.refusal.message}"
        )
