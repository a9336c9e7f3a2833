"""Every command has a handler in the desktop app, and every event somebody who wants it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, get_args

import pytest

import assistant
from assistant.assembly.desktop import build_desktop
from assistant.clock import SystemClock
from assistant.engine.engine_thread import Engine
from assistant.engine.launch_options import LaunchOptions
from assistant.home import Home
from assistant.protocol.commands import Command
from assistant.protocol.events import EngineEvent
from assistant.questions.model.question import Channel
from assistant.settings import load, save
from benchmarks.instant_models import InstantModel

UNHEARD: Final = frozenset[str]()
"""Events that are written down for diagnosis alone."""
SOURCE: Final = Path(assistant.__file__).parent


@pytest.mark.usefixtures("qapp")
def test_every_command_has_a_handler_in_the_desktop_app(home: Home) -> None:
    save(home, "voice", "enabled", False)
    app = build_desktop(
        LaunchOptions(
            home=home,
            settings=load(home, {}).settings,
            clock=SystemClock(),
            channel=Channel.DESKTOP,
            client=InstantModel(),
        )
    )
    try:
        assert isinstance(app.engine, Engine)
        assert app.engine.handled == set(get_args(Command))
    finally:
        app.close()


def told_apart(tree: ast.AST) -> Iterator[str]:
    """Yield the names of the classes that a module asks for by `case` or `isinstance`."""
    for node in ast.walk(tree):
        match node:
            case ast.MatchClass(cls=ast.Name(id=name)):
                yield name
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, kinds]):
                yield from (each.id for each in ast.walk(kinds) if isinstance(each, ast.Name))
            case _:
                pass


def test_every_event_is_heard_by_somebody() -> None:
    events = {event.__name__ for event in get_args(EngineEvent)}
    named = re.compile(rf"\b(?:{'|'.join(events)})\b")
    heard = {
        name
        for path in SOURCE.rglob("*.py")
        if "protocol" not in path.relative_to(SOURCE).parts
        if named.search(text := path.read_text(encoding="utf-8"))  # parsing all takes seconds
        for name in told_apart(ast.parse(text))
    }
    assert events - heard == UNHEARD
