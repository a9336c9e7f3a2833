"""Shortcuts that work everywhere: the portal's over a real bus, and what becomes of them."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from pytestqt.qtbot import QtBot
from typing_extensions import override

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.desktop_entry import APP_ID
from assistant.channels.desktop.shortcuts.global_shortcuts import (
    TALK,
    WINDOW,
    GlobalShortcuts,
    shortcut_source,
)
from assistant.channels.desktop.shortcuts.portal_shortcuts import PortalShortcuts
from assistant.channels.desktop.shortcuts.shortcut_source import Refusal, ShortcutSource, Wanted
from assistant.channels.desktop.shortcuts.x11_shortcuts import X11Shortcuts
from assistant.protocol.notices import Notice
from tests.helpers.desktop.shortcut_portal import FakeShortcutPortal

Open = Callable[..., FakeShortcutPortal]


class Shown:
    """What the shortcuts did, and what was told of them."""

    def __init__(self, shortcuts: GlobalShortcuts) -> None:
        self.done: list[object] = []
        self.notices: dict[str, Notice] = {}
        shortcuts.window_wanted.connect(self._window)
        shortcuts.talk.connect(self.done.append)

    def _window(self, token: str) -> None:
        self.done.append(f"window {token}".strip())


@pytest.fixture
def open_portal(bus_address: str) -> Iterator[Open]:
    """Starts portals, which leave the bus at the end."""
    with ExitStack() as stack:

        def start(**more: Any) -> FakeShortcutPortal:
            return stack.enter_context(FakeShortcutPortal(bus_address, **more))

        yield start


@pytest.fixture
def notices() -> dict[str, Notice]:
    """What was told last, by code."""
    return {}


@pytest.fixture
def shortcuts(
    context: DesktopContext,
    bus_address: str,
    monkeypatch: pytest.MonkeyPatch,
    notices: dict[str, Notice],
    tmp_path: Path,
) -> Iterator[GlobalShortcuts]:
    """The shortcuts of a Wayland desktop."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "none"))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus_address)
    made = GlobalShortcuts(
        context.settings, tell=lambda notice: notices.update({notice.code: notice})
    )
    context.settings.set("ui", "shortcut_window", "Ctrl+Alt+P")
    context.settings.set("ui", "shortcut_talk", "Super+Space")
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.parametrize(
    "answers",
    [{}, {"needs_app": True}, {"knows_apps": False}, {"fails": True}],
    ids=["first", "from 1.21 on", "without a registry", "GNOME 48"],
)
def test_the_portal_gives_what_the_settings_name(
    shortcuts: GlobalShortcuts,
    open_portal: Open,
    notices: dict[str, Notice],
    qtbot: QtBot,
    answers: dict[str, bool],
) -> None:
    portal = open_portal(gives={WINDOW: "Ctrl+Alt+P", TALK: "Meta+Space"}, **answers)
    shown = Shown(shortcuts)
    shortcuts.apply(is_change=True)
    qtbot.waitUntil(lambda: len(notices) == 2)
    assert all(notice.resolved for notice in notices.values())
    assert portal.app == (APP_ID if answers.get("knows_apps", True) else "")
    assert {name: one["preferred_trigger"][1] for name, one in portal.wanted.items()} == {
        WINDOW: "CTRL+ALT+p",
        TALK: "LOGO+space",
    }
    portal.activate(WINDOW, token="t")
    portal.activate("another")
    portal.activate(TALK)
    portal.activate(TALK)  # a desktop that does not tell of letting go
    portal.activate(TALK, is_on=False)
    portal.activate(TALK, is_on=False)
    qtbot.waitUntil(lambda: len(shown.done) == 5)
    assert shown.done == ["window t", True, False, True, False]
    assert all(notice.resolved for notice in notices.values())


@pytest.mark.parametrize("is_change", [True, False])
def test_other_keys_than_the_settings_name_are_said_once(
    shortcuts: GlobalShortcuts,
    open_portal: Open,
    notices: dict[str, Notice],
    qtbot: QtBot,
    is_change: bool,
) -> None:
    open_portal(gives={WINDOW: "Press <Control><Alt>p", TALK: "Press <Super>F7"})
    shortcuts.apply(is_change=is_change)
    qtbot.waitUntil(lambda: len(notices) == 2)
    assert notices[WINDOW].resolved
    assert notices[TALK].resolved is not is_change
    if is_change:
        assert notices[TALK].text == (
            "Instead of Super+Space the desktop gives another shortcut: Press <Super>F7"
        )


def test_what_the_user_changes_in_the_desktop_is_followed(
    shortcuts: GlobalShortcuts, open_portal: Open, notices: dict[str, Notice], qtbot: QtBot
) -> None:
    portal = open_portal(gives={WINDOW: "F9", TALK: "F8"})
    shortcuts.apply()
    qtbot.waitUntil(lambda: len(notices) == 2)
    portal.change({WINDOW: "", TALK: "F8"})
    qtbot.waitUntil(lambda: not notices[WINDOW].resolved)
    portal.change({WINDOW: "F7", TALK: "F8"})
    qtbot.waitUntil(lambda: notices[WINDOW].resolved)


@pytest.mark.parametrize("ends", ["session", "portal"])
def test_a_key_that_is_held_is_let_go_of_when_the_session_ends(
    shortcuts: GlobalShortcuts,
    open_portal: Open,
    notices: dict[str, Notice],
    qtbot: QtBot,
    ends: str,
) -> None:
    portal = open_portal(gives={WINDOW: "F9", TALK: "F8"})
    shown = Shown(shortcuts)
    shortcuts.apply()
    qtbot.waitUntil(lambda: len(notices) == 2)
    portal.activate(TALK)
    qtbot.waitUntil(lambda: shown.done == [True])
    if ends == "session":
        portal.close_session()
    else:
        portal.stop()
    qtbot.waitUntil(lambda: shown.done == [True, False])
    assert notices[TALK].resolved is (ends == "portal")  # which comes back, and is asked again


@pytest.mark.parametrize(
    ("gives", "refused"),
    [
        (None, {WINDOW, TALK}),
        ({}, {WINDOW, TALK}),
        ({WINDOW: "F9"}, {TALK}),
        ({WINDOW: "", TALK: "F9"}, {WINDOW}),
    ],
)
def test_what_the_desktop_does_not_give_is_said(
    shortcuts: GlobalShortcuts,
    open_portal: Open,
    notices: dict[str, Notice],
    qtbot: QtBot,
    gives: dict[str, str] | None,
    refused: set[str],
) -> None:
    open_portal(gives=gives)
    shortcuts.apply()
    qtbot.waitUntil(lambda: len(notices) == 2)
    assert {name for name, notice in notices.items() if not notice.resolved} == refused
    if WINDOW in refused:
        told = notices[WINDOW]
        assert told.text == "The desktop did not give Parley the shortcut Ctrl+Alt+P."
        assert told.hint == "In the desktop's own settings a shortcut can run: parley toggle"


def test_without_a_portal_that_is_said(
    shortcuts: GlobalShortcuts, notices: dict[str, Notice], qtbot: QtBot
) -> None:
    shortcuts.apply()
    qtbot.waitUntil(lambda: len(notices) == 2)
    assert notices[TALK].text == "On this desktop Parley cannot have the shortcut Super+Space."


def test_only_the_portal_itself_presses_keys(
    shortcuts: GlobalShortcuts,
    open_portal: Open,
    bus_address: str,
    notices: dict[str, Notice],
    qtbot: QtBot,
) -> None:
    portal = open_portal(gives={WINDOW: "F9", TALK: "F8"})
    shown = Shown(shortcuts)
    shortcuts.apply()
    qtbot.waitUntil(lambda: len(notices) == 2)
    impostor = FakeShortcutPortal(bus_address, gives={})
    with impostor:  # the name is the other's: this one waits for it
        impostor.session = portal.session
        impostor.activate(WINDOW)
        portal.activate(TALK)
        qtbot.waitUntil(lambda: bool(shown.done))
    assert shown.done == [True]


def test_a_portal_that_is_started_again_is_asked_again(
    shortcuts: GlobalShortcuts, open_portal: Open, notices: dict[str, Notice], qtbot: QtBot
) -> None:
    first = open_portal(gives={WINDOW: "F9", TALK: "F8"})
    shown = Shown(shortcuts)
    shortcuts.apply()
    qtbot.waitUntil(lambda: len(notices) == 2)
    first.stop()
    second = open_portal(gives={WINDOW: "F9", TALK: "F8"})
    qtbot.waitUntil(lambda: bool(second.wanted))
    second.activate(WINDOW)
    qtbot.waitUntil(lambda: shown.done == ["window"])


class PlayedSource(ShortcutSource):
    """Gives what it is asked for, but refuses one."""

    def __init__(self, refuses: str, parent: QObject) -> None:
        super().__init__(parent)
        self.refuses = refuses
        self.wanted: Wanted = {}
        self.is_closed = False

    @override
    def open(self, wanted: Wanted) -> None:
        self.wanted = wanted
        if self.refuses in wanted:
            self.refused.emit(self.refuses, Refusal.TAKEN)

    @override
    def close(self) -> None:
        self.is_closed = True


def test_the_settings_are_followed(context: DesktopContext) -> None:
    sources: list[PlayedSource] = []
    told: list[Notice] = []

    def source(_environment: Mapping[str, str], parent: QObject) -> ShortcutSource:
        sources.append(PlayedSource(TALK, parent))
        return sources[-1]

    shortcuts = GlobalShortcuts(context.settings, tell=told.append, source=source)
    shown = Shown(shortcuts)
    shortcuts.apply()
    assert sources == []
    context.settings.set("ui", "shortcut_talk", "F9")
    shortcuts.apply()
    shortcuts.apply()
    (first,) = sources
    assert [(one.text, one.hint) for one in told] == [
        (
            "Another program has the shortcut F9 already.",
            "Choose another under General in the settings.",
        )
    ]
    first.pressed.emit(TALK, "")
    context.settings.set("ui", "shortcut_talk", "")
    shortcuts.apply()
    assert first.is_closed
    assert shown.done == [True, False]  # nobody talks for ever
    assert told[-1].resolved
    shortcuts.close()


@pytest.mark.parametrize(
    ("environment", "kind"),
    [
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, PortalShortcuts),
        ({"XDG_SESSION_TYPE": "wayland"}, PortalShortcuts),
        ({"DISPLAY": ":0"}, X11Shortcuts),
        ({}, type(None)),
    ],
)
def test_each_desktop_gives_them_its_way(
    qtbot: QtBot, environment: dict[str, str], kind: type
) -> None:
    parent = QObject()
    assert isinstance(shortcut_source(environment, parent), kind)
