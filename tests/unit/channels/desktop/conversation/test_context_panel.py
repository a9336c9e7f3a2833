"""What was sent, shown: rows from an event, and the window that follows."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.conversation.context_panel import ContextPanel, layer_colour
from assistant.channels.desktop.conversation.model.context_rows import context_rows_of, layer_name
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.style.tokens import DARK, LIGHT
from assistant.locale import use_language
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.questions import AnswerSentToModel
from assistant.protocol.sent_context import ContextSent, Layer, SentPart
from assistant.protocol.turns import TextDelta


def part(layer: Layer, characters: int = 100, **rest: object) -> SentPart:
    """Return a part that was sent whole, unless `rest` says otherwise."""
    whole = SentPart(
        layer=layer, text=layer.value, characters=characters, full_characters=characters
    )
    return replace(whole, **rest)


def sent(*parts: SentPart, **rest: object) -> ContextSent:
    """Return a request of these parts."""
    whole = ContextSent(turn_id="t", parts=parts, limit=1_000, messages=3, left_out=0)
    return replace(whole, **rest)


OPENED = ConversationOpened(conversation_id="c", resumed=False, model="m")
REQUEST = sent(
    part(Layer.BASE, 200),
    part(Layer.PERSONAL_MEMORY, 50, is_cached=True),
    part(Layer.MESSAGES, 300),
    part(Layer.TOOLS, 4_000),
)


class TestRows:
    """The rows, without widgets."""

    def test_sizes_and_shares_of_the_limit(self) -> None:
        rows = context_rows_of(REQUEST)
        assert [row.size for row in rows.rows] == ["200", "50", "3 messages · 300", "4,000"]
        assert [row.share for row in rows.rows] == [0.2, 0.05, 0.3, 0.0]
        assert rows.total == "550 of 1,000 characters"
        assert rows.remark == ""

    def test_a_single_message_is_counted_in_words(self) -> None:
        (row,) = context_rows_of(sent(part(Layer.MESSAGES, 300), messages=1)).rows
        assert row.size == "One message · 300"

    @pytest.mark.parametrize(
        ("request_", "reduced", "note"),
        [
            (sent(part(Layer.BASE)), "", ""),
            (
                sent(part(Layer.AGENT_MEMORY, 100, full_characters=8_000, compressed=True)),
                "Summed up from 8,000 characters",
                "",
            ),
            (
                sent(part(Layer.AGENT_MEMORY, 100, full_characters=8_000)),
                "Cut: the newest lines of 8,000 characters",
                "",
            ),
            (
                sent(part(Layer.MESSAGES, 100, is_cached=True), left_out=9_976),
                "9,976 earlier messages were left out",
                "Kept by the service up to here",
            ),
            (
                sent(part(Layer.MESSAGES, 100), left_out=1),
                "One earlier message was left out",
                "",
            ),
            (sent(part(Layer.TOOLS)), "", "Not counted against the limit"),
        ],
    )
    def test_what_became_of_a_layer(self, request_: ContextSent, reduced: str, note: str) -> None:
        (row,) = context_rows_of(request_).rows
        assert (row.reduced, row.note) == (reduced, note)
        assert row.spoken.endswith(", ".join(filter(None, (reduced, note))))

    def test_what_was_too_long_is_remarked(self) -> None:
        assert "too long" in context_rows_of(replace(REQUEST, reduced=True)).remark
        assert "more than the limit" in context_rows_of(replace(REQUEST, limit=549)).remark
        assert context_rows_of(replace(REQUEST, limit=550)).remark == ""

    def test_shares_stay_within_the_limit(self) -> None:
        assert [row.share for row in context_rows_of(sent(part(Layer.BASE, 5_000))).rows] == [1.0]
        assert [row.share for row in context_rows_of(sent(part(Layer.BASE), limit=-5)).rows] == [
            0.0
        ]

    @pytest.mark.parametrize("layer", Layer)
    def test_every_layer_has_a_name_and_a_colour(self, layer: Layer) -> None:
        assert layer_name(layer)
        assert layer_colour(layer, DARK).startswith("#")
        assert layer_colour(layer, LIGHT).startswith("#")


@pytest.fixture
def panel(context: DesktopContext, qtbot: QtBot) -> ContextPanel:
    """A panel that is open."""
    panel = ContextPanel(context)
    qtbot.addWidget(panel)
    panel.show()
    return panel


def test_before_the_first_request_it_says_so(panel: ContextPanel) -> None:
    assert panel.rows == {}
    assert panel.total == ""
    assert panel.nothing == "Nothing was sent since this conversation was opened."


def test_the_header_counts_answers_that_were_sent_to_be_read(panel: ContextPanel) -> None:
    assert panel.answers_sent == ""
    panel.handle(AnswerSentToModel(count=2))
    assert "2" in panel.answers_sent, "also where nothing else was sent"
    panel.handle(REQUEST)
    assert "2" in panel.answers_sent


def test_the_header_counts_what_was_asked_for_in_vain(panel: ContextPanel) -> None:
    panel.handle(REQUEST)
    assert panel.in_vain == ""
    panel.handle(replace(REQUEST, in_vain=3))
    assert "3" in panel.in_vain
    assert "charges" in panel.in_vain


def test_layers_stand_in_the_order_they_are_sent(panel: ContextPanel) -> None:
    panel.handle(REQUEST)
    assert list(panel.rows) == [
        Layer.BASE,
        Layer.PERSONAL_MEMORY,
        Layer.MESSAGES,
        Layer.TOOLS,
    ]
    QApplication.processEvents()
    tops = [row.y() for row in panel.rows.values()]
    assert tops == sorted(set(tops))
    assert panel.nothing == ""


def test_it_follows_and_puts_a_layer_that_comes_later_in_its_place(panel: ContextPanel) -> None:
    panel.handle(REQUEST)
    panel.handle(sent(part(Layer.BASE), part(Layer.SUMMARY), part(Layer.MESSAGES)))
    QApplication.processEvents()
    assert list(panel.rows) == [Layer.BASE, Layer.SUMMARY, Layer.MESSAGES]
    tops = [row.y() for row in panel.rows.values()]
    assert tops == sorted(set(tops))


def test_a_text_is_shown_on_demand_and_can_be_selected(panel: ContextPanel, qtbot: QtBot) -> None:
    panel.handle(REQUEST)
    row = panel.rows[Layer.BASE]
    assert row.text == ""
    qtbot.mouseClick(row.fold, Qt.MouseButton.LeftButton)
    assert row.text == "base"
    field = row.findChild(QPlainTextEdit)
    assert field is not None
    assert field.isVisible()
    assert field.isReadOnly()
    field.selectAll()
    assert field.textCursor().selectedText() == "base"
    qtbot.mouseClick(row.fold, Qt.MouseButton.LeftButton)
    assert not field.isVisible()


def test_what_is_open_stays_open_with_the_next_request(panel: ContextPanel) -> None:
    panel.handle(REQUEST)
    row = panel.rows[Layer.BASE]
    row.fold.click()
    panel.handle(sent(part(Layer.BASE, text="another")))
    assert panel.rows[Layer.BASE] is row
    assert row.text == "another"


def test_what_is_open_stays_open_in_another_language(panel: ContextPanel) -> None:
    panel.handle(REQUEST)
    panel.rows[Layer.BASE].fold.click()
    use_language("ko")
    panel.rebuild()
    base, messages = panel.rows[Layer.BASE], panel.rows[Layer.MESSAGES]
    assert base.fold.text() == layer_name(Layer.BASE) != "Base"
    assert (base.is_open, messages.is_open) == (True, False)


def test_while_it_is_closed_it_only_remembers(context: DesktopContext, qtbot: QtBot) -> None:
    panel = ContextPanel(context)
    qtbot.addWidget(panel)
    panel.handle(REQUEST)
    assert panel.rows == {}
    panel.show()
    assert len(panel.rows) == 4


def test_another_conversation_empties_it(panel: ContextPanel) -> None:
    panel.handle(REQUEST)
    panel.handle(TextDelta(turn_id="t", text="x"))
    assert panel.rows
    panel.handle(OPENED)
    assert panel.rows == {}
    assert panel.total == ""


def test_rows_are_read_out_whole_and_reached_by_the_keyboard(
    panel: ContextPanel, qtbot: QtBot
) -> None:
    panel.handle(REQUEST)
    fold = panel.rows[Layer.PERSONAL_MEMORY].fold
    assert fold.accessibleName() == ("Memory of you, 50 characters, Kept by the service up to here")
    fold.setFocus()
    qtbot.keyClick(fold, Qt.Key.Key_Space)
    assert panel.rows[Layer.PERSONAL_MEMORY].text == "personal_memory"
    qtbot.keyClick(panel, Qt.Key.Key_Escape)
    assert not panel.isVisible()
