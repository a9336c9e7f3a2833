"""The head of the window: what is going on, at a glance."""

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from assistant.channels.desktop.app.model_menu import ModelMenu
from assistant.channels.desktop.app.overflow_menu import MenuEntry, OverflowMenu
from assistant.channels.desktop.conversation.model.header_status import (
    AssistantActivity,
    HeaderStatus,
    session_text,
    status_text,
)
from assistant.channels.desktop.questions.pending_panel import POINTED_MS
from assistant.channels.desktop.widgets.buttons import IconButton
from assistant.channels.desktop.widgets.icons import Icon, pixmap
from assistant.channels.desktop.widgets.labels import ElidedLabel, plain_tip, restyle
from assistant.channels.desktop.widgets.layouts import STRETCH, hbox, vbox
from assistant.channels.desktop.widgets.model.model_label import model_label
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.translated import Translated
from assistant.locale import _, ngettext
from assistant.protocol.conversation_state import VoiceSessionState

QUIET_DBFS: Final = -60.0
"""Loudness at which the meter rests; a quiet room measures about that."""
LOUD_DBFS: Final = -12.0
"""Loudness at which the meter is full; close speech peaks there."""
_BARS: Final = 5
_TALLEST_PX: Final = 20.0
_FRAME_MS: Final = 33
_STILL: Final = 0.04
"""Share of the meter below which no bar is a pixel higher than at rest."""
_CHIPS_PX: Final = 680
"""From this width on there is room for what stands before the model; all widths are at text scale 1."""
_NARROW_PX: Final = 560
"""Below this width the model stands under the state instead of beside the buttons."""
_TIGHT_PX: Final = 500
"""Below this width the state has no room beside the menu of models."""


def meter_share(dbfs: float) -> float:
    """Return how full the meter is for a loudness, 0 to 1."""
    return min(1.0, max(0.0, (dbfs - QUIET_DBFS) / (LOUD_DBFS - QUIET_DBFS)))


class StateIndicator(QWidget):
    """A small picture of the state; moves with the voice while listening."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._status = HeaderStatus()
        self._level = 0.0
        self._shown_level = 0.0
        self._painted_meter: tuple[int, ...] = ()
        self._step = 0
        self._frames = QTimer(self)
        self._frames.setInterval(_FRAME_MS)
        self._frames.timeout.connect(self._advance)
        self.setFixedSize(40, 40)
        theme.changed.connect(self.update)

    @property
    def level(self) -> float:
        """How full the meter is, 0 to 1."""
        return self._level

    @property
    def is_moving(self) -> bool:
        """Whether frames are being drawn."""
        return self._frames.isActive()

    def set_status(self, status: HeaderStatus) -> None:
        """Show a state."""
        if status.activity is not AssistantActivity.LISTENING:
            self._level = 0.0
        self._status = status
        self._run()
        self.update()

    def set_level(self, dbfs: float) -> None:
        """Move the meter."""
        self._level = meter_share(dbfs)
        if self._level > _STILL and not self._frames.isActive():
            self._run()

    def _run(self) -> None:
        still = {AssistantActivity.IDLE, AssistantActivity.WAITING}
        moves = self._theme.moves and self._status.activity not in still
        if moves and self.isVisible():
            self._frames.start()
        else:
            self._frames.stop()

    def _advance(self) -> None:
        self._step += 1
        # Rises at once and falls slowly, as a meter does.
        self._shown_level = max(self._level, self._shown_level * 0.82)
        if self._status.activity is not AssistantActivity.LISTENING:
            self.update()
            return
        if (meter := self._meter()) != self._painted_meter:
            self._painted_meter = meter
            self.update()
        if self._shown_level <= _STILL:
            self._frames.stop()  # until it is louder

    def _meter(self) -> tuple[int, ...]:
        """Return the height of each bar of the level meter, in pixels of the screen."""
        ratio = self.devicePixelRatioF()
        return tuple(round(height * ratio) for height in self._bars())

    def _bars(self) -> list[float]:
        return [self._bar(index) * _TALLEST_PX for index in range(_BARS)]

    def colour(self) -> str:
        """Return the colour of the state."""
        tokens = self._theme.tokens
        match self._status.activity:
            case AssistantActivity.LISTENING:
                return tokens.success
            case AssistantActivity.THINKING | AssistantActivity.USING_TOOL:
                return tokens.primary
            case AssistantActivity.SPEAKING:
                return tokens.sky if tokens.dark else tokens.link
            case AssistantActivity.WAITING:
                return tokens.purple
            case AssistantActivity.IDLE:
                return tokens.purple if self._status.is_waiting else tokens.text_muted

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(self.colour())
        tint = QColor(colour)
        tint.setAlphaF(0.18)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint)
        painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        match self._status.activity:
            case AssistantActivity.LISTENING if not self._theme.moves:
                self._paint_icon(painter, Icon.MICROPHONE, self.colour())
            case AssistantActivity.LISTENING:
                self._paint_bars(painter, colour, self._bars())
            case AssistantActivity.SPEAKING:
                waves = (0.45 + 0.4 * math.sin(self._step / 4 + i * 1.1) for i in range(_BARS))
                self._paint_bars(painter, colour, [wave * _TALLEST_PX for wave in waves])
            case AssistantActivity.THINKING | AssistantActivity.USING_TOOL:
                self._paint_arc(painter, colour)
            case AssistantActivity.WAITING:
                self._paint_icon(painter, Icon.QUESTION, self.colour())
            case AssistantActivity.IDLE if self._status.is_waiting:
                self._paint_icon(painter, Icon.QUESTION, self.colour())
            case AssistantActivity.IDLE:
                icon = Icon.MICROPHONE_OFF if self._status.is_muted else Icon.MICROPHONE
                self._paint_icon(painter, icon, self._theme.tokens.text_secondary)

    def _bar(self, index: int) -> float:
        middle = 1 - abs(index - _BARS // 2) * 0.22
        ripple = 0.85 + 0.15 * math.sin(self._step / 2 + index * 1.7)
        return 0.16 + 0.84 * self._shown_level * middle * ripple

    def _paint_bars(self, painter: QPainter, colour: QColor, heights: Sequence[float]) -> None:
        painter.setBrush(colour)
        width, gap = 3.0, 2.2
        left = (self.width() - _BARS * width - (_BARS - 1) * gap) / 2
        for index, wanted in enumerate(heights):
            height = max(width, min(_TALLEST_PX, wanted))
            box = QRectF(left + index * (width + gap), (self.height() - height) / 2, width, height)
            painter.drawRoundedRect(box, width / 2, width / 2)

    def _paint_arc(self, painter: QPainter, colour: QColor) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        pen = QPen(colour, 2.6)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        ring = QRectF(self.rect()).adjusted(11, 11, -11, -11)
        painter.drawArc(ring, -self._step * 9 * 16 % 5760, 260 * 16)

    def _paint_icon(self, painter: QPainter, icon: Icon, colour: str) -> None:
        picture = pixmap(icon, colour, 22, self.devicePixelRatioF())
        painter.drawPixmap(QPointF((self.width() - 22) / 2, (self.height() - 22) / 2), picture)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._run()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._run()


class Header(Translated, QFrame):
    """State, voice session, model, and the buttons that belong to the whole window.

    Attributes:
        menu: What is needed now and then.

    Signals:
        history: The user wants the list of conversations, or wants it away.
        questions: The user wants the list of open questions, or wants it away.
        new_conversation: The user wants to begin afresh.
        settings: The user wants the settings.
        changed: The status is another, or another number waits.
    """

    history = Signal()
    questions = Signal()
    new_conversation = Signal()
    settings = Signal()
    changed = Signal()

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._status = HeaderStatus()
        self._model = ""
        self._laid_out_for = (False, False)
        self.setObjectName("header")
        # The window says whether a list shows; its button only asks.
        self.history_button = IconButton(
            Icon.PANEL, theme=theme, name="history", size=20, on_click=self._ask_for_history
        )
        self.history_button.setCheckable(True)
        self.orb = StateIndicator(theme=theme)
        self._state = ElidedLabel(role="title")
        self._state.setObjectName("state")
        self._session = ElidedLabel(role="description")
        self.model_menu = ModelMenu()
        self._waiting = self._agents_waiting = 0
        self.questions_button = IconButton(
            Icon.LIST, theme=theme, name="questions", size=20, on_click=self._ask_for_questions
        )
        self.questions_button.setCheckable(True)
        self.questions_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._lit = QTimer(self)
        self._lit.setSingleShot(True)
        self._lit.setInterval(POINTED_MS)
        self._lit.timeout.connect(lambda: self._light(is_lit=False))
        self._new = IconButton(
            Icon.NEW,
            theme=theme,
            name="new_conversation",
            size=20,
            on_click=self.new_conversation,
        )
        self.menu = OverflowMenu(theme=theme)
        self.menu.offer(MenuEntry.SETTINGS, self.settings.emit)
        self.menu.offer_list(MenuEntry.MODEL, self.model_menu.entries)
        words = vbox(STRETCH, self._state, self._session, STRETCH, gap=1)
        self._chips = QWidget()
        self._chip_row = hbox(inside=self._chips, gap=6)
        hbox(
            self.history_button,
            self.orb,
            (words, 1),
            self._chips,
            self.model_menu,
            self.questions_button,
            self._new,
            self.menu,
            inside=self,
            margins=(10, 9, 12, 9),
            gap=8,
        )
        theme.changed.connect(self.retranslate)
        self.retranslate()

    @property
    def state_text(self) -> str:
        """The state, as shown."""
        return self._state.text()

    @property
    def session_text(self) -> str:
        """The line under the state, as shown."""
        return self._session.text()

    @property
    def status(self) -> HeaderStatus:
        """What is going on, as shown."""
        return self._status

    @property
    def waiting(self) -> int:
        """How much waits for the user, as shown."""
        return self._waiting + self._agents_waiting

    @property
    def model_text(self) -> str:
        """The model, as shown."""
        return self.model_menu.text()

    def set_status(self, status: HeaderStatus) -> None:
        """Show what is going on."""
        self._status = status
        self.orb.set_status(status)
        self.retranslate()
        self.changed.emit()

    def set_model(self, model: str) -> None:
        """Name the model that answers."""
        self._model = model
        self.model_menu.set_model(model)
        self.retranslate()

    def set_models(self, models: Sequence[str]) -> None:
        """Offer the models that the conversation may be held with."""
        self.model_menu.set_models(models)
        self.retranslate()

    def add_chip(self, chip: QWidget) -> None:
        """Let something stand before the model, where there is room: what is used besides it."""
        self._chip_row.addWidget(chip)

    def set_waiting(self, questions: int, *, agents: int = 0) -> None:
        """Say how much waits for the user.

        Args:
            questions: How many questions are open.
            agents: How many sessions of coding agents wait besides, at dialogs of their own.
        """
        self._waiting, self._agents_waiting = questions, agents
        self.retranslate()
        self.changed.emit()

    def set_list_open(self, is_open: bool) -> None:
        """Show whether the list of questions is on the screen."""
        self.questions_button.setChecked(is_open)

    def set_history_open(self, is_open: bool) -> None:  # the slot of a signal
        """Show whether the list of conversations is on the screen."""
        self.history_button.setChecked(is_open)

    def point_out_questions(self) -> None:
        """Light the button of the list for a moment."""
        self._light(is_lit=True)
        self._lit.start()

    def _light(self, *, is_lit: bool) -> None:
        self.questions_button.setProperty("lit", is_lit)
        restyle(self.questions_button)

    def _ask_for_questions(self) -> None:
        self.questions_button.setChecked(not self.questions_button.isChecked())
        self.questions.emit()

    def _ask_for_history(self) -> None:
        self.history_button.setChecked(not self.history_button.isChecked())
        self.history.emit()

    @override
    def retranslate(self) -> None:
        status = self._status
        state = status_text(status)
        self._state.set_text(state)
        parts = [session_text(status)]
        if status.is_waiting and state != _("Waiting for your choice"):
            parts.append(_("Waiting for your choice"))
        if status.is_muted and state != _("Microphone off"):
            parts.append(_("Microphone off"))
        self._laid_out_for = is_narrow, is_tight = self._room()
        self._chips.setVisible(self._plain_width >= _CHIPS_PX)
        has_menu = not is_narrow or (self.model_menu.can_choose and not is_tight)
        if not has_menu:
            parts.append(model_label(self._model))
        line = " · ".join(part for part in parts if part)
        self._session.set_text(line)
        self._session.setVisible(bool(line))
        self._session.setProperty("ending", status.session is VoiceSessionState.ENDING)
        self.setAccessibleName(_("State"))
        self.setAccessibleDescription(" · ".join(part for part in (state, line) if part))
        self.questions_button.setText("9")
        self.questions_button.setMinimumWidth(self.questions_button.sizeHint().width())
        self.questions_button.setText(str(self.waiting) if self.waiting else "")
        named = [
            _("Open questions: {n}").format(n=self._waiting)
            if self._waiting
            else _("Open questions")
        ]
        tips = [_("Open questions (Ctrl+L)")]
        if count := self._agents_waiting:
            said = ngettext(
                "{n} coding agent waits for you", "{n} coding agents wait for you", count
            ).format(n=count)
            named.append(said)
            tips.append(said)
        self.questions_button.setAccessibleName(" · ".join(named))
        self.questions_button.setToolTip(plain_tip("\n".join(tips)))
        self.model_menu.set_narrow(is_narrow)
        self.model_menu.setVisible(bool(self._model) and has_menu)
        self.menu.show_entry(MenuEntry.MODEL, not has_menu and self.model_menu.can_choose)
        for button, text, keys in (
            (self._new, _("New conversation"), "Ctrl+N"),
            (self.history_button, _("Conversations"), "Ctrl+H"),
        ):
            button.describe(f"{text} ({keys})", text)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._chips.setVisible(self._plain_width >= _CHIPS_PX)
        if self._room() != self._laid_out_for:
            self.retranslate()

    def _room(self) -> tuple[bool, bool]:
        """Return whether the header is narrow, and whether it is tight."""
        return self._plain_width < _NARROW_PX, self._plain_width < _TIGHT_PX

    @property
    def _plain_width(self) -> float:
        """The width, in pixels of a text of scale 1."""
        return self.width() / max(1.0, self._theme.scale)
