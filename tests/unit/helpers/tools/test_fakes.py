from typing import Any

import pytest

from assistant.errors import StoreError
from assistant.questions.formats import parse_tool_input
from assistant.questions.model.question import TimedOut
from assistant.tools.call_batch import ToolAudit
from assistant.tools.permission import CallApproved, CallRefused, Confirmer
from assistant.tools.tool import AskUser, InvalidInputError, Tool
from tests.helpers.tools.fakes import (
    ListedAudit,
    ScriptedConfirmer,
    ScriptedPerson,
    ScriptedTool,
    context,
)
from tests.unit.storage.samples import tool_call


async def test_the_fakes_are_what_they_stand_for() -> None:
    tool: Tool[Any] = ScriptedTool()
    confirmer: Confirmer = ScriptedConfirmer()
    audit: ToolAudit = ListedAudit()
    ask: AskUser = ScriptedPerson()

    assert (tool.name, tool.unavailable) == ("tool", None)
    assert await confirmer.confirm(tool, {}, context(ask)) == CallApproved()
    await audit.add(tool_call())


async def test_a_scripted_tool_notes_the_calls_that_ran() -> None:
    tool = ScriptedTool()

    result = await tool.run(tool.validate({"a": 1}), context())

    assert result.content == "toolu_1: {'a': 1}"
    assert tool.runs == ["toolu_1"]
    with pytest.raises(InvalidInputError):
        tool.validate({"wrong": 1})


async def test_a_scripted_confirmer_notes_what_it_was_asked() -> None:
    confirmer = ScriptedConfirmer(CallRefused(reason="no"))

    assert await confirmer.confirm(ScriptedTool("x"), {"a": 1}, context()) == CallRefused(
        reason="no"
    )
    assert confirmer.asked == [("x", {"a": 1})]


async def test_an_audit_keeps_records_or_fails() -> None:
    audit = ListedAudit()
    await audit.add(tool_call())
    assert audit.records == [tool_call()]

    with pytest.raises(StoreError):
        await ListedAudit(fails=True).add(tool_call())


async def test_a_scripted_person_gives_responses_in_order() -> None:
    person = ScriptedPerson()
    person.answers(TimedOut(after_s=1))
    person.answers(TimedOut(after_s=2))
    question = parse_tool_input(
        {"questions": [{"question": "?", "options": [{"label": "a"}, {"label": "b"}]}]},
        tool_use_id="toolu_1",
    ).questions

    answered = [await person(question), await person(question)]
    assert [one.questions for one in answered] == [question, question]
    assert [one.response for one in answered] == [
        TimedOut(after_s=1),
        TimedOut(after_s=2),
    ]
    assert person.asked == [question, question]
