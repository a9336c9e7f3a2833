"""What a paste or a drop holds besides words: files of this machine, or a picture."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage

_ENCODED: Final = ("image/png", "image/jpeg", "image/webp", "image/gif")
"""Pictures that are taken as they are, the best first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedFiles:
    """Files or a picture; nothing of it has been read yet."""

    paths: tuple[Path, ...] = ()
    picture: bytes | QImage | None = None
    """As another program encoded it, else as Qt decoded it."""
    text: str = ""
    """What is pasted as words beside the files: addresses that are not of this machine."""


def holds_files(source: QMimeData) -> bool:
    """Whether a paste or a drop holds more than words; nothing of it is read."""
    if any(url.isLocalFile() for url in (source.urls() if source.hasUrls() else [])):
        return True
    return _has_picture(source) and not _has_words(source)


def offered_files(source: QMimeData) -> OfferedFiles | None:
    """Return what a paste or a drop holds; None if it is words.

    A file manager puts the paths into the text as well, which is not wanted then. A program that
    copies cells or formatted words may add a picture of them: there the words are wanted. What an
    address on the net leads to is not fetched: the address is words.
    """
    urls = source.urls() if source.hasUrls() else []
    paths = tuple(Path(url.toLocalFile()) for url in urls if url.isLocalFile())
    if paths:
        others = (url.toString() for url in urls if not url.isLocalFile())
        return OfferedFiles(paths=paths, text="\n".join(others))
    if _has_words(source):
        return None
    for form in _ENCODED:
        if source.hasFormat(form):
            data = bytes(source.data(form).data())
            if data:
                return OfferedFiles(picture=data)
    if source.hasImage():
        image = cast("object", source.imageData())
        if isinstance(image, QImage) and not image.isNull():
            return OfferedFiles(picture=image)
    return None


def _has_words(source: QMimeData) -> bool:
    """Whether the text is more than the address of a picture that a browser copied."""
    text = source.text().strip() if source.hasText() else ""
    if not text:
        return False
    is_address = len(text.split()) == 1 and text.startswith(("http://", "https://", "data:"))
    return not (is_address and _has_picture(source))


def _has_picture(source: QMimeData) -> bool:
    return source.hasImage() or any(source.hasFormat(form) for form in _ENCODED)
