"""What text needs on the screen, as the layout of text reckons it."""

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QTextLayout


def line_height(font: QFont) -> float:
    """Return the height of a line of Latin letters in pixels, as documents lay it out.

    `QFontMetrics.lineSpacing` can be a pixel less: it rounds ascent and descent together, the layout
    each by itself. With DejaVu Sans Mono at 13 px it says 15 where a line takes 16.
    """
    layout = QTextLayout("x", font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return line.height()


def fixed_font() -> QFont:
    """Return the system's font with letters of one width, by the name of the font itself.

    By the system's name for it, "monospace", Qt takes another font for spaces and quotes beside
    Korean, and lines lose their indentation.
    """
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setFamilies([QFontInfo(font).family()])
    return font
