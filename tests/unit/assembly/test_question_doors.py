"""Every route at once: an answer settles the one question it names, and no question twice.

Questions come in by all doors and call themselves as they like; answers arrive by all doors, are
sent again at any time, and name a version or none. In between questions are cancelled, put off, run
out of time, are opened again or changed, and the program is restarted.
"""

import asyncio
import os
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar, cast

import looptime
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from typing_extensions import override

from assistant.channels.web.api.answer_service import AnswerService
from assistant.channels.web.api.model.bodies import GivenAnswer
from assistant.channels.web.api.question_service import QuestionService
from assistant.channels.web.api.sessions import ApiSession, ApiSessions
from assistant.channels.web.server.model.problems import ApiProblem
from assistant.conversation.history.model.embedded_choice import new_form_id
from assistant.conversation.history.model.stored_question import (
    StoredQuestion,
    as_amendment,
    as_return,
    read_record,
)
from assistant.errors import AnswerRefused
from assistant.protocol.questions import QuestionClosed
from assistant.questions.desk.presenter import Presentation
from assistant.questions.desk.question_actor import DeskCallbacks
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.formats.elicitation import parse_elicitation
from assistant.questions.formats.inline_choice import parse_text_choice
from assistant.questions.model.pending_question import PendingQuestion
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    Channel,
    Draft,
    Later,
    Origin,
    Purpose,
    Question,
    QuestionSet,
    Response,
)
from assistant.questions.model.unique_ids import ids_of, keeps_ids
from assistant.storage.conversations import ConversationRepository
from assistant.storage.model.records import ConversationRecord
from assistant.storage.questions import QuestionRepository
from assistant.tools.questions.question_tools import QuestionTools
from assistant.tools.tool import AnsweredQuestions, ToolContext, ToolResult
from tests.helpers.loop_clock import LoopClock
from tests.helpers.questions.builders import AT, ORIGIN, by_click, choice
from tests.helpers.questions.memory_store import MemoryQuestionStore

IS_STRESS: Final = bool(os.environ.get("PARLEY_STRESS"))
RUNS, STEPS = (2_600, 50) if IS_STRESS else (25, 40)
ALL_STEPS: Final = 100_000 if IS_STRESS else 500
"""Taken at least; a run ends early now and then."""
TIMEOUT_S: Final = 5.0
REFUSED: Final = (ApiProblem, AnswerRefused)

names = st.sampled_from(["db", "db#2", "port", "call_0", "call_0:1"])
calls = st.sampled_from(["call_0", "call_1", "db"])
given_names = st.lists(st.none() | names, min_size=1, max_size=2)
option_ids = st.sampled_from(["1", "2"])
versions = st.none() | st.integers(1, 3)
Value = TypeVar("Value")


class Dialogs:
    """Implements `Presenter`: shows every question until the test answers it."""

    channel = Channel.DESKTOP

    def __init__(self) -> None:
        self.open: dict[str, tuple[QuestionSet, asyncio.Future[Response]]] = {}

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Show all of them."""
        return True

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Wait until it is answered here."""
        answer: asyncio.Future[Response] = asyncio.get_running_loop().create_future()
        self.open[questions.id] = questions, answer
        desk.shown()
        try:
            return await answer
        finally:
            if self.open.get(questions.id) == (questions, answer):
                del self.open[questions.id]

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Do nothing: it shows no selections."""


class Conversations:
    """Knows one conversation, in which something has just happened."""

    async def get(self, conversation_id: str) -> ConversationRecord | None:
        """Return it."""
        return ConversationRecord(
            conversation_id="c1",
            title="",
            workspace="w",
            agent="a",
            profile="p",
            model="m",
            created_at=AT,
            updated_at=LoopClock().now(),
        )


@dataclass(frozen=True, kw_only=True)
class Sent:
    """An answer that was sent, to be sent again."""

    question_id: str
    version: int | None
    send: Callable[["Doors"], Awaitable[object]]
    has_settled: bool
    """Whether it ended a question; part of a form is forgotten when the form is put off."""


class Doors(RuleBasedStateMachine):
    """One conversation, all doors to it."""

    steps: ClassVar[int] = 0
    """Taken by all of them."""

    def __init__(self) -> None:
        super().__init__()
        Doors.steps -= 1  # what holds is looked at before the first step, too
        self.loop = looptime.new_event_loop()
        self.store = MemoryQuestionStore()
        self.clock = LoopClock()
        self.sent: list[Sent] = []
        self.ended: dict[str, str | None] = {}
        """The response of each set that is over for good, when it was first seen."""
        self.closed = Counter[tuple[str, int]]()
        self.calls: list[asyncio.Task[ToolResult]] = []
        self.start()

    # The program.

    def start(self) -> None:
        """Begin the program over what is stored."""
        self.dialogs = Dialogs()
        self.desk = QuestionDesk(
            store=self.store,
            clock=self.clock,
            callbacks=DeskCallbacks(
                on_asked=lambda _questions, _origin: None,
                on_closed=self.note_closed,
                on_late_answer=lambda _questions, _origin, _response: None,
                on_notice=lambda _code, _text, _hint: None,
            ),
        )
        self.answering = AnswerService(desk=self.desk, clock=self.clock)
        # The API reads the real store; in virtual time there is none, for its thread does not wait.
        questions = cast("QuestionRepository", self.store)
        self.asking = QuestionService(
            desk=self.desk,
            questions=questions,
            max_rounds=lambda: 1_000_000,
            numbered=lambda asker: asker,
        )
        self.sessions = ApiSessions(
            conversations=cast("ConversationRepository", Conversations()),
            questions=questions,
            clock=self.clock,
        )
        self.desk.register(self.dialogs)
        self.run(self.desk.restore())

    def run(self, work: Coroutine[Any, Any, Value]) -> Value:
        """Do something, and whatever follows from it at once."""

        async def done() -> Value:
            result = await work
            await asyncio.sleep(0.001)
            return result

        return self.loop.run_until_complete(done())

    def note_closed(
        self, questions: QuestionSet, response: Response, channel: Channel | None
    ) -> None:
        """Count how often each asking was settled."""
        event = QuestionClosed(questions=questions, response=response, channel=channel)
        self.answering.on_event(event)
        if not isinstance(response, Later):
            self.closed[questions.id, questions.version] += 1

    @override
    def teardown(self) -> None:
        """End the program."""
        self.run(self.end())
        self.loop.close()

    async def end(self) -> None:
        """Leave what is open in the store."""
        await self.desk.aclose()
        if self.calls:
            await asyncio.wait(self.calls)

    async def session(self) -> ApiSession:
        """Return the conversation as the API knows it."""
        return await self.sessions.find("c1")

    def stored(self) -> list[StoredQuestion]:
        """Return everything that was asked."""
        read = (read_record(record) for record in self.store.records.values())
        return [question for question in read if question is not None]

    def pending(self) -> tuple[PendingQuestion, ...]:
        """Return the open questions as the desk has them."""

        async def pending() -> tuple[PendingQuestion, ...]:
            return self.desk.pending()

        return self.run(pending())

    def pick(self, data: st.DataObject, status: str) -> StoredQuestion:
        """Return one of those with a status."""
        return data.draw(st.sampled_from([s for s in self.stored() if s.status == status]))

    def has(self, status: str) -> bool:
        """Whether there is one with a status."""
        return any(question.status == status for question in self.stored())

    # Questions.

    @rule(call=calls, ids=given_names, is_brief=st.booleans())
    def ask_by_the_tool(self, call: str, ids: list[str | None], is_brief: bool) -> None:
        """A model calls the question tool."""

        async def ask(questions: QuestionSet) -> AnsweredQuestions:
            opened = await self.desk.open(questions, ORIGIN)
            response = await opened.response_or_withdraw()
            return AnsweredQuestions(questions=opened.questions, response=response)

        context = ToolContext(
            conversation_id="c1", turn_id="t1", origin=ORIGIN, workspace=Path("/w"), ask=ask
        )
        entries = [
            {"question": f"Which for {n}?", "options": ["A", "B"]} | ({"id": id} if id else {})
            for n, id in enumerate(ids)
        ]
        arguments = (
            {"questions": entries, "timeout_s": TIMEOUT_S} if is_brief else {"questions": entries}
        )
        tool = QuestionTools().ask_user_question
        run = tool.run(arguments, replace(context, tool_use_id=call))
        self.calls.append(self.loop.create_task(run))
        self.run(asyncio.sleep(0))

    @rule(ids=given_names, is_canonical=st.booleans(), is_brief=st.booleans())
    def ask_over_the_api(self, ids: list[str | None], is_canonical: bool, is_brief: bool) -> None:
        """A program, or `parley mcp` in its own form, asks in this conversation."""
        body: dict[str, Any] = {"timeout_s": TIMEOUT_S} if is_brief else {}
        if is_canonical:
            questions = [choice("A", "B", id=id or uuid.uuid4().hex) for id in ids]
            body["questions"] = [question.model_dump(mode="json") for question in questions]
        else:
            body["questions"] = [
                {"question_text": "Which?", "type": "multiple_choice", "options": ["A", "B"]}
                | ({"question_id": id} if id else {})
                for id in ids
            ]
        taken = {used for stored in self.stored() for used in ids_of(stored.questions)}
        named = [id for id in ids if id is not None]

        async def put() -> None:
            session = await self.session()
            read = self.asking.read(body, session)
            created = await self.asking.put(read.questions, session, since=None)
            assert {*named} <= {question.id for question in created.walk()}

        try:
            self.run(put())
        except ApiProblem as problem:
            assert problem.code == "invalid_question"  # noqa: PT017  # both ends are right here
            assert len({*named}) < len(named) or not taken.isdisjoint(named)
        else:
            assert taken.isdisjoint(named)

    @rule()
    def ask_in_words(self) -> None:
        """A model writes a choice into its reply."""
        written = {"type": "user_choice", "question": "Which?", "choices": ["A", "B"]}
        read = parse_text_choice(written, form_id=new_form_id())
        self.run(self.desk.open(read.questions, ORIGIN))

    @rule(name=names)
    def ask_by_a_server(self, name: str) -> None:
        """An MCP server asks by a form."""
        form = {"type": "object", "properties": {name: {"type": "string", "enum": ["1", "2"]}}}
        read = parse_elicitation(form, set_id=uuid.uuid4().hex)
        self.run(self.desk.open(read.questions, ORIGIN))

    @rule()
    def confirm(self) -> None:
        """The program wants something confirmed, under the same name each time."""
        question: Question = choice("A", "B", id="confirm")
        questions = QuestionSet(id=uuid.uuid4().hex, questions=(question,), purpose=Purpose.CONFIRM)
        self.run(self.desk.open(questions, ORIGIN))

    @precondition(lambda self: self.has("answered"))
    @rule(data=st.data(), goes_back=st.booleans())
    def change(self, data: st.DataObject, goes_back: bool) -> None:
        """The user wants to change an answer, or goes back to its question."""
        question = self.pick(data, "answered")
        copied = (as_return if goes_back else as_amendment)(question, questions_id=uuid.uuid4().hex)
        self.run(self.desk.open(copied, ORIGIN))

    # Answers.

    def send(
        self,
        question_id: str,
        version: int | None,
        send: Callable[["Doors"], Awaitable[object]],
        *,
        again: Sent | None = None,
    ) -> None:
        """Send an answer and see what it changed."""
        before = {question.id: question for question in self.stored()}
        own = before.get(question_id)
        named = [own] if own else [s for s in before.values() if question_id in ids_of(s.questions)]
        meant = [one for one in named if version in {None, one.questions.version}]

        async def sending() -> bool:
            try:
                await send(self)
            except REFUSED as refused:
                if again is not None and again.has_settled:
                    reason = (
                        refused.code if isinstance(refused, ApiProblem) else refused.reason.value
                    )
                    assert reason in {"already_answered", "closed"}
                return False
            return True

        was_taken = self.run(sending())
        changed = {
            question.id
            for question in self.stored()
            if question.status not in {before[question.id].status, "timeout"}
        }
        assert changed <= {one.id for one in meant if one.status == "pending"}
        if len(meant) > 1:
            assert not was_taken, "it is not said which is meant"
        if again is not None and again.has_settled:
            assert not was_taken, "it was taken before"
        if again is None:
            is_over = bool(changed)  # else it is one answer of a form that needs others
            self.sent.append(
                Sent(question_id=question_id, version=version, send=send, has_settled=is_over)
            )

    @precondition(lambda self: self.store.records)
    @rule(data=st.data(), version=versions, option_id=option_ids, by_set=st.booleans())
    def answer_over_the_api(
        self, data: st.DataObject, version: int | None, option_id: str, by_set: bool
    ) -> None:
        """A program answers."""
        question = data.draw(st.sampled_from(self.stored())).questions
        id = question.id if by_set else data.draw(st.sampled_from(names_of([question])))
        given = GivenAnswer(question_id=id, version=version, answer=option_id)

        async def send(doors: Doors) -> None:
            await doors.answering.accept_one(await doors.session(), given)

        self.send(id, version, send)

    @precondition(lambda self: self.store.records)
    @rule(data=st.data(), names_version=st.booleans(), option_id=option_ids)
    def answer_in_a_list(self, data: st.DataObject, names_version: bool, option_id: str) -> None:
        """The list of open questions, or a terminal that is attached, answers a whole set."""
        questions = data.draw(st.sampled_from(self.stored())).questions
        version = questions.version if names_version else None
        response = answered(questions, option_id)

        async def send(doors: Doors) -> None:
            await doors.desk.respond(
                questions.id, response, Channel.DESKTOP, conversation_id="c1", version=version
            )

        self.send(questions.id, version, send)

    @precondition(lambda self: self.dialogs.open)
    @rule(data=st.data(), option_id=option_ids)
    def answer_in_a_dialog(self, data: st.DataObject, option_id: str) -> None:
        """The user answers where the question is shown; another answer may be under way."""
        id = data.draw(st.sampled_from(list(self.dialogs.open)))
        questions, answer = self.dialogs.open[id]

        async def click(_doors: Doors) -> None:
            answer.set_result(answered(questions, option_id))

        self.send(id, questions.version, click)
        self.sent.pop()  # a dialog that was answered is gone

    @rule(words=st.sampled_from(["1", "B", "/later", "/cancel", "what?"]))
    def write_in_the_chat(self, words: str) -> None:
        """The user writes; the question that is shown first takes it."""
        shown = [one for one in self.pending() if one.is_presented]
        takes = next((p.id for p in shown if p.questions.purpose is Purpose.ASK), None)
        before = {question.id: question.status for question in self.stored()}
        self.run(self.desk.offer("c1", words, Channel.DESKTOP))
        changed = {q.id for q in self.stored() if q.status not in {before[q.id], "timeout"}}
        assert changed <= {takes}

    @precondition(lambda self: self.store.records)
    @rule(data=st.data(), version=versions)
    def cancel_over_the_api(self, data: st.DataObject, version: int | None) -> None:
        """A program closes a question."""
        ids = names_of([stored.questions for stored in self.stored()])
        id = data.draw(st.sampled_from(ids))

        async def send(doors: Doors) -> None:
            session = await doors.session()
            await doors.answering.cancel(session, id, "", version=version)

        self.send(id, version, send)

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        """What was sent before arrives once more, by the same route."""
        again = data.draw(st.sampled_from(self.sent))
        self.send(again.question_id, again.version, again.send, again=again)

    # What else happens.

    @precondition(lambda self: self.has("pending"))
    @rule(data=st.data())
    def put_off(self, data: st.DataObject) -> None:
        """The user wants to answer later."""
        question = self.pick(data, "pending")

        async def later() -> None:
            try:
                await self.desk.respond(question.id, Later(provenance=by_click()), Channel.DESKTOP)
            except AnswerRefused:
                assert question.questions.purpose is Purpose.CONFIRM

        self.run(later())

    @precondition(lambda self: self.has("pending"))
    @rule(data=st.data())
    def put_again(self, data: st.DataObject) -> None:
        """The user opens it from the list."""
        self.run(self.desk.resume(self.pick(data, "pending").id))

    @precondition(lambda self: self.has("timeout"))
    @rule(data=st.data())
    def reopen(self, data: st.DataObject) -> None:
        """The user wants a question back that timed out."""
        question = self.pick(data, "timeout")
        opened = self.run(self.desk.reopen(question.id))
        assert opened.questions.version > question.questions.version

    @rule()
    def wait(self) -> None:
        """Nobody does anything for longer than some questions wait."""
        self.run(asyncio.sleep(TIMEOUT_S + 1))

    @precondition(lambda self: self.has("pending"))
    @rule(data=st.data())
    def stop(self, data: st.DataObject) -> None:
        """Whoever asked takes a question back."""
        self.run(self.desk.cancel(questions_id=self.pick(data, "pending").id))

    @rule()
    def restart(self) -> None:
        """The program ends and begins again; all it has is what was stored."""
        before = {one.id: one.questions for one in self.pending()}
        self.run(self.end())
        self.calls = [call for call in self.calls if not call.cancelled()]
        kept, self.store = self.store.records, MemoryQuestionStore()
        self.store.records = dict(kept)
        self.start()
        assert {one.id: one.questions for one in self.pending()} == before

    # What holds.

    @invariant()
    def an_id_and_a_version_name_one_question(self) -> None:
        """No two askings of a conversation can be meant by one name."""
        asked = [stored.questions for stored in self.stored()]
        both = Counter((q.id, one.version) for one in asked for q in one.walk())
        assert max(both.values(), default=1) == 1, both
        fresh = Counter(id for one in asked if not keeps_ids(one) for id in ids_of(one))
        assert max(fresh.values(), default=1) == 1, fresh

    @invariant()
    def a_step_is_counted(self) -> None:
        """Nothing else is asked of it."""
        Doors.steps += 1

    @invariant()
    def what_is_settled_stays_so(self) -> None:
        """An answer or a cancel is final, and each asking ends once."""
        for stored in self.store.records.values():
            if stored.status in {"answered", "cancelled"}:
                self.ended.setdefault(stored.questions_id, stored.response_json)
        for id, response in self.ended.items():
            assert self.store.records[id].response_json == response
            assert self.store.records[id].status in {"answered", "cancelled"}
        assert max(self.closed.values(), default=1) == 1, self.closed

    @invariant()
    def a_call_has_the_answer_to_its_own_question(self) -> None:
        """What the model reads is what was answered under the ids it was told."""
        for call in self.calls:
            if not call.done() or call.cancelled():
                continue
            told: dict[str, Any] = call.result().data.get("toolUseResult", {})
            if told.get("outcome") != "answered":
                continue
            stored = read_record(self.store.records[told["questions_id"]])
            assert stored is not None
            assert isinstance(stored.response, Answered)
            chosen = {one.question_id: list(one.option_ids) for one in stored.response.answers}
            assert {one["question_id"]: one["option_ids"] for one in told["answers"]} == chosen


def names_of(asked: Sequence[QuestionSet]) -> list[str]:
    """Return every id an answer may name, in an order that is the same however ids are made up."""
    every = [id for one in asked for id in (one.id, *(question.id for question in one.walk()))]
    return list(dict.fromkeys(every))


def answered(questions: QuestionSet, option_id: str) -> Answered | Cancelled:
    """Return the response that chooses this option of every question."""
    answers = tuple(
        Answer(question_id=question.id, option_ids=(option_id,)) for question in questions.walk()
    )
    return Answered(answers=answers, provenance=by_click())


@pytest.mark.timeout(3600 if IS_STRESS else 300)
@pytest.mark.requirement(
    "Q-LIFE-07", "Q-LIFE-11", "Q-LIFE-17", "Q-MODEL-43", "Q-MODEL-44", "SEC-08"
)
def test_an_answer_settles_what_it_names_once() -> None:
    steps = settings(max_examples=RUNS, stateful_step_count=STEPS)
    Doors.steps = 0
    run_state_machine_as_test(Doors, settings=steps)
    assert Doors.steps >= ALL_STEPS
