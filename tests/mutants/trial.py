"""Whether the tests of a room notice the faults in its modules.

The tests are collected once. Then each fault gets a copy of the process, in which the functions of its
module are exchanged and the tests run that reach its line, quickest first, and after them the others of
their files: what they use may have been computed in the first. A fault in what runs when a module is
imported, or in a line that no test reaches after that, is loaded instead of the module in a process
that has imported nothing.
"""

import contextlib
import gc
import importlib
import importlib.util
import os
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Final

import coverage
import hypothesis
import pytest
from typing_extensions import override

from tests.mutants.forks import BROKEN, answer_of, quiet, statuses
from tests.mutants.mutations import NO_FAULT, STEP, Mutation, mutated_code
from tests.mutants.rooms import module_name

STEPS: Final = 5_000_000
"""How many a mutated module may make in one test; the most that one makes without a fault is a tenth."""
_SURVIVED, _KILLED, _ENDLESS, _NOT_EXCHANGED = 0, 1, 90, 91
_OPTIONS: Final = (
    *("-q", "-p", "no:cacheprovider", "-n", "0"),
    *("-m", "not (e2e or models or own_process)"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)


class Outcome(Enum):
    """What became of a fault."""

    KILLED = "killed"
    ENDLESS = "endless"
    SURVIVED = "survived"


@dataclass
class Reach:
    """What the tests of a room reach, after all was imported."""

    lines: dict[Path, dict[int, list[str]]] = field(
        default_factory=dict[Path, dict[int, list[str]]]
    )
    """The tests that run each line of each module."""
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    failed: set[str] = field(default_factory=set[str])
    """Tests that fail without any fault."""

    def tests_of(self, mutation: Mutation) -> list[str]:
        """Return the tests that run its line, the quickest first."""
        tests = self.lines.get(mutation.path, {}).get(mutation.line, [])
        return sorted(tests, key=lambda test: (self.seconds.get(test, 0.0), test))

    def files_of(self, path: Path) -> list[str]:
        """Return the test files that run any line of a module."""
        tests = {test for those in self.lines.get(path, {}).values() for test in those}
        return sorted({test.partition("::")[0] for test in tests})


class OutOfStepsError(BaseException):
    """The mutated module has gone on for too long. Nothing that is tested may handle it."""


class _Steps:
    def __init__(self) -> None:
        self.left = STEPS

    def take(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise OutOfStepsError


class _FirstFailure:
    """The pytest plugin that ends properties at the first example that fails: none need be small."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        usual = hypothesis.settings()
        phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
        first = hypothesis.settings(usual, phases=phases, database=None)
        hypothesis.settings.register_profile("first failure", first)
        hypothesis.settings.load_profile("first failure")


class _Judge:
    """Ends the process at the first test that fails."""

    def __init__(self, steps: _Steps) -> None:
        self._steps = steps

    def pytest_runtest_setup(self) -> None:
        self._steps.left = STEPS

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        """End before what was raised is described: the lines of a fault may have no number."""
        if call.excinfo is not None and not isinstance(call.excinfo.value, pytest.skip.Exception):
            self._end()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._end()

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._end()

    def _end(self) -> None:
        os._exit(_ENDLESS if self._steps.left < 0 else _KILLED)


def judged(
    mutations: Sequence[Mutation],
    tests: Sequence[Path],
    jobs: int = 1,
    told: Callable[[Mutation, Outcome], object] = lambda _mutation, _outcome: None,
) -> dict[Mutation, Outcome]:
    """Return what becomes of each fault under some test files; tell of each as soon as it is known.

    Raises:
        ValueError: A test fails without any fault.
    """
    fast = _FastTrial(mutations, jobs, told)

    def in_copies() -> _Tried:
        os.dup2(2, 1)
        status = pytest.main([*_OPTIONS, *map(str, tests)], [fast, _FirstFailure()])
        others = [name for name, module in sys.modules.items() if not _is_ours(module)]
        return _Tried(status, fast.reach, fast.outcomes, others)

    tried: _Tried = answer_of(in_copies)
    if tried.status != pytest.ExitCode.OK or tried.reach.failed:
        raise ValueError(f"Fails without a fault: {sorted(tried.reach.failed) or tests}")
    slow = [mutation for mutation in mutations if mutation not in tried.outcomes]
    _import(tried.others)
    control = [replace(slow[0], number=NO_FAULT)] if slow else []
    works = [
        _loading(mutation, tried.reach, tried.reach.files_of(mutation.path) or map(str, tests))
        for mutation in (*control, *slow)
    ]
    outcomes = tried.outcomes
    for number, status in statuses(works, jobs):
        outcome = _outcome(status)
        if number:
            outcomes[slow[number - 1]] = outcome
            told(slow[number - 1], outcome)
        elif outcome is not Outcome.SURVIVED:
            raise ValueError(f"Fails without a fault: the tests of {control[0].path}")
    return outcomes


@dataclass
class _Tried:
    """What the process in which the tests were collected hands over."""

    status: int
    reach: Reach
    outcomes: dict[Mutation, Outcome]
    others: list[str]
    """Modules of others that the tests have imported."""


def _outcome(status: int) -> Outcome:
    if status == BROKEN:
        raise RuntimeError("A copy raised: see above.")
    if status == _SURVIVED:
        return Outcome.SURVIVED
    return Outcome.ENDLESS if status in {_ENDLESS, -signal.SIGXCPU} else Outcome.KILLED


@dataclass
class _FastTrial:
    """The pytest plugin that collects a room's tests and tries the faults that copies can take."""

    mutations: Sequence[Mutation]
    jobs: int
    told: Callable[[Mutation, Outcome], object]
    reach: Reach = field(default_factory=Reach)
    outcomes: dict[Mutation, Outcome] = field(default_factory=dict[Mutation, Outcome])

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try them, in place of running the tests."""
        files: dict[Path, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            files[item.path].append(item)
        modules = {mutation.path for mutation in self.mutations}
        for items in files.values():
            self._add(answer_of(lambda items=items: _reached(items, modules)), items)
        if self.reach.failed:
            return True
        fast = [
            mutation
            for mutation in self.mutations
            if not mutation.at_import and self.reach.tests_of(mutation)
        ]
        functions = _functions(modules)
        works = [self._exchanging(m, session.items, functions[m.path]) for m in fast]
        for number, status in statuses(works, self.jobs):
            if status != _NOT_EXCHANGED:
                self.outcomes[fast[number]] = outcome = _outcome(status)
                self.told(fast[number], outcome)
        return True

    def _add(self, reached: Reach | None, items: Sequence[pytest.Item]) -> None:
        if reached is None:
            self.reach.failed |= {item.nodeid for item in items}
            return
        self.reach.seconds |= reached.seconds
        self.reach.failed |= reached.failed
        for path, lines in reached.lines.items():
            for line, tests in lines.items():
                self.reach.lines.setdefault(path, {}).setdefault(line, []).extend(tests)

    def _exchanging(
        self,
        mutation: Mutation,
        items: Sequence[pytest.Item],
        functions: Sequence[FunctionType],
    ) -> Callable[[], int]:
        def run() -> int:
            quiet()
            steps = _Steps()
            sys.modules[module_name(mutation.path)].__dict__[STEP] = steps.take
            try:
                _exchange(functions, mutated_code(mutation.path, mutation.number))
            except ValueError:
                return _NOT_EXCHANGED
            ordered = _in_order(items, self.reach, mutation)
            _watched(ordered, _Judge(steps))
            _run(ordered)
            return _SURVIVED

        return run


@dataclass
class _Order:
    """The pytest plugin that runs the tests of a line first."""

    reach: Reach
    mutation: Mutation

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = _in_order(items, self.reach, self.mutation)


class _Loader(SourceFileLoader):
    """Loads the one mutated module, wherever it is imported."""

    def __init__(self, mutation: Mutation, steps: _Steps) -> None:
        super().__init__(module_name(mutation.path), str(mutation.path.resolve()))
        self._mutation, self._steps = mutation, steps

    def find_spec(self, name: str, *_where: object) -> ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    @override
    def get_code(self, fullname: str) -> CodeType:
        return mutated_code(self._mutation.path, self._mutation.number)

    @override
    def exec_module(self, module: ModuleType) -> None:
        module.__dict__[STEP] = self._steps.take
        super().exec_module(module)


def _loading(mutation: Mutation, reach: Reach, tests: Iterable[str | Path]) -> Callable[[], int]:
    def run() -> int:
        quiet()
        steps = _Steps()
        sys.meta_path.insert(0, _Loader(mutation, steps))
        plugins = [_Judge(steps), _Order(reach, mutation), _FirstFailure()]
        status = pytest.main([*_OPTIONS, *map(str, tests)], plugins)
        return {pytest.ExitCode.OK: _SURVIVED}.get(pytest.ExitCode(status), _KILLED)

    return run


def _functions(modules: Iterable[Path]) -> dict[Path, list[FunctionType]]:
    """Return the functions that each module has made so far, wherever they are kept."""
    found: dict[Path, list[FunctionType]] = {path: [] for path in modules}
    paths = {str(path.resolve()): path for path in found}
    gc.unfreeze()
    for function in gc.get_objects():
        if type(function) is FunctionType and function.__code__.co_filename in paths:
            found[paths[function.__code__.co_filename]].append(function)
    gc.freeze()
    return found


def _exchange(functions: Iterable[FunctionType], code: CodeType) -> None:
    """Give the functions of a module the code of the same place in other code of it.

    Raises:
        ValueError: The other code has another number of free variables.
    """
    codes = {(part.co_qualname, part.co_firstlineno): part for part in _parts(code)}
    for function in functions:
        place = (function.__code__.co_qualname, function.__code__.co_firstlineno)
        if place in codes and "<lambda>" not in place[0]:
            function.__code__ = codes[place]


def _parts(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _parts(constant)


def _in_order(items: Sequence[pytest.Item], reach: Reach, mutation: Mutation) -> list[pytest.Item]:
    """Return the tests of a line, and after them the others of their files."""
    by_name = {item.nodeid: item for item in items}
    tests = [by_name[test] for test in reach.tests_of(mutation) if test in by_name]
    files = {item.path for item in tests} or {item.path for item in items}
    first = set(tests)
    return tests + [item for item in items if item.path in files and item not in first]


def _watched(items: Sequence[pytest.Item], by: object) -> None:
    plugins = items[0].config.pluginmanager
    plugins.unregister(name="terminalreporter")  # it would write to a terminal of its own
    plugins.register(by)


def _run(items: Sequence[pytest.Item]) -> None:
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def _reached(items: Sequence[pytest.Item], modules: Iterable[Path]) -> Reach:
    """Run tests and return what they reach."""
    quiet()
    paths = {str(path.resolve()): path for path in modules}
    os.environ["COVERAGE_CORE"] = "ctrace"  # the only one that can tell tests apart
    trace = coverage.Coverage(data_file=None, config_file=False, include=list(paths))
    seen = Reach()

    class Watch:
        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            seen.seconds[report.nodeid] = seen.seconds.get(report.nodeid, 0.0) + report.duration
            if report.failed:
                seen.failed.add(report.nodeid)

        def pytest_runtest_setup(self, item: pytest.Item) -> None:
            trace.switch_context(item.nodeid)

    _watched(items, Watch())
    trace.start()
    _run(items)
    trace.stop()
    data = trace.get_data()
    for file in data.measured_files():
        lines = data.contexts_by_lineno(file)
        seen.lines[paths[file]] = {line: [t for t in tests if t] for line, tests in lines.items()}
    return seen


def _is_ours(module: ModuleType) -> bool:
    path = Path(getattr(module, "__file__", None) or "/")
    return path.is_relative_to(Path.cwd()) and "site-packages" not in path.parts


def _import(names: Iterable[str]) -> None:
    """Import what the tests use of others, once for all copies."""
    for name in names:
        with contextlib.suppress(Exception):
            importlib.import_module(name)
