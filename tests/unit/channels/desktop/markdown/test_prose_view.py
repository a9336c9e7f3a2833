"""What a document of Qt cannot draw by itself."""

from pytestqt.qtbot import QtBot

from assistant.channels.desktop.markdown.prose_view import ProseView
from assistant.channels.desktop.style.markdown_stylesheet import QUOTE_PX
from assistant.channels.desktop.style.tokens import DARK
from assistant.channels.desktop.widgets.theme import Theme

QUOTE = "<p>a</p><blockquote><p>b</p><p>c</p>{}</blockquote><p>d</p>"


def bar_px(view: ProseView, x: int) -> int:
    """Return how high the bars are that stand at a place."""
    picture = view.grab().toImage()
    ratio = picture.devicePixelRatio()
    column = (picture.pixelColor(round(x * ratio), y) for y in range(picture.height()))
    return sum(colour.name().upper() == DARK.control for colour in column)


def test_a_quote_has_one_bar_over_all_its_paragraphs(qtbot: QtBot, theme: Theme) -> None:
    view = ProseView(theme=theme)
    qtbot.addWidget(view)
    view.resize(300, 100)
    view.set_html("<p>b</p><p>c</p>")
    whole = view.height()
    assert bar_px(view, 1) == 0
    view.set_html(QUOTE.format(""))
    assert whole * 0.8 <= bar_px(view, 1) <= whole * 1.2
    assert bar_px(view, QUOTE_PX + 1) == 0
    view.set_html(QUOTE.format("<blockquote><p>e</p></blockquote>"))
    assert 0 < bar_px(view, QUOTE_PX + 1) < bar_px(view, 1)
