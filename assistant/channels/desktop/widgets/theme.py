"""The theme in use: follows the system unless the user chose, and can change at run time."""

import logging
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontInfo,
    QGuiApplication,
    QIcon,
    QPalette,
    QStyleHints,
)
from PySide6.QtWidgets import QApplication

from assistant.channels.desktop.style.application_stylesheet import stylesheet
from assistant.channels.desktop.style.scale import BODY_PX, FAMILY
from assistant.channels.desktop.style.tokens import ThemeChoice, Tokens, theme_for
from assistant.channels.desktop.widgets.icons import Icon, icon_of
from assistant.locale import current_language

_log = logging.getLogger(__name__)

BASE_FONT_PX: Final = BODY_PX
"""Size of running text at scale 1, in device-independent pixels."""

_TYPEFACE: Final = Path(__file__).parents[2] / "typeface"
_CJK_FAMILIES: Final = {
    "en": ("Noto Sans CJK SC", "Noto Sans CJK KR"),
    "ko": ("Noto Sans CJK KR", "Apple SD Gothic Neo", "Malgun Gothic"),
    "zh": ("Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei"),
}
"""Asked before the system's own font, so that Han characters take the shape of the language."""


def system_scheme() -> Qt.ColorScheme:
    """Return what the system prefers."""
    return QGuiApplication.styleHints().colorScheme()


def system_wants_contrast() -> bool:
    """Return whether the system asks for high contrast; before Qt 6.10 nobody can tell."""
    hints = QGuiApplication.styleHints()
    accessibility = _accessibility(hints)
    return (
        accessibility is not None
        and accessibility.contrastPreference() == Qt.ContrastPreference.HighContrast
    )


def _accessibility(hints: QStyleHints) -> Any:
    """Return what the system says of accessibility; it lives as long as `hints` is held."""
    return hints.accessibility() if hasattr(hints, "accessibility") else None


@cache
def _load_typeface() -> None:
    for file in sorted(_TYPEFACE.glob("*.ttf")):
        if QFontDatabase.addApplicationFont(str(file)) < 0:
            _log.warning("A font cannot be loaded: %s", file)


class Theme(QObject):
    """Colours and sizes for every widget, and the application's look made from them.

    Signals:
        changed: The tokens or the text scale are others; paint and render again.
    """

    changed = Signal()

    def __init__(
        self,
        *,
        choice: ThemeChoice = "auto",
        scale: float = 1.0,
        system_scheme: Callable[[], Qt.ColorScheme] = system_scheme,
    ) -> None:
        super().__init__()
        self._system_scheme = system_scheme
        self._choice: ThemeChoice = choice
        self._scale = scale
        self._may_move = True
        self._system_family = QFontInfo(QApplication.font()).family()
        _load_typeface()
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._system_changed)
        if (accessibility := _accessibility(hints)) is not None:
            accessibility.contrastPreferenceChanged.connect(self._system_changed)
        self._tokens = self._resolve()
        self._icons: dict[tuple[Icon, str], QIcon] = {}
        """Icons that were drawn, by what they show and their colour."""

    @property
    def tokens(self) -> Tokens:
        """The colours in use."""
        return self._tokens

    @property
    def scale(self) -> float:
        """The text scale, 1.0 for normal."""
        return self._scale

    @property
    def moves(self) -> bool:
        """Whether anything may move on the screen of itself."""
        style = QApplication.style()
        return self._may_move and style.styleHint(style.StyleHint.SH_Widget_Animation_Duration) > 0

    def reduce_motion(self, is_reduced: bool) -> None:  # what the desktop says
        """Let nothing move from now on, or let it move again."""
        self._may_move = not is_reduced

    def px(self, size: float) -> int:
        """Return a text size in pixels, scaled."""
        return max(1, round(size * self._scale))

    def icon(self, icon: Icon, colour: str | None = None) -> QIcon:
        """Return an icon in a colour of the theme; the secondary text's unless given."""
        colour = colour or self._tokens.text_secondary
        if (icon, colour) not in self._icons:  # drawing one takes a millisecond
            self._icons[icon, colour] = icon_of(icon, colour, self._tokens.text_muted)
        return self._icons[icon, colour]

    def choose(self, choice: ThemeChoice) -> None:
        """Change the theme; `auto` follows the system."""
        self._choice = choice
        self.apply()

    def set_scale(self, scale: float) -> None:
        """Change the text size."""
        self._scale = scale
        self.apply()

    @Slot()
    def apply(self) -> None:
        """Give the application its palette, font and style sheet, and tell the widgets."""
        self._tokens = self._resolve()
        self._icons.clear()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        font = QFont(application.font())
        font.setFamilies([FAMILY, *_CJK_FAMILIES[current_language()], self._system_family])
        font.setPixelSize(self.px(BASE_FONT_PX))
        application.setFont(font)
        application.setPalette(_palette(self._tokens))
        application.setStyleSheet(stylesheet(self._tokens, self._scale))
        self.changed.emit()

    @Slot()
    def _system_changed(self) -> None:
        if self._resolve() is not self._tokens:
            self.apply()

    def _resolve(self) -> Tokens:
        return theme_for(
            self._choice,
            is_system_dark=self._system_scheme() == Qt.ColorScheme.Dark,
            wants_contrast=system_wants_contrast(),
        )


def _palette(tokens: Tokens) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for where, colour in (
        (role.Window, tokens.window),
        (role.WindowText, tokens.text),
        (role.Base, tokens.surface),
        (role.AlternateBase, tokens.raised),
        (role.Text, tokens.text),
        (role.PlaceholderText, tokens.description),
        (role.Button, tokens.surface),
        (role.ButtonText, tokens.text),
        (role.ToolTipBase, tokens.raised),
        (role.ToolTipText, tokens.text),
        (role.Highlight, tokens.primary),
        (role.HighlightedText, tokens.on_primary),
        (role.Link, tokens.link),
        (role.LinkVisited, tokens.link),
        (role.Mid, tokens.border),
    ):
        palette.setColor(where, QColor(colour))
    for where in (role.Text, role.WindowText, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, where, QColor(tokens.text_muted))
    return palette
