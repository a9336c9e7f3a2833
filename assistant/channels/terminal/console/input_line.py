"""The line that one types on: editing, what was said before, and completion of commands.

It stays where it is while a reply streams above it. It gives the terminal up when a question comes
and returns with the words it held.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from prompt_toolkit import PromptSession
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.enums import DEFAULT_BUFFER
from prompt_toolkit.filters import Condition, has_focus
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.styles import Style
from typing_extensions import override

from assistant.channels.terminal.console.screen import TerminalScreen
from assistant.channels.terminal.console.session import TerminalSession

Complete = Callable[[str], Sequence[tuple[str, str]]]
"""Returns what the beginning of a line may become, each with its meaning."""

_STYLE: Final[dict[str, str]] = {
    "input-mark": "#818CF8 bold",
    "completion-menu.completion": "bg:#1E293B #94A3B8",
    "completion-menu.completion.current": "bg:#818CF8 #0F172A",
    "completion-menu.meta.completion": "bg:#1E293B #94A3B8",
    "completion-menu.meta.completion.current": "bg:#818CF8 #0F172A",
}
_ESCAPE_S: Final = 0.05
"""After this pause an escape character is the Escape key, not the beginning of another key."""


class InputLine:
    """Reads what the user types, a message at a time.

    Enter sends, Ctrl-J begins another line, the arrow keys bring back what was said before.

    Args:
        seat: The terminal.
        screen: What stands above the line.
        complete: Knows the commands.
        warn_leaving: Called when Ctrl-C was pressed on an empty line; once more leaves.
        is_busy: Whether a reply is under way: what is sent now stands where its turn comes.
        stop: Called by Ctrl-C before anything else; stops the reply and returns True if there is
            one that was not stopped before.
    """

    def __init__(
        self,
        *,
        seat: TerminalSession,
        screen: TerminalScreen,
        complete: Complete,
        warn_leaving: Callable[[], None],
        is_busy: Callable[[], bool] = lambda: False,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self._seat = seat
        self._screen = screen
        self._warn_leaving = warn_leaving
        self._is_busy = is_busy
        self._stop = stop
        self._is_leaving = False
        self._kept = ""
        """What was typed when a question came."""
        self._history = InMemoryHistory()
        is_command = Condition(lambda: self._session.default_buffer.text.startswith("/"))
        self._session: PromptSession[str | None] = PromptSession(
            message=self._message,
            history=self._history,
            completer=_Commands(complete),
            complete_while_typing=is_command,
            key_bindings=self._keys(),
            style=Style(list((screen.style | _STYLE).items())),
            include_default_pygments_style=False,
            enable_suspend=True,
            input=seat.input,
            output=seat.output,
        )
        self._session.app.ttimeoutlen = _ESCAPE_S
        self._session.default_buffer.on_text_changed += self._changed

    def remember(self, texts: Iterable[str]) -> None:
        """Have words that were said before at hand."""
        for text in texts:
            self._history.append_string(text)

    @property
    def half_written(self) -> str:
        """What stands on the line, or stood there when a question came."""
        return self._kept or self._session.default_buffer.text

    async def read(self, is_over: Callable[[], bool] = lambda: False) -> str:
        """Return the next message.

        Args:
            is_over: Whether the user left in a question; the line is not shown again then.

        Raises:
            EOFError: If the user leaves, or the terminal has gone.
        """
        while True:
            async with self._seat.lent(self._give_up):
                if is_over():
                    raise EOFError
                self._is_leaving = False
                self._session.app.erase_when_done = False
                kept, self._kept = self._kept, ""
                typed = await self._session.prompt_async(
                    default=kept, handle_sigint=False, set_exception_handler=False
                )
            if typed is not None:
                return typed

    def _message(self) -> StyleAndTextTuples:
        """Return what stands before the words; what is above it only while the line is open."""
        app = self._session.app
        above = [] if app.is_done and not app.erase_when_done else self._screen.above()
        return [*above, ("", "\n"), ("class:input-mark", "> ")]

    def _give_up(self) -> None:
        """Leave the screen, and keep what was typed."""
        app = self._session.app
        if app.is_running and not app.is_done:
            self._kept = self._session.default_buffer.text
            app.erase_when_done = True
            app.exit(result=None)

    def _changed(self, _buffer: Buffer) -> None:
        self._is_leaving = False

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        def interrupted(event: KeyPressEvent) -> None:
            """Stop the reply, clear the line, or leave if it is pressed twice."""
            if self._stop():
                return
            if event.current_buffer.text:
                event.current_buffer.reset()
            elif self._is_leaving:
                event.app.exit(exception=EOFError())
            else:
                self._is_leaving = True
                self._warn_leaving()

        def send(event: KeyPressEvent) -> None:
            if event.current_buffer.text.strip():
                event.app.erase_when_done = self._is_busy()
                event.current_buffer.validate_and_handle()

        def newline(event: KeyPressEvent) -> None:
            event.current_buffer.insert_text("\n")

        keys.add("enter", filter=has_focus(DEFAULT_BUFFER))(send)
        keys.add("c-c")(interrupted)
        keys.add("c-j")(newline)
        keys.add("escape", "enter")(newline)
        return keys


class _Commands(Completer):
    """Completes commands where a line begins with one."""

    def __init__(self, complete: Complete) -> None:
        self._complete = complete

    @override
    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """Yield what the text before the cursor may become."""
        begun = document.text_before_cursor
        if begun.startswith("/"):
            for text, meaning in self._complete(begun):
                yield Completion(text, start_position=-len(begun), display_meta=meaning)
