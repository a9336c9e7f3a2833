import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QThread, QThreadPool
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.widgets.pool_work import run_in_pool


@pytest.fixture
def pool(qapp: QApplication) -> Iterator[QThreadPool]:
    pool = QThreadPool()
    yield pool
    pool.waitForDone()


def test_work_runs_beside_the_gui_thread_and_its_result_is_taken_there(
    qtbot: QtBot, pool: QThreadPool
) -> None:
    taken: list[tuple[bool, bool]] = []
    gui = threading.get_ident()

    def take(worker: int) -> None:
        taken.append((worker == gui, QThread.isMainThread()))

    owner = QObject()
    run_in_pool(threading.get_ident, then=take, owner=owner, pool=pool)
    qtbot.waitUntil(lambda: bool(taken))
    assert taken == [(False, True)]


def test_nobody_takes_what_comes_after_its_owner_was_deleted(pool: QThreadPool) -> None:
    taken: list[int] = []
    go_on = threading.Event()
    owner = QObject()
    run_in_pool(lambda: go_on.wait() and 1, then=taken.append, owner=owner, pool=pool)
    owner.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    go_on.set()
    pool.waitForDone()
    QCoreApplication.processEvents()

    assert not taken


def test_an_owner_goes_on_the_gui_thread_though_the_work_outlives_all_other_references(
    pool: QThreadPool,
) -> None:
    gone_on: list[int] = []
    go_on = threading.Event()
    owner = QObject()
    weakref.finalize(owner, lambda: gone_on.append(threading.get_ident()))
    run_in_pool(go_on.wait, then=lambda _result: None, owner=owner, pool=pool)
    del owner
    gc.collect()

    go_on.set()
    pool.waitForDone()
    assert not gone_on
    QCoreApplication.processEvents()
    gc.collect()
    assert gone_on == [threading.get_ident()]
