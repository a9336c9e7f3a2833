"""Types with a program of the user's where X11 is not spoken: `wtype`, `ydotool`."""

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from assistant.locale import _
from assistant.processes.blocking_child import PIPE, BlockingChild
from assistant.text_typing.text_typer import TypedText, TypingPlace

_LIMIT_S: Final = 30.0
_YDOTOOL_BACKSPACE: Final = ("14:1", "14:0")
"""Of Linux's key codes: down and up."""


@dataclass(frozen=True, slots=True)
class TypingProgram:
    """How a program is told to type. The text goes to its input: arguments are seen by every user."""

    name: str
    has_all_characters: bool
    """Whether it types more than the keys of an American keyboard."""

    def erasing(self, count: int) -> tuple[str, ...]:
        """Return the arguments that press Backspace so often."""
        if self.name == "wtype":
            return ("-k", "BackSpace") * count
        return ("key", *_YDOTOOL_BACKSPACE * count)

    @property
    def typing(self) -> tuple[str, ...]:
        """The arguments that type what is in its input."""
        return ("-",) if self.name == "wtype" else ("type", "--file", "-")


WTYPE: Final = TypingProgram("wtype", has_all_characters=True)
YDOTOOL: Final = TypingProgram("ydotool", has_all_characters=False)


class ProgramTyper:
    """Implements `TextTyper`; under Wayland no program learns which window has the focus.

    Args:
        program: What types.
        path: Where it is.
        run: Runs a command to its end with an input; gives exit code and errors.
    """

    def __init__(
        self,
        program: TypingProgram,
        path: str,
        *,
        run: Callable[[tuple[str, ...], str], tuple[int, str]] | None = None,
    ) -> None:
        self._program = program
        self._path = path
        self._run = run or run_with_input

    @property
    def means(self) -> str:
        return self._program.name

    def place(self) -> TypingPlace:
        return TypingPlace()

    def type(
        self, text: str, *, erase: int, into: TypingPlace, is_stopped: Callable[[], bool]
    ) -> TypedText:
        if not self._program.has_all_characters and not text.isascii():
            return TypedText(
                characters=0,
                problem=_("{program} types no letters but those of English.").format(
                    program=self._program.name
                ),
            )
        steps = [(self._program.erasing(erase), "")] if erase else []
        steps += [(self._program.typing, text)] if text else []
        for arguments, given in steps:
            if is_stopped():
                return TypedText(characters=0)
            if problem := self._problem_of(arguments, given):
                return TypedText(characters=0, problem=problem)
        return TypedText(characters=len(text))

    def close(self) -> None:
        """Nothing is held."""

    def _problem_of(self, arguments: tuple[str, ...], given: str) -> str:
        try:
            code, errors = self._run((self._path, *arguments), given)
        except (OSError, TimeoutError) as error:
            code, errors = -1, str(error)
        if code == 0:
            return ""
        lines = [line.strip() for line in errors.splitlines() if line.strip()]
        return _("{program} could not type: {error}").format(
            program=self._program.name, error=lines[-1] if lines else code
        )


def run_with_input(command: tuple[str, ...], given: str) -> tuple[int, str]:
    """Run a command to its end; returns exit code and errors.

    Raises:
        TimeoutError: If it took too long, and was ended.
        OSError: If it cannot be started, or does not read.
    """
    with BlockingChild(command, stdin=PIPE, stderr=PIPE) as child:
        child.stdin.write(given.encode())
        _out, errors = child.communicate(_LIMIT_S)
        return child.wait() or 0, errors.decode("utf-8", "replace")


def program_typer(
    environment: Mapping[str, str], *, which: Callable[..., str | None] = shutil.which
) -> ProgramTyper | None:
    """Return what types by the first program that is installed; None if none is."""
    for program in (WTYPE, YDOTOOL):
        if path := which(program.name, path=environment.get("PATH")):
            return ProgramTyper(program, path)
    return None
