"""Tests reach nothing but this machine."""

import asyncio
import errno
import socket
from pathlib import Path

import pytest

from tests.helpers.own_machine import REFUSAL, is_here

ELSEWHERE = "192.0.2.1"  # belongs to nobody


@pytest.mark.requirement("TEST-30")
@pytest.mark.parametrize(
    ("host", "here"),
    [
        (None, True),
        ("", True),
        ("localhost", True),
        (b"localhost", True),
        ("127.0.0.5", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("::ffff:192.0.2.1", False),
        ("0.0.0.0", True),
        (socket.gethostname(), True),
        (ELSEWHERE, False),
        ("2001:db8::1", False),
        ("example.org", False),
    ],
)
def test_what_is_here_is_told_from_elsewhere(host: str | bytes | None, here: bool) -> None:
    assert is_here(host) is here


@pytest.mark.requirement("TEST-30")
def test_nothing_elsewhere_can_be_reached() -> None:
    with socket.socket() as connecting:
        with pytest.raises(OSError, match=REFUSAL):
            connecting.connect((ELSEWHERE, 80))
        assert connecting.connect_ex((ELSEWHERE, 80)) == errno.ENETUNREACH
    with pytest.raises(socket.gaierror, match=REFUSAL):
        socket.create_connection(("example.org", 80))


@pytest.mark.requirement("TEST-30")
async def test_nor_by_an_event_loop() -> None:
    with pytest.raises(OSError, match=REFUSAL):
        await asyncio.open_connection(ELSEWHERE, 80)
    with pytest.raises(socket.gaierror, match=REFUSAL):
        await asyncio.open_connection("example.org", 80)


@pytest.mark.requirement("TEST-30")
def test_this_machine_can(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname()):
            pass
        with socket.socket() as connecting:
            assert connecting.connect_ex(server.getsockname()) == 0
