import sys
from collections.abc import Callable, Mapping

import pytest

from assistant.text_typing.choice import open_typer
from assistant.text_typing.program_typers import (
    WTYPE,
    YDOTOOL,
    ProgramTyper,
    program_typer,
    run_with_input,
)
from assistant.text_typing.text_typer import TextTyper, Trouble, TypedText, TypingPlace

X11 = ProgramTyper(WTYPE, "stands for X11")
WAYLAND = ProgramTyper(WTYPE, "/usr/bin/wtype")


def refuse() -> TextTyper:
    raise OSError("no XTEST")


@pytest.mark.parametrize(
    ("environment", "system", "x11", "program", "expected"),
    [
        ({"DISPLAY": ":0"}, "linux", lambda: X11, None, X11),
        ({"DISPLAY": ":0"}, "linux", refuse, None, "no XTEST"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "w"}, "linux", lambda: X11, WAYLAND, WAYLAND),
        ({"XDG_SESSION_TYPE": "wayland"}, "linux", lambda: X11, None, "wtype"),
        ({}, "darwin", lambda: X11, WAYLAND, "Linux"),
        ({}, "win32", lambda: X11, WAYLAND, "Linux"),
    ],
)
def test_a_desktop_types_by_what_it_has_or_says_what_it_lacks(
    environment: Mapping[str, str],
    system: str,
    x11: Callable[[], TextTyper],
    program: ProgramTyper | None,
    expected: TextTyper | str,
) -> None:
    opened = open_typer(environment, system=system, x11=x11, program=lambda _environment: program)
    if isinstance(expected, str):
        assert isinstance(opened, Trouble)
        assert opened.text == "Parley cannot type into other programs here."
        assert expected in opened.hint
    else:
        assert opened is expected


def test_the_first_program_that_is_installed_types() -> None:
    def which(name: str, path: str | None = None) -> str | None:
        return f"{path}/{name}" if name == "ydotool" else None

    def nothing(_name: str, path: str | None = None) -> str | None:
        assert path == "/bin"
        return None

    assert program_typer({"PATH": "/bin"}, which=nothing) is None
    found = program_typer({"PATH": "/bin"}, which=which)
    assert found is not None
    assert not found.type("é", erase=0, into=TypingPlace(), is_stopped=lambda: False).characters


class Runs:
    """Notes commands; ends with a code."""

    def __init__(self, code: int = 0, errors: str = "") -> None:
        self.commands: list[tuple[str, ...]] = []
        self._ended = (code, errors)

    def __call__(self, command: tuple[str, ...], given: str) -> tuple[int, str]:
        self.commands.append((*command, f"<{given}"))
        return self._ended


@pytest.mark.parametrize(
    ("program", "text", "erase", "commands"),
    [
        (WTYPE, "-x 한", 0, [("p", "-", "<-x 한")]),
        (WTYPE, "", 2, [("p", "-k", "BackSpace", "-k", "BackSpace", "<")]),
        (YDOTOOL, "x", 1, [("p", "key", "14:1", "14:0", "<"), ("p", "type", "--file", "-", "<x")]),
    ],
)
def test_a_program_is_told_to_erase_and_to_type(
    program: object, text: str, erase: int, commands: list[tuple[str, ...]]
) -> None:
    assert program in (WTYPE, YDOTOOL)
    run = Runs()
    typer = ProgramTyper(WTYPE if program is WTYPE else YDOTOOL, "p", run=run)
    typed = typer.type(text, erase=erase, into=typer.place(), is_stopped=lambda: False)
    assert typed == TypedText(characters=len(text))
    assert run.commands == commands


def test_a_program_that_fails_says_why_and_one_that_is_stopped_does_not_begin() -> None:
    failing = ProgramTyper(WTYPE, "p", run=Runs(1, "Compositor does not support it\n"))
    typed = failing.type("a", erase=0, into=TypingPlace(), is_stopped=lambda: False)
    assert typed.characters == 0
    assert "Compositor does not support it" in typed.problem
    run = Runs()
    stopped = ProgramTyper(WTYPE, "p", run=run)
    assert stopped.type("a", erase=0, into=TypingPlace(), is_stopped=lambda: True) == TypedText(
        characters=0
    )
    assert run.commands == []


def test_the_text_goes_to_the_input_of_a_real_program() -> None:
    code = "import sys; sys.exit(sys.stdin.buffer.read().decode() != '한글\\n')"
    assert run_with_input((sys.executable, "-c", code), "한글\n") == (0, "")
    failing = "import sys; sys.exit('no display')"
    assert run_with_input((sys.executable, "-c", failing), "")[0] == 1
