"""`parley setup`: have coding agents ask in Parley, or no longer."""

import asyncio
import sys
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

import typer

from assistant.channels.terminal.text.printable import printable
from assistant.cli.options import HomeOption
from assistant.cli.terminal_question import ask_in_terminal
from assistant.clock import SystemClock
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.setup.agent_setup import AgentSetup, FileChange
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.locale import _
from assistant.questions.model.question import (
    Answer,
    Answered,
    Option,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
)
from assistant.settings import load

NOT_DONE: Final = 1
"""Exit code where nothing was written though something was to be."""
_COLOURS: Final = {"+": typer.colors.GREEN, "-": typer.colors.RED, "@": typer.colors.CYAN}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """What is to become of one agent's files."""

    agent: CodingAgent
    changes: tuple[FileChange, ...]

    @property
    def is_needed(self) -> bool:
        return any(change.is_needed for change in self.changes)


def command(
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="AGENT",
            help="claude-code, codex, gemini, opencode or cline; without one you are asked which.",
            show_default=False,
        ),
    ] = None,
    remove: Annotated[
        bool, typer.Option("--remove", help="Take back what a set-up wrote.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would change; write nothing.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Write it without asking.")] = False,
    home: HomeOption = None,
) -> None:
    """Have coding agents ask in Parley: tell them where it is.

    Shows what changes in their settings files before it writes them, and
    keeps a copy of each. What else is in them stays, comments too.

    Fails where nothing was written though something was to be.
    """
    if dry_run and yes:
        raise ConfigError(
            _("Give one of --dry-run and --yes."), hint=_("parley setup --help says more.")
        )
    place = Home.locate(root=home)
    setup = AgentSetup.of(place)
    is_asked = not (yes or dry_run)
    chosen = _named(agents or [])
    if not chosen:
        found = setup.found()
        if not found:
            typer.echo(f"{_('No coding agent was found.')} {_names()}", err=True)
            raise typer.Exit(NOT_DONE)
        if is_asked and not _has_terminal():
            _list(setup, found)
            return
        chosen = _asked_which(setup, found, remove=remove, home=place) if is_asked else found
    wanted = [
        _Wanted(agent=agent, changes=setup.removals(agent) if remove else setup.additions(agent))
        for agent in chosen
    ]
    for one in wanted:
        _show(one, remove=remove)
    changes = [change for one in wanted for change in one.changes if change.is_needed]
    if not changes or dry_run:
        return
    if is_asked:
        _ask_to_write(chosen, remove=remove, home=place)
    setup.write(changes)
    for one in wanted:
        if one.is_needed:
            _tell(one, remove=remove)
            if not remove and setup.needs_trust(one.agent):
                typer.echo(
                    _("{agent} runs the hooks once you trust them: type /hooks in it.").format(
                        agent=one.agent.traits.title
                    )
                )
    if any(change.before is not None for change in changes):
        kept = _("Copies of what was there are in {folder}.")
        typer.echo(kept.format(folder=setup.backup_folder))


def _named(names: Sequence[str]) -> tuple[CodingAgent, ...]:
    chosen: dict[CodingAgent, None] = {}
    for name in names:
        try:
            chosen[CodingAgent(name)] = None
        except ValueError as error:
            raise ConfigError(
                _("{name} is no coding agent that Parley knows.").format(name=printable(name)),
                hint=_names(),
            ) from error
    return tuple(chosen)


def _names() -> str:
    return _("Parley can set up: {names}.").format(names=", ".join(CodingAgent))


def _has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _list(setup: AgentSetup, found: Sequence[CodingAgent]) -> None:
    """Say what there is and what to type, where nobody can be asked."""
    width = max(len(agent.traits.title) for agent in found) + 2
    for agent in found:
        state = _("set up") if setup.launch(agent) is not None else f"parley setup {agent} --yes"
        typer.echo(f"{agent.traits.title:{width}}{state}")


def _asked_which(
    setup: AgentSetup, found: Sequence[CodingAgent], *, remove: bool, home: Home
) -> tuple[CodingAgent, ...]:
    """Ask which agents; those that are not as wanted are ticked."""
    options = [
        Option(
            id=agent,
            label=agent.traits.title,
            description=_("set up") if setup.launch(agent) is not None else "",
            default=(setup.launch(agent) is None) is not remove,
        )
        for agent in found
    ]
    question = Question(
        id="agents",
        kind=QuestionKind.MULTI,
        text=_("Which of them shall no longer ask in Parley?")
        if remove
        else _("Which of them shall ask in Parley?"),
        options=tuple(options),
        min_choices=1,
    )
    answer = _answer(question, home)
    return () if answer is None else tuple(CodingAgent(name) for name in answer.option_ids)


def _ask_to_write(agents: Sequence[CodingAgent], *, remove: bool, home: Home) -> None:
    """Ask whether to write it; leaves the program if not."""
    if not _has_terminal():
        words = ["parley", "setup", *agents, *(["--remove"] if remove else []), "--yes"]
        typer.echo(
            _("Nothing was written: nobody can be asked here. To write it: {command}").format(
                command=" ".join(words)
            ),
            err=True,
        )
        raise typer.Exit(NOT_DONE)
    answer = _answer(Question.yes_or_no("write", _("Write this?")), home)
    if answer is None or not answer.boolean:
        typer.echo(_("Nothing was written."))
        raise typer.Exit(NOT_DONE)


def _answer(question: Question, home: Home) -> Answer | None:
    questions = QuestionSet(id=uuid.uuid4().hex, questions=(question,), route=QuestionRoute.PROGRAM)
    asking = ask_in_terminal(
        questions, clock=SystemClock(), settings=load(home).settings, keys=sys.stdin
    )
    response = asyncio.run(asking)
    return response.answers[0] if isinstance(response, Answered) else None


def _show(wanted: _Wanted, *, remove: bool) -> None:
    """Show what changes, and what does not."""
    title = wanted.agent.traits.title
    for change in wanted.changes:
        for line in change.difference.splitlines():
            typer.secho(printable(line), fg=_COLOURS.get(line[:1]))
        for place in change.kept:
            typer.echo(
                _("{place} in {file} starts something other than Parley, and stays.").format(
                    place=place, file=change.path
                )
            )
    if not wanted.is_needed:
        typer.echo(
            _("{agent} is not set up.").format(agent=title)
            if remove
            else _("{agent} is set up already.").format(agent=title)
        )


def _tell(wanted: _Wanted, *, remove: bool) -> None:
    """Say what was done."""
    title = wanted.agent.traits.title
    if not remove:
        typer.echo(
            _("{agent} is set up. Where it runs already, start it again.").format(agent=title)
        )
        return
    for change in wanted.changes:
        if not change.is_needed:
            continue
        typer.echo(
            _("{file} is as it was before.").format(file=change.path)
            if change.is_restored
            else _("{file} was changed since. Only what Parley had added is gone.").format(
                file=change.path
            )
        )
