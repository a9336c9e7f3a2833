"""Ports of this machine that no other test is given meanwhile."""

import socket
import sys
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def reserved_port() -> Generator[int]:
    """Yield a port where nobody listens; who is given its number may."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        port: int = holder.getsockname()[1]
        if sys.platform != "linux":
            holder.close()  # elsewhere nobody could listen
        yield port
