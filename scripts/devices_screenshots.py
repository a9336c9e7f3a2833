"""Takes pictures of the settings about devices, for the documentation.

    .venv/bin/python scripts/devices_screenshots.py --out docs/screenshots/devices alike:en:light:780
    .venv/bin/python scripts/devices_screenshots.py --out /tmp/devices

A picture is named by state, language, theme and width; without names, all are taken. The page is the
program's own, told how synchronising stands; no engine and no database takes part.
"""

import argparse
import os
import sys
import tempfile
from dataclasses import replace
from itertools import product
from pathlib import Path

from tests.helpers.clock import ManualClock
from tests.unit.channels.desktop.contexts import make_context, make_secrets

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PySide6.QtWidgets import QApplication, QScrollArea
from small_picture import save_small

from assistant.channels.desktop.app.application import make_application
from assistant.channels.desktop.settings.data_page import DataPage
from assistant.channels.desktop.settings.devices_page import DevicesPage
from assistant.channels.desktop.settings.window import SettingsWindow
from assistant.channels.desktop.widgets.theme import Theme
from assistant.home import Home
from assistant.locale import INTERFACE_LANGUAGES, use_language
from assistant.protocol.sync import SyncListed
from assistant.settings import save
from assistant.sync.model.status import SyncStatus
from tests.helpers.sync.statuses import ALIKE, CONFLICTS, EVERY, LEFT_OUT, NOW
from tests.unit.channels.desktop.settings.stores import MemorySecret

STATES = {
    "off": SyncStatus(),
    "alike": replace(ALIKE, is_encrypted=True),
    "attention": replace(ALIKE, conflicts=CONFLICTS, left_out=LEFT_OUT[:2]),
    "unreachable": EVERY["unreachable"],
    "locked": EVERY["passphrase_missing"],
}
WIDTHS = ("780", "450")
MOST_HEIGHT = 2400


def main() -> None:
    """Take them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("names", nargs="*", metavar="STATE:LANGUAGE:THEME:WIDTH")
    arguments = parser.parse_args()
    out: Path = arguments.out
    every = product((*STATES, "data"), INTERFACE_LANGUAGES, ("light", "dark"), WIDTHS)
    names: list[str] = arguments.names or [":".join(each) for each in every]
    make_application()
    out.mkdir(parents=True, exist_ok=True)
    for name in names:
        _take(name, out / f"{name.replace(':', '-')}.png")


def _take(name: str, file: Path) -> None:
    state, wanted, look, width = name.split(":")
    use_language(next(one for one in INTERFACE_LANGUAGES if one == wanted))
    theme = Theme(choice="dark" if look == "dark" else "light")
    theme.apply()
    with tempfile.TemporaryDirectory() as folder:
        home = Home(root=Path(folder), models=Path(folder) / "models")
        status = STATES.get(state, SyncStatus())
        save(home, "sync", "url", status.address)
        secrets = make_secrets(sync_password=MemorySecret("secret" if status.address else ""))
        context = make_context(theme, home, clock=ManualClock(NOW), secrets=secrets)
        page = DevicesPage(context)
        data = DataPage(context, end_for=lambda _wanted: None)
        window = SettingsWindow(context, lambda: [page, data])
        window.resize(int(width), 420)
        window.open_page("data" if state == "data" else "devices")
        page.handle(SyncListed(status=status))
        for _round in range(5):  # a label that wraps asks for its height one round later
            QApplication.processEvents()
            area = next(one for one in window.findChildren(QScrollArea) if one.isVisible())
            height = window.height() + area.verticalScrollBar().maximum()
            window.resize(int(width), min(height, MOST_HEIGHT))
        save_small(window.grab(), file)
        window.hide()
        window.deleteLater()


if __name__ == "__main__":
    main()
