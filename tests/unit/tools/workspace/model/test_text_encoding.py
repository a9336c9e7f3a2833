import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.tools.workspace.model.text_encoding import BinaryFile, DecodedText, decode

KOREAN = "안녕하세요. 오늘은 날씨가 좋네요.\n내일은 비가 옵니다.\n"
CHINESE = "今天天气很好,我们去公园吧。\n明天可能会下雨。\n"
JAPANESE = "こんにちは、世界。これはテストです。\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("", "utf-8"),
        ("milk, eggs\r\n", "utf-8"),
        (KOREAN, "utf-8"),
        (KOREAN, "cp949"),
        (CHINESE, "gb18030"),
        ("今天天氣很好,我們去公園吧。", "big5"),
        (JAPANESE, "cp932"),
        (JAPANESE, "euc_jp"),
        ("café, naïve, Größe", "cp1252"),
        ("Привет, мир! Как дела?", "cp1251"),
        ("hello", "utf-16-le"),
        ("hello", "utf-16-be"),
    ],
)
def test_text_is_read_in_the_encoding_it_is_in(text: str, encoding: str) -> None:
    found = decode(text.encode(encoding))

    assert isinstance(found, DecodedText)
    assert found.text == text
    assert found.is_exact
    assert found.encoded(text) == text.encode(encoding)


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
@given(text=st.text())
def test_a_mark_decides_and_stays(mark: bytes, encoding: str, text: str) -> None:
    data = mark + text.encode(encoding)

    found = decode(data)

    assert isinstance(found, DecodedText)
    assert (found.text, found.encoded(text)) == (text, data)


@given(st.text().filter(lambda text: "\0" not in text and not text.startswith("\ufeff")))
def test_utf_8_is_what_it_says(text: str) -> None:
    assert decode(text.encode()) == DecodedText(text=text)


@given(st.binary(max_size=200), st.text(max_size=20))
def test_adding_to_any_text_keeps_its_bytes(data: bytes, more: str) -> None:
    found = decode(data)

    if isinstance(found, DecodedText):
        longer = found.lengthened(data, more)
        assert (
            longer is None or longer.startswith(data) or longer == found.encoded(found.text + more)
        )


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF\0", "a JPEG picture"),
        (b"RIFF\x24\0\0\0WEBPVP8 \0\0", "a WebP picture"),
        (b"%PDF-1.7\n\xe2\xe3\xcf\xd3\n\0\x01\x02", "a PDF document"),
        (b"PK\x03\x04\x14\0\0\0", "a ZIP archive, or a document of an office program"),
        (bytes(range(256)), "binary data"),
        (b"\0\0\0\0", "binary data"),
    ],
)
def test_what_is_no_text_is_named(data: bytes, kind: str) -> None:
    assert decode(data) == BinaryFile(kind=kind)


def test_text_that_its_old_encoding_has_no_bytes_for_becomes_utf_8() -> None:
    found = decode(KOREAN.encode("cp949"))

    assert isinstance(found, DecodedText)
    assert found.encoded("우유 🥛") == "우유 🥛".encode()


def test_damaged_text_is_read_and_said_to_be() -> None:
    found = decode(codecs.BOM_UTF8 + b"a\xffb")

    assert isinstance(found, DecodedText)
    assert (found.text, found.is_exact) == ("a\ufffdb", False)
