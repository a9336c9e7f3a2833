"""Whose a connection is, as Linux lists it."""

import sys

import pytest

from assistant.channels.web.server.model.socket_table import is_trusted, owner_of

pytestmark = pytest.mark.skipif(sys.byteorder != "little", reason="the lines are of such a machine")

V4 = """\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:895D 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 433726 1
   1: 0100007F:80FE 0100007F:895D 01 00000000:00000000 00:00000000 00000000 65534        0 433728 2
   2: 0100007F:895D 0100007F:80FE 01 00000000:00000000 00:00000000 00000000  1000        0 433729 1
   3: 0100007F:80FF 0100007F:895D 04 00000000:00000000 00:00000000 00000000     0        0 0 2
   4: broken
"""
V6 = """\
  sl  local_address                         remote_address                        st tx_queue
   0: 0000000000000000FFFF00000100007F:8106 0000000000000000FFFF00000100007F:895D 01 00000000:00000000\
 00:00000000 00000000  1001        0 433732 2
"""
SERVER = ("127.0.0.1", 0x895D)


@pytest.mark.parametrize(
    ("table", "port", "owner"),
    [
        (V4, 0x80FE, 65534),
        (V4, 0x80FF, None),  # let go of
        (V4, 0x9999, None),
        (V6, 0x8106, 1001),  # an IPv6 socket to the IPv4 address
        ("", 0x80FE, None),
    ],
)
def test_the_owner_of_the_other_end_is_found(table: str, port: int, owner: int | None) -> None:
    assert owner_of(table, ("127.0.0.1", port), SERVER) == owner


@pytest.mark.requirement("SEC-09")
@pytest.mark.parametrize(
    ("owner", "may"), [(1000, True), (0, True), (1001, False), (65534, False), (None, False)]
)
def test_only_the_user_and_root_may_connect(owner: int | None, may: bool) -> None:
    assert is_trusted(owner, 1000) is may
