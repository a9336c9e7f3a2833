"""Files of the user's: pictures, PDFs, texts and recordings."""

import base64
import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from assistant.attachments.judge import judge
from assistant.attachments.model.file_kind import FileKind, kind_of
from assistant.attachments.model.limits import MAX_DOCUMENT_CHARACTERS
from assistant.channels.terminal.text.printable import printable
from assistant.errors import AttachmentRefused, DeviceError
from assistant.llm.messages_api.messages import ImageBlock
from assistant.llm.messages_api.pictures import MAX_SIDE, picture_header
from assistant.llm.picture_scaler import sendable_picture
from assistant.protocol.messages import DocumentPart, ImagePart
from assistant.voice.devices.files.wav import WavWriter, read_wav
from tests.fuzz.folders import contents, folder
from tests.fuzz.harness import Harness, check_harmless
from tests.helpers.pdfs import encrypted_pdf, pdf
from tests.helpers.pictures import encoded, png, turned

_MAX_NAME: Final = 120
_EXIF: Final = re.compile(rb"\xff\xe1..Exif\0\0", re.DOTALL)


def _picture(data: bytes) -> None:
    """What is sent is a whole picture of the kind it is said to be, without what a camera wrote."""
    sent = sendable_picture(data)
    if isinstance(sent, ImageBlock):
        shown = base64.b64decode(sent.source["data"], validate=True)
        header = picture_header(shown)
        assert header is not None
        assert header.media_type == sent.source["media_type"]
        assert 0 < max(header.width, header.height) <= MAX_SIDE
        if header.media_type == "image/jpeg":
            begin = _EXIF.search(shown[: max(0, shown.find(b"\xff\xda"))])
            assert begin is None


def _attachment(data: bytes) -> None:
    """The first line is the name; what is taken is bounded, and harmless to the model and the user."""
    name, _line, content = data.partition(b"\n")
    if kind_of(content) is FileKind.PDF:
        return  # another harness has them read, which takes a process each
    _check_taken(name.decode("utf-8", "surrogateescape"), content)


def _check_taken(name: str, content: bytes) -> None:
    taken = judge(name, content)
    assert len(taken.name) <= _MAX_NAME
    check_harmless(printable(taken.name))
    match taken:
        case ImagePart():
            assert picture_header(base64.b64decode(taken.data, validate=True)) is not None
        case DocumentPart():
            assert len(taken.text) <= MAX_DOCUMENT_CHARACTERS
            assert taken.characters >= len(taken.text)
            check_harmless(taken.text)
            taken.text.encode()


def _pdf(data: bytes) -> None:
    """The child that reads it may break; whoever asked does not."""
    _check_taken("a.pdf", b"%PDF-" + data.removeprefix(b"%PDF-"))


def _wav(data: bytes) -> None:
    """Every number of it is a sample."""
    path = folder("recordings") / "in.wav"
    path.write_bytes(data)
    samples, rate_hz = read_wav(path)
    assert rate_hz > 0
    assert samples.ndim == 1
    assert samples.dtype == np.float32
    assert np.all(np.abs(samples) <= 1.0)
    assert contents(path.parent).keys() == {"in.wav"}


def _pictures() -> Iterator[bytes]:
    jpeg = encoded("mjpeg")
    yield from (png(), encoded("libwebp"), encoded("gif"), jpeg, turned(jpeg, 6))


def _attachments() -> Iterator[bytes]:
    yield b"a.png\n" + png()
    yield "메모.txt\n안녕, you.\r\n\x1b[31mred\x1b[0m\n".encode()
    yield b"b.txt\n" + "words\n".encode("utf-16")
    yield b"c.txt\n" + "안녕하세요, 여러분. 오늘은 날씨가 좋습니다.\n".encode("euc-kr")
    yield b"d.docx\nPK\x03\x04word/document.xml"


def _pdfs() -> Iterator[bytes]:
    yield from (pdf(["Hello."]), encrypted_pdf())


def _wavs() -> Iterator[bytes]:
    path = folder("recordings") / "seed.wav"
    with WavWriter(path, 16_000) as writer:
        writer.write(np.sin(np.arange(200, dtype=np.float32) / 5))
    plain = path.read_bytes()
    path.unlink()
    yield plain
    data = np.linspace(-1, 1, 40, dtype="<f4").tobytes()
    head = b"WAVEfmt \x10\0\0\0\x03\0\x02\0\x44\xac\0\0\0\0\0\0\x08\0\x20\0data"
    yield b"RIFF\xff\xff\xff\xff" + head + len(data).to_bytes(4, "little") + data


HARNESSES: Final = (
    Harness(name="picture", read=_picture, seeds=_pictures),
    Harness(
        name="attachment",
        read=_attachment,
        errors=(AttachmentRefused,),
        seeds=_attachments,
        count=60,
    ),
    Harness(name="pdf", read=_pdf, errors=(AttachmentRefused,), seeds=_pdfs, count=1),
    Harness(name="wav", read=_wav, errors=(DeviceError,), seeds=_wavs),
)
