"""Icons, drawn as lines on a 24 × 24 grid and tinted with the theme's colours.

The drawings are Lucide's, version 1.62 (`LICENSE.lucide`).
"""

from enum import Enum
from typing import Final

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from typing_extensions import override


class Icon(Enum):
    """One icon: the inside of an SVG."""

    MICROPHONE = (
        '<path d="M12 19v3"/><path d="M19 10v2a7 7 0 0 1-14 0v-2"/>'
        '<rect x="9" y="2" width="6" height="13" rx="3"/>'
    )
    MICROPHONE_OFF = (
        '<path d="M12 19v3"/><path d="M15 9.34V5a3 3 0 0 0-5.68-1.33"/>'
        '<path d="M16.95 16.95A7 7 0 0 1 5 12v-2"/>'
        '<path d="M18.89 13.23A7 7 0 0 0 19 12v-2"/><path d="m2 2 20 20"/>'
        '<path d="M9 9v3a3 3 0 0 0 5.12 2.12"/>'
    )
    LANGUAGES = (
        '<path d="m5 8 6 6"/><path d="m4 14 6-6 2-3"/><path d="M2 5h12"/><path d="M7 2h1"/>'
        '<path d="m22 22-5-10-5 10"/><path d="M14 18h6"/>'
    )
    PAPERCLIP = (
        '<path d="m16 6-8.414 8.586a2 2 0 0 0 2.829 2.829l8.414-8.586a4 4 0 1 '
        '0-5.657-5.657l-8.379 8.551a6 6 0 1 0 8.485 8.485l8.379-8.551"/>'
    )
    FILE = (
        '<path d="M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8a2.4 2.4 0 0 1 1.704.706l3.588 '
        '3.588A2.4 2.4 0 0 1 20 8v12a2 2 0 0 1-2 2z"/><path d="M14 2v5a1 1 0 0 0 1 1h5"/>'
        '<path d="M10 9H8"/><path d="M16 13H8"/><path d="M16 17H8"/>'
    )
    SEND = '<path d="m5 12 7-7 7 7"/><path d="M12 19V5"/>'
    STOP = '<rect width="12" height="12" x="6" y="6" rx="2" fill="{colour}"/>'
    NEW = (
        '<path d="M12 3H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2v-7"/>'
        '<path d="M18.375 2.625a1 1 0 0 1 3 3l-9.013 9.014a2 2 0 0 1-.853.505l-2.873.84a.5.5 0 '
        '0 1-.62-.62l.84-2.873a2 2 0 0 1 .506-.852z"/>'
    )
    SETTINGS = (
        '<path d="M10 5H3"/><path d="M12 19H3"/><path d="M14 3v4"/><path d="M16 17v4"/>'
        '<path d="M21 12h-9"/><path d="M21 19h-5"/><path d="M21 5h-7"/><path d="M8 10v4"/>'
        '<path d="M8 12H3"/>'
    )
    LIST = (
        '<path d="M3 5h.01"/><path d="M3 12h.01"/><path d="M3 19h.01"/><path d="M8 5h13"/>'
        '<path d="M8 12h13"/><path d="M8 19h13"/>'
    )
    PANEL = '<rect width="18" height="18" x="3" y="3" rx="2"/><path d="M9 3v18"/>'
    PROGRAMS = (
        '<path d="m7 11 2-2-2-2"/><path d="M11 13h4"/>'
        '<rect width="18" height="18" x="3" y="3" rx="2" ry="2"/>'
    )
    DEVICES = (
        '<path d="M18 8V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h8"/>'
        '<path d="M10 19v-3.96 3.15"/><path d="M7 19h5"/>'
        '<rect width="6" height="10" x="16" y="12" rx="2"/>'
    )
    LOCK = '<rect width="18" height="11" x="3" y="11" rx="2"/><path d="M7 11V7a5 5 0 0 1 10 0v4"/>'
    SEARCH = '<path d="m21 21-4.34-4.34"/><circle cx="11" cy="11" r="8"/>'
    PENCIL = (
        '<path d="M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 '
        '4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497z"/><path d="m15 5 4 4"/>'
    )
    CHEVRON_LEFT = '<path d="m15 18-6-6 6-6"/>'
    BRANCH = (
        '<path d="M15 6a9 9 0 0 0-9 9V3"/><circle cx="18" cy="6" r="3"/>'
        '<circle cx="6" cy="18" r="3"/>'
    )
    MORE = (
        '<circle cx="12" cy="12" r="1"/><circle cx="19" cy="12" r="1"/>'
        '<circle cx="5" cy="12" r="1"/>'
    )
    EXPAND = '<path d="M15 3h6v6"/><path d="m21 3-7 7"/><path d="m3 21 7-7"/><path d="M9 21H3v-6"/>'
    CLOSE = '<path d="M18 6 6 18"/><path d="m6 6 12 12"/>'
    CHEVRON_RIGHT = '<path d="m9 18 6-6-6-6"/>'
    CHEVRON_DOWN = '<path d="m6 9 6 6 6-6"/>'
    ARROW_DOWN = '<path d="M12 5v14"/><path d="m19 12-7 7-7-7"/>'
    COPY = (
        '<rect width="14" height="14" x="8" y="8" rx="2" ry="2"/>'
        '<path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"/>'
    )
    CHECK = '<path d="M20 6 9 17l-5-5"/>'
    TOOL = (
        '<path d="M14.7 6.3a1 1 0 0 0 0 1.4l1.6 1.6a1 1 0 0 0 1.4 '
        "0l3.106-3.105c.32-.322.863-.22.983.218a6 6 0 0 1-8.259 7.057l-7.91 7.91a1 1 0 0 "
        '1-2.999-3l7.91-7.91a6 6 0 0 1 7.057-8.259c.438.12.54.662.219.984z"/>'
    )
    THOUGHT = (
        '<path d="M15 14c.2-1 .7-1.7 1.5-2.5 1-.9 1.5-2.2 1.5-3.5A6 6 0 0 0 6 8c0 1 .2 2.2 1.5 '
        '3.5.7.7 1.3 1.5 1.5 2.5"/><path d="M9 18h6"/><path d="M10 22h4"/>'
    )
    QUESTION = (
        '<circle cx="12" cy="12" r="10"/><path d="M9.09 9a3 3 0 0 1 5.83 1c0 2-3 3-3 3"/>'
        '<path d="M12 17h.01"/>'
    )
    INFO = '<circle cx="12" cy="12" r="10"/><path d="M12 16v-4"/><path d="M12 8h.01"/>'
    WARNING = (
        '<path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3"/>'
        '<path d="M12 9v4"/><path d="M12 17h.01"/>'
    )
    ERROR = (
        '<circle cx="12" cy="12" r="10"/><line x1="12" x2="12" y1="8" y2="12"/>'
        '<line x1="12" x2="12.01" y1="16" y2="16"/>'
    )
    MODEL = (
        '<path d="M12 20v2"/><path d="M12 2v2"/><path d="M17 20v2"/><path d="M17 2v2"/>'
        '<path d="M2 12h2"/><path d="M2 17h2"/><path d="M2 7h2"/><path d="M20 12h2"/>'
        '<path d="M20 17h2"/><path d="M20 7h2"/><path d="M7 20v2"/><path d="M7 2v2"/>'
        '<rect x="4" y="4" width="16" height="16" rx="2"/>'
        '<rect x="8" y="8" width="8" height="8" rx="1"/>'
    )
    CLOCK = '<circle cx="12" cy="12" r="10"/><path d="M12 6v6l4 2"/>'
    GAUGE = '<path d="m12 14 4-4"/><path d="M3.34 19a10 10 0 1 1 17.32 0"/>'
    BELL = (
        '<path d="M10.268 21a2 2 0 0 0 3.464 0"/>'
        '<path d="M3.262 15.326A1 1 0 0 0 4 17h16a1 1 0 0 0 .74-1.673C19.41 13.956 18 12.499 '
        '18 8A6 6 0 0 0 6 8c0 4.499-1.411 5.956-2.738 7.326"/>'
    )
    FOLDER = (
        '<path d="M20 20a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.9a2 2 0 0 1-1.69-.9L9.6 3.9A2 2 0 0 '
        '0 7.93 3H4a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2Z"/>'
    )
    SERVER = (
        '<rect width="20" height="8" x="2" y="2" rx="2" ry="2"/>'
        '<rect width="20" height="8" x="2" y="14" rx="2" ry="2"/>'
        '<line x1="6" x2="6.01" y1="6" y2="6"/><line x1="6" x2="6.01" y1="18" y2="18"/>'
    )
    CALL = (
        '<path d="M2 10v3"/><path d="M6 6v11"/><path d="M10 3v18"/><path d="M14 8v7"/>'
        '<path d="M18 5v13"/><path d="M22 10v3"/>'
    )
    PAPER_PLANE = (
        '<path d="M14.536 21.686a.5.5 0 0 0 .937-.024l6.5-19a.496.496 0 0 0-.635-.635l-19 '
        '6.5a.5.5 0 0 0-.024.937l7.93 3.18a2 2 0 0 1 1.112 1.11z"/>'
        '<path d="m21.854 2.147-10.94 10.939"/>'
    )
    SPEAKER = (
        '<path d="M11 4.702a.705.705 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 '
        "0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.705.705 0 0 0 11 "
        '19.298z"/><path d="M16 9a5 5 0 0 1 0 6"/>'
        '<path d="M19.364 18.364a9 9 0 0 0 0-12.728"/>'
    )
    RESET = '<path d="M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8"/><path d="M3 3v5h5"/>'


_SVG: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="{colour}"'
    ' stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">{body}</svg>'
)


class _Engine(QIconEngine):
    """Draws an icon when it is wanted, at the size that is wanted: sharp on every screen."""

    def __init__(self, icon: Icon, colour: str, disabled: str | None) -> None:
        super().__init__()
        self._made_of = (icon, colour, disabled)

    @override
    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        icon, colour, disabled = self._made_of
        if mode == QIcon.Mode.Disabled and disabled is not None:
            colour = disabled
        _drawing(icon, colour).render(painter, QRectF(rect))

    @override
    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        picture = QPixmap(size)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self.paint(painter, picture.rect(), mode, state)
        painter.end()
        return picture

    @override
    def clone(self) -> QIconEngine:
        return _Engine(*self._made_of)


_SIGNS: Final = {"✏️": Icon.PENCIL, "⚠": Icon.WARNING}
"""Signs before words for which there is a drawing."""


def drawn_sign(text: str) -> tuple[Icon | None, str]:
    """Return the icon of the sign that a text begins with, and the words; None if it has no icon."""
    sign, _space, words = text.partition(" ")
    icon = _SIGNS.get(sign) if words else None
    return (None, text) if icon is None else (icon, words)


def pixmap(icon: Icon, colour: str, size: int, ratio: float = 1.0) -> QPixmap:
    """Draw an icon.

    Args:
        icon: Which one.
        colour: `#RRGGBB`.
        size: Edge in device-independent pixels.
        ratio: Device pixels for each of them.
    """
    edge = round(size * ratio)
    picture = _Engine(icon, colour, None).pixmap(
        QSize(edge, edge), QIcon.Mode.Normal, QIcon.State.Off
    )
    picture.setDevicePixelRatio(ratio)
    return picture


def icon_of(icon: Icon, colour: str, disabled: str | None = None) -> QIcon:
    """Return an icon for buttons, sharp at every size and on every screen."""
    return QIcon(_Engine(icon, colour, disabled))


def _drawing(icon: Icon, colour: str) -> QSvgRenderer:
    body = icon.value.replace("{colour}", colour)
    return QSvgRenderer(QByteArray(_SVG.format(colour=colour, body=body).encode()))
