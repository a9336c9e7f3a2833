"""Bounds on what a server may send, for every client of ours.

`body_bounds` gives the hooks of a client: whatever reads a response of it, at once or in pieces, reads no
more than the bound, neither of what came over the network nor of what that was compressed from.
`read_start` is for what has no client around it.
"""

import asyncio
import time
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import httpx2
from typing_extensions import override

ENCODINGS: Final = "gzip, deflate"
"""What is undone here, and asked for."""
EVENT_STREAM: Final = "text/event-stream"
_CHUNK: Final = 64 * 1024
"""Bytes read at once from the network."""
_SLICE: Final = 4 * 1024
"""Compressed bytes undone at once: at most a thousand times as many come of them."""
_PAUSE_AFTER: Final = 256 * 1024
_NO_LIMIT: Final = 2**62


class BodyTooLargeError(httpx2.RemoteProtocolError):
    """A response is longer than its bound, or takes longer to arrive."""


class BrokenEncodingError(httpx2.DecodingError):
    """A response is not compressed as it says, or in a way that was not asked for."""


class Inflater:
    """Undoes a content encoding, never more than asked for.

    Args:
        encoding: The header `Content-Encoding`.
        limit: Bytes after which it stops.

    Raises:
        BrokenEncodingError: If the encoding is another than gzip and deflate.
    """

    def __init__(self, encoding: str, *, limit: int) -> None:
        self._limit = limit
        self._encoding = encoding.strip().lower()
        if self._encoding not in {"", "identity", "gzip", "x-gzip", "deflate"}:
            raise BrokenEncodingError("It is compressed in a way that was not asked for.")
        self._parts: list[bytes] = []
        self._size = 0
        self._taken = 0
        self._inflate = None if self._encoding in {"", "identity"} else zlib.decompressobj(47)

    @property
    def is_compressed(self) -> bool:
        """Whether there is an encoding to undo."""
        return self._inflate is not None

    @property
    def is_full(self) -> bool:
        """Whether input or output reached the limit."""
        return self._size >= self._limit or self._taken >= self._limit

    def drain(self) -> bytes:
        """What was decoded since the last call."""
        body = b"".join(self._parts)
        self._parts.clear()
        return body

    def take(self, chunk: bytes) -> None:
        """Raises BrokenEncodingError if the data do not fit their encoding."""
        first = self._taken == 0
        self._taken += len(chunk)
        if self._inflate is None:
            self._add(chunk[: self._limit - self._size])
            return
        while chunk and self._size < self._limit:
            try:
                self._add(self._inflate.decompress(chunk, self._limit - self._size))
            except zlib.error as error:
                if not (first and self._encoding == "deflate" and not self._size):
                    raise BrokenEncodingError("It is compressed, and broken.") from error
                self._inflate = zlib.decompressobj(-15)  # without the frame, as some servers do
                first = False
                continue
            first = False
            if self._inflate.eof:
                chunk = self._inflate.unused_data
                if chunk:
                    self._inflate = zlib.decompressobj(47)  # the next member of the file
                    if chunk[:1] == b"\0":  # padding
                        return
            else:
                chunk = self._inflate.unconsumed_tail

    def _add(self, part: bytes) -> None:
        self._size += len(part)
        self._parts.append(part)


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyBounds:
    """How much of a response is read."""

    max_bytes: int
    """Of a body, as it comes and uncompressed."""
    time_s: float
    """Seconds from a body's headers to its end."""
    stream_bytes: int | None = None
    """Of a stream of events, which has no limit in time; None for no bound of its own."""
    refusal_bytes: int | None = None
    """Of the body of a response that is no success: it ends there instead of failing. None for the
    bounds above."""
    refusal_s: float = 5.0
    """Seconds in which that is read; a body that takes longer is empty."""


def body_bounds(
    bounds: BodyBounds, *, now: Callable[[], float] = time.monotonic
) -> dict[str, list[Callable[..., Any]]]:
    """`event_hooks` of an `AsyncClient` that bound its responses."""

    async def ask(request: httpx2.Request) -> None:
        _ask(request)

    async def bound(response: httpx2.Response) -> None:
        stream = response.stream
        if not isinstance(stream, httpx2.AsyncByteStream):
            return
        if bounds.refusal_bytes is not None and not response.is_success:
            encoding = response.headers.pop("content-encoding", "")
            response.stream = _Refusal(
                stream, encoding, limit=bounds.refusal_bytes, time_s=bounds.refusal_s
            )
        else:
            response.stream = _AsyncBounded(stream, _gauge(response, bounds, now))

    return {"request": [ask], "response": [bound]}


def sync_body_bounds(
    bounds: BodyBounds, *, now: Callable[[], float] = time.monotonic
) -> dict[str, list[Callable[..., Any]]]:
    """`event_hooks` of a `Client` that bound its responses."""

    def bound(response: httpx2.Response) -> None:
        stream = response.stream
        if isinstance(stream, httpx2.SyncByteStream):
            response.stream = _SyncBounded(stream, _gauge(response, bounds, now))

    return {"request": [_ask], "response": [bound]}


async def read_start(response: httpx2.Response, limit: int) -> tuple[bytes, bool]:
    """Read up to `limit` bytes of a response; returns them, and whether there is more.

    Raises:
        BrokenEncodingError: If it is not compressed as it says.
        HTTPError: If it cannot be read.
    """
    inflater = Inflater(response.headers.get("content-encoding", ""), limit=limit + 1)
    async for chunk in response.aiter_raw(_CHUNK):
        inflater.take(chunk)
        if inflater.is_full:
            break
    body = inflater.drain()
    return body[:limit], inflater.is_full


def _ask(request: httpx2.Request) -> None:
    if request.headers.get("accept-encoding") != "identity":
        request.headers["Accept-Encoding"] = ENCODINGS


def _gauge(response: httpx2.Response, bounds: BodyBounds, now: Callable[[], float]) -> "_Gauge":
    """The gauge of a response; it also decodes the content encoding."""
    encoding = response.headers.pop("content-encoding", "")
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == EVENT_STREAM:
        return _Gauge(encoding, max_bytes=bounds.stream_bytes, until=None, now=now)
    return _Gauge(encoding, max_bytes=bounds.max_bytes, until=now() + bounds.time_s, now=now)


class _Gauge:
    """Undoes the encoding of one response, piece by piece, and raises once it is too much."""

    def __init__(
        self, encoding: str, *, max_bytes: int | None, until: float | None, now: Callable[[], float]
    ) -> None:
        self._max_bytes = max_bytes
        self._until = until
        self._now = now
        self._received = self._passed_on = 0
        limit = _NO_LIMIT if max_bytes is None else max_bytes + 1
        self._inflater = Inflater(encoding, limit=limit)

    def take(self, chunk: bytes) -> Iterator[bytes]:
        """Decode a chunk from the network.

        Raises:
            BodyTooLargeError: If that is more than the bound.
            BrokenEncodingError: If it is not compressed as it says.
        """
        self._received += len(chunk)
        self._check(self._received)
        step = _SLICE if self._inflater.is_compressed else max(1, len(chunk))
        for begin in range(0, len(chunk), step):
            self._inflater.take(chunk[begin : begin + step])
            if piece := self._inflater.drain():
                self._passed_on += len(piece)
                self._check(self._passed_on)
                yield piece

    def _check(self, size: int) -> None:
        if self._max_bytes is not None and size > self._max_bytes:
            raise BodyTooLargeError(f"The response is longer than {self._max_bytes} bytes")
        if self._until is not None and self._now() > self._until:
            raise BodyTooLargeError("The response does not come to its end")


class _AsyncBounded(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, gauge: _Gauge) -> None:
        self._stream = stream
        self._gauge = gauge

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        since_pause = 0
        async for chunk in self._stream:
            for piece in self._gauge.take(chunk):
                yield piece
                since_pause += len(piece)
                if since_pause > _PAUSE_AFTER:  # nothing else would run meanwhile
                    since_pause = 0
                    await asyncio.sleep(0)

    @override
    async def aclose(self) -> None:
        await self._stream.aclose()


class _Refusal(httpx2.AsyncByteStream):
    """The start of a body; empty where it cannot be read, or not soon enough."""

    def __init__(
        self, stream: httpx2.AsyncByteStream, encoding: str, *, limit: int, time_s: float
    ) -> None:
        self._stream = stream
        self._encoding = encoding
        self._limit = limit
        self._time_s = time_s

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async with asyncio.timeout(self._time_s):
                body = await self._start()
        except (TimeoutError, httpx2.HTTPError):
            return
        yield body

    async def _start(self) -> bytes:
        inflater = Inflater(self._encoding, limit=self._limit)
        async for chunk in self._stream:
            inflater.take(chunk)
            if inflater.is_full:
                break
        return inflater.drain()[: self._limit]

    @override
    async def aclose(self) -> None:
        await self._stream.aclose()


class _SyncBounded(httpx2.SyncByteStream):
    def __init__(self, stream: httpx2.SyncByteStream, gauge: _Gauge) -> None:
        self._stream = stream
        self._gauge = gauge

    @override
    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._stream:
            yield from self._gauge.take(chunk)

    @override
    def close(self) -> None:
        self._stream.close()
