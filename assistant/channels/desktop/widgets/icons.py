"""Icons, drawn as lines on a 24 × 24 grid and tinted with the theme's colours."""

from enum import Enum
from typing import Final

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer


class Icon(Enum):
    """One icon: the inside of an SVG."""

    MICROPHONE = (
        '<rect x="9" y="3" width="6" height="11" rx="3"/>'
        '<path d="M5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3M8.5 21h7"/>'
    )
    MICROPHONE_OFF = (
        '<path d="M9 9v2a3 3 0 0 0 4.6 2.5M15 11V6a3 3 0 0 0-5.7-1.3"/>'
        '<path d="M5.5 11.5a6.5 6.5 0 0 0 10.2 5.3M18.5 11.5a6.5 6.5 0 0 1-.6 2.7'
        'M12 18v3M8.5 21h7M4 3l16 18"/>'
    )
    PAPERCLIP = (
        '<path d="M19.500 11.500l-7.800 7.800a4.600 4.600 0 0 1-6.500-6.500l8.300-8.300'
        'a3.100 3.100 0 0 1 4.400 4.400l-8.200 8.200a1.600 1.600 0 0 1-2.200-2.200l7.500-7.500"/>'
    )
    FILE = (
        '<path d="M13.500 3.500H7.500a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2V8.500z"/>'
        '<path d="M13.500 3.500v5h5M9 13h6M9 16.500h4"/>'
    )
    SEND = '<path d="M12 19.5V5M5.5 11.5 12 5l6.5 6.5"/>'
    STOP = '<rect x="7" y="7" width="10" height="10" rx="2" fill="{colour}"/>'
    NEW = (
        '<path d="M12 4H7a3 3 0 0 0-3 3v10a3 3 0 0 0 3 3h10a3 3 0 0 0 3-3v-5"/>'
        '<path d="M17.6 3.9a1.8 1.8 0 0 1 2.5 2.5L12.5 14 9 15l1-3.5z"/>'
    )
    SETTINGS = (
        '<path d="M4 7h8M18 7h2M4 17h2M12 17h8"/>'
        '<circle cx="15" cy="7" r="3"/><circle cx="9" cy="17" r="3"/>'
    )
    LIST = '<path d="M9 6.500h11M9 12h11M9 17.500h11M4.500 6.500h.1M4.500 12h.1M4.500 17.500h.1"/>'
    PANEL = '<rect x="3.500" y="5" width="17" height="14" rx="3"/><path d="M9.500 5v14"/>'
    PROGRAMS = (
        '<rect x="3.500" y="4.500" width="17" height="15" rx="3"/>'
        '<path d="M7.500 9.500l2.800 2.500-2.800 2.500M12.500 15h4"/>'
    )
    DEVICES = (
        '<rect x="3" y="4.500" width="13" height="9.500" rx="2"/><path d="M6 18h6M9 14v4"/>'
        '<rect x="16" y="9" width="5.500" height="11" rx="1.500" fill="none"/>'
    )
    RESET = '<path d="M4.500 5v5h5M5 10a8 8 0 1 1-.9 4"/>'
    SEARCH = '<circle cx="10.500" cy="10.500" r="6"/><path d="M15 15l5 5"/>'
    PENCIL = '<path d="M5 19l1-4.500L15.500 5a2.100 2.100 0 0 1 3 3L9 17.500z"/>'
    CHEVRON_LEFT = '<path d="M14.5 6l-6 6 6 6"/>'
    BRANCH = (
        '<path d="M7 4.500v15M7 13.500c0-3 2-4.500 5-4.500h4.500M13.500 5.500 17 9l-3.500 3.500"/>'
    )
    MORE = '<path d="M5.500 12h.1M12 12h.1M18.500 12h.1" stroke-width="2.600"/>'
    CLOSE = '<path d="M6.5 6.5l11 11M17.5 6.5l-11 11"/>'
    CHEVRON_RIGHT = '<path d="M9.5 6l6 6-6 6"/>'
    CHEVRON_DOWN = '<path d="M6 9.5l6 6 6-6"/>'
    ARROW_DOWN = '<path d="M12 5v14M5.5 12.5 12 19l6.5-6.5"/>'
    COPY = (
        '<rect x="9" y="9" width="11" height="11" rx="2.5"/>'
        '<path d="M15 5.5A1.5 1.5 0 0 0 13.500 4H6a2 2 0 0 0-2 2v7.500A1.5 1.5 0 0 0 5.500 15"/>'
    )
    CHECK = '<path d="M5 12.500l4.500 4.500L19 7.500"/>'
    TOOL = (
        '<path d="M14.500 6.200a4 4 0 0 1 5-.8l-2.700 2.700.6 2.500 2.500.6 2.700-2.700'
        "a4 4 0 0 1-5.400 4.900L9.500 21a2.100 2.100 0 0 1-3-3l7.500-7.500"
        'a4 4 0 0 1 .5-4.300z" transform="translate(-1.500 -1.200)"/>'
    )
    THOUGHT = (
        '<path d="M9.500 18h5M10 21h4M8.500 15.500a6 6 0 1 1 7 0c-.7.5-1 1.300-1 2.500h-5'
        'c0-1.200-.3-2-1-2.500z"/>'
    )
    QUESTION = (
        '<circle cx="12" cy="12" r="9"/>'
        '<path d="M9.300 9.300a2.800 2.800 0 1 1 3.900 2.600c-.8.400-1.200.9-1.200 1.800M12 16.800v.1"/>'
    )
    INFO = '<circle cx="12" cy="12" r="9"/><path d="M12 11v5.500M12 7.600v.1"/>'
    WARNING = '<path d="M12 4 2.800 19.500h18.400z"/><path d="M12 10v4.500M12 17v.1"/>'
    ERROR = '<circle cx="12" cy="12" r="9"/><path d="M12 7.500v5.500M12 16.300v.1"/>'
    MODEL = (
        '<rect x="6" y="6" width="12" height="12" rx="3"/>'
        '<path d="M9.500 2.500V6M14.500 2.500V6M9.500 18v3.500M14.500 18v3.500'
        'M2.500 9.500H6M2.500 14.500H6M18 9.500h3.500M18 14.500h3.500"/>'
    )
    DOWNLOAD = '<path d="M12 4v11M7 10.500l5 5 5-5M4.500 20h15"/>'
    CLOCK = '<circle cx="12" cy="12.500" r="8.500"/><path d="M12 7.500v5l3.200 2"/>'
    GAUGE = '<path d="M4.500 18a9 9 0 1 1 15 0M12 14.500l3.500-5"/>'
    BELL = (
        '<path d="M6 16.500c1.200-1.300 1.500-3 1.500-6a4.500 4.500 0 0 1 9 0c0 3 .3 4.700 1.500 6z"/>'
        '<path d="M10.300 19.300a1.900 1.900 0 0 0 3.400 0M12 4v2"/>'
    )
    FOLDER = (
        '<path d="M3.500 8a2 2 0 0 1 2-2h3.800l2.200 2.500h7a2 2 0 0 1 2 2v6.500a2 2 0 0 1-2 2h-13'
        'a2 2 0 0 1-2-2z"/>'
    )
    SERVER = (
        '<rect x="4" y="4.500" width="16" height="6.500" rx="2"/>'
        '<rect x="4" y="13" width="16" height="6.500" rx="2"/>'
        '<path d="M7.800 7.750h.1M7.800 16.250h.1M11.500 7.750h5M11.500 16.250h5"/>'
    )
    CALL = '<path d="M4 12h.1M7.500 9v6M11 5.500v13M14.500 8v8M18 10.500v3M20.500 12h.1"/>'
    PAPER_PLANE = '<path d="M20.500 4 3.500 11l5.500 2.500L11.500 19.500z M20.500 4 9 13.500"/>'
    SPEAKER = (
        '<path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500z"/>'
        '<path d="M15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a7.800 7.800 0 0 1 0 11"/>'
    )


_SVG: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="{colour}"'
    ' stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">{body}</svg>'
)


def pixmap(icon: Icon, colour: str, size: int, ratio: float = 1.0) -> QPixmap:
    """Draw an icon.

    Args:
        icon: Which one.
        colour: `#RRGGBB`.
        size: Edge in device-independent pixels.
        ratio: Device pixels for each of them.
    """
    return _drawn(_drawing(icon, colour), size, ratio)


def icon_of(icon: Icon, colour: str, disabled: str | None = None) -> QIcon:
    """Return an icon for buttons, sharp at every size used."""
    made = QIcon()
    for mode, its_colour in ((QIcon.Mode.Normal, colour), (QIcon.Mode.Disabled, disabled)):
        if its_colour is not None:
            drawing = _drawing(icon, its_colour)
            for size in (16, 20, 24, 48):
                made.addPixmap(_drawn(drawing, size), mode)
    return made


def _drawing(icon: Icon, colour: str) -> QSvgRenderer:
    body = icon.value.replace("{colour}", colour)
    return QSvgRenderer(QByteArray(_SVG.format(colour=colour, body=body).encode()))


def _drawn(drawing: QSvgRenderer, size: int, ratio: float = 1.0) -> QPixmap:
    picture = QPixmap(round(size * ratio), round(size * ratio))
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    drawing.render(painter, QRectF(picture.rect()))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture
