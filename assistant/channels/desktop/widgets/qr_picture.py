"""Pictures that a phone's camera reads."""

from typing import Final

from PySide6.QtGui import QColor, QImage, QPixmap

_QR_SIDE: Final = 184
"""Logical pixels; a code of a deep link has 29 to 33 modules a side, so five pixels each."""
_QUIET_MODULES: Final = 4
"""The white edge that ISO/IEC 18004 wants around a code."""


def qr_picture(text: str, *, scale: float = 1.0) -> QPixmap:
    """Return the QR code of a text, dark on white in every theme, as cameras want it.

    Args:
        text: What it says.
        scale: Device pixels a logical pixel.
    """
    import segno  # 20 ms, and seldom shown

    modules = [list(row) for row in segno.make(text, error="m", micro=False).matrix]
    side = len(modules) + 2 * _QUIET_MODULES
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    for y, row in enumerate(modules):
        for x, is_dark in enumerate(row):
            if is_dark:
                image.setPixelColor(x + _QUIET_MODULES, y + _QUIET_MODULES, QColor("black"))
    pixels = side * max(1, round(_QR_SIDE * scale / side))  # whole pixels a module
    picture = QPixmap.fromImage(image.scaled(pixels, pixels))
    picture.setDevicePixelRatio(scale)
    return picture
