"""What desktops say of motion, by a portal on a real bus."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from typing_extensions import override

from assistant.channels.desktop.notifications.motion_preference import SETTINGS, MotionPreference
from assistant.channels.desktop.notifications.portal import NAME, PATH
from assistant.channels.desktop.notifications.session_bus import Address, SessionBus
from tests.helpers.desktop.session_bus import BusProgram

GNOME = ("org.gnome.desktop.interface", "enable-animations")
PORTAL = ("org.freedesktop.appearance", "reduced-motion")
KDE = ("org.kde.kdeglobals.KDE", "AnimationDurationFactor")


class SettingsPortal(BusProgram):
    """Implements what the portal's settings are asked for."""

    def __init__(self, address: str) -> None:
        super().__init__(address, name=NAME, path=PATH, interface=SETTINGS)
        self.values: dict[tuple[str, str], tuple[str, object]] = {}

    @override
    def reply(
        self, member: str, body: tuple[Any, ...], sender: str
    ) -> tuple[str, tuple[Any, ...]] | None:
        assert member == "ReadAll"
        spaces: dict[str, dict[str, tuple[str, object]]] = {}
        for (space, key), value in self.values.items():
            if space in body[0]:
                spaces.setdefault(space, {})[key] = value
        return "a{sa{sv}}", (spaces,)


@pytest.fixture
def portal(bus_address: str) -> Iterator[SettingsPortal]:
    with SettingsPortal(bus_address) as portal:
        yield portal


@pytest.fixture
def bus(bus_address: str) -> Iterator[SessionBus]:
    bus = SessionBus()
    assert bus.open(bus_address)
    yield bus
    bus.close()


@pytest.mark.parametrize(
    ("where", "value", "reduced"),
    [
        (PORTAL, ("u", 1), True),
        (PORTAL, ("u", 0), False),
        (GNOME, ("b", False), True),
        (GNOME, ("b", True), False),
        (KDE, ("s", "0"), True),
        (KDE, ("s", "1"), False),
    ],
)
def test_a_desktop_that_asks_for_less_motion_is_understood(
    portal: SettingsPortal,
    bus: SessionBus,
    qtbot: QtBot,
    where: tuple[str, str],
    value: tuple[str, object],
    reduced: bool,
) -> None:
    portal.values[where] = value
    told: list[bool] = []
    owner = QObject()
    MotionPreference(bus, reduce=told.append, parent=owner)
    qtbot.waitUntil(lambda: told == [reduced])
    space, key = where
    portal.signal(
        "SettingChanged",
        "ssv",
        (
            space,
            key,
            {
                "u": ("u", 1 - int(reduced)),
                "b": ("b", reduced),
                "s": ("s", "1" if reduced else "0"),
            }[value[0]],
        ),
    )
    portal.signal("SettingChanged", "ssv", (space, "cursor-size", ("i", 24)))
    qtbot.waitUntil(lambda: told == [reduced, not reduced])


def test_without_a_portal_nothing_is_said(bus: SessionBus, qtbot: QtBot) -> None:
    told: list[bool] = []
    owner = QObject()
    MotionPreference(bus, reduce=told.append, parent=owner)
    answered: list[bool] = []
    bus.call(
        Address(name=NAME, path=PATH, interface=SETTINGS),
        "ReadAll",
        "as",
        ([],),
        then=lambda reply: answered.append(reply is None),
    )
    qtbot.waitUntil(lambda: answered == [True])
    assert told == []
