"""TLS before a PostgreSQL that was built without it: speaks the server's side of the handshake."""

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

_ENCRYPTS: Final = b"S"
"""The answer to the request for TLS, which is eight bytes long."""


def make_certificate(folder: Path, *, host: str) -> tuple[Path, Path]:
    """Return the files of a certificate that vouches for itself, and of its key."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl, which makes the certificate, is not installed")
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        [
            *(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
            ),
            *(
                "-nodes",
                "-days",
                "2",
                "-subj",
                f"/CN={host}",
                "-addext",
                f"subjectAltName=DNS:{host}",
            ),
            *("-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    return certificate, key


@asynccontextmanager
async def tls_front(port: int, certificate: Path, key: Path) -> AsyncGenerator[int]:
    """Stand before the server at a loopback port; yields the port that speaks TLS."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            await reader.readexactly(8)
            writer.write(_ENCRYPTS)
            await writer.start_tls(context)
            to_reader, to_writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                await asyncio.gather(_pass_on(reader, to_writer), _pass_on(to_reader, writer))
            finally:
                to_writer.close()
        writer.close()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(serve(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        server.close()
        for task in tuple(tasks):
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(1 << 16):
        writer.write(data)
        await writer.drain()
    writer.close()
