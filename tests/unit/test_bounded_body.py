"""What a server may send, whatever it sends, and that every client of ours keeps to it."""

import ast
import asyncio
import gzip
import itertools
import re
import zlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

import assistant
from assistant.bounded_body import (
    BodyBounds,
    BodyTooLargeError,
    BrokenEncodingError,
    body_bounds,
    read_start,
    sync_body_bounds,
)

SOURCE: Final = Path(assistant.__file__).parent
BOUNDS: Final = BodyBounds(max_bytes=1_000_000, time_s=10.0, stream_bytes=2_000_000)
ADDRESS: Final = "http://server.invalid/"


class Pieces(httpx2.AsyncByteStream, httpx2.SyncByteStream):
    """A body that comes in pieces, and how many of them were taken."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self.taken = 0

    @override
    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._pieces:
            self.taken += 1
            yield piece

    @override
    def __iter__(self) -> Iterator[bytes]:
        for piece in self._pieces:
            self.taken += 1
            yield piece

    @override
    async def aclose(self) -> None:
        """Nothing is open."""

    @override
    def close(self) -> None:
        """Nothing is open."""


class Ticking:
    """A clock on which every look takes a second."""

    def __init__(self) -> None:
        self._seconds = itertools.count()

    def __call__(self) -> float:
        return float(next(self._seconds))


def answering(
    pieces: Iterator[bytes], *, kind: str = "application/json", encoding: str = ""
) -> tuple[httpx2.MockTransport, Pieces]:
    body = Pieces(pieces)
    headers = {"content-type": kind} | ({"content-encoding": encoding} if encoding else {})

    def answer(request: httpx2.Request) -> httpx2.Response:
        assert request.headers["accept-encoding"] == "gzip, deflate"
        return httpx2.Response(200, headers=headers, stream=body)

    return httpx2.MockTransport(answer), body


async def read(transport: httpx2.MockTransport, bounds: BodyBounds = BOUNDS) -> bytes:
    hooks = body_bounds(bounds, now=lambda: 0.0)
    async with httpx2.AsyncClient(transport=transport, event_hooks=hooks) as client:
        return (await client.get(ADDRESS)).content


def read_sync(transport: httpx2.MockTransport) -> bytes:
    hooks = sync_body_bounds(BOUNDS, now=lambda: 0.0)
    with httpx2.Client(transport=transport, event_hooks=hooks) as client:
        return client.get(ADDRESS).content


def packed(data: bytes, encoding: str) -> bytes:
    match encoding:
        case "gzip":
            return gzip.compress(data)
        case "deflate":
            return zlib.compress(data)
        case "raw deflate":
            squeezer = zlib.compressobj(wbits=-15)
            return squeezer.compress(data) + squeezer.flush()
        case _:
            return data


@given(
    data=st.binary(max_size=20_000),
    encoding=st.sampled_from(["", "gzip", "deflate", "raw deflate"]),
    size=st.integers(1, 5_000),
)
def test_a_body_within_its_bound_arrives_as_it_was(data: bytes, encoding: str, size: int) -> None:
    sent = packed(data, encoding)
    pieces = [sent[at : at + size] for at in range(0, len(sent), size)]
    name = encoding.removeprefix("raw ")
    assert asyncio.run(read(answering(iter(pieces), encoding=name)[0])) == data
    assert read_sync(answering(iter(pieces), encoding=name)[0]) == data


async def test_an_endless_body_is_given_up_at_the_bound() -> None:
    for kind in ("application/json", "text/event-stream"):
        transport, body = answering(itertools.repeat(b"x" * 10_000), kind=kind)
        with pytest.raises(BodyTooLargeError):
            await read(transport)
        assert body.taken <= 201

    transport, body = answering(itertools.repeat(b"x" * 10_000))
    with pytest.raises(BodyTooLargeError):
        read_sync(transport)
    assert body.taken <= 101


async def test_a_small_body_that_becomes_a_large_one_is_given_up_at_the_bound() -> None:
    squeezed = gzip.compress(bytes(50_000_000))
    assert len(squeezed) < 60_000
    with pytest.raises(BodyTooLargeError):
        await read(answering(iter([squeezed]), encoding="gzip")[0])
    with pytest.raises(BodyTooLargeError):
        read_sync(answering(iter([squeezed]), encoding="gzip")[0])


async def test_an_endless_body_that_becomes_nothing_is_given_up_at_the_bound() -> None:
    nothing = gzip.compress(b"")
    transport, body = answering(itertools.repeat(nothing * 500), encoding="gzip")
    with pytest.raises(BodyTooLargeError):
        await read(transport)
    assert body.taken * len(nothing) * 500 < 1_100_000


async def test_a_body_that_does_not_come_to_its_end_is_given_up() -> None:
    transport, body = answering(itertools.repeat(b"x"))
    hooks = body_bounds(BOUNDS, now=Ticking())
    async with httpx2.AsyncClient(transport=transport, event_hooks=hooks) as client:
        with pytest.raises(BodyTooLargeError):
            await client.get(ADDRESS)
    assert body.taken < 12


async def test_a_stream_of_events_may_take_any_time_and_without_a_bound_any_length() -> None:
    bounds = BodyBounds(max_bytes=10, time_s=0.0)
    transport, _body = answering(iter([b"data: x\n\n"] * 1_000), kind="text/event-stream")
    hooks = body_bounds(bounds, now=Ticking())
    async with httpx2.AsyncClient(transport=transport, event_hooks=hooks) as client:
        assert len((await client.get(ADDRESS)).content) == 9_000


async def test_others_run_while_a_large_body_is_undone() -> None:
    squeezed = gzip.compress(bytes(20_000_000))
    bounds = BodyBounds(max_bytes=20_000_000, time_s=1.0)
    turns = 0

    async def other() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    running = asyncio.create_task(other())
    await read(answering(iter([squeezed]), encoding="gzip")[0], bounds)
    running.cancel()
    assert turns >= 4


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "x"])
async def test_what_was_not_asked_for_is_refused(encoding: str) -> None:
    with pytest.raises(BrokenEncodingError):
        await read(answering(iter([b"data"]), encoding=encoding)[0])


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
async def test_what_is_not_compressed_as_it_says_is_refused(encoding: str) -> None:
    with pytest.raises(BrokenEncodingError):
        await read(answering(iter([b"\xff" * 100]), encoding=encoding)[0])


async def refusal(pieces: Iterator[bytes], *, encoding: str = "") -> tuple[bytes, int]:
    """Return what is read of a refused request, and how many pieces were taken for it."""
    body = Pieces(pieces)
    headers = {"content-type": "text/event-stream"}
    headers |= {"content-encoding": encoding} if encoding else {}
    transport = httpx2.MockTransport(
        lambda _request: httpx2.Response(500, headers=headers, stream=body)
    )
    bounds = BodyBounds(max_bytes=10**9, time_s=60.0, refusal_bytes=1_000)
    async with httpx2.AsyncClient(transport=transport, event_hooks=body_bounds(bounds)) as client:
        return (await client.get(ADDRESS)).content, body.taken


@pytest.mark.parametrize("encoding", ["", "gzip", "deflate"])
async def test_a_refusal_ends_at_its_bound(encoding: str) -> None:
    assert await refusal(iter([packed(b"no", encoding)]), encoding=encoding) == (b"no", 1)
    assert await refusal(iter([packed(b"x" * 10**7, encoding)]), encoding=encoding) == (
        b"x" * 1_000,
        1,
    )
    assert await refusal(itertools.repeat(b"x" * 600)) == (b"x" * 1_000, 2)


async def test_a_refusal_that_cannot_be_read_is_empty() -> None:
    assert await refusal(iter([b"not compressed"]), encoding="gzip") == (b"", 1)
    assert await refusal(iter([b"x"]), encoding="br") == (b"", 0)


@pytest.mark.looptime
async def test_a_refusal_that_takes_too_long_is_empty() -> None:
    class Dripping(Pieces):
        @override
        async def __aiter__(self) -> AsyncIterator[bytes]:
            while True:
                await asyncio.sleep(1.5)
                yield b"x"

    transport = httpx2.MockTransport(
        lambda _request: httpx2.Response(500, stream=Dripping(iter([])))
    )
    bounds = BodyBounds(max_bytes=10**9, time_s=60.0, refusal_bytes=1_000, refusal_s=5.0)
    async with httpx2.AsyncClient(transport=transport, event_hooks=body_bounds(bounds)) as client:
        assert (await client.get(ADDRESS)).content == b""
    assert asyncio.get_running_loop().time() == pytest.approx(5.0)


async def test_the_start_of_a_response_is_read_and_no_more() -> None:
    for encoding in ("", "gzip"):
        pieces = (
            itertools.repeat(b"x" * 10_000) if not encoding else iter([gzip.compress(b"x" * 10**7)])
        )
        body = Pieces(pieces)
        headers = {"content-encoding": encoding} if encoding else {}
        response = httpx2.Response(
            500, headers=headers, stream=body, request=httpx2.Request("GET", ADDRESS)
        )
        assert await read_start(response, 1_000) == (b"x" * 1_000, True)
        assert body.taken <= 8


# The contract.

BOUNDING: Final = {"body_bounds", "sync_body_bounds"}
CLIENTS: Final = {"AsyncClient", "Client"}
AT_ONCE: Final = {"get", "post", "put", "head", "request", "stream", "patch", "delete"}
OTHER_CLIENTS: Final = {"http.client", "urllib3", "requests", "aiohttp", "httpx", "websockets"}
SUSPICIOUS: Final = re.compile("|".join(("httpx2", "urlopen", *map(re.escape, OTHER_CLIENTS))))
WITHOUT_CLIENT: Final = {
    "tools/web/page_fetcher.py": "reads by `read_start`",
    "channels/web/client/running_program.py": "gives the transport to a client with bounds",
}
"""Modules that use a transport of httpx2 themselves."""


def unbounded(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield where a module opens what reads responses without a bound."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="httpx2"), attr=name)):
                hooks = [k.value for k in node.keywords if k.arg == "event_hooks"]
                is_bounded = any(
                    isinstance(hook, ast.Call)
                    and isinstance(hook.func, ast.Name)
                    and hook.func.id in BOUNDING
                    for hook in hooks
                )
                if (name in CLIENTS and not is_bounded) or name in AT_ONCE:
                    yield node.lineno, f"httpx2.{name}"
                if name.endswith("Transport"):
                    yield node.lineno, "transport"
            case ast.ImportFrom(module="httpx2", names=names):
                yield from ((node.lineno, name.name) for name in names)
            case ast.Import(names=names):
                yield from ((node.lineno, n.name) for n in names if n.name in OTHER_CLIENTS)
            case ast.ImportFrom(module=str(module)) if module in OTHER_CLIENTS:
                yield node.lineno, module
            case ast.Attribute(attr="urlopen") | ast.Name(id="urlopen"):
                yield node.lineno, "urlopen"
            case _:
                pass


def test_every_client_of_ours_bounds_what_it_reads() -> None:
    found = {
        (path.relative_to(SOURCE).as_posix(), line, what)
        for path in SOURCE.rglob("*.py")
        if SUSPICIOUS.search(code := path.read_text(encoding="utf-8"))
        for line, what in unbounded(ast.parse(code))
    }
    own = {place for place in found if place[2] == "transport" and place[0] in WITHOUT_CLIENT}
    assert {place[0] for place in own} == set(WITHOUT_CLIENT)
    assert found - own == set()


def test_a_client_without_bounds_would_be_found() -> None:
    for code in (
        "httpx2.AsyncClient()",
        "httpx2.Client(event_hooks={})",
        "httpx2.get('x')",
        "from httpx2 import AsyncClient",
        "import http.client",
        "urllib.request.urlopen('x')",
        "httpx2.AsyncHTTPTransport()",
    ):
        assert list(unbounded(ast.parse(code))), code
    assert not list(unbounded(ast.parse("httpx2.Client(event_hooks=sync_body_bounds(b))")))
