"""`parley config prompt`: what the model is told, and which file each part of it is from."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import typer

from assistant.cli.options import HomeOption, JsonOption
from assistant.home import Home
from assistant.locale import _
from assistant.prompting.files import PACKAGE, TOOLS, FoundPromptFile, PromptFiles, PromptOrigin
from assistant.prompting.skills import Skills, SkillShelf
from assistant.prompting.system_prompt import AskingBy, SystemPrompt, assemble
from assistant.settings import load


@dataclass(frozen=True, slots=True, kw_only=True)
class _InForce:
    """Everything that is told, for one workspace."""

    workspace: str
    asking_by: AskingBy
    prompt: SystemPrompt
    skills: Skills
    descriptions: Sequence[tuple[str, FoundPromptFile]]
    """Name of each tool's file and where it is."""


def prompt(as_json: JsonOption = False, home: HomeOption = None) -> None:
    """Show what the model is told: the prompt part by part, tool descriptions, skills; and whose.

    Copy a file to your home or your workspace to have your own version (docs/prompts.md).
    """
    found = _look(Home.locate(root=home))
    if as_json:
        typer.echo(json.dumps(_document(found), ensure_ascii=False))
        return
    for part in found.prompt.parts:
        if part.text.strip():
            _heading(f"{part.path} ({_whose(part.place)})")
            typer.echo(part.text.strip())
    _heading(_("Tool descriptions"))
    for name, place in found.descriptions:
        typer.echo(f"{name}: {place.path} ({_whose(place.place)})")
    _heading(_("Skills"))
    for skill in found.skills.all:
        typer.echo(f"{skill.name}: {skill.path} ({_whose(skill.place)})")
    for skill in found.skills.replaced:
        typer.echo(_("{path} is replaced.").format(path=skill.path))
    for problem in found.skills.problems:
        typer.secho(f"{problem.message} {problem.hint}", fg=typer.colors.RED)


def _look(home: Home) -> _InForce:
    settings = load(home).settings
    workspace = home.workspace(settings.person.workspace)
    files = PromptFiles(home=home, workspace=workspace)
    skills = SkillShelf.of(home).read(workspace)
    asking_by = settings.questions.channel
    names = sorted(path.name for path in (PACKAGE / TOOLS).glob("*.txt"))
    return _InForce(
        workspace=settings.person.workspace,
        asking_by=asking_by,
        prompt=assemble(files, asking_by=asking_by, skills=skills),
        skills=skills,
        descriptions=[
            (name.removesuffix(".txt"), found)
            for name in names
            if (found := files.find(f"{TOOLS}/{name}")) is not None
        ],
    )


def _document(found: _InForce) -> dict[str, object]:
    return {
        "workspace": found.workspace,
        "asking_by": found.asking_by,
        "prompt": found.prompt.text,
        "parts": [
            {"path": str(part.path), "place": part.place.value, "text": part.text}
            for part in found.prompt.parts
        ],
        "tools": [
            {"name": name, "path": str(place.path), "place": place.place.value}
            for name, place in found.descriptions
        ],
        "skills": [
            {
                "name": skill.name,
                "description": skill.description,
                "path": str(skill.path),
                "place": skill.place.value,
                "questions": len(skill.questions),
            }
            for skill in found.skills.all
        ],
        "replaced": [str(skill.path) for skill in found.skills.replaced],
        "problems": [
            {"text": problem.message, "hint": problem.hint} for problem in found.skills.problems
        ],
    }


def _heading(text: str) -> None:
    typer.secho(f"\n── {text}", bold=True)


def _whose(place: PromptOrigin) -> str:
    match place:
        case PromptOrigin.WORKSPACE:
            return _("the workspace's")
        case PromptOrigin.PERSON:
            return _("yours")
        case PromptOrigin.PACKAGE:
            return _("Parley's own")
