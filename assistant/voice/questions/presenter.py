"""Questions read aloud in a voice session and answered by voice. Engine thread.

One presenter among several: the same question is on the screen, and the first answer wins. Being
withdrawn is being cancelled; leaving the floor then silences the question at once.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from assistant.clock import Clock
from assistant.languages.lexicon import CommandKind
from assistant.locale import mark, text_in
from assistant.questions.desk.presenter import Presentation
from assistant.questions.form.form_state import FormState
from assistant.questions.model.question import (
    Answered,
    Cancelled,
    Channel,
    Draft,
    Later,
    Method,
    NoneFit,
    Origin,
    Provenance,
    Purpose,
    Question,
    QuestionSet,
    Response,
    YouDecide,
)
from assistant.questions.model.round_history import EarlierRound, RoundHistory
from assistant.questions.model.validation import may_answer
from assistant.questions.spoken.background import (
    AskedQuestion,
    QuestionPlace,
    last_asked,
    opening_lines,
)
from assistant.questions.spoken.read_aloud import SpokenLine, read_back, read_question
from assistant.voice.questions.dialogue import (
    AllowedReplies,
    AnswerDeclined,
    AnswerHeard,
    DialogueExit,
    DialogueOutcome,
    VoiceDialogue,
)
from assistant.voice.questions.voice_prompt import VoicePrompt, VoicePrompts

ON_SCREEN: Final = mark("Please answer on the screen.")
CONFIRM_THERE: Final = mark("Please confirm it on the screen.")
_ACKNOWLEDGED: Final = {
    CommandKind.DECIDE: mark("All right, I will decide."),
    CommandKind.LATER: mark("All right, later."),
    CommandKind.OTHER: mark("All right, none of these."),
    CommandKind.CANCEL: mark("Cancelled."),
}


class VoicePresenter:
    """Implements `Presenter`.

    Args:
        prompts: Hands out the floor of the voice session.
        rounds: Knows the rounds of questions before one.
    """

    def __init__(
        self, *, prompts: VoicePrompts, clock: Clock, rounds: RoundHistory | None = None
    ) -> None:
        self._prompts = prompts
        self._rounds = rounds or RoundHistory()
        self._clock = clock
        self._drafts: dict[str, Draft] = {}
        """The selections of each set that waits for the floor or holds it, by its id."""
        self._forms: dict[str, _Form] = {}

    @property
    def channel(self) -> Channel:
        return Channel.VOICE

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether the request came by voice and the session can still speak and hear.

        What may not be answered by voice fits too: it is read aloud.
        """
        return where.voice and self._prompts.is_open

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Read the questions aloud in sequence, and hear the answers."""
        self._drafts[questions.id] = draft
        try:
            async with self._prompts.floor(
                purpose=questions.purpose, shown=desk.shown, touched=desk.touched
            ) as floor:
                return await self._ask(questions, floor, desk)
        finally:
            del self._drafts[questions.id]

    async def _ask(
        self, questions: QuestionSet, floor: VoicePrompt, desk: Presentation
    ) -> Response | None:
        if not may_answer(questions, Channel.VOICE):
            await floor.announce(_announcement(questions, floor.language))
            return None
        draft = self._drafts[questions.id]
        form = _Form(
            questions=questions,
            floor=floor,
            desk=desk,
            draft=draft,
            earlier=self._rounds.before(questions),
        )
        self._forms[questions.id] = form
        try:
            return await form.run(self._clock)
        finally:
            del self._forms[questions.id]

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Skip what was chosen elsewhere."""
        if questions_id in self._drafts:
            self._drafts[questions_id] = draft
        form = self._forms.get(questions_id)
        if form is not None:
            form.change_elsewhere(draft)


class _Form:
    """The questions of one set, in their order, follow-ups after their parents."""

    def __init__(
        self,
        *,
        questions: QuestionSet,
        floor: VoicePrompt,
        desk: Presentation,
        draft: Draft,
        earlier: Sequence[EarlierRound],
    ) -> None:
        self._questions = questions
        self._earlier = earlier
        self._floor = floor
        self._desk = desk
        self._state = _begin(questions, draft)
        self._given: dict[str, AnswerHeard] = {}
        """What was heard here and still counts, by question id."""
        self._dialogue: VoiceDialogue | None = None
        self._at = ""
        """Id of the question that is being asked."""

    async def run(self, clock: Clock) -> Response | None:
        """Ask each question; None if voice gave up."""
        lead: Sequence[SpokenLine] = ()
        question = self._state.current
        while question is not None:
            shown = self._state.visible
            outcome = await self._put(shown, shown.index(question), lead)
            lead = ()
            match outcome:
                case AnswerHeard():
                    self._keep(question, outcome)
                    lead = self._echo(question, outcome)
                    question = self._state.current
                    if question is None:
                        return self._answered(lead, clock)
                case DialogueExit.BACK:
                    question = shown[shown.index(question) - 1]
                    self._given.pop(question.id, None)
                    self._state = replace(self._state.open(question.id), opened=None)
                case DialogueExit.OVERTAKEN:
                    if not await self._yield(question):
                        return None
                    question = self._state.current
                case DialogueExit.LEFT:
                    return None
                case AnswerDeclined():
                    return self._refused(outcome, clock)
        self._floor.enqueue(SpokenLine(text=text_in(self._floor.language, CONFIRM_THERE)))
        return None

    def change_elsewhere(self, draft: Draft) -> None:
        """Selections were made elsewhere."""
        before, answers = self._state.draft.answers.get(self._at), draft.answers
        self._state = self._state.follow(draft)
        self._given = {
            k: heard for k, heard in self._given.items() if answers.get(k) == heard.answer
        }
        chosen = answers.get(self._at)
        is_chosen = chosen is not None and not chosen.is_empty and chosen != before
        is_open = any(question.id == self._at for question in self._state.visible)
        if self._dialogue is not None and (is_chosen or not is_open):
            self._dialogue.overtake()

    async def _yield(self, question: Question) -> bool:
        """Whether to go on with the next question at once, or once called for.

        A user who ticks boxes or writes on the screen is not done with the first of it.
        """
        is_done = question.traits.answers_at_once or question not in self._state.visible
        if is_done or self._state.current is None:
            return True
        return await self._floor.leave()

    async def _put(
        self, shown: Sequence[Question], index: int, lead: Sequence[SpokenLine]
    ) -> DialogueOutcome:
        dialogue = VoiceDialogue(
            floor=self._floor,
            place=self._place(shown, index),
            lead=lead,
            allowed=AllowedReplies(
                back=index > 0,
                cancel=self._questions.allow_cancel,
                other_ways=self._questions.purpose is Purpose.ASK,
            ),
        )
        self._at, self._dialogue = shown[index].id, dialogue
        try:
            return await dialogue.run()
        finally:
            self._dialogue = None

    def _place(self, shown: Sequence[Question], index: int) -> QuestionPlace:
        is_asked = self._questions.purpose is Purpose.ASK  # a permission is never chosen already
        asked = [self._asked(n, question) for n, question in enumerate(shown, start=1)]
        return QuestionPlace(
            questions=self._questions,
            question=shown[index],
            number=index + 1,
            of=len(shown),
            chosen=self._state.answer(shown[index].id) if is_asked else None,
            given=tuple(one for n, one in enumerate(asked) if n != index),
            before=asked[index - 1] if index else last_asked(self._earlier),
        )

    def _asked(self, number: int, question: Question) -> AskedQuestion:
        answer = self._state.answer(question.id)
        is_given = self._state.is_settled(question.id) and not answer.is_empty
        return AskedQuestion(number=number, question=question, answer=answer if is_given else None)

    def _keep(self, question: Question, given: AnswerHeard) -> None:
        self._given[question.id] = given
        self._state = self._state.give(given.answer)
        if len(self._questions.questions) > 1 or question.follow_ups:
            self._desk.draft_changed(self._state.draft)

    def _echo(self, question: Question, given: AnswerHeard) -> Sequence[SpokenLine]:
        if given.is_confirmed or given.answer.is_empty:
            return ()
        return (read_back(question, given.answer, self._floor.language),)

    def _answered(self, lead: Sequence[SpokenLine], clock: Clock) -> Answered:
        for line in lead:
            self._floor.enqueue(line)
        shown = self._state.visible
        given = [self._given[question.id] for question in shown if question.id in self._given]
        scores = [one.score for one in given if one.score is not None]
        return Answered(
            answers=self._state.answers(),
            provenance=Provenance(
                channel=Channel.VOICE,
                method=Method.VOICE,
                at=clock.now(),
                transcript="; ".join(one.transcript for one in given),
                score=min(scores, default=None),
            ),
        )

    def _refused(self, refused: AnswerDeclined, clock: Clock) -> Response:
        provenance = Provenance(
            channel=Channel.VOICE,
            method=Method.VOICE,
            at=clock.now(),
            transcript=refused.transcript,
        )
        self._floor.enqueue(
            SpokenLine(text=text_in(self._floor.language, _ACKNOWLEDGED[refused.kind]))
        )
        match refused.kind:
            case CommandKind.DECIDE:
                return YouDecide(provenance=provenance)
            case CommandKind.LATER:
                return Later(provenance=provenance)
            case CommandKind.OTHER:
                return NoneFit(words=refused.words, provenance=provenance)
            case _:
                return Cancelled(text=refused.words, provenance=provenance)


def _announcement(questions: QuestionSet, language: str) -> Sequence[SpokenLine]:
    """The questions without the invitation to answer, and where to answer."""
    count = len(questions.questions)
    places = [
        QuestionPlace(questions=questions, question=question, number=number, of=count)
        for number, question in enumerate(questions.questions, start=1)
    ]
    lines = [
        line
        for place in places
        for line in read_question(
            place.question, language, opening=opening_lines(place, language, offers_note=False)
        )[:-1]
    ]
    return [*lines, SpokenLine(text=text_in(language, ON_SCREEN))]


def _begin(questions: QuestionSet, draft: Draft) -> FormState:
    """The questions with what the user chose before voice began; nothing if it is everything.

    What the author pre-selected is asked all the same, and so is everything where an answer by
    voice was not accepted.
    """
    state = FormState(questions=questions).follow(draft)
    return state if state.current is not None else replace(state, settled=frozenset())
