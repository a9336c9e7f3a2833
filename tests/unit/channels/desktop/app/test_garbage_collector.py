"""Garbage is collected on the GUI thread alone."""

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.garbage_collector import GuiGarbageCollector


class Loop:
    """Garbage that says where it was freed."""

    freed: list[threading.Thread]

    def __init__(self, freed: list[threading.Thread]) -> None:
        self.freed = freed
        self.itself = self

    def __del__(self) -> None:
        self.freed.append(threading.current_thread())


@pytest.fixture
def few() -> Iterator[None]:
    """Collect after few objects."""
    limits, was_enabled = gc.get_threshold(), gc.isenabled()
    gc.set_threshold(50, 10, 10)
    yield
    gc.set_threshold(*limits)
    (gc.enable if was_enabled else gc.disable)()


@pytest.mark.usefixtures("qapp", "few")
def test_what_another_thread_leaves_is_freed_here(qtbot: QtBot) -> None:
    collector, freed = GuiGarbageCollector(), list[threading.Thread]()

    def work() -> None:
        collector.schedule_start()
        for _ in range(200):
            Loop(freed)

    thread = threading.Thread(target=work)
    gc.disable()
    thread.start()
    thread.join()
    assert freed == []
    qtbot.waitUntil(lambda: len(freed) >= 150)
    assert set(freed) == {threading.main_thread()}
    collector.close()
    assert len(freed) == 200


@pytest.mark.usefixtures("qapp", "few")
@pytest.mark.parametrize("did", [True, False])
def test_python_collects_by_itself_afterwards_if_it_did_before(did: bool) -> None:
    collector = GuiGarbageCollector()
    (gc.enable if did else gc.disable)()
    collector.schedule_start()
    QApplication.processEvents()
    assert not gc.isenabled()
    collector.close()
    assert gc.isenabled() == did


@pytest.mark.usefixtures("qapp", "few")
def test_after_its_end_it_begins_no_more() -> None:
    collector = GuiGarbageCollector()
    gc.enable()
    collector.close()
    collector.schedule_start()
    QApplication.processEvents()
    assert gc.isenabled()
