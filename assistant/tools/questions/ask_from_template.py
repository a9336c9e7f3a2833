"""`ask_from_template`: puts the prepared questions of a skill to the user."""

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from typing_extensions import override

from assistant.clock import Clock
from assistant.locale import mark
from assistant.prompting.model.templates import FilledTemplate, TemplateError
from assistant.prompting.skills import SkillShelf
from assistant.questions.formats import TEMPLATE, parse_tool_input
from assistant.questions.model.response_text import ResultStyle
from assistant.tools.questions.ask_user import AskUserQuestion, question_result
from assistant.tools.questions.read_skill import SkillName, fill_in, no_such_skill
from assistant.tools.tool import ModelTool, Permission, ToolContext, ToolOutcome, ToolResult

NAME: Final = "ask_from_template"


class AskFromTemplate(ModelTool[SkillName]):
    """Puts prepared questions, in every other way like `AskUserQuestion`.

    Args:
        description: For the model.
        shelf: Where skills are.
        clock: What date placeholders are filled with.
        source: Who asks, as shown to the user.
        style: How answers are written for the model.
        timeout_s: Seconds to answer; None waits for ever.
    """

    name = NAME
    purpose = mark("Asks you a question that a skill brings")
    input_model = SkillName
    permission = Permission.SAFE
    interactive = True
    is_question = True

    def __init__(
        self,
        *,
        description: str,
        shelf: SkillShelf,
        clock: Clock,
        source: str = "",
        style: ResultStyle = "list",
        timeout_s: float | None = None,
    ) -> None:
        super().__init__(description)
        self._shelf = shelf
        self._clock = clock
        self._style: ResultStyle = style
        self._asking = AskUserQuestion(
            description=description,
            source=source,
            style=style,
            timeout_s=timeout_s,
            read=partial(parse_tool_input, policy=TEMPLATE),
        )

    @override
    async def run(self, arguments: SkillName, context: ToolContext) -> ToolResult:
        """Fill in the questions, ask and wait.

        A question that was put before a restart is resumed unchanged: the files it was made from
        may differ by now.

        Raises:
            StoreError: If the questions cannot be stored; nothing was shown.
        """
        earlier = await context.resume_question()
        if earlier is not None:
            context.rounds.take()
            return question_result(earlier, style=self._style)
        filled = await asyncio.to_thread(self._fill_in, arguments.name, context.workspace)
        if isinstance(filled, ToolResult):
            return filled
        call: dict[str, Any] = {"questions": list(filled.questions)}
        result = await self._asking.run(call, context)
        if result.outcome is not ToolOutcome.OK:
            return result
        return replace(result, content="\n\n".join((result.content, *filled.notes)))

    def _fill_in(self, name: str, workspace: Path) -> FilledTemplate | ToolResult:
        skills = self._shelf.read(workspace)
        skill = skills.find(name)
        if skill is None:
            return no_such_skill(name, skills.templates)
        if not skill.questions:
            return _refused(f"The skill {skill.name} has no prepared questions.")
        try:
            return fill_in(skill, workspace, self._clock)
        except TemplateError as error:
            return _refused(f"The prepared questions of {skill.name} cannot be asked: {error}.")


def _refused(why: str) -> ToolResult:
    return ToolResult(
        content=f"{why} The person saw nothing. If you need the decision, ask it yourself.",
        outcome=ToolOutcome.ERROR,
    )
