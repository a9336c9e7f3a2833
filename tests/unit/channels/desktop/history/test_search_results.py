"""What stands in a row of what the search found."""

from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.history.search_results import (
    SearchResultDelegate,
    SearchResultsList,
    speaker_text,
)
from tests.unit.channels.desktop.history.history_samples import NOON, hit


@pytest.mark.parametrize(
    ("earlier", "day"),
    [(timedelta(), ""), (timedelta(days=1), "yesterday ")],
    ids=["now", "before"],
)
def test_a_time_of_day_alone_is_one_of_today(earlier: timedelta, day: str) -> None:
    said_at = NOON - earlier
    text = speaker_text(replace(hit("c", "m"), said_at=said_at), now=NOON)
    assert text.endswith(f" · {day}{said_at.astimezone():%H:%M}")


def test_a_title_has_the_width_of_the_list(
    context: DesktopContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who said it and when stands below: beside it, half of most titles was not seen."""
    results = SearchResultsList(context)
    qtbot.addWidget(results)
    results.resize(280, 300)
    title = "Set up a small web shop for coffee"
    results.show_hits((replace(hit("c", "m"), title=title),))
    index = results.model().index(0, 0)
    delegate = results.itemDelegate()
    assert isinstance(delegate, SearchResultDelegate)
    painted: list[tuple[str, int]] = []

    def painted_line(_painter: QPainter, where: QRect, text: str, **_how: object) -> None:
        painted.append((text, where.width()))

    monkeypatch.setattr(delegate, "paint_line", painted_line)
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, 280, 100)
    picture = QPixmap(280, 100)
    painter = QPainter(picture)
    delegate.paint(painter, option, index)
    painter.end()
    widths = dict(painted)
    assert widths[title] == widths[next(text for text in widths if text.startswith("You"))] > 230
