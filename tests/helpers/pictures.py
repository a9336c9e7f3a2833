"""Pictures for tests: real files, made of their format's rules."""

import functools
import importlib
import random
import struct
import zlib
from typing import Any

import numpy as np

av: Any = importlib.import_module("av")  # partly untyped


@functools.cache
def png(width: int = 2, height: int = 2, *, is_noise: bool = False) -> bytes:
    """Return a PNG; one of noise hardly compresses."""
    chance = random.Random(0)
    rows = b"".join(
        b"\0" + (chance.randbytes(width * 3) if is_noise else b"\x10\x80\xf0" * width)
        for _row in range(height)
    )
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows, 1))
        + chunk(b"IEND", b"")
    )


def chunk(name: bytes, data: bytes) -> bytes:
    """Return a part of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


@functools.cache
def encoded(codec: str, width: int = 8, height: int = 6) -> bytes:
    """Return a picture as FFmpeg writes it: `mjpeg`, `libwebp` or `gif`."""
    pixels = (np.arange(width * height * 3) * 5 % 251).astype(np.uint8).reshape(height, width, 3)
    frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
    context = av.VideoCodecContext.create(codec, "w")
    context.width, context.height, context.time_base = width, height, 1
    context.pix_fmt = {"mjpeg": "yuvj420p", "libwebp": "yuv420p", "gif": "rgb8"}[codec]
    frame = frame.reformat(format=context.pix_fmt)
    packets = [*context.encode(frame), *context.encode(None)]
    end = b";" if codec == "gif" else b""  # which the file's writer adds
    return b"".join(bytes(packet) for packet in packets) + end


def turned(jpeg: bytes, orientation: int) -> bytes:
    """Return a JPEG that says how a camera was held (Exif, tag 0x112)."""
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01" + struct.pack(">HHIHH", 0x112, 3, 1, orientation, 0)
    exif += bytes(4)
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]
