"""The theme in use: follows the system unless the user chose, and can change at run time."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontInfo, QGuiApplication, QIcon, QPalette
from PySide6.QtWidgets import QApplication

from assistant.channels.desktop.style.application_stylesheet import stylesheet
from assistant.channels.desktop.style.tokens import DARK, LIGHT, ThemeChoice, Tokens
from assistant.channels.desktop.widgets.icons import Icon, icon_of
from assistant.locale import current_language

BASE_FONT_PX: Final = 14
"""Size of running text at scale 1, in device-independent pixels."""

_CJK_FAMILIES: Final = {
    "en": ("Noto Sans CJK SC", "Noto Sans CJK KR"),
    "ko": ("Noto Sans CJK KR", "Apple SD Gothic Neo", "Malgun Gothic"),
    "zh": ("Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei"),
}
"""Asked after the system's own font, so that Han characters take the shape of the language."""


def system_scheme() -> Qt.ColorScheme:
    """Return what the system prefers."""
    return QGuiApplication.styleHints().colorScheme()


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
        self._system_family = QFontInfo(QApplication.font()).family()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)
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
        font.setFamilies([self._system_family, *_CJK_FAMILIES[current_language()]])
        font.setPixelSize(self.px(BASE_FONT_PX))
        application.setFont(font)
        application.setPalette(_palette(self._tokens))
        application.setStyleSheet(stylesheet(self._tokens, self._scale))
        self.changed.emit()

    @Slot()
    def _system_changed(self) -> None:
        if self._choice == "auto":
            self.apply()

    def _resolve(self) -> Tokens:
        match self._choice:
            case "light":
                return LIGHT
            case "dark":
                return DARK
            case "auto":
                return DARK if self._system_scheme() == Qt.ColorScheme.Dark else LIGHT


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
