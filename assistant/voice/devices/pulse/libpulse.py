"""The functions of libpulse that streams need; for Linux alone.

pulsectl binds what lists and moves, not what plays and records. PortAudio could play through the
server too, by way of ALSA, but its thread runs wild when the server is killed: it spins for ever and
cannot be joined (PortAudio 19.7: 17 million lines on the standard error in a minute).
"""

import ctypes
from ctypes import (
    POINTER,
    c_char_p,
    c_int,
    c_int64,
    c_size_t,
    c_uint8,
    c_uint32,
    c_uint64,
    c_void_p,
)
from typing import Any, Final

from assistant.voice.devices.missing_device import no_answer_error

FLOAT32: Final = 5
"""PA_SAMPLE_FLOAT32LE."""
NO_AUTOSPAWN: Final = 1
"""PA_CONTEXT_NOAUTOSPAWN."""
STREAM_FLAGS: Final = 0x0002 | 0x0008 | 0x0080 | 0x2000
"""PA_STREAM_INTERPOLATE_TIMING, AUTO_TIMING_UPDATE, FIX_RATE and ADJUST_LATENCY: the latency is known
without asking, the rate is the device's own, and the device's latency counts into what is asked for."""
CONTEXT_READY: Final = 4
CONTEXT_FAILED: Final = 5
STREAM_READY: Final = 2
STREAM_FAILED: Final = 3
ANY: Final = 0xFFFFFFFF
"""In a buffer's attributes: as the server likes."""


class SampleSpec(ctypes.Structure):
    """pa_sample_spec."""

    _fields_ = (("format", c_int), ("rate", c_uint32), ("channels", c_uint8))


class BufferAttributes(ctypes.Structure):
    """pa_buffer_attr; all in bytes."""

    _fields_ = (
        ("maxlength", c_uint32),
        ("tlength", c_uint32),
        ("prebuf", c_uint32),
        ("minreq", c_uint32),
        ("fragsize", c_uint32),
    )


_SIGNATURES: Final[dict[str, tuple[Any, tuple[Any, ...]]]] = {
    "pa_strerror": (c_char_p, (c_int,)),
    "pa_mainloop_new": (c_void_p, ()),
    "pa_mainloop_get_api": (c_void_p, (c_void_p,)),
    "pa_mainloop_prepare": (c_int, (c_void_p, c_int)),
    "pa_mainloop_poll": (c_int, (c_void_p,)),
    "pa_mainloop_dispatch": (c_int, (c_void_p,)),
    "pa_mainloop_wakeup": (None, (c_void_p,)),
    "pa_mainloop_free": (None, (c_void_p,)),
    "pa_context_new": (c_void_p, (c_void_p, c_char_p)),
    "pa_context_connect": (c_int, (c_void_p, c_char_p, c_int, c_void_p)),
    "pa_context_get_state": (c_int, (c_void_p,)),
    "pa_context_errno": (c_int, (c_void_p,)),
    "pa_context_disconnect": (None, (c_void_p,)),
    "pa_context_unref": (None, (c_void_p,)),
    "pa_stream_new": (c_void_p, (c_void_p, c_char_p, POINTER(SampleSpec), c_void_p)),
    "pa_stream_connect_playback": (
        c_int,
        (c_void_p, c_char_p, POINTER(BufferAttributes), c_int, c_void_p, c_void_p),
    ),
    "pa_stream_connect_record": (c_int, (c_void_p, c_char_p, POINTER(BufferAttributes), c_int)),
    "pa_stream_get_state": (c_int, (c_void_p,)),
    "pa_stream_get_index": (c_uint32, (c_void_p,)),
    "pa_stream_get_sample_spec": (POINTER(SampleSpec), (c_void_p,)),
    "pa_stream_set_buffer_attr": (
        c_void_p,
        (c_void_p, POINTER(BufferAttributes), c_void_p, c_void_p),
    ),
    "pa_operation_unref": (None, (c_void_p,)),
    "pa_stream_get_latency": (c_int, (c_void_p, POINTER(c_uint64), POINTER(c_int))),
    "pa_stream_writable_size": (c_size_t, (c_void_p,)),
    "pa_stream_readable_size": (c_size_t, (c_void_p,)),
    "pa_stream_write": (c_int, (c_void_p, c_void_p, c_size_t, c_void_p, c_int64, c_int)),
    "pa_stream_peek": (c_int, (c_void_p, POINTER(c_void_p), POINTER(c_size_t))),
    "pa_stream_drop": (c_int, (c_void_p,)),
    "pa_stream_disconnect": (c_int, (c_void_p,)),
    "pa_stream_unref": (None, (c_void_p,)),
}


def load_pulse() -> Any:
    """Load libpulse with the types of its functions; any thread.

    Raises:
        DeviceError: If the library is missing.
    """
    try:
        library = ctypes.CDLL("libpulse.so.0")
    except OSError as error:
        raise no_answer_error() from error
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library
