"""Types by X11's XTEST: keys that the server takes for pressed ones."""

import time
from collections.abc import Callable
from typing import Final

from assistant.locale import _
from assistant.text_typing.model.key_plan import BACKSPACE, KeyStretch, SpareKeys
from assistant.text_typing.text_typer import TypedText, TypingPlace
from assistant.text_typing.x11_keyboard import CAPS_LOCK, HELD, TICK_S, X11Keyboard

HELD_LIMIT_S: Final = 5.0
"""How long modifiers that the user still holds are waited for; with them keys mean something else."""
_AT_ONCE: Final = 8
"""Characters between two looks at the focus, and at whether to go on."""


class X11Typer:
    """Implements `TextTyper` on the display of the environment.

    Args:
        wait: Lets time pass, in seconds.

    Raises:
        OSError: If there is no display, no library for it, or no XTEST.
    """

    def __init__(self, *, wait: Callable[[float], None] = time.sleep) -> None:
        self._wait = wait
        self._keyboard = X11Keyboard(wait=wait)

    @property
    def means(self) -> str:
        return "XTEST"

    def place(self) -> TypingPlace:
        """The program there has read then that the focus is back from a shortcut that was held."""
        if window := self._keyboard.focus():
            self._keyboard.await_reading(window, is_stopped=lambda: False)
        return TypingPlace(window=self._window())

    def _window(self) -> str:
        window = self._keyboard.focus()
        return str(self._keyboard.outer(window)) if window else ""

    def type(
        self, text: str, *, erase: int, into: TypingPlace, is_stopped: Callable[[], bool]
    ) -> TypedText:
        problem = self._problem(into, is_stopped)
        layout, spare = self._keyboard.layout(), SpareKeys()
        if not layout.spare and not problem:
            problem = _("This keyboard has no key to spare.")
        if problem is not None:
            return TypedText(characters=0, problem=problem)
        has_caps = bool(self._keyboard.modifiers() & CAPS_LOCK)
        if has_caps:
            self._keyboard.tap_caps_lock()
        done = 0
        try:
            for stretch in spare.stretches(BACKSPACE * erase + text, layout):
                if stretch.is_reused and not self._is_read(is_stopped):
                    problem = "" if is_stopped() else _("The program in front does not answer.")
                    break
                self._keyboard.give(stretch.given)
                pressed, problem = self._press_all(stretch, into, is_stopped)
                done += pressed
                if problem is not None:
                    break
        finally:
            if spare.signs:
                if not problem:
                    self._is_read(lambda: False)
                self._keyboard.give(dict.fromkeys(spare.signs, 0))
            if has_caps:
                self._keyboard.tap_caps_lock()
        return TypedText(characters=max(0, done - erase), problem=problem or "")

    def close(self) -> None:
        self._keyboard.close()

    def _is_read(self, is_stopped: Callable[[], bool]) -> bool:
        return self._keyboard.await_reading(self._keyboard.focus(), is_stopped=is_stopped)

    def _press_all(
        self, stretch: KeyStretch, into: TypingPlace, is_stopped: Callable[[], bool]
    ) -> tuple[int, str | None]:
        """Return how many keys were pressed, and why not all."""
        for at, stroke in enumerate(stretch.strokes):
            if at % _AT_ONCE == 0:
                if (problem := self._problem(into, is_stopped)) is not None:
                    return at, problem
                self._wait(TICK_S)
            self._keyboard.tap(stroke.keycode, has_shift=stroke.has_shift)
        return len(stretch.strokes), None

    def _problem(self, into: TypingPlace, is_stopped: Callable[[], bool]) -> str | None:
        """Return what keeps the next keys from being pressed; empty where the user stopped it."""
        for _tick in range(round(HELD_LIMIT_S / TICK_S)):
            if is_stopped():
                return ""
            if into.window and self._window() != into.window:
                return _("Another window came to the front.")
            if not self._keyboard.modifiers() & HELD:
                return None
            self._wait(TICK_S)
        return _("A key such as Ctrl is held down.")
