"""Spoken answers: how soon they are answered, and how many are understood as they were meant.

For the latency the model asks by the question tool, the user answers in the assembled program at
real-time pace when the question has been read, and the first sample of what is said to it counts.
For the rates every recorded answer is understood, as a transcript with labels and numbers expected, beside
the table of phrases (`phrases`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from assistant.protocol.conversation_state import ConversationPhase
from assistant.protocol.questions import QuestionClosed
from assistant.protocol.voice import SpeechStarted
from assistant.questions.model.question import Answered, CancelReason, QuestionKind
from assistant.questions.model.question_tool import TOOL_NAME
from assistant.questions.spoken.expected_words import expected_words
from assistant.voice.events import Samples
from assistant.voice.protocols import SAMPLE_RATE_HZ
from benchmarks.instant_models import AskingModel, choice_question
from benchmarks.model.metrics import first_audible_s, latencies
from benchmarks.model.run import Measured
from benchmarks.voice.answer_phrases import (
    UNSURE,
    Phrase,
    PhraseVerdict,
    judge,
    load_phrases,
    rates,
    understood,
)
from benchmarks.voice.clips import ClipLibrary, RecordedClip, room_noise, sample_clips
from benchmarks.voice.simulated_room import RoomPace
from benchmarks.voice.speech_span import Spans
from benchmarks.voice.virtual_room import RoomSettings, VirtualRoom, open_room

LABELS: Final = (
    "Red",
    "Blue",
    "Green",
    "White",
    "Black",
    "Brown",
    "Pink",
    "Grey",
    "Gold",
    "Silver",
)
"""Options by place: short, none like a number."""
ASKED_LABELS: Final = 4
"""Options of a question that the model puts."""
PADDING_S: Final = 0.3
_LANGUAGE: Final = "en"
"""Of the labels, and of the numbers that are expected."""

_READ_LIMIT_S = 20.0
_CALL_OVER_S: Final = 1.0
_ANSWER_LIMIT_S = 6.0
_HEARD_S = 0.3
"""From the report that something is said to its being in the recording."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenAnswer:
    """A recorded answer and what it should be taken for, as in the table of phrases."""

    clip: RecordedClip
    kind: QuestionKind
    labels: tuple[str, ...]
    expected: str


def spoken_answer(clip: RecordedClip) -> SpokenAnswer | None:
    """Return what a recorded answer should be taken for; None if its manifest does not say."""
    kind = QuestionKind.SINGLE
    count = ASKED_LABELS
    match clip.expect.lower():
        case "last":
            expected = str(count)
        case "middle":
            count, expected = 3, "2"
        case "both":
            kind, count, expected = QuestionKind.MULTI, 2, "1,2"
        case "none":
            expected = "!other"
        case number if number.isdecimal():
            place = int(number)
            if place > len(LABELS):
                return None
            expected = str(place) if place else UNSURE
            if place > ASKED_LABELS:
                count = max(9, place)
        case _:
            return None
    return SpokenAnswer(clip=clip, kind=kind, labels=LABELS[:count], expected=expected)


def spoken_answers(library: ClipLibrary) -> tuple[SpokenAnswer, ...]:
    found = (spoken_answer(clip) for clip in library.of("digit"))
    return tuple(spoken for spoken in found if spoken is not None)


def pick_answers(
    answers: Sequence[SpokenAnswer], *, count: int, seed: int
) -> tuple[SpokenAnswer, ...]:
    """Return the answers whose latency is measured: to a question a model may put."""
    fitting = [
        spoken
        for spoken in answers
        if len(spoken.labels) == ASKED_LABELS
        and spoken.kind is QuestionKind.SINGLE
        and spoken.expected.isdecimal()
    ]
    chosen = {clip.path for clip in sample_clips([each.clip for each in fitting], count, seed=seed)}
    return tuple(spoken for spoken in fitting if spoken.clip.path in chosen)


async def measure_choice(
    setting: RoomSettings,
    library: ClipLibrary,
    *,
    count: int,
    seed: int,
    call: Samples | None,
) -> Measured:
    """Measure latency over `count` answers, and the rates over all.

    Args:
        call: The wake phrase, or None to press the button instead.
    """
    answers = spoken_answers(library)
    timed = pick_answers(answers, count=count, seed=seed)
    measured: list[float] = []
    taken: list[PhraseVerdict] = []
    if timed:
        measured, taken = await _timed(setting, library, timed, call)
    heard = [await _understood(setting, library, spoken) for spoken in answers]
    recorded = [(spoken, verdict) for spoken, verdict in heard if verdict is not None]
    table = load_phrases()
    verdicts = [judge(phrase.expected, understood(phrase)) for phrase in table]
    verdicts += [verdict for _spoken, verdict in recorded]
    found = rates(verdicts) if verdicts else None
    return {
        "choice_latency_ms": latencies(measured),
        "choice_right_rate": None if found is None else round(found.right, 4),
        "choice_wrong_rate": None if found is None else round(found.wrong, 4),
        "details": {
            "timed": len(timed),
            "timed_answered": len(measured),
            "timed_right": taken.count(PhraseVerdict.RIGHT),
            "timed_wrong": taken.count(PhraseVerdict.WRONG),
            "phrases": len(table),
            "recorded": len(recorded),
            "recorded_right": sum(verdict is PhraseVerdict.RIGHT for _spoken, verdict in recorded),
            "recorded_wrong": [
                spoken.clip.path.name
                for spoken, verdict in recorded
                if verdict is PhraseVerdict.WRONG
            ],
        },
    }


async def _understood(
    setting: RoomSettings, library: ClipLibrary, spoken: SpokenAnswer
) -> tuple[SpokenAnswer, PhraseVerdict | None]:
    samples = library.read(spoken.clip)
    if samples is None:
        return spoken, None
    asked = Phrase(
        lang=_LANGUAGE, kind=spoken.kind, labels=spoken.labels, heard="", expected=spoken.expected
    )
    hints = expected_words(asked.question, _LANGUAGE)
    transcript = await setting.models.transcriber.transcribe(samples, bias=hints)
    phrase = Phrase(
        lang=transcript.language,
        kind=spoken.kind,
        labels=spoken.labels,
        heard=transcript.text,
        expected=spoken.expected,
    )
    return spoken, judge(phrase.expected, understood(phrase, log_prob=transcript.avg_logprob))


async def _timed(
    setting: RoomSettings,
    library: ClipLibrary,
    answers: Sequence[SpokenAnswer],
    call: Samples | None,
) -> tuple[list[float], list[PhraseVerdict]]:
    """Put a question for each answer, one after another in one turn; return latencies, verdicts."""
    waiting = [choice_question("Which one?", spoken.labels) for spoken in answers]

    def next_question() -> Mapping[str, Any] | None:
        return waiting.pop(0) if waiting else None

    limits = {"max_rounds": 50}
    settings = setting.settings
    many = settings.model_copy(
        update={
            "questions": settings.questions.model_copy(update=limits),
            "tools": settings.tools.model_copy(update=limits),
        }
    )
    setting = replace(setting, settings=many)
    measured: list[float] = []
    verdicts: list[PhraseVerdict] = []
    model = AskingModel(next_question=next_question, tool=TOOL_NAME)
    async with open_room(setting, name="choice", model=model, pace=RoomPace.REAL) as stage:
        if not await stage.listen(call):
            return measured, verdicts
        # The call is heard before its last sound, and speech behind a request would go on with it.
        await stage.until_second(stage.now() + _CALL_OVER_S)
        await stage.core.conversations.say("Which one should I take?", spoken=True)
        placed: list[tuple[SpokenAnswer, float, float, float]] = []
        spans = Spans()
        for spoken in answers:
            answered = await _answer(stage, library.read(spoken.clip), spans)
            if answered is None:
                break
            placed.append((spoken, *answered))
        closed = stage.log.of(QuestionClosed)
        played, rate_hz = stage.room.played, stage.room.output_rate_hz
    for spoken, begin, speech_end, until in placed:
        event = next((event for at, event in closed if begin <= at <= until), None)
        places = None if event is None else chosen_places(event)
        if places is None:
            verdicts.append(PhraseVerdict.MISSED)
            continue
        verdicts.append(PhraseVerdict.RIGHT if places == spoken.expected else PhraseVerdict.WRONG)
        first = first_audible_s(played[: round(until * rate_hz)], rate_hz, after_s=speech_end)
        if first is not None:
            measured.append(first - speech_end)
    return measured, verdicts


async def _answer(
    stage: VirtualRoom, samples: Samples | None, spans: Spans
) -> tuple[float, float, float] | None:
    """Answer the question that is open; return begin and end of speech, and how long it counts.

    None if no question comes.
    """
    if samples is None:
        return None
    if not await stage.until(
        lambda: bool(stage.core.desk.pending()) and stage.phase is ConversationPhase.LISTENING,
        limit_s=_READ_LIMIT_S,
    ):
        return None
    open_now = stage.core.desk.pending()[0].id
    end = spans.end_of(samples, None) or len(samples) / SAMPLE_RATE_HZ
    begin = (
        stage.say(np.concatenate((room_noise(PADDING_S), samples, room_noise(PADDING_S))))
        + PADDING_S
    )
    await stage.until_second(begin + end)

    def is_closed() -> bool:
        return all(pending.id != open_now for pending in stage.core.desk.pending())

    if await stage.until(is_closed, limit_s=_ANSWER_LIMIT_S):
        await stage.until(
            lambda: stage.log.has(SpeechStarted, since=begin + end), limit_s=_ANSWER_LIMIT_S
        )
        await stage.until_second(stage.now() + _HEARD_S)
    else:
        await stage.core.desk.cancel(questions_id=open_now, reason=CancelReason.CLIENT)
    return begin, begin + end, stage.now()


def chosen_places(closed: QuestionClosed) -> str | None:
    """Return the places of the options that were chosen, as in the table of phrases.

    None if nothing was chosen: cancelled, left, or answered in other words.
    """
    if not isinstance(closed.response, Answered):
        return None
    ids = [option.id for option in closed.questions.questions[0].options]
    chosen = closed.response.answers[0].option_ids
    return ",".join(str(ids.index(each) + 1) for each in chosen) or None
