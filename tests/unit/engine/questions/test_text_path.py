"""A choice in the model's words: held back, asked, answered by the user's next message."""

import asyncio
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from assistant.home import Home
from assistant.llm.messages_api.messages import Block, TextBlock
from assistant.llm.messages_api.model_client import ModelRequest
from assistant.protocol.conversation import Say
from assistant.protocol.conversation_state import ConversationPhase
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.turns import TextDelta, TurnFinished, TurnStarted, UnreadableChoiceFound
from assistant.questions.desk.question_desk import DeskActivity
from assistant.questions.model.question import Cancelled, Later, QuestionRoute, YouDecide
from tests.helpers.engine.running_core import RunningCore, chose, opened, provenance
from tests.helpers.llm.message_rules import faults
from tests.helpers.llm.reactive_model import ReactiveModel
from tests.helpers.llm.scripted_model import ScriptedModel, Step, Wait, says, uses_tool
from tests.helpers.process.database_snapshots import after_each_write
from tests.helpers.questions.presenters import FakePresenter

CHOICE = json.dumps(
    {
        "type": "user_choice",
        "question": "DB 선택?",
        "options": [
            {"id": "1", "label": "Postgres", "description": "server"},
            {"id": "2", "label": "SQLite", "description": "file"},
        ],
    },
    ensure_ascii=False,
)
WORDS = f"Let us begin.\n\n```json\n{CHOICE}\n```"


def in_pieces(text: str, size: int = 7) -> list[str]:
    """Cut a text as a stream would."""
    return [text[n : n + size] for n in range(0, len(text), size)]


async def asked_for(running: RunningCore) -> QuestionAsked:
    """Send the first message and wait for the question."""
    await running.do(Say(text="Help me"))
    return await running.until_asked()


async def answer(running: RunningCore, option: str = "2") -> None:
    """Answer the question that was put last."""
    asked = await running.until_asked()
    first = asked.questions.questions[0]
    await running.respond(asked.questions, chose(asked.questions, **{first.id: option}))


def last_words(request: ModelRequest) -> str:
    """Return what the last message says, without its time."""
    return request.messages[-1].text.split("</sent>")[-1]


@pytest.mark.requirement(
    "TEST-02",
    "Q-EXTRACT-01",
    "Q-EXTRACT-02",
    "Q-EXTRACT-14",
    "Q-EXTRACT-17",
    "Q-EXTRACT-19",
    "Q-LIFE-35",
)
async def test_the_json_is_never_shown_and_the_answer_is_the_next_message(home: Home) -> None:
    model = ScriptedModel([says(WORDS, chunks=in_pieces(WORDS)), says("SQLite it is.")])
    async with opened(home, model) as running:
        presenter = FakePresenter()
        running.core.desk.register(presenter)
        asked = await asked_for(running)
        finished = running.of(TurnFinished)[0]
        assert finished.has_user_choice
        assert "user_choice" not in finished.text
        shown = "".join(e.text for e in running.of(TextDelta))
        assert shown == finished.text
        assert shown.strip() == "Let us begin."
        assert asked.questions.route is QuestionRoute.TEXT
        assert len(asked.questions.id) == 10
        assert asked.questions.questions[0].text == "DB 선택?"
        assert running.core.conversations.state.phase is ConversationPhase.IDLE
        await presenter.presenting()
        await running.settle()
        assert running.core.desk.activity is DeskActivity.WAITING

        presenter.answer(chose(asked.questions, **{asked.questions.questions[0].id: "2"}))
        await running.until(TurnFinished, count=2)
        assert running.core.desk.activity is DeskActivity.WORKING

    assert running.of(TurnStarted)[1].text == "2"
    request = model.requests[1]
    assert last_words(request) == "2"
    assert request.messages[-2].text == WORDS, "the model sees what it wrote"


@pytest.mark.requirement("Q-EXTRACT-18")
async def test_a_reply_of_nothing_but_a_choice_is_not_an_empty_reply(home: Home) -> None:
    async with opened(home, ScriptedModel([says(CHOICE, chunks=in_pieces(CHOICE))])) as running:
        await asked_for(running)
        finished = await running.until(TurnFinished)
        assert (finished.text, finished.has_user_choice) == ("", True)
        assert not running.of(TextDelta)


@pytest.mark.requirement("Q-EXTRACT-01")
async def test_words_that_did_not_come_one_by_one_are_filtered_too(home: Home) -> None:
    whole = says(WORDS)[-2:]
    async with opened(home, ScriptedModel([whole])) as running:
        await asked_for(running)
        assert "".join(e.text for e in running.of(TextDelta)).strip() == "Let us begin."
        assert len(running.presented) == 1


async def test_a_choice_that_cannot_be_asked_is_asked_of_the_model_once_more(home: Home) -> None:
    broken = CHOICE.replace('"options"', '"opzioni"')
    async with opened(home, ScriptedModel([says(broken), says("Never mind.")])) as running:
        await running.do(Say(text="Help me"))
        finished = await running.until(TurnFinished)
        assert finished.text == "Never mind."
        assert not finished.has_user_choice
        (found,) = running.of(UnreadableChoiceFound)
        assert found.text == broken
        await running.settle()
        assert not running.of(QuestionAsked)


async def test_the_first_choice_of_a_turn_is_the_one_that_is_asked(home: Home) -> None:
    other = WORDS.replace("DB 선택?", "Second?")
    script = [uses_tool("current_time", {}, text=WORDS), says(other)]
    async with opened(home, ScriptedModel(script)) as running:
        asked = await asked_for(running)
        await running.settle()
        assert asked.questions.questions[0].text == "DB 선택?"
        assert len(running.presented) == 1


@pytest.mark.parametrize(
    ("closing", "shown"), [("Postgres, then.", "Postgres, then."), (WORDS, "Let us begin.")]
)
@pytest.mark.requirement("Q-ROUND-22")
async def test_each_answer_is_a_round_and_own_words_begin_anew(
    home: Home, closing: str, shown: str
) -> None:
    model = ScriptedModel([*(says(WORDS) for _ in range(11)), says(closing), says(WORDS)])
    async with opened(home, model) as running:
        await asked_for(running)
        for count in range(1, 10):
            assert running.presented[-1].questions.round == count
            await answer(running)
            await running.until_asked(count + 1)
        await answer(running)
        notice = await running.until_notice("question_limit")
        assert "10" in notice.text
        finished = await running.until(TurnFinished, count=11)
        assert not finished.has_user_choice, "nothing waits for an answer"
        assert finished.text.strip().endswith(shown)
        assert "Question limit reached: 10 rounds" in last_words(model.requests[11])
        await running.settle()
        assert len(running.presented) == 10
        await running.do(Say(text="Once more"))
        await running.until_asked(11)
        assert running.presented[-1].questions.round == 1


async def test_the_limit_is_told_where_the_program_ended_before_it_was(home: Home) -> None:
    never = asyncio.Event()
    model = ScriptedModel([*(says(WORDS) for _ in range(11)), [Wait(gate=never)]])
    async with opened(home, model) as running:
        await asked_for(running)
        for count in range(2, 11):
            await answer(running)
            await running.until_asked(count)
        await answer(running)
        await running.until_requested(12)
    async with opened(home, ScriptedModel([says("Good.")])) as again:
        notice = await again.until_notice("question_limit")
        assert "10" in notice.text
        await again.settle()
        assert not again.of(QuestionAsked), "it was one too many before as well"
        await again.do(Say(text="Once more"))
        await again.until(TurnFinished)


async def test_cancelling_sends_nothing_and_leaving_it_to_the_model_does(home: Home) -> None:
    model = ScriptedModel([says(WORDS), says(WORDS), says("I chose.")])
    async with opened(home, model) as running:
        asked = await asked_for(running)
        await running.respond(asked.questions, Cancelled())
        await running.settle()
        assert len(model.requests) == 1
        await running.do(Say(text="Again"))
        asked = await running.until_asked(2)
        await running.respond(asked.questions, YouDecide(provenance=provenance()))
        await running.until(TurnFinished, count=3)
        assert "You decide" in last_words(model.requests[2])


async def test_put_off_it_waits_and_is_not_put_again_by_itself(home: Home) -> None:
    async with opened(home, ScriptedModel([says(WORDS), says("Good.")])) as running:
        asked = await asked_for(running)
        await running.respond(asked.questions, Later(provenance=provenance()))
        await running.settle()
        assert len(running.presented) == 1
        await answer(running)
        await running.until(TurnFinished, count=2)


async def test_a_choice_is_open_again_after_a_restart_and_stays_hidden(home: Home) -> None:
    async with opened(home, ScriptedModel([says(WORDS)])) as first:
        asked = await asked_for(first)
    model = ScriptedModel([says("SQLite it is.")])
    async with opened(home, model) as second:
        again = await second.until_asked()
        assert again.questions == asked.questions
        (history,) = second.of(HistoryLoaded)
        assert history.messages[1].text.strip() == "Let us begin."
        assert second.core.conversations.state.phase is ConversationPhase.IDLE
        await answer(second)
        await second.until(TurnFinished)
    assert last_words(model.requests[0]) == "2"
    async with opened(home) as third:
        (past,) = third.of(HistoryLoaded)[0].questions
        assert past.questions.id == asked.questions.id
        assert past.after == third.of(HistoryLoaded)[0].messages[1].message_id


class Chooser:
    """A model that asks in words and is content with a number."""

    def __call__(self, last: Sequence[Block]) -> list[Step]:
        """Return the reply to the last message."""
        words = "".join(block.text for block in last if isinstance(block, TextBlock))
        return says(WORDS) if words.endswith("Help me") else says("SQLite it is.")


def has_replied(running: RunningCore) -> bool:
    """Whether the model's reply to the answer is the last of the conversation."""
    return running.core.conversations.current.entries[-1].message.text == "SQLite it is."


async def test_after_any_write_a_killed_program_sends_the_answer_once(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with after_each_write(monkeypatch, home, tmp_path / "killed") as copies:
        async with opened(home, ReactiveModel(Chooser())) as running:
            await asked_for(running)
            await answer(running)
            await running.until(TurnFinished, count=2)
    assert len(copies) > 5
    for copy in copies:
        model = ReactiveModel(Chooser())
        async with opened(copy, model) as running:
            await running.settle()
            if running.core.desk.pending():
                await answer(running)
                await running.settle()
            if any(e.answers is not None for e in running.core.conversations.current.entries):
                await running.until_true(partial(has_replied, running))
            entries = running.core.conversations.current.entries
            asked = [
                e for e in entries if e.role == "assistant" and "user_choice" in e.message.text
            ]
            answers = [e for e in entries if e.answers is not None]
            complete = [e for e in asked if not e.partial]
            assert len(answers) == len(complete), copy.root
        for request in model.requests:
            assert faults([message.model_dump() for message in request.messages]) == []


async def test_no_question_of_the_words_is_told_as_closed_twice(home: Home) -> None:
    async with opened(home, ScriptedModel([says(WORDS), says("Good.")])) as running:
        await asked_for(running)
        await answer(running)
        await running.until(TurnFinished, count=2)
        await running.settle()
        assert len(running.of(QuestionClosed)) == 1
        assert not [n for n in running.of(Notice) if n.severity.value == "error"]
