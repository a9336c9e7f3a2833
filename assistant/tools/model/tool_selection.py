"""Which of the tools a conversation tells the model of. Pure."""

from collections.abc import Sequence

from assistant.llm.messages_api.model_client import ToolSpec
from assistant.prompting.skills import Skills
from assistant.prompting.system_prompt import AskingBy
from assistant.questions.formats import is_question_tool
from assistant.tools.questions.skill_tools import ASK_FROM_TEMPLATE, READ_SKILL


def advertised_specs(
    specs: Sequence[ToolSpec], *, asking_by: AskingBy, skills: Skills
) -> tuple[ToolSpec, ...]:
    """Select the tools to advertise: one way to ask (C-01), and skills only where there are any.

    A tool that is not advertised still runs if the model calls it.

    Args:
        asking_by: How the model is instructed to ask.
        skills: What the workspace has.
    """
    by_tool = asking_by == "tool"

    def is_offered(name: str) -> bool:
        if is_question_tool(name):
            return by_tool
        if name == ASK_FROM_TEMPLATE:
            return by_tool and bool(skills.templates)
        return name != READ_SKILL or bool(skills.listed)

    return tuple(spec for spec in specs if is_offered(spec.name))
