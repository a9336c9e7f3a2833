"""Which tools a conversation tells the model of."""

from pathlib import Path

import pytest

from assistant.llm.messages_api.model_client import ToolSpec
from assistant.prompting.files import PromptOrigin
from assistant.prompting.skills import QUESTION_SKILL, Skill, Skills
from assistant.prompting.system_prompt import AskingBy
from assistant.tools.model.tool_selection import advertised_specs

NAMES = ("current_time", "ask_user_question", "ask_from_template", "read_skill")
SPECS = tuple(ToolSpec(name=name, description=name, input_schema={}) for name in NAMES)


def skill(name: str, *questions: object) -> Skill:
    return Skill(
        name=name,
        description="Does it.",
        body="Do it.",
        questions=questions,
        path=Path(name),
        place=PromptOrigin.WORKSPACE,
    )


OWN = skill(QUESTION_SKILL)
PLAIN = skill("letters")
PREPARED = skill("release", {"question_text": "Go?", "type": "boolean"})


@pytest.mark.parametrize(
    ("asking_by", "skills", "told"),
    [
        pytest.param("tool", (OWN,), NAMES[:2], id="tool, no skills"),
        pytest.param(
            "tool", (OWN, PLAIN), ("current_time", "ask_user_question", "read_skill"), id="tool"
        ),
        pytest.param("tool", (OWN, PREPARED), NAMES, id="tool, prepared questions"),
        pytest.param("skill", (OWN,), ("current_time",), id="skill, no skills"),
        pytest.param(
            "skill", (OWN, PREPARED), ("current_time", "read_skill"), id="skill, prepared questions"
        ),
        pytest.param(
            "tool",
            (skill(QUESTION_SKILL, {"question_text": "Go?"}),),
            NAMES[:2],
            id="questions in the question skill are no template",
        ),
    ],
)
def test_one_way_to_ask_is_told_and_skills_where_there_are_any(
    asking_by: AskingBy, skills: tuple[Skill, ...], told: tuple[str, ...]
) -> None:
    found = advertised_specs(SPECS, asking_by=asking_by, skills=Skills(all=skills))

    assert tuple(spec.name for spec in found) == told
    assert all(spec in SPECS for spec in found)


def test_the_question_tool_is_known_by_every_name_it_has() -> None:
    specs = (ToolSpec(name="AskUserQuestion", description="", input_schema={}),)

    assert advertised_specs(specs, asking_by="skill", skills=Skills()) == ()
