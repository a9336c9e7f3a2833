"""What comes out is such as a model's service takes, or nothing."""

import base64
import itertools

import pytest

from assistant.llm.messages_api.messages import ImageBlock
from assistant.llm.messages_api.pictures import is_taken, picture_header
from assistant.llm.picture_scaler import MAX_PIXELS, PictureProblem, sendable_picture
from tests.helpers.pictures import av, chunk, encoded, png, turned


def sent(data: bytes) -> bytes:
    """Return what is sent of a picture, which the service takes as what it is called."""
    block = sendable_picture(data)
    assert isinstance(block, ImageBlock)
    result = base64.b64decode(block.source["data"], validate=True)
    header = picture_header(result)
    assert header is not None
    assert header.media_type == block.source["media_type"]
    assert is_taken(header, result)
    return result


@pytest.mark.parametrize("data", [png(20, 10), encoded("libwebp"), encoded("gif")])
def test_what_fits_is_sent_as_it_is(data: bytes) -> None:
    assert sent(data) == data


SECRET = b"51.5N 0.1W, taken by Ada"


def told_of(data: bytes, name: bytes) -> bytes:
    """Return a PNG with a part for programs."""
    return data[:33] + chunk(name, SECRET) + data[33:]


def with_segment(jpeg: bytes, marker: int, data: bytes) -> bytes:
    length = (len(data) + 2).to_bytes(2)
    return jpeg[:2] + bytes([0xFF, marker]) + length + data + jpeg[2:]


def with_chunk(webp: bytes, name: bytes) -> bytes:
    body = webp[8:] + name + len(SECRET).to_bytes(4, "little") + SECRET + bytes(len(SECRET) % 2)
    return b"RIFF" + len(body).to_bytes(4, "little") + body


@pytest.mark.parametrize(
    "data",
    [
        *(told_of(png(20, 10), name) for name in (b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME")),
        png(20, 10) + SECRET,
        with_segment(encoded("mjpeg"), 0xE1, b"Exif\0\0" + SECRET),
        with_segment(encoded("mjpeg"), 0xE1, b"http://ns.adobe.com/xap/1.0/\0" + SECRET),
        with_segment(encoded("mjpeg"), 0xED, SECRET),
        with_segment(encoded("mjpeg"), 0xFE, SECRET),
        with_chunk(encoded("libwebp"), b"EXIF"),
        with_chunk(encoded("libwebp"), b"XMP "),
        turned(with_segment(encoded("mjpeg"), 0xFE, SECRET), 6),
    ],
)
def test_what_a_camera_or_a_program_wrote_into_a_picture_is_not_sent(data: bytes) -> None:
    assert SECRET in data
    assert SECRET not in sent(data)


def test_a_small_photo_that_was_taken_upright_is_turned_upright() -> None:
    header = picture_header(sent(turned(encoded("mjpeg", 80, 60), 6)))
    assert header is not None
    assert (header.width, header.height) == (60, 80)


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (png(9000, 30), (2000, 7)),
        (png(3, 8001), (1, 2000)),
        (png(1300, 1100, is_noise=True), (1000, 846)),
        (encoded("mjpeg", 8400, 84), (2000, 20)),
        (encoded("mjpeg", 640, 480)[:-3000], (640, 480)),
    ],
)
def test_what_is_too_large_is_scaled_and_what_is_cut_short_is_mended(
    data: bytes, size: tuple[int, int]
) -> None:
    header = picture_header(sent(data))
    assert header is not None
    assert (header.width, header.height) == size


def test_a_photo_stays_upright_when_it_is_scaled() -> None:
    photo = turned(encoded("mjpeg", 8400, 84), 6)
    header = picture_header(sent(photo))
    assert header is not None
    assert (header.width, header.height) == (20, 2000)


def huge() -> bytes:
    """Return a few bytes that say they are a picture of gigabytes."""
    side = 60_000
    start = png()[:8] + chunk(b"IHDR", side.to_bytes(4) * 2 + b"\x08\x02\0\0\0")
    assert side * side > MAX_PIXELS
    return start + chunk(b"IDAT", b"x") + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", PictureProblem.UNREADABLE),
        (b"#EXTM3U\nfile:///etc/passwd", PictureProblem.UNREADABLE),
        (png(30, 30, is_noise=True)[:200], PictureProblem.UNREADABLE),
        (encoded("libwebp")[:40], PictureProblem.UNREADABLE),
        (huge(), PictureProblem.TOO_LARGE),
    ],
)
def test_what_cannot_be_sent_says_why(data: bytes, problem: PictureProblem) -> None:
    assert sendable_picture(data) is problem


def test_no_bytes_break_the_scaler() -> None:
    whole = encoded("mjpeg", 64, 48)
    for picture, cut in itertools.product((whole, png(64, 48), encoded("gif")), range(8, 90, 9)):
        block = sendable_picture(picture[:cut] + picture[cut + 7 :])
        if isinstance(block, ImageBlock):
            assert av.open  # the decoder is there
