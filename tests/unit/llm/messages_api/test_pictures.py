"""A picture is what its bytes say, whatever it is called."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.llm.messages_api.pictures import (
    decoded_base64,
    is_data_url,
    is_taken,
    picture_header,
)
from tests.helpers.pictures import chunk, encoded, png


@pytest.mark.parametrize(
    ("data", "media_type", "size"),
    [
        (png(20, 10), "image/png", (20, 10)),
        (encoded("mjpeg", 64, 48), "image/jpeg", (64, 48)),
        (encoded("libwebp", 64, 40), "image/webp", (64, 40)),
        (encoded("gif", 33, 21), "image/gif", (33, 21)),
        (b"\xff\xd8" + b"\xff" * 5 + encoded("mjpeg", 64, 48)[3:], "image/jpeg", (64, 48)),
    ],
)
def test_type_and_size_are_read_from_the_bytes(
    data: bytes, media_type: str, size: tuple[int, int]
) -> None:
    header = picture_header(data)
    assert header is not None
    assert (header.media_type, (header.width, header.height)) == (media_type, size)
    assert header.is_whole
    assert is_taken(header, data)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hi",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"BM" + bytes(60),
        b"%PDF-1.7",
        b"#EXTM3U\nhttp://192.0.2.1/a.ts",
        b"RIFF\0\0\0\0WAVEfmt " + bytes(40),
        b"\x89PNG\r\n\x1a\n" + bytes(20),
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(13)),
        b"\xff\xd8\xff\xe0\0\x02",
        b"\xff\xd8\xff\xd9",
    ],
)
def test_what_is_no_picture_is_none(data: bytes) -> None:
    assert picture_header(data) is None


@pytest.mark.parametrize(
    "data",
    [
        png(9000, 3),
        png(3, 8001),
        png(1300, 1100, is_noise=True),  # 4.3 MB, 5.7 MB as base64
        png(30, 30)[:-20],
        png(20, 10).replace(b"IDAT", b"IDAU"),
        encoded("mjpeg", 64, 48)[:-40],
        encoded("libwebp", 64, 40)[:-4],
    ],
)
def test_too_large_or_broken_ones_are_not_taken_as_they_are(data: bytes) -> None:
    header = picture_header(data)
    assert header is not None
    assert not is_taken(header, data)


@given(
    st.sampled_from([png(8, 8), encoded("mjpeg"), encoded("libwebp"), encoded("gif")]), st.data()
)
def test_no_bytes_break_the_judge(picture: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(picture)))
    picture_header(picture[:at] + data.draw(st.binary(max_size=20)) + picture[at + 1 :])


@given(st.binary(min_size=1, max_size=200))
def test_base64_is_read_however_it_is_written(data: bytes) -> None:
    plain = base64.b64encode(data).decode()
    for written in (
        plain,
        plain.rstrip("="),
        base64.urlsafe_b64encode(data).decode(),
        base64.encodebytes(data).decode(),
        f"data:image/png;base64,{plain}",
        f" DATA:image/svg+xml;charset=utf-8;base64,{plain}\r\n",
    ):
        assert decoded_base64(written) == data


@pytest.mark.parametrize("text", ["", "===", "no base64!", "a", "data:image/png,abc", "é"])
def test_what_is_no_base64_is_none(text: str) -> None:
    assert decoded_base64(text) is None


def test_a_picture_written_as_an_address_is_told_from_words() -> None:
    assert is_data_url("data:image/png;base64,AAAA")
    assert not is_data_url("data:text/plain;base64,AAAA")
    assert not is_data_url("an address begins data:image/png;base64,")
