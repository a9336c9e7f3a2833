"""Questions without an answer in the terminal: the list, and what opens one of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest

from assistant.channels.terminal.chat.command_handler import SlashCommandHandler
from assistant.channels.terminal.console.output import PlainOutput
from assistant.channels.terminal.text.slash_commands import parse_slash
from assistant.channels.terminal.text.unanswered_questions import list_lines, reopening
from assistant.protocol.commands import Command
from assistant.protocol.history import (
    ConversationsListed,
    ConversationSummary,
    ListConversations,
    OpenConversation,
)
from assistant.protocol.questions import (
    ListQuestions,
    PresentQuestionAgain,
    QuestionsListed,
    QuestionStanding,
    ReopenTimedOutQuestion,
    UnansweredQuestion,
)
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Answer, Channel, Draft, Origin
from tests.helpers.questions.builders import choice, question_set

NOW = datetime(2026, 1, 2, 12, 0, tzinfo=UTC)


def unanswered(
    id: str = "s",
    *,
    standing: QuestionStanding = QuestionStanding.PUT_OFF,
    age_s: float = 300,
    source: str = "",
    turn_id: str | None = None,
) -> UnansweredQuestion:
    questions = question_set(choice("A", "B", text="Which one?"), id=id)
    return UnansweredQuestion(
        questions=questions.model_copy(update={"source": source}),
        origin=Origin(channel=Channel.TERMINAL, conversation_id="c", turn_id=turn_id),
        asked_at=NOW - timedelta(seconds=age_s),
        standing=standing,
    )


def listed(*questions: UnansweredQuestion) -> QuestionsListed:
    return QuestionsListed(questions=questions, listed_at=NOW)


@pytest.mark.requirement("Q-LIFE-06", "Q-LIFE-15")
@pytest.mark.parametrize(
    ("one", "facts"),
    [
        (unanswered(), "put off · 5 min · the assistant"),
        (unanswered(standing=QuestionStanding.OPEN, age_s=3), "open · just now · the assistant"),
        (
            unanswered(standing=QuestionStanding.TIMED_OUT, age_s=7200, source="calendar"),
            "time ran out · 2 h · calendar",
        ),
        (
            unanswered(standing=QuestionStanding.HELD),
            "waits for another answer · 5 min · the assistant",
        ),
    ],
)
def test_a_question_is_listed_with_number_standing_age_and_sender(
    one: UnansweredQuestion, facts: str
) -> None:
    lines = [("  1  Which one?", None), (f"     {facts}", None)]
    assert list(list_lines(listed(one))) == lines


def test_a_program_that_asks_is_listed_with_its_mark() -> None:
    asker = Asker(agent="Codex", project="api")
    one = unanswered()
    one = replace(one, questions=one.questions.model_copy(update={"asker": asker}))
    facts = "     put off · 5 min · Codex · api", asker.mark
    assert list(list_lines(listed(one)))[1] == facts


def test_a_form_is_listed_with_how_much_of_it_is_answered() -> None:
    questions = question_set(
        choice("A", "B", id="a", text="First?"), choice("A", "B", id="b", text="Second?")
    )
    draft = Draft(answers={"a": Answer(question_id="a", option_ids=("1",))})
    one = UnansweredQuestion(
        questions=questions,
        origin=Origin(channel=Channel.TERMINAL, conversation_id="c"),
        asked_at=NOW,
        standing=QuestionStanding.PUT_OFF,
        draft=draft,
    )
    assert "●○ 1/2" in list(list_lines(listed(one)))[1][0]


@pytest.mark.parametrize(
    ("standing", "command"),
    [
        (QuestionStanding.OPEN, PresentQuestionAgain(questions_id="s")),
        (QuestionStanding.PUT_OFF, PresentQuestionAgain(questions_id="s")),
        (QuestionStanding.TIMED_OUT, ReopenTimedOutQuestion(questions_id="s")),
        (QuestionStanding.HELD, None),
    ],
)
def test_what_opens_a_question_depends_on_where_it_stands(
    standing: QuestionStanding, command: Command | None
) -> None:
    assert reopening(unanswered(standing=standing)) == command


@dataclass
class Talk:
    """Commands, and an engine that lists these questions when it is asked."""

    questions: Sequence[UnansweredQuestion] = ()
    asked: list[Command] = field(default_factory=list[Command])
    written: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self.commands = SlashCommandHandler(
            page=PlainOutput(write=self.written.append),
            submit=self._submit,
            leave=lambda: None,
        )

    async def _submit(self, command: Command) -> None:
        match command:
            case ListQuestions():
                self.commands(listed(*self.questions))
            case ListConversations():
                title = ConversationSummary(
                    conversation_id="c1", title="T", updated_at=NOW, model="m",
                    workspace="w", agent="a",
                )  # fmt: skip
                self.commands(ConversationsListed(conversations=(title,), current="c0"))
            case _:
                self.asked.append(command)

    async def do(self, *lines: str) -> None:
        for line in lines:
            given = parse_slash(line)
            assert given is not None
            await self.commands.do(given)

    @property
    def text(self) -> str:
        return "".join(self.written)


TWO = (unanswered("a"), unanswered("b", standing=QuestionStanding.TIMED_OUT))


@pytest.mark.requirement("Q-LIFE-06", "Q-LIFE-15")
@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        (["/questions", "/questions 2"], ReopenTimedOutQuestion(questions_id="b")),
        (["/questions", "/open 1"], PresentQuestionAgain(questions_id="a")),
        (["/questions 1"], PresentQuestionAgain(questions_id="a")),
        (["/questions", "/history", "/open 1"], OpenConversation(conversation_id="c1")),
        (["/history", "/questions", "/open 2"], ReopenTimedOutQuestion(questions_id="b")),
    ],
)
async def test_a_number_asks_a_question_of_the_list_again(lines: list[str], asked: Command) -> None:
    talk = Talk(questions=TWO)
    await talk.do(*lines)
    assert talk.asked == [asked]


async def test_a_number_means_the_list_that_was_seen() -> None:
    talk = Talk(questions=TWO)
    await talk.do("/questions")
    talk.questions = TWO[1:]
    await talk.do("/questions 1")
    assert talk.asked == [PresentQuestionAgain(questions_id="a")]


@pytest.mark.parametrize("line", ["/questions 3", "/questions x", "/questions 0"])
async def test_a_number_that_is_not_in_the_list_is_told(line: str) -> None:
    talk = Talk(questions=TWO)
    await talk.do(line)
    assert talk.asked == []
    assert "/questions 2" in talk.text


async def test_a_question_that_waits_for_another_is_not_asked() -> None:
    talk = Talk(questions=[unanswered(standing=QuestionStanding.HELD)])
    await talk.do("/questions 1")
    assert talk.asked == []
    assert "waits for the answer to another" in talk.text


async def test_that_there_is_no_question_is_told() -> None:
    talk = Talk()
    await talk.do("/questions")
    assert talk.text == "No question waits for an answer.\n"


@pytest.mark.requirement("Q-LIFE-15")
async def test_at_the_start_questions_are_told_that_nothing_shows() -> None:
    talk = Talk(questions=[*TWO, unanswered("c", standing=QuestionStanding.OPEN)])
    await talk.commands.tell_unanswered()
    assert talk.text == "Questions without an answer: 2. /questions lists them.\n"


async def test_at_the_start_nothing_is_told_where_nothing_waits() -> None:
    talk = Talk(questions=[unanswered(standing=QuestionStanding.OPEN)])
    await talk.commands.tell_unanswered()
    assert talk.text == ""


async def test_at_the_start_a_turn_that_goes_on_asks_its_questions_by_itself() -> None:
    talk = Talk(questions=[unanswered("a", turn_id="t"), unanswered("b", turn_id="u")])
    await talk.commands.tell_unanswered(turn_id="t")
    assert talk.text == "Questions without an answer: 1. /questions lists them.\n"
