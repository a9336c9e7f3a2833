"""Takes pictures of every kind of question, as sheets for the documentation.

    .venv/bin/python scripts/question_screenshots.py --out docs/screenshots/questions

One sheet for each language, theme and width. The dialogs are the program's own, put with sample
questions and led into their states; no engine and no model takes part.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPixmap
from PySide6.QtWidgets import QApplication
from question_states import ROOT, STATES, WIDTHS, Stage, settle
from small_picture import save_small

from assistant.channels.desktop.app.application import make_application
from assistant.channels.desktop.widgets.theme import Theme
from assistant.locale import INTERFACE_LANGUAGES, InterfaceLanguage, use_language

COLUMNS = {"wide": 3, "narrow": 5}
GAP = 26


def sheet(*, language: InterfaceLanguage, theme: Theme, size: str) -> QPixmap:
    """Return every state in one look, in columns of about equal height."""
    stage = Stage(language=language, theme=theme, size=size)
    pictures: list[tuple[str, QPixmap]] = []
    for state in STATES:
        dialog = state(stage)
        settle()
        dialog.resize(dialog.width(), dialog.wanted_height())
        settle()
        pictures.append((dialog.windowTitle(), dialog.grab()))
        dialog.withdraw()
        dialog.deleteLater()
        settle()
    return laid_out(pictures, columns=COLUMNS[size], theme=theme)


def laid_out(pictures: Sequence[tuple[str, QPixmap]], *, columns: int, theme: Theme) -> QPixmap:
    """Return pictures under their titles, in columns of about equal height."""
    title_height = 26
    width = max(picture.width() for _title, picture in pictures if picture.width() < 700)
    heights = [GAP] * columns
    placed: list[tuple[QPoint, str, QPixmap]] = []
    for title, picture in sorted(pictures, key=lambda entry: -entry[1].width()):
        span = 1 if picture.width() <= width else 2
        starts = range(columns - span + 1)
        column = min(starts, key=lambda at: max(heights[at : at + span]))
        y = max(heights[column : column + span])
        placed.append((QPoint(GAP + column * (width + GAP), y), title, picture))
        for at in range(column, column + span):
            heights[at] = y + title_height + picture.height() + GAP
    both = QPixmap(GAP + columns * (width + GAP), max(heights))
    both.fill("#3A4254" if theme.tokens.dark else "#CBD2DC")
    painter = QPainter(both)
    font = QFont(QApplication.font())
    font.setPixelSize(13)
    painter.setFont(font)
    for corner, title, picture in placed:
        bar = QRect(corner.x(), corner.y(), picture.width(), title_height)
        painter.fillRect(bar, QColor("#0B1120" if theme.tokens.dark else "#E2E8F0"))
        painter.setPen(QColor(theme.tokens.text))
        painter.drawText(bar.adjusted(8, 0, -8, 0), Qt.AlignmentFlag.AlignVCenter, title)
        painter.drawPixmap(corner + QPoint(0, title_height), picture)
    painter.end()
    return both


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "screenshots" / "questions")
    parser.add_argument("--language", choices=INTERFACE_LANGUAGES, action="append")
    parser.add_argument("--size", choices=list(WIDTHS), action="append")
    parser.add_argument("--theme", choices=("light", "dark"), action="append")
    chosen = parser.parse_args(arguments)
    make_application()
    chosen.out.mkdir(parents=True, exist_ok=True)
    for language in chosen.language or INTERFACE_LANGUAGES:
        use_language(language)
        for look in chosen.theme or ("light", "dark"):
            theme = Theme(choice=look)
            theme.apply()
            for size in chosen.size or WIDTHS:
                path = chosen.out / f"{language}-{look}-{size}.png"
                save_small(sheet(language=language, theme=theme, size=size), path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
