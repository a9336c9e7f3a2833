"""The page of the devices in the window, with the real engine and a real database."""

from collections.abc import Callable
from typing import TypeVar

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from assistant.channels.desktop.settings.devices_page import DevicesPage
from assistant.channels.desktop.settings.recovery_dialog import RecoveryDialog
from assistant.home import Home
from assistant.settings import load, save
from tests.e2e.conftest import Desktop
from tests.helpers.llm.messages_server import MessagesServer
from tests.helpers.sync.devices import UserDevices, dump

LIMIT_S = 60.0

WidgetT = TypeVar("WidgetT", bound=QWidget)


def bare_home(devices: UserDevices, server: MessagesServer, name: str) -> Home:
    """Return a home that knows of no database yet."""
    home = Home(root=devices.folder / name, models=devices.folder / "models")
    for section, key, value in (
        ("llm", "profile", "anthropic"),
        ("llm", "base_url", server.url),
        ("voice", "enabled", False),
        ("sync", "name", name),
    ):
        save(home, section, key, value)
    return home


def page_of(desktop: Desktop) -> DevicesPage:
    """Open the page."""
    desktop.app.settings.open_page("devices")
    return one(desktop.app.settings, DevicesPage)


def one(window: QWidget, kind: type[WidgetT]) -> WidgetT:
    (found,) = window.findChildren(kind)
    return found


@pytest.mark.requirement("SYNC-11")
def test_an_encrypted_database_is_set_up_and_joined_from_the_page(
    devices: UserDevices,
    desktop: Callable[[Home], Desktop],
    server: MessagesServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "secret")
    kitchen = bare_home(devices, server, "kitchen")
    memory = kitchen.workspace("default") / "memory.md"
    memory.parent.mkdir(parents=True)
    memory.write_text("- likes tea\n", encoding="utf-8")
    first = desktop(kitchen)
    page = page_of(first)
    page.database.url.setText(devices.database.url)
    page.database.secret.setText(devices.database.password)
    page.database.passphrase.setText("correct horse battery")
    page.database.use_button.click()
    first.wait_until(lambda: bool(first.app.settings.findChildren(RecoveryDialog)), LIMIT_S)
    sheet = one(first.app.settings, RecoveryDialog)
    label = sheet.findChild(QLabel, "recovery_code")
    assert label is not None
    code = label.accessibleDescription()
    sheet.accept()
    first.wait_until(
        lambda: "Up to date. No other device takes part yet." in page.status_panel.text, LIMIT_S
    )
    assert load(kitchen, {}).settings.sync.enabled
    first.wait_until(page.passphrase.sheet_button.isVisible, LIMIT_S)
    assert "likes tea" not in dump(devices)

    laptop = bare_home(devices, server, "laptop")
    second = desktop(laptop)
    joining = page_of(second)
    joining.database.url.setText(devices.database.url)
    joining.database.secret.setText(devices.database.password)
    joining.database.use_button.click()
    second.wait_until(
        lambda: "this device cannot read it yet" in joining.status_panel.text, LIMIT_S
    )
    joining.passphrase.secret.setText("battery staple")
    joining.passphrase.main_button.click()
    second.wait_until(lambda: bool(refusal(joining)), LIMIT_S)
    joining.passphrase.secret.setText(code)
    joining.passphrase.main_button.click()
    arrived = laptop.workspace("default") / "memory.md"
    second.wait_until(arrived.exists, LIMIT_S)
    assert arrived.read_text(encoding="utf-8") == "- likes tea\n"
    joining.load()
    second.wait_until(lambda: len(joining.device_rows) == 2, LIMIT_S)
    page.load()
    first.wait_until(lambda: len(page.device_rows) == 2, LIMIT_S)


def refusal(page: DevicesPage) -> str:
    """Return what is wrong with the passphrase."""
    labels = page.passphrase.findChildren(QLabel)
    return "".join(
        label.text() for label in labels if label.property("role") == "failed" and label.isVisible()
    )
