"""Handles changes to answers: answering in words, changing an answer, going back to a question.

Commands come from the window, words from any channel. Engine loop only.
"""

import uuid
from collections.abc import Callable, Sequence
from typing import Final, assert_never

from assistant.clock import Clock
from assistant.conversation.history.model.embedded_choice import new_form_id
from assistant.conversation.history.model.question_reconciliation import (
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
    read_record,
)
from assistant.conversation.intents.answer_change import (
    AnswerChangeRequest,
    locate_question,
    parse_answer_change,
    strip_correction,
)
from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.engine.questions.answer_delivery import AnswerDelivery
from assistant.errors import AnswerRefused
from assistant.locale import _
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.questions import (
    AmendAnswer,
    AnswerQuestion,
    AnswersListed,
    ListAnswers,
    PresentQuestionAgain,
    ReopenTimedOutQuestion,
    ReturnToQuestion,
    SaveDraft,
    UndoAnswer,
)
from assistant.questions.card.chat_answer import (
    AdvancedByText,
    NotForQuestion,
    RejectedText,
    SettledByText,
)
from assistant.questions.desk.question_desk import PendingQuestion, QuestionDesk
from assistant.questions.formats import TOOL_NAME, TOOL_TITLE
from assistant.questions.model.question import (
    Answer,
    Answered,
    Channel,
    Method,
    Provenance,
    QuestionRoute,
)
from assistant.storage.questions import QuestionRepository
from assistant.tools.questions.question_tools import QuestionTools

QUESTION_TOOLS: Final = frozenset(
    name.casefold() for name in (TOOL_NAME, TOOL_TITLE, *QuestionTools.ask_user_question.aliases)
)
"""Every name under which a model may call the question tool."""


class AnswerChanges:
    """Handles the commands about questions, and words that are meant for one.

    Args:
        answers: Sees to the answers.
        desk: Puts questions.
        records: Where they are kept.
        emit: Takes events.
        clock: Tells the time of the list of answers.
        channel: Where the user is.
    """

    def __init__(
        self,
        *,
        answers: AnswerDelivery,
        desk: QuestionDesk,
        records: QuestionRepository,
        emit: Callable[[EngineEvent], None],
        clock: Clock,
        channel: Channel,
    ) -> None:
        self._answers = answers
        self._desk = desk
        self._records = records
        self._emit = emit
        self._clock = clock
        self._channel = channel

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(AnswerQuestion, self._respond)
        commands.register(SaveDraft, self._save_draft)
        commands.register(PresentQuestionAgain, self._put_again)
        commands.register(ReopenTimedOutQuestion, self._reopen)
        commands.register(AmendAnswer, self._amend_command)
        commands.register(ReturnToQuestion, self._return_to)
        commands.register(UndoAnswer, self._take_back)
        commands.register(ListAnswers, self._list)

    async def _respond(self, command: AnswerQuestion) -> None:
        await self._desk.respond(
            command.questions_id, command.response, command.channel, version=command.version
        )

    async def _save_draft(self, command: SaveDraft) -> None:
        await self._desk.save_draft(command.questions_id, command.draft)

    async def _put_again(self, command: PresentQuestionAgain) -> None:
        pending = self._pending(command.questions_id)
        if pending is None:
            self._answers.refuse(_("This question is closed"))
            return
        await self._answers.put_again(pending)

    async def _reopen(self, command: ReopenTimedOutQuestion) -> None:
        record = await self._records.get(command.questions_id)
        question = None if record is None else read_record(record)
        if question is None:
            self._answers.refuse(_("There is no such question."))
            return
        await self._answers.reopen(question)

    async def _amend_command(self, command: AmendAnswer) -> None:
        found = await self._find(command.questions_id)
        if found is not None:
            await self._amend(*found)

    async def _amend(
        self,
        asked: QuestionReconciliation,
        question: StoredQuestion,
        only: Sequence[str] = (),
        *,
        voice: bool = False,
    ) -> None:
        base = asked.base(question)
        if await self._put_open(asked, base, QuestionRole.AMENDMENT):
            return
        standing = asked.standing(base)
        if not isinstance(standing, Answered):
            only = ()
        copy = as_amendment(base, questions_id=_new_id(base), only=only)
        origin = amendment_origin(base.origin).model_copy(
            update={"voice": voice, "channel": self._channel}
        )
        await self._answers.put(copy, origin, draft_of(standing))

    async def _return_to(self, command: ReturnToQuestion) -> None:
        found = await self._find(command.questions_id)
        if found is not None:
            await self._return(*found)

    async def _return(self, asked: QuestionReconciliation, question: StoredQuestion) -> None:
        base = asked.base(question)
        if await self._put_open(asked, base, QuestionRole.RETURN):
            return
        conversation = self._answers.current
        conversation.queue.withdraw_answer(base.id)
        await conversation.stop_turn()
        copy = as_return(base, questions_id=_new_id(base))
        origin = base.origin.model_copy(update={"voice": False, "channel": self._channel})
        await self._answers.put(copy, origin, draft_of(asked.standing(base)))

    async def _take_back(self, command: UndoAnswer) -> None:
        found = await self._find(command.questions_id)
        if found is None:
            return
        asked, question = found
        if acted_since(asked, asked.base(question), QUESTION_TOOLS):
            await self._amend(asked, question)
        else:
            await self._return(asked, question)

    async def _list(self, _command: ListAnswers) -> None:
        asked = await self._answers.read()
        self._emit(AnswersListed(answers=asked.past_answers(), listed_at=self._clock.now()))

    async def _find(
        self, questions_id: str
    ) -> tuple[QuestionReconciliation, StoredQuestion] | None:
        """A question of the present branch; None after a refusal."""
        asked = await self._answers.read()
        question = asked.find(questions_id)
        if question is None:
            record = await self._records.get(questions_id)
            self._answers.refuse(
                _("There is no such question.")
                if record is None
                else _("This question belongs to another conversation.")
            )
            return None
        if question.role is QuestionRole.OTHER:
            self._answers.refuse(_("This answer cannot be changed; it had its effect already."))
            return None
        if asked.anchor(question) is None:
            self._answers.refuse(
                _("This question is on a branch of the conversation that was left.")
            )
            return None
        return asked, question

    def _pending(self, questions_id: str) -> PendingQuestion | None:
        return next((p for p in self._desk.pending() if p.id == questions_id), None)

    async def _put_open(
        self, asked: QuestionReconciliation, base: StoredQuestion, role: QuestionRole
    ) -> bool:
        """Put a question again if it, or its copy in this role, is open; returns whether it is."""
        copy = asked.open_copy(base, role)
        pending = self._pending(base.id) or (self._pending(copy.id) if copy else None)
        if pending is not None:
            await self._answers.put_again(pending)
        return pending is not None

    # Words.

    async def try_handle(self, text: str, *, spoken: bool) -> bool:
        """Use words that are meant for a question.

        They answer the open question, ask to change an answer, or correct the one just given.

        Returns:
            Whether they were; if not they are an ordinary message.
        """
        wish = parse_answer_change(text)
        if wish is not None:
            if self._is_form_open():
                self._answers.refuse(
                    _("These questions are not sent yet; change the answer in them.")
                )
                return True
            if await self._amend_by_words(wish, spoken=spoken):
                return True
        try:
            offer = await self._desk.offer(
                self._answers.current.conversation_id,
                text,
                Channel.VOICE if spoken else self._channel,
                method=Method.VOICE if spoken else Method.TYPED,
            )
        except AnswerRefused as refused:
            self._answers.refuse(refused.message)
            return True
        match offer:
            case NotForQuestion():
                return await self._correct_by_words(text, spoken=spoken)
            case SettledByText():
                self._emit(Notice(code="question_line", text="", resolved=True))
            case AdvancedByText():
                self._show_line("", offer.list.lines())
            case RejectedText():
                self._show_line(offer.why, offer.list.lines())
            case _:
                assert_never(offer)
        return True

    def may_handle(self, text: str) -> bool:
        """Whether these words may be meant for a question."""
        conversation_id = self._answers.current.conversation_id
        return (
            parse_answer_change(text) is not None
            or strip_correction(text) is not None
            or any(
                pending.is_presented and pending.origin.conversation_id == conversation_id
                for pending in self._desk.pending()
            )
        )

    def _is_form_open(self) -> bool:
        """Whether a form of several questions is shown, in which answers can be changed."""
        return any(
            pending.is_presented
            and pending.origin.conversation_id == self._answers.current.conversation_id
            and len(pending.questions.questions) > 1
            for pending in self._desk.pending()
        )

    def _show_line(self, why: str, lines: Sequence[str]) -> None:
        """Show text where the text list is; the window has the question itself beside it."""
        shown = "\n".join(lines)
        if self._channel is Channel.DESKTOP and not why:
            return
        self._emit(
            Notice(
                code="question_line",
                text=why or shown,
                hint=shown if why else "",
                severity=Severity.INFO,
            )
        )

    async def _amend_by_words(self, wish: AnswerChangeRequest, *, spoken: bool) -> bool:
        """Put again the question whose answer the user wants to change; False if none was given."""
        asked = await self._answers.read()
        sets = asked.consecutive_answers()
        if not sets:
            return False
        if wish.number is None:
            await self._amend(asked, sets[-1], voice=spoken)
            return True
        place = locate_question(wish.number, [len(one.questions.questions) for one in sets])
        if place is None:
            self._answers.refuse(
                _("There is no question {number} among your last answers.").format(
                    number=wish.number
                )
            )
            return True
        chosen = sets[place.set_index]
        question = chosen.questions.questions[place.question_index]
        await self._amend(asked, chosen, (question.id,), voice=spoken)
        return True

    async def _correct_by_words(self, text: str, *, spoken: bool) -> bool:
        """Change the answer just given to the one that the words choose; returns whether they do."""
        words = strip_correction(text)
        if words is None:
            return False
        asked = await self._answers.read()
        last = asked.just_answered()
        if last is None:
            return False
        base = asked.base(last.question)
        standing = asked.standing(base)
        if not isinstance(standing, Answered) or asked.open_copy(base, QuestionRole.AMENDMENT):
            return False
        questions = tuple(base.questions.walk())
        if len(questions) != 1 or len(standing.answers) != 1:
            return False  # the words do not say which of them they are about
        # Understanding answers takes time to load, which few conversations need.
        from assistant.questions.form.answer_correction import parse_correction

        given = standing.answers[0]
        answer = parse_correction(questions[0], given, words, replies=last.replies)
        if answer is None:
            return False
        await self._answers.current.stop_turn()
        await self._put_answered(base, answer, text, spoken=spoken)
        return True

    async def _put_answered(
        self, base: StoredQuestion, answer: Answer, text: str, *, spoken: bool
    ) -> None:
        """Store another answer to a question as an amendment, already answered."""
        channel = Channel.VOICE if spoken else self._channel
        origin = amendment_origin(base.origin).model_copy(
            update={"voice": spoken, "channel": self._channel}
        )
        provenance = Provenance(
            channel=channel,
            method=Method.VOICE if spoken else Method.TYPED,
            at=self._clock.now(),
            transcript=text if spoken else None,
        )
        await self._answers.put_answered(
            as_amendment(base, questions_id=_new_id(base)),
            origin,
            Answered(answers=(answer,), provenance=provenance),
        )


def _new_id(question: StoredQuestion) -> str:
    return new_form_id() if question.questions.route is QuestionRoute.TEXT else uuid.uuid4().hex
