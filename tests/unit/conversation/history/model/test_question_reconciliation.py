"""Questions laid against messages: what the model has not got, and what belongs where."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from assistant.conversation.history.message_history import HistoryEntry
from assistant.conversation.history.model.question_reconciliation import (
    AnswerBranch,
    AnswerMessage,
    QuestionReconciliation,
    acted_since,
)
from assistant.conversation.history.model.stored_question import (
    QuestionRole,
    StoredQuestion,
    amendment_origin,
    as_amendment,
    as_return,
    draft_of,
    merged,
    read_record,
)
from assistant.llm.messages_api.messages import Block, TextBlock, ToolResultBlock, ToolUseBlock
from assistant.llm.messages_api.messages import Message as Sent
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Dependency,
    Draft,
    Later,
    Method,
    Origin,
    Provenance,
    Purpose,
    QuestionRoute,
    QuestionSet,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.response_text import stored_status, structured_result
from assistant.storage.model.records import QuestionRecord
from tests.helpers.questions.builders import choice, question_set

START = datetime(2026, 3, 1, tzinfo=UTC)
HERE = Provenance(channel=Channel.DESKTOP, method=Method.CLICK, at=START)
SET = question_set(choice(id="db"), choice(id="size")).model_copy(
    update={"id": "q", "tool_use_id": "c1"}
)
QUESTION_TOOL = frozenset({"ask_user_question"})


def chose(**ids: str) -> Answered:
    """Return an answer with one option a question."""
    answers = tuple(Answer(question_id=q, option_ids=(option,)) for q, option in ids.items())
    return Answered(answers=answers, provenance=HERE)


ONES, TWOS = chose(db="1", size="1"), chose(db="2", size="2")


@dataclass
class Told:
    """A conversation under construction; every message and question is a second later."""

    entries: list[HistoryEntry] = field(default_factory=list[HistoryEntry])
    questions: list[StoredQuestion] = field(default_factory=list[StoredQuestion])
    seconds: int = 0

    @property
    def now(self) -> datetime:
        """Return the next moment."""
        self.seconds += 1
        return START + timedelta(seconds=self.seconds)

    def say(self, *content: Block, turn: str = "t", answers: str | None = None) -> HistoryEntry:
        """Add a message: the model's if it has calls or comes after the user's."""
        calls = any(isinstance(block, ToolUseBlock) for block in content)
        results = any(isinstance(block, ToolResultBlock) for block in content)
        after_person = bool(self.entries) and self.entries[-1].role == "user"
        is_model = calls or (after_person and not results)
        entry = HistoryEntry(
            uuid=str(len(self.entries)),
            parent_uuid=self.entries[-1].uuid if self.entries else None,
            turn_id=turn,
            message=Sent(role="assistant" if is_model else "user", content=content),
            created_at=self.now,
            answers=answers,
        )
        self.entries.append(entry)
        return entry

    def result(self, questions: QuestionSet, response: Response, *, turn: str = "t") -> None:
        """Add the result that tells the model a response."""
        call = questions.tool_use_id or ""
        entry = self.say(ToolResultBlock(tool_use_id=call, content="told"), turn=turn)
        data: dict[str, Any] = {"toolUseResult": structured_result(questions, response)}
        self.entries[-1] = replace(entry, results={call: data})

    def ask(
        self,
        questions: QuestionSet = SET,
        response: Response | None = None,
        *,
        turn: str | None = "t",
    ) -> StoredQuestion:
        """Add a question, settled with a response if there is one."""
        status = "pending" if response is None else stored_status(response)
        asked_at = self.now
        question = StoredQuestion(
            questions=questions,
            origin=Origin(channel=Channel.DESKTOP, conversation_id="c", turn_id=turn),
            draft=Draft(),
            status=status,
            response=response,
            asked_at=asked_at,
            settled_at=None if response is None else self.now,
            channel=Channel.DESKTOP,
        )
        self.questions.append(question)
        return question

    @property
    def asked(self) -> QuestionReconciliation:
        """The questions against the messages."""
        return QuestionReconciliation(questions=self.questions, entries=self.entries)

    @property
    def due(self) -> list[tuple[str, str]]:
        """The answers the model has not got: kind and id."""
        return [
            ("branch", due.copy.id)
            if isinstance(due, AnswerBranch)
            else ("message", due.questions_id)
            for due in self.asked.due()
        ]


def text(words: str = "x") -> TextBlock:
    """Return words."""
    return TextBlock(text=words)


def call(call_id: str = "c1", name: str = "ask_user_question") -> ToolUseBlock:
    """Return a tool call."""
    return ToolUseBlock(id=call_id, name=name, input={})


@pytest.fixture
def told() -> Told:
    """The user asked for something."""
    told = Told()
    told.say(text("Help me"))
    return told


def answered_call(told: Told, response: Response = ONES) -> StoredQuestion:
    """Add a call, its question and the result."""
    told.say(call())
    question = told.ask(SET, response)
    told.result(SET, response)
    told.say(text("Done."))
    return question


@pytest.mark.parametrize(
    ("in_result", "in_store", "is_due"),
    [
        (ONES, ONES, False),
        (YouDecide(provenance=HERE), YouDecide(provenance=HERE), False),
        (Later(provenance=HERE), ONES, True),
        (TimedOut(after_s=1), ONES, True),
        (TimedOut(after_s=1), TimedOut(after_s=1), False),
        (Cancelled(), Cancelled(), False),
    ],
)
def test_an_answer_is_due_if_it_came_after_its_result(
    told: Told, in_result: Response, in_store: Response, is_due: bool
) -> None:
    told.say(call())
    told.ask(SET, in_store)
    told.result(SET, in_result)
    told.say(text())
    assert told.due == ([("message", "q")] if is_due else [])
    told.say(text(), answers="q")
    assert told.due == []


def test_a_call_without_result_is_not_answered_by_a_message(told: Told) -> None:
    told.say(call())
    told.ask(SET, ONES)
    assert told.due == []
    assert told.asked.is_pending_call("c1")


CHOICE = SET.model_copy(update={"route": QuestionRoute.TEXT, "tool_use_id": None})


@pytest.mark.parametrize(
    ("response", "is_due"),
    [(ONES, True), (YouDecide(provenance=HERE), True), (Cancelled(), False), (None, False)],
)
def test_the_answer_to_a_choice_is_a_message(
    told: Told, response: Response | None, is_due: bool
) -> None:
    told.say(text("Choose."))
    told.ask(CHOICE, response)
    assert told.due == ([("message", "q")] if is_due else [])


def test_nothing_is_due_for_a_question_of_another_branch(told: Told) -> None:
    told.ask(CHOICE, ONES, turn="left")
    told.ask(SET.model_copy(update={"id": "r", "tool_use_id": "gone"}), ONES)
    assert told.due == []
    assert told.asked.past() == ()


def amend(told: Told, question: StoredQuestion, response: Response, id: str) -> StoredQuestion:
    """Add an amendment."""
    copy = as_amendment(question, questions_id=id)
    stored = told.ask(copy, response, turn=amendment_origin(question.origin).turn_id)
    assert stored.role is QuestionRole.AMENDMENT
    return stored


def test_each_change_is_told_against_the_one_before(told: Told) -> None:
    question = answered_call(told, ONES)
    amend(told, question, TWOS, "a1")
    amend(told, question, TWOS, "a2")  # nothing changed
    amend(told, question, ONES, "a3")
    assert told.due == [("message", "a1"), ("message", "a3")]
    first, second = told.asked.due()
    assert isinstance(first, AnswerMessage)
    assert isinstance(second, AnswerMessage)
    assert first.text.count("Was:") == 2
    assert first.text != second.text
    assert told.asked.standing(question) == ONES


def test_a_change_of_one_question_leaves_the_others(told: Told) -> None:
    question = answered_call(told, ONES)
    copy = as_amendment(question, questions_id="a", only=("size",))
    assert [q.id for q in copy.questions] == ["size"]
    told.ask(copy, chose(size="2"), turn=None)
    standing = told.asked.standing(question)
    assert draft_of(standing) == draft_of(chose(db="1", size="2"))
    ((kind, _id),) = told.due
    assert kind == "message"


def test_what_depends_on_a_changed_question_is_asked_again_with_it(told: Told) -> None:
    first, second = SET.questions
    third = choice(id="third").model_copy(
        update={"depends_on": Dependency(question_id="size", option_ids=("1",))}
    )
    question = told.ask(SET.model_copy(update={"questions": (first, second, third)}), ONES)
    assert [q.id for q in as_amendment(question, questions_id="a", only=("size",)).questions] == [
        "size",
        "third",
    ]
    alone = as_amendment(question, questions_id="a", only=("third",)).questions
    assert [(q.id, q.depends_on) for q in alone] == [("third", None)]


def go_back(told: Told, question: StoredQuestion, response: Response | None, id: str) -> None:
    """Add a return."""
    stored = told.ask(as_return(question, questions_id=id), response)
    assert stored.role is QuestionRole.RETURN


def test_a_return_that_was_answered_is_a_branch_until_its_result_is_there(told: Told) -> None:
    question = answered_call(told)
    go_back(told, question, Cancelled(), "r0")
    assert told.due == []
    go_back(told, question, TWOS, "r1")
    assert told.due == [("branch", "r1")]
    del told.entries[2:]
    told.result(told.questions[-1].questions, TWOS)
    assert told.due == []
    (past,) = told.asked.past()
    assert past.questions.id == "r1"
    assert past.settled_at == told.questions[-1].settled_at is not None
    assert told.asked.base(question).id == "r1"
    assert told.asked.standing(question) == TWOS


def test_only_the_last_return_counts(told: Told) -> None:
    question = answered_call(told)
    go_back(told, question, TWOS, "r1")
    go_back(told, question, chose(db="2", size="1"), "r2")
    assert told.due == [("branch", "r2")]


def test_a_return_to_a_choice_replaces_its_answer(told: Told) -> None:
    told.say(text("Choose."))
    question = told.ask(CHOICE, ONES)
    go_back(told, question, TWOS, "r")
    assert told.due == [("branch", "r")], "the first answer is not sent any more"
    told.say(text("2"), answers="r")
    assert told.due == []


def test_rounds_are_counted_from_the_persons_own_words(told: Told) -> None:
    answered_call(told)
    told.say(text("2"), answers="other", turn="u")
    told.say(call("c2"), turn="u")
    told.ask(SET.model_copy(update={"id": "q2", "tool_use_id": "c2"}), ONES, turn="u")
    assert told.asked.rounds_used() == 1, "the second is open, its call counts it again"
    told.result(SET.model_copy(update={"id": "q2", "tool_use_id": "c2"}), ONES, turn="u")
    assert told.asked.rounds_used() == 2
    told.say(text("ok"), turn="u")
    told.say(text("My own words"), turn="v")
    assert told.asked.rounds_used() == 0


CHOSEN_IN_WORDS = json.dumps(
    {"type": "user_choice", "question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}
)


def test_a_choice_that_a_call_beside_it_asks_is_not_put_after_a_restart(told: Told) -> None:
    same = {"questions": [{"question": "Which?", "options": ["B", "A"]}]}
    asking = ToolUseBlock(id="q", name="ask_user_question", input=same)
    told.say(text(CHOSEN_IN_WORDS), asking)
    told.say(ToolResultBlock(tool_use_id="q", content="A"))
    told.say(text("A it is."))
    assert told.asked.find_unasked_choice(source="model") is None


def test_a_choice_that_was_never_put_is_found_once(told: Told) -> None:
    told.say(text(f"Well.\n{CHOSEN_IN_WORDS}"))
    found = told.asked.find_unasked_choice(source="model")
    assert found is not None
    turn_id, questions = found
    assert (turn_id, questions.questions[0].text) == ("t", "Which?")
    told.ask(questions)
    assert told.asked.find_unasked_choice(source="model") is None


@pytest.mark.parametrize(
    ("changes", "is_found"),
    [
        ({}, True),
        ({"ended": True}, False),
        ({"partial": True}, False),
        ({"message": Sent(role="assistant", content=(call("c9", "clock"),))}, False),
    ],
    ids=["whole", "stopped", "cut off", "goes on"],
)
def test_a_choice_before_a_call_is_put_once_its_turn_is_whole(
    told: Told, changes: dict[str, Any], is_found: bool
) -> None:
    told.say(text(CHOSEN_IN_WORDS), call("c1", "clock"))
    told.say(ToolResultBlock(tool_use_id="c1", content="Noon."))
    assert told.asked.find_unasked_choice(source="model") is None
    told.say(text("It is noon."))
    told.entries[-1] = replace(told.entries[-1], **changes)
    assert (told.asked.find_unasked_choice(source="model") is not None) == is_found


def test_a_choice_that_the_model_gave_up_is_not_put(told: Told) -> None:
    told.say(text(CHOSEN_IN_WORDS))
    last = told.entries[-1]
    told.entries.append(
        replace(last, uuid="again", message=Sent(role="assistant", content=(text("A, then."),)))
    )
    assert told.asked.find_unasked_choice(source="model") is None


def test_a_choice_that_the_user_went_on_from_is_not_put(told: Told) -> None:
    told.say(text(CHOSEN_IN_WORDS))
    told.say(text("Never mind"), turn="u")
    assert told.asked.find_unasked_choice(source="model") is None


def test_results_before_a_call_are_those_of_its_message(told: Told) -> None:
    told.say(call("c0", "clock"), call("c1"), call("c2"))
    question = told.ask(SET, ONES)
    told.say(*(ToolResultBlock(tool_use_id=c, content=c) for c in ("c0", "c1", "c2")))
    before = told.asked.results_before(question)
    assert {key: result.content for key, result in before.items()} == {"c0": "c0"}


@pytest.mark.parametrize(
    ("after", "acted"),
    [
        ([], False),
        ([[call("c2")]], False),
        ([[call("c2", "clock")]], True),
        ([[text("And now?")]], True),
    ],
)
def test_whether_more_than_words_came_of_an_answer(
    told: Told, after: Sequence[Sequence[Block]], acted: bool
) -> None:
    question = answered_call(told)
    for content in after:
        told.say(*content)
    assert acted_since(told.asked, question, QUESTION_TOOL) is acted


def test_a_tool_after_the_question_in_the_same_message_has_acted(told: Told) -> None:
    told.say(call("c1"), call("c2", "clock"))
    question = told.ask(SET, ONES)
    told.result(SET, ONES)
    assert acted_since(told.asked, question, QUESTION_TOOL)


def test_an_amendment_that_is_not_an_answer_stands_for_itself() -> None:
    question = Told().ask(SET, YouDecide(provenance=HERE), turn=None)
    assert merged(SET, ONES, question) == YouDecide(provenance=HERE)


@pytest.mark.parametrize(
    ("update", "role"),
    [
        ({}, QuestionRole.CALL),
        ({"route": QuestionRoute.TEXT, "tool_use_id": None}, QuestionRole.CHOICE),
        ({"route": QuestionRoute.PROGRAM, "tool_use_id": None}, QuestionRole.OTHER),
        ({"tool_use_id": None}, QuestionRole.OTHER),
        ({"purpose": Purpose.CONFIRM}, QuestionRole.OTHER),
        ({"amends": "q0"}, QuestionRole.RETURN),
    ],
)
def test_a_question_has_one_role(update: dict[str, Any], role: QuestionRole) -> None:
    assert Told().ask(SET.model_copy(update=update)).role is role


def record(**changes: Any) -> QuestionRecord:
    """Return a stored question."""
    values: dict[str, Any] = {
        "questions_id": "q",
        "conversation_id": "c",
        "tool_use_id": "c1",
        "questions_json": SET.model_dump_json(),
        "origin_json": Origin(channel=Channel.DESKTOP, conversation_id="c").model_dump_json(),
        "draft_json": "{}",
        "status": "pending",
        "response_json": None,
        "asked_at": START,
        "deadline": START + timedelta(seconds=9),
        "settled_at": None,
        "channel": None,
    }
    return QuestionRecord(**{**values, **changes})


def test_a_record_is_read_and_a_time_out_without_response_is_one() -> None:
    read = read_record(record())
    assert read is not None
    assert (read.questions, read.status, read.response) == (SET, "pending", None)
    expired = read_record(record(status="timeout"))
    assert expired is not None
    assert expired.response == TimedOut(after_s=9)


@pytest.mark.parametrize(
    "changes",
    [{"questions_json": "{"}, {"response_json": "{}"}, {"origin_json": "[]"}, {"channel": "fax"}],
)
def test_a_record_that_cannot_be_read_is_none(changes: dict[str, Any]) -> None:
    assert read_record(record(**changes)) is None
