"""Child processes are started in one place: what holds there holds for all."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import assistant
import benchmarks
from assistant import processes

PACKAGE = Path(assistant.__file__).parent
SOURCES = sorted([*PACKAGE.rglob("*.py"), *Path(benchmarks.__file__).parent.rglob("*.py")])
PLACE = Path(processes.__file__).parent
MODULES = {"subprocess", "pty", "multiprocessing", "webbrowser", "_posixsubprocess"}
NAMES = {
    "create_subprocess_exec",
    "create_subprocess_shell",
    "subprocess_exec",
    "subprocess_shell",
    "open_process",
    "run_process",
    "Popen",
    "ProcessPoolExecutor",
    "QProcess",
    "startfile",
}
OF_OS = ("exec", "spawn", "fork", "posix_spawn", "popen", "system")
TELLING = re.compile("|".join([*MODULES, *NAMES, "subprocess", *OF_OS]))
"""Without one of these a module is not parsed; parsing all of them takes seconds."""


def launches(source: str) -> Iterator[str]:
    """Find what starts a process, or could."""
    if not TELLING.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found = {name.name.split(".")[0] for name in names} & MODULES
            case ast.ImportFrom(module=str(module), names=names):
                imported = {name.name for name in names}
                found = ({module.split(".")[0]} & MODULES) | (imported & (NAMES | {"subprocess"}))
                if module == "os":
                    found |= {name for name in imported if name.startswith(OF_OS)}
            case ast.Attribute(value=ast.Name(id="os"), attr=name) if name.startswith(OF_OS):
                found = {name}
            case ast.Attribute(attr=name) if name in NAMES | {"subprocess"}:
                found = {name}
            case ast.Call(
                func=ast.Attribute(attr="import_module"), args=[ast.Constant(value=str(m))]
            ):
                found = {m.split(".")[0]} & MODULES
            case _:
                continue
        for name in sorted(found):
            yield f"{node.lineno}: {name}"


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("import subprocess", 1),
        ("from subprocess import Popen as P", 2),
        ("import asyncio\nasyncio.create_subprocess_exec('x')", 1),
        ("async def f(loop): await loop.subprocess_exec(None)", 1),
        ("from asyncio import subprocess", 1),
        ("import os\nos.posix_spawn('x', [], {})", 1),
        ("from os import execv, path", 1),
        ("import importlib\nimportlib.import_module('pty')", 1),
        ("import os\nos.path.join('a')", 0),
    ],
)
def test_the_search_finds_what_starts_a_process(source: str, count: int) -> None:
    assert len(list(launches(source))) == count


@pytest.mark.requirement("SEC-15")
def test_no_other_module_starts_a_process() -> None:
    found = [
        f"{path}:{place}"
        for path in SOURCES
        if not path.is_relative_to(PLACE)
        for place in launches(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.requirement("SEC-15")
def test_every_python_child_is_isolated() -> None:
    """The interpreter is named only where it gets `-P` or `-I`."""
    named = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in SOURCES
        if "executable" in (source := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and node.attr == "executable"
    }
    assert named <= {
        "assistant/processes/python_command.py",
        "assistant/processes/child_process.py",
        "assistant/assembly/mcp/client_configuration.py",
    }
