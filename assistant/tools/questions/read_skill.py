"""`read_skill`: gives the model the instructions of a skill when it needs them."""

import asyncio
import json
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, Field
from typing_extensions import override

from assistant.clock import Clock
from assistant.locale import mark
from assistant.prompting.model.templates import FilledTemplate, TemplateError, resolve
from assistant.prompting.skills import Skill, SkillShelf
from assistant.prompting.workspace_files import WorkspaceFiles
from assistant.tools.tool import ModelTool, Permission, ToolContext, ToolOutcome, ToolResult

NAME: Final = "read_skill"


class SkillName(BaseModel):
    """Input of the tools that take a skill."""

    name: Annotated[
        str, Field(min_length=1, max_length=80, description="Name of the skill, as listed")
    ]


class ReadSkill(ModelTool[SkillName]):
    """Reads skills.

    Args:
        description: For the model.
        shelf: Where skills are.
        clock: What date placeholders are filled with.
    """

    name = NAME
    purpose = mark("Reads a skill")
    input_model = SkillName
    permission = Permission.SAFE

    def __init__(self, *, description: str, shelf: SkillShelf, clock: Clock) -> None:
        super().__init__(description)
        self._shelf = shelf
        self._clock = clock

    @override
    async def run(self, arguments: SkillName, context: ToolContext) -> ToolResult:
        """Read the skill file again."""
        return await asyncio.to_thread(self._read, arguments.name, context.workspace)

    def _read(self, name: str, workspace: Path) -> ToolResult:
        skills = self._shelf.read(workspace)
        skill = skills.find(name)
        if skill is None:
            return no_such_skill(name, skills.listed)
        if not skill.questions:
            return ToolResult(content=skill.body)
        try:
            prepared = _to_text(fill_in(skill, workspace, self._clock))
        except TemplateError as error:
            prepared = f"Its prepared questions cannot be asked now: {error}."
        return ToolResult(content=f"{skill.body}\n\n{prepared}".strip())


def fill_in(skill: Skill, workspace: Path, clock: Clock) -> FilledTemplate:
    """A skill's prepared questions for this moment; blocks on the disk.

    Raises:
        TemplateError: If they cannot be filled in.
    """
    today = clock.now().astimezone().date().isoformat()
    return resolve(skill.questions, files=WorkspaceFiles(workspace), date=today)


def no_such_skill(name: str, known: tuple[Skill, ...]) -> ToolResult:
    """Name the skills there are."""
    names = ", ".join(skill.name for skill in known) or "none"
    return ToolResult(
        content=f"There is no such skill as {name!r} here. Known: {names}.",
        outcome=ToolOutcome.ERROR,
    )


def _to_text(resolved: FilledTemplate) -> str:
    questions = json.dumps(list(resolved.questions), ensure_ascii=False, indent=1)
    return (
        "Its prepared questions, as they are now. Put them with `ask_from_template` if you have"
        " that tool, otherwise in the way you ask all questions:\n"
        f"```json\n{questions}\n```"
    )
