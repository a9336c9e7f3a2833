"""Streams of models that ask in untidy ways: who is asked what, how often, and what is shown."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from typing_extensions import override

from assistant.llm.messages_client import MessagesClient
from assistant.questions.model.question import Answer, Answered, Origin, QuestionSet
from assistant.tools.questions.question_tools import QuestionTools
from assistant.tools.tool import AnsweredQuestions
from tests.helpers.llm.messages_server import MessagesServer
from tests.helpers.questions.builders import by_click
from tests.unit.conversation.conftest import Nobody, Talk

_CASES: Final = Path(__file__).parents[3] / "data" / "questions" / "untidy"


class Chooser(Nobody):
    """Chooses the first option of whatever is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[QuestionSet] = []

    @override
    async def ask(self, questions: QuestionSet, origin: Origin) -> AnsweredQuestions:
        self.asked.append(questions)
        answers = tuple(
            Answer(question_id=one.id, option_ids=(one.options[0].id,))
            for one in questions.questions
        )
        response = Answered(answers=answers, provenance=by_click())
        return AnsweredQuestions(questions=questions, response=response)


def asking(client: MessagesClient) -> tuple[Talk, Chooser]:
    """Return a conversation whose model may ask, and who is asked."""
    talk, chooser = Talk(), Chooser()
    talk.registry.add_all(QuestionTools())
    talk.surroundings = replace(
        talk.surroundings, client=client, questioner=chooser, specs=talk.registry.specs()
    )
    talk.conversation = talk.opened()
    return talk, chooser


def put_script(server: MessagesServer, replies: list[list[dict[str, Any]]]) -> None:
    for parts in replies:
        reply = server.reply()
        for part in parts:
            if "text" in part:
                reply.text(part["text"], chunks=max(1, len(part["text"]) // 7))
            else:
                reply.tool_use(part["tool"], part.get("raw") or part["input"])


def texts(asked: list[QuestionSet]) -> list[str]:
    return [question.text for one in asked for question in one.questions]


SCRIPTS: Final[dict[str, tuple[list[str], list[str], str]]] = {
    "chat_c01_two_asks": (["Which boat?", "Which day?"], [], "Two things. \n\nDone, thank you."),
    "chat_c10_string_input": (["Which boat?"], [], "Done, thank you."),
    "chat_c12_smart_raw": (["Which boat?"], [], "Done, thank you."),
    "chat_c14_text_and_tool": (["Which boat?"], ["Colour?"], "Choose.\n\nDone, thank you."),
    "chat_c15_think": ([], ["Which boat?"], "We need a boat.\n"),
    "chat_c16_toolcall_text": ([], ["Which boat?"], "Let me ask.\n"),
    "chat_c24_numbers": (["How long shall I wait?"], [], "Done, thank you."),
    "chat_c26_missing_text": ([], ["How many people?", "Day?"], ""),
    "chat_c27_both": (["Which boat?"], [], "Choose.\n\nDone, thank you."),
}
"""Asked by a call; asked after the turn; shown."""


@pytest.mark.parametrize("name", SCRIPTS)
async def test_each_question_is_asked_once_and_none_is_shown_as_text(
    name: str, server: MessagesServer, client: MessagesClient
) -> None:
    by_call, after, shown = SCRIPTS[name]
    talk, chooser = asking(client)
    put_script(server, json.loads((_CASES / f"{name}.json").read_text("utf-8")))
    finished = await talk.turn("Help me choose.")

    assert texts(chooser.asked) == by_call
    assert texts([questions for questions, _origin in chooser.choices]) == after
    assert finished.text == shown
    await talk.conversation.aclose()


@pytest.mark.parametrize(
    ("words", "is_asked"),
    [
        ({"question": "Which boat?", "options": ["Rowing boat", "Canoe"]}, False),
        ({"question": "**Which boat**", "options": ["Canoe", "rowing boat"]}, False),
        ({"question": "Which boat?", "options": ["Canoe", "Raft"]}, True),
        ({"question": "Which boat on Sunday?", "options": ["Rowing boat", "Canoe"]}, True),
    ],
)
async def test_the_same_question_is_one_with_the_same_words_and_options(
    words: dict[str, Any], is_asked: bool, server: MessagesServer, client: MessagesClient
) -> None:
    talk, chooser = asking(client)
    call = {"questions": [{"question": "Which boat?", "options": ["Rowing boat", "Canoe"]}]}
    choice = json.dumps({"type": "user_choice", **words})
    text = f"```json\n{choice}\n```\n"
    put_script(
        server,
        [[{"text": text}, {"tool": "ask_user_question", "input": call}], [{"text": "Done."}]],
    )
    await talk.turn("Help me choose.")

    assert texts(chooser.asked) == ["Which boat?"]
    assert bool(chooser.choices) is is_asked
    await talk.conversation.aclose()


async def test_a_model_that_repeats_a_call_that_cannot_be_read_comes_to_an_end(
    server: MessagesServer, client: MessagesClient
) -> None:
    talk, chooser = asking(client)
    unreadable = {"questions": [{"question": "Which boat?", "options": "A or B"}]}
    call: list[dict[str, Any]] = [{"tool": "ask_user_question", "input": unreadable}]
    put_script(server, [call, call, call, [{"text": "Which boat, A or B?"}]])
    finished = await talk.turn("Help me choose.")

    assert finished.text == "Which boat, A or B?"
    assert chooser.asked == []
    assert len(server.requests) == 4
    await talk.conversation.aclose()
