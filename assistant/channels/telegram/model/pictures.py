"""Which of the sizes of a photo is fetched."""

from collections.abc import Sequence
from typing import Final

from assistant.channels.telegram.model.updates import PhotoSize

MAX_PICTURE_BYTES: Final = 3_500_000
"""Model services take about five megabytes of base64."""
MAX_SIDE: Final = 2_000
"""Pixels; larger pictures are refused by services, or made smaller at a cost."""


def largest_picture(sizes: Sequence[PhotoSize]) -> PhotoSize | None:
    """Return the largest size that a model takes, or None if there is none."""
    fitting = [
        size
        for size in sizes
        if max(size.width, size.height) <= MAX_SIDE and (size.file_size or 0) <= MAX_PICTURE_BYTES
    ]
    return max(fitting, key=lambda size: size.width * size.height, default=None)
