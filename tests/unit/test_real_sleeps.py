"""No test sleeps: it waits for what it wants, or time is virtual."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
VIRTUAL = "looptime"
"""Mark of tests whose loop jumps to the next timer."""
ELSEWHERE = {
    # Virtual too: only tests on such a loop use them.
    "helpers/llm/byte_stream_client.py": (1, "virtual"),
    "helpers/llm/scripted_model.py": (1, "virtual where a script waits for seconds"),
    "helpers/mcp/clients.py": (2, "virtual"),
    "helpers/questions/presenters.py": (1, "virtual"),
    "helpers/tools/timers.py": (2, "virtual"),
    "helpers/voice/fakes.py": (3, "virtual"),
    "helpers/voice/scene.py": (2, "virtual"),
    "helpers/voice/session_harness.py": (2, "virtual"),
    "unit/assembly/test_question_doors.py": (2, "virtual: it runs a loop of its own"),
    "unit/doctor/test_runner.py": (1, "virtual"),
    "unit/questions/desk/test_races.py": (2, "virtual"),
    "unit/tools/mcp/test_server_tool.py": (1, "virtual"),
    "unit/voice/playout/test_likely_lines.py": (3, "virtual"),
    "helpers/questions/desk_world.py": (1, "virtual but for one test, which gives it a turn"),
    # Real.
    "e2e/conftest.py": (1, "looks at a window between its events"),
    "e2e/killed/memory_lives.py": (1, "the moment of a kill is drawn by chance"),
    "e2e/killed/question_rounds.py": (1, "the moment of a kill is drawn by chance"),
    "e2e/killed/streamed_replies.py": (1, "the moment of a kill is drawn by chance"),
    "e2e/killed/test_telegram.py": (1, "the moment of a kill is drawn by chance"),
    "helpers/telegram/running_channel.py": (
        1,
        "paces a channel that waits on real HTTP, a hundredth as long",
    ),
    "helpers/mcp/servers/bad.py": (4, "a server that is slow, or deaf, is what it shows"),
    "helpers/mcp/servers/good.py": (1, "a server whose tool takes a while"),
    "outside/check_packages.py": (2, "looks at windows of another program, and clicks in them"),
    "outside/mcp_fixture.py": (2, "a server that the conformance suite of MCP describes"),
    "outside/mcp_inspector.py": (1, "an answer that comes after its time, in another program"),
    "unit/conversation/conftest.py": (1, "a tool that takes longer than it may"),
    "unit/conversation/turn/test_speculation.py": (1, "looks at what another thread does"),
    "unit/helpers/llm/test_asking_model.py": (1, "looks at what another thread does"),
    "unit/tools/web/test_page_fetcher.py": (1, "a server that drips is what it shows"),
    "unit/voice/devices/test_call_timeouts.py": (1, "looks at what another thread does"),
    "unit/voice/listening/test_faulty_devices.py": (2, "the turn of threads on a virtual clock"),
    "unit/voice/listening/test_listener.py": (1, "looks at what another thread does"),
}
"""Files with sleeps outside of virtual time: how many, and why they may."""
TELLING = re.compile(r"\b(?:sleep|wait|qWait)\b")
"""Without one of these a module is not parsed; parsing all of them takes seconds."""


def sleeps(source: str) -> Iterator[str]:
    """Find what sleeps in real time, for all that can be seen."""
    if not TELLING.search(source):
        return
    module = ast.parse(source)
    virtual = {VIRTUAL}
    for node in module.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _names(value) & virtual:
                virtual.add(name)
            case _:
                pass
    yield from _sleeps(module, virtual)


def _sleeps(node: ast.AST, virtual: set[str]) -> Iterator[str]:
    if _is_virtual(node, virtual):
        return
    match node:
        case ast.Call(func=ast.Attribute(attr="sleep") | ast.Name(id="sleep"), args=[given, *_]):
            if not (isinstance(given, ast.Constant) and given.value == 0):
                yield f"{node.lineno}: {ast.unparse(node)}"
        case ast.Call(func=ast.Attribute(attr="sleep") | ast.Name(id="sleep"), keywords=[_, *_]):
            yield f"{node.lineno}: {ast.unparse(node)}"
        case ast.Call(func=ast.Attribute(attr="wait", value=ast.Call(func=event)), args=[_]):
            if "Event" in _names(event):  # nobody has it, so nobody sets it
                yield f"{node.lineno}: {ast.unparse(node)}"
        case ast.Call(func=ast.Attribute(attr="qWait")):
            yield f"{node.lineno}: {ast.unparse(node)}"
        case ast.Call(func=ast.Attribute(attr="wait", value=ast.Name(id="qtbot"))):
            yield f"{node.lineno}: {ast.unparse(node)}"
        case _:
            pass
    for child in ast.iter_child_nodes(node):
        yield from _sleeps(child, virtual)


def _is_virtual(node: ast.AST, virtual: set[str]) -> bool:
    """Whether a function, a class or a module has the mark."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        if any(_names(mark) & virtual for mark in node.decorator_list):
            return True
    if not isinstance(node, ast.Module | ast.ClassDef):
        return False
    return any(
        isinstance(line, ast.Assign)
        and _names(line.targets[0]) == {"pytestmark"}
        and bool(_names(line.value) & virtual)
        for line in node.body
    )


def _names(node: ast.AST) -> set[str]:
    names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
    return names | {one.attr for one in ast.walk(node) if isinstance(one, ast.Attribute)}


MARKED = "pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]\n"
SLEEPS = "async def test():\n    await asyncio.sleep(1)\n"


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("time.sleep(0.1)", 1),
        ("from time import sleep\nsleep(delay_s)", 1),
        ("def test(qtbot): qtbot.wait(20)", 1),
        ("QTest.qWait(20)", 1),
        ("asyncio.sleep(1, result)", 1),
        ("asyncio.sleep(delay=1)", 1),
        ("threading.Event().wait(0.1)", 1),
        ("async def test(): await asyncio.Event().wait()", 0),
        (SLEEPS, 1),
        ("pytestmark = pytest.mark.models\n" + SLEEPS, 1),
        ("async def test(): await asyncio.sleep(0)", 0),
        (MARKED + SLEEPS, 0),
        ("@pytest.mark.looptime\n" + SLEEPS, 0),
        ("@pytest.mark.looptime(start=5)\n" + SLEEPS, 0),
        ("now = [pytest.mark.looptime]\nclass Test:\n    pytestmark = now\n    time.sleep(1)", 0),
        ("@pytest.mark.looptime\n" + SLEEPS + "async def other():\n    await sleep(1)", 1),
    ],
)
def test_the_search_finds_what_sleeps(source: str, count: int) -> None:
    assert len(list(sleeps(source))) == count


def test_nothing_else_sleeps_in_real_time() -> None:
    found = {
        path.relative_to(TESTS).as_posix(): list(sleeps(path.read_text(encoding="utf-8")))
        for path in sorted(TESTS.rglob("*.py"))
    }
    for name, places in found.items():
        count, _reason = ELSEWHERE.get(name, (0, ""))
        assert len(places) == count, (name, places)
    assert set(ELSEWHERE) <= found.keys()
