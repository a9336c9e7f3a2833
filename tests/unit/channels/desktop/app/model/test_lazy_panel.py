"""Panels that are made when they are first wanted."""

from assistant.channels.desktop.app.model.lazy_panel import LazyPanel
from assistant.protocol.conversation import ConversationOpened, StateChanged
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.turns import TextDelta


class Panel:
    def __init__(self) -> None:
        self.events: list[EngineEvent] = []

    def handle(self, event: EngineEvent) -> None:
        self.events.append(event)


def opened(name: str) -> ConversationOpened:
    return ConversationOpened(conversation_id=name, resumed=False, model="m")


def test_a_panel_is_made_when_it_is_first_wanted_and_once() -> None:
    panel = LazyPanel(Panel, needs=())
    panel.handle(opened("a"))

    assert panel.made is None
    first = panel()
    assert panel.made is first
    assert panel() is first
    assert first.events == []


def test_it_is_told_the_last_of_each_kind_that_it_needs_in_their_order() -> None:
    panel = LazyPanel(Panel, needs=(ConversationOpened, Notice))
    notices = [Notice(code="n", text=text) for text in ("one", "two")]
    for event in (opened("a"), notices[0], opened("b"), TextDelta(turn_id="t", text="x")):
        panel.handle(event)
    panel.handle(notices[1])

    assert panel().events == [opened("b"), notices[1]]


def test_an_event_that_came_again_is_told_after_what_came_between() -> None:
    panel = LazyPanel(Panel, needs=(ConversationOpened, Notice))
    notice = Notice(code="n", text="one")
    for event in (opened("a"), notice, opened("b")):
        panel.handle(event)

    assert panel().events == [notice, opened("b")]


def test_once_made_it_hears_everything() -> None:
    panel = LazyPanel(Panel, needs=(StateChanged,))
    made = panel()
    panel.handle(opened("a"))
    panel.handle(TextDelta(turn_id="t", text="x"))

    assert made.events == [opened("a"), TextDelta(turn_id="t", text="x")]
