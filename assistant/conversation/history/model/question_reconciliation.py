"""Compares the stored questions of a conversation with a branch of its messages. Pure.

Questions and messages are stored in separate transactions, so after a crash one may be ahead of the
other. This module reports what is still to be done: answers that the model has not received, a
choice that was never asked, and the number of rounds used. Once that is done it reports nothing,
so each answer arrives exactly once.

A question belongs to the message that asked it, its *anchor*. Changing an answer asks a copy of the
question: an *amendment* keeps the history and adds a message, a *return* starts a new branch at the
anchor.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from assistant.conversation.history.message_history import HistoryEntry
from assistant.conversation.history.model.embedded_choice import (
    EmbeddedChoiceFilter,
    is_asked_by_call,
)
from assistant.conversation.history.model.stored_question import (
    STORED_PRECISION,
    QuestionRole,
    StoredQuestion,
    is_same,
    merged,
)
from assistant.conversation.history.model.unfinished_turn import (
    calls_of,
    find_unfinished_turn,
    results_of,
)
from assistant.llm.messages_api.messages import ToolResultBlock
from assistant.protocol.messages import PastQuestion
from assistant.protocol.questions import PastAnswer
from assistant.questions.model.answer_revision import can_go_back
from assistant.questions.model.inline_choice_response import render_text_answer
from assistant.questions.model.question import QuestionSet, Response
from assistant.questions.model.response_text import (
    ResultStyle,
    render_amendment,
    render_tool_result,
)
from assistant.tools.tool import ToolResult

_OPEN_OUTCOMES: Final = frozenset({"later", "timeout"})
"""Outcomes in a tool result after which the answer may still come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerMessage:
    """An answer that the model is to get as a message of the user's."""

    questions_id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerBranch:
    """An answer with which the conversation goes on from an earlier point."""

    copy: StoredQuestion
    anchor: str
    """Id of the message that asked."""
    text: str
    """The message that answers a choice; empty if a tool result answers."""


DueDelivery = AnswerMessage | AnswerBranch


@dataclass(frozen=True, slots=True, kw_only=True)
class JustAnswered:
    """A set that was answered, and what the assistant said since."""

    question: StoredQuestion
    replies: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class QuestionReconciliation:
    """The questions of a conversation against one branch of it."""

    questions: Sequence[StoredQuestion]
    """In the order they were asked."""
    entries: Sequence[HistoryEntry]
    """Oldest first."""
    style: ResultStyle = "list"
    """How answers are written for the model."""
    counted: frozenset[str] = frozenset()
    """Ids of copies that are taken as answered on this branch, which is about to be so."""

    @cached_property
    def _by_id(self) -> Mapping[str, StoredQuestion]:
        return {question.id: question for question in self.questions}

    @cached_property
    def _delivered(self) -> frozenset[str]:
        """Ids of the questions that a user message answers."""
        return frozenset(entry.answers for entry in self.entries if entry.answers is not None)

    @cached_property
    def _outcomes(self) -> Mapping[str, str]:
        """Outcomes that tool results gave the model, by questions id."""
        outcomes: dict[str, str] = {}
        for entry in self.entries:
            for data in entry.results.values():
                result: Mapping[str, object] = data.get("toolUseResult", {})
                outcomes[str(result.get("questions_id"))] = str(result.get("outcome"))
        return outcomes

    # Where questions belong.

    def find(self, questions_id: str) -> StoredQuestion | None:
        return self._by_id.get(questions_id)

    def root(self, question: StoredQuestion) -> StoredQuestion:
        """The question that the model asked, of which this may be a copy of a copy."""
        seen = {question.id}
        while (before := self._by_id.get(question.questions.amends or "")) is not None:
            if before.id in seen:
                break
            seen.add(before.id)
            question = before
        return question

    def base(self, question: StoredQuestion) -> StoredQuestion:
        """What amendments of this question change: the last one put on this branch."""
        root = self.root(question)
        if question.role is QuestionRole.RETURN and self._is_applied(question):
            return question
        returns = [
            q
            for q in self.questions
            if q.role is QuestionRole.RETURN and self.root(q).id == root.id and self._is_applied(q)
        ]
        return returns[-1] if returns else root

    def anchor(self, question: StoredQuestion) -> HistoryEntry | None:
        """The message that asked; None if it is not on this branch."""
        root = self.root(question)
        turn_id, call = root.origin.turn_id, root.questions.tool_use_id
        of_turn = [
            e
            for e in self.entries
            if e.role == "assistant" and e.turn_id == turn_id and not e.partial
        ]
        if call is None:
            return of_turn[-1] if of_turn and root.role is QuestionRole.CHOICE else None
        asking = [e for e in of_turn if any(c.id == call for c in calls_of(e))]
        earlier = [e for e in asking if e.created_at <= root.asked_at + STORED_PRECISION]
        return (earlier or asking or [None])[-1]

    def is_pending_call(self, tool_use_id: str) -> bool:
        """Whether the turn was interrupted before this call had its result."""
        interruption = find_unfinished_turn(self.entries)
        return interruption is not None and tool_use_id in interruption.open_calls

    def result(self, question: StoredQuestion) -> ToolResultBlock | None:
        """Result of the call that asked, on this branch."""
        anchor = self.anchor(question)
        answer = None if anchor is None else self._after(anchor)
        if answer is None:
            return None
        return next(
            (
                block
                for block in answer.message.content
                if isinstance(block, ToolResultBlock)
                and block.tool_use_id == question.questions.tool_use_id
            ),
            None,
        )

    def results_before(self, question: StoredQuestion) -> dict[str, ToolResult]:
        """Results of the calls before this one in the same message."""
        anchor = self.anchor(question)
        answer = None if anchor is None else self._after(anchor)
        if anchor is None or answer is None:
            return {}
        results = results_of(answer)
        before: dict[str, ToolResult] = {}
        for call in calls_of(anchor):
            if call.id == question.questions.tool_use_id:
                break
            if call.id in results:
                before[call.id] = results[call.id]
        return before

    def _after(self, entry: HistoryEntry) -> HistoryEntry | None:
        return next((e for e in self.entries if e.parent_uuid == entry.uuid), None)

    def _is_applied(self, question: StoredQuestion) -> bool:
        return (
            question.id in self._delivered
            or question.id in self._outcomes
            or question.id in self.counted
        )

    # What stands.

    def standing(
        self, question: StoredQuestion, *, before: StoredQuestion | None = None
    ) -> Response | None:
        """The answer that stands, with every later change by the user.

        Args:
            question: Which one, or a copy of it.
            before: An amendment that is not to count, nor those after it.
        """
        base = self.base(question)
        response = base.response
        for amendment in self._amendments(base):
            if before is not None and amendment.id == before.id:
                break
            if response is not None and amendment.response is not None:
                response = merged(base.questions, response, amendment)
        return response

    def _amendments(self, base: StoredQuestion) -> list[StoredQuestion]:
        found = [
            q
            for q in self.questions
            if q.role is QuestionRole.AMENDMENT
            and q.status == "answered"
            and self.base(q).id == base.id
        ]
        return sorted(found, key=lambda q: q.settled_at or q.asked_at)

    def open_copy(self, question: StoredQuestion, role: QuestionRole) -> StoredQuestion | None:
        """A copy of the question that is open already."""
        root = self.root(question)
        return next(
            (
                q
                for q in self.questions
                if q.role is role and q.status == "pending" and self.root(q).id == root.id
            ),
            None,
        )

    # What is still to be done.

    def due(self) -> tuple[DueDelivery, ...]:
        """Answers that the model has not got, in the order they were given."""
        answered = [q for q in self.questions if q.status == "answered"]
        answered.sort(key=lambda q: q.settled_at or q.asked_at)
        found = [self._due(question) for question in answered]
        return tuple(due for due in found if due is not None)

    def _due(self, question: StoredQuestion) -> DueDelivery | None:
        anchor = self.anchor(question)
        if anchor is None or question.response is None or question.id in self._delivered:
            return None
        match question.role:
            case QuestionRole.OTHER:
                return None
            case QuestionRole.RETURN:
                is_last = self._last_return(question) is question
                if not is_last or question.id in self._outcomes:
                    return None
                is_choice = question.questions.tool_use_id is None
                text = (
                    render_text_answer(question.questions, question.response) if is_choice else ""
                )
                return AnswerBranch(copy=question, anchor=anchor.uuid, text=text)
            case QuestionRole.AMENDMENT:
                return self._amendment(question)
            case QuestionRole.CHOICE:
                if self._last_return(question) is not None:
                    return None
                text = render_text_answer(question.questions, question.response)
            case QuestionRole.CALL:
                if self._last_return(question) is not None or not self._came_late(question):
                    return None
                text = render_tool_result(question.questions, question.response, style=self.style)
        return AnswerMessage(questions_id=question.id, text=text)

    def _last_return(self, question: StoredQuestion) -> StoredQuestion | None:
        root = self.root(question)
        returns = [
            q
            for q in self.questions
            if q.role is QuestionRole.RETURN
            and q.status == "answered"
            and self.root(q).id == root.id
        ]
        return returns[-1] if returns else None

    def _came_late(self, question: StoredQuestion) -> bool:
        return self._outcomes.get(question.id) in _OPEN_OUTCOMES

    def _amendment(self, question: StoredQuestion) -> AnswerMessage | None:
        base = self.base(question)
        old = self.standing(question, before=question)
        if old is None or question.response is None:
            return None
        new = merged(base.questions, old, question)
        if is_same(old, new):
            return None
        text = render_amendment(base.questions, old, new)
        return AnswerMessage(questions_id=question.id, text=text)

    def consecutive_answers(self) -> tuple[StoredQuestion, ...]:
        """The sets answered last, one round after the other, oldest first.

        Those put since the user last spoke of their own accord; before that, the last one alone.
        """
        answered = [q for q in self._settled() if q.status == "answered"]
        since = self._since_own_words()
        anchors = {q.id: anchor.uuid for q in answered if (anchor := self.anchor(q)) is not None}
        recent = tuple(q for q in answered if anchors[q.id] in since)
        return recent or tuple(answered[-1:])

    def just_answered(self) -> JustAnswered | None:
        """The set answered last, if the user has said nothing of their own accord since."""
        since = self._since_own_words()
        for question in reversed([q for q in self._settled() if q.status == "answered"]):
            anchor = self.anchor(question)
            if anchor is None or anchor.uuid not in since:
                return None
            begin = self.entries.index(anchor) + 1
            said = (e.message.text for e in self.entries[begin:] if e.role == "assistant")
            return JustAnswered(question=question, replies=tuple(text for text in said if text))
        return None

    def past_answers(self) -> tuple[PastAnswer, ...]:
        """Settled questions of this branch that may be changed or gone back to.

        Oldest first, each once, with the answer that stands.
        """
        standing = ((question, self.standing(question)) for question in self._settled())
        return tuple(
            PastAnswer(questions=q.questions, response=response, asked_at=q.asked_at)
            for q, response in standing
            if response is not None and can_go_back(q.questions, response)
        )

    def _settled(self) -> Iterator[StoredQuestion]:
        """Settled questions of this branch, each once."""
        for q in self.questions:
            is_own = q.role in {QuestionRole.CALL, QuestionRole.CHOICE, QuestionRole.RETURN}
            is_here = self.anchor(q) is not None and self.base(q) is q
            if is_own and is_here and q.status != "pending":
                yield q

    def _since_own_words(self) -> frozenset[str]:
        since: set[str] = set()
        for entry in reversed(self.entries):
            since.add(entry.uuid)
            if _is_own_words(entry):
                break
        return frozenset(since)

    @property
    def last_user_message_at(self) -> datetime | None:
        """When the user last spoke of their own accord."""
        said = (entry.created_at for entry in reversed(self.entries) if _is_own_words(entry))
        return next(said, None)

    def find_unasked_choice(self, *, source: str) -> tuple[str, QuestionSet] | None:
        """A choice at the end of the branch that was never put, and its turn."""
        if not self.entries:
            return None
        last = self.entries[-1]
        if last.role != "assistant" or last.partial or last.ended or calls_of(last):
            return None
        if any(
            q.role is QuestionRole.CHOICE and q.origin.turn_id == last.turn_id
            for q in self.questions
        ):
            return None
        for entry in self.entries:
            if entry.turn_id == last.turn_id and entry.role == "assistant" and not entry.partial:
                words = EmbeddedChoiceFilter(source=source)
                words.feed(entry.message.text)
                words.finish()
                choice = words.choice
                if choice is None or is_asked_by_call(choice, entry.message.content):
                    continue
                # Where the model went on without a call, it knew that the user was not asked.
                is_given_up = entry is not last and not calls_of(entry)
                return None if is_given_up else (last.turn_id, choice)
        return None

    def rounds_used(self) -> int:
        """How many questions were put since the user last spoke of their own accord."""
        since = self._since_own_words()
        used = 0
        for question in self.questions:
            if question.role not in {QuestionRole.CALL, QuestionRole.CHOICE}:
                continue
            anchor = self.anchor(question)
            call = question.questions.tool_use_id
            is_open = call is not None and self.is_pending_call(call)
            used += anchor is not None and anchor.uuid in since and not is_open
        return used

    # What was.

    def past(self) -> tuple[PastQuestion, ...]:
        """Oldest first."""
        found = [self._past(question) for question in self.questions]
        return tuple(past for past in found if past is not None)

    def _past(self, question: StoredQuestion) -> PastQuestion | None:
        anchor = self.anchor(question)
        if anchor is None or question.response is None or question.status == "pending":
            return None
        after = anchor.uuid
        if question.questions.amends is not None:
            if question.status != "answered" or not self._is_applied(question):
                return None
            if question.role is QuestionRole.AMENDMENT:
                answered = next(e for e in self.entries if e.answers == question.id)
                after = answered.parent_uuid or after
        elif self.base(question) is not question:
            return None  # it was answered again on this branch
        return PastQuestion(
            questions=question.questions,
            response=question.response,
            asked_at=question.asked_at,
            settled_at=question.settled_at,
            channel=question.channel,
            after=after,
        )


def acted_since(
    asked: QuestionReconciliation, question: StoredQuestion, question_tools: frozenset[str]
) -> bool:
    """Whether more than words came of an answer: a tool ran, or the user went on.

    Args:
        asked: The branch the question is on.
        question: An answered question.
        question_tools: Names, as models write them in lower case, of the tools that only ask.
    """
    anchor = asked.anchor(question)
    if anchor is None:
        return True
    calls = calls_of(anchor)
    index = next((n for n, c in enumerate(calls) if c.id == question.questions.tool_use_id), None)
    later = [] if index is None else list(calls[index + 1 :])
    begin = next(n for n, entry in enumerate(asked.entries) if entry.uuid == anchor.uuid) + 1
    for entry in asked.entries[begin:]:
        later += calls_of(entry)
        if entry.role == "user" and entry.answers is None and not results_of(entry):
            return True
    return any(call.name.casefold() not in question_tools for call in later)


def _is_own_words(entry: HistoryEntry) -> bool:
    """Whether the user said this of their own accord; not an answer or a tool result."""
    is_words = not any(isinstance(block, ToolResultBlock) for block in entry.message.content)
    return entry.role == "user" and entry.answers is None and is_words
