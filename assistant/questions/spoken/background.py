"""What is told aloud beside a question and its options. Pure.

Unasked, before the question, at most `UNASKED_S` of it: which round and question it is, the title,
and the background, as far as it fits, with the words that ask for the rest. What is missing there
is told when the user asks for it (`tell`).
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, assert_never

from assistant.languages import LANGUAGES
from assistant.languages.language import SpokenPhrases
from assistant.languages.question_request import QuestionRequest
from assistant.locale import INTERFACE_LANGUAGES, mark, text_in
from assistant.questions.form.answer_hints import rule_text
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import (
    Answer,
    Answered,
    NoneFit,
    Purpose,
    Question,
    QuestionSet,
    YouDecide,
)
from assistant.questions.model.round_history import EarlierRound
from assistant.questions.model.sanitizer import label_key, one_line
from assistant.questions.spoken.read_aloud import (
    AFTER_QUESTION_S,
    GAP_S,
    SpokenLine,
    as_sentence,
    question_line,
    read_back,
    read_choices,
)

UNASKED_S: Final = 12.0
"""Longest speech before a question. A user who wants the background will ask for it; one who does
not should reach the options."""
_CHARACTERS_PER_S: Final = 15.0
_SYLLABLES_PER_S: Final = 5.0
"""Characters of Chinese, Japanese and Korean."""
_LONGEST_NAME_S: Final = 4.0
"""For saying who asks, before a permission that is read whole."""
_SENTENCE: Final = re.compile(r".+?(?:[.!?…]+[\"'”’)\]]*(?=\s|$)|[。！？]+[”’」』）]*|$)")
_BULLET: Final = re.compile(r"^[-*•]\s+")
_ABBREVIATIONS: Final = frozenset[str]().union(
    *(known.sentence_breaks.never_last for known in LANGUAGES.values())
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedQuestion:
    """A question that was put before."""

    number: int
    """Its place in its set, from 1."""
    question: Question
    answer: Answer | None
    """None if it has none."""
    is_left: bool = False
    """Whether the user left the choice to the assistant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPlace:
    """A question and what stands around it when it is put."""

    questions: QuestionSet
    question: Question
    number: int = 1
    """Which question of the set it is, from 1."""
    of: int = 1
    """How many questions the set has now."""
    chosen: Answer | None = None
    """What is selected in it: on the screen, earlier, or by its author."""
    given: tuple[AskedQuestion, ...] = ()
    """The other questions of the set that have an answer."""
    before: AskedQuestion | None = None
    """The question that was put before this one, in this set or in the round before."""


def last_asked(rounds: Sequence[EarlierRound]) -> AskedQuestion | None:
    """Return the last question of the rounds before, and its answer."""
    if not rounds:
        return None
    questions, response = rounds[-1].questions, rounds[-1].response
    match response:
        case Answered() if response.answers:
            answer = response.answers[-1]
            return AskedQuestion(
                number=len(response.answers),
                question=questions.find(answer.question_id),
                answer=None if answer.is_empty else answer,
            )
        case NoneFit() if response.words:
            last = questions.questions[-1]
            own = Answer(question_id=last.id, other=response.words)
            return AskedQuestion(number=len(questions.questions), question=last, answer=own)
        case _:
            return AskedQuestion(
                number=len(questions.questions),
                question=questions.questions[-1],
                answer=None,
                is_left=isinstance(response, YouDecide),
            )


def speaking_s(lines: Sequence[SpokenLine]) -> float:
    """Return about how long lines take to say, with the silence after them."""
    return sum(_duration(line.text) + line.pause_s for line in lines)


def _duration(text: str) -> float:
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return wide / _SYLLABLES_PER_S + (len(text) - wide) / _CHARACTERS_PER_S


def opening_lines(
    place: QuestionPlace, language: str, *, offers_note: bool = True
) -> tuple[SpokenLine, ...]:
    """Return what is said before a question, unasked.

    Args:
        place: The question in its set.
        language: Language of the voice, ISO 639-1.
        offers_note: Whether the user can ask for what is left out.
    """
    is_first = place.number == 1
    lines = [*_asks_line(place, language)] if is_first else []
    lines += _place_lines(place, language)
    note = _note(place)
    room = UNASKED_S - speaking_s(lines)
    more = _line(text_in(language, mark("There is more to this; say “read the note”.")))
    is_asked = place.questions.purpose is Purpose.ASK  # a permission's title repeats its question
    title = [_line(_title(place))] if is_first and is_asked and _title(place) else []
    if speaking_s(title) + (speaking_s([more]) if note else 0) <= room:
        lines += title
        room -= speaking_s(title)
    told = _fitting(note, room)
    if len(told) < len(note):
        told = _fitting(note, room - speaking_s([more]))
    lines += told
    if len(told) < len(note) and offers_note:
        alone = _line(text_in(language, mark("There is a note to this; say “read the note”.")))
        lines.append(more if told else alone)
    return tuple(lines)


def is_read_whole(questions: QuestionSet) -> bool:
    """Whether all of the background of the only question is read before it, unasked."""
    place = QuestionPlace(questions=questions, question=questions.questions[0])
    room = UNASKED_S - _LONGEST_NAME_S
    return len(questions.questions) == 1 and speaking_s(_note(place)) <= room


def _note(place: QuestionPlace) -> list[SpokenLine]:
    """Return the background of a question as lines; where something is permitted, all of it."""
    context = place.question.context
    if place.questions.purpose.is_approval:
        return [_line(line) for line in context.splitlines() if line.strip()]
    return _sentences(place.questions.description if place.number == 1 else "", context)


def _fitting(lines: Sequence[SpokenLine], room: float) -> Sequence[SpokenLine]:
    """Return the first of the lines, as many as can be said in so many seconds."""
    count = 0
    while count < len(lines) and speaking_s(lines[: count + 1]) <= room:
        count += 1
    return lines[:count]


def _place_lines(place: QuestionPlace, language: str, *, always: bool = False) -> list[SpokenLine]:
    """Return which round and question it is, where there are several; the round at its beginning."""
    questions, lines = place.questions, list[SpokenLine]()
    is_chain = questions.round > 1 or questions.total_rounds is not None
    if questions.purpose is Purpose.ASK and (always or (is_chain and place.number == 1)):
        if questions.total_rounds is not None:
            text = text_in(language, mark("Round {n} of {total}"))
        else:
            text = text_in(language, mark("Round {n}"))
        lines.append(_line(text.format(n=questions.round, total=questions.total_rounds)))
    if place.of > 1:
        text = text_in(language, mark("Question {number} of {count}"))
        lines.append(_line(text.format(number=place.number, count=place.of)))
    return lines


def _asks_line(place: QuestionPlace, language: str) -> Iterator[SpokenLine]:
    """Yield `Claude Code in webshop asks:`, with the number of a session that is not the first."""
    asker = place.questions.asker
    if asker is None:
        return
    own = _own_phrases(language)
    if asker.project:
        text = own.program_asks_in if own else text_in(language, mark("{agent} in {project} asks:"))
    else:
        text = own.program_asks if own else text_in(language, mark("{agent} asks:"))
    agent = f"{asker.agent} {asker.number}" if asker.number > 1 else asker.agent
    yield SpokenLine(text=text.format(agent=agent, project=asker.project), pause_s=GAP_S)


def _own_phrases(language: str) -> SpokenPhrases | None:
    """Return the phrases of a language that no catalogue has; None for one that has."""
    known = None if language in INTERFACE_LANGUAGES else LANGUAGES.get(language)
    return None if known is None else known.spoken_phrases


def asker_name(asker: Asker, language: str) -> str:
    """Return what a program is called aloud: `Claude Code 2 in webshop`."""
    name = f"{asker.agent} {asker.number}" if asker.number > 1 else asker.agent
    if not asker.project:
        return name
    own = _own_phrases(language)
    text = own.program_in if own else text_in(language, mark("{agent} in {project}"))
    return text.format(agent=name, project=asker.project)


def permission_wanted(asker: Asker, language: str) -> str:
    """Return what is said where a program wants a permission that is not read."""
    own = _own_phrases(language)
    text = own.program_permission if own else text_in(language, mark("{name} wants a permission."))
    return text.format(name=asker_name(asker, language))


def _title(place: QuestionPlace) -> str:
    """Return the title of the set, if it says something that the question does not."""
    title = place.questions.title
    return "" if label_key(title) == label_key(place.question.text) else one_line(title)


def _sentences(*texts: str) -> list[SpokenLine]:
    """Return texts as a line for each sentence, so that the voice begins early and can be stopped."""
    found: list[str] = []
    for line in "\n".join(texts).splitlines():
        joins = False
        for match in _SENTENCE.finditer(_BULLET.sub("", line.strip())):
            sentence = match.group().strip()
            if joins:
                found[-1] = f"{found[-1]} {sentence}"
            elif any(map(str.isalnum, sentence)):  # not the brackets of JSON
                found.append(sentence)
            last_word = sentence.rpartition(" ")[2]
            joins = last_word.endswith(".") and last_word[:-1].casefold() in _ABBREVIATIONS
    return [_line(sentence) for sentence in found]


def _line(text: str) -> SpokenLine:
    return SpokenLine(text=as_sentence(text), pause_s=GAP_S)


def tell(request: QuestionRequest, place: QuestionPlace, language: str) -> tuple[SpokenLine, ...]:
    """Return what the user asked to hear, without an invitation to answer."""
    match request:
        case QuestionRequest.ABOUT:
            lines = _about(place, language)
        case QuestionRequest.NOTE:
            lines = _sentences(place.questions.description, place.question.context)
            if not lines:
                lines = [_line(text_in(language, mark("There is no note to this.")))]
            lines.append(question_line(place.question))
        case QuestionRequest.OPTIONS:
            lines = [*read_choices(place.question, language)[:-1]]
        case QuestionRequest.CHOSEN | QuestionRequest.KEEP:
            lines = _chosen(place, language)
        case QuestionRequest.BEFORE:
            lines = _before(place, language)
        case _:
            assert_never(request)
    return tuple(lines)


def _about(place: QuestionPlace, language: str) -> list[SpokenLine]:
    """Return everything but the options, the background in short."""
    title, header = _title(place), place.question.header or ""
    lines = [*_asks_line(place, language), *_place_lines(place, language, always=True)]
    if title:
        lines.append(_line(title))
    if header and label_key(header) != label_key(title):
        lines.append(_line(header))
    if place.questions.source:
        text = text_in(language, mark("{source} asks this."))
        lines.append(_line(text.format(source=one_line(place.questions.source))))
    note = _sentences(place.questions.description, place.question.context)
    told = _fitting(note, UNASKED_S)
    lines += told
    if len(told) < len(note):
        lines.append(_line(text_in(language, mark("There is more to this; say “read the note”."))))
    lines.append(question_line(place.question))
    rule = rule_text(place.question, partial(text_in, language))
    if rule:
        lines.append(_line(rule))
    return lines


def _chosen(place: QuestionPlace, language: str) -> list[SpokenLine]:
    """Return what is chosen here, then in the other questions of the set."""
    if place.chosen is None or place.chosen.is_empty:
        lines = [_line(text_in(language, mark("Nothing is chosen here yet.")))]
    else:
        text = text_in(language, mark("Chosen here: {answer}"))
        lines = [_line(text.format(answer=_answer(place.question, place.chosen, language)))]
    text = text_in(language, mark("Question {number}: {answer}"))
    for one in place.given:
        if one.answer is not None:
            answer = _answer(one.question, one.answer, language)
            lines.append(_line(text.format(number=one.number, answer=answer)))
    return lines


def _before(place: QuestionPlace, language: str) -> list[SpokenLine]:
    before = place.before
    if before is None:
        return [_line(text_in(language, mark("This is the first question.")))]
    text = text_in(language, mark("The question before was: {question}"))
    lines = [_line(text.format(question=one_line(before.question.text)))]
    if before.answer is not None:
        text = text_in(language, mark("You answered: {answer}"))
        said = text.format(answer=_answer(before.question, before.answer, language))
    elif before.is_left:
        said = text_in(language, mark("You left it to me."))
    else:
        said = text_in(language, mark("It has no answer."))
    return [*lines, SpokenLine(text=as_sentence(said), pause_s=AFTER_QUESTION_S)]


def _answer(question: Question, answer: Answer, language: str) -> str:
    return read_back(question, answer, language).text
