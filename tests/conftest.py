"""Isolation and shared fixtures for every test."""

import asyncio
import gc
import logging
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

import hypothesis
import pytest
import pytest_asyncio.plugin
from hypothesis import HealthCheck, strategies
from looptime._internal import plugin as looptime_plugin
from typing_extensions import override

from assistant import gc_policy
from assistant.home import Home
from assistant.home_folder import HOME_VARIABLE
from assistant.locale import use_language
from assistant.storage import database
from tests.helpers import file_scheduler, new_database, own_process, wants
from tests.helpers.leftover_windows import delete_windows
from tests.helpers.own_machine import own_machine
from tests.helpers.patience import PatientQtBot
from tests.helpers.postgres import PostgresDatabase, PostgresProcess, running_postgres

STRESS = bool(os.environ.get("PARLEY_STRESS"))
"""Whether `make stress` runs: full counts, fresh random examples.

Ordinary runs try the same few examples of each property every time, so more would find no more.
"""

hypothesis.settings.register_profile(
    "parley",
    max_examples=1000 if STRESS else 25,
    derandomize=not STRESS,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis.settings.load_profile("parley")


def pytest_configure(config: pytest.Config) -> None:
    """Have no event loop but the tests' own, and no garbage collected while one runs.

    Under `CI=true` nothing may be missing, too. New databases are copies of one.

    What a test leaves of a window must not be freed on another test's thread.

    What a shell starts in the background ignores Ctrl-C, and so would the programs that tests start.

    WORKAROUND: pytest-asyncio up to at least 1.5 asks for the current loop around synchronous
    fixtures; Python before 3.14 then makes one that nobody closes, and warns about it later in
    some other test. After this call there is none to ask for, which pytest-asyncio allows.

    WORKAROUND: looptime up to at least 0.9 looks at all names of pytest-asyncio after each fixture of
    each test, with an import at each name: 4 ms a test, a tenth of the whole suite. The loops that it
    looks for are made in one module.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    asyncio.set_event_loop(None)
    looptime_plugin._should_patch = lambda fixture, _request: (
        fixture.func.__module__ == pytest_asyncio.plugin.__name__
    )
    gc_policy.rest()
    config.pluginmanager.register(wants)
    config.pluginmanager.register(own_process)
    config.pluginmanager.register(file_scheduler)
    database.migrate = new_database.migrate


def pytest_collection_finish() -> None:
    """Leave the tests themselves out of every collection of garbage to come.

    Hypothesis looks through all of Unicode where it has not done so in this folder before. That takes
    seconds, which are no test's own.
    """
    strategies.text().validate()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Collect what is due, on the main thread; windows do not outlive their file.

    A test that leaves Python to collect by itself has failed: another thread would free windows.

    What a whole file leaves is left out of every collection to come: else each would look through
    the caches of all files before it, which is a second where a decoder collects by itself.
    """
    if nextitem is None or nextitem.path != item.path:
        delete_windows()
        gc.collect()
        gc.freeze()
    else:
        gc_policy.collect_due()
    if gc.isenabled():
        gc_policy.rest()
        pytest.fail("Python was left to collect garbage by itself, on whichever thread")


@pytest.fixture(scope="session")
def new_person(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Makes empty folders; pytest's own looks through all there are to find a number for another."""
    above = tmp_path_factory.mktemp("people")
    numbers = count()

    def make() -> Path:
        folder = above / str(next(numbers))
        folder.mkdir()
        return folder

    return make


@pytest.fixture(autouse=True)
def isolated_person(
    new_person: Callable[[], Path], monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Keep every test away from the user's own files, keys, desktop and language, and from large downloads."""
    monkeypatch.setenv(HOME_VARIABLE, str(new_person()))
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.setenv("PARLEY_LLM__STARTER_DOWNLOAD", "false")
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:")
    for variable in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "PARLEY_UI__LANGUAGE"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    use_language("en")
    yield
    use_language("en")


class _Collector(logging.Handler):
    """Puts log records into a list."""

    def __init__(self, records: list[logging.LogRecord]) -> None:
        super().__init__(logging.ERROR)
        self._records = records

    @override
    def emit(self, record: logging.LogRecord) -> None:
        self._records.append(record)


@pytest.fixture(autouse=True)
def listener_faults() -> Iterator[list[logging.LogRecord]]:
    """What listeners of events raised, which the program only logs; a test that wants one clears it."""
    faults: list[logging.LogRecord] = []
    handler = _Collector(faults)
    logger = logging.getLogger("assistant.conversation.event_bus")
    logger.addHandler(handler)
    yield faults
    logger.removeHandler(handler)
    assert not faults, [logging.Formatter().format(record) for record in faults]


@pytest.fixture(scope="session", autouse=True)
def nothing_elsewhere() -> Iterator[None]:
    """Keep every test away from the network."""
    with own_machine():
        yield


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> PatientQtBot:
    """A Qt test driver that is not sooner out of patience than the tests without Qt."""
    return PatientQtBot(request)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """An empty home; model files come from the shared cache."""
    return Home(root=tmp_path / "home", models=Home.locate().models)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresProcess]:
    """A PostgreSQL that the tests of this process share; each makes a database of its own."""
    with running_postgres() as server:
        yield server


@pytest.fixture(name="database")
def empty_database(postgres: PostgresProcess) -> PostgresDatabase:
    """An empty database of that PostgreSQL."""
    return postgres.new_database()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that need a Qt application, give slow kinds their time, and spread slow files."""
    for item in items:
        if {"qapp", "qtbot"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.gui)
        if item.get_closest_marker("models") or item.get_closest_marker("e2e"):
            item.add_marker(pytest.mark.timeout(300))
    files = dict.fromkeys(item.path for item in items)
    slow = {item.path for item in items if item.get_closest_marker("timeout")}
    order = spread(
        [path for path in files if path in slow], [path for path in files if path not in slow]
    )
    places = {path: place for place, path in enumerate(order)}
    items.sort(key=lambda item: places[item.path])


def spread(slow: Sequence[Path], quick: Sequence[Path]) -> list[Path]:
    """Return all files, the slow ones evenly among the first three quarters of the quick ones.

    Slow files mostly wait: for real time, a child process, one core. Beside quick ones that costs
    nothing. None begins near the end, where the other processes would have nothing left to do.
    """
    places = [(3 * n * len(quick) / (4 * len(slow)), path) for n, path in enumerate(slow)]
    places += enumerate(quick)
    return [path for _place, path in sorted(places, key=lambda place: place[0])]
