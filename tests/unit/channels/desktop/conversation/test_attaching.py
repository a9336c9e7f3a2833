"""Files that go with a message, in the window: by paste, drop and button, by real events."""

import base64
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QByteArray, QMimeData, QPoint, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from assistant.attachments.model.limits import MAX_ATTACHMENTS
from assistant.channels.desktop.app.main_window import MainWindow
from assistant.channels.desktop.conversation.document_view import DocumentDialog
from assistant.channels.desktop.conversation.image_view import ImageDialog, ImageView
from assistant.channels.desktop.conversation.sent_files import DocumentButton
from assistant.channels.desktop.desktop_context import DesktopContext
from assistant.channels.desktop.widgets.theme import Theme
from assistant.home import Home
from assistant.protocol.conversation import AttachmentKinds
from assistant.protocol.messages import Attachment, DocumentPart, HistoryMessage, ImagePart
from tests.helpers.clock import ManualClock
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.helpers.pdfs import encrypted_pdf, pdf
from tests.helpers.pictures import png
from tests.unit.channels.desktop.chosen_files import Files
from tests.unit.channels.desktop.contexts import make_context

Key = Qt.Key
Give = Callable[[MainWindow, QMimeData], None]


@pytest.fixture
def files() -> Files:
    return Files()


@pytest.fixture
def context(
    theme: Theme, home: Home, engine: FakeEngineClient, clock: ManualClock, files: Files
) -> DesktopContext:
    return make_context(theme, home, engine=engine, clock=clock, ask_file=files)


def paste(window: MainWindow, mime: QMimeData) -> None:
    QGuiApplication.clipboard().setMimeData(mime)
    window.composer.field.setFocus()
    QTest.keyClick(window.composer.field, Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def drop_on(widget: QWidget, mime: QMimeData) -> None:
    at = widget.rect().center()
    copy, left, none = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    entering = QDragEnterEvent(QPoint(at), copy, mime, left, none)
    QApplication.sendEvent(widget, entering)
    assert entering.isAccepted()
    QApplication.sendEvent(widget, QDropEvent(QPointF(at), copy, mime, left, none))


def drop_on_window(window: MainWindow, mime: QMimeData) -> None:
    drop_on(window, mime)


def drop_on_field(window: MainWindow, mime: QMimeData) -> None:
    drop_on(window.composer.field.viewport(), mime)


GIVE = pytest.mark.parametrize("give", [paste, drop_on_window, drop_on_field])


def of_files(*paths: Path, text: str = "") -> QMimeData:
    """Return what a file manager puts on the clipboard: addresses, and the paths as words."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    mime.setText(text or "\n".join(map(str, paths)))
    return mime


def bitmap(width: int = 30, height: int = 20) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    return image


def settled(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(
        lambda: not any(chip.file.is_reading for chip in window.composer.attachments.chips),
        timeout=20_000,
    )


def sent(qtbot: QtBot, window: MainWindow, words: str = "Look") -> tuple[Attachment, ...]:
    """Send what is there by Enter; return the files."""
    settled(qtbot, window)
    QTest.keyClicks(window.composer.field, words)
    with qtbot.waitSignal(window.send_files) as signal:
        QTest.keyClick(window.composer.field, Key.Key_Return)
    text, attachments = cast("tuple[str, tuple[Attachment, ...]]", signal.args)
    assert text == words
    assert not window.composer.attachments.isVisible()
    return attachments


@GIVE
def test_files_of_a_file_manager_are_attached_and_no_words(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, give: Give
) -> None:
    (tmp_path / "a b.png").write_bytes(png(30, 20))
    (tmp_path / "notes.txt").write_text("words", encoding="utf-8")
    give(window, of_files(tmp_path / "a b.png", tmp_path / "notes.txt"))
    assert window.composer.field.toPlainText() == ""
    picture, text = sent(qtbot, window)
    assert (picture.name, picture.media_type) == ("a b.png", "image/png")
    assert isinstance(text, DocumentPart)
    assert text.text == "words"


@GIVE
def test_a_bitmap_is_attached(qtbot: QtBot, window: MainWindow, give: Give) -> None:
    mime = QMimeData()
    mime.setImageData(bitmap())
    give(window, mime)
    (picture,) = sent(qtbot, window, "")
    assert isinstance(picture, ImagePart)
    assert picture.media_type == "image/png"


def test_a_picture_that_a_program_encoded_is_taken_as_it_is(
    qtbot: QtBot, window: MainWindow
) -> None:
    mime = QMimeData()
    mime.setData("image/png", QByteArray(png(30, 20)))
    mime.setText("https://example.org/cat.png")
    paste(window, mime)
    (picture,) = sent(qtbot, window)
    assert isinstance(picture, ImagePart)
    assert window.composer.field.toPlainText() == ""


@pytest.mark.parametrize(
    "text", ["words", "https://example.org/cat.png", "two\nlines", "<b>not bold</b>"]
)
def test_words_stay_words_and_nothing_is_fetched(window: MainWindow, text: str) -> None:
    mime = QMimeData()
    if text.startswith("https"):
        mime.setUrls([QUrl(text)])
    mime.setText(text)
    paste(window, mime)
    assert window.composer.field.toPlainText() == text
    assert not window.composer.attachments.chips


def test_cells_with_a_picture_of_them_are_words(window: MainWindow) -> None:
    mime = QMimeData()
    mime.setText("1\t2")
    mime.setImageData(bitmap())
    paste(window, mime)
    assert window.composer.field.toPlainText() == "1\t2"
    assert not window.composer.attachments.chips


@pytest.mark.parametrize("way", ["button", "key"])
def test_files_are_chosen(
    qtbot: QtBot, window: MainWindow, files: Files, tmp_path: Path, way: str
) -> None:
    files.path = tmp_path / "a.pdf"
    files.path.write_bytes(pdf(["One", "Two"]))
    if way == "button":
        QTest.mouseClick(window.composer.attach_button, Qt.MouseButton.LeftButton)
    else:
        QTest.keyClick(window, Key.Key_O, Qt.KeyboardModifier.ControlModifier)
    settled(qtbot, window)
    (chip,) = window.composer.attachments.chips
    assert chip.accessibleName() == "a.pdf, 2 pages"
    (paper,) = sent(qtbot, window)
    assert isinstance(paper, DocumentPart)
    assert (paper.text, bool(paper.data)) == ("One\n\nTwo", True)


def test_a_picture_of_sixty_megapixels_and_a_pdf_of_five_hundred_pages_are_attached(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    (tmp_path / "wall.png").write_bytes(png(10_000, 6_000))
    (tmp_path / "book.pdf").write_bytes(pdf([f"Page {n}. " + "Words. " * 30 for n in range(500)]))
    paste(window, of_files(tmp_path / "wall.png", tmp_path / "book.pdf"))
    settled(qtbot, window)
    assert window.composer.attachments.problems == ""
    assert window.composer.attachments.notes.startswith("book.pdf: The first 40,000 of 110,")
    picture, book = sent(qtbot, window)
    assert len(picture.data) < 1_000_000
    assert isinstance(book, DocumentPart)
    assert (book.pages, book.data) == (500, "")


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("broken.pdf", b"%PDF-1.7 and no more", "This PDF is damaged or incomplete."),
        ("locked.pdf", encrypted_pdf(), "This PDF is protected with a password."),
        ("empty.txt", b"", "This file is empty."),
        ("half.png", png()[:50], "This picture is damaged or incomplete."),
        ("a.txt", bytes(99), "This is neither a picture nor a PDF nor text."),
    ],
)
def test_what_cannot_be_sent_says_why_and_is_removed_by_the_keyboard(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(data)
    paste(window, of_files(tmp_path / name))
    settled(qtbot, window)
    assert window.composer.attachments.problems.startswith(f"{name}: {said}")
    field = window.composer.field
    QTest.keyClicks(field, "Look")
    with qtbot.assertNotEmitted(window.send), qtbot.assertNotEmitted(window.send_files):
        QTest.keyClick(field, Key.Key_Return)
    (chip,) = window.composer.attachments.chips
    assert chip.remove_button.hasFocus()
    assert chip.remove_button.accessibleName() == f"Remove {name}"
    QTest.keyClick(chip.remove_button, Key.Key_Space)
    assert not window.composer.attachments.isVisible()
    with qtbot.waitSignal(window.send):
        QTest.keyClick(field, Key.Key_Return)


def test_a_file_that_is_gone_and_a_folder_say_so(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    paste(window, of_files(tmp_path / "gone.txt", tmp_path))
    settled(qtbot, window)
    gone, folder = window.composer.attachments.problems.splitlines()
    assert gone.startswith("gone.txt: It cannot be read: No such file or directory.")
    assert "This is a folder." in folder


def test_of_too_many_files_the_first_are_taken_and_that_is_said(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    paths = [tmp_path / f"{number}.txt" for number in range(30)]
    for path in paths:
        path.write_text(path.name, encoding="utf-8")
    paste(window, of_files(*paths))
    settled(qtbot, window)
    assert "At most 20 files go with a message." in window.composer.attachments.problems
    attachments = sent(qtbot, window)
    assert [one.name for one in attachments] == [f"{n}.txt" for n in range(MAX_ATTACHMENTS)]


def test_the_same_file_pasted_twice_goes_once(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("words", encoding="utf-8")
    paste(window, of_files(tmp_path / "a.txt"))
    settled(qtbot, window)
    paste(window, of_files(tmp_path / "a.txt"))
    assert len(sent(qtbot, window)) == 1


def test_enter_while_a_file_is_read_sends_once_it_is(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    (tmp_path / "a.pdf").write_bytes(pdf(["One"]))
    with qtbot.waitSignal(window.send_files, timeout=20_000) as signal:
        paste(window, of_files(tmp_path / "a.pdf"))
        QTest.keyClicks(window.composer.field, "Look")
        QTest.keyClick(window.composer.field, Key.Key_Return)
        assert window.composer.field.toPlainText() == "Look", "not yet"
    assert signal.args is not None
    assert signal.args[0] == "Look"


def test_what_the_model_cannot_see_is_said_before_it_is_sent(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.show_takes(AttachmentKinds(pictures=False, documents=False))
    mime = QMimeData()
    mime.setImageData(bitmap())
    paste(window, mime)
    settled(qtbot, window)
    assert "The model that answers cannot see pictures." in window.composer.attachments.problems
    assert not window.composer.send_button.isEnabled()
    window.show_takes(AttachmentKinds())  # another model was chosen
    assert window.composer.attachments.problems == ""
    assert window.composer.send_button.isEnabled()


def test_a_message_that_is_changed_has_its_files_and_the_draft_gets_its_own_back(
    qtbot: QtBot, window: MainWindow
) -> None:
    picture = ImagePart(media_type="image/png", data="aa", name="a.png")
    text = DocumentPart(name="b.txt", media_type="text/plain", text="b", characters=1)
    window.composer.return_files([text])
    window.composer.begin_editing("1", "old", [picture])
    assert [chip.file.name for chip in window.composer.attachments.chips] == ["a.png"]
    with qtbot.waitSignal(window.composer.resend) as signal:
        QTest.keyClick(window.composer.field, Key.Key_Return)
    assert signal.args == ["1", "old", (picture,)]
    assert [chip.file.name for chip in window.composer.attachments.chips] == ["b.txt"]


def test_files_of_a_message_are_shown_and_opened(qtbot: QtBot, window: MainWindow) -> None:
    data = base64.b64encode(png(30, 20)).decode()
    picture = ImagePart(media_type="image/png", data=data, name="a.png")
    text = DocumentPart(name="b.txt", media_type="text/plain", text="Words.", characters=6)
    window.transcript.rows.add_sent(1, "", queued=False, attachments=[picture, text])
    entry = window.transcript.entries[-1]
    (view,) = entry.findChildren(ImageView)
    qtbot.waitUntil(lambda: view.is_shown)
    assert view.accessibleName() == "a.png: Picture, 30 by 20. Open it larger"
    QTest.mouseClick(view, Qt.MouseButton.LeftButton)
    assert window.findChildren(ImageDialog)
    (button,) = entry.findChildren(DocumentButton)
    assert button.accessibleName() == "b.txt, 6 characters. Open it"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.findChildren(DocumentDialog)


@pytest.mark.parametrize("of", ["a reply", "a tool", "the user"])
def test_a_picture_is_copied_and_saved_wherever_it_stands(
    qtbot: QtBot, window: MainWindow, files: Files, tmp_path: Path, of: str
) -> None:
    data = png(30, 20)
    part = ImagePart(media_type="image/png", data=base64.b64encode(data).decode(), name="a.jpeg")
    rows = window.transcript.rows
    if of == "a reply":
        message = HistoryMessage(message_id="1", role="assistant", text="", parts=(part,))
        rows.show_history([message])
    elif of == "a tool":
        rows.finish_tool("u", "draw", "", is_error=False, images=[part])
    else:
        rows.add_user("look", attachments=[part])
    (view,) = window.transcript.findChildren(ImageView)
    qtbot.waitUntil(lambda: view.is_shown)
    larger, copy, save = view.menu_of_picture().actions()
    assert larger.text() == "Open it larger"
    copy.trigger()
    assert QGuiApplication.clipboard().image().size() == QSize(30, 20)
    files.path = tmp_path / "saved.png"
    save.trigger()
    assert files.asked == [("a.png", "png")]
    assert files.path.read_bytes() == data


def test_a_document_is_saved_as_it_came_or_as_its_text(
    window: MainWindow, files: Files, tmp_path: Path
) -> None:
    data = pdf(["One"])
    whole = DocumentPart(
        name="a.pdf",
        media_type="application/pdf",
        text="One",
        data=base64.b64encode(data).decode(),
        pages=1,
    )
    window.transcript.rows.add_user("", attachments=[whole, replace(whole, data="")])
    files.path = tmp_path / "saved"
    for button, name, saved in zip(
        window.transcript.findChildren(DocumentButton),
        (("a.pdf", "pdf"), ("a.txt", "txt")),
        (data, b"One"),
        strict=True,
    ):
        button.actions()[0].trigger()
        assert files.asked[-1] == name
        assert files.path.read_bytes() == saved


def test_what_cannot_be_written_is_told(
    qtbot: QtBot, window: MainWindow, files: Files, tmp_path: Path
) -> None:
    text = DocumentPart(name="b.txt", media_type="text/plain", text="Words.", characters=6)
    window.transcript.rows.add_user("", attachments=[text])
    files.path = tmp_path / "b.txt"
    files.path.mkdir()
    (button,) = window.transcript.findChildren(DocumentButton)
    with qtbot.waitSignal(window.transcript.not_saved) as told:
        button.actions()[0].trigger()
    assert told.args is not None
    assert told.args[0].text == "b.txt cannot be written: Is a directory."
