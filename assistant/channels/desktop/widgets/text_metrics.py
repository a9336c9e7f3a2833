"""What text needs on the screen, as the layout of text reckons it."""

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QTextLayout


def line_height(font: QFont, text: str = "x") -> float:
    """Return the height of a line in pixels, as documents lay it out; by default of Latin letters.

    Letters that the font does not have are of another, and may need more: Chinese beside Inter does.

    `QFontMetrics.lineSpacing` can be a pixel less: it rounds ascent and descent together, the layout
    each by itself. With DejaVu Sans Mono at 13 px it says 15 where a line takes 16.
    """
    layout = QTextLayout(text, font)
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
