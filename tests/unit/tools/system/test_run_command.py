"""Commands: run as shown, within their time, with nothing left behind."""

import asyncio
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest

from assistant.clock import SystemClock
from assistant.errors import AssistantError
from assistant.llm.messages_api.messages import ToolUseBlock
from assistant.processes.process_tree import COMMAND_VARIABLE, end_marked
from assistant.tools.permission import CONFIRMATION_NEEDED
from assistant.tools.registry import ToolRegistry
from assistant.tools.runner import ToolRunner
from assistant.tools.system.command_tools import CommandTools
from assistant.tools.system.model.command_output import KEPT_BYTES, CommandOutput
from assistant.tools.system.shell import CommandResult, Shell, shell_of
from assistant.tools.tool import (
    InvalidInputError,
    Permission,
    Tool,
    ToolContext,
    ToolOutcome,
    ToolResult,
)
from tests.helpers.tools.fakes import ScriptedConfirmer, context

pytestmark = pytest.mark.skipif(os.name != "posix", reason="written for a POSIX shell")

ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "SHELL": "/bin/sh",
    "ANTHROPIC_API_KEY": "sk-hush",
    "PARLEY_HOME": "/hush",
    "GITHUB_TOKEN": "hush",
}
STUBBORN = (
    "import os, signal, sys, time\n"
    "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    "for _ in range(2):\n"
    "    if os.fork() == 0:\n"
    "        os.setsid()\n"
    "        if os.fork(): os._exit(0)\n"
    "    open(os.path.join(sys.argv[1], str(os.getpid())), 'w').close()\n"
    "print('ready', flush=True)\n"
    "time.sleep(300)\n"
)
"""Ignores signals, and has grandchildren that leave the session by a double fork."""


def tool() -> Tool[Any]:
    return CommandTools(Shell(environment=ENVIRONMENT)).run_command


def inside(folder: Path, **more: Any) -> ToolContext:
    import dataclasses

    return dataclasses.replace(context(**more), workspace=folder)


async def run(folder: Path, command: str, **more: Any) -> ToolResult:
    command_tool = tool()
    arguments = command_tool.validate({"command": command, **more})
    return await command_tool.run(arguments, inside(folder))


def stubborn(folder: Path) -> str:
    return shlex.join((sys.executable, "-c", STUBBORN, str(folder)))


def alive(folder: Path) -> list[str]:
    """Return which of the processes that left their number in the folder still run."""
    return [
        path.name
        for path in folder.iterdir()
        if path.name.isdecimal() and _runs(Path("/proc", path.name, "environ"))
    ]


def began(folder: Path) -> int:
    """Return how many processes left their number in the folder, or something else there."""
    return len(list(folder.iterdir()))


def _runs(environ: Path) -> bool:
    try:
        return bool(environ.read_bytes())  # what has ended, and only waits to be noticed, has none
    except OSError:
        return False


async def test_a_command_runs_in_the_workspace_and_both_streams_are_one(tmp_path: Path) -> None:
    folder = tmp_path / "new"

    result = await run(folder, "pwd; echo oops >&2; echo '차'")

    assert result.content == f"Exit code 0.\n{folder}\noops\n차"
    assert result.data == {"exit_code": 0}


async def test_a_command_that_fails_is_an_error_with_its_output(tmp_path: Path) -> None:
    result = await run(tmp_path, "echo no; exit 3")

    assert (result.content, result.outcome) == ("Exit code 3.\nno", ToolOutcome.ERROR)


async def test_a_command_that_prints_nothing_says_so(tmp_path: Path) -> None:
    assert (await run(tmp_path, "true")).content == "Exit code 0. It printed nothing."


async def test_it_is_a_line_of_a_shell_and_of_that_alone(tmp_path: Path) -> None:
    result = await run(tmp_path, 'for n in 1 2; do echo $n; done | tail -n 1\necho "a  b"')

    assert result.content == "Exit code 0.\n2\na  b"


@pytest.mark.requirement("SEC-11")
async def test_no_secret_reaches_a_command_and_nothing_can_be_typed(tmp_path: Path) -> None:
    result = await run(tmp_path, "env; cat; echo end")

    assert "hush" not in result.content
    assert result.content.endswith("end")
    assert "PATH=" in result.content


@pytest.mark.requirement("SEC-13")
async def test_control_sequences_are_taken_out_of_what_it_prints(tmp_path: Path) -> None:
    result = await run(tmp_path, r"printf '\033[31mred\033[0m\a\033]0;title\007 \342\200\256x\n'")

    assert result.content == "Exit code 0.\nred x"


async def test_of_a_long_output_beginning_and_end_are_kept(tmp_path: Path) -> None:
    result = await run(tmp_path, "echo first; seq 1 50000; echo last")

    assert result.content.startswith("Exit code 0.\nfirst\n1\n2\n")
    assert result.content.endswith("50000\nlast")
    assert "bytes are left out here …]" in result.content
    assert len(result.content) < KEPT_BYTES + 200


@pytest.mark.requirement("TOOL-07", "TOOL-24")
@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="finds processes in /proc")
async def test_out_of_time_everything_ends_that_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fifo = tmp_path / "told"
    os.mkfifo(fifo)
    wait = asyncio.wait

    async def when_all_have_begun(
        waits: Any, *, timeout: float | None = None, return_when: str = asyncio.ALL_COMPLETED
    ) -> Any:
        if timeout == 1:
            told = await asyncio.to_thread(fifo.open, "rb")
            with told:
                await asyncio.to_thread(told.read, 4 * len("ready\n"))
        return await wait(waits, timeout=timeout, return_when=return_when)

    monkeypatch.setattr(asyncio, "wait", when_all_have_begun)
    line = f"{stubborn(tmp_path)} | tee {fifo}"

    result = await run(tmp_path, line, time_limit_s=1)

    assert result.outcome is ToolOutcome.TIMEOUT
    assert result.content == (
        "It took longer than 1 seconds and was ended with all it had started.\nready\nready\nready"
        "\nready"
    )
    assert began(tmp_path) >= 5
    assert alive(tmp_path) == []


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="finds processes in /proc")
async def test_stopping_the_turn_ends_everything_at_once(tmp_path: Path) -> None:
    """TOOL-24, through the runner that every call goes through."""
    registry = ToolRegistry(confirmer=ScriptedConfirmer(), enabled=frozenset({"run_command"}))
    registry.add(tool())
    runner = ToolRunner(registry=registry, clock=SystemClock(), timeout_s=10)
    fifo = tmp_path / "told"
    os.mkfifo(fifo)
    line = f"{stubborn(tmp_path)} | (head -c 20; cat) > {fifo}"
    call = ToolUseBlock(id="c", name="run_command", input={"command": line})
    batch = runner.batch([call], context=inside(tmp_path), on_event=lambda _event: None)
    task = asyncio.create_task(batch.run())
    told = await asyncio.to_thread(fifo.open, "rb")
    with told:
        await asyncio.to_thread(told.read, 20)  # all have begun
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await runner.aclose()
        assert await asyncio.to_thread(told.read) is not None  # ends once nobody writes any more

    assert began(tmp_path) >= 4
    assert alive(tmp_path) == []
    assert batch.results[0].outcome is ToolOutcome.CANCELLED


@pytest.mark.requirement("TOOL-24")
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no subreaper")
@pytest.mark.parametrize("detached", ["setsid env -i sleep 300 &", "setsid -f env -i sleep 300;"])
async def test_what_leaves_its_session_and_its_environment_ends_with_it(
    tmp_path: Path, detached: str
) -> None:
    mark = f"30{os.getpid()}"  # tells the process from any other

    await run(tmp_path, detached.replace("300", mark))

    left = [
        each.pid
        for each in psutil.process_iter(["cmdline"])
        if mark in (each.info["cmdline"] or ())
    ]
    assert left == []


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="finds processes in /proc")
async def test_what_it_leaves_in_the_background_ends_with_it(tmp_path: Path) -> None:
    result = await run(tmp_path, f"sleep 300 & echo $! ; touch {tmp_path}/$!; echo done")

    assert result.content.endswith("done")
    assert alive(tmp_path) == []


async def test_a_command_that_prints_without_end_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.tools.system.shell.MAX_OUTPUT", 2_000_000)

    result = await run(tmp_path, "yes")

    assert result.content.startswith("It printed without end")
    assert result.outcome is ToolOutcome.ERROR


async def test_a_command_may_take_longer_than_other_tools(tmp_path: Path) -> None:
    registry = ToolRegistry(confirmer=ScriptedConfirmer(), enabled=frozenset({"run_command"}))
    registry.add(tool())
    runner = ToolRunner(registry=registry, clock=SystemClock(), timeout_s=0.2)
    call = ToolUseBlock(id="c", name="run_command", input={"command": "sleep 0.4; echo done"})

    (block,) = await runner.batch(
        [call], context=inside(tmp_path), on_event=lambda _event: None
    ).run()

    assert block.content == "Exit code 0.\ndone"


@pytest.mark.requirement("TOOL-25")
async def test_it_is_off_until_it_is_enabled(tmp_path: Path) -> None:
    confirmer = ScriptedConfirmer()
    registry = ToolRegistry(confirmer=confirmer)
    registry.add(tool())
    runner = ToolRunner(registry=registry, clock=SystemClock(), timeout_s=10)
    call = ToolUseBlock(id="c", name="run_command", input={"command": f"touch {tmp_path}/x"})

    (block,) = await runner.batch(
        [call], context=inside(tmp_path), on_event=lambda _event: None
    ).run()

    assert block.content.startswith(CONFIRMATION_NEEDED)
    assert confirmer.asked == []
    assert registry.specs() == ()
    assert began(tmp_path) == 0
    assert tool().permission is Permission.RESTRICTED


async def test_the_person_sees_line_folder_shell_and_time() -> None:
    words = await tool().explain(
        {"command": 'rm -r "a b"\nFolder: /elsewhere', "time_limit_s": 5},
        inside(Path("/work space")),
    )

    assert words == (
        'Folder: /work space\nShell: sh\nTime limit: 5 s\nCommand: rm -r "a b"\nFolder: /elsewhere'
    )
    assert await tool().explain({"command": ["x"], "time_limit_s": None}, inside(Path("/")))


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"command": ""},
        {"command": "a" * 4001},
        {"command": "true", "time_limit_s": 0},
        {"command": "true", "time_limit_s": 601},
        {"command": ["rm", "-r"]},
    ],
)
def test_input_that_does_not_fit(arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidInputError):
        tool().validate(arguments)


@pytest.mark.parametrize(
    "command",
    [
        "   ",
        "\n",
        "a\0b",
        "a\x1bb",
        "a\u202eb",
        "a\rb",
        "a\u200bb",
        "a\u3164b",
        "a\ufe01b",
        "a\U000e0120b",
    ],
)
async def test_a_line_that_shows_otherwise_than_it_is_does_not_run(
    tmp_path: Path, command: str
) -> None:
    with pytest.raises(InvalidInputError, match="command: "):
        await run(tmp_path, command)


async def test_a_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(AssistantError, match="workspace folder cannot be used"):
        await run(tmp_path / "file", "true")


async def test_a_shell_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    shell = Shell(environment=ENVIRONMENT)
    shell.command = ("/nonexistent", "-c")  # pyright: ignore[reportAttributeAccessIssue]

    with pytest.raises(AssistantError, match="cannot be started"):
        await shell.run("true", folder=tmp_path, time_s=1)


@pytest.mark.parametrize(
    ("ran", "told"),
    [
        (CommandResult(output="", exit_code=0), "Exit code 0."),
        (CommandResult(output="", exit_code=1), "Exit code 1."),
        (CommandResult(output="", exit_code=None, was_late=True), "took longer than"),
        (CommandResult(output="", exit_code=None, was_flooding=True), "printed without end"),
    ],
)
async def test_how_it_went_is_told(tmp_path: Path, ran: CommandResult, told: str) -> None:
    class Done:
        name = "sh"

        async def run(self, line: str, *, folder: Path, time_s: float) -> CommandResult:
            return ran

    command_tool = CommandTools(Done()).run_command
    result = await command_tool.run(command_tool.validate({"command": "x"}), inside(tmp_path))

    assert told in result.content


@pytest.mark.parametrize(
    ("shell", "command"),
    [
        ("/bin/bash", ("/bin/bash", "--noprofile", "--norc", "-c")),
        ("/bin/sh", ("/bin/sh", "-c")),
        ("bash", ("/bin/sh", "-c")),
        ("/nonexistent/bash", ("/bin/sh", "-c")),
        ("/usr/bin/python3", ("/bin/sh", "-c")),
        ("", ("/bin/sh", "-c")),
    ],
)
def test_the_persons_shell_reads_no_profile(shell: str, command: tuple[str, ...]) -> None:
    assert shell_of({"SHELL": shell}, "linux") == command


def test_on_windows_it_is_the_command_processor() -> None:
    assert shell_of({"COMSPEC": "c:/cmd.exe"}, "win32") == ("c:/cmd.exe", "/d", "/s", "/c")


def test_what_takes_its_time_to_end_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    kill = psutil.Process.kill
    killed: list[int] = []

    def late(process: psutil.Process) -> None:
        killed.append(process.pid)
        if len(killed) == 8:
            kill(process)

    monkeypatch.setattr(psutil.Process, "kill", late)
    with subprocess.Popen(
        [sys.executable, "-c", "input()"],
        stdin=subprocess.PIPE,
        env={**os.environ, COMMAND_VARIABLE: "x", "PYTHONUNBUFFERED": "1"},
    ) as process:
        end_marked("x")

        assert process.poll() == -signal.SIGKILL
    assert set(killed) == {process.pid}


def test_the_mark_has_a_name_that_is_passed_on() -> None:
    from assistant.processes.model.environment import for_programs, for_servers

    assert (
        for_programs({COMMAND_VARIABLE: "x"})
        == for_servers({COMMAND_VARIABLE: "x"})
        == {COMMAND_VARIABLE: "x"}
    )


@pytest.mark.parametrize("sizes", [(1,) * 100, (7,) * 20, (100,), (9, 1, 50, 2), (10,), (11,)])
def test_output_keeps_both_ends_whatever_the_pieces(sizes: tuple[int, ...]) -> None:
    printed = bytes(b"abcdefghijklmnopqrstuvwxyz"[n % 26] for n in range(sum(sizes)))
    output = CommandOutput(kept=10)
    start = 0
    for size in sizes:
        output.take(printed[start : start + size])
        start += size

    text = printed.decode()
    if len(text) <= 10:
        assert output.text == text
    else:
        assert output.text == (
            f"{text[:5]}\n[… {len(text) - 10} bytes are left out here …]\n{text[-5:]}"
        )
