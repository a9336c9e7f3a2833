"""The `parley` command. A subcommand's module is imported only when it is the one invoked.

`main` owns what every subcommand shares: the interface language, and that a failure is reported in
a sentence, never as a traceback.
"""

import errno
import importlib
import keyword
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any, Final, cast

import typer

from assistant.backup.home_swap import finish_swap
from assistant.build import version_text
from assistant.cli.help import PlainCommand, PlainGroup
from assistant.cli.language import wanted_language
from assistant.clock import SystemClock
from assistant.errors import AssistantError, ConfigError
from assistant.failure_reason import failure_reason
from assistant.home import Home
from assistant.locale import _, mark, use_language
from assistant.log_file import logging_to_file, wordless_traceback
from assistant.private_files import open_private

DEFAULT_COMMAND = "run"
OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes; USAGE is also for a wrong setting or option value, INTERRUPTED is what shells give
for a command that SIGINT ended."""
FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""Errors that say that there is no space left: of the user's disk, not of ours."""

COMMANDS: Final[Mapping[str, str]] = {
    "run": mark("Open the window (what `parley` alone does)."),
    "toggle": mark("Show the window of the Parley that runs, or hide it."),
    "talk": mark("Have the Parley that runs listen to you, or end that."),
    "dictate": mark("Have the Parley that runs type what you say; again, to end that."),
    "chat": mark("Converse in the terminal."),
    "serve": mark("Run without a window or a terminal, on a machine that is always on."),
    "listen": mark("Run the voice loop over audio files."),
    "ask": mark("Put one question by hand and print the answer."),
    "mcp": mark("Let other programs ask you, over MCP."),
    "setup": mark("Have coding agents ask in Parley."),
    "hook": mark("Let a coding agent tell you what it does, and ask you; it runs this itself."),
    "agents": mark("See what your coding agents do, and which of them waits for you."),
    "decisions": mark("List what you decided, or write it to files."),
    "models": mark("List, fetch, verify and remove model files."),
    "doctor": mark("Say which parts work and how to mend the rest."),
    "report": mark("Save what a report of a fault needs, without your words."),
    "bench": mark("Measure latency and speed."),
    "export": mark("Write conversations to a file."),
    "import": mark("Take conversations in from a file."),
    "backup": mark("Write everything of yours to one file."),
    "restore": mark("Put a backup in the place of your home."),
    "erase": mark("Delete everything of yours on this computer."),
    "trash": mark("See, restore or remove for good what was deleted."),
    "folders": mark("Open folders of your own to tools, or close them."),
    "wake-words": mark("Make, try and delete wake words of your own."),
    "sync": mark("Keep your devices alike: how it stands, and setting it up."),
    "telegram": mark("Reach Parley from your phone: the bot, and linked accounts."),
    "config": mark("Show and change settings."),
}
"""The subcommands, each with its line in `parley --help`."""

LOGGED: Final = frozenset({"run", "chat", "serve", "listen", "ask", "mcp"})
"""Commands that somebody is asked by, or talks to; each has a log file."""
SPEAKING: Final = frozenset({"chat", "ask"})
"""Those of them whose words a person reads, in a terminal or behind a pipe."""
DRAWING: Final = frozenset({"mcp"})
"""Those that ask in the terminal, if they have one; else their errors are somebody's log."""
WINDOW_KEYS: Final = frozenset({"toggle", "talk", "dictate"})
"""Those for keys that a desktop lets one set; each asks a window that runs."""
_FLAGS: Final = frozenset({"--debug"})
_FOLDERS: Final = frozenset({"--home", "--models"})
"""Options that many commands have, each with a value."""
_ENDING: Final = frozenset({"--version", "--help"})


def main(arguments: Sequence[str] | None = None, *, begun: object = None) -> int:
    """Run the command line.

    Args:
        arguments: Everything after `parley`; by default the process's own.
        begun: What was done for the command already, which finds it in its context.

    Returns:
        The exit code: 0 for success, 1 for a failure, 2 for wrong usage, 130 for an interrupt.
    """
    _open_closed_streams()
    given = with_default_command(sys.argv[1:] if arguments is None else arguments)
    chosen = next((argument for argument in given if not argument.startswith("-")), None)
    home = Home.locate(root=_home_in(given))
    finish_swap(home.root)
    try:
        if "--version" not in given:
            use_language(wanted_language(home))
        with ExitStack() as stack:
            if chosen in LOGGED:
                # Among words of a conversation, or where a question is drawn, is no place for warnings.
                is_read = chosen in SPEAKING or (chosen in DRAWING and sys.stderr.isatty())
                stack.enter_context(logging_to_file(home, chosen, on_screen=not is_read))
            try:
                build(chosen)(given, prog_name="parley", obj=begun)
            finally:
                sys.stdout.flush()  # at the interpreter's end it is too late to say what failed
    except SystemExit as ending:
        return ending.code if isinstance(ending.code, int) else OK
    except AssistantError as error:
        _tell(error.message, error.hint)
        return USAGE if isinstance(error, ConfigError) else FAILED
    except KeyboardInterrupt:  # outside the command, which typer interrupts: while modules load
        return INTERRUPTED
    except BrokenPipeError:  # `| head`: the reader has enough
        _discard_output()
        return FAILED
    except Exception as error:  # the last boundary: what is left is our bug
        if "--debug" in given:
            raise
        if isinstance(error, OSError) and error.errno in FULL:
            _discard_output()
            _tell(
                _("Nothing more can be written: {reason}.").format(reason=failure_reason(error)),
                _("Free some space, or write elsewhere."),
            )
        else:
            _apologise(error, home)
        return FAILED
    return OK


def _open_closed_streams() -> None:
    """Give a process that was started without a standard stream (`<&-`) an empty one.

    Otherwise the stream is None, and the next file that is opened takes its number.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))


def _discard_output() -> None:
    """Discard unwritten output, or the interpreter complains about it as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def with_default_command(arguments: Sequence[str]) -> list[str]:
    """Insert the default command where `arguments` name none.

    A folder that is named before the command goes to the command: `--home DIR chat`.
    """
    given = list(arguments)
    place = 0
    while place < len(given) and given[place] in _FLAGS:
        place += 1
    behind = place
    while behind < len(given) and given[behind].partition("=")[0] in _FOLDERS:
        behind += 1 if "=" in given[behind] else 2
    if place < behind < len(given) and given[behind] in COMMANDS:
        return [*given[:place], *given[behind:], *given[place:behind]]
    if place == len(given) or (given[place].startswith("-") and given[place] not in _ENDING):
        given.insert(place, DEFAULT_COMMAND)
    return given


def build(chosen: str | None) -> typer.Typer:
    """Build the root command with the real `chosen` subcommand and a stand-in for each other."""
    root = typer.Typer(
        cls=PlainGroup,
        add_completion=False,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        help=mark("Parley, an assistant that asks instead of guessing."),
    )
    root.callback()(_root)
    for name, summary in COMMANDS.items():
        if name == chosen:
            _add(root, name, summary)
        else:
            root.command(name, help=summary)(_stand_in)
    return root


def module_of(command: str) -> str:
    """The module has `app`, a `typer.Typer`, or a function `command`."""
    if command in WINDOW_KEYS:
        command = "window_key"
    name = f"{command}_" if keyword.iskeyword(command) else command.replace("-", "_")
    return f"assistant.cli.commands.{name}"


def _add(root: typer.Typer, name: str, summary: str) -> None:
    module = importlib.import_module(module_of(name))
    app = cast("typer.Typer | None", getattr(module, "app", None))
    if app is None:
        command = cast("Callable[..., Any]", module.command)
        root.command(name, cls=PlainCommand, help=command.__doc__ or summary)(command)
        return
    alone = app.registered_commands[0] if len(app.registered_commands) == 1 else None
    if (
        alone is not None
        and alone.callback
        and not (app.registered_groups or app.registered_callback)
    ):
        # Typer would ask for the only command's name once more.
        root.command(
            name,
            cls=PlainCommand,
            help=alone.help or alone.callback.__doc__ or summary,
            context_settings=alone.context_settings,
        )(alone.callback)
        return
    for registered in app.registered_commands:
        registered.cls = PlainCommand
    root.add_typer(app, name=name, cls=PlainGroup, help=summary)


def _stand_in() -> None:
    """Take a command's place in the help."""


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"parley {version_text()}")
        raise typer.Exit


def _root(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show a traceback when something goes wrong.")
    ] = False,
) -> None:
    """Hold the options of the root command, which `main` and callbacks read."""


def _home_in(arguments: Sequence[str]) -> Path | None:
    """Find --home, whichever command it belongs to: language and error reports need it early."""
    for argument, following in zip(arguments, [*arguments[1:], ""], strict=True):
        if argument == "--home" and following:
            return Path(following)
        if argument.startswith("--home="):
            return Path(argument.removeprefix("--home="))
    return None


def _tell(message: str, hint: str) -> None:
    from assistant.channels.terminal.text.printable import printable  # needed for a failure alone

    for text in (message, hint):
        if text:  # it may repeat what a file or a server says
            typer.secho(printable(text), fg=typer.colors.RED, err=True)


def _apologise(error: Exception, home: Home) -> None:
    report = home.logs / "crash.log"
    try:
        with open_private(report, "ab") as stream:
            lines = f"{SystemClock().now().isoformat()}\n{wordless_traceback(error)}\n"
            stream.write(lines.encode("utf-8", "replace"))
    except OSError:
        _tell(
            _("Sorry, something went wrong inside Parley."), _("Run it with --debug to see what.")
        )
        return
    _tell(
        _("Sorry, something went wrong inside Parley. What happened is in {file}").format(
            file=str(report)
        ),
        "",
    )
