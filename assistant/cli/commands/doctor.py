"""`parley doctor`: say which parts work and how to mend the rest."""

import asyncio
import contextlib
import itertools
import json
from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict
from typing import Final

import typer
from rich.console import Console
from rich.text import Text

from assistant.cli.options import HomeOption, JsonOption, ModelsOption
from assistant.clock import SystemClock
from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.setup.agent_setup import AgentSetup
from assistant.doctor.finding import WorkerOrder, is_well
from assistant.doctor.registry import CHECKS, Check, checks_with
from assistant.doctor.runner import ChildWorker, run_checks
from assistant.errors import ConfigError
from assistant.finding import CheckStatus, Finding
from assistant.home import Home
from assistant.locale import _, current_language

MARKS: Final = {
    CheckStatus.OK: ("✓", "OK", "green"),
    CheckStatus.WARNING: ("!", "!", "yellow"),
    CheckStatus.FAILED: ("✗", "X", "red"),
    CheckStatus.SKIPPED: ("–", "-", "dim"),
}
"""Mark, mark where the output's encoding lacks it, and colour."""


def command(
    home: HomeOption = None, models: ModelsOption = None, as_json: JsonOption = False
) -> None:
    """Say which parts work and how to mend the rest. Exits with 1 if something failed.

    Nothing is changed, and no request that costs anything is sent.
    """
    place = Home.locate(root=home, models=models)
    if as_json:
        findings = examine(place, Console(quiet=True))
        typer.echo(as_document(findings))
    else:
        console = Console(highlight=False)
        findings = examine(place, console, FindingTextReport(console))
        console.print(f"\n{summary(findings)}")
    if not is_well(findings):
        raise typer.Exit(1)


def examine(
    home: Home, console: Console, tell: Callable[[Finding], None] = lambda _finding: None
) -> tuple[Finding, ...]:
    """Look at every part of a home; a terminal shows what is looked at meanwhile."""
    order = WorkerOrder(root=home.root, models=home.models, language=current_language())
    checks = checks_with(_agents(home))
    with _waiting(checks, console) as show_count:
        counted = itertools.count(1)

        def found(finding: Finding) -> None:
            tell(finding)
            show_count(next(counted))

        return asyncio.run(_examine(checks, order, found))


def _agents(home: Home) -> tuple[CodingAgent, ...]:
    """Return the coding agents that are set up."""
    try:
        setup = AgentSetup.of(home)
    except ConfigError:  # no agent could start this Parley
        return ()
    return tuple(agent for agent in CodingAgent if setup.launch(agent) is not None)


async def _examine(
    checks: Sequence[Check], order: WorkerOrder, on_finding: Callable[[Finding], None]
) -> tuple[Finding, ...]:
    return await run_checks(
        checks,
        start=lambda: ChildWorker.start(order),
        clock=SystemClock(),
        on_finding=on_finding,
    )


@contextlib.contextmanager
def _waiting(checks: Sequence[Check], console: Console) -> Generator[Callable[[int], None]]:
    """Show on a terminal how many checks are pending; yields the function that updates the number."""
    if not console.is_terminal:
        yield lambda _count: None
        return
    with console.status(_(checks[0].title)) as status:
        yield lambda count: status.update(_(checks[min(count, len(checks) - 1)].title))


class FindingTextReport:
    """Prints findings as they come: a mark, the part, what was found, and below it the fix."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._width = max(Text(_(check.title)).cell_len for check in CHECKS) + 1
        self._is_plain = not _can_write("".join(mark for mark, *_rest in MARKS.values()), console)
        self.findings: list[Finding] = []

    def __call__(self, finding: Finding) -> None:
        self.findings.append(finding)
        mark, plain, colour = MARKS[finding.status]
        line = Text()
        line.append(f"{plain if self._is_plain else mark} ", style=colour)
        title = Text(finding.title, style="bold")
        title.pad_right(self._width - title.cell_len)
        line.append_text(title)
        line.append(finding.text, style="dim" if finding.status is CheckStatus.SKIPPED else "")
        self._console.print(line, soft_wrap=True)
        if finding.hint:
            arrow = "->" if self._is_plain else "→"
            self._console.print(Text(f"  {arrow} {finding.hint}", style=colour), soft_wrap=True)


def _can_write(text: str, console: Console) -> bool:
    try:
        text.encode(console.encoding)
    except UnicodeEncodeError:
        return False
    return True


def summary(findings: Sequence[Finding]) -> str:
    n_failed = sum(finding.status is CheckStatus.FAILED for finding in findings)
    n_warnings = sum(finding.status is CheckStatus.WARNING for finding in findings)
    if n_failed:
        return _("Does not work: {failed}. Could be better: {warnings}.").format(
            failed=n_failed, warnings=n_warnings
        )
    if n_warnings:
        return _("Parley works. Could be better: {warnings}.").format(warnings=n_warnings)
    return _("Parley works.")


def as_document(findings: Sequence[Finding]) -> str:
    """Return the report as JSON."""
    rows = [{**asdict(finding), "status": finding.status.value} for finding in findings]
    return json.dumps({"ok": is_well(findings), "findings": rows}, ensure_ascii=False)
