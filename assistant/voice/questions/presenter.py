"""Questions read aloud in a voice session and answered by voice. Engine thread.

One presenter among several: the same question is on the screen, and the first answer wins. Being
withdrawn is being cancelled; leaving the prompt then silences the question at once.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from assistant.clock import Clock
from assistant.coding_agents.model.attention import QuestionReading
from assistant.languages.lexicon import CommandKind
from assistant.locale import mark, text_in
from assistant.questions.card.card_view import ButtonKind, CardSummary, CardView
from assistant.questions.card.gestures import (
    Cancel,
    GiveAnswer,
    LeaveGesture,
    LetAssistantDecide,
    PutOff,
    RefuseAll,
    Revise,
    Submit,
)
from assistant.questions.card.question_card import QuestionCard
from assistant.questions.desk.presenter import Presentation
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import (
    Channel,
    Draft,
    Method,
    Origin,
    Provenance,
    Purpose,
    Question,
    QuestionSet,
    Response,
)
from assistant.questions.model.round_history import EarlierRound, RoundHistory
from assistant.questions.model.validation import may_answer
from assistant.questions.spoken.background import (
    AskedQuestion,
    QuestionPlace,
    is_read_whole,
    last_asked,
    opening_lines,
    permission_wanted,
)
from assistant.questions.spoken.read_aloud import GAP_S, SpokenLine, read_back, read_question
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
_LEFT_TO_PROGRAM: Final = mark("All right, it will decide.")


def _never(_asker: Asker | None) -> QuestionReading:
    return QuestionReading.NEVER


class VoicePresenter:
    """Implements `Presenter`.

    Args:
        prompts: Hands out the prompt of the voice session.
        rounds: Knows the rounds of questions before one.
        reading: Returns when the questions of a program are read, as the user set it.
    """

    def __init__(
        self,
        *,
        prompts: VoicePrompts,
        clock: Clock,
        rounds: RoundHistory | None = None,
        reading: Callable[[Asker | None], QuestionReading] = _never,
    ) -> None:
        self._prompts = prompts
        self._reading = reading
        self._rounds = rounds or RoundHistory()
        self._clock = clock
        self._drafts: dict[str, Draft] = {}
        """The selections of each set that waits for the prompt or holds it, by its id."""
        self._forms: dict[str, _Form] = {}
        self._programs: set[str] = set()
        """The sets that programs ask, by their ids."""

    @property
    def channel(self) -> Channel:
        return Channel.VOICE

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether the request came by voice and the session can still speak and hear.

        So does the question of a program, where the user wants it read. What may not be answered
        by voice fits too: it is read aloud, or said to be there.
        """
        self._programs.discard(questions.id)
        if not _is_programs(questions, where):
            return where.voice and self._prompts.is_open
        fits = self._is_read(self._reading(questions.asker))
        if fits:
            self._programs.add(questions.id)
        return fits

    def reads(self, questions_id: str) -> bool:
        """Whether a question is read aloud here, or waits to be."""
        return questions_id in self._drafts or questions_id in self._programs

    def _is_read(self, reading: QuestionReading) -> bool:
        match reading:
            case QuestionReading.NEVER:
                return False
            case QuestionReading.IN_SESSION:
                return self._prompts.is_open
            case QuestionReading.ALWAYS:
                return self._prompts.can_open

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Read the questions aloud in sequence, and hear the answers.

        Those of a program wait until they disturb nothing.
        """
        self._drafts[questions.id] = draft
        is_programs = questions.id in self._programs
        try:
            if is_programs:
                async with self._prompts.take_aside(
                    purpose=questions.purpose,
                    shown=desk.shown,
                    touched=desk.touched,
                    wanted=partial(self._reading, questions.asker),
                ) as prompt:
                    return None if prompt is None else await self._ask(questions, prompt, desk)
            async with self._prompts.take(
                purpose=questions.purpose, shown=desk.shown, touched=desk.touched
            ) as prompt:
                return await self._ask(questions, prompt, desk)
        finally:
            del self._drafts[questions.id]
            self._programs.discard(questions.id)

    async def _ask(
        self, questions: QuestionSet, prompt: VoicePrompt, desk: Presentation
    ) -> Response | None:
        is_aside = questions.id in self._programs
        if not may_answer(questions, Channel.VOICE) or (is_aside and _is_too_long(questions)):
            await prompt.announce(_announcement(questions, prompt.language))
            return None
        draft = self._drafts[questions.id]
        form = _Form(
            questions=_without_clicks(questions),
            prompt=prompt,
            desk=desk,
            draft=draft,
            earlier=() if is_aside else self._rounds.before(questions),
            is_aside=is_aside,
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
        prompt: VoicePrompt,
        desk: Presentation,
        draft: Draft,
        earlier: Sequence[EarlierRound],
        is_aside: bool = False,
    ) -> None:
        self._questions = questions
        self._earlier = earlier
        self._is_aside = is_aside
        self._prompt = prompt
        self._desk = desk
        self._card = _begin(questions, draft)
        self._given: dict[str, AnswerHeard] = {}
        """What was heard here and still counts, by question id."""
        self._dialogue: VoiceDialogue | None = None
        self._at = ""
        """Id of the question that is being asked."""

    async def run(self, clock: Clock) -> Response | None:
        """Put each question; return the response, or None if voice gave up."""
        lead: Sequence[SpokenLine] = ()
        view = self._card.view()
        while view.question is not None:
            question = view.question
            outcome = await self._put(view, question, lead)
            lead = ()
            match outcome:
                case AnswerHeard():
                    lead = self._keep(question, outcome)
                    if self._card.ended is not None:
                        return self._answered(lead, clock)
                case DialogueExit.BACK:
                    before = view.asked[view.place - 2].question_id
                    self._given.pop(before, None)
                    self._card = self._card.apply(Revise(question_id=before))
                case DialogueExit.OVERTAKEN:
                    if not await self._yield(question):
                        return None
                case DialogueExit.LEFT:
                    return None
                case AnswerDeclined():
                    self._card = self._card.apply(_left(outcome))
                    if self._card.ended is not None:
                        return self._refused(outcome, clock)
                    lead = (SpokenLine(text=self._card.message),)
            view = self._card.view()
        self._prompt.enqueue(SpokenLine(text=text_in(self._prompt.language, CONFIRM_THERE)))
        return None

    def change_elsewhere(self, draft: Draft) -> None:
        """Take note of selections made elsewhere."""
        before, answers = self._card.draft.answers.get(self._at), draft.answers
        self._card = self._card.follow(draft, moves_on=True)
        self._given = {
            k: heard for k, heard in self._given.items() if answers.get(k) == heard.answer
        }
        chosen = answers.get(self._at)
        is_chosen = chosen is not None and not chosen.is_empty and chosen != before
        is_open = any(one.question_id == self._at for one in self._card.view().asked)
        if self._dialogue is not None and (is_chosen or not is_open):
            self._dialogue.overtake()

    async def _yield(self, question: Question) -> bool:
        """Return whether to go on with the next question at once, or after being called for.

        Whoever ticks boxes or writes on the screen is not done with the first of it.
        """
        view = self._card.view()
        is_open = any(one.question_id == question.id for one in view.asked)
        if question.traits.answers_at_once or not is_open or view.is_review:
            return True
        return await self._prompt.leave()

    async def _put(
        self, view: CardView, question: Question, lead: Sequence[SpokenLine]
    ) -> DialogueOutcome:
        dialogue = VoiceDialogue(
            prompt=self._prompt,
            place=self._place(view, question),
            lead=lead,
            allowed=AllowedReplies(
                back=view.button(ButtonKind.BACK) is not None,
                cancel=view.can_cancel,
                other_ways=not view.is_guarded,
            ),
            read=self._desk.read,
            is_aside=self._is_aside,
        )
        self._at, self._dialogue = question.id, dialogue
        try:
            return await dialogue.run()
        finally:
            self._dialogue = None

    def _place(self, view: CardView, question: Question) -> QuestionPlace:
        asked = [self._asked(one) for one in view.asked]
        here = view.place - 1
        return QuestionPlace(
            questions=self._questions,
            question=question,
            number=view.place,
            of=len(asked),
            # A permission is never chosen already.
            chosen=None if view.is_guarded else view.answer,
            given=tuple(one for n, one in enumerate(asked) if n != here),
            before=asked[here - 1] if here else last_asked(self._earlier),
        )

    def _asked(self, summary: CardSummary) -> AskedQuestion:
        is_given = summary.is_settled and not summary.answer.is_empty
        return AskedQuestion(
            number=summary.number,
            question=self._questions.find(summary.question_id),
            answer=summary.answer if is_given else None,
        )

    def _keep(self, question: Question, given: AnswerHeard) -> Sequence[SpokenLine]:
        """Answer with what was heard; return what is said of it before the next question."""
        card = self._card.apply(GiveAnswer(answer=given.answer))
        if card.message:
            return (SpokenLine(text=card.message),)
        self._given[question.id] = given
        self._card = card.apply(Submit()) if card.ended is None and card.view().is_review else card
        if card.is_form:
            self._desk.draft_changed(card.draft)
        return self._echo(question, given)

    def _echo(self, question: Question, given: AnswerHeard) -> Sequence[SpokenLine]:
        if given.is_confirmed or given.answer.is_empty:
            return ()
        return (read_back(question, given.answer, self._prompt.language),)

    def _answered(self, lead: Sequence[SpokenLine], clock: Clock) -> Response:
        for line in lead:
            self._prompt.enqueue(line)
        heard = [self._given.get(one.question_id) for one in self._card.view().asked]
        given = [one for one in heard if one is not None]
        scores = [one.score for one in given if one.score is not None]
        return self._card.response(
            Provenance(
                channel=Channel.VOICE,
                method=Method.VOICE,
                at=clock.now(),
                transcript="; ".join(one.transcript for one in given),
                score=min(scores, default=None),
            )
        )

    def _refused(self, refused: AnswerDeclined, clock: Clock) -> Response:
        said = _ACKNOWLEDGED[refused.kind]
        if self._is_aside and refused.kind is CommandKind.DECIDE:
            said = _LEFT_TO_PROGRAM
        self._prompt.enqueue(SpokenLine(text=text_in(self._prompt.language, said)))
        return self._card.response(
            Provenance(
                channel=Channel.VOICE,
                method=Method.VOICE,
                at=clock.now(),
                transcript=refused.transcript,
            )
        )


def _left(refused: AnswerDeclined) -> LeaveGesture:
    match refused.kind:
        case CommandKind.DECIDE:
            return LetAssistantDecide()
        case CommandKind.LATER:
            return PutOff()
        case CommandKind.OTHER:
            return RefuseAll(words=refused.words)
        case _:
            return Cancel(reason=refused.words)


def _is_programs(questions: QuestionSet, where: Origin) -> bool:
    """Whether a program asks, and no turn of Parley's."""
    return where.turn_id is None and (questions.asker is not None or where.channel is Channel.API)


def _is_too_long(questions: QuestionSet) -> bool:
    """Whether a permission is for more than can be read at once, so that no yes to it counts."""
    return questions.purpose.is_approval and not is_read_whole(questions)


def _without_clicks(questions: QuestionSet) -> QuestionSet:
    """Return the questions without options that only a click chooses."""
    if not any(option.by_click for one in questions.walk() for option in one.options):
        return questions
    kept = [
        one.model_copy(update={"options": tuple(o for o in one.options if not o.by_click)})
        for one in questions.questions
    ]
    return questions.model_copy(update={"questions": tuple(kept)})


def _announcement(questions: QuestionSet, language: str) -> Sequence[SpokenLine]:
    """The questions without the invitation to answer, and where to answer.

    Of a coding agent's permission only that it is wanted: what it is for is read on the screen.
    """
    if questions.purpose is Purpose.PERMISSION and questions.asker is not None:
        wanted = SpokenLine(text=permission_wanted(questions.asker, language), pause_s=GAP_S)
        return [wanted, SpokenLine(text=text_in(language, ON_SCREEN))]
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


def _begin(questions: QuestionSet, draft: Draft) -> QuestionCard:
    """Return the card with what the user chose before voice began; nothing if it is everything.

    What the author pre-selected is asked all the same, and so is everything where an answer that
    voice gave was not accepted.
    """
    card = QuestionCard.begin(questions).follow(draft, moves_on=True)
    if card.view().is_review:
        for one in reversed(card.view().asked):
            card = card.apply(Revise(question_id=one.question_id))
    return card
