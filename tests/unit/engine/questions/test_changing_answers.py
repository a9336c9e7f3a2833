"""Answers that were sent are changed, taken back, gone back to; the old branch stays."""

import asyncio
import json
from typing import Any

import pytest

from assistant.conversation.say_result import SayHandled
from assistant.home import Home
from assistant.llm.messages_api.messages import ToolResultBlock
from assistant.protocol.commands import Command
from assistant.protocol.conversation import ConversationOpened, NewConversation, Say
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.notices import Notice
from assistant.protocol.questions import (
    AmendAnswer,
    PresentQuestionAgain,
    QuestionAsked,
    QuestionClosed,
    ReopenTimedOutQuestion,
    ReturnToQuestion,
    UndoAnswer,
)
from assistant.protocol.turns import TextDelta, TurnFailed, TurnFinished, TurnStarted
from assistant.questions.model.question import (
    Answered,
    Cancelled,
    Channel,
    Later,
    QuestionSet,
    TimedOut,
)
from tests.helpers.engine.running_core import RunningCore, chose, opened, provenance
from tests.helpers.llm.message_rules import faults, results
from tests.helpers.llm.scripted_model import ScriptedModel, Step, Wait, says, uses_tool
from tests.helpers.questions.builders import QUESTION
from tests.unit.engine.questions.test_text_path import WORDS, answer, asked_for, last_words

ASK = "ask_user_question"


def two_questions() -> dict[str, Any]:
    """Return a call with two questions."""
    (first,) = QUESTION["questions"]
    second = {**first, "question": "Which size?", "header": "Size"}
    return {"questions": [first, second]}


def asks(id: str = "toolu_01", call: dict[str, Any] | None = None, text: str = "") -> list[Step]:
    """Return a reply that asks."""
    return uses_tool(ASK, call or QUESTION, id=id, text=text)


def b_for_all(questions: QuestionSet, option: str = "2") -> dict[str, str]:
    """Choose the same option everywhere."""
    return {question.id: option for question in questions.questions}


async def settle_with(running: RunningCore, option: str = "2", count: int = 1) -> QuestionAsked:
    """Wait until questions were put this often, then choose the same option everywhere."""
    asked = await running.until_asked(count)
    await running.respond(
        asked.questions, chose(asked.questions, **b_for_all(asked.questions, option))
    )
    return asked


async def begun(running: RunningCore) -> QuestionAsked:
    """Ask, answer B, hear the reply."""
    await running.do(Say(text="Help me"))
    asked = await settle_with(running)
    await running.until(TurnFinished)
    return asked


def results_in(running: RunningCore, n: int) -> dict[str, list[str]]:
    """Return the tool results of the n-th request; it must be one the service takes."""
    messages = [message.model_dump() for message in running.model.requests[n].messages]
    assert faults(messages) == []
    return results(messages)


async def test_going_back_twice_to_a_question_goes_on_once(home: Home) -> None:
    async with opened(home, ScriptedModel([asks(), says("B it is."), says("A it is.")])) as running:
        asked = await begun(running)
        await running.do(ReturnToQuestion(questions_id=asked.questions.id))
        await running.until_asked(2)
        await running.do(ReturnToQuestion(questions_id=asked.questions.id))
        await settle_with(running, "1", count=3)
        await running.settle()
        assert not running.of(TurnFailed)
        assert [one.text for one in running.of(TurnFinished)] == ["B it is.", "A it is."]


@pytest.mark.requirement("Q-DLG-04")
async def test_a_question_knows_the_key_of_its_session(home: Home) -> None:
    async with opened(home, ScriptedModel([asks(), says("B it is.")])) as running:
        asked = await begun(running)
        conversation_id = running.core.conversations.current.conversation_id
        assert asked.origin.session_key == f"default:default:{conversation_id}"


@pytest.mark.requirement("Q-LIFE-04", "Q-LIFE-37", "Q-ROUND-21")
async def test_going_back_answers_the_same_call_on_a_branch_and_keeps_the_old_one(
    home: Home,
) -> None:
    script = [asks(), says("B it is."), says("More of B."), says("A it is.")]
    async with opened(home, ScriptedModel(script)) as running:
        asked = await begun(running)
        await running.do(Say(text="And then?"))
        await running.until(TurnFinished, count=2)
        before = [e.uuid for e in running.core.conversations.current.entries]

        await running.do(ReturnToQuestion(questions_id=asked.questions.id))
        again = await running.until_asked(2)
        assert again.questions.id != asked.questions.id
        assert again.questions.amends == asked.questions.id
        question_id = asked.questions.questions[0].id
        assert again.draft.answers[question_id].option_ids == ("2",)

        await settle_with(running, "1", count=2)
        await running.until(TurnFinished, count=3)

        told = results_in(running, 3)["toolu_01"]
        assert len(told) == 1
        assert "Selected: A" in told[0]
        said = [m.text for m in running.model.requests[3].messages]
        assert not any("More of B" in text or "And then" in text for text in said)
        after = [e.uuid for e in running.core.conversations.current.entries]
        assert after[:2] == before[:2]
        assert not set(after[2:]) & set(before)
        assert len(running.of(ConversationOpened)) == 2, "the window shows the branch"
        (past,) = running.of(HistoryLoaded)[-1].questions
        assert past.questions.id == again.questions.id
        conversation_id = running.core.conversations.current.conversation_id
    async with opened(home) as second:
        assert [e.uuid for e in second.core.conversations.current.entries] == after
        (past,) = second.of(HistoryLoaded)[0].questions
        assert past.questions.id == again.questions.id
        await second.settle()
        assert not second.presented
        stored = await second.core.store.database.read(
            lambda c: [
                row[0]
                for row in c.execute(
                    "SELECT uuid FROM messages WHERE conversation_id = ?", (conversation_id,)
                )
            ]
        )
        assert set(before) <= set(stored)


async def test_going_back_stops_the_turn_under_way(home: Home) -> None:
    gate = asyncio.Event()
    script = [asks(), [*says("B it")[:1], Wait(gate=gate)], says("A it is.")]
    async with opened(home, ScriptedModel(script)) as running:
        await running.do(Say(text="Help me"))
        asked = await settle_with(running)
        await running.until(TextDelta)
        await running.do(ReturnToQuestion(questions_id=asked.questions.id))
        assert running.of(TurnFailed)[0].cancelled
        await settle_with(running, "1", count=2)
        await running.until(TurnFinished)
        assert "Selected: A" in results_in(running, 2)["toolu_01"][0]


async def test_a_return_that_is_cancelled_leaves_everything_as_it_was(home: Home) -> None:
    async with opened(home, ScriptedModel([asks(), says("B it is.")])) as running:
        asked = await begun(running)
        before = [e.uuid for e in running.core.conversations.current.entries]
        await running.do(ReturnToQuestion(questions_id=asked.questions.id))
        again = await running.until_asked(2)
        await running.respond(again.questions, Cancelled())
        await running.settle()
        assert [e.uuid for e in running.core.conversations.current.entries] == before
        assert len(running.model.requests) == 2


async def test_a_return_survives_a_restart_before_it_is_answered(home: Home) -> None:
    async with opened(home, ScriptedModel([asks(), says("B it is.")])) as first:
        asked = await begun(first)
        await first.do(ReturnToQuestion(questions_id=asked.questions.id))
        again = await first.until_asked(2)
    async with opened(home, ScriptedModel([says("A it is.")])) as second:
        assert (await second.until_asked()).questions == again.questions
        await settle_with(second, "1")
        await second.until(TurnFinished)
        assert "Selected: A" in results_in(second, 0)["toolu_01"][0]


async def test_going_back_in_the_middle_of_a_message_keeps_the_results_before_it(
    home: Home,
) -> None:
    second = QUESTION["questions"][0] | {"question": "And which one after that?"}
    calls = [
        uses_tool("current_time", {}, id="toolu_01")[0],
        *uses_tool(ASK, QUESTION, id="toolu_02")[:-1],
        *uses_tool(ASK, {"questions": [second]}, id="toolu_03"),
    ]
    async with opened(home, ScriptedModel([calls, says("B."), says("Now A.")])) as running:
        await running.do(Say(text="Help me"))
        asked = await settle_with(running)
        await settle_with(running, count=2)
        await running.until(TurnFinished)
        old = results_in(running, 1)
        await running.do(ReturnToQuestion(questions_id=asked.questions.id))
        await settle_with(running, "1", count=3)
        await settle_with(running, "2", count=4)
        await running.until(TurnFinished, count=2)
        new = results_in(running, 2)
    assert new["toolu_01"] == old["toolu_01"]
    assert "Selected: A" in new["toolu_02"][0]
    assert "Selected: B" in new["toolu_03"][0]
    assert all(len(told) == 1 for told in new.values())


async def test_going_back_to_a_choice_in_words_sends_another_answer(home: Home) -> None:
    model = ScriptedModel([says(WORDS), says("SQLite."), says("Postgres.")])
    async with opened(home, model) as running:
        asked = await asked_for(running)
        await answer(running)
        await running.until(TurnFinished, count=2)
        await running.do(ReturnToQuestion(questions_id=asked.questions.id))
        await running.until_asked(2)
        await answer(running, "1")
        await running.until(TurnFinished, count=3)
    assert last_words(model.requests[2]) == "1"
    assert [m.text.split("</sent>")[-1] for m in model.requests[2].messages] == [
        "Help me",
        WORDS,
        "1",
    ]


async def test_a_changed_answer_reaches_the_model_as_a_message_with_old_and_new(
    home: Home,
) -> None:
    model = ScriptedModel([asks(), says("B it is."), says("A now."), says("B again.")])
    async with opened(home, model) as running:
        asked = await begun(running)
        await running.do(AmendAnswer(questions_id=asked.questions.id))
        again = await running.until_asked(2)
        assert again.questions.tool_use_id is None
        assert again.draft.answers[asked.questions.questions[0].id].option_ids == ("2",)
        await settle_with(running, "1", count=2)
        await running.until(TurnFinished, count=2)
        assert "Was: B" in last_words(model.requests[2])
        assert "Now: A" in last_words(model.requests[2])
        assert "Selected: B" in results_in(running, 2)["toolu_01"][0]

        await running.do(AmendAnswer(questions_id=asked.questions.id))  # the change is changed
        third = await running.until_asked(3)
        assert third.draft.answers[asked.questions.questions[0].id].option_ids == ("1",)
        await settle_with(running, "2", count=3)
        await running.until(TurnFinished, count=3)
        assert "Was: A" in last_words(model.requests[3])
        assert "Now: B" in last_words(model.requests[3])
        assert running.of(TurnStarted)[-1].text == last_words(model.requests[3])
    async with opened(home) as second:
        history = second.of(HistoryLoaded)[0]
        assert [p.questions.amends is None for p in history.questions] == [True, False, False]
        await second.settle()
        assert not second.of(TurnStarted)


async def test_an_answer_left_as_it_is_sends_nothing(home: Home) -> None:
    async with opened(home, ScriptedModel([asks(), says("B it is.")])) as running:
        asked = await begun(running)
        await running.do(AmendAnswer(questions_id=asked.questions.id))
        await settle_with(running, "2", count=2)
        await running.settle()
        assert len(running.model.requests) == 2


async def test_a_change_waits_for_the_turn_under_way(home: Home) -> None:
    gate = asyncio.Event()
    slow: list[Step] = [*says("B it is.")[:1], Wait(gate=gate), *says("B it is.")[1:]]
    model = ScriptedModel([asks(), slow, says("A now.")])
    async with opened(home, model) as running:
        await running.do(Say(text="Help me"))
        asked = await settle_with(running)
        await running.until(TextDelta)
        await running.do(AmendAnswer(questions_id=asked.questions.id))
        await settle_with(running, "1", count=2)
        await running.settle()
        assert len(model.requests) == 2
        gate.set()
        await running.until(TurnFinished, count=2)
        assert "Now: A" in last_words(model.requests[2])


@pytest.mark.parametrize(
    "text",
    ["Change my answer to question two", "2번 질문 답변 바꿀래요", "我想改第二题的答案"],
)
async def test_saying_so_puts_that_question_again(home: Home, text: str) -> None:
    model = ScriptedModel([asks(call=two_questions()), says("Both B."), says("Fine.")])
    async with opened(home, model) as running:
        asked = await begun(running)
        await running.do(Say(text=text))
        again = await running.until_asked(2)
        assert [q.text for q in again.questions.questions] == ["Which size?"]
        await settle_with(running, "1", count=2)
        await running.until(TurnFinished, count=2)
        told = last_words(model.requests[2])
        assert "Which size?" in told
        assert "Which one?" not in told
        assert "Now: A" in told
        # Both changes count from now on.
        await running.do(AmendAnswer(questions_id=asked.questions.id))
        full = await running.until_asked(3)
        chosen = {q: a.option_ids for q, a in full.draft.answers.items()}
        assert sorted(chosen.values()) == [("1",), ("2",)]


async def test_saying_so_where_nothing_was_answered_is_an_ordinary_message(home: Home) -> None:
    async with opened(home, ScriptedModel([says("Which answer?")])) as running:
        await running.do(Say(text="Change my answer to question two"))
        await running.until(TurnFinished)
        assert not running.of(QuestionAsked)


async def test_a_question_that_does_not_exist_is_told(home: Home) -> None:
    async with opened(home, ScriptedModel([asks(), says("B it is.")])) as running:
        await begun(running)
        await running.do(Say(text="Change my answer to question five"))
        await running.until_notice("question_refused")
        assert len(running.model.requests) == 2


@pytest.mark.parametrize("text", ["Actually, A", "No, wait, the first one.", "아니, 첫 번째"])
async def test_an_answer_just_given_is_corrected_in_words(home: Home, text: str) -> None:
    model = ScriptedModel([asks(), says("B it is."), says("A now."), says("B after all.")])
    async with opened(home, model) as running:
        asked = await begun(running)
        await running.do(Say(text=text))
        await running.until(TurnFinished, count=2)
        assert "Was: B" in last_words(model.requests[2])
        assert "Now: A" in last_words(model.requests[2])
        assert "Selected: B" in results_in(running, 2)["toolu_01"][0]
        changed = running.of(QuestionClosed)[-1]
        assert changed.questions.amends == asked.questions.id
        assert len(running.presented) == 1, "nothing is asked for it"

        await running.do(Say(text="Sorry, I meant the second"))
        await running.until(TurnFinished, count=3)
        assert "Was: A" in last_words(model.requests[3])
        assert "Now: B" in last_words(model.requests[3])
    async with opened(home) as second:
        history = second.of(HistoryLoaded)[0]
        assert [p.questions.amends is None for p in history.questions] == [True, False, False]


async def test_a_spoken_correction_is_kept_as_heard(home: Home) -> None:
    model = ScriptedModel([asks(), says("B it is."), says("A now.")])
    async with opened(home, model) as running:
        await begun(running)
        said = await running.core.conversations.say("Actually, the first", spoken=True)
        assert isinstance(said, SayHandled)
        await running.until(TurnFinished, count=2)
        changed = running.of(QuestionClosed)[-1]
        assert changed.channel is Channel.VOICE
        assert isinstance(changed.response, Answered)
        assert changed.response.provenance.transcript == "Actually, the first"
        assert "Now: A" in last_words(model.requests[2])


async def test_a_correction_is_being_replied_to_once_its_words_are_handled(home: Home) -> None:
    """Input that ends with it, as in a script, ends the program; the reply is waited for then."""
    model = ScriptedModel([asks(), says("B it is."), says("A now.")])
    async with opened(home, model) as running:
        await begun(running)
        await running.core.conversations.say("Actually, the first", spoken=False)
        assert not running.core.conversations.current.is_at_rest
        await running.until(TurnFinished, count=2)


async def test_a_correction_stops_the_reply_to_the_wrong_answer(home: Home) -> None:
    gate = asyncio.Event()
    slow: list[Step] = [*says("B it is.")[:1], Wait(gate=gate), *says("B it is.")[1:]]
    model = ScriptedModel([asks(), slow, says("A now.")])
    async with opened(home, model) as running:
        await running.do(Say(text="Help me"))
        await settle_with(running)
        await running.until(TextDelta)
        await running.do(Say(text="Actually, the first"))
        await running.until(TurnStarted, count=2)
        await running.settle()
        assert "Now: A" in last_words(model.requests[2])
        assert [one.text for one in running.of(TurnFinished)][-1] == "A now."


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        ("B it is.", "Actually, the first time it rained"),
        ("B it is.", "Actually, B"),
        ("B it is.", "The first"),
        ("B it is. By train, or by bus?", "Actually, the first"),
        ("B it is, then:\n1. A train\n2. A bus", "No, the second"),
    ],
)
async def test_words_that_may_mean_something_else_go_to_the_model(
    home: Home, reply: str, text: str
) -> None:
    model = ScriptedModel([asks(), says(reply), says("I see.")])
    async with opened(home, model) as running:
        await begun(running)
        await running.do(Say(text=text))
        await running.until(TurnFinished, count=2)
        assert last_words(model.requests[2]) == text
        assert len(running.of(QuestionAsked)) == 1


async def test_an_answer_is_not_corrected_once_the_user_spoke_of_something_else(
    home: Home,
) -> None:
    model = ScriptedModel([asks(), says("B it is."), says("Sunny."), says("Which first?")])
    async with opened(home, model) as running:
        await begun(running)
        await running.do(Say(text="How is the weather?"))
        await running.until(TurnFinished, count=2)
        await running.do(Say(text="Actually, the first"))
        await running.until(TurnFinished, count=3)
        assert last_words(model.requests[3]) == "Actually, the first"


async def test_several_answers_are_not_corrected_by_words_that_name_none(home: Home) -> None:
    model = ScriptedModel([asks(call=two_questions()), says("Both B."), says("Which one?")])
    async with opened(home, model) as running:
        await begun(running)
        await running.do(Say(text="Actually, the first"))
        await running.until(TurnFinished, count=2)
        assert last_words(model.requests[2]) == "Actually, the first"


async def test_taking_back_goes_back_while_only_words_came_of_it(home: Home) -> None:
    async with opened(home, ScriptedModel([asks(), says("B."), says("A.")])) as running:
        asked = await begun(running)
        await running.do(UndoAnswer(questions_id=asked.questions.id))
        again = await running.until_asked(2)
        assert again.questions.tool_use_id == "toolu_01"
        await settle_with(running, "1", count=2)
        await running.until(TurnFinished, count=2)
        assert "Selected: A" in results_in(running, 2)["toolu_01"][0]


async def test_taking_back_amends_once_a_tool_has_acted(home: Home) -> None:
    script = [asks(), uses_tool("current_time", {}, id="toolu_02"), says("Done."), says("A.")]
    async with opened(home, ScriptedModel(script)) as running:
        asked = await begun(running)
        await running.do(UndoAnswer(questions_id=asked.questions.id))
        again = await running.until_asked(2)
        assert again.questions.tool_use_id is None
        await settle_with(running, "1", count=2)
        await running.until(TurnFinished, count=2)
        assert "Now: A" in last_words(running.model.requests[3])


async def test_taking_back_an_answer_that_is_being_replied_to_stops_the_reply(home: Home) -> None:
    gate = asyncio.Event()
    script = [says(WORDS), [*says("SQL")[:1], Wait(gate=gate)], says("Postgres.")]
    async with opened(home, ScriptedModel(script)) as running:
        asked = await asked_for(running)
        await answer(running)
        await running.until_true(lambda: running.of(TextDelta)[-1].text == "SQL")
        await running.do(UndoAnswer(questions_id=asked.questions.id))
        await running.until_asked(2)
        await answer(running, "1")
        await running.until(TurnFinished, count=2)
        assert last_words(running.model.requests[2]) == "1"


async def test_going_back_takes_along_an_answer_that_waits_still(home: Home) -> None:
    gate = asyncio.Event()
    script = [says(WORDS), [*says("Hm")[:1], Wait(gate=gate)], says("Postgres.")]
    async with opened(home, ScriptedModel(script)) as running:
        asked = await asked_for(running)
        await running.do(Say(text="/hello"))  # a command is no answer
        await running.until_true(lambda: running.of(TextDelta)[-1].text == "Hm")
        await answer(running)
        await running.settle()
        await running.do(ReturnToQuestion(questions_id=asked.questions.id))
        await running.until_asked(2)
        await answer(running, "1")
        await running.until(TurnFinished, count=2)
        assert [e.text for e in running.of(TurnStarted)] == ["Help me", "/hello", "1"]


async def test_a_question_put_off_is_put_again_and_its_answer_is_delivered(home: Home) -> None:
    model = ScriptedModel([asks(), says("Later."), says("B it is.")])
    async with opened(home, model) as running:
        await running.do(Say(text="Help me"))
        asked = await running.until_asked()
        await running.respond(asked.questions, Later(provenance=provenance()))
        await running.until(TurnFinished)
        await running.do(PresentQuestionAgain(questions_id=asked.questions.id))
        await settle_with(running, count=2)
        await running.until(TurnFinished, count=2)
        assert "Selected: B" in last_words(model.requests[2])
        assert len(results_in(running, 2)["toolu_01"]) == 1


@pytest.mark.requirement("Q-LIFE-22")
async def test_a_question_that_timed_out_is_opened_again_and_answered_by_a_message(
    home: Home,
) -> None:
    model = ScriptedModel([asks(), says("No answer."), says("B it is.")])
    async with opened(home, model) as running:
        await running.do(Say(text="Help me"))
        asked = await running.until_asked()
        await running.core.store.questions.settle(
            asked.questions.id,
            status="timeout",
            response_json=TimedOut(after_s=5).model_dump_json(),
            channel=None,
            at=provenance().at,
        )
        with pytest.raises(Exception, match="closed"):
            await settle_with(running)
        await running.until(TurnFinished)
        assert "No answer" in results_in(running, 1)["toolu_01"][0]
        await running.do(ReopenTimedOutQuestion(questions_id=asked.questions.id))
        await settle_with(running, count=2)
        await running.until(TurnFinished, count=2)
        assert "Selected: B" in last_words(model.requests[2])
        told = results_in(running, 2)["toolu_01"]
        assert len(told) == 1
        assert "No answer" in told[0]


async def test_what_cannot_be_done_is_told_kindly(home: Home) -> None:
    def commands(questions_id: str) -> list[Command]:
        return [
            PresentQuestionAgain(questions_id=questions_id),
            ReopenTimedOutQuestion(questions_id=questions_id),
            AmendAnswer(questions_id=questions_id),
            ReturnToQuestion(questions_id=questions_id),
            UndoAnswer(questions_id=questions_id),
        ]

    async with opened(home, ScriptedModel([asks(), says("B it is.")])) as running:
        asked = await begun(running)
        await running.do(NewConversation())
        for command in (*commands("nowhere"), *commands(asked.questions.id)):
            running.events.clear()
            await running.do(command)
            assert (await running.until_notice("question_refused")).text, command
        assert not running.presented


@pytest.mark.requirement("Q-LIFE-38")
async def test_typed_words_answer_the_open_question_first(home: Home) -> None:
    model = ScriptedModel([asks(), says("B it is.")])
    async with opened(home, model) as running:
        await running.do(Say(text="Help me"))
        await running.until_asked()
        await running.do(Say(text="2"))
        await running.until(TurnFinished)
        assert "Selected: B" in results_in(running, 1)["toolu_01"][0]
        assert len(running.of(TurnStarted)) == 1


async def test_a_command_is_never_an_answer(home: Home) -> None:
    async with opened(home, ScriptedModel([asks()])) as running:
        await running.do(Say(text="Help me"))
        await running.until_asked()
        await running.do(Say(text="/help-me-out"))
        assert await running.until_notice("busy")
        assert running.core.desk.pending()


@pytest.mark.requirement("Q-RES-08")
async def test_the_result_is_kept_in_its_structured_form(home: Home) -> None:
    async with opened(home, ScriptedModel([asks(), says("B it is.")])) as running:
        asked = await begun(running)
    async with opened(home) as second:
        entries = second.core.conversations.current.entries
        (entry,) = [e for e in entries if isinstance(e.message.content[0], ToolResultBlock)]
        data = entry.results["toolu_01"]
        assert data["metadata"]["title"] == "AskUserQuestion"
        assert data["metadata"]["subtitle"] == "1 question(s)"
        assert json.loads(data["output"])["type"] == ASK
        structured = data["toolUseResult"]
        assert structured["questions_id"] == asked.questions.id
        (given,) = structured["answers"]
        assert (given["selectedOptions"], given["option_ids"], given["indices"]) == (
            ["B"],
            ["2"],
            [1],
        )
        assert not [n for n in second.of(Notice) if n.severity.value == "error"]
