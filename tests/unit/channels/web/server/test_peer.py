"""Both ways to learn whose a connection is, on real ones."""

import os
import socket
import sys
from collections.abc import Callable, Iterator

import pytest

from assistant.channels.web.server.model.socket_query import owner_in, query
from assistant.channels.web.server.model.socket_table import Endpoint
from assistant.channels.web.server.peer import asked_owner, can_ask, listed_owner

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux tells")

Owner = Callable[[Endpoint, Endpoint], int | None]
WAYS = [
    pytest.param(
        asked_owner,
        marks=pytest.mark.skipif(sys.platform != "linux" or not can_ask(), reason="not here"),
    ),
    listed_owner,
]


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening


@pytest.mark.parametrize("owner", WAYS)
def test_an_open_connection_is_its_users(owner: Owner, listening: socket.socket) -> None:
    with socket.create_connection(listening.getsockname()) as calling:
        assert owner(calling.getsockname(), calling.getpeername()) == os.geteuid()


@pytest.mark.parametrize("owner", WAYS)
def test_one_by_ipv6_to_the_ipv4_address_too(owner: Owner, listening: socket.socket) -> None:
    with socket.socket(socket.AF_INET6) as calling:
        try:
            calling.connect(("::ffff:127.0.0.1", listening.getsockname()[1]))
        except OSError:
            pytest.skip("this system has no IPv6")
        here = ("127.0.0.1", calling.getsockname()[1])
        assert owner(here, listening.getsockname()) == os.geteuid()


@pytest.mark.parametrize("owner", WAYS)
def test_one_that_was_let_go_of_is_nobodys(owner: Owner, listening: socket.socket) -> None:
    with socket.create_connection(listening.getsockname()) as calling:
        ends = calling.getsockname(), calling.getpeername()
    assert owner(*ends) is None
    assert owner(("127.0.0.1", 1), ("127.0.0.1", 2)) is None


def test_what_is_no_answer_names_nobody() -> None:
    request = query(("127.0.0.1", 1), ("127.0.0.1", 2))
    for answer in (b"", b"\0" * 200, request, request + b"\xff" * 100):
        assert owner_in(answer[:36]) is None
    assert len(request) == 72
