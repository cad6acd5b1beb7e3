"""`make mutants`: faults in rulesets, scoring and legality that no test notices."""

import argparse
import json
import math
import os
import sys
import time
import tomllib
from collections.abc import Container, Iterable, Iterator, Sequence
from pathlib import Path

from tests.mutants.judge import ROOT, WARM_PACKAGES, Court, Verdict, baseline, hash_of
from tests.mutants.mutate import Mutant, mutants_of

GROUPS = {
    "scoring": "score tally special_hands position position_table position_checks"
    " position_lines result_check",
    "rulesets": "ruleset options rulesets/__init__ rulesets/coastal rulesets/classic"
    " rulesets/partnership rulesets/tiles",
    "legality": "melds opening pile discards going_out way_out asking stock turn ending"
    " deal joker_button state holdings conservation forced legal_moves move_records"
    " numbered replay cards",
}
OUT = ROOT / "artifacts" / "mutants"
EQUIVALENT = Path(__file__).with_name("equivalent.toml")

Key = tuple[str, str, str, str]


def paths_of(names: Iterable[str]) -> list[str]:
    """The files of groups and modules, each once."""
    modules = [word for name in names for word in GROUPS.get(name, name).split()]
    return list(dict.fromkeys(f"engine/{word}.py" for word in modules))


def equivalent() -> dict[Key, str]:
    """The reasons why some mutants cannot be noticed, by what names them."""
    entries = tomllib.loads(EQUIVALENT.read_text("utf-8")).get("mutant", [])
    return {
        (e["path"], e["function"], e["before"], e["after"]): e["reason"]
        for e in entries
    }


class Memory:
    """Verdicts of earlier runs that still hold: the same module, the same test."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.noticed: dict[tuple[object, ...], tuple[str, str]] = {}
        for line in file.read_text("utf-8").splitlines() if file.exists() else ():
            *key, test, test_hash = json.loads(line)
            self.noticed[tuple(key)] = (test, test_hash)

    def test_that_noticed(self, mutant: Mutant) -> str | None:
        """The test that noticed the mutant, if neither has changed since."""
        test, test_hash = self.noticed.get(self._key(mutant), ("", ""))
        still_holds = test and hash_of(test.partition("::")[0]) == test_hash
        return test if still_holds else None

    def tests_by_function(
        self, mutants: Iterable[Mutant]
    ) -> Iterator[tuple[Mutant, str]]:
        """The mutants noticed before, with their tests: a hint which to try first."""
        for mutant in mutants:
            test = self.test_that_noticed(mutant)
            if test is not None:
                yield mutant, test

    def remember(self, verdict: Verdict) -> None:
        """Write a mutant down that was noticed."""
        if not verdict.is_by_test:
            return
        test = str(verdict.noticed_by)
        line = [*self._key(verdict.mutant), test, hash_of(test.partition("::")[0])]
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    @staticmethod
    def _key(mutant: Mutant) -> tuple[object, ...]:
        return mutant.path, mutant.number, hash_of(mutant.path)


def judge_all(
    mutants: Sequence[Mutant],
    every: Sequence[Mutant],
    memory: Memory,
    workers: int,
    most_s: float,
) -> list[Verdict]:
    """Judge the mutants on several processes; the verdicts on survivors."""
    known = baseline(OUT)
    hints = list(memory.tests_by_function(every))
    survivors_file = OUT / "survivors.jsonl"
    survivors_file.write_text("", "utf-8")
    by_number = {(m.path, m.number): m for m in mutants}

    def report(verdict: Verdict) -> None:
        memory.remember(verdict)
        if verdict.noticed_by is None:
            m = verdict.mutant
            with survivors_file.open("a", encoding="utf-8") as file:
                file.write(json.dumps([m.path, m.number, verdict.why]) + "\n")

    pids = []
    for worker in range(workers):
        pid = os.fork()
        if pid == 0:
            verdict_file = OUT / f"verdict-{worker}.json"
            court = Court(known, report, verdict_file, most_s)
            for mutant, test in hints:
                court.learn(mutant, test)
            court.judge(mutants[worker::workers])
            os._exit(0)
        pids.append(pid)
    for pid in pids:
        os.waitpid(pid, 0)
    lines = survivors_file.read_text("utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    return [Verdict(by_number[path, number], None, why) for path, number, why in found]


def main() -> int:
    """Judge and report; 1 if a mutant survives that is not known to be equivalent."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        default=list(GROUPS),
        help=f"groups ({', '.join(GROUPS)}) or modules of the engine; default: all",
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--anew", action="store_true", help="forget earlier verdicts")
    parser.add_argument(
        "--most-seconds",
        type=float,
        default=math.inf,
        help="leave out tests that take longer: a quick first look (0.1 is a good one)",
    )
    args = parser.parse_args()
    began = time.monotonic()
    OUT.mkdir(parents=True, exist_ok=True)
    if args.anew:
        for name in ("noticed.jsonl", "baseline.pickle"):
            (OUT / name).unlink(missing_ok=True)
    for package in WARM_PACKAGES:
        __import__(package)
    memory = Memory(OUT / "noticed.jsonl")
    mutants = [
        mutant
        for path in paths_of(args.names)
        for mutant in mutants_of(path, (ROOT / path).read_text("utf-8"))
    ]
    reasons = equivalent()
    to_judge = [
        m
        for m in mutants
        if m.key not in reasons and memory.test_that_noticed(m) is None
    ]
    survivors = []
    if to_judge:
        survivors = judge_all(
            to_judge, mutants, memory, args.workers, args.most_seconds
        )
    order = {(m.path, m.number): i for i, m in enumerate(mutants)}
    survivors.sort(key=lambda v: order[v.mutant.path, v.mutant.number])
    _print(survivors)
    judged = {m.path for m in mutants}
    stale = [k for k in reasons if k[0] in judged and k not in {m.key for m in mutants}]
    for path, function, before, _ in stale:
        _say(f"equivalent.toml names no mutant any more: {path} {function}: {before}")
    for row in table(mutants, reasons, {v.mutant for v in survivors}):
        _say(row)
    _say(f"{len(to_judge)} judged in this run, {time.monotonic() - began:.0f} s")
    return 1 if survivors or stale else 0


def table(
    mutants: Sequence[Mutant], reasons: Container[Key], left: Container[Mutant]
) -> Iterator[str]:
    """What became of the mutants of each module, in Markdown."""
    yield "| module | mutants | noticed | equivalent | left |"
    yield "|---|---:|---:|---:|---:|"
    paths = list(dict.fromkeys(m.path for m in mutants))
    for path in [*paths, ""]:
        own = [m for m in mutants if not path or m.path == path]
        n_equivalent = sum(m.key in reasons for m in own)
        n_left = sum(m in left for m in own)
        n_noticed = len(own) - n_equivalent - n_left
        name = f"`{path.removeprefix('engine/')}`" if path else "all"
        yield f"| {name} | {len(own):,} | {n_noticed:,} | {n_equivalent} | {n_left} |"


def _print(survivors: Sequence[Verdict]) -> None:
    for verdict in survivors:
        m = verdict.mutant
        why = f"  ({verdict.why})" if verdict.why else ""
        _say(f"{m.path}:{m.line} {m.function}{why}\n  - {m.before}\n  + {m.after}")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
