"""Questions read aloud in a voice session and answered by voice. Engine thread.

One presenter among several: the same question is on the screen, and the first answer wins. Being
withdrawn is being cancelled; leaving the floor then silences the question at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from assistant.clock import Clock
from assistant.locale import mark, text_in
from assistant.questions.model import (
    Answer,
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
from assistant.questions.presenting import Presentation
from assistant.questions.spoken.lexicon import CommandKind
from assistant.questions.spoken.reading import Line, read_back, read_question
from assistant.questions.validation import may_answer, visible
from assistant.voice.dialogue import Allowed, Dialogue, Gesture, Given, Outcome, Refused
from assistant.voice.floor import Floor, Floors

ON_SCREEN: Final = mark("Please answer on the screen.")
_ACKNOWLEDGED: Final = {
    CommandKind.DECIDE: mark("All right, I will decide."),
    CommandKind.LATER: mark("All right, later."),
    CommandKind.OTHER: mark("All right, none of these."),
    CommandKind.CANCEL: mark("Cancelled."),
}


class VoicePresenter:
    """Implements `Presenter`.

    Args:
        floors: Hands out the floor of the voice session.
        clock: Dates the answers.
    """

    def __init__(self, *, floors: Floors, clock: Clock) -> None:
        self._floors = floors
        self._clock = clock

    @property
    def channel(self) -> Channel:
        """The channel it presents on."""
        return Channel.VOICE

    def fits(self, questions: QuestionSet, where: Origin) -> bool:
        """Whether the request came by voice and the session can still speak and hear.

        What may not be answered by voice fits too: it is read aloud.
        """
        return where.voice and self._floors.is_open

    async def present(
        self, questions: QuestionSet, draft: Draft, desk: Presentation
    ) -> Response | None:
        """Read the questions aloud, one after the other, and hear the answers."""
        async with self._floors.floor(
            purpose=questions.purpose, shown=desk.shown, touched=desk.touched
        ) as floor:
            if not may_answer(questions, Channel.VOICE):
                await floor.announce(_announcement(questions, floor.language))
                return None
            form = _Form(questions=questions, floor=floor, desk=desk, draft=draft)
            return await form.run(self._clock)

    def update_draft(self, questions_id: str, draft: Draft) -> None:
        """Take no notice: what was chosen elsewhere is seen there, and asked here all the same."""


@dataclass(slots=True, kw_only=True)
class _Form:
    """The questions of one set, in their order, follow-ups after their parents."""

    questions: QuestionSet
    floor: Floor
    desk: Presentation
    draft: Draft
    given: dict[str, Given] = field(default_factory=dict[str, Given])

    async def run(self, clock: Clock) -> Response | None:
        """Put each question; return the response, or None if voice gave up."""
        index = 0
        lead: Sequence[Line] = ()
        while index < len(shown := self._shown()):
            outcome = await self._put(shown, index, lead)
            match outcome:
                case Given():
                    self._keep(shown[index], outcome)
                    lead = self._echo(shown[index], outcome)
                    index += 1
                case Gesture.BACK:
                    lead, index = (), index - 1
                case Gesture.LEFT:
                    return None
                case Refused():
                    return self._refused(outcome, clock)
        for line in lead:
            self.floor.tell(line)
        return self._answered(shown, clock)

    def _shown(self) -> tuple[Question, ...]:
        answers = {key: given.answer for key, given in self.given.items()}
        return visible(self.questions, Draft(answers=answers))

    async def _put(self, shown: Sequence[Question], index: int, lead: Sequence[Line]) -> Outcome:
        dialogue = Dialogue(
            floor=self.floor,
            question=shown[index],
            lead=lead,
            number=index + 1,
            of=len(shown),
            allowed=Allowed(
                back=index > 0,
                cancel=self.questions.allow_cancel,
                other_ways=self.questions.purpose is Purpose.ASK,
            ),
        )
        return await dialogue.run()

    def _keep(self, question: Question, given: Given) -> None:
        self.given[question.id] = given
        if len(self.questions.questions) > 1 or question.follow_ups:
            self.draft = Draft(answers=self.draft.answers | {question.id: given.answer})
            self.desk.draft_changed(self.draft)

    def _echo(self, question: Question, given: Given) -> Sequence[Line]:
        if given.is_confirmed or given.answer.is_empty:
            return ()
        return (read_back(question, given.answer, self.floor.language),)

    def _answered(self, shown: Sequence[Question], clock: Clock) -> Answered:
        given = [self.given[question.id] for question in shown]
        scores = [one.score for one in given if one.score is not None]
        answers: tuple[Answer, ...] = tuple(one.answer for one in given)
        return Answered(
            answers=answers,
            provenance=Provenance(
                channel=Channel.VOICE,
                method=Method.VOICE,
                at=clock.now(),
                transcript="; ".join(one.transcript for one in given),
                score=min(scores, default=None),
            ),
        )

    def _refused(self, refused: Refused, clock: Clock) -> Response:
        provenance = Provenance(
            channel=Channel.VOICE,
            method=Method.VOICE,
            at=clock.now(),
            transcript=refused.transcript,
        )
        self.floor.tell(Line(text=text_in(self.floor.language, _ACKNOWLEDGED[refused.kind])))
        match refused.kind:
            case CommandKind.DECIDE:
                return YouDecide(provenance=provenance)
            case CommandKind.LATER:
                return Later(provenance=provenance)
            case CommandKind.OTHER:
                return NoneFit(words=refused.words, provenance=provenance)
            case _:
                return Cancelled(provenance=provenance)


def _announcement(questions: QuestionSet, language: str) -> Sequence[Line]:
    """Return the questions without the invitation to answer, and where to answer."""
    lines = [
        line for question in questions.questions for line in read_question(question, language)[:-1]
    ]
    return [*lines, Line(text=text_in(language, ON_SCREEN))]
