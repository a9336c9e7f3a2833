import threading

import pytest
from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.app.event_bridge import EventBridge
from assistant.protocol.events import EngineEvent
from assistant.protocol.turns import ReplySegmentFinished, TextDelta
from assistant.protocol.voice import MicrophoneLevel
from tests.helpers.engine.fake_client import FakeEngineClient

NEVER_S = 60.0
"""A frame that no test outlives."""


class Recorder(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.events: list[EngineEvent] = []
        self.threads: set[int] = set()

    @Slot(object)
    def take(self, event: EngineEvent) -> None:
        self.events.append(event)
        self.threads.add(threading.get_ident())


def emit_on_thread(engine: FakeEngineClient, *events: EngineEvent) -> None:
    thread = threading.Thread(target=engine.emit, args=events, name="engine")
    thread.start()
    thread.join()


def made(engine: FakeEngineClient, frame_s: float) -> tuple[EventBridge, Recorder]:
    bridge, recorder = EventBridge(engine=engine, frame_s=frame_s), Recorder()
    bridge.received.connect(recorder.take)
    return bridge, recorder


def text(words: str) -> TextDelta:
    return TextDelta(turn_id="t", text=words)


def test_events_arrive_on_the_gui_thread_in_order(qtbot: QtBot, engine: FakeEngineClient) -> None:
    bridge, recorder = made(engine, NEVER_S)
    sent = [ReplySegmentFinished(turn_id=str(number)) for number in range(500)]
    emit_on_thread(engine, *sent)
    qtbot.waitUntil(lambda: len(recorder.events) == len(sent))
    assert recorder.events == sent
    assert recorder.threads == {threading.get_ident()}
    bridge.close()


def test_the_first_words_pass_at_once_and_the_rest_wait_for_the_frame(
    qtbot: QtBot, engine: FakeEngineClient
) -> None:
    bridge, recorder = made(engine, NEVER_S)
    emit_on_thread(engine, text("a"), text("b"), text("c"))
    qtbot.waitUntil(lambda: len(recorder.events) == 1)
    QApplication.processEvents()
    assert recorder.events == [text("a")]
    bridge.close()


def test_words_that_waited_come_before_the_event_that_follows(
    qtbot: QtBot, engine: FakeEngineClient
) -> None:
    bridge, recorder = made(engine, NEVER_S)
    end = ReplySegmentFinished(turn_id="t")
    emit_on_thread(engine, text("a"), text("b"), text("c"), end)
    qtbot.waitUntil(lambda: end in recorder.events)
    assert recorder.events == [text("a"), text("bc"), end]
    bridge.close()


def test_a_flood_reaches_the_window_whole_in_few_pieces(
    qtbot: QtBot, engine: FakeEngineClient
) -> None:
    bridge, recorder = made(engine, 0.03)
    words = [f"{number} " for number in range(5000)]
    emit_on_thread(engine, *(text(word) for word in words))
    qtbot.waitUntil(
        lambda: (
            "".join(e.text for e in recorder.events if isinstance(e, TextDelta)) == "".join(words)
        )
    )
    assert len(recorder.events) < 50
    bridge.close()


def test_levels_are_thinned_to_the_newest(qtbot: QtBot, engine: FakeEngineClient) -> None:
    bridge, recorder = made(engine, 0.01)
    emit_on_thread(engine, *(MicrophoneLevel(dbfs=float(-n)) for n in range(100)))
    qtbot.waitUntil(lambda: MicrophoneLevel(dbfs=-99.0) in recorder.events)
    assert len(recorder.events) < 20
    bridge.close()


@pytest.mark.usefixtures("qapp")
def test_a_closed_bridge_has_no_subscription_and_drops_what_is_queued(
    engine: FakeEngineClient,
) -> None:
    bridge, recorder = made(engine, NEVER_S)
    emit_on_thread(engine, ReplySegmentFinished(turn_id="t"))
    bridge.close()
    assert engine.listener_count == 0
    QApplication.processEvents()
    assert recorder.events == []
