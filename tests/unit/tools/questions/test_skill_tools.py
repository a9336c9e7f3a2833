"""`read_skill` and `ask_from_template`, from the file to the answer."""

import json
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from assistant.llm.messages_api.messages import ToolUseBlock
from assistant.prompting.skills import SkillShelf
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Method,
    Provenance,
    QuestionKind,
)
from assistant.tools.call_batch import CallEvent
from assistant.tools.questions.question_tools import LIMIT_REACHED, QuestionTools
from assistant.tools.questions.skill_tools import SkillTools
from assistant.tools.registry import ToolRegistry
from assistant.tools.runner import ToolRunner
from assistant.tools.tool import (
    AnsweredQuestions,
    Permission,
    Tool,
    ToolContext,
    ToolOutcome,
    ToolResult,
)
from tests.helpers.clock import ManualClock
from tests.helpers.tools.fakes import ScriptedConfirmer, ScriptedPerson, context
from tests.helpers.tools.skills import workspace_skills, write_release, write_skill

NOON = datetime(2026, 2, 19, 12, tzinfo=UTC)
TODAY = f"{NOON.astimezone():%Y-%m-%d}"
WHO = Provenance(channel=Channel.DESKTOP, method=Method.CLICK, at=NOON)


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return tmp_path / "workspace"


@pytest.fixture
def shelf(tmp_path: Path) -> SkillShelf:
    return SkillShelf(personal=tmp_path / "personal")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOON)


@pytest.fixture
def reading(shelf: SkillShelf, clock: ManualClock) -> Tool[Any]:
    return SkillTools(shelf=shelf, clock=clock, questions=QuestionTools()).read_skill


@pytest.fixture
def asking(shelf: SkillShelf, clock: ManualClock) -> Tool[Any]:
    return SkillTools(shelf=shelf, clock=clock, questions=QuestionTools()).ask_from_template


@pytest.fixture
def person() -> ScriptedPerson:
    return ScriptedPerson()


async def run(tool: Tool[Any], name: str, where: ToolContext) -> ToolResult:
    return await tool.run(tool.validate({"name": name}), where)


def here(workspace: Path, person: ScriptedPerson | None = None, **more: Any) -> ToolContext:
    return replace(context(person, **more), workspace=workspace)


def choosing(*option_ids: str) -> Answered:
    """Choose these in the first question of the call."""
    answer = Answer(question_id="toolu_1:1", option_ids=option_ids)
    return Answered(answers=(answer,), provenance=WHO)


# read_skill.


async def test_a_skill_is_read_as_it_is_now(reading: Tool[Any], workspace: Path) -> None:
    write_skill(workspace_skills(workspace), "letters", body="Dear reader.")
    assert (await run(reading, "letters", here(workspace))).content == "Dear reader."

    write_skill(workspace_skills(workspace), "letters", body="Dear all.")
    assert (await run(reading, "LETTERS", here(workspace))).content == "Dear all."


@pytest.mark.requirement("PR-25")
async def test_prepared_questions_come_along_filled_in(reading: Tool[Any], workspace: Path) -> None:
    write_release(workspace)

    content = (await run(reading, "release", here(workspace))).content

    assert content.startswith("Tag, then push.\n\n")
    (asked,) = json.loads(content.partition("```json\n")[2].removesuffix("\n```"))
    assert asked["question_text"] == f"Which notes go into the release of {TODAY}?"
    assert asked["description"] == "The version is 1.2."
    assert [option["label"] for option in asked["options"]] == ["notes/fixes.md", "notes/news.md"]


async def test_what_keeps_questions_from_being_asked_does_not_keep_a_skill_from_being_read(
    reading: Tool[Any], workspace: Path
) -> None:
    write_release(workspace)
    (workspace / "VERSION").unlink()

    result = await run(reading, "release", here(workspace))

    assert result.outcome is ToolOutcome.OK
    assert "Tag, then push." in result.content
    assert "VERSION is no text file" in result.content


async def test_an_unknown_skill_is_answered_with_those_there_are(
    reading: Tool[Any], workspace: Path
) -> None:
    write_skill(workspace_skills(workspace), "letters")

    result = await run(reading, "../../etc/passwd", here(workspace))

    assert result.outcome is ToolOutcome.ERROR
    assert "'../../etc/passwd'" in result.content
    assert "Known: letters." in result.content


async def test_skills_of_another_workspace_are_unknown(
    reading: Tool[Any], workspace: Path, tmp_path: Path
) -> None:
    write_skill(workspace_skills(workspace), "letters")

    result = await run(reading, "letters", here(tmp_path / "other"))

    assert result.outcome is ToolOutcome.ERROR
    assert "Known: none." in result.content


# ask_from_template.


async def test_prepared_questions_are_put_and_answered_like_any_others(
    asking: Tool[Any], workspace: Path, person: ScriptedPerson
) -> None:
    write_release(workspace)
    where = here(workspace, person)
    person.answers(choosing("notes/fixes.md", "notes/news.md"))

    result = await run(asking, "release", where)

    (questions,) = person.asked
    (question,) = questions.questions
    assert questions.tool_use_id == "toolu_1"
    assert questions.round == 1
    assert question.kind is QuestionKind.MULTI
    assert question.header == "Notes"
    assert question.text == f"Which notes go into the release of {TODAY}?"
    assert question.context == "The version is 1.2."
    assert [option.id for option in question.options] == ["notes/fixes.md", "notes/news.md"]
    assert question.allow_other, "as with the question tool"
    assert result.outcome is ToolOutcome.OK
    assert "Selected: notes/fixes.md, notes/news.md" in result.content
    assert json.loads(result.data["output"])["questions"][0]["header"] == "Notes"
    assert where.rounds.used == 1


async def test_the_model_is_told_which_files_were_not_offered(
    asking: Tool[Any], workspace: Path, person: ScriptedPerson
) -> None:
    write_release(workspace)
    for n in range(30):
        (workspace / "notes" / f"{n:02}.md").touch()
    person.answers(choosing("notes/00.md"))

    result = await run(asking, "release", here(workspace, person))

    (questions,) = person.asked
    assert len(questions.questions[0].options) == 20
    assert result.content.endswith("Of 32 files that fit notes/*.md, the first 20 were offered.")


async def test_a_question_put_before_a_restart_is_taken_up_though_its_files_are_gone(
    asking: Tool[Any], workspace: Path, person: ScriptedPerson
) -> None:
    write_release(workspace)
    person.answers(choosing("notes/news.md"))
    await run(asking, "release", here(workspace, person))
    (questions,) = person.asked
    shutil.rmtree(workspace)
    taken_up: list[str] = []

    async def take_up(tool_use_id: str) -> AnsweredQuestions:
        taken_up.append(tool_use_id)
        return AnsweredQuestions(questions=questions, response=choosing("notes/fixes.md"))

    where = replace(here(workspace, person), take_up=take_up)
    result = await run(asking, "release", where)

    assert taken_up == ["toolu_1"]
    assert person.asked == [questions], "it is not put anew"
    assert "Selected: notes/fixes.md" in result.content
    (written,) = json.loads(result.data["output"])["questions"]
    assert written["question_text"] == questions.questions[0].text
    assert where.rounds.used == 1


async def test_the_limit_of_rounds_holds_for_prepared_questions(
    asking: Tool[Any], workspace: Path, person: ScriptedPerson
) -> None:
    write_release(workspace)
    for n in range(30):
        (workspace / "notes" / f"{n:02}.md").touch()

    result = await run(asking, "release", here(workspace, person, rounds=0))

    assert result.outcome is ToolOutcome.LIMIT
    assert result.content == LIMIT_REACHED.format(limit=0)
    assert person.asked == []


@pytest.mark.parametrize(
    ("name", "why"),
    [
        pytest.param("none", "There is no such skill as 'none' here. Known: release.", id="none"),
        pytest.param("letters", "letters has no prepared questions", id="no questions"),
        pytest.param("release", "VERSION is no text file of the workspace", id="a file is gone"),
    ],
)
async def test_what_cannot_be_asked_is_said_and_nothing_shown(
    asking: Tool[Any], workspace: Path, person: ScriptedPerson, name: str, why: str
) -> None:
    write_release(workspace)
    write_skill(workspace_skills(workspace), "letters")
    (workspace / "VERSION").unlink()
    where = here(workspace, person)

    result = await run(asking, name, where)

    assert result.outcome is ToolOutcome.ERROR
    assert why in result.content
    assert person.asked == []
    assert where.rounds.used == 0


def test_both_run_without_asking_and_only_the_question_waits_for_the_person(
    reading: Tool[Any], asking: Tool[Any]
) -> None:
    assert reading.permission is asking.permission is Permission.SAFE
    assert (asking.interactive, asking.is_question) == (True, True)
    assert (reading.interactive, reading.is_question) == (False, False)


@pytest.mark.parametrize("tool", ["read_skill", "ask_from_template"])
@pytest.mark.parametrize("wrong", [{}, {"name": ""}, {"name": 7}, {"name": "x" * 81}])
async def test_input_that_does_not_fit_is_refused_by_name(
    reading: Tool[Any],
    asking: Tool[Any],
    clock: ManualClock,
    workspace: Path,
    tool: str,
    wrong: dict[str, object],
) -> None:
    registry = ToolRegistry(confirmer=ScriptedConfirmer())
    registry.add(reading)
    registry.add(asking)
    events: list[CallEvent] = []
    batch = ToolRunner(registry=registry, clock=clock, timeout_s=5).batch(
        (ToolUseBlock(id="t1", name=tool, input=wrong),),
        context=here(workspace),
        on_event=events.append,
    )

    (block,) = await batch.run()

    assert block.is_error
    assert "name" in block.content
