"""Runs the tests against one fault after the other, each in a forked process.

Tests are collected once. A fault inside a function is put into the functions
that live already, by their code; one that acts while a module is imported is
judged by a process of its own that imports the engine anew. No file is touched.
"""

import functools
import gc
import hashlib
import importlib.abc
import importlib.util
import json
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest

from tests.mutants.mutate import COMPREHENSIONS, Mutant, compiled, functions_of

ROOT = Path(__file__).parents[2]
TEST_FILES = (
    "tests/unit/test_engine_*.py",
    "tests/golden/test_engine_*.py",
    "tests/property/test_engine_*.py",
    "tests/property/test_players_forced_pile.py",
    "tests/property/test_players_legal_play.py",
    "tests/playthroughs/test_*.py",
    "tests/docs/test_engine_clauses.py",
)
# Imported before any fork: none of them imports the engine.
WARM_PACKAGES = ("hypothesis", "msgspec", "_pytest.assertion.rewrite")
# Quick files that notice most of what acts while a ruleset is imported.
FIRST_FILES = (
    "tests/unit/test_engine_rulesets.py",
    "tests/golden/test_engine_ruleset_table.py",
    "tests/golden/test_engine_scoring.py",
)
IDLE_PLUGINS = (  # they halve the time of a small test by not being there
    "cacheprovider",
    "faulthandler",
    "logging",
    "threadexception",
    "unraisableexception",
    "warnings",
    "xdist",
)
CPU_SPARE_S = 2.0  # a test may take this, and five times what it takes unchanged
CPU_FACTOR = 5.0
IMPORTED_ANEW = ("engine/rulesets/", "engine/ruleset.py", "engine/options.py")

TOO_LONG = "a test does not end"


@dataclass(frozen=True)
class Verdict:
    """What the tests said: `noticed_by` is None for a mutant that survives."""

    mutant: Mutant
    noticed_by: str | None
    why: str  # of a survivor

    @property
    def is_by_test(self) -> bool:
        """Whether a test noticed it, and not that no test could be collected."""
        return self.noticed_by is not None and "::" in self.noticed_by


@dataclass
class Baseline:
    """Of each test, by its id: CPU seconds, and the engine's functions it calls."""

    seconds: dict[str, float] = field(default_factory=dict)
    calls: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)  # test file -> its hash
    modules: dict[str, dict[str, str]] = field(default_factory=dict)  # then, by test

    def has(self, item: pytest.Item) -> bool:
        """Whether the test was measured as it stands."""
        file = item.nodeid.partition("::")[0]
        return item.nodeid in self.seconds and self.files.get(file) == hash_of(file)

    def may_call(self, item: pytest.Item, function: tuple[str, str]) -> bool:
        """Whether the test calls the function, or was measured with another module."""
        path, _ = function
        if self.modules.get(item.nodeid, {}).get(path) != hash_of(path):
            return True
        return function in self.calls.get(item.nodeid, ())


@functools.cache
def hash_of(path: str) -> str:
    """What tells whether a file of the project has changed."""
    file = ROOT / path
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else ""


class _Plugin:
    """Takes pytest over once the tests are collected."""

    def __init__(self, run: Callable[[list[pytest.Item]], None]) -> None:
        self.run = run

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run what the plugin was made for instead of the tests one by one."""
        if session.testsfailed:  # a file could not be imported
            return False  # pytest says so
        self.failed = False
        self.run(session.items)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember whether the test failed."""
        if report.failed:
            self.failed = True


def _pytest(plugin: _Plugin, files: Sequence[str]) -> int:
    """Collect the files in this process and hand the tests to the plugin."""
    sys.dont_write_bytecode = True
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    options = ["-qs", "--noconftest", "--tb=no", "-m", "not soak"]
    # plain: what a failed assertion says is of no matter, and rewriting costs half
    options += ["--hypothesis-seed=0", "-o", "filterwarnings=", "--assert=plain"]
    options += [f"-pno:{name}" for name in IDLE_PLUGINS]
    return int(pytest.main([*options, *files], plugins=[plugin]))


def test_files() -> list[str]:
    """The files whose tests judge."""
    return sorted(
        path.relative_to(ROOT).as_posix()
        for pattern in TEST_FILES
        for path in ROOT.glob(pattern)
    )


def _forked(work: Callable[[], None]) -> int:
    """Run in a forked process; its wait status."""
    pid = os.fork()
    if pid == 0:
        try:
            work()
        except BaseException:
            os._exit(9)
        os._exit(0)
    return os.waitpid(pid, 0)[1]


def baseline(folder: Path) -> Baseline:
    """Run every test unchanged; what it costs and what it calls.

    Tests whose file is as it was the last time are not run again.

    Raises
    ------
    RuntimeError
        A test fails without any fault: nothing can be said then.
    """
    engine = str(ROOT / "engine")
    file = folder / "baseline.pickle"
    known = pickle.loads(file.read_bytes()) if file.exists() else Baseline()
    failed = folder / "failed.txt"
    failed.write_text("they cannot be collected", "utf-8")

    def run(items: list[pytest.Item]) -> None:
        caches = _caches()
        paths = (
            path.relative_to(ROOT).as_posix() for path in ROOT.glob("engine/**/*.py")
        )
        modules = {path: hash_of(path) for path in paths}
        for item in items:
            if known.has(item):
                continue
            for cached in caches:
                cached.cache_clear()
            calls: set[CodeType] = set()

            def note(frame: object, *_: object, calls: set[CodeType] = calls) -> None:
                calls.add(frame.f_code)  # type: ignore[attr-defined]

            began = time.process_time()
            sys.settrace(note)
            _run(plugin, item, None)
            sys.settrace(None)
            if plugin.failed:
                failed.write_text(item.nodeid, "utf-8")
                return
            known.seconds[item.nodeid] = time.process_time() - began
            known.modules[item.nodeid] = modules
            known.calls[item.nodeid] = {
                _name(code) for code in calls if code.co_filename.startswith(engine)
            }
        known.files = {name: hash_of(name) for name in test_files()}
        file.write_bytes(pickle.dumps(known))
        failed.unlink()

    plugin = _Plugin(run)
    _forked(lambda: _pytest(plugin, test_files()) and None)
    if failed.exists():
        raise RuntimeError(
            f"the tests fail without any fault: {failed.read_text('utf-8')}"
        )
    return pickle.loads(file.read_bytes())  # type: ignore[no-any-return]


def _name(code: CodeType) -> tuple[str, str]:
    return os.path.relpath(code.co_filename, ROOT), code.co_qualname


def _run(plugin: _Plugin, item: pytest.Item, after: pytest.Item | None) -> None:
    plugin.failed = False
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)


def _caches() -> "list[functools._lru_cache_wrapper[object]]":
    """What the engine remembers between tests."""
    return [
        found
        for found in gc.get_objects()
        if isinstance(found, functools._lru_cache_wrapper)
        and str(found.__module__).startswith("engine")
    ]


class Court:
    """Judges mutants; keeps what it learns about who notices what."""

    def __init__(
        self,
        known: Baseline,
        report: Callable[[Verdict], None],
        verdicts: Path,
        most_s: float,
    ) -> None:
        self.known = known
        self.most_s = most_s
        self.report = report
        self.verdict_file = verdicts
        self.recent: dict[str, list[str]] = {}  # by path and function, latest last

    def judge(self, mutants: Sequence[Mutant]) -> None:
        """Judge them: last those for which the engine is imported anew."""
        swaps: list[tuple[Mutant, CodeType, CodeType]] = []
        imports: list[tuple[Mutant, CodeType]] = []
        for path in dict.fromkeys(m.path for m in mutants):
            own = [m for m in mutants if m.path == path]
            source = (ROOT / path).read_text("utf-8")
            whole, *codes = compiled(ROOT / path, source, [m.number for m in own])
            for mutant, code in zip(own, codes, strict=True):
                pair = _changed_function(whole, code)
                if pair is None or path.startswith(IMPORTED_ANEW):
                    imports.append((mutant, code))
                else:
                    swaps.append((mutant, *pair))
        if swaps:
            plugin = _Plugin(lambda items: self._judge_by_swap(plugin, items, swaps))
            _forked(lambda: _pytest(plugin, test_files()) and None)
        for mutant, code in imports:
            self._judge_by_import(mutant, code)

    def _judge_by_import(self, mutant: Mutant, code: CodeType) -> None:
        """Import the engine with the fault in it, a few test files first, then all."""
        latest = self._recent_of(mutant)[:1]
        likely = [test.partition("::")[0] for test in latest]
        first = list(dict.fromkeys([*likely, *FIRST_FILES]))
        for files in (first, test_files()):
            verdict = self._import_and_run(mutant, code, files)
            if verdict.noticed_by is not None:
                break
        self._settle(verdict)

    def _import_and_run(
        self, mutant: Mutant, code: CodeType, files: Sequence[str]
    ) -> Verdict:
        def run(items: list[pytest.Item]) -> None:
            self._try(plugin, mutant, items)

        def work() -> None:
            name = mutant.path.removesuffix(".py").removesuffix("/__init__")
            sys.meta_path.insert(0, _Finder(name.replace("/", "."), code))
            if _pytest(plugin, files) != 0:  # a test file could not be imported
                self._write(Verdict(mutant, "collecting the tests", ""))

        plugin = _Plugin(run)
        return self._verdict_of(mutant, work)

    def _judge_by_swap(
        self,
        plugin: _Plugin,
        items: list[pytest.Item],
        swaps: Iterable[tuple[Mutant, CodeType, CodeType]],
    ) -> None:
        functions: dict[str, list[FunctionType]] = {}
        for found in gc.get_objects():
            if isinstance(found, FunctionType):
                functions.setdefault(found.__code__.co_filename, []).append(found)
        caches = _caches()
        gc.freeze()  # what was collected is never looked through again
        for mutant, old, new in swaps:
            name = _name(old)
            called_by = [item for item in items if self.known.may_call(item, name)]
            live = functions[old.co_filename]

            def work(
                mutant: Mutant = mutant,
                old: CodeType = old,
                new: CodeType = new,
                called_by: list[pytest.Item] = called_by,
                live: list[FunctionType] = live,
            ) -> None:
                pairs = list(zip(_with_inner(old), _with_inner(new), strict=True))
                for function in live:
                    for before, after in pairs:
                        if function.__code__ == before:
                            function.__code__ = after
                            break
                for cached in caches:
                    cached.cache_clear()
                self._try(plugin, mutant, called_by)

            self._settle(self._verdict_of(mutant, work))

    def _try(self, plugin: _Plugin, mutant: Mutant, items: list[pytest.Item]) -> None:
        """Run the tests until one fails, and write down which."""
        self._write(Verdict(mutant, None, ""))
        by_id = {item.nodeid: item for item in items}
        likely = [by_id[i] for i in self._recent_of(mutant) if i in by_id]
        for item in likely:
            self._try_one(plugin, mutant, item, None)
        cost: dict[str, float] = {}
        for item in items:
            file = item.nodeid.partition("::")[0]
            cost[file] = cost.get(file, 0.0) + self._seconds(item)
        rest = [
            item
            for item in items
            if item not in likely and self._seconds(item) <= self.most_s
        ]
        rest.sort(key=lambda item: cost[item.nodeid.partition("::")[0]])
        for item, after in zip(rest, [*rest[1:], None], strict=True):
            self._try_one(plugin, mutant, item, after)

    def _try_one(
        self,
        plugin: _Plugin,
        mutant: Mutant,
        item: pytest.Item,
        after: pytest.Item | None,
    ) -> None:
        self._write(Verdict(mutant, item.nodeid, TOO_LONG))  # true if it is killed
        limit = CPU_SPARE_S + CPU_FACTOR * self._seconds(item)
        signal.setitimer(signal.ITIMER_PROF, limit)
        _run(plugin, item, after)
        signal.setitimer(signal.ITIMER_PROF, 0)
        if plugin.failed:
            self._write(Verdict(mutant, item.nodeid, ""))
            os._exit(0)
        self._write(Verdict(mutant, None, ""))

    def _seconds(self, item: pytest.Item) -> float:
        return self.known.seconds.get(item.nodeid, 1.0)

    def _recent_of(self, mutant: Mutant) -> list[str]:
        of_function = self.recent.get(f"{mutant.path}:{mutant.function}", [])
        of_module = self.recent.get(mutant.path, [])
        latest = [*of_function[:-7:-1], *of_module[:-5:-1]]
        return list(dict.fromkeys(latest))

    def _write(self, verdict: Verdict) -> None:
        self.verdict_file.write_text(
            json.dumps([verdict.noticed_by, verdict.why]), "utf-8"
        )

    def _verdict_of(self, mutant: Mutant, work: Callable[[], None]) -> Verdict:
        self._write(Verdict(mutant, "the process", ""))
        _forked(work)
        noticed_by, why = json.loads(self.verdict_file.read_text("utf-8"))
        return Verdict(mutant, noticed_by, why)

    def _settle(self, verdict: Verdict) -> None:
        if verdict.is_by_test:
            self.learn(verdict.mutant, str(verdict.noticed_by))
        self.report(verdict)

    def learn(self, mutant: Mutant, test: str) -> None:
        """Try this test first on mutants nearby."""
        for where in (mutant.path, f"{mutant.path}:{mutant.function}"):
            recent = self.recent.setdefault(where, [])
            if test in recent:
                recent.remove(test)
            recent.append(test)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module with a fault in it."""

    def __init__(self, name: str, code: CodeType) -> None:
        self.name = name
        self.code = code

    def find_spec(
        self, name: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module's spec, for the one name."""
        if name != self.name:
            return None
        file = self.code.co_filename
        is_package = file.endswith("__init__.py")
        folder = [str(Path(file).parent)] if is_package else None
        return importlib.util.spec_from_file_location(
            name, file, loader=self, submodule_search_locations=folder
        )

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed code as the module."""
        exec(self.code, module.__dict__)


def _with_inner(code: CodeType) -> list[CodeType]:
    """A function's code and that of every function inside it."""
    inner = [c for c in code.co_consts if isinstance(c, CodeType)]
    return [code, *(c for part in inner for c in _with_inner(part))]


def _changed_function(old: CodeType, new: CodeType) -> tuple[CodeType, CodeType] | None:
    """The one outermost function that differs; None if more than that differs."""
    pairs = list(zip(functions_of(old), functions_of(new), strict=True))
    changed = [(a, b) for a, b in pairs if a != b]
    if len(changed) != 1 or _without(old) != _without(new):
        return None
    return changed[0]


def _without(code: CodeType) -> CodeType:
    """A module's or class's code without its functions."""
    consts = []
    for const in code.co_consts:
        if not isinstance(const, CodeType) or const.co_name in COMPREHENSIONS:
            consts.append(const)
        elif not const.co_flags & 1:  # a class body
            consts.append(_without(const))
    return code.replace(co_consts=tuple(consts))
