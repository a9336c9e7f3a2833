"""What the user is told of while they look elsewhere, and when that is over. Pure.

Events go in with what goes on around them, changes of what stands come out; a button comes back as
what it means. What the user has before their eyes they are not told of.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from assistant.channels.desktop.notifications.model.harmless_text import (
    BODY_LIMIT,
    TITLE_LIMIT,
    one_line,
    words_of,
)
from assistant.channels.desktop.notifications.model.notification import (
    OPEN,
    Notification,
    NotificationButton,
    Urgency,
)
from assistant.channels.desktop.notifications.model.question_notification import (
    question_key,
    question_notification,
)
from assistant.channels.desktop.questions.model.nearness import NEAR_CHANNELS
from assistant.channels.desktop.timers.model.wording import ringing_text
from assistant.escalation.step import Step
from assistant.locale import _
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.events import EngineEvent
from assistant.protocol.questions import QuestionAsked, QuestionClosed, QuestionRose, QuestionsWait
from assistant.protocol.timers import MISSED, RingingStopped, TimerRang, TimersListed
from assistant.protocol.turns import TurnFailed, TurnFinished, TurnStarted
from assistant.questions.card.gestures import ChooseOption
from assistant.questions.model.question import QuestionSet
from assistant.questions.model.waiting_words import waiting_lines, waiting_title
from assistant.timer import Timer

LONG_TURN_S: Final = 15.0
"""Turns that take longer are told of as they end: nobody watches a reply for so long."""
GOES_ON: Final = "goes on"
"""Key of what says where the window went."""
_TURN: Final = "turn"
_DIGEST: Final = "digest"
_MOST_LINES: Final = 4
_STOP: Final = "stop"
_SNOOZE: Final = "snooze"


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What goes on as something happens."""

    now: datetime
    """Aware."""
    now_s: float
    """Seconds of a clock that never goes back."""
    is_looking: bool = False
    """Whether a window of Parley's is active: the user sees what it shows."""
    is_on: bool = True
    """Whether the user wants notifications."""


@dataclass(frozen=True, slots=True)
class Show:
    """A notification stands from now on, in the place of one with its key."""

    notification: Notification


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The one with this key is over."""

    key: str


Change = Show | Withdraw


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerWith:
    """The user chose an option."""

    questions: QuestionSet
    gesture: ChooseOption


@dataclass(frozen=True, slots=True)
class OpenTheQuestion:
    """The user wants to answer it in the window."""

    questions_id: str


@dataclass(frozen=True, slots=True)
class OpenTheWindow:
    """The user wants to see it."""


@dataclass(frozen=True, slots=True)
class StopTheTimer:
    """The user has heard it."""

    timer_id: str


@dataclass(frozen=True, slots=True)
class SnoozeTheTimer:
    """It is to ring again."""

    timer_id: str


Wish = AnswerWith | OpenTheQuestion | OpenTheWindow | StopTheTimer | SnoozeTheTimer
"""What a button means."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Standing:
    title: str
    wishes: Mapping[str, Wish]
    """What its buttons mean."""


class NotificationCenter:
    """Keeps which notifications stand."""

    def __init__(self) -> None:
        self._standing: dict[str, _Standing] = {}
        self._turns: dict[str, float] = {}
        """When those began that are under way."""

    @property
    def standing(self) -> frozenset[str]:
        """The keys of what stands."""
        return frozenset(self._standing)

    def handle(self, event: EngineEvent, around: Surroundings) -> tuple[Change, ...]:
        """Return what an event changes."""
        match event:
            case QuestionAsked():
                changes = self._put_again(event, around)
            case QuestionRose(step=Step.NOTIFICATION):
                changes = self._rose(event, around)
            case QuestionsWait(step=Step.NOTIFICATION):
                changes = self._waits(event, around)
            case QuestionClosed():
                changes = self._withdraw(question_key(event.questions.id))
            case TimerRang():
                changes = self._rang(event.timer, around)
            case RingingStopped():
                changes = self._stopped(event, around)
            case TimersListed():
                changes = self._listed(event)
            case TurnStarted():
                self._turns[event.turn_id] = around.now_s
                changes = self._withdraw(_TURN)
            case TurnFinished() | TurnFailed():
                changes = self._turn_over(event, around)
            case ConversationOpened():
                self._turns.clear()
                changes = self._withdraw(_TURN)
            case _:
                changes = iter(())
        return tuple(changes)

    def clear(self) -> tuple[Change, ...]:
        """Return what is over as the user wants no notifications: all."""
        return tuple(change for key in tuple(self._standing) for change in self._withdraw(key))

    def looked(self) -> tuple[Change, ...]:
        """Return what is over as the user looks at a window: all that the main one shows."""
        seen = self._standing.keys() - {GOES_ON}
        return tuple(change for key in seen for change in self._withdraw(key))

    def goes_on(self) -> tuple[Change, ...]:
        """Return that the user is told, once in a life, where the window went as they closed it."""
        notification = Notification(
            key=GOES_ON,
            title=_("Parley goes on in the panel"),
            body=_("It still hears the wake word. To end it, choose Quit in its menu."),
            buttons=(NotificationButton(key=OPEN, caption=_("Open")),),
        )
        return (self._show(notification, {OPEN: OpenTheWindow()}),)

    def gone(self, key: str) -> None:
        """The user closed one, or its time was up; its question stays open."""
        self._standing.pop(key, None)

    def pressed(self, key: str, button: str) -> Wish | None:
        """Return what a button means, once; None if it means nothing any more."""
        standing = self._standing.get(key)
        wish = None if standing is None else standing.wishes.get(button)
        if wish is not None:
            del self._standing[key]
        return wish

    # Questions.

    def _rose(self, event: QuestionRose, around: Surroundings) -> Iterator[Change]:
        questions = event.questions
        is_theirs = event.origin.channel in NEAR_CHANNELS
        if not is_theirs or around.is_looking or not around.is_on:
            yield from self._withdraw(question_key(questions.id))
            return
        yield self._show_question(questions)

    def _put_again(self, event: QuestionAsked, around: Surroundings) -> Iterator[Change]:
        """Have the question that stands be the one that is put now."""
        key = question_key(event.questions.id)
        if key in self._standing:
            is_seen = around.is_looking or not event.is_presented
            yield from self._withdraw(key) if is_seen else [self._show_question(event.questions)]

    def _show_question(self, questions: QuestionSet) -> Show:
        notification, gestures = question_notification(questions)
        wishes: dict[str, Wish] = {
            key: AnswerWith(questions=questions, gesture=gesture)
            for key, gesture in gestures.items()
        }
        wishes[OPEN] = OpenTheQuestion(questions.id)
        return self._show(notification, wishes)

    def _waits(self, event: QuestionsWait, around: Surroundings) -> Iterator[Change]:
        near = [one.questions for one in event.questions if one.origin.channel in NEAR_CHANNELS]
        if not near or around.is_looking or not around.is_on:
            return
        notification = Notification(
            key=_DIGEST,
            title=waiting_title(len(near)),
            body="\n".join(
                one_line(line, BODY_LIMIT) for line in waiting_lines(near, most=_MOST_LINES)
            ),
            buttons=(NotificationButton(key=OPEN, caption=_("Open")),),
            stays=True,
            sounds=True,
        )
        yield self._show(notification, {OPEN: OpenTheWindow()})

    # Timers.

    def _rang(self, timer: Timer, around: Surroundings) -> Iterator[Change]:
        if around.is_looking or not around.is_on:
            return
        wishes: dict[str, Wish] = {
            _STOP: StopTheTimer(timer.timer_id),
            _SNOOZE: SnoozeTheTimer(timer.timer_id),
            OPEN: OpenTheWindow(),
        }
        notification = Notification(
            key=_timer_key(timer.timer_id),
            title=one_line(ringing_text(timer, around.now), TITLE_LIMIT),
            buttons=(
                NotificationButton(
                    key=_STOP, caption=_("Dismiss") if timer.is_missed else _("Stop")
                ),
                NotificationButton(key=_SNOOZE, caption=_("In 5 minutes")),
                NotificationButton(key=OPEN, caption=_("Open")),
            ),
            urgency=Urgency.NORMAL if timer.is_missed else Urgency.CRITICAL,
            stays=True,
        )
        yield self._show(notification, wishes)

    def _stopped(self, event: RingingStopped, around: Surroundings) -> Iterator[Change]:
        standing = self._standing.get(_timer_key(event.timer_id))
        yield from self._withdraw(_timer_key(event.timer_id))
        if standing is not None and event.is_unheard and around.is_on:
            notification = Notification(
                key=f"missed {event.timer_id}",
                title=one_line(_(MISSED).format(title=standing.title), TITLE_LIMIT),
                buttons=(NotificationButton(key=OPEN, caption=_("Open")),),
                stays=True,
            )
            yield self._show(notification, {OPEN: OpenTheWindow()})

    def _listed(self, event: TimersListed) -> Iterator[Change]:
        """Withdraw those that neither ring nor were missed any more."""
        present = {_timer_key(one.timer_id): one for one in event.timers}
        for key in tuple(self._standing):
            if key.startswith(_timer_key("")):
                timer = present.get(key)
                if timer is None or not (timer.is_ringing or timer.is_missed):
                    yield from self._withdraw(key)

    # Turns.

    def _turn_over(
        self, event: TurnFinished | TurnFailed, around: Surroundings
    ) -> Iterator[Change]:
        began_s = self._turns.pop(event.turn_id, None)
        is_long = began_s is not None and around.now_s - began_s >= LONG_TURN_S
        if not is_long or around.is_looking or not around.is_on:
            return
        match event:
            case TurnFinished(spoken=False, has_user_choice=False):
                title, body = _("Parley has answered"), words_of(event.text)
            case TurnFailed(cancelled=False):
                title, body = _("Parley could not answer"), event.reason
            case _:  # it is heard, it ends with a question, or the user stopped it
                return
        notification = Notification(
            key=_TURN,
            title=title,
            body=one_line(body, BODY_LIMIT),
            buttons=(NotificationButton(key=OPEN, caption=_("Open")),),
        )
        yield self._show(notification, {OPEN: OpenTheWindow()})

    # What stands.

    def _show(self, notification: Notification, wishes: Mapping[str, Wish]) -> Show:
        self._standing[notification.key] = _Standing(title=notification.title, wishes=wishes)
        return Show(notification)

    def _withdraw(self, key: str) -> Iterator[Change]:
        if self._standing.pop(key, None) is not None:
            yield Withdraw(key)


def _timer_key(timer_id: str) -> str:
    return f"timer {timer_id}"
