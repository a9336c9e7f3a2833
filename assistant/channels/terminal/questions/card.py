"""One question set drawn on a terminal: keys become gestures, what they lead to is drawn in place.

`CardScreen` says what keys do, `card_layout` how it looks. The terminal is in raw mode only while
`ask` runs, and is put back also when that is cancelled.
"""

import asyncio
import math
import string
from collections.abc import Callable
from functools import partial
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition, FilterOrBool
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout.containers import ConditionalContainer, HSplit, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.layout import Layout
from prompt_toolkit.utils import get_cwidth
from questionary import Question as Prompt
from questionary import Style
from typing_extensions import override

from assistant.channels.terminal.console.session import TerminalSession
from assistant.channels.terminal.questions.model.card_layout import (
    CardPicture,
    paint_card,
    style_on,
)
from assistant.channels.terminal.questions.model.card_screen import (
    AnswerRevision,
    CardPanel,
    CardScreen,
    Outcome,
)
from assistant.channels.terminal.questions.model.viewport import Viewport, viewport
from assistant.channels.terminal.text.line_wrap import Line
from assistant.clock import Clock
from assistant.questions.card.gestures import WordsFor
from assistant.questions.card.question_card import AnswersGiven, QuestionCard
from assistant.questions.desk.model.answer_timer import AnswerTimer
from assistant.questions.desk.presenter import Presentation
from assistant.questions.form.option_keys import WAIT_S
from assistant.questions.model.question import Draft

_FIELD_LINES: Final = 6
_FRAME: Final = 3
"""Columns of the frame before a field."""
_IN_NUMBERS: Final = ".,:/-+"
"""What stands in the numbers of labels beside digits."""
ESCAPE_S: Final = 0.05
"""After this pause an escape character is the Escape key, not the beginning of another key."""


class _App(Application[QuestionCard | None]):
    """Leaves the signals and the loop of the program alone: raw mode makes Ctrl-C a key."""

    @override
    async def run_async(
        self,
        pre_run: Callable[[], None] | None = None,
        set_exception_handler: bool = False,
        handle_sigint: bool = False,
        slow_callback_duration: float = 0.5,
    ) -> QuestionCard | None:
        """As its base, without a handler of signals or of the loop's exceptions."""
        return await super().run_async(
            pre_run=pre_run,
            set_exception_handler=False,
            handle_sigint=False,
            slow_callback_duration=slow_callback_duration,
        )


class Card:
    """One question set on the screen."""

    def __init__(
        self,
        *,
        screen: CardScreen,
        desk: Presentation,
        seat: TerminalSession,
        arm_delay_s: float,
        clock: Clock,
        flash_s: float,
        numbers: bool,
        interrupt: Callable[[], None],
        revise: Callable[[AnswerRevision], None],
    ) -> None:
        self.screen = screen
        self.is_yielded = False
        """Whether it ended for another question, and is to be drawn again after it."""
        self._desk = desk
        self._clock = clock
        self._arm_delay_s = arm_delay_s
        self._is_armed_at = math.inf
        """From when keys count. It is counted from the first drawing, which a busy machine puts off: keys
        of before wait in the terminal meanwhile."""
        self._flash_s = flash_s
        self._numbers = numbers
        self._interrupt = interrupt
        self._revise = revise
        self._output = seat.output
        self._is_confirmed = False
        self._patience = AnswerTimer(timeout_s=screen.card.questions.timeout_s)
        self._is_filling = False
        self._ending: asyncio.TimerHandle | None = None
        self._top = 0
        """How many lines of the card are above those that are shown."""
        self._follows = True
        """Whether the row with the pointer is shown, and not what the user scrolled to."""
        self._waiting: asyncio.TimerHandle | None = None
        """Until when another digit is waited for."""
        self._field = Buffer(multiline=Condition(lambda: self._is_text))
        self._field.on_text_changed += self._typed
        self._app = self._build(seat)
        self._app.after_render += self._drawn
        self._show_field()

    async def ask(self) -> QuestionCard | None:
        """Draw it until it is over; None if the user leaves the program."""
        self._desk.shown()
        self._patience = self._patience.shown(self._clock.monotonic())
        try:
            return await Prompt(self._app).unsafe_ask_async()
        except EOFError:  # the terminal has gone
            return None
        finally:
            self._stop_waiting()
            if self._ending is not None:
                self._ending.cancel()

    def yield_terminal(self) -> None:
        """End for another question, which the user wants to answer first."""
        self.is_yielded = True
        self._finish(None)

    def take_draft(self, draft: Draft) -> None:
        """Show selections that were made elsewhere."""
        before = self.screen
        self.screen = before.with_draft(draft)
        after = self.screen
        if _place(after) != _place(before) or _written(after) != _written(before):
            self._show_field()
        self._app.invalidate()

    # Drawing.

    def _build(self, seat: TerminalSession) -> _App:
        body = FormattedTextControl(
            lambda: _fragments(self._painted().framed(self._view().lines)),
            focusable=True,
            show_cursor=False,
        )
        foot = FormattedTextControl(lambda: _fragments(self._painted().foot))
        label = FormattedTextControl(
            lambda: [("class:frame", "│  "), ("class:mark", self._painted().label)]
        )
        is_writing = Condition(lambda: self.screen.field is not None)
        self._options = Window(body, dont_extend_height=True, always_hide_cursor=True)
        self._writing = Window(
            BufferControl(self._field),
            wrap_lines=True,
            dont_extend_height=True,
            height=Dimension(min=1, max=_FIELD_LINES),
            width=lambda: Dimension.exact(self._field_width()),
            style="class:focused",
        )
        side = Window(
            FormattedTextControl([("class:frame", "\n".join("│" * _FIELD_LINES))]),
            width=1,
            height=Dimension(min=1, preferred=1),
        )
        is_closed = Condition(lambda: self._painted().is_closed)
        field = VSplit(
            [
                Window(label, dont_extend_width=True, dont_extend_height=True),
                self._writing,
                ConditionalContainer(side, filter=is_closed),
                Window(dont_extend_height=True),
            ]
        )
        root = HSplit(
            [
                self._options,
                ConditionalContainer(field, filter=is_writing),
                Window(foot, dont_extend_height=True, height=lambda: len(self._painted().foot)),
            ]
        )
        app = _App(
            layout=Layout(root, focused_element=self._options),
            key_bindings=self._keys(),
            style=Style(list(style_on(is_light=seat.is_light).items())),
            erase_when_done=True,
            refresh_interval=None if self.screen.card.questions.timeout_s is None else 1.0,
            include_default_pygments_style=False,
            input=seat.input,
            output=seat.output,
        )
        app.ttimeoutlen = app.timeoutlen = ESCAPE_S
        return app

    def _painted(self) -> CardPicture:
        columns = self._output.get_size().columns
        left_s = self._patience.left_s(self._clock.monotonic())
        return paint_card(
            self.screen,
            columns,
            is_confirmed=self._is_confirmed,
            left_s=left_s,
            numbers=self._numbers,
        )

    def _view(self) -> Viewport:
        """Return what is shown of the card, and stay there."""
        painted, size = self._painted(), self._output.get_size()
        below = len(painted.foot)
        if self.screen.field is not None:
            below += self._field_height(self._field_width())
        view = viewport(
            painted.body,
            row=painted.row,
            rows=painted.rows,
            room=size.rows - below,
            top=self._top,
            follows=self._follows,
        )
        self._top = view.top
        return view

    def _field_width(self) -> int:
        painted = self._painted()
        return max(1, painted.width - get_cwidth(painted.label) - _FRAME - painted.is_closed)

    def _field_height(self, columns: int) -> int:
        lines = self._field.text.split("\n")
        return min(_FIELD_LINES, sum(get_cwidth(line) // max(1, columns) + 1 for line in lines))

    def _show_field(self) -> None:
        """Put the words into the field that belong there, and the cursor behind them."""
        self._is_filling = True
        self._field.reset()
        self._field.text = _written(self.screen)
        self._field.cursor_position = len(self._field.text)
        self._is_filling = False
        is_writing = self.screen.field is not None
        self._app.layout.focus(self._writing if is_writing else self._options)

    @property
    def _is_text(self) -> bool:
        """Whether the field is that of a text question, which may have several lines."""
        field = self.screen.field
        return field is not None and field.words_for is WordsFor.ANSWER

    # Keys.

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        is_writing = Condition(lambda: self.screen.field is not None)
        is_text = Condition(lambda: self._is_text)

        def bind(
            name: str, do: Callable[[], None], *, when: FilterOrBool = True, eager: bool = False
        ) -> None:
            def pressed(_event: KeyPressEvent) -> None:
                do()

            keys.add(name, filter=when, eager=eager)(pressed)

        def gesture(
            name: str, does: Callable[[CardScreen], Outcome], *, when: FilterOrBool = True
        ) -> None:
            bind(name, lambda: self._gesture(does), when=when, eager=name == "escape")

        gesture("up", lambda at: at.move(-1), when=~is_writing)
        gesture("down", lambda at: at.move(1), when=~is_writing)
        gesture("home", lambda at: at.move_to(0), when=~is_writing)
        gesture("end", lambda at: at.move_to(len(at.stops) - 1), when=~is_writing)
        bind("pageup", partial(self._turn_page, -1))
        bind("pagedown", partial(self._turn_page, 1))
        gesture("left", lambda at: at.back(), when=~is_writing)
        bind(" ", partial(self._take_seen, CardScreen.toggle), when=~is_writing)
        bind("enter", partial(self._take_seen, CardScreen.enter), when=~is_writing)
        gesture("enter", lambda at: at.write(self._field.text), when=is_writing)
        gesture("tab", lambda at: at.ways())
        gesture("escape", lambda at: at.escape())
        is_earlier = Condition(lambda: self.screen.panel is CardPanel.EARLIER)
        for name in (*string.digits, *string.ascii_letters, *_IN_NUMBERS):
            bind(name, partial(self._press, name), when=~is_writing)
        gesture("backspace", lambda at: at.erase(), when=~is_writing)
        gesture("b", lambda at: at.go_back(), when=is_earlier)
        bind("c-j", lambda: self._field.insert_text("\n"), when=is_text)
        bind("c-c", self._interrupted, eager=True)
        bind("c-d", self._left, eager=True)
        return keys

    def _turn_page(self, pages: int) -> None:
        view = self._view()
        self._follows = False
        self._top += pages * view.page
        self._touched()

    def _drawn(self, _app: Application[QuestionCard | None]) -> None:
        if self._is_armed_at == math.inf:
            self._is_armed_at = self._clock.monotonic() + self._arm_delay_s

    def _take_seen(self, does: Callable[[CardScreen], Outcome]) -> None:
        """Take the row with the pointer; where it is out of sight, come back to it first."""
        if self._view().shows_row or self.screen.typed:
            self._gesture(does)
        else:
            self._gesture(lambda at: at)

    def _gesture(self, does: Callable[[CardScreen], Outcome]) -> None:
        self._stop_waiting()
        self._follows = True
        is_armed = self._clock.monotonic() >= self._is_armed_at
        if is_armed and self._ending is None:
            self._become(does(self.screen))
        if self.screen.typed and self._ending is None:
            loop = asyncio.get_running_loop()
            self._waiting = loop.call_later(WAIT_S, self._stopped_typing)

    def _press(self, name: str) -> None:
        """Take the option that is typed, at once where nothing can go on from it."""
        self._gesture(lambda at: at.press(name))  # the flash shows the pointer's row
        if self.screen.typed and self.screen.entry.is_complete:
            self._gesture(CardScreen.take_typed)

    def _stopped_typing(self) -> None:
        self._gesture(CardScreen.take_typed)
        self._app.invalidate()  # no key was pressed that would have it drawn

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _interrupted(self) -> None:
        if self.screen.view.can_cancel:
            self._become(self.screen.cancelled())
        else:
            self._interrupt()

    def _left(self) -> None:
        if self.screen.field is None or not self._field.text:
            self._finish(None)

    def _typed(self, _field: Buffer) -> None:
        """Keep what is in the field, so that it is not lost."""
        if self._is_filling:
            return
        self._touched()
        before, self.screen = self.screen, self.screen.draft_of(self._field.text)
        self._tell(before)

    # What comes of it.

    def _touched(self) -> None:
        """The user is busy with the question: its clock rests."""
        self._desk.touched()
        self._patience = self._patience.touched(self._clock.monotonic())

    def _become(self, outcome: Outcome) -> None:
        self._touched()
        before = self.screen
        if isinstance(outcome, AnswerRevision):
            self.screen = before.returned()
            self._revise(outcome)
            return
        if outcome.card.ended is not None:
            self._end(outcome.card)
            return
        self.screen = outcome
        if _place(outcome) != _place(before):
            self._top = 0
            self._show_field()
        self._tell(before)

    def _tell(self, before: CardScreen) -> None:
        draft = self.screen.card.draft
        if draft != before.card.draft:
            self._desk.draft_changed(draft)

    def _end(self, ended: QuestionCard) -> None:
        if self._flash_s <= 0 or not isinstance(ended.ended, AnswersGiven):
            self._finish(ended)
            return
        self._is_confirmed = True
        loop = asyncio.get_running_loop()
        self._ending = loop.call_later(self._flash_s, self._finish, ended)

    def _finish(self, ended: QuestionCard | None) -> None:
        if self._app.is_running and not self._app.is_done:
            self._app.exit(result=ended)


def _place(screen: CardScreen) -> tuple[object, ...]:
    """Return which question, list and field are on the screen."""
    question, field = screen.view.question, screen.field
    words_for = None if field is None else (field.question_id, field.words_for)
    return (None if question is None else question.id), screen.panel, words_for


def _written(screen: CardScreen) -> str:
    """Return what is written in the field that is on the screen."""
    return "" if screen.field is None else screen.field.words


def _fragments(lines: tuple[Line, ...]) -> StyleAndTextTuples:
    """Return lines as prompt_toolkit draws them."""
    fragments: StyleAndTextTuples = []
    for number, line in enumerate(lines):
        if number:
            fragments.append(("", "\n"))
        fragments += [(f"class:{name}" if name else "", text) for name, text in line]
    return fragments
