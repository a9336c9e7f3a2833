"""A conversation in the terminal: what happens, as text.

`ConversationPrinter` turns events into words and lines on a `ConversationOutput`: a plain one, so that a pipe works as well as
a person, or one that is drawn.
"""

import asyncio
from collections.abc import Sequence
from typing import Final

from assistant.call_ending import ending_sentence
from assistant.channels.terminal.console.output import ConversationOutput, LineTone
from assistant.channels.terminal.text.outcome_text import outcome_line
from assistant.clock import Clock, SystemClock
from assistant.coding_agents.tasks.task_text import report_text
from assistant.locale import _
from assistant.moment_words import moment_words
from assistant.protocol.coding_agents import AgentReported
from assistant.protocol.commands import Command
from assistant.protocol.conversation import (
    ConversationOpened,
    QueuedMessagesChanged,
    UnsentMessagesReturned,
)
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import HistoryLoaded, PastQuestion
from assistant.protocol.models import ModelSwitched
from assistant.protocol.notices import ModelAdvice, Notice, NoticeAction, OpenSettings, Severity
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.timers import MISSED, Snooze, StopRinging, TimerRang, ringing_title
from assistant.protocol.turns import (
    ReplyRestarted,
    ReplySegmentFinished,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
    UnreadableChoiceFound,
)
from assistant.questions.form.outcome_text import boxed_lines, is_default_of_timeout, outcome_lines
from assistant.questions.model.question import (
    Answered,
    Cancelled,
    Channel,
    Later,
    Purpose,
    QuestionRoute,
    TimedOut,
)
from assistant.questions.model.question_tool import is_question_tool

SHOWN_MESSAGES: Final = 6
"""How much of a conversation that goes on is shown again."""


class ConversationPrinter:
    """Writes what happens. Called with every event of the conversation.

    Args:
        page: Where it is written.
        has_commands: Whether somebody can type `/questions` here.
        clock: Tells the moment; the machine's if None.
    """

    def __init__(
        self,
        *,
        page: ConversationOutput,
        has_commands: bool = True,
        clock: Clock | None = None,
    ) -> None:
        self._page = page
        self._clock = clock or SystemClock()
        self._has_commands = has_commands
        self._opened: str | None = None
        self._model: str | None = None
        self._loaded: str | None = None
        self._offered: tuple[Command, ...] = ()
        self._offered_by: str | None = None
        """The code of the notice that offered it, which stands until it is resolved; None if it was a
        turn, which another ends."""
        self._printed = ""
        """The words since the last tool."""
        self._again: str | None = None
        """The words of a reply that is made anew, as long as they are those that stand here."""
        self._is_trying_again = False
        """Whether the connection broke and no words of the next try have come yet."""
        self._waiting: tuple[str, ...] = ()
        """The user's words that wait for the reply under way, oldest first."""
        self._asked: dict[str, str | None] = {}
        """The turn that each open question belongs to, by the id of the set."""
        self.idle = asyncio.Event()
        """Set while no turn is under way, and no question that a reply ended with is open."""
        self.idle.set()
        self.unseen = asyncio.Event()
        """Set once a question is open that nobody is there to answer."""

    def __call__(self, event: EngineEvent) -> None:
        """Show an event."""
        self._show(event)
        if isinstance(event, Notice) and event.code == "question_waiting":
            self.unseen.set()
        match _is_resting(event):
            case True:
                self.idle.set()
            case False:
                self.idle.clear()
            case None:
                pass
        self._page.under_way(self._under_way())

    def has_waiting(self, text: str) -> bool:
        """Whether these words wait for their turn."""
        return text in self._waiting

    def _under_way(self) -> list[str]:
        waiting = [f"⏳ {text}" for text in self._waiting]
        if self.idle.is_set():
            return waiting
        broke = _("The connection broke; trying again…  Ctrl-C stops")
        return [broke if self._is_trying_again else _("Replying…  Ctrl-C stops"), *waiting]

    def offered(self, text: str) -> Command | None:
        """Return what a line such as `/1` stands for, or None if it is words."""
        number = text.removeprefix("/")
        if number == text or not number.isdecimal():
            return None
        place = int(number) - 1
        return self._offered[place] if 0 <= place < len(self._offered) else None

    def _show(self, event: EngineEvent) -> None:
        match event:
            case ConversationOpened() | ModelSwitched():
                self._open(event)
            case HistoryLoaded():
                if self._loaded != event.conversation_id:  # else it stands here already
                    self._history(event)
                self._loaded = event.conversation_id
            case UnsentMessagesReturned():
                for text in (*event.texts, *(one.name for one in event.attachments)):
                    self._page.line(_("Not sent last time: {text}").format(text=text))
            case QuestionAsked() | QuestionClosed():
                self._question(event)
            case ToolStarted() | ToolFinished():
                self._tool(event)
            case QueuedMessagesChanged():
                self._waiting = tuple(text for _id, text in event.waiting)
            case Notice() | ModelAdvice() | AgentReported():
                self._tell(event)
            case TurnFinished() | TurnFailed():
                self._end(event)
            case TimerRang():
                self._ring(event)
            case _:
                self._show_words(event)

    def _show_words(self, event: EngineEvent) -> None:
        match event:
            case TurnStarted():
                self._printed = ""
                if self._offered_by is None:
                    self._offered = ()
                self._again, self._is_trying_again = None, False
                if not event.resumed and event.answers is None and self.has_waiting(event.text):
                    self._page.line("")
                    self._page.line(f"> {event.text}", LineTone.OWN)
            case ReplyRestarted():
                self._again, self._is_trying_again = "", True
            case ReplySegmentFinished():
                self._printed, self._again, self._is_trying_again = "", None, False
            case TextDelta():
                self._is_trying_again = False
                self._text(event.text)
            case _:
                self._show_aside(event)

    def _show_aside(self, event: EngineEvent) -> None:
        match event:
            case UnreadableChoiceFound():
                self._page.aside(f"· {_('A question that could not be read')}", LineTone.NOTE)
            case _:
                pass

    def _end(self, event: TurnFinished | TurnFailed) -> None:
        self._page.end()
        if isinstance(event, TurnFailed) and event.cancelled:
            told = _("Stopped.")
            if event.turn_id in self._asked.values():  # the program ends, and not the turn
                told = _("The question stays open; it is asked again at the next start.")
            self._page.line(told, LineTone.NOTE)
        elif event.reason:
            self._trouble(event.reason, event.hint, event.actions)

    def _tool(self, event: ToolStarted | ToolFinished) -> None:
        if is_question_tool(event.name):
            return  # the question shows itself, and how it ended
        if isinstance(event, ToolFinished):
            if event.is_error:
                ending = event.ending
                told = event.content if ending is None else ending_sentence(ending)
                self._page.line(f"· {event.name}: {told}", LineTone.NOTE)
        else:
            self._page.line(f"· {event.name} {event.arguments}", LineTone.NOTE)

    def _ring(self, event: TimerRang) -> None:
        timer = event.timer
        title = ringing_title(timer, self._clock.now())
        if event.was_missed:
            title = _(MISSED).format(
                title=f"{title} – {moment_words(timer.shown_at, self._clock.now())}"
            )
        self._page.bell()
        stop = StopRinging(timer_id=timer.timer_id)
        self._trouble(
            title,
            "",
            (
                NoticeAction(label=_("Dismiss") if event.was_missed else _("Stop"), command=stop),
                NoticeAction(label=_("In 5 minutes"), command=Snooze(timer_id=timer.timer_id)),
            ),
        )

    def _hint(self, event: Notice) -> str:
        """Return what to do; a terminal has a command where windows have a list."""
        if event.code not in {"question_waiting", "question_presenter_failed"}:
            return event.hint
        if self._has_commands:
            return _("It is still open; /questions lists it and asks it again.")
        return _("It is still open.")

    def _history(self, event: HistoryLoaded) -> None:
        shown = {past.questions.id for past in event.questions}
        for message in event.messages[event.shown :][-SHOWN_MESSAGES:]:
            if message.answers in shown:
                pass  # the question shows how it ended
            elif message.role == "user":
                self._page.line(f"> {message.text}", LineTone.OWN)
            else:
                self._page.words(message.text)
                self._page.end()
            for past in event.questions:
                if past.after == message.message_id:
                    self._past_question(past)

    def _past_question(self, past: PastQuestion) -> None:
        for question in past.questions.questions:
            self._page.line(f"? {question.text}")
        for line in _past_lines(past):
            self._page.line(line, LineTone.OUTCOME)

    def _question(self, event: QuestionAsked | QuestionClosed) -> None:
        if isinstance(event, QuestionAsked):  # a presenter shows it
            self._asked[event.questions.id] = event.origin.turn_id
            return
        self._asked.pop(event.questions.id, None)
        for line in outcome_lines(event.questions, event.response):
            self._page.line(line, LineTone.OUTCOME)
        is_left = isinstance(event.response, Later | TimedOut)
        if is_left and event.questions.purpose is Purpose.ASK and self._has_commands:
            self._page.line(_("/questions lists it and asks it again."), LineTone.NOTE)
        if event.channel is Channel.TERMINAL:
            going_on = outcome_line(event.questions, event.response)
            if going_on:
                self._page.line(going_on, LineTone.NOTE)

    def _open(self, event: ConversationOpened | ModelSwitched) -> None:
        is_same = self._model == event.model
        if isinstance(event, ConversationOpened):
            is_same = is_same and self._opened == event.conversation_id
            self._opened = event.conversation_id
        if not is_same:  # else only its branch is another
            self._page.line(
                _("You are talking to {model}.").format(model=event.model), LineTone.NOTE
            )
        self._model = event.model

    def _text(self, text: str) -> None:
        if self._again is None:
            self._printed += text
            self._page.words(text)
            return
        # What stands here cannot be taken back: it is gone on with as long as the words agree.
        self._again += text
        if self._printed.startswith(self._again):
            return
        again, self._again = self._again, None
        if again.startswith(self._printed):
            self._page.words(again[len(self._printed) :])
        else:
            self._page.line("…")
            self._page.words(again)
        self._printed = again

    def _tell(self, event: Notice | ModelAdvice | AgentReported) -> None:
        match event:
            case AgentReported():
                for line in report_text(event.asker.title, event.task).splitlines():
                    self._page.aside(f"  {line}")
            case ModelAdvice():
                self._page.aside(f"  {event.text}")
                self._offer(event.actions, by=None)
            case Notice(severity=Severity.INFO) if _is_told(event):
                self._page.aside(f"· {event.text}", LineTone.NOTE)
                self._help(self._hint(event), event.actions, by=event.code)
            case Notice() if _is_told(event):
                self._trouble(event.text, self._hint(event), event.actions, by=event.code)
            case Notice(resolved=True) if event.code == self._offered_by:
                self._offered, self._offered_by = (), None
            case Notice():
                pass

    def _trouble(
        self,
        text: str,
        hint: str,
        actions: Sequence[NoticeAction] = (),
        *,
        by: str | None = None,
    ) -> None:
        self._page.aside(f"! {text}", LineTone.TROUBLE)
        self._help(hint, actions, by=by)

    def _help(self, hint: str, actions: Sequence[NoticeAction], *, by: str | None) -> None:
        if hint:
            self._page.aside(f"  {hint}")
        self._offer(actions, by=by)

    def _offer(self, actions: Sequence[NoticeAction], *, by: str | None) -> None:
        offered: list[Command] = []
        for action in actions:
            if not isinstance(action.command, OpenSettings):  # there is no window here
                offered.append(action.command)
                self._page.aside(f"  /{len(offered)}  {action.label}")
        if offered:
            self._offered, self._offered_by = tuple(offered), by


def _past_lines(past: PastQuestion) -> list[str]:
    """Return how a question ended; answers that the user gave are in boxes."""
    response = past.response
    if isinstance(response, Answered) and not is_default_of_timeout(response):
        return boxed_lines(past.questions, response)
    return outcome_lines(past.questions, response)


def _is_told(event: Notice) -> bool:
    """Whether a notice is a line; that words wait is shown where they do."""
    is_waiting = event.code == "busy" and event.severity is Severity.INFO
    return bool(event.text) and not event.resolved and not is_waiting


def _is_resting(event: EngineEvent) -> bool | None:
    """Whether the next message can be typed after this event; None if it changes nothing."""
    match event:
        case TurnStarted():
            return False
        case TurnFinished(has_user_choice=has_choice):
            return not has_choice  # the question comes first
        case QuestionClosed(questions=questions, response=response):
            if questions.route is not QuestionRoute.TEXT or questions.amends is not None:
                return None
            return isinstance(response, Later | Cancelled | TimedOut)  # else a turn follows
        case TurnFailed():
            return True
        case Notice(code="question_failed"):
            return True
        case _:
            return None
