"""What to read aloud for a question: lines with pauses, in the language of the voice. Pure.

The order is: an opening (`background.py`), question, how many options, what is chosen already, the
options, a short cue. The number comes before its label, as it is written on the screen, so that who looks and who
listens learn the same numbers; the label comes last, where it is remembered best. Nothing but the
cue follows the last option.

Up to four options are read with what is recommended; five to seven with their labels only; eight
and more in pages of four. Descriptions are read when asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from assistant.languages.lexicon import CommandKind
from assistant.locale import mark, text_in
from assistant.questions.model.option_markers import marker
from assistant.questions.model.question import Answer, AnswerInput, Option, Question
from assistant.questions.model.sanitizer import one_line
from assistant.questions.spoken.understanding import UnclearAnswer, UnclearReason

READ_IN_FULL: Final = 4
"""Most options of one spoken menu that are kept in mind (Cohen, Giangola and Balogh, section 9.2)."""
READ_AT_ONCE: Final = 7
PAGE: Final = 4
"""Options of one page of a longer list."""
MAX_UNCLEAR_ANSWERS: Final = 3
"""Answers not understood, or not given, before the question is left on the screen."""
SHORT_TEXT: Final = 60
"""Characters of a text that is written already which are read unasked."""
GAP_S: Final = 0.35
"""Silence between options, in which an answer can begin."""
AFTER_QUESTION_S: Final = 0.3
WHETHER: Final = {
    CommandKind.DECIDE: mark("Shall the assistant decide?"),
    CommandKind.LATER: mark("Do you want to answer later?"),
    CommandKind.SKIP: mark("Do you want to leave this question out?"),
    CommandKind.CANCEL: mark("Do you want to cancel this?"),
}
"""What the user is asked before a command is obeyed that is in doubt."""
_SLOWLY: Final = 2.0
"""How many times longer the gaps are after "slower"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenLine:
    """Something to say in one breath."""

    text: str
    pause_s: float = 0.0
    """Silence after it."""
    option: int | None = None
    """Zero-based index of the option it reads; what "that one" means while it is heard."""


def said_label(option: Option) -> str:
    """Return what is said for an option: its shorter label, or the label itself."""
    return one_line(option.spoken or option.label)


def pages(question: Question) -> tuple[range, ...]:
    """Return the options of each page that is read, as zero-based indices."""
    count = len(question.options)
    if count <= READ_AT_ONCE:
        return (range(count),)
    return tuple(range(start, min(start + PAGE, count)) for start in range(0, count, PAGE))


def read_question(
    question: Question,
    language: str,
    *,
    opening: Sequence[SpokenLine] = (),
    chosen: Answer | None = None,
    slowly: bool = False,
    descriptions: bool = False,
) -> tuple[SpokenLine, ...]:
    """Return what is read when a question is put.

    Args:
        question: The question.
        language: Language of the voice, ISO 639-1.
        opening: What is said before it.
        chosen: What is selected in it before the user says anything.
        slowly: Leave longer gaps.
        descriptions: Read what each option means.
    """
    lines = [*opening, question_line(question)]
    if question.options:
        lines.append(SpokenLine(text=_count(question, language), pause_s=GAP_S))
    if chosen is not None and not chosen.is_empty:
        lines.append(SpokenLine(text=_chosen_already(question, chosen, language), pause_s=GAP_S))
    if question.options:
        lines += read_page(question, language, descriptions=descriptions)
    else:
        lines.append(cue_line(question, language))
    return _paced(lines, slowly=slowly)


def question_line(question: Question) -> SpokenLine:
    """Return the question itself."""
    return SpokenLine(text=as_sentence(question.text), pause_s=AFTER_QUESTION_S)


def cue_line(question: Question, language: str, page: int = -1) -> SpokenLine:
    """Return the short invitation to answer that comes last, after a page or all of the options."""
    return SpokenLine(
        text=_cue(question, language, is_last_page=page in {-1, len(pages(question)) - 1})
    )


def read_choices(question: Question, language: str) -> tuple[SpokenLine, ...]:
    """Return how many options there are and the first page of them; the cue, if there are none."""
    if not question.options:
        return (cue_line(question, language),)
    count = SpokenLine(text=_count(question, language), pause_s=GAP_S)
    return (count, *read_page(question, language))


def read_page(
    question: Question,
    language: str,
    page: int = 0,
    *,
    slowly: bool = False,
    descriptions: bool = False,
) -> tuple[SpokenLine, ...]:
    """Return one page of the options and the cue after it; pages count from 0."""
    shown = pages(question)
    lines = [_option_line(question, i, language, descriptions=descriptions) for i in shown[page]]
    lines.append(cue_line(question, language, page))
    return _paced(lines, slowly=slowly)


def _count(question: Question, language: str) -> str:
    count = len(question.options)
    if question.traits.is_multiple:
        text = text_in(language, mark("{count} options; you can choose several."))
    elif count == 1:
        text = text_in(language, mark("One option."))
    else:
        text = text_in(language, mark("{count} options."))
    return text.format(count=count)


def _chosen_already(question: Question, chosen: Answer, language: str) -> str:
    if chosen.text:
        text = one_line(chosen.text)
        if len(text) > SHORT_TEXT:
            return text_in(language, mark("An answer is written already; you can keep it."))
        return text_in(language, mark("“{text}” is written already; you can keep it.")).format(
            text=text
        )
    if len(chosen.option_ids) > READ_IN_FULL:
        text = text_in(language, mark("{count} options are chosen already."))
        return text.format(count=len(chosen.option_ids))
    if len(chosen.option_ids) > 1:
        text = text_in(language, mark("Chosen already: {answer}."))
        return text.format(answer=_said(question, chosen, language))
    label = next((said_label(o) for o in question.options if o.id in chosen.option_ids), None)
    text = text_in(language, mark("{answer} is chosen already."))
    return text.format(answer=label or _said(question, chosen, language))


def _option_line(
    question: Question, index: int, language: str, *, descriptions: bool
) -> SpokenLine:
    option = question.options[index]
    label = said_label(option)
    if option.recommended and len(question.options) <= READ_IN_FULL:
        label = _recommended(label, language)
    text = as_sentence(f"{marker(question, index)}. {label}")
    if descriptions and option.description:
        text = f"{text} {as_sentence(option.description)}"
    return SpokenLine(text=text, pause_s=GAP_S, option=index)


def _recommended(label: str, language: str) -> str:
    return text_in(language, mark("{label}, recommended")).format(label=label)


def _cue(question: Question, language: str, *, is_last_page: bool) -> str:
    match question.traits.input:
        case AnswerInput.TEXT:
            return text_in(language, mark("Please say your answer."))
        case AnswerInput.YES_NO:
            return text_in(language, mark("Yes or no?"))
        case AnswerInput.OPTIONS if not is_last_page:
            return text_in(language, mark("One of these, or more?"))
        case AnswerInput.OPTIONS if question.traits.is_multiple and question.allow_other:
            return text_in(language, mark("Which ones, or something else?"))
        case AnswerInput.OPTIONS if question.allow_other:
            return text_in(language, mark("Which one, or something else?"))
        case AnswerInput.OPTIONS if question.traits.is_multiple:
            return text_in(language, mark("Which ones?"))
        case AnswerInput.OPTIONS:
            return text_in(language, mark("Which one?"))


def _paced(lines: Sequence[SpokenLine], *, slowly: bool) -> tuple[SpokenLine, ...]:
    if not slowly:
        return tuple(lines)
    return tuple(replace(line, pause_s=line.pause_s * _SLOWLY) for line in lines)


def as_sentence(text: str) -> str:
    """Return text that a voice ends on: with a full stop unless it has an end."""
    text = one_line(text)
    return text if not text or text[-1] in ".?!。？！…" else f"{text}."


def read_options(
    question: Question, option_ids: Sequence[str], language: str
) -> tuple[SpokenLine, ...]:
    """Return what these options, or all if none is named, mean: for "explain two" and "compare"."""
    wanted = [
        i for i, option in enumerate(question.options) if not option_ids or option.id in option_ids
    ]
    lines: list[SpokenLine] = []
    for index in wanted:
        option = question.options[index]
        about = option.description or text_in(language, mark("There is no description."))
        label = (
            _recommended(said_label(option), language) if option.recommended else said_label(option)
        )
        text = f"{marker(question, index)}, {label}: {one_line(about)}"
        lines.append(SpokenLine(text=as_sentence(text), pause_s=GAP_S, option=index))
    lines.append(cue_line(question, language))
    return tuple(lines)


def reprompt(
    question: Question, unclear: UnclearAnswer, language: str, attempt: int
) -> tuple[SpokenLine, ...]:
    """Return what is said when an answer was not understood; shorter each time.

    First what was wrong and the question in short; then only what can be said; then that it is
    left on the screen.

    Args:
        question: The question.
        unclear: What was wrong with the answer.
        language: Language of the voice.
        attempt: How many answers were not understood, from 1. From `MAX_UNCLEAR_ANSWERS` on the
            question is left on the screen.
    """
    if attempt >= MAX_UNCLEAR_ANSWERS:
        return (SpokenLine(text=text_in(language, mark("It stays on the screen."))),)
    if attempt > 1:
        return (SpokenLine(text=_help(question, unclear, language)),)
    lines = [SpokenLine(text=_trouble(question, unclear, language), pause_s=AFTER_QUESTION_S)]
    if not _is_named(unclear):
        lines.append(SpokenLine(text=_short_question(question, language)))
    return tuple(lines)


def _trouble(question: Question, unclear: UnclearAnswer, language: str) -> str:
    named = _named(question, unclear.candidates, language) if _is_named(unclear) else ""
    match unclear.reason:
        case UnclearReason.ONE_ONLY if named:
            return text_in(language, mark("Only one, please: {options}?")).format(options=named)
        case UnclearReason.AMBIGUOUS | UnclearReason.EXCLUDED if named:
            return text_in(language, mark("Which one: {options}?")).format(options=named)
        case UnclearReason.OUT_OF_RANGE:
            text = text_in(language, mark("There are only {count} options."))
            return text.format(count=len(question.options))
        case UnclearReason.QUESTION:
            return text_in(language, mark("I can repeat or explain the options."))
        case UnclearReason.UNSURE:
            return text_in(language, mark("Take your time."))
        case _:
            return text_in(language, mark("I did not understand that."))


_NAMING: Final = {UnclearReason.ONE_ONLY, UnclearReason.AMBIGUOUS, UnclearReason.EXCLUDED}
"""Reasons for which the options between which it lies are named."""


def _is_named(unclear: UnclearAnswer) -> bool:
    """Whether the options between which it lies are few enough to be named."""
    return unclear.reason in _NAMING and 1 <= len(unclear.candidates) <= READ_IN_FULL


def _named(
    question: Question, option_ids: Sequence[str], language: str, *, in_short: bool = False
) -> str:
    """Return options as "1, SQLite, or 2, MySQL", or in short as "1, or 2"."""
    named = [
        marker(question, i) if in_short else f"{marker(question, i)}, {said_label(option)}"
        for i, option in enumerate(question.options)
        if option.id in option_ids
    ]
    if len(named) == 1:
        return named[0]
    text = text_in(language, mark("{options}, or {last}"))
    return text.format(options=", ".join(named[:-1]), last=named[-1])


def _short_question(question: Question, language: str) -> str:
    if not question.options:
        return _cue(question, language, is_last_page=True)
    text = text_in(language, mark("Which one, {first} to {last}?"))
    return text.format(first=marker(question, 0), last=marker(question, len(question.options) - 1))


def _help(question: Question, unclear: UnclearAnswer, language: str) -> str:
    """Return what can be said, in as few words as tell it."""
    if len(unclear.candidates) > 1 and _is_named(unclear):
        return f"{_named(question, unclear.candidates, language, in_short=True)}?"
    if question.traits.input is AnswerInput.YES_NO:
        return text_in(language, mark("Yes, no, repeat or skip?"))
    if question.traits.input is AnswerInput.TEXT:
        return text_in(language, mark("Your answer, repeat or skip?"))
    text = text_in(language, mark("{first} to {last}, repeat, skip or other?"))
    return text.format(first=marker(question, 0), last=marker(question, len(question.options) - 1))


def read_back(
    question: Question, answer: Answer, language: str, *, asks: bool = False
) -> SpokenLine:
    """Return what is said when an answer was taken: "2, SQLite.".

    Args:
        question: The question.
        answer: What was understood.
        language: Language of the voice.
        asks: Ask whether it is right, before it is taken.
    """
    said = _said(question, answer, language)
    if asks:
        return SpokenLine(
            text=text_in(language, mark("{answer}. Is that right?")).format(answer=said)
        )
    return SpokenLine(text=as_sentence(said))


def _said(question: Question, answer: Answer, language: str) -> str:
    if answer.boolean is not None:
        return text_in(language, mark("Yes")) if answer.boolean else text_in(language, mark("No"))
    if answer.text:
        return one_line(answer.text)
    parts = [
        _chosen(question, i, option)
        for i, option in enumerate(question.options)
        if option.id in answer.option_ids
    ]
    if answer.other:
        text = text_in(language, mark("your own answer: {words}"))
        parts.append(text.format(words=one_line(answer.other)))
    return "; ".join(parts) or text_in(language, mark("None of them"))


def _chosen(question: Question, index: int, option: Option) -> str:
    return f"{marker(question, index)}, {said_label(option)}"
