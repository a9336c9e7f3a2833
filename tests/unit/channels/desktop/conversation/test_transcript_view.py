import base64
from dataclasses import replace
from datetime import datetime

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QEvent, QIODevice, QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QImageWriter, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from assistant.channels.desktop.conversation.collapsible_entries import (
    ThinkingEntry,
    ToolCallSummary,
)
from assistant.channels.desktop.conversation.image_view import ImageDialog, ImageView, decoded
from assistant.channels.desktop.conversation.message_entries import ReplyEntry, UserEntry
from assistant.channels.desktop.conversation.model.rows import ReplyRow, UserRow
from assistant.channels.desktop.conversation.model.transcript import TranscriptModel
from assistant.channels.desktop.conversation.transcript_view import TranscriptView
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.markdown.code_view import CodeView
from assistant.channels.desktop.markdown.document_view import MarkdownView
from assistant.channels.desktop.markdown.prose_view import ProseView
from assistant.channels.desktop.markdown.table_view import TableView
from assistant.channels.desktop.widgets.theme import Theme
from assistant.channels.desktop.widgets.virtual_list_parts import HIGHLIGHT_MS
from assistant.locale import INTERFACE_LANGUAGES, InterfaceLanguage, use_language
from assistant.protocol.conversation import RetryReply
from assistant.protocol.messages import (
    HistoryMessage,
    ImagePart,
    TextPart,
    ThinkingPart,
    ToolPart,
)
from assistant.protocol.notices import NoticeAction
from benchmarks.window.paint_probe import sample_history
from tests.unit.channels.desktop.windows import child

MANY = 10_000
MOST_CARDS = 60
REPLY = (
    "Some **bold** words with `code` and a [link](https://example.org).\n\n- one\n- two\n\n"
    "```python\nx = 1\ny = 2\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nThe end."
)


@pytest.fixture
def transcript(qtbot: QtBot, context: DesktopContext) -> TranscriptView:
    transcript = TranscriptView(context, rows=TranscriptModel(clock=context.clock))
    transcript.resize(700, 600)
    with qtbot.waitExposed(transcript):
        transcript.show()
    transcript.activateWindow()
    return transcript


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> MarkdownView:
    view = MarkdownView(theme=theme, text=REPLY)
    view.resize(600, 500)
    with qtbot.waitExposed(view):
        view.show()
    return view


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def in_view(transcript: TranscriptView, card: QWidget) -> bool:
    return card.geometry().intersects(transcript.viewport().rect())


def is_laid_out(transcript: TranscriptView) -> bool:
    return all(c.is_built for c in transcript.entries if isinstance(c, ReplyEntry))


def words(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget)]


# Ten thousand messages.


def test_only_what_is_near_the_view_exists(transcript: TranscriptView) -> None:
    transcript.rows.show_history(sample_history(MANY))
    bar = transcript.verticalScrollBar()
    assert transcript.entries
    assert bar.value() == bar.maximum() > 500_000
    for place in (0.0, 0.5, 0.25, 1.0):
        bar.setValue(round(bar.maximum() * place))
        cards = transcript.entries
        assert any(in_view(transcript, card) for card in cards)
        QApplication.processEvents()
        assert transcript.card_count < MOST_CARDS
    assert len(transcript.viewport().findChildren(QWidget)) < MOST_CARDS * 40


def test_cards_that_are_seen_leave_no_holes(transcript: TranscriptView, qtbot: QtBot) -> None:
    transcript.rows.show_history(sample_history(1_000))
    bar = transcript.verticalScrollBar()
    for place in (0.1, 0.77, 0.4):
        bar.setValue(round(bar.maximum() * place))
        qtbot.waitUntil(lambda: is_laid_out(transcript))
        QApplication.processEvents()
        seen = [card for card in transcript.entries if in_view(transcript, card)]
        tops = [card.y() for card in seen]
        assert tops == sorted(tops)
        for above, below in zip(seen, seen[1:], strict=False):
            assert 0 < below.y() - (above.y() + above.height()) <= 22


def test_another_width_shows_the_same_place_of_a_long_reply(
    transcript: TranscriptView, qtbot: QtBot
) -> None:
    paragraph = "the quick brown fox jumps over the lazy dog and rests. " * 6
    text = "\n\n".join(paragraph for _each in range(40))
    transcript.rows.show_history(
        [HistoryMessage(role="assistant", text=text, parts=(TextPart(text=text),), message_id="1")]
    )
    qtbot.waitUntil(lambda: is_laid_out(transcript))
    bar = transcript.verticalScrollBar()

    def share() -> float:
        (card,) = transcript.entries
        return -card.y() / card.height()

    bar.setValue(round(bar.maximum() * 0.6))
    before, height = share(), transcript.entries[0].height()
    assert before > 0.4
    for width in (420, 330, 700):
        transcript.resize(width, 600)
        qtbot.waitUntil(lambda: is_laid_out(transcript))
        assert (transcript.entries[0].height() > height) == (width < 700)
        assert share() == pytest.approx(before, abs=0.01)


def test_what_is_read_stays_where_it_is_when_guesses_above_it_are_put_right(
    transcript: TranscriptView, qtbot: QtBot
) -> None:
    transcript.rows.show_history(sample_history(1_000))
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    qtbot.waitUntil(lambda: is_laid_out(transcript))
    for step in range(40):
        seen = [c for c in transcript.entries if in_view(transcript, c) and c.y() > 0]
        before = [card.y() for card in seen]
        bar.setValue(bar.value() - 31)
        qtbot.waitUntil(lambda: is_laid_out(transcript))
        QApplication.processEvents()
        assert [card.y() - 31 for card in seen] == before, step


@pytest.mark.parametrize("number", [0, 1, 4_321, MANY - 1])
def test_any_message_can_be_gone_to_and_is_marked(
    transcript: TranscriptView, qtbot: QtBot, number: int
) -> None:
    transcript.rows.show_history(sample_history(MANY))
    assert transcript.show_message(f"m{number}")
    cards = transcript.entries
    key = transcript.rows.of_message(f"m{number}")
    assert key is not None
    assert transcript.highlight.key == key
    card = transcript.card(key)
    assert card in cards
    assert card is not None
    assert in_view(transcript, card)
    assert HIGHLIGHT_MS == 2000
    transcript.highlight.timer.timeout.emit()
    assert transcript.highlight.key is None


def test_a_message_that_is_not_here_is_not_gone_to(transcript: TranscriptView) -> None:
    transcript.rows.show_history(sample_history(10))
    assert not transcript.show_message("elsewhere")


def test_words_follow_at_the_end_of_a_long_past(transcript: TranscriptView) -> None:
    transcript.rows.show_history(sample_history(1_000))
    bar = transcript.verticalScrollBar()
    for _piece in range(30):
        transcript.rows.append_reply("Some more words. " * 10 + "\n\n")
        QApplication.processEvents()
        assert bar.value() == bar.maximum()
    last = transcript.entries[-1]
    assert isinstance(last, ReplyEntry)
    assert last.is_built
    assert in_view(transcript, last)


def test_what_the_person_opened_is_open_when_they_come_back(transcript: TranscriptView) -> None:
    transcript.rows.show_history(sample_history(500))
    assert transcript.show_message("m1")
    first = next(card for card in transcript.entries if isinstance(card, ThinkingEntry))
    first.set_open(True)
    transcript.follow()
    QApplication.processEvents()
    assert first not in transcript.entries
    assert transcript.show_message("m1")
    again = next(card for card in transcript.entries if isinstance(card, ThinkingEntry))
    assert again is not first
    assert again.is_open


def test_a_selection_is_not_taken_away_by_scrolling(transcript: TranscriptView) -> None:
    transcript.rows.show_history(sample_history(500))
    reply = next(card for card in transcript.entries if isinstance(card, ReplyEntry))
    reply.markdown.selection.select_all()
    transcript.verticalScrollBar().setValue(0)
    QApplication.processEvents()
    assert reply in transcript.entries


def test_a_long_reply_of_the_past_is_laid_out_step_by_step(
    transcript: TranscriptView, qtbot: QtBot
) -> None:
    text = "A paragraph of some words. " * 12 + "\n\n"
    transcript.rows.show_history(
        [HistoryMessage(message_id="1", role="assistant", text=text * 300)]
    )
    reply = transcript.entries[-1]
    assert isinstance(reply, ReplyEntry)
    assert not reply.is_built
    qtbot.waitUntil(lambda: reply.is_built, timeout=20_000)
    assert reply.markdown.text == text * 300


def test_the_tab_key_goes_through_the_controls_as_they_are_read(transcript: TranscriptView) -> None:
    part = ThinkingPart(text="hm")
    messages = [
        HistoryMessage(
            message_id=str(n), role="assistant", text="a", parts=(part, TextPart(text="a"))
        )
        for n in range(3)
    ]
    transcript.rows.show_history(messages)
    cards = transcript.entries
    expected = [
        card.head if isinstance(card, ThinkingEntry) else card.findChildren(QToolButton)[0]
        for card in cards
        if isinstance(card, ThinkingEntry | ReplyEntry)
    ]
    transcript.setFocus()
    for control in expected:
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is control


def test_the_keys_scroll_the_conversation(transcript: TranscriptView) -> None:
    transcript.rows.show_history(sample_history(200))
    assert transcript.entries
    transcript.setFocus()
    QTest.keyClick(transcript, Qt.Key.Key_Home)
    assert transcript.verticalScrollBar().value() == 0
    assert not transcript.follows
    QTest.keyClick(transcript, Qt.Key.Key_End)
    assert transcript.follows


# The dress of messages.


def test_a_stored_round_shows_all_it_had(transcript: TranscriptView) -> None:
    at = datetime.fromisoformat("2026-03-01T12:00:00+00:00")
    call = ToolPart(
        tool_use_id="u", name="clock", arguments='{"zone":"서울"}', result="late", is_error=True
    )
    reply = (ThinkingPart(text="because"), TextPart(text="It is noon."), call)
    transcript.rows.show_history(
        [
            HistoryMessage(
                message_id="1", role="user", text="Time?", round=3, said_at=at, spoken=True
            ),
            HistoryMessage(message_id="2", role="assistant", text="x", parts=reply, ends_turn=True),
        ]
    )
    head, said, thinking, words_, tool, end = transcript.entries
    assert words(head)[0].startswith("Message 3 · ")
    assert isinstance(said, UserEntry)
    assert said.note == "Spoken"
    assert isinstance(thinking, ThinkingEntry)
    assert not thinking.is_open
    assert "because" not in words(thinking)
    assert thinking.head.text() == "Thinking · 7 characters"
    QTest.keyClick(thinking.head, Qt.Key.Key_Space)
    assert "because" in words(thinking)
    assert isinstance(words_, ReplyEntry)
    assert isinstance(tool, ToolCallSummary)
    assert tool.state == "failed"
    tool.set_open(True)
    assert '{\n  "zone": "서울"\n}' in words(tool)
    assert "late" in words(tool)
    assert words(end) == ["Done"]
    roles = [card.property("role") for card in (thinking, words_, tool, end)]
    assert roles == ["thinking", "reply", "tool", "complete"]


def test_another_language_makes_the_cards_again_where_they_are(transcript: TranscriptView) -> None:
    for number in range(40):
        transcript.rows.add_user(f"Hello {number}")
    transcript.rows.append_thinking("because")
    QApplication.processEvents()
    thinking = transcript.entries[-1]
    assert isinstance(thinking, ThinkingEntry)
    thinking.set_open(True)
    thinking.head.setFocus()
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() - 100)
    QApplication.processEvents()
    read = next(card for card in transcript.entries if card.y() >= 0)
    place = transcript.entries.index(read), read.y()
    use_language("ko")
    QApplication.sendEvent(transcript, QEvent(QEvent.Type.LanguageChange))
    QApplication.processEvents()
    again = transcript.entries[-1]
    assert isinstance(again, ThinkingEntry)
    assert again is not thinking
    assert "생각" in again.head.text()
    assert again.is_open
    assert again.head.hasFocus()
    assert transcript.entries[place[0]].y() == place[1]


@pytest.mark.parametrize("language", INTERFACE_LANGUAGES)
def test_a_remark_stands_in_one_line_where_there_is_room(
    theme: Theme, qtbot: QtBot, language: InterfaceLanguage
) -> None:
    use_language(language)
    row = UserRow(text="Hello", is_spoken=True, waited_s=0.1, message_id="1", round=1)
    entry = UserEntry(theme=theme, row=row)
    qtbot.addWidget(entry)
    entry.resize(600, 100)
    entry.show()
    (remark,) = (label for label in entry.findChildren(QLabel) if label.text() == entry.note)
    assert remark.width() >= remark.fontMetrics().horizontalAdvance(entry.note)
    entry.show_row(replace(row, is_spoken=False, waited_s=None))
    assert entry.own_actions.geometry().right() == entry.rect().right()


def test_a_button_of_a_failure_tells_what_to_do(transcript: TranscriptView, qtbot: QtBot) -> None:
    action = NoticeAction(label="Send again", command=RetryReply())
    transcript.rows.fail_turn("t", "No network.", "Check it.", cancelled=False, actions=[action])
    (card,) = transcript.entries
    button = child(card, QWidget, "remark_action")
    with qtbot.waitSignal(transcript.action_wanted) as wanted:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert wanted.args == [action]


def test_the_persons_words_can_be_changed_once_they_are_stored(
    transcript: TranscriptView, qtbot: QtBot
) -> None:
    transcript.rows.add_user("Time?")
    transcript.rows.begin_turn("t", number=1, sent=None)
    said = transcript.entries[-1]
    assert isinstance(said, UserEntry)
    assert not said.own_actions.isVisible()
    transcript.rows.words_kept("t", "m", ("m", "n"))
    assert said.own_actions.isVisible()
    with qtbot.waitSignal(transcript.edit_wanted) as wanted:
        said.own_actions.edit_button.click()
    assert wanted.args == ["m", "Time?"]
    with qtbot.waitSignal(transcript.branch_wanted) as other:
        said.own_actions.on_button.click()
    assert other.args == ["n"]


# Pictures.


def picture(width: int = 900, height: int = 300) -> ImagePart:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.blue)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(buffer, QByteArray(b"png")).write(image)
    data = base64.b64encode(bytes(buffer.data().data())).decode()
    return ImagePart(media_type="image/png", data=data)


def test_a_picture_is_shown_small_and_opened_large(
    transcript: TranscriptView, qtbot: QtBot
) -> None:
    message = HistoryMessage(
        message_id="1", role="user", text="What?", parts=(picture(), TextPart(text="What?"))
    )
    transcript.rows.show_history([message])
    shown = transcript.entries[0].findChild(ImageView)
    assert shown is not None
    qtbot.waitUntil(lambda: shown.is_shown)
    assert shown.iconSize().width() <= 420
    assert shown.iconSize().width() == 3 * shown.iconSize().height()
    QTest.keyClick(shown, Qt.Key.Key_Space)
    dialog = transcript.window().findChild(ImageDialog)
    assert dialog is not None
    dialog.close()


@pytest.mark.parametrize(
    "image",
    [
        ImagePart(media_type="image/svg+xml", data=base64.b64encode(b"<svg/>").decode()),
        ImagePart(media_type="image/png", data="not base64!"),
        ImagePart(media_type="image/png", data=base64.b64encode(b"no picture").decode()),
    ],
    ids=["svg", "no base64", "broken"],
)
def test_a_picture_that_cannot_be_shown_says_so(
    theme: Theme, qtbot: QtBot, image: ImagePart
) -> None:
    assert decoded(image).isNull()
    view = ImageView(theme=theme, image=image)
    qtbot.addWidget(view)
    qtbot.waitUntil(lambda: view.text() == "This picture cannot be shown.")
    assert not view.isEnabled()


def test_pictures_among_results_stand_in_the_card_of_the_tool(transcript: TranscriptView) -> None:
    call = ToolPart(
        tool_use_id="u", name="draw", arguments="{}", result="", images=(picture(30, 20),)
    )
    message = HistoryMessage(message_id="1", role="assistant", text="", parts=(call,))
    transcript.rows.show_history([message])
    (card,) = transcript.entries
    assert isinstance(card, ToolCallSummary)
    (shown,) = card.findChildren(ImageView)
    assert not card.is_open
    assert shown.isVisibleTo(card)  # without opening it


def test_a_tool_that_runs_says_how_far_it_is(transcript: TranscriptView) -> None:
    transcript.rows.begin_turn("t", number=None, sent=None)
    transcript.rows.add_tool("u", "slow", '{"n": 1}')
    card = next(entry for entry in transcript.entries if isinstance(entry, ToolCallSummary))
    assert card.state == "running…"
    transcript.rows.progress_tool("u", "step 2 of 5", 0.4)
    assert card.state == "running… 40 %"
    assert "step 2 of 5" in [label.text() for label in card.findChildren(QLabel)]
    transcript.rows.finish_tool("u", "slow", "fine", is_error=False)
    assert card.state == "done"
    assert "step 2 of 5" not in [label.text() for label in card.findChildren(QLabel)]


# Selection and copying.


def test_all_of_a_reply_is_copied_as_it_was_written(view: MarkdownView) -> None:
    prose = view.parts[0]
    assert isinstance(prose, ProseView)
    QTest.keyClick(prose, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(prose, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == REPLY


def test_a_drag_goes_on_from_prose_over_code_into_prose(view: MarkdownView) -> None:
    first, code, table, last = view.parts
    assert isinstance(first, ProseView)
    assert isinstance(code, CodeView)
    assert isinstance(table, TableView)
    assert isinstance(last, ProseView)
    start = first.cursorRect(_at(first, "two")).center()
    QTest.mousePress(first.viewport(), Qt.MouseButton.LeftButton, pos=start + QPoint(-3, 0))
    target = last.viewport().mapToGlobal(last.cursorRect(_at(last, "end")).center())
    QTest.mouseMove(first.viewport(), first.viewport().mapFromGlobal(target))
    QTest.mouseRelease(
        first.viewport(), Qt.MouseButton.LeftButton, pos=first.viewport().mapFromGlobal(target)
    )
    view.selection.copy()
    copied = clipboard()
    assert copied.startswith("- two\n\n```python\nx = 1\ny = 2\n```\n\n| a | b |")
    assert copied.endswith("The ")
    assert "bold" not in copied


def _at(view: ProseView, text: str) -> QTextCursor:
    cursor = view.document().find(text)
    cursor.setPosition(cursor.selectionStart())
    return cursor


def test_a_piece_of_prose_is_copied_with_its_marks(view: MarkdownView) -> None:
    prose = view.parts[0]
    assert isinstance(prose, ProseView)
    cursor = prose.textCursor()
    cursor.setPosition(5)
    cursor.setPosition(prose.document().characterCount() - 1, QTextCursor.MoveMode.KeepAnchor)
    prose.setTextCursor(cursor)
    view.selection.copy()
    assert clipboard() == (
        "**bold** words with `code` and a [link](https://example.org).\n\n- one\n- two"
    )


def test_a_click_elsewhere_takes_the_selection_away(view: MarkdownView) -> None:
    view.selection.select_all()
    prose = view.parts[0]
    assert isinstance(prose, ProseView)
    QTest.mouseClick(prose.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert view.selection.is_empty


def test_a_reply_has_a_menu_and_a_button_that_copy_it(transcript: TranscriptView) -> None:
    transcript.rows.append_reply(REPLY)
    (card,) = transcript.entries
    assert isinstance(card, ReplyEntry)
    button = child(card, QToolButton, "copy_reply")
    button.click()
    assert clipboard() == REPLY
    QGuiApplication.clipboard().clear()
    menu = card.markdown.make_menu("https://example.org")
    actions = {action.objectName(): action for action in menu.actions()}
    assert not actions["copy"].isEnabled(), "nothing is selected"
    actions["copy_link"].trigger()
    assert clipboard() == "https://example.org"
    actions["select_all"].trigger()
    assert not card.markdown.selection.is_empty
    actions["copy_all"].trigger()
    assert clipboard() == REPLY
    assert isinstance(menu, QMenu)
    menu.deleteLater()


# What grows.


def test_the_rows_of_a_table_that_are_final_are_not_laid_out_again(theme: Theme) -> None:
    view = MarkdownView(theme=theme, text="| a | b |\n|---|---|\n")
    view.resize(600, 400)
    for number in range(100):
        view.append(f"| row {number} | words |\n")
    (table,) = view.parts
    assert isinstance(table, TableView)
    assert len(table.pieces) > 5
    counts = [piece.rendered for piece in table.pieces]
    for number in range(30):
        view.append(f"| more {number} | words |\n")
    assert [piece.rendered for piece in table.pieces][: len(counts) - 1] == counts[:-1]
    assert max(counts[1:]) <= 15
    view.deleteLater()


def test_a_wide_table_scrolls_sideways_and_not_the_conversation(
    transcript: TranscriptView, qtbot: QtBot
) -> None:
    cell = "some words that need room"
    header = "|" + f" {cell} |" * 8
    transcript.rows.append_reply(f"{header}\n{'|---' * 8}|\n{header}\n\nafter")
    (card,) = transcript.entries
    assert isinstance(card, ReplyEntry)
    table = card.markdown.parts[0]
    assert isinstance(table, TableView)
    assert table.is_wide
    assert card.width() <= transcript.viewport().width()


def test_a_reply_that_is_replaced_shows_the_new_one_alone(theme: Theme) -> None:
    entry = ReplyEntry(theme=theme, row=ReplyRow(text=REPLY))
    entry.show_row(ReplyRow(text="Other words."))
    (prose,) = entry.markdown.parts
    assert isinstance(prose, ProseView)
    assert prose.toPlainText() == "Other words."
    entry.deleteLater()


def test_words_being_heard_grow_and_those_that_may_change_are_pale(
    transcript: TranscriptView, theme: Theme
) -> None:
    transcript.rows.set_interim("What time", " time")
    transcript.rows.set_interim("What time is", " is")
    (heard,) = transcript.entries
    assert isinstance(heard, UserEntry)
    assert heard.text == "What time is"
    (prose,) = heard.findChildren(ProseView)
    pale = QColor(theme.tokens.description)

    def is_pale(text: str) -> bool:
        """Whether the last letter of `text`, with which the words begin, is pale."""
        cursor = prose.textCursor()
        cursor.setPosition(len(text))
        return cursor.charFormat().foreground().color() == pale

    assert not is_pale("What time")
    assert is_pale("What time is")
    transcript.rows.set_interim("What time is")
    assert not is_pale("What time is")
