"""Files over HTTPS, one by one. A broken download goes on where it stopped."""

import math
from collections.abc import Sequence
from http import HTTPStatus
from pathlib import Path

import httpx2

from assistant.bounded_body import BodyBounds, sync_body_bounds
from assistant.catalog.fetch_progress import Reporter, SourceError, SourceTrouble
from assistant.catalog.manifest import ModelFile
from assistant.locale import _

TIMEOUT = httpx2.Timeout(15.0, connect=8.0)
"""A server silent for longer is given up; also the longest a cancel waits."""

BARREN_TRIES = 2
"""Connections in a row that may break without a single new byte."""

_CHUNK_BYTES = 1024 * 1024

_UNREACHABLE = (httpx2.ConnectError, httpx2.ConnectTimeout)
_HEADERS = {"Accept-Encoding": "identity"}  # ranges and sizes count the file's own bytes


def download(
    files: Sequence[tuple[ModelFile, str]], *, parts: Path, into: Path, reporter: Reporter
) -> None:
    """Download each file to its place below `into`; does not check content.

    Args:
        files: What to download, and from which address.
        parts: Folder of unfinished downloads; they stay there when this fails.
        into: Folder of finished downloads.
        reporter: Receives progress over all files.

    Raises:
        SourceError: If the server cannot be reached, refuses, or offers another size.
        Cancelled: If the caller gave up.
        OSError: If a file cannot be written.
    """
    before = 0
    longest = max((file.size_bytes for file, _url in files), default=0)
    # What is more than a file has shows that it is another, before the bound is reached.
    bounds = BodyBounds(max_bytes=longest + _CHUNK_BYTES, time_s=math.inf)
    with httpx2.Client(
        timeout=TIMEOUT,
        follow_redirects=True,
        headers=_HEADERS,
        event_hooks=sync_body_bounds(bounds),
    ) as client:
        for file, url in files:
            part = parts / f"{file.sha256}.part"
            _download_one(client, url, file, part, before, reporter)
            target = into / file.path
            target.parent.mkdir(parents=True, exist_ok=True)
            part.replace(target)
            before += file.size_bytes


def _download_one(
    client: httpx2.Client, url: str, file: ModelFile, part: Path, before: int, reporter: Reporter
) -> None:
    barren = 0
    while (have := _size(part)) < file.size_bytes:
        reporter.received(before + have)
        try:
            _continue(client, url, file, part, before, reporter)
        except httpx2.TransportError as error:
            barren = 0 if _size(part) > have else barren + 1
            if barren >= BARREN_TRIES or isinstance(error, _UNREACHABLE):
                raise SourceError(
                    SourceTrouble.OFFLINE,
                    _("{server} cannot be reached ({error})").format(
                        server=httpx2.URL(url).host, error=type(error).__name__
                    ),
                ) from error
        except httpx2.HTTPStatusError as error:
            raise SourceError(
                SourceTrouble.REFUSED,
                _("{server} answers with {status}").format(
                    server=error.request.url.host, status=error.response.status_code
                ),
            ) from error
        except httpx2.HTTPError as error:
            raise SourceError(
                SourceTrouble.REFUSED,
                _("{server} gives no file ({error})").format(
                    server=httpx2.URL(url).host, error=type(error).__name__
                ),
            ) from error


def _continue(
    client: httpx2.Client, url: str, file: ModelFile, part: Path, before: int, reporter: Reporter
) -> None:
    """Fetch what `part` lacks; returns at the end of the response, which may be early."""
    have = _size(part)
    headers = {"Range": f"bytes={have}-"} if have else {}
    with client.stream("GET", url, headers=headers) as response:
        if response.status_code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
            part.unlink()
            raise _another_size(file)
        response.raise_for_status()
        resumed = response.headers.get("Content-Range", "").startswith(f"bytes {have}-")
        if not resumed:
            have = 0
        length = response.headers.get("Content-Length")
        if length is not None and have + int(length) != file.size_bytes:
            part.unlink(missing_ok=True)
            raise _another_size(file)
        with part.open("ab" if resumed else "wb") as stream:
            for chunk in response.iter_raw():
                stream.write(chunk)
                have += len(chunk)
                reporter.received(before + have)
                if have > file.size_bytes:
                    break
    if have > file.size_bytes:
        part.unlink()
        raise _another_size(file)
    if have < file.size_bytes:
        # Without a Content-Length an early end looks like a proper one.
        raise httpx2.RemoteProtocolError("the answer ended early")


def _another_size(file: ModelFile) -> SourceError:
    return SourceError(
        SourceTrouble.MISMATCH,
        _("{file} has another size than the catalogue says").format(file=file.path),
    )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
