"""Ties the dictation key, Escape and the compact bar to the engine; GUI thread."""

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication

from assistant.channels.desktop.bar.compact_bar import CompactBar
from assistant.channels.desktop.bar.model.bar_dictation import UNDER_WAY
from assistant.channels.desktop.shortcuts.global_shortcuts import GlobalShortcuts
from assistant.protocol.client import EngineClient
from assistant.protocol.dictation import (
    CancelDictation,
    Dictate,
    DictationChanged,
    DictationStage,
)
from assistant.protocol.notices import Notice
from assistant.text_typing.choice import open_typer
from assistant.text_typing.text_typer import TextTyper, Trouble

CANNOT_TYPE: Final = "dictation_cannot_type"
_WITHOUT_FOCUS: Final = frozenset({DictationStage.UNDERSTANDING, DictationStage.TYPING})
PROBLEM_MS: Final = 8_000
"""How long the bar tells what went wrong."""


def typing_notice(
    environment: Mapping[str, str],
    *,
    opened: Callable[[Mapping[str, str]], TextTyper | Trouble] = open_typer,
) -> Notice:
    """Say that nothing can be typed on this desktop, or settle that notice."""
    typer = opened(environment)
    if isinstance(typer, Trouble):
        return Notice(code=CANNOT_TYPE, text=typer.text, hint=typer.hint)
    typer.close()
    return Notice(code=CANNOT_TYPE, text="", resolved=True)


class DictationPresence(QObject):
    """Shows the bar for as long as a dictation takes.

    Args:
        shortcuts: Tell of the key.
        engine: Takes commands.
        bar: Makes the bar, unless it is made; does not show it.
        show_bar: Shows it, if it is not shown.
        hide_bar: Takes it away, unless the user wants it anyway.
        bar_takes_focus: Whether the desktop may give the bar the focus when it is shown, as some of
            Wayland's do: then it goes before words are typed, so that they do not come to it.
    """

    def __init__(
        self,
        *,
        shortcuts: GlobalShortcuts,
        engine: EngineClient,
        bar: Callable[[], CompactBar],
        show_bar: Callable[[], None],
        hide_bar: Callable[[], None],
        bar_takes_focus: bool = False,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shortcuts = shortcuts
        self._engine = engine
        self._make_bar = bar
        self._show_bar = show_bar
        self._hide_bar = hide_bar
        self._bar_takes_focus = bar_takes_focus
        self._bar: CompactBar | None = None
        self._stage = DictationStage.IDLE
        self._is_pressed = False
        self._is_held = True
        """Whether a dictation ends when its key is let go of; else by another `toggle`."""
        self._away = QTimer(self)
        self._away.setSingleShot(True)
        self._away.setInterval(PROBLEM_MS)
        self._away.timeout.connect(self._put_away)
        shortcuts.dictate.connect(self._hold)
        shortcuts.cancelled.connect(self._cancel)

    def toggle(self) -> None:
        """Begin a dictation, or end it and have it typed."""
        self._is_held = False
        self._press(not self._is_pressed)

    def show_state(self, shown: DictationChanged) -> None:
        """Take how a dictation stands."""
        was, self._stage = self._stage in UNDER_WAY, shown.stage
        self._is_pressed = self._is_pressed and shown.stage is DictationStage.RECORDING
        if (is_under_way := shown.stage in UNDER_WAY) is not was:
            self._shortcuts.watch_escape(is_on=is_under_way)
        self._away.stop()
        if shown.stage is DictationStage.IDLE and not shown.problem:
            self._put_away()
            return
        if shown.stage is DictationStage.IDLE:
            self._away.start()
        bar = self._make_bar()
        if bar is not self._bar:
            self._bar = bar
            bar.dictation_cancelled.connect(self._cancel)
            bar.dictated.copied.connect(self._copy)
            bar.dictated.dismissed.connect(self._cancel)
        bar.show_dictation(shown, is_held=self._is_held)  # before it appears, in the size it keeps
        if self._bar_takes_focus and shown.stage in _WITHOUT_FOCUS:
            self._hide_bar()
        else:
            self._show_bar()

    def _hold(self, pressed: bool) -> None:  # the slot of a signal
        self._is_held = True
        self._press(pressed)

    def _press(self, pressed: bool) -> None:
        self._is_pressed = pressed
        self._engine.submit(Dictate(pressed=pressed))

    def _cancel(self) -> None:
        self._engine.submit(CancelDictation())

    def _copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._cancel()

    def _put_away(self) -> None:
        if self._bar is not None:
            self._bar.show_dictation(DictationChanged(stage=DictationStage.IDLE))
            self._hide_bar()
