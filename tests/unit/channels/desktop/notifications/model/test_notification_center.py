"""What the user is told of while they look elsewhere, and when that is over."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from assistant.channels.desktop.notifications.model.notification import Urgency
from assistant.channels.desktop.notifications.model.notification_center import (
    GOES_ON,
    LONG_TURN_S,
    AnswerWith,
    Change,
    NotificationCenter,
    OpenTheQuestion,
    OpenTheWindow,
    Show,
    SnoozeTheTimer,
    StopTheTimer,
    Surroundings,
    Withdraw,
)
from assistant.escalation.step import Step
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import (
    QuestionAsked,
    QuestionClosed,
    QuestionRose,
    QuestionStanding,
    QuestionsWait,
    UnansweredQuestion,
)
from assistant.protocol.timers import RingingStopped, TimerRang, TimersListed
from assistant.protocol.turns import TurnFailed, TurnFinished, TurnStarted
from assistant.questions.card.gestures import ChooseOption
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Channel, Later, Origin
from assistant.timer import Timer, TimerKind
from tests.unit.channels.desktop.conversation.samples import HERE, ORIGIN, answered, asked, single

NOW = datetime(2026, 1, 2, 14, 3, tzinfo=UTC)
AWAY = Surroundings(now=NOW, now_s=100.0)
LOOKING = replace(AWAY, is_looking=True)
OFF = replace(AWAY, is_on=False)

SET = asked(single())
PUT = QuestionAsked(questions=SET, origin=ORIGIN, asked_at=NOW)
ROSE = QuestionRose(questions=SET, origin=ORIGIN, step=Step.NOTIFICATION)
OF_AGENT = replace(ROSE, questions=asked(single(), asker=Asker(agent="Codex", project="webshop")))
WAIT = QuestionsWait(
    questions=tuple(
        UnansweredQuestion(
            questions=one, origin=ORIGIN, asked_at=NOW, standing=QuestionStanding.OPEN
        )
        for one in (SET, OF_AGENT.questions)
    ),
    step=Step.NOTIFICATION,
)
PASTA = Timer(
    timer_id="7",
    kind=TimerKind.TIMER,
    label="pasta",
    due_at=NOW,
    zone="UTC",
    length_s=60,
    ringing_since=NOW,
)
RANG = TimerRang(timer=PASTA)
STARTED = TurnStarted(turn_id="t", text="Why?", spoken=False)
FINISHED = TurnFinished(
    turn_id="t", text="**Because** it is.", stop_reason="end_turn", spoken=False
)
FAILED = TurnFailed(turn_id="t", text="", reason="The service is overloaded.")
OPENED = ConversationOpened(conversation_id="d", resumed=False, model="m")
LATE = replace(AWAY, now_s=100.0 + LONG_TURN_S)
SOON = replace(AWAY, now_s=99.0 + LONG_TURN_S)


def center() -> NotificationCenter:
    return NotificationCenter()


def titles(changes: Sequence[Change]) -> list[str]:
    return [one.notification.title for one in changes if isinstance(one, Show)]


@pytest.mark.parametrize(
    ("event", "around", "told"),
    [
        pytest.param(ROSE, AWAY, ["Parley asks"], id="a question"),
        pytest.param(ROSE, LOOKING, [], id="a question that is seen"),
        pytest.param(ROSE, OFF, [], id="a question, unwanted"),
        pytest.param(OF_AGENT, AWAY, ["Codex · webshop asks"], id="a question of an agent"),
        pytest.param(PUT, AWAY, [], id="one that has not risen"),
        pytest.param(replace(ROSE, step=Step.PHONE), AWAY, [], id="one that rose to the phone"),
        pytest.param(WAIT, AWAY, ["2 questions are waiting for your answer"], id="a list"),
        pytest.param(WAIT, LOOKING, [], id="a list that is seen"),
        pytest.param(WAIT, OFF, [], id="a list, unwanted"),
        pytest.param(replace(WAIT, step=Step.PHONE), AWAY, [], id="a list for the phone"),
        pytest.param(
            replace(ROSE, origin=Origin(channel=Channel.TELEGRAM, conversation_id="c")),
            AWAY,
            [],
            id="asked on the phone",
        ),
        pytest.param(RANG, AWAY, ["Timer: pasta"], id="a timer"),
        pytest.param(RANG, LOOKING, [], id="a timer that is seen"),
        pytest.param(RANG, OFF, [], id="a timer, unwanted"),
        pytest.param(FINISHED, AWAY, [], id="a turn whose begin nobody knows"),
    ],
)
def test_an_event_is_told_of_if_it_is_not_seen(
    event: EngineEvent, around: Surroundings, told: list[str]
) -> None:
    assert titles(center().handle(event, around)) == told


@pytest.mark.parametrize(
    ("end", "around", "told"),
    [
        (FINISHED, LATE, ["Parley has answered"]),
        (FINISHED, SOON, []),
        (FINISHED, replace(LATE, is_looking=True), []),
        (FINISHED, replace(LATE, is_on=False), []),
        (replace(FINISHED, spoken=True), LATE, []),
        (replace(FINISHED, has_user_choice=True), LATE, []),
        (FAILED, LATE, ["Parley could not answer"]),
        (replace(FAILED, cancelled=True), LATE, []),
    ],
)
def test_a_long_turn_is_told_of_as_it_ends(
    end: EngineEvent, around: Surroundings, told: list[str]
) -> None:
    made = center()
    made.handle(STARTED, AWAY)
    assert titles(made.handle(end, around)) == told


def test_a_reply_is_told_in_its_first_words() -> None:
    made = center()
    made.handle(STARTED, AWAY)
    (shown,) = made.handle(FINISHED, LATE)
    assert isinstance(shown, Show)
    assert shown.notification.body == "Because it is."


@pytest.mark.parametrize(
    ("first", "then", "is_over"),
    [
        (ROSE, QuestionClosed(questions=SET, response=answered(), channel=Channel.VOICE), True),
        (ROSE, QuestionClosed(questions=SET, response=Later(provenance=HERE), channel=None), True),
        (ROSE, TimersListed(timers=()), False),
        (ROSE, RingingStopped(timer_id="7"), False),
        (RANG, RingingStopped(timer_id="7"), True),
        (RANG, RingingStopped(timer_id="8"), False),
        (RANG, TimersListed(timers=()), True),
        (RANG, TimersListed(timers=(PASTA,)), False),
        (RANG, TimersListed(timers=(replace(PASTA, is_missed=True),)), False),
        (RANG, TimersListed(timers=(replace(PASTA, ringing_since=None),)), True),
    ],
)
def test_it_goes_when_it_is_over(first: EngineEvent, then: EngineEvent, is_over: bool) -> None:
    made = center()
    (shown,) = made.handle(first, AWAY)
    assert isinstance(shown, Show)
    key = shown.notification.key
    assert made.handle(then, AWAY) == ((Withdraw(key),) if is_over else ())
    assert (key in made.standing) is not is_over


@pytest.mark.parametrize("then", [STARTED, OPENED])
def test_what_was_told_of_a_reply_goes_with_the_next_turn(then: EngineEvent) -> None:
    made = center()
    made.handle(STARTED, AWAY)
    made.handle(FINISHED, LATE)
    assert made.handle(then, AWAY) == (Withdraw("turn"),)


def test_a_question_that_is_put_again_while_it_is_seen_goes() -> None:
    made = center()
    made.handle(ROSE, AWAY)
    assert made.handle(PUT, LOOKING) == (Withdraw("question s"),)
    assert made.handle(PUT, AWAY) == ()


def test_looking_at_the_window_is_enough_for_all() -> None:
    made = center()
    made.handle(ROSE, AWAY)
    made.handle(RANG, AWAY)
    made.goes_on()
    assert set(made.looked()) == {Withdraw("question s"), Withdraw("timer 7")}
    assert made.looked() == ()
    assert made.clear() == (Withdraw(GOES_ON),)


def test_a_timer_that_nobody_stopped_is_said_to_be_missed() -> None:
    made = center()
    (rang,) = made.handle(RANG, AWAY)
    assert isinstance(rang, Show)
    assert rang.notification.urgency is Urgency.CRITICAL
    over, missed = made.handle(RingingStopped(timer_id="7", is_unheard=True), AWAY)
    assert over == Withdraw("timer 7")
    assert titles([missed]) == ["Missed: Timer: pasta"]
    assert made.handle(TimersListed(timers=()), AWAY) == ()


@pytest.mark.parametrize(
    ("event", "key", "button", "wish"),
    [
        (ROSE, "question s", "option 2", "Green"),
        (ROSE, "question s", "default", OpenTheQuestion("s")),
        (ROSE, "question s", "option 4", None),
        (ROSE, "question x", "option 1", None),
        (RANG, "timer 7", "stop", StopTheTimer("7")),
        (RANG, "timer 7", "snooze", SnoozeTheTimer("7")),
        (RANG, "timer 7", "default", OpenTheWindow()),
    ],
)
def test_a_button_means_something_once(
    event: EngineEvent, key: str, button: str, wish: object
) -> None:
    made = center()
    made.handle(event, AWAY)
    if isinstance(wish, str):
        chosen = ChooseOption(question_id="q", option_id=wish.lower())
        wish = AnswerWith(questions=SET, gesture=chosen)
    assert made.pressed(key, button) == wish
    assert wish is None or made.pressed(key, button) is None


def test_a_button_of_what_is_over_means_nothing() -> None:
    made = center()
    made.handle(ROSE, AWAY)
    made.handle(QuestionClosed(questions=SET, response=answered(), channel=None), AWAY)
    assert made.pressed("question s", "option 1") is None
    made.handle(ROSE, AWAY)
    made.gone("question s")
    assert made.pressed("question s", "option 1") is None


def test_of_the_versions_of_a_question_the_last_is_answered() -> None:
    made = center()
    made.handle(ROSE, AWAY)
    again = SET.model_copy(update={"version": 2})
    made.handle(replace(PUT, questions=again), AWAY)
    wish = made.pressed("question s", "option 1")
    assert isinstance(wish, AnswerWith)
    assert wish.questions.version == 2


def test_a_list_names_who_asks_what() -> None:
    (shown,) = center().handle(WAIT, AWAY)
    assert isinstance(shown, Show)
    assert shown.notification.body.splitlines() == [
        f"• {SET.questions[0].text}",
        f"• Codex · webshop: {SET.questions[0].text}",
    ]
