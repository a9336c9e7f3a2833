"""Makes pictures such as a model's service takes. Blocks.

They are scaled where they are too large, upright, and without what a camera wrote into them.
"""

import importlib
import io
import logging
from enum import Enum
from typing import Any, Final

from assistant.llm.messages_api.messages import ImageBlock
from assistant.llm.messages_api.picture_metadata import is_turned, without_metadata
from assistant.llm.messages_api.pictures import (
    PictureHeader,
    image_block,
    is_taken,
    picture_header,
)

_log = logging.getLogger(__name__)

MAX_PIXELS: Final = 64_000_000
"""Of a picture that is decoded: as many as the service's longest sides allow; 256 MB of memory."""
_SIDES: Final = (2_000, 1_000)
"""Pixels of the longer side that are tried: no service sees more detail than the first has, and
above it some refuse requests with many pictures."""
_DEMUXERS: Final = {
    "image/png": "png_pipe",
    "image/jpeg": "jpeg_pipe",
    "image/gif": "gif",
    "image/webp": "webp_pipe",
}
"""Named for FFmpeg, which would otherwise take a list of addresses for a picture and fetch them."""


class PictureProblem(Enum):
    """Why a picture cannot be sent; the values are words for the model."""

    UNREADABLE = "it is no whole PNG, JPEG, GIF or WebP picture"
    TOO_LARGE = "it is too large"


def sendable_picture(data: bytes) -> ImageBlock | PictureProblem:
    """Return a picture as a model's service takes it, or why there is none."""
    header = picture_header(data)
    if header is None:
        return PictureProblem.UNREADABLE
    if is_taken(header, data) and not is_turned(data):
        return image_block(without_metadata(data, header.media_type), header.media_type)
    if header.width * header.height > MAX_PIXELS:
        return PictureProblem.TOO_LARGE
    for side in _SIDES:
        redrawn = _redrawn(data, header, side)
        if redrawn is None:
            return PictureProblem.UNREADABLE
        result = picture_header(redrawn)
        if result is not None and is_taken(result, redrawn):
            return image_block(without_metadata(redrawn, result.media_type), result.media_type)
    return PictureProblem.TOO_LARGE


def _redrawn(data: bytes, header: PictureHeader, max_side: int) -> bytes | None:
    """Return a picture with a longer side of at most so many pixels; None if it is broken."""
    # Only few pictures need them.
    import numpy as np

    av: Any = importlib.import_module("av")  # partly untyped
    try:
        with av.open(io.BytesIO(data), format=_DEMUXERS[header.media_type]) as container:
            frame = next(container.decode(video=0), None)
        # The data may be larger than its header says.
        if frame is None or frame.width * frame.height > MAX_PIXELS:
            return None
        share = min(1.0, max_side / max(frame.width, frame.height))
        is_photo = header.media_type == "image/jpeg"
        small = frame.reformat(
            width=max(1, round(frame.width * share)),
            height=max(1, round(frame.height * share)),
            format="rgb24" if is_photo else "rgba",
        )
        pixels = np.rot90(small.to_ndarray(), k=round(frame.rotation / 90) % 4)
        upright = av.VideoFrame.from_ndarray(np.ascontiguousarray(pixels), format=small.format.name)
        codec = av.VideoCodecContext.create("mjpeg" if is_photo else "png", "w")
        codec.width, codec.height, codec.time_base = upright.width, upright.height, 1
        codec.pix_fmt = "yuvj420p" if is_photo else "rgba"
        packets = [*codec.encode(upright.reformat(format=codec.pix_fmt)), *codec.encode(None)]
    except (av.FFmpegError, ValueError, MemoryError) as error:
        _log.info("A picture cannot be decoded: %s", type(error).__name__)
        return None
    return b"".join(bytes(packet) for packet in packets)
