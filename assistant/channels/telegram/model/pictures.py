"""Pictures that a user sends, as the model is shown them."""

import base64
from collections.abc import Sequence
from typing import Final

from assistant.channels.telegram.model.updates import PhotoSize
from assistant.llm.messages_api.messages import ImageBlock

MAX_PICTURE_BYTES: Final = 3_500_000
"""Model services take about five megabytes of base64."""
MAX_SIDE: Final = 2_000
"""Pixels; larger pictures are refused by services, or made smaller at a cost."""
_MAGIC: Final = {b"\x89PNG": "image/png", b"GIF8": "image/gif", b"RIFF": "image/webp"}


def largest_picture(sizes: Sequence[PhotoSize]) -> PhotoSize | None:
    """Return the largest size that a model takes, or None if there is none."""
    fitting = [
        size
        for size in sizes
        if max(size.width, size.height) <= MAX_SIDE and (size.file_size or 0) <= MAX_PICTURE_BYTES
    ]
    return max(fitting, key=lambda size: size.width * size.height, default=None)


def image_block(data: bytes) -> ImageBlock:
    """Return a picture for the model."""
    media_type = _MAGIC.get(data[:4], "image/jpeg")
    encoded = base64.b64encode(data).decode("ascii")
    return ImageBlock(source={"type": "base64", "media_type": media_type, "data": encoded})
