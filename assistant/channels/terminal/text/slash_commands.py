"""Commands of a conversation in the terminal: a line that begins with `/`. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final

from assistant.locale import _, mark
from assistant.typed_command import written_command


class SlashCommand(Enum):
    """A command."""

    NEW = "/new"
    HISTORY = "/history"
    OPEN = "/open"
    ATTACH = "/attach"
    MODEL = "/model"
    FETCH = "/fetch"
    QUESTIONS = "/questions"
    ANSWERS = "/answers"
    DECISIONS = "/decisions"
    STOP = "/stop"
    AGAIN = "/again"
    UNDO = "/undo"
    MEMORY = "/memory"
    REMEMBER = "/remember"
    TIMERS = "/timers"
    AGENTS = "/agents"
    FOLDERS = "/folders"
    SYNC = "/sync"
    TELEGRAM = "/telegram"
    HELP = "/help"
    QUIT = "/quit"


_MEANINGS: Final[Mapping[SlashCommand, str]] = MappingProxyType(
    {
        SlashCommand.NEW: mark("begin a new conversation"),
        SlashCommand.HISTORY: mark("list earlier conversations, or search them for words"),
        SlashCommand.OPEN: mark("open a conversation or question of the last list: /open 2"),
        SlashCommand.ATTACH: mark(
            "attach files to your next message: /attach PATH…; /attach remove 1 leaves one out"
        ),
        SlashCommand.MODEL: mark("list the models, or hold this conversation with another"),
        SlashCommand.FETCH: mark("fetch the built-in model that would run here"),
        SlashCommand.QUESTIONS: mark(
            "list the questions without an answer; /questions 2 asks one again"
        ),
        SlashCommand.ANSWERS: mark(
            "list your answers; /answers 2 changes one, /answers 2 back goes on anew from it"
        ),
        SlashCommand.DECISIONS: mark(
            "list what you decided, or search it for words; /open 2 shows where it was asked"
        ),
        SlashCommand.STOP: mark("stop the reply, or what rings"),
        SlashCommand.AGAIN: mark("make the last reply anew"),
        SlashCommand.UNDO: mark("take back the last answer, or the fact remembered last"),
        SlashCommand.MEMORY: mark("show what is remembered"),
        SlashCommand.REMEMBER: mark("remember a fact about you"),
        SlashCommand.TIMERS: mark("list timers, alarms and reminders"),
        SlashCommand.AGENTS: mark("list your coding agents, and which of them wait for you"),
        SlashCommand.FOLDERS: mark(
            "list your folders that tools may use; /folders add PATH [write], /folders remove NAME"
        ),
        SlashCommand.SYNC: mark("say whether your devices are alike; /sync now tries at once"),
        SlashCommand.TELEGRAM: mark(
            "say how your bot stands; /telegram link shows a code that links an account"
        ),
        SlashCommand.HELP: mark("list these commands"),
        SlashCommand.QUIT: mark("leave"),
    }
)
_TAKES_WORDS: Final = frozenset(
    {
        SlashCommand.ATTACH,
        SlashCommand.DECISIONS,
        SlashCommand.FOLDERS,
        SlashCommand.HISTORY,
        SlashCommand.OPEN,
        SlashCommand.MODEL,
        SlashCommand.REMEMBER,
    }
)
_MAY_STAND_ALONE: Final = frozenset(
    {SlashCommand.ATTACH, SlashCommand.DECISIONS, SlashCommand.HISTORY, SlashCommand.FOLDERS}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlashInvocation:
    """A command, and the words after it."""

    command: SlashCommand
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownSlash:
    """A line that looks like a command and is none."""

    name: str


def parse_slash(line: str) -> SlashInvocation | UnknownSlash | None:
    """Return the command that a line is; None if it is words.

    A path such as `/etc/hosts` is words, and so is anything behind a space. `/1` alone is a choice.
    """
    name, _space, words = written_command(line).partition(" ")
    known = next((one for one in SlashCommand if one.value == name.casefold()), None)
    if known is not None:
        return SlashInvocation(command=known, words=words.strip())
    is_choice = name[1:].isdecimal() and not words
    if name.startswith("/") and (name[1:].isalpha() or is_choice):
        return UnknownSlash(name=name)
    return None


def completions(begun: str, models: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Return what the beginning of a line may become, each with what it means.

    Args:
        begun: What stands before the cursor.
        models: The models that `/model` takes.
    """
    if begun.startswith(f"{SlashCommand.MODEL.value} "):
        wanted = begun.removeprefix(f"{SlashCommand.MODEL.value} ")
        return [
            (f"{SlashCommand.MODEL.value} {name}", "") for name in models if name.startswith(wanted)
        ]
    return [
        (
            one.value + (" " if one in _TAKES_WORDS - _MAY_STAND_ALONE else ""),
            _(meaning),
        )
        for one, meaning in _MEANINGS.items()
        if one.value.startswith(begun.casefold())
    ]


def help_lines() -> list[str]:
    """Return one line for each command, and how one types and leaves."""
    widest = max(len(one.value) for one in SlashCommand)
    lines = [f"{one.value:<{widest}}  {_(meaning)}" for one, meaning in _MEANINGS.items()]
    return [
        *lines,
        _("Ctrl-C stops a reply; twice, or Ctrl-D, leaves. Ctrl-J begins a new line."),
        _("↑ ↓ browse what you typed, Ctrl-R searches it, Tab completes a command."),
        _(
            "In a question: ↑ ↓ Enter or a number choose, Space ticks, ← goes back, Tab shows"
            " more, Esc cancels."
        ),
    ]
