"""A conversation in the terminal: lines in, words out as they stream.

`Lines` reads standard input on a thread of its own, `Printer` turns events into text. Both are plain:
no colours, no cursor control, so that a pipe works as well as a person.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TextIO

from assistant.channels.terminal.outcomes import outcome_lines
from assistant.channels.terminal.plain import printable
from assistant.conversation.commands import Command
from assistant.conversation.events import (
    Action,
    ConversationOpened,
    EngineEvent,
    HistoryLoaded,
    ModelSwitched,
    Notice,
    PastQuestion,
    QuestionClosed,
    ReplyRestarted,
    ReplySegmentFinished,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
    WordsReturned,
)
from assistant.conversation.timer_words import MISSED, timer_title
from assistant.conversation.tooling import Snooze, StopRinging, TimerRang
from assistant.locale import _
from assistant.questions.formats.advertised import TOOL_NAME
from assistant.questions.model import Cancelled, Door, Later, TimedOut

PROMPT_AGAIN_S: Final = 0.05
"""How long a reader waits before it shows its prompt again after another one's line."""
SHOWN_MESSAGES: Final = 6
"""How much of a conversation that goes on is shown again."""


class Lines:
    """Lines of a stream, read ahead by nobody: each is read when it is asked for.

    Several may wait for a line; the one that began last gets the next, so that a question is
    answered before the conversation goes on.

    Args:
        stream: Standard input.
        write: Shows a prompt, without a newline.
        is_prompting: Whether there is somebody to show prompts to.
    """

    def __init__(self, *, stream: TextIO, write: Callable[[str], None], is_prompting: bool) -> None:
        self._stream = stream
        self._write = write
        self._is_prompting = is_prompting
        self._readers: list[_Reader] = []
        self._kept: list[str] = []
        self._is_reading = False
        self._wanted = threading.Semaphore(0)
        self._loop = asyncio.get_running_loop()
        self.ended = asyncio.Event()
        """Set once the stream has no more lines."""
        # A read cannot be interrupted; the thread must not keep the process alive.
        threading.Thread(target=self._read, name="terminal-input", daemon=True).start()

    async def read(self, prompt: str) -> str:
        """Return the next line without its end.

        Raises:
            EOFError: If there are no more lines.
        """
        if self._kept:
            return self._kept.pop(0)
        if self.ended.is_set():
            raise EOFError
        reader = _Reader(prompt=prompt, line=self._loop.create_future())
        self._readers.append(reader)
        self._show(reader)
        self._want()
        try:
            return await reader.line
        finally:
            self._readers.remove(reader)
            if self._readers and not self.ended.is_set():
                # The next question may follow at once; its prompt is the one to show then.
                self._loop.call_later(PROMPT_AGAIN_S, self._show_again, self._readers[-1])

    def _show(self, reader: "_Reader") -> None:
        if self._is_prompting:
            self._write(reader.prompt)

    def _show_again(self, reader: "_Reader") -> None:
        if self._readers and self._readers[-1] is reader:
            self._show(reader)

    def _want(self) -> None:
        if not self._is_reading:
            self._is_reading = True
            self._wanted.release()

    def _read(self) -> None:
        while True:
            self._wanted.acquire()
            try:
                line = self._stream.readline()
            except (OSError, ValueError):  # the terminal has gone, or the stream was closed
                line = ""
            with contextlib.suppress(RuntimeError):  # the loop ended before the line came
                self._loop.call_soon_threadsafe(self._deliver, line)
            if not line:
                return

    def _deliver(self, line: str) -> None:
        self._is_reading = False
        waiting = [reader for reader in self._readers if not reader.line.done()]
        if not line:
            self.ended.set()
            for reader in waiting:
                reader.line.set_exception(EOFError())
        elif not waiting:
            # Whoever asked has gone; the next to ask gets it.
            self._kept.append(line.rstrip("\r\n"))
        else:
            waiting[-1].line.set_result(line.rstrip("\r\n"))
            if len(waiting) > 1:
                self._want()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Reader:
    """Somebody who waits for a line."""

    prompt: str
    line: "asyncio.Future[str]"


class Printer:
    """Writes what happens. Called with every event of the conversation.

    Args:
        write: Shows text as it is.
    """

    def __init__(self, *, write: Callable[[str], None]) -> None:
        self._write = write
        self._is_mid_line = False
        self._opened: str | None = None
        self._model: str | None = None
        self._loaded: str | None = None
        self._offered: tuple[Action, ...] = ()
        self._printed = ""
        """The words since the last tool."""
        self._again: str | None = None
        """The words of a reply that is made anew, as long as they are those that stand here."""
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

    def offered(self, text: str) -> Command | None:
        """Return what a line such as `/1` stands for, or None if it is words."""
        number = text.removeprefix("/")
        if number == text or not number.isdecimal():
            return None
        place = int(number) - 1
        return self._offered[place].command if 0 <= place < len(self._offered) else None

    def _show(self, event: EngineEvent) -> None:
        match event:
            case ConversationOpened() | ModelSwitched():
                self._open(event)
            case HistoryLoaded():
                if self._loaded != event.conversation_id:  # else it stands here already
                    self._history(event)
                self._loaded = event.conversation_id
            case WordsReturned():
                for text in event.texts:
                    self._line(_("Not sent last time: {text}").format(text=text))
            case QuestionClosed():
                for line in outcome_lines(event.questions, event.response):
                    self._line(line)
            case ToolStarted() | ToolFinished():
                self._tool(event)
            case Notice() if event.text and not event.resolved:
                self._trouble(event.text, event.hint, event.actions)
            case TurnFinished() | TurnFailed():
                self._end(event)
            case TimerRang():
                self._ring(event)
            case _:
                self._show_words(event)

    def _show_words(self, event: EngineEvent) -> None:
        match event:
            case TurnStarted():
                self._offered, self._printed, self._again = (), "", None
            case ReplyRestarted():
                self._again = ""
            case ReplySegmentFinished():
                self._printed, self._again = "", None
            case TextDelta():
                self._text(event.text)
            case _:
                pass

    def _end(self, event: TurnFinished | TurnFailed) -> None:
        self._end_line()
        if isinstance(event, TurnFailed) and event.cancelled:
            self._line(_("Stopped."))
        elif event.reason:
            self._trouble(event.reason, event.hint, event.actions)

    def _tool(self, event: ToolStarted | ToolFinished) -> None:
        if isinstance(event, ToolFinished):
            if event.is_error:
                self._line(f"· {event.name}: {event.content}")
        elif event.name != TOOL_NAME:  # the question shows itself
            self._line(f"· {event.name} {event.arguments}")

    def _ring(self, event: TimerRang) -> None:
        timer = event.timer
        title = timer_title(timer.kind, timer.label)
        if event.was_missed:
            title = _(MISSED).format(title=f"{title} – {timer.due_at:%Y-%m-%d %H:%M}")
        self._end_line()
        self._write("\a")  # the terminal's own bell
        stop = StopRinging(timer_id=timer.timer_id)
        self._trouble(
            title,
            "",
            (
                Action(label=_("Dismiss") if event.was_missed else _("Stop"), command=stop),
                Action(label=_("In 5 minutes"), command=Snooze(timer_id=timer.timer_id)),
            ),
        )

    def _history(self, event: HistoryLoaded) -> None:
        for message in event.messages[-SHOWN_MESSAGES:]:
            mark = "> " if message.role == "user" else ""
            self._line(f"{mark}{message.text}")
            for past in event.questions:
                if past.after == message.message_id:
                    self._past_question(past)

    def _past_question(self, past: PastQuestion) -> None:
        for question in past.questions.questions:
            self._line(f"? {question.text}")
        for line in outcome_lines(past.questions, past.response):
            self._line(line)

    def _open(self, event: ConversationOpened | ModelSwitched) -> None:
        is_same = self._model == event.model
        if isinstance(event, ConversationOpened):
            is_same = is_same and self._opened == event.conversation_id
            self._opened = event.conversation_id
        if not is_same:  # else only its branch is another
            self._line(_("You are talking to {model}.").format(model=event.model))
        self._model = event.model

    def _text(self, text: str) -> None:
        if self._again is None:
            self._printed += text
            self._print(text)
            return
        # What stands here cannot be taken back: it is gone on with as long as the words agree.
        self._again += text
        if self._printed.startswith(self._again):
            return
        again, self._again = self._again, None
        if again.startswith(self._printed):
            self._print(again[len(self._printed) :])
        else:
            self._line("…")
            self._print(again)
        self._printed = again

    def _print(self, text: str) -> None:
        shown = printable(text)
        if shown:
            self._write(shown)
            self._is_mid_line = not shown.endswith("\n")

    def _trouble(self, text: str, hint: str, actions: Sequence[Action] = ()) -> None:
        self._line(f"! {text}")
        if hint:
            self._line(f"  {hint}")
        if actions:
            self._offered = tuple(actions)
            for number, action in enumerate(actions, 1):
                self._line(f"  /{number}  {action.label}")

    def _line(self, text: str) -> None:
        self._end_line()
        self._write(printable(text) + "\n")

    def _end_line(self) -> None:
        if self._is_mid_line:
            self._write("\n")
            self._is_mid_line = False


def _is_resting(event: EngineEvent) -> bool | None:
    """Whether the next message can be typed after this event; None if it changes nothing."""
    match event:
        case TurnStarted():
            return False
        case TurnFinished(has_user_choice=has_choice):
            return not has_choice  # the question comes first
        case QuestionClosed(questions=questions, response=response):
            if questions.door is not Door.TEXT or questions.amends is not None:
                return None
            return isinstance(response, Later | Cancelled | TimedOut)  # else a turn follows
        case TurnFailed():
            return True
        case Notice(code="question_failed"):
            return True
        case _:
            return None
