"""The tools that read a skill and put its prepared questions to the user."""

import asyncio
import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field

from assistant.clock import Clock
from assistant.locale import mark
from assistant.prompting.model.templates import FilledTemplate, TemplateError, resolve
from assistant.prompting.skills import Skill, SkillShelf
from assistant.prompting.workspace_files import WorkspaceFiles
from assistant.questions.formats import TEMPLATE, parse_tool_input
from assistant.tools.questions.question_tools import QuestionTools
from assistant.tools.tool import Permission, ToolContext, ToolOutcome, ToolResult
from assistant.tools.toolset import Toolset, tool

ASK_FROM_TEMPLATE: Final = "ask_from_template"
READ_SKILL: Final = "read_skill"


class SkillName(BaseModel):
    """Input of the tools that take a skill."""

    name: Annotated[
        str, Field(min_length=1, max_length=80, description="Name of the skill, as listed")
    ]


class SkillTools(Toolset):
    """Reads skills and puts their prepared questions.

    Args:
        shelf: Where skills are.
        clock: What date placeholders are filled with.
        questions: Puts the questions.
    """

    def __init__(self, *, shelf: SkillShelf, clock: Clock, questions: QuestionTools) -> None:
        self._shelf = shelf
        self._clock = clock
        self._questions = questions

    @tool(
        Permission.SAFE,
        mark("Asks you a question that a skill brings"),
        interactive=True,
        is_question=True,
    )
    async def ask_from_template(self, wanted: SkillName, context: ToolContext) -> ToolResult:
        """Fill in the questions, ask and wait.

        A question that was put before a restart is resumed unchanged: the files it was made from
        may differ by now.

        Raises:
            StoreError: If the questions cannot be stored; nothing was shown.
        """
        earlier = await context.resume_question()
        if earlier is not None:
            context.rounds.take()
            return self._questions.result(earlier)
        filled = await asyncio.to_thread(self._filled, wanted.name, context.workspace)
        if isinstance(filled, ToolResult):
            return filled
        call: dict[str, Any] = {"questions": list(filled.questions)}
        result = await self._questions.ask(
            call, context, partial(parse_tool_input, policy=TEMPLATE)
        )
        if result.outcome is not ToolOutcome.OK:
            return result
        return replace(result, content="\n\n".join((result.content, *filled.notes)))

    @tool(Permission.SAFE, mark("Reads a skill"))
    async def read_skill(self, wanted: SkillName, context: ToolContext) -> ToolResult:
        """Read the skill file again."""
        return await asyncio.to_thread(self._read, wanted.name, context.workspace)

    def _read(self, name: str, workspace: Path) -> ToolResult:
        skills = self._shelf.read(workspace)
        skill = skills.find(name)
        if skill is None:
            return _no_such_skill(name, skills.listed)
        if not skill.questions:
            return ToolResult(content=skill.body)
        try:
            prepared = _to_text(_fill_in(skill, workspace, self._clock))
        except TemplateError as error:
            prepared = f"Its prepared questions cannot be asked now: {error}."
        return ToolResult(content=f"{skill.body}\n\n{prepared}".strip())

    def _filled(self, name: str, workspace: Path) -> FilledTemplate | ToolResult:
        skills = self._shelf.read(workspace)
        skill = skills.find(name)
        if skill is None:
            return _no_such_skill(name, skills.templates)
        if not skill.questions:
            return _refused(f"The skill {skill.name} has no prepared questions.")
        try:
            return _fill_in(skill, workspace, self._clock)
        except TemplateError as error:
            return _refused(f"The prepared questions of {skill.name} cannot be asked: {error}.")


def _refused(why: str) -> ToolResult:
    return ToolResult(
        content=f"{why} The person saw nothing. If you need the decision, ask it yourself.",
        outcome=ToolOutcome.ERROR,
    )


def _fill_in(skill: Skill, workspace: Path, clock: Clock) -> FilledTemplate:
    """A skill's prepared questions for this moment; blocks on the disk.

    Raises:
        TemplateError: If they cannot be filled in.
    """
    today = clock.now().astimezone().date().isoformat()
    return resolve(skill.questions, files=WorkspaceFiles(workspace), date=today)


def _no_such_skill(name: str, known: tuple[Skill, ...]) -> ToolResult:
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
