"""Builds the tools that every conversation has: to ask, to read skills, to tell time and reckon."""

from collections.abc import Iterator
from typing import Any

from assistant.engine.launch_options import LaunchOptions
from assistant.prompting.files import PromptFiles
from assistant.prompting.skills import SkillShelf
from assistant.tools.descriptions import read_description
from assistant.tools.questions.ask_from_template import AskFromTemplate
from assistant.tools.questions.ask_user import AskUserQuestion
from assistant.tools.questions.read_skill import ReadSkill
from assistant.tools.tool import Tool
from assistant.tools.utilities.calculator import Calculator
from assistant.tools.utilities.current_time import CurrentTime


def question_tools(plan: LaunchOptions, own: PromptFiles) -> Iterator[Tool[Any]]:
    shelf, clock = SkillShelf.of(plan.home), plan.clock
    style = plan.settings.questions.result_format
    timeout_s = plan.settings.questions.timeout_s or None
    yield CurrentTime(description=read_description("current-time", own), clock=clock)
    yield Calculator(description=read_description("calculator", own))
    yield AskUserQuestion(
        description=read_description("ask-user", own), style=style, timeout_s=timeout_s
    )
    yield AskFromTemplate(
        description=read_description("ask-from-template", own),
        shelf=shelf,
        clock=clock,
        style=style,
        timeout_s=timeout_s,
    )
    yield ReadSkill(description=read_description("read-skill", own), shelf=shelf, clock=clock)
