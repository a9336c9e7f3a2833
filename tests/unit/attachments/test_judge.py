"""Which files go with a message, in which form, and what is said of the others."""

import base64
import os
import zlib
from pathlib import Path

import pytest

from assistant.attachments.judge import judge, judge_file
from assistant.attachments.model.limits import (
    MAX_DOCUMENT_CHARACTERS,
    MAX_FILE_BYTES,
    MAX_PDF_PAGES,
    attachment_note,
)
from assistant.errors import AttachmentRefused
from assistant.llm.messages_api.pictures import picture_header
from assistant.protocol.conversation import AttachmentKinds
from assistant.protocol.messages import DocumentPart, ImagePart
from tests.helpers.pdfs import encrypted_pdf, pdf
from tests.helpers.pictures import chunk, encoded, png

KOREAN = "안녕하세요. 오늘 회의는 세 시에 시작합니다. 자료를 미리 읽어 주세요.\n" * 5
WHOLE = AttachmentKinds(pictures=True, documents=True)
WORDS = AttachmentKinds(pictures=False, documents=False)
ZIP = b"PK\x03\x04" + bytes(26)


def header_alone(width: int, height: int) -> bytes:
    """Return a few bytes that say they are a picture of this size."""
    size = width.to_bytes(4) + height.to_bytes(4) + b"\x08\x02\0\0\0"
    pixels = chunk(b"IDAT", zlib.compress(b""))
    return png()[:8] + chunk(b"IHDR", size) + pixels + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"", "This file is empty.", id="0 bytes"),
        pytest.param(b" \n\n", "This is neither a picture nor a PDF nor text.", id="blank"),
        pytest.param(b"words\0\x01\x02\x03" * 9, "This is neither", id="binary called .txt"),
        pytest.param(png(9, 9)[:60], "This picture is damaged", id="half a PNG"),
        pytest.param(b"\xff\xd8\xff\xe0nothing", "This picture is damaged", id="broken JPEG"),
        pytest.param(header_alone(60_000, 60_000), "64 megapixels are the most", id="bomb"),
        pytest.param(b"\0\0\0\x18ftypheic" + bytes(9), "HEIC pictures", id="HEIC"),
        pytest.param(b"\0\0\0\x18ftypavif" + bytes(9), "AVIF pictures", id="AVIF"),
        pytest.param(b"II*\0" + bytes(9), "TIFF pictures", id="TIFF"),
        pytest.param(b"BM" + bytes(60), "BMP pictures", id="BMP"),
        pytest.param(b"\0\0\0\x18ftypisom" + bytes(9), "Recordings and films", id="MP4"),
        pytest.param(b"RIFF\x10\0\0\0WAVEfmt ", "Recordings and films", id="WAV"),
        pytest.param(ZIP + b"word/document.xml", "Documents of office programs", id="DOCX"),
        pytest.param(ZIP + b"a.txt", "Archives cannot be attached", id="ZIP"),
        pytest.param(b"\x7fELF" + bytes(60), "Programs cannot", id="program"),
        pytest.param(b"%PDF-1.7 and no more", "This PDF is damaged", id="broken PDF"),
        pytest.param(pdf(["One"])[:200], "This PDF is damaged", id="half a PDF"),
        pytest.param(encrypted_pdf(), "protected with a password", id="locked PDF"),
        pytest.param(pdf([""] * (MAX_PDF_PAGES + 1)), "101 pages, which is too many", id="scan"),
        pytest.param(bytes(MAX_FILE_BYTES + 1), "65 MB; 64 MB is the most", id="too large"),
    ],
)
def test_what_does_not_go_with_a_message_says_why(data: bytes, said: str) -> None:
    with pytest.raises(AttachmentRefused) as refused:
        judge("letter.txt", data)
    assert said in refused.value.message


@pytest.mark.parametrize("name", ["", "a.png", "a.txt", "a.pdf"])
@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        (png(20, 10), "image/png"),
        (encoded("mjpeg"), "image/jpeg"),
        (encoded("libwebp"), "image/webp"),
        (encoded("gif"), "image/gif"),
        (pdf(["One"]), "application/pdf"),
        (b"words", "text/plain"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "text/plain"),
    ],
)
def test_a_file_is_what_its_bytes_are_whatever_it_is_called(
    name: str, data: bytes, media_type: str
) -> None:
    assert judge(name, data).media_type == media_type


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"words", "words"),
        ("\ufeff글".encode(), "글"),
        (KOREAN.encode("cp949"), KOREAN),
        (KOREAN.encode("utf-16"), KOREAN),
        (b"\x1b[31mred\x1b[0m", "red"),
        ("safe \u202etxt.exe".encode(), "safe txt.exe"),
    ],
)
def test_text_is_read_in_any_encoding_and_hides_nothing(data: bytes, text: str) -> None:
    found = judge("a.txt", data)
    assert isinstance(found, DocumentPart)
    assert (found.text, found.characters) == (text, len(text))


def test_of_a_long_text_the_first_is_sent_and_said() -> None:
    found = judge("log.txt", b"x" * 100_000)
    assert isinstance(found, DocumentPart)
    assert len(found.text) == MAX_DOCUMENT_CHARACTERS
    note = attachment_note(found, WHOLE)
    assert note == "The first 40,000 of 100,000 characters are sent."
    small = AttachmentKinds(characters=1_000)
    assert attachment_note(found, small) == "The first 1,000 of 100,000 characters are sent."


def test_a_picture_of_sixty_megapixels_is_scaled() -> None:
    found = judge("wall.png", png(10_000, 6_000))
    assert isinstance(found, ImagePart)
    header = picture_header(base64.b64decode(found.data))
    assert header is not None
    assert (header.width, header.height) == (2_000, 1_200)


def test_a_pdf_is_kept_whole_with_its_text_for_models_that_take_none() -> None:
    data = pdf(["One (a)", "Two"])
    found = judge("a.pdf", data)
    assert found == DocumentPart(
        name="a.pdf",
        media_type="application/pdf",
        text="One (a)\n\nTwo",
        data=base64.b64encode(data).decode(),
        pages=2,
        characters=12,
    )
    assert attachment_note(found, WHOLE) == ""
    assert attachment_note(found, WORDS) == "Its text is sent, without its pictures."


def test_of_a_pdf_of_five_hundred_pages_the_text_is_sent() -> None:
    found = judge("book.pdf", pdf([f"Page {number}. " + "Words. " * 30 for number in range(500)]))
    assert isinstance(found, DocumentPart)
    assert (found.pages, found.data, len(found.text)) == (500, "", MAX_DOCUMENT_CHARACTERS)
    assert "The first 40,000 of 110," in attachment_note(found, WHOLE)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a  b\n.txt", "a b .txt"),
        ("\u202egnp.exe", "gnp.exe"),
        ("x" * 200 + ".txt", "x" * 115 + "….txt"),
        ("x" * 200, "x" * 119 + "…"),
    ],
)
def test_a_name_is_one_line_that_says_what_it_is(name: str, shown: str) -> None:
    assert judge(name, b"words").name == shown


def test_a_file_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(2_000_000_000)
    for path, said in (
        (tmp_path / "gone", "It cannot be read: No such file or directory."),
        (tmp_path, "This is a folder."),
        (pipe, "This is a device or a pipe."),
        (large, "This file has 2,000 MB; 64 MB is the most."),
        (Path("a\0b"), "It cannot be read: "),
    ):
        with pytest.raises(AttachmentRefused) as refused:
            judge_file(path)
        assert refused.value.message.startswith(said)


@pytest.mark.skipif(os.geteuid() == 0, reason="the administrator may read everything")
def test_a_file_that_may_not_be_read_says_so(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"words")
    secret.chmod(0)
    with pytest.raises(AttachmentRefused, match="Permission denied"):
        judge_file(secret)


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a b.txt"
    path.write_bytes(b"words")
    assert judge_file(path) == DocumentPart(
        name="a b.txt", media_type="text/plain", text="words", characters=5
    )
