"""Runs the app beside a panel and dunst on a bus of its own; prints what both showed.

Run it with a display of its own, such as Xvfb's: the offscreen platform has no icons in panels.
"""

import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

from assistant.channels.desktop.app.application import DesktopApp, make_application
from assistant.escalation.step import Step
from assistant.home import Home
from assistant.protocol.questions import QuestionAsked, QuestionRose
from tests.e2e.desktop.keys_elsewhere import until
from tests.helpers.clock import ManualClock
from tests.helpers.desktop.icon_watcher import FakeIconWatcher
from tests.helpers.desktop.session_bus import session_bus
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.contexts import make_secrets
from tests.unit.channels.desktop.conversation.samples import ORIGIN, asked, single
from tests.unit.channels.desktop.settings.stores import HomeStore

ITEM = "org.kde.StatusNotifierItem"
DUNST = "org.dunstproject.cmd0"


class Desktop:
    """What a panel does with an icon, and what dunst says of itself; asked on another thread."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._pool = ThreadPoolExecutor(1)
        self.icon: tuple[str, str] = ("", "/StatusNotifierItem")

    def call(self, where: tuple[str, str], interface: str, member: str, *body: Any) -> Any:
        """Return the first value of an answer; the program works meanwhile."""
        answering = self._pool.submit(self._call, where, interface, member, body)
        until(answering.done, member)
        return answering.result()

    def _call(self, where: tuple[str, str], interface: str, member: str, body: Any) -> Any:
        jeepney: Any = import_module("jeepney")
        blocking: Any = import_module("jeepney.io.blocking")
        buses: Any = import_module("jeepney.bus")
        path = next(iter(buses.get_connectable_addresses(self._address)))
        name, place = where
        address = jeepney.DBusAddress(place, bus_name=name, interface=interface)
        signature = {"Get": "ss", "Activate": "ii"}.get(member)
        with blocking.open_dbus_connection(f"unix:path={path}") as connection:
            message = jeepney.new_method_call(address, member, signature, body)
            answer = connection.send_and_get_reply(message)
        if answer.header.message_type is not jeepney.MessageType.method_return:
            return None
        return answer.body[0] if answer.body else None

    def value(self, where: tuple[str, str], interface: str, name: str) -> Any:
        """Return the value of a property; None if there is none."""
        value = self.call(where, "org.freedesktop.DBus.Properties", "Get", interface, name)
        return None if value is None else value[1]

    @property
    def tip(self) -> str:
        """What the icon says."""
        return str(self.value(self.icon, ITEM, "ToolTip")[2])

    @property
    def notices(self) -> int:
        """How many notifications dunst shows."""
        where = ("org.freedesktop.Notifications", "/org/freedesktop/Notifications")
        return int(self.value(where, DUNST, "displayedLength") or 0)


def try_panel(app: DesktopApp, engine: FakeEngineClient, desktop: Desktop) -> dict[str, object]:
    """Return what was seen."""
    tips = [desktop.tip]
    app.window.close()
    until(lambda: desktop.notices == 1, "it is told that the program goes on")
    is_away = not app.window.isVisible()
    engine.emit(QuestionAsked(questions=asked(single()), origin=ORIGIN))
    engine.emit(QuestionRose(questions=asked(single()), origin=ORIGIN, step=Step.NOTIFICATION))
    until(lambda: "1 waits" in desktop.tip, "the question is counted")
    tips.append(desktop.tip)
    until(lambda: desktop.notices == 2, "the question is told of")
    desktop.call(desktop.icon, ITEM, "Activate", 0, 0)
    until(app.window.isVisible, "the window is back")
    app.window.close()
    until(lambda: not app.window.isVisible(), "the window is away again")
    engine.emit(QuestionAsked(questions=asked(single(), set_id="t"), origin=ORIGIN))
    until(lambda: "2 wait" in desktop.tip, "both are counted")
    tips.append(desktop.tip)
    return {"tips": tips, "is_away": is_away}


def main() -> None:
    """Run it all."""
    with tempfile.TemporaryDirectory() as folder, session_bus(Path(folder)) as address:
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = address
        with FakeIconWatcher(address) as panel, subprocess.Popen(["dunst"]) as dunst:
            make_application()
            engine, desktop = FakeEngineClient(), Desktop(address)
            home = Home(root=Path(folder) / "home", models=Path(folder) / "models")
            app = DesktopApp(
                engine=engine,
                clock=ManualClock(),
                store=HomeStore(home),
                secrets=make_secrets(),
                home=home,
            )
            try:
                app.window.show()
                app.join_desktop()
                until(lambda: bool(panel.items), "the icon is there")
                desktop.icon = (panel.items[0][0], desktop.icon[1])
                found = try_panel(app, engine, desktop)
            finally:
                app.close()
                dunst.terminate()
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
