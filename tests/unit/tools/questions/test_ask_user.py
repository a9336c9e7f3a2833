import asyncio
import json
import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from assistant.errors import StoreError
from assistant.llm.messages_api.messages import MALFORMED_INPUT, ToolUseBlock
from assistant.llm.messages_api.model_client import BlockReceived
from assistant.llm.messages_api.reply_reader import ReplyReader
from assistant.llm.messages_api.stream_events import BlockDelta, BlockStart, BlockStop
from assistant.locale import use_language
from assistant.questions.formats import ADVERTISED_SCHEMA
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Later,
    Method,
    NoneFit,
    Provenance,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.tools.call_batch import CallEvent
from assistant.tools.questions.question_tools import ASK_IN_WORDS, QuestionTools
from assistant.tools.registry import ToolRegistry
from assistant.tools.runner import ToolRunner
from assistant.tools.tool import AnsweredQuestions, Permission, Tool, ToolOutcome
from tests.helpers.clock import ManualClock
from tests.helpers.tools.fakes import ScriptedConfirmer, ScriptedPerson, ScriptedTool, context

WHO = Provenance(channel=Channel.DESKTOP, method=Method.CLICK, at=datetime(2026, 1, 1, tzinfo=UTC))


def call(count: int = 1) -> dict[str, Any]:
    """Return the input of a call with this many questions."""
    return {
        "questions": [
            {
                "question": f"Which database for part {n}?",
                "header": "Database",
                "multiSelect": False,
                "options": [
                    {"label": "PostgreSQL (Recommended)", "description": "A server"},
                    {"label": "SQLite", "description": "A file"},
                ],
            }
            for n in range(1, count + 1)
        ]
    }


def first_options(questions: QuestionSet) -> Answered:
    """Choose the first option of every question."""
    return Answered(
        answers=tuple(
            Answer(question_id=q.id, option_ids=(q.options[0].id,)) for q in questions.questions
        ),
        provenance=WHO,
    )


TWO_PROBLEMS: dict[str, Any] = {
    "questions": [
        {"question": "A?", "options": []},
        {"header": "B", "options": [{"label": "x"}, {"label": "y"}]},
    ]
}


@pytest.fixture
def tool() -> Tool[Any]:
    return QuestionTools(source="some-model").ask_user_question


@pytest.fixture
def person() -> ScriptedPerson:
    return ScriptedPerson()


async def chooses_first(questions: QuestionSet) -> AnsweredQuestions:
    return AnsweredQuestions(questions=questions, response=first_options(questions))


@pytest.mark.requirement("Q-LIFE-24")
def test_the_tool_is_safe_and_waits_for_the_person_without_limit(tool: Tool[Any]) -> None:
    assert tool.permission is Permission.SAFE
    assert tool.interactive
    assert tool.is_question


@pytest.mark.parametrize(
    "name",
    [
        "ask_user_question",
        "AskUserQuestion",
        "UIAskUserQuestion",
        "local:UIAskUserQuestion",
        "askuserquestion",
        "LOCAL:uiaskuserquestion",
        "ASK_USER_QUESTION",
    ],
)
@pytest.mark.requirement("Q-MODEL-32")
def test_every_spelling_of_the_name_finds_the_tool(tool: Tool[Any], name: str) -> None:
    registry = ToolRegistry(confirmer=ScriptedConfirmer())
    registry.add(tool)

    assert registry.find(name) is tool


def test_one_tool_with_one_schema_is_advertised(tool: Tool[Any]) -> None:
    registry = ToolRegistry(confirmer=ScriptedConfirmer())
    registry.add(tool)

    (spec,) = registry.specs()

    assert spec.name == "ask_user_question"
    assert spec.input_schema == ADVERTISED_SCHEMA


@pytest.mark.requirement("Q-MODEL-61", "Q-RES-01")
async def test_the_person_is_asked_and_the_answer_goes_back(tool: Tool[Any]) -> None:
    result = await tool.run(tool.validate(call()), context(chooses_first))

    assert result.content == (
        "User answered the following questions:\n\n"
        "1. Database (Which database for part 1?)\n"
        "   Selected: PostgreSQL\n\n"
        "Proceeding with user selections."
    )
    assert not result.is_error
    assert not result.halts


async def test_the_answer_can_be_written_as_a_sentence() -> None:
    tool = QuestionTools(style="sentence").ask_user_question

    result = await tool.run(tool.validate(call()), context(chooses_first))

    assert result.content == (
        'User has answered your questions: "Which database for part 1?"="PostgreSQL".'
        " You can now continue with the user's answers in mind."
    )


async def test_the_question_says_who_asks_for_which_call_and_in_which_round(
    person: ScriptedPerson,
) -> None:
    tool = QuestionTools(source="some-model", timeout_s=60).ask_user_question
    where = context(person)
    where.rounds.take()
    person.answers(Cancelled())

    await tool.run(tool.validate(call()), where)

    (asked,) = person.asked
    assert (asked.source, asked.tool_use_id, asked.round) == ("some-model", "toolu_1", 2)
    assert asked.timeout_s == 60


async def test_the_result_is_kept_in_structure_for_the_record(tool: Tool[Any]) -> None:
    result = await tool.run(tool.validate(call(2)), context(chooses_first))

    assert result.data["success"] is True
    assert result.data["metadata"] == {"title": "AskUserQuestion", "subtitle": "2 question(s)"}
    assert json.loads(result.data["output"]) == {
        "type": "ask_user_question",
        "questions": call(2)["questions"],
    }
    answers = result.data["toolUseResult"]["answers"]
    assert [answer["selectedOptions"] for answer in answers] == [["PostgreSQL"], ["PostgreSQL"]]


TYPED: dict[str, Any] = {
    "question_text": "Which?",
    "type": "multiple_choice",
    "options": ["A", "B"],
}


@pytest.mark.requirement("Q-MODEL-60")
@pytest.mark.parametrize("given", [TYPED, {"questions": TYPED}, {"questions": json.dumps([TYPED])}])
async def test_the_questions_are_in_the_result_in_whatever_shape_they_came(
    tool: Tool[Any], given: dict[str, Any]
) -> None:
    result = await tool.run(tool.validate(given), context(chooses_first))
    assert json.loads(result.data["output"])["questions"] == [TYPED]


@pytest.mark.parametrize(
    ("response", "halts"),
    [
        pytest.param(Cancelled(), True, id="cancelled"),
        pytest.param(TimedOut(after_s=300), True, id="timed out"),
        pytest.param(YouDecide(provenance=WHO), False, id="you decide"),
        pytest.param(NoneFit(words="MySQL", provenance=WHO), False, id="none fits"),
        pytest.param(Later(provenance=WHO), False, id="later"),
    ],
)
async def test_a_question_without_a_choice_is_no_error_and_only_some_end_the_work(
    tool: Tool[Any], person: ScriptedPerson, response: Response, halts: bool
) -> None:
    person.answers(response)

    result = await tool.run(tool.validate(call()), context(person))

    assert not result.is_error
    assert result.halts is halts
    assert result.content


@pytest.mark.parametrize(
    ("arguments", "problems"),
    [
        pytest.param({}, ["questions"], id="nothing"),
        pytest.param({"questions": []}, ["questions"], id="no questions"),
        pytest.param(call(5), ["5"], id="too many questions"),
        pytest.param(
            TWO_PROBLEMS,
            ["questions[0]", "questions[1]"],
            id="two problems at once",
        ),
    ],
)
@pytest.mark.requirement("Q-RES-14")
async def test_a_call_that_breaks_limits_names_each_and_shows_nothing(
    tool: Tool[Any],
    person: ScriptedPerson,
    arguments: dict[str, Any],
    problems: list[str],
) -> None:
    where = context(person)

    result = await tool.run(tool.validate(arguments), where)

    assert result.is_error
    assert result.outcome is ToolOutcome.INVALID
    lines = [line for line in result.content.splitlines() if line.startswith("- ")]
    assert len(lines) >= len(problems)
    for problem in problems:
        assert any(problem in line for line in lines)
    assert person.asked == []
    assert where.rounds.used == 0


@pytest.mark.requirement("Q-MODEL-10")
async def test_supplied_answers_are_never_the_persons(
    tool: Tool[Any], person: ScriptedPerson
) -> None:
    arguments = call() | {"answers": {"Which database for part 1?": "SQLite"}}
    person.answers(Cancelled())

    result = await tool.run(tool.validate(arguments), context(person))

    assert len(person.asked) == 1
    assert result.halts


async def test_what_was_put_right_is_logged_without_the_persons_words(
    tool: Tool[Any], caplog: pytest.LogCaptureFixture
) -> None:
    arguments = call()
    arguments["questions"][0]["options"].reverse()  # the recommended one is not first

    with caplog.at_level(logging.INFO):
        await tool.run(tool.validate(arguments), context(chooses_first))

    assert "toolu_1" in caplog.text
    assert "PostgreSQL" not in caplog.text


@pytest.mark.requirement("TEST-26", "Q-ROUND-08", "Q-ROUND-12", "Q-ROUND-13")
async def test_ten_rounds_may_be_asked_and_no_more(tool: Tool[Any]) -> None:
    where = context(chooses_first)
    for _ in range(10):
        result = await tool.run(tool.validate(call()), where)
        assert result.outcome is ToolOutcome.OK

    result = await tool.run(tool.validate(call()), where)

    assert result.is_error
    assert result.content == (
        "Question limit reached: 10 rounds in this turn. Continue with the answers you have or"
        " stop."
    )
    assert result.notice == "10 questions in a row; I will continue with your choices so far."


async def test_the_limit_is_told_in_the_language_of_the_interface_but_not_to_the_model(
    tool: Tool[Any],
) -> None:
    use_language("ko")

    result = await tool.run(tool.validate(call()), context(chooses_first, rounds=0))

    assert result.content.startswith("Question limit reached: 0 rounds")


async def test_a_question_that_cannot_be_stored_is_told_to_the_model() -> None:
    async def broken(questions: QuestionSet) -> AnsweredQuestions:
        raise StoreError("The disk is full.")

    registry = ToolRegistry(confirmer=ScriptedConfirmer())
    registry.add_all(QuestionTools())
    runner = ToolRunner(registry=registry, clock=ManualClock(), timeout_s=10)
    events: list[CallEvent] = []

    (block,) = await runner.batch(
        [ToolUseBlock(id="a", name="AskUserQuestion", input=call())],
        context=context(broken),
        on_event=events.append,
    ).run()

    assert (block.is_error, block.content) == (True, "The disk is full.")


@pytest.mark.looptime
@pytest.mark.requirement("Q-RES-18")
async def test_a_message_with_a_question_runs_as_a_whole(person: ScriptedPerson) -> None:
    before, after = ScriptedTool("before"), ScriptedTool("after")
    registry = ToolRegistry(confirmer=ScriptedConfirmer())
    for tool in (before, after, QuestionTools().ask_user_question):
        registry.add(tool)
    runner = ToolRunner(registry=registry, clock=ManualClock(), timeout_s=10)
    events: list[CallEvent] = []
    batch = runner.batch(
        [
            ToolUseBlock(id="a", name="before", input={}),
            ToolUseBlock(id="q", name="ask_user_question", input=call()),
            ToolUseBlock(id="b", name="after", input={}),
        ],
        context=context(person),
        on_event=events.append,
    )
    task = asyncio.create_task(batch.run())
    await asyncio.sleep(7200)
    assert (before.runs, after.runs) == (["a"], [])
    (asked,) = person.asked

    person.answers(first_options(asked))
    blocks = await task

    assert after.runs == ["b"]
    assert [block.tool_use_id for block in blocks] == ["a", "q", "b"]
    assert "Selected: PostgreSQL" in blocks[1].content


_CASES = Path(__file__).parents[3] / "data" / "questions" / "untidy"


def scripted_call(name: str) -> ToolUseBlock:
    """Return the call of a scripted stream, read as the client reads it."""
    ((part, *_others), *_replies) = json.loads((_CASES / f"{name}.json").read_text("utf-8"))
    written = part.get("raw") or json.dumps(part["input"])
    head = {"type": "tool_use", "id": "q", "name": part["tool"]}
    delta = {"type": "input_json_delta", "partial_json": written}
    reader = ReplyReader()
    reader.feed(
        BlockStart.model_validate(
            {"type": "content_block_start", "index": 0, "content_block": head}
        )
    )
    reader.feed(
        BlockDelta.model_validate({"type": "content_block_delta", "index": 0, "delta": delta})
    )
    (received,) = reader.feed(BlockStop(type="content_block_stop", index=0))
    assert isinstance(received, BlockReceived)
    assert isinstance(received.block, ToolUseBlock)
    return received.block


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("chat_c05_invalid_forever", ["A"]),
        ("chat_c10_string_input", ["Rowing boat", "Canoe"]),
        ("chat_c12_smart_raw", ["A", "B"]),
    ],
)
async def test_a_call_that_is_no_json_object_is_asked_where_its_meaning_is_clear(
    name: str, labels: list[str]
) -> None:
    asked: list[QuestionSet] = []

    async def person(questions: QuestionSet) -> AnsweredQuestions:
        asked.append(questions)
        return await chooses_first(questions)

    registry = ToolRegistry(confirmer=ScriptedConfirmer())
    registry.add_all(QuestionTools())
    runner = ToolRunner(registry=registry, clock=ManualClock(), timeout_s=10)
    events: list[CallEvent] = []
    batch = runner.batch([scripted_call(name)], context=context(person), on_event=events.append)
    (block,) = await batch.run()

    assert not block.is_error
    (questions,) = asked
    assert questions.questions[0].text == "Which boat?"
    assert [option.label for option in questions.questions[0].options] == labels


UNREADABLE: dict[str, Any] = {"questions": [{"question": "Which boat?", "options": "Tea or milk"}]}


async def test_the_user_learns_what_a_model_wanted_to_ask_that_repeats_its_mistake(
    tool: Tool[Any], person: ScriptedPerson
) -> None:
    where = context(person)
    first, second, third = [await tool.run(tool.validate(UNREADABLE), where) for _ in range(3)]

    for result in (first, second, third):
        assert result.outcome is ToolOutcome.INVALID
        assert "questions[0].options must be an array of options" in result.content
    assert [result.notice for result in (first, second, third)] == [
        "",
        "The model wanted to ask you this, but its options cannot be read: Which boat?",
        "",
    ]
    assert [ASK_IN_WORDS in result.content for result in (first, second, third)] == [
        False,
        True,
        True,
    ]
    assert [result.halts for result in (first, second, third)] == [False, False, True]
    assert person.asked == []


async def test_mistakes_count_anew_after_a_question_that_was_put(tool: Tool[Any]) -> None:
    where = context(chooses_first)
    for _ in range(3):
        refused = await tool.run(tool.validate(UNREADABLE), where)
        assert (refused.notice, refused.halts) == ("", False)
        await tool.run(tool.validate(call()), where)


async def test_what_cannot_be_read_at_all_is_told_as_that(tool: Tool[Any]) -> None:
    where = context(chooses_first)
    written = {MALFORMED_INPUT: "ask them, please"}
    first, second = [await tool.run(tool.validate(written), where) for _ in range(2)]
    assert "input is no JSON object with questions" in first.content
    assert second.notice == (
        "The model wanted to ask you something, but its question cannot be read."
    )
