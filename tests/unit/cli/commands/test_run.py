"""`parley` beside a program that has the home already."""

from collections.abc import Callable

import pytest

from assistant.assembly import desktop
from assistant.channels.desktop.app import import_hook
from assistant.cli import main
from assistant.cli.commands import run
from assistant.engine.launch_options import LaunchOptions
from assistant.errors import HomeBusyError
from assistant.home import Home
from assistant.processes import restart

SHOWN = "Parley is open already; its window comes to the front.\n"


class Start:
    """What `parley` does on this machine, played."""

    def __init__(self) -> None:
        self.is_shown = False
        """Whether a window is there to be shown, at once."""
        self.is_running = False
        """Whether a program runs that could show one."""
        self.comes_later = False
        """Whether one can be shown later."""
        self.busy: HomeBusyError | None = None
        self.ran: list[str] = []

    def show(self, _home: Home) -> bool:
        return self.is_shown

    def runs(self, _home: Home) -> bool:
        return self.is_running

    def wait(self, _home: Home, *, is_free: Callable[[], bool], limit_s: float) -> bool:
        assert limit_s == run.BUSY_S
        return self.comes_later and not is_free()

    def run(self, plan: LaunchOptions, *, is_hidden: bool, **_more: object) -> int:
        self.ran.append(f"{plan.home.root}{' hidden' * is_hidden}")
        if self.busy is not None:
            raise self.busy
        return 0


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Start:
    """A start that opens no window."""
    start = Start()
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    monkeypatch.setattr(run, "ask_running", start.show)
    monkeypatch.setattr(run, "is_running", start.runs)
    monkeypatch.setattr(run, "wait_for_running", start.wait)
    monkeypatch.setattr(desktop, "run_desktop", start.run)
    monkeypatch.setattr(import_hook, "restore_builtin_import", lambda: None)
    monkeypatch.setattr(restart, "restart_program", lambda: start.ran.append("again"))
    return start


def test_a_running_window_is_shown_and_the_second_start_ends(
    start: Start, home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    start.is_shown = True
    assert main(["--home", str(home.root)]) == 0
    assert capsys.readouterr().out == SHOWN
    assert start.ran == []


def test_without_one_the_window_opens(start: Start, home: Home) -> None:
    assert main(["--home", str(home.root)]) == 0
    assert start.ran == [str(home.root)]


def test_of_two_that_start_at_once_one_opens(
    start: Start, home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    start.busy, start.comes_later = HomeBusyError("taken", holder="desktop"), True
    lock = home.claim("desktop")
    try:
        assert main(["--home", str(home.root)]) == 0
    finally:
        lock.release()
    assert capsys.readouterr().out == SHOWN


def test_a_window_that_was_just_closed_is_opened_again(start: Start, home: Home) -> None:
    start.busy = HomeBusyError("taken", holder="desktop")
    assert main(["--home", str(home.root)]) == 0
    assert start.ran == [str(home.root), "again"]


@pytest.mark.parametrize("holder", ["desktop", "terminal", "api", ""])
def test_a_home_that_stays_taken_is_told(
    start: Start, home: Home, capsys: pytest.CaptureFixture[str], holder: str
) -> None:
    start.busy = HomeBusyError("taken", holder=holder)
    lock = home.claim(holder)
    try:
        assert main(["--home", str(home.root)]) == 1
    finally:
        lock.release()
    assert "taken" in capsys.readouterr().err


@pytest.mark.parametrize("is_running", [True, False])
def test_at_login_nothing_is_shown_of_what_runs(
    start: Start, home: Home, capsys: pytest.CaptureFixture[str], is_running: bool
) -> None:
    start.is_shown = start.is_running = is_running
    assert main(["--hidden", "--home", str(home.root)]) == 0
    assert start.ran == ([] if is_running else [f"{home.root} hidden"])
    assert capsys.readouterr().out == ""


def test_at_login_a_window_that_was_opened_meanwhile_stays_as_it_is(
    start: Start, home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    start.busy = HomeBusyError("taken", holder="desktop")
    assert main(["--hidden", "--home", str(home.root)]) == 0
    assert capsys.readouterr().out == ""
