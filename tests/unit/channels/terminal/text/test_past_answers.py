"""Answers that were given in the terminal: the list, and what has one of it changed."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from assistant.channels.terminal.chat.command_handler import SlashCommandHandler
from assistant.channels.terminal.console.output import PlainOutput
from assistant.channels.terminal.text.past_answers import past_answer_lines
from assistant.channels.terminal.text.slash_commands import parse_slash
from assistant.protocol.commands import Command
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.questions import (
    AmendAnswer,
    AnswersListed,
    ListAnswers,
    PastAnswer,
    ReturnToQuestion,
)
from assistant.questions.model.question import QuestionRoute, Response, TimedOut
from tests.helpers.engine.running_core import chose
from tests.helpers.questions.builders import choice, question_set

NOW = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)
OPENED = ConversationOpened(conversation_id="c", resumed=False, model="m")


def answered(id: str, response: Response | None = None) -> PastAnswer:
    questions = question_set(
        choice("A", "B", id="q", header="Letter", text="Which one?"), id=id
    ).model_copy(update={"route": QuestionRoute.TOOL})
    return PastAnswer(
        questions=questions,
        response=response or chose(questions, q="2"),
        asked_at=NOW - timedelta(minutes=5),
    )


def test_an_answer_is_listed_with_number_question_choice_and_age() -> None:
    listed = AnswersListed(
        answers=(answered("a"), answered("b", TimedOut(after_s=3))), listed_at=NOW
    )
    assert list(past_answer_lines(listed)) == [
        "  1  Which one?",
        "     ✔ Letter: B · 5 min",
        "  2  Which one?",
        "     Nobody answered in time. Nothing was chosen. · 5 min · only “back”",
    ]


class Talk:
    """Commands, and an engine that lists these answers when it is asked."""

    def __init__(self, *answers: PastAnswer) -> None:
        self.answers: Sequence[PastAnswer] = answers
        self.asked: list[Command] = []
        self.written: list[str] = []
        self.commands = SlashCommandHandler(
            page=PlainOutput(write=self.written.append), submit=self._submit, leave=lambda: None
        )

    async def _submit(self, command: Command) -> None:
        if isinstance(command, ListAnswers):
            self.commands(AnswersListed(answers=tuple(self.answers), listed_at=NOW))
        else:
            self.asked.append(command)

    async def do(self, *lines: str) -> str:
        """Carry out lines; returns what the last one showed."""
        for line in lines:
            self.written.clear()
            given = parse_slash(line)
            assert given is not None
            await self.commands.do(given)
        return "".join(self.written)


@pytest.mark.requirement("Q-ROUND-18")
@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        (["/answers", "/answers 2"], AmendAnswer(questions_id="b")),
        (["/answers 1"], AmendAnswer(questions_id="a")),
        (["/answers", "/answers 2 back"], ReturnToQuestion(questions_id="b")),
        (["/answers 3 back"], ReturnToQuestion(questions_id="late")),
    ],
)
async def test_a_number_has_an_answer_of_the_list_changed(lines: list[str], asked: Command) -> None:
    talk = Talk(answered("a"), answered("b"), answered("late", TimedOut(after_s=3)))
    await talk.do(*lines)
    assert talk.asked == [asked]


async def test_a_number_means_the_list_that_was_seen_in_this_conversation() -> None:
    talk = Talk(answered("a"), answered("b"))
    await talk.do("/answers")
    talk.answers = talk.answers[1:]
    await talk.do("/answers 1")
    talk.commands(OPENED)
    await talk.do("/answers 1")
    assert talk.asked == [AmendAnswer(questions_id="a"), AmendAnswer(questions_id="b")]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/answers 2", "/answers lists"),
        ("/answers 0", "/answers lists"),
        ("/answers x", "/answers lists"),
        ("/answers 1", "/answers 1 back"),
        ("/answers 1 forth", "/answers 1 back"),
    ],
)
async def test_what_cannot_be_done_is_told(line: str, said: str) -> None:
    talk = Talk(answered("late", TimedOut(after_s=3)))
    assert said in await talk.do(line)
    assert talk.asked == []


async def test_that_nothing_was_answered_is_told() -> None:
    shown = await Talk().do("/answers")
    assert shown == "You have not answered a question in this conversation.\n"
