"""Child processes: what they see, where they run, and that nothing of them is left."""

import asyncio
import os
import socket
import sys
from pathlib import Path

import pytest

from assistant.processes import supervisor
from assistant.processes.child_process import PIPE, ChildProcess, start
from assistant.processes.python_command import python_code, python_environment, python_module

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")

LEAVES = "setsid env -i sleep 300 & echo $!; exec >&-"
"""Starts a process that has neither the session, nor the environment, nor the pipes."""


async def first_line(child: ChildProcess) -> str:
    assert child.stdout is not None
    return (await child.stdout.readline()).decode().strip()


def exists(path: str) -> bool:
    return os.path.lexists(path)


def runs(pid: int) -> bool:
    try:
        return b") Z " not in Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return False


async def test_a_child_runs_in_a_private_empty_folder_that_goes_with_it() -> None:
    show = "import os; w = os.getcwd(); print(w, os.listdir(w), oct(os.stat(w).st_mode & 0o777))"
    async with await start(python_code(show), stdout=PIPE) as child:
        where, *rest = (await first_line(child)).split(" ", 1)
        assert rest == ["[] 0o700"]
        assert exists(where)
    assert not exists(where)


async def gone(pid: int) -> None:
    """Wait for the end of a process that was killed, or whose supervisor was told."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(descriptor, ended.set)
    await ended.wait()
    loop.remove_reader(descriptor)
    os.close(descriptor)


async def test_an_end_that_is_not_waited_for_closes_the_pipes() -> None:
    child = await start(("sleep", "300"), stdin=PIPE, stdout=PIPE, supervised=True)
    ending = asyncio.create_task(child.end())
    await asyncio.sleep(0)
    ending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await ending
    assert child.stdin is not None
    assert child.stdin.is_closing()
    await child.wait()


@pytest.mark.requirement("SEC-11")
async def test_a_child_sees_no_secret_and_no_relative_search_path(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "hush")
    monkeypatch.setenv("PATH", f".::bin:{os.environ['PATH']}")
    async with await start(("env",), stdout=PIPE) as child:
        out, _errors = await child.communicate()
    seen = dict(line.split("=", 1) for line in out.decode().splitlines() if "=" in line)
    assert "hush" not in out.decode()
    assert all(os.path.isabs(entry) for entry in seen["PATH"].split(":"))


PLANTED = "import pathlib; pathlib.Path(__file__).with_name('ran').touch()"


def plant(folder: Path, *names: str) -> list[str]:
    """Put modules into a folder; return the files that appear there when one is loaded."""
    for name in names:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(PLANTED, encoding="utf-8")
    return [str(folder / name / "ran") for name in names]


@pytest.mark.requirement("SEC-15")
@pytest.mark.parametrize("is_plain", [False, True])
async def test_a_python_child_loads_nothing_from_the_folder_it_runs_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_plain: bool
) -> None:
    """The command keeps it from that, and so does the environment: either is enough."""
    traces = plant(tmp_path, "json", "pip", "assistant")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    given = {**os.environ, "PYTHONPATH": os.pathsep}
    environment = given if is_plain else python_environment(given)
    for command in (python_module("json.tool"), python_code("import json, pip, assistant")):
        async with await start(command, environment=environment, folder=tmp_path) as child:
            await child.wait()
    assert not any(map(exists, traces))


@pytest.mark.requirement("SEC-15")
async def test_nor_does_a_python_that_such_a_child_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the environment alone."""
    traces = plant(tmp_path, "json", "pip")
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    environment = python_environment({**os.environ, "PYTHONPATH": os.pathsep})
    command = (sys.executable, "-c", "import json, pip")
    async with await start(command, environment=environment, folder=tmp_path) as child:
        await child.wait()
    assert not any(map(exists, traces))


@pytest.mark.requirement("SEC-15")
async def test_a_supervisor_loads_nothing_from_the_folder_or_the_environment_of_its_command(
    tmp_path: Path,
) -> None:
    traces = plant(tmp_path, "ctypes", "contextlib", "select", "encodings", "sitecustomize")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONHOME": str(tmp_path)}
    async with await start(
        ("/bin/sh", "-c", "pwd"),
        environment=environment,
        folder=tmp_path,
        stdout=PIPE,
        supervised=True,
    ) as child:
        assert await first_line(child) == str(tmp_path)
    assert not any(map(exists, traces))


@pytest.mark.requirement("TOOL-24")
async def test_what_left_session_and_environment_ends_with_a_child_that_ended() -> None:
    async with await start(("/bin/sh", "-c", LEAVES), stdout=PIPE, supervised=True) as child:
        left = int(await first_line(child))
        await child.wait()
        assert not runs(left)
        assert child.returncode == 0


@pytest.mark.requirement("TOOL-24")
async def test_what_left_session_and_environment_ends_with_a_child_that_is_killed() -> None:
    line = f"{LEAVES}; sleep 300"
    async with await start(("/bin/sh", "-c", line), stdout=PIPE, supervised=True) as child:
        left = int(await first_line(child))
        assert runs(left)
    assert not runs(left)


async def test_what_kills_its_supervisor_is_known_by_its_mark() -> None:
    line = "setsid sleep 300 & echo $!; read x; kill -9 $PPID; sleep 300"
    command = ("/bin/sh", "-c", line)
    async with await start(command, stdin=PIPE, stdout=PIPE, supervised=True) as child:
        left = int(await first_line(child))
        assert child.stdin is not None
        child.stdin.write(b"now\n")
        await child.wait()
        assert runs(left)
    assert not runs(left)


async def test_a_supervised_child_ends_with_the_program_though_that_is_killed() -> None:
    code = (
        "import asyncio, sys\n"
        "from assistant.processes.child_process import start\n"
        "async def main():\n"
        "    child = await start(('/bin/sh', '-c', 'setsid env -i sleep 300 & echo $!; sleep 300'),\n"
        "                stdout=sys.stdout, supervised=True)\n"
        "    await asyncio.sleep(300)\n"
        "asyncio.run(main())\n"
    )
    environment = python_environment(os.environ)
    child = await start(python_code(code), environment=environment, stdout=PIPE)
    left = int(await first_line(child))
    assert runs(left)
    await child.end()
    assert child.stdout is not None
    await child.stdout.read()
    await gone(left)


async def test_a_supervisor_whose_program_is_gone_before_the_command_runs_ends_the_command() -> (
    None
):
    ours, theirs = socket.socketpair()
    ours.close()
    line = "setsid env -i sleep 300 & echo $!; sleep 300"
    command = (sys.executable, "-I", "-S", supervisor.__file__, str(theirs.fileno()))
    process = await asyncio.create_subprocess_exec(
        *command, "/bin/sh", "-c", line, stdout=PIPE, pass_fds=(theirs.fileno(),)
    )
    theirs.close()
    out, _errors = await process.communicate()
    for left in out.split():
        assert not runs(int(left))
    assert process.returncode == -9


@pytest.mark.parametrize(
    ("line", "code"), [("exit 3", 3), ("true", 0), ("kill -9 $$", -9), ("kill -15 $$", -15)]
)
@pytest.mark.parametrize("supervised", [False, True])
async def test_how_it_ended_is_told(line: str, code: int, supervised: bool) -> None:
    async with await start(("/bin/sh", "-c", line), supervised=supervised) as child:
        assert await child.wait()
        assert child.returncode == code


async def test_a_supervised_child_reads_writes_and_is_asked_to_end() -> None:
    line = "trap 'echo ended; exit 4' TERM; read x; echo $x; while :; do sleep 0.01; done"
    async with await start(
        ("/bin/sh", "-c", line), stdin=PIPE, stdout=PIPE, supervised=True
    ) as child:
        assert child.stdin is not None
        child.stdin.write(b"hello\n")
        assert await first_line(child) == "hello"
        child.terminate()
        assert await first_line(child) == "ended"
        await child.wait()
        assert child.returncode == 4


@pytest.mark.parametrize("supervised", [False, True])
async def test_a_program_that_is_not_there_is_told_as_such(supervised: bool) -> None:
    with pytest.raises(FileNotFoundError):
        await start(("no-such-program",), supervised=supervised)


async def test_its_end_is_seen_though_another_process_holds_its_pipes() -> None:
    async with await start(("/bin/sh", "-c", "sleep 300 & echo $!"), stdout=PIPE) as child:
        left = int(await first_line(child))
        await child.wait()
        assert runs(left)
    await gone(left)
