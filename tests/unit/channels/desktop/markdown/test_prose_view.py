"""What a document of Qt cannot draw by itself."""

from itertools import groupby

from PySide6.QtGui import QTextBlock
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


def test_the_bar_of_a_quote_goes_to_its_last_line_where_lines_wrap(
    qtbot: QtBot, theme: Theme
) -> None:
    view = ProseView(theme=theme)
    qtbot.addWidget(view)
    view.resize(200, 100)
    view.set_html(f"<blockquote><p>{'word ' * 40}</p></blockquote>")
    assert bar_px(view, 1) >= view.height() * 0.9


CODE = "<ul><li>a<pre><code{}>{}</code></pre></li><li>b</li></ul>"


def ground_px(view: ProseView) -> int:
    """Return how high the ground of code is, left of its lines."""
    picture = view.grab().toImage()
    column = (
        picture.pixelColor(round(19 * picture.devicePixelRatio()), y)
        for y in range(picture.height())
    )
    pieces = [
        sum(1 for _pixel in pixels)
        for is_ground, pixels in groupby(colour.name().upper() == DARK.code for colour in column)
        if is_ground
    ]
    assert len(pieces) == 1, "it has no gaps"
    return pieces[0]


def test_code_in_a_list_has_one_ground_and_no_line_leaves_it(qtbot: QtBot, theme: Theme) -> None:
    view = ProseView(theme=theme)
    qtbot.addWidget(view)
    view.resize(300, 100)
    heights: list[int] = []
    for code in ("one", "one\ntwo", f"one\n{'two ' * 40}"):
        view.set_html(CODE.format("", code))
        heights.append(ground_px(view))
        assert view.document().idealWidth() <= 300
    assert 0 < heights[0] < heights[1] < heights[2]


def test_what_is_shown_as_it_is_written_is_drawn_where_code_was(qtbot: QtBot, theme: Theme) -> None:
    view = ProseView(theme=theme)
    qtbot.addWidget(view)
    view.resize(300, 100)
    view.set_html(CODE.format("", "one"))
    assert ground_px(view)
    view.set_plain("as it is written")
    shown = ProseView(theme=theme)
    qtbot.addWidget(shown)
    shown.resize(300, 100)
    shown.set_plain("as it is written")
    assert view.grab().toImage() == shown.grab().toImage()


def test_code_in_a_list_takes_its_colours_and_keeps_them_while_the_list_grows(
    qtbot: QtBot, theme: Theme
) -> None:
    view = ProseView(theme=theme)
    qtbot.addWidget(view)
    view.resize(300, 100)
    html = CODE.format(' class="language-python"', "pass")

    def coloured() -> bool:
        (block,) = (b for b in blocks(view) if b.text() == "pass")
        return bool(block.layout().formats())

    view.set_html(html)
    qtbot.waitUntil(coloured)
    view.set_html(f"{html}<p>more</p>")
    assert coloured()


def blocks(view: ProseView) -> list[QTextBlock]:
    found = [view.document().begin()]
    while found[-1].next().isValid():
        found.append(found[-1].next())
    return found
