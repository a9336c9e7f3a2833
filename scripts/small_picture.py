"""Writes the pictures of the documentation, which are tracked, as small files."""

import sys
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage, QPixmap


def save_small(picture: QPixmap, path: Path) -> None:
    """Write a picture in its most frequent colours, and say where.

    Raises:
        OSError: If it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not few_colours(picture.toImage()).save(str(path), quality=0):
        raise OSError(f"{path} cannot be written")
    sys.stdout.write(f"{path}\n")


def few_colours(picture: QImage, most: int = 256) -> QImage:
    """Return a picture in `most` of its colours, others the nearest of them: a third as big.

    Three quarters are the most frequent ones, the rest those that these would miss most: a word in
    a colour of its own is rarer than any shade of the letters around it.
    """
    picture = picture.convertToFormat(QImage.Format.Format_RGB32)
    width, height = picture.width(), picture.height()
    data = np.frombuffer(picture.constBits(), dtype=np.uint32)
    pixels = data.reshape(height, picture.bytesPerLine() // 4)[:, :width]
    colours, where, counts = np.unique(pixels, return_inverse=True, return_counts=True)
    channels = _channels(colours)
    chosen = list(np.argsort(-counts)[: most * 3 // 4])
    missed = _distances(channels, channels[chosen]).min(axis=1)
    while len(chosen) < min(most, len(colours)):
        chosen.append((missed * counts).argmax())
        missed = np.minimum(missed, _distances(channels, channels[chosen[-1:]])[:, 0])
    kept = colours[chosen]
    nearest = _distances(channels, channels[chosen]).argmin(axis=1).astype(np.uint8)
    indexed = np.ascontiguousarray(nearest[where].reshape(height, width))
    result = QImage(indexed.tobytes(), width, height, width, QImage.Format.Format_Indexed8).copy()
    result.setColorTable([int(colour) for colour in kept])
    return result


def _distances(
    colours: "np.ndarray[tuple[int, int], np.dtype[np.int32]]",
    others: "np.ndarray[tuple[int, int], np.dtype[np.int32]]",
) -> "np.ndarray[tuple[int, int], np.dtype[np.int64]]":
    return ((colours[:, None] - others[None]) ** 2).sum(axis=-1)


def _channels(
    colours: "np.ndarray[tuple[int], np.dtype[np.uint32]]",
) -> "np.ndarray[tuple[int, int], np.dtype[np.int32]]":
    return np.stack([colours >> 16 & 255, colours >> 8 & 255, colours & 255], -1).astype(np.int32)
