"""Notifications from event to click, over a real session bus."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.notifications import session_bus
from assistant.channels.desktop.notifications.desktop_notifier import DesktopNotifier
from assistant.channels.desktop.notifications.model.notification_center import LONG_TURN_S
from assistant.channels.desktop.notifications.notification_service import NotificationService
from assistant.channels.desktop.notifications.session_bus import SessionBus
from assistant.escalation.step import Step
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionClosed, QuestionRose
from assistant.protocol.timers import Snooze, StopRinging, TimerRang
from assistant.protocol.turns import TurnFinished, TurnStarted
from assistant.questions.card.gestures import ChooseOption
from assistant.questions.model.question import Channel, QuestionSet
from assistant.timer import Timer, TimerKind
from tests.helpers.clock import ManualClock
from tests.helpers.desktop.notification_service import FakeNotificationService
from tests.helpers.desktop.session_bus import BusProgram
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.conftest import Serve
from tests.unit.channels.desktop.conversation.samples import ORIGIN, answered, asked, single

ROSE = QuestionRose(
    questions=asked(single(text="Is 1 < 2?")), origin=ORIGIN, step=Step.NOTIFICATION
)
CLOSED = QuestionClosed(questions=ROSE.questions, response=answered(), channel=Channel.VOICE)


@pytest.fixture
def notifier(context: DesktopContext, bus: SessionBus) -> Iterator[DesktopNotifier]:
    """The window's side."""
    icon = QImage(16, 16, QImage.Format.Format_ARGB32)
    made = DesktopNotifier(context, service=NotificationService(bus, icon=icon))
    yield made
    made.deleteLater()


@pytest.fixture
def heard(notifier: DesktopNotifier) -> list[tuple[str, object]]:
    """What the user wished."""
    heard: list[tuple[str, object]] = []

    def answered_with(questions: QuestionSet, chosen: ChooseOption) -> None:
        heard.append((questions.id, chosen.option_id))

    def opened(questions_id: str, token: str) -> None:
        heard.append((questions_id, token))

    def wanted(token: str) -> None:
        heard.append(("window", token))

    notifier.answer.connect(answered_with)
    notifier.open_question.connect(opened)
    notifier.open_window.connect(wanted)
    return heard


def stands(qtbot: QtBot, service: FakeNotificationService, number: int = 1) -> None:
    qtbot.waitUntil(lambda: len(service.standing) == number)


def shown(
    qtbot: QtBot, notifier: DesktopNotifier, service: FakeNotificationService, event: EngineEvent
) -> int:
    """Have something happen, and wait until it stands before the user; returns its number."""
    with qtbot.waitSignal(notifier.shown):
        notifier.handle(event)
    return service.only


def test_a_question_is_answered_by_a_button(
    notifier: DesktopNotifier, serve: Serve, heard: list[tuple[str, object]], qtbot: QtBot
) -> None:
    service = serve()
    number = shown(qtbot, notifier, service, ROSE)
    one = service.standing[number]
    assert (one.title, one.body, one.expires_ms) == ("Parley asks", "Is 1 &lt; 2?", 0)
    assert one.captions == {
        "option 1": "Red",
        "option 2": "Green",
        "option 3": "Blue",
        "default": "Open",
    }
    assert one.hints["urgency"] == ("y", 1)
    assert one.hints["sound-name"] == ("s", "message-new-instant")
    width, height, row, _alpha, bits, channels, data = one.hints["image-data"][1]
    assert (width, height, bits, channels, len(data)) == (16, 16, 8, 4, row * 16)
    for _click in range(2):
        service.press(number, "option 2")
    stands(qtbot, service, 0)
    assert heard == [("s", "green")]


def test_a_click_on_it_opens_the_question(
    notifier: DesktopNotifier, serve: Serve, heard: list[tuple[str, object]], qtbot: QtBot
) -> None:
    service = serve()
    service.press(shown(qtbot, notifier, service, ROSE), "default", token="from-the-panel")
    qtbot.waitUntil(lambda: heard == [("s", "from-the-panel")])


def test_it_closes_when_the_question_is_answered_elsewhere(
    notifier: DesktopNotifier, serve: Serve, heard: list[tuple[str, object]], qtbot: QtBot
) -> None:
    service = serve()
    number = shown(qtbot, notifier, service, ROSE)
    notifier.handle(CLOSED)
    service.press(number, "option 1")  # a moment too late
    stands(qtbot, service, 0)
    assert heard == []


def test_a_question_that_is_closed_before_it_is_shown_leaves_nothing(
    notifier: DesktopNotifier, serve: Serve, qtbot: QtBot
) -> None:
    service = serve()
    with qtbot.waitSignal(notifier.shown):
        notifier.handle(ROSE)
        notifier.handle(CLOSED)
        notifier.handle(replace(ROSE, questions=asked(single(), set_id="other")))
    stands(qtbot, service)
    shown(qtbot, notifier, service, replace(ROSE, questions=asked(single(), set_id="other")))
    notifier.handle(ROSE)
    notifier.handle(CLOSED)
    qtbot.waitUntil(
        lambda: (
            [name for name, _body in service.calls].count("Notify") > 1
            and len(service.standing) == 1
        )
    )


def test_what_the_user_closed_is_answered_in_the_window(
    notifier: DesktopNotifier, serve: Serve, heard: list[tuple[str, object]], qtbot: QtBot
) -> None:
    service = serve()
    number = shown(qtbot, notifier, service, ROSE)
    service.dismiss(number)
    service.press(number, "option 1")
    shown(qtbot, notifier, service, replace(ROSE, questions=asked(single(), set_id="next")))
    assert heard == []


def test_nobody_but_the_service_can_click(
    notifier: DesktopNotifier,
    serve: Serve,
    heard: list[tuple[str, object]],
    bus_address: str,
    qtbot: QtBot,
) -> None:
    service = serve()
    number = shown(qtbot, notifier, service, ROSE)
    name = "org.freedesktop.Notifications"
    with BusProgram(bus_address, name="", path="/x", interface=name) as stranger:
        for member, signature, body in (
            ("ActionInvoked", "us", (number, "option 1")),
            ("NotificationClosed", "uu", (number, 2)),
        ):
            stranger.signal(member, signature, body, to=service.client)
    service.press(number, "option 3")
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == [("s", "blue")]


def test_buttons_with_other_numbers_and_names_do_nothing(
    notifier: DesktopNotifier, serve: Serve, heard: list[tuple[str, object]], qtbot: QtBot
) -> None:
    service = serve()
    number = shown(qtbot, notifier, service, ROSE)
    service.press(number + 1, "option 1")
    service.press(number, "option 9")
    service.signal("ActionInvoked", "s", ("option 1",))
    service.press(number, "option 1")
    qtbot.waitUntil(lambda: heard == [("s", "red")])


def test_a_service_without_buttons_shows_the_choices_as_words(
    notifier: DesktopNotifier, serve: Serve, qtbot: QtBot
) -> None:
    service = serve(abilities=("body",))
    one = service.standing[shown(qtbot, notifier, service, ROSE)]
    assert (one.body, one.actions) == ("Is 1 < 2?\nRed · Green · Blue", ())


@pytest.mark.parametrize("kind", ["none", "refuses", "hangs"])
def test_where_nobody_shows_it_that_is_told(
    notifier: DesktopNotifier,
    serve: Serve,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
) -> None:
    if kind == "refuses":
        serve(refuses=True)
    elif kind == "hangs":
        monkeypatch.setattr(session_bus, "ANSWER_MS", 1)
        serve().is_deaf = True
    assert notifier.is_working
    with qtbot.waitSignal(notifier.failed):
        notifier.handle(ROSE)
    assert not notifier.is_working


def test_one_that_comes_later_is_used(
    notifier: DesktopNotifier, serve: Serve, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(notifier.failed):
        notifier.handle(ROSE)
    shown(qtbot, notifier, serve(), ROSE)
    assert notifier.is_working


def test_a_service_that_is_started_again_shows_it_again(
    notifier: DesktopNotifier, serve: Serve, heard: list[tuple[str, object]], qtbot: QtBot
) -> None:
    first = serve()
    shown(qtbot, notifier, first, ROSE)
    first.stop()
    second = serve(first=40)
    stands(qtbot, second)
    with qtbot.waitSignal(notifier.answer):
        second.press(40, "option 1")
    assert heard == [("s", "red")]


def test_looking_at_the_window_takes_it_away(
    notifier: DesktopNotifier, serve: Serve, qtbot: QtBot
) -> None:
    service = serve()
    shown(qtbot, notifier, service, ROSE)
    window = QWidget()
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    stands(qtbot, service, 0)
    notifier.handle(ROSE)
    window.hide()
    assert service.standing == {}


def test_turned_off_it_goes_and_none_comes(
    notifier: DesktopNotifier, context: DesktopContext, serve: Serve, qtbot: QtBot
) -> None:
    service = serve()
    shown(qtbot, notifier, service, ROSE)
    context.settings.set("ui", "notifications", False)
    stands(qtbot, service, 0)
    assert not notifier.is_working
    notifier.handle(ROSE)
    context.settings.set("ui", "notifications", True)
    shown(qtbot, notifier, service, replace(ROSE, questions=asked(single(), set_id="next")))


@pytest.mark.parametrize(
    ("button", "command"),
    [("stop", StopRinging(timer_id="7")), ("snooze", Snooze(timer_id="7"))],
)
def test_a_timer_is_stopped_from_there(
    notifier: DesktopNotifier,
    serve: Serve,
    engine: FakeEngineClient,
    clock: ManualClock,
    qtbot: QtBot,
    button: str,
    command: object,
) -> None:
    service = serve()
    timer = Timer(timer_id="7", kind=TimerKind.TIMER, label="면", due_at=clock.now(), zone="UTC")
    number = shown(qtbot, notifier, service, TimerRang(timer=timer))
    assert service.standing[number].title == "Timer: 면"
    service.press(number, button)
    stands(qtbot, service, 0)
    assert engine.submitted == [command]


def test_a_long_reply_opens_the_window(
    notifier: DesktopNotifier,
    serve: Serve,
    heard: list[tuple[str, object]],
    clock: ManualClock,
    qtbot: QtBot,
) -> None:
    service = serve()
    notifier.handle(TurnStarted(turn_id="t", text="Why?", spoken=False))
    clock.advance(LONG_TURN_S)
    over = TurnFinished(turn_id="t", text="So.", stop_reason="end_turn", spoken=False)
    service.press(shown(qtbot, notifier, service, over), "default")
    qtbot.waitUntil(lambda: heard == [("window", "")])


def test_nothing_stands_when_the_program_has_ended(
    notifier: DesktopNotifier, serve: Serve, qtbot: QtBot
) -> None:
    service = serve()
    shown(qtbot, notifier, service, ROSE)
    notifier.close()
    stands(qtbot, service, 0)
