"""What a typed line answers. Pure.

What is shown counts first: a number or letter, an option's id, its label, the whole line as it is
listed. Anything else is understood as it would be if it were said. Words that name no option are an
answer of the user's own where those are allowed.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, assert_never

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import CommandKind, WritingScript
from assistant.locale import _
from assistant.questions.form.answer_hints import range_text
from assistant.questions.form.line_meaning import (
    DoubtfulAnswer,
    MisreadLine,
    TypedAnswer,
    TypedCommand,
)
from assistant.questions.form.outcome_text import answer_in_words
from assistant.questions.formats.preselection import split_recommended
from assistant.questions.model.option_markers import OPTION_LETTERS, has_letters, marker
from assistant.questions.model.question import Answer, AnswerInput, Question
from assistant.questions.model.sanitizer import label_key
from assistant.questions.model_reading.reading_rules import combined
from assistant.questions.spoken.answer_interpreter import parse_written_answer
from assistant.questions.spoken.labels.label_numbers import told_numbers
from assistant.questions.spoken.read_aloud import WHETHER
from assistant.questions.spoken.tokenizer import composed
from assistant.questions.spoken.understanding import (
    BY_REFERENCE,
    SpokenChoice,
    SpokenCommand,
    UnclearAnswer,
    UnclearReason,
    Understanding,
)

_COUNTER: Final = "|".join(
    sorted(counter for known in LANGUAGES.values() for counter in known.place_counters)
)
_BEFORE: Final = r"[#(\[]?\s*"
_AFTER: Final = rf"\s*(?:[.):\]]|{_COUNTER})?[。!]?"
_MARK: Final = re.compile(rf"{_BEFORE}(\d{{1,3}}){_AFTER}")
"""`2`, `2.`, `2)`, `(2)`, `#2`, `2번`, `2号`, `2。`."""
_LETTER: Final = re.compile(rf"{_BEFORE}([a-z]){_AFTER}", re.IGNORECASE)
_LISTED: Final = re.compile(r"#?\s*(\d{1,3}|[a-z])\s*[.):]\s+(\S.*)", re.IGNORECASE)
"""An option as it is listed: `2. SQLite`."""
_OWN: Final = re.compile(
    rf"{_BEFORE}(?P<place>\d{{1,3}}|[a-z]){_AFTER}(?:(?<=[.):])\s*(?P<words>\S.*))?",
    re.IGNORECASE | re.DOTALL,
)
"""The place of one's own answer, and the words if they follow: `4`, `4: DuckDB`."""
_RANGE: Final = re.compile(r"(\d{1,3})\s*[-~–]\s*(\d{1,3})")
_PLACE: Final = rf"{_BEFORE}\d{{1,2}}{_AFTER}"
_ONLY_PLACES: Final = re.compile(rf"{_PLACE}(?:[\s,;、，~–-]+{_PLACE})*")
"""Places and nothing else, such as `7.` or `1, 9`; a year or a fraction is none."""
_SEPARATORS: Final = re.compile(r"\s*[,;、，；]\s*")
_SURE: Final = Question.yes_or_no("sure")
_JOINTS: Final = {
    is_spaced: "|".join(
        re.escape(word)
        for known in LANGUAGES.values()
        if (known.writing is WritingScript.WORDS) is is_spaced
        for word in sorted(known.written.joints)
    )
    for is_spaced in (True, False)
}
_ALL_SEPARATORS: Final = re.compile(
    rf"(?:[\s,;、，；&+/]|{_JOINTS[False]}|\b(?:{_JOINTS[True]})(?=\s))+", re.IGNORECASE
)
_LIST_SEPARATORS: Final = re.compile(r"[,;、，；/+&]")
_MOST_PARTS: Final = 40
"""Parts of a list that are joined to find labels."""
_MOST_NAMED: Final = 4
"""Options between which an answer lies that are named."""


def parse_typed_answer(
    question: Question, typed: str, by_model: Understanding | None = None
) -> TypedAnswer:
    """Return what a typed line answers.

    Args:
        question: The question.
        typed: The line; it has at least one character that is not white space.
        by_model: What a model read in it. It counts only where the rules alone would ask back.
    """
    typed = typed.strip()
    match question.traits.input:
        case AnswerInput.TEXT:
            return Answer(question_id=question.id, text=typed)
        case AnswerInput.YES_NO:
            place = _MARK.fullmatch(composed(typed))
            if place is not None and place[1] in {"1", "2"}:
                return Answer(question_id=question.id, boolean=place[1] == "1")
            by_rules = parse_written_answer(question, typed)
        case AnswerInput.OPTIONS:
            named = _named(question, typed)
            if named is not None:
                return named
            by_rules = _read(question, typed)
    answer = _answer(question, typed, by_rules)
    if by_model is None or not isinstance(answer, MisreadLine | DoubtfulAnswer):
        return answer
    return _answer(question, typed, combined(by_rules, by_model))


def _answer(question: Question, typed: str, meant: Understanding) -> TypedAnswer:
    """Return what becomes of a line that was understood so."""
    match meant:
        case SpokenChoice():
            return _choice(question, typed, meant)
        case SpokenCommand():
            return _command(meant)
        case UnclearAnswer():
            if question.traits.input is AnswerInput.YES_NO:
                return MisreadLine(why=_("That is neither yes nor no."), by_rules=meant)
            return _unclear(question, typed, meant)
        case _:
            assert_never(meant)


def _choice(question: Question, typed: str, meant: SpokenChoice) -> TypedAnswer:
    answer = Answer(
        question_id=question.id,
        option_ids=meant.option_ids,
        boolean=meant.boolean,
        other=meant.text,
    )
    if not meant.needs_confirming:
        return answer
    is_own = meant.unknown and question.traits.input is AnswerInput.OPTIONS
    own = _own(question, typed) if is_own else None
    return own or _doubted(question, answer, meant)


def _command(meant: SpokenCommand) -> TypedCommand:
    words = meant.words if meant.kind is CommandKind.CANCEL else ""
    doubt = _(WHETHER[meant.kind]) if meant.needs_confirming else ""
    return TypedCommand(kind=meant.kind, option_ids=meant.option_ids, words=words, doubt=doubt)


def confirms(typed: str) -> bool:
    """Whether a line is a yes, and nothing but a yes, to what was just asked."""
    meant = parse_written_answer(_SURE, typed)
    return isinstance(meant, SpokenChoice) and bool(meant.boolean) and not meant.needs_confirming


def _named(question: Question, typed: str) -> TypedAnswer | None:
    """Return what a line answers that names what is shown; None if it does not."""
    other = _OWN.fullmatch(composed(typed).strip())
    if other is not None and question.allow_other and _is_other(question, other["place"]):
        words = other["words"]
        if not words:
            return TypedCommand(kind=CommandKind.OTHER)
        return Answer(question_id=question.id, other=words)
    places = _listed_places(question, composed(typed).strip())
    return _chosen(question, places) if places else None


def _unclear(question: Question, typed: str, meant: UnclearAnswer) -> TypedAnswer:
    if not has_letters(question) and _ONLY_PLACES.fullmatch(composed(typed)):
        return MisreadLine(why=range_text(question))
    is_open = meant.reason in {UnclearReason.ONE_ONLY, UnclearReason.EXCLUDED}
    is_own = meant.reason is UnclearReason.NO_MATCH or (meant.unknown and not is_open)
    is_own = is_own and not typed.endswith(("?", "？"))
    own = _own(question, typed) if is_own else None
    return own or MisreadLine(why=_trouble(question, meant), by_rules=meant)


def _is_other(question: Question, place: str) -> bool:
    """Whether this is the place behind the options, where one's own answer is offered."""
    return place.upper() == marker(question, len(question.options))


def _read(question: Question, typed: str) -> Understanding:
    """Return what a line means; a list of which a part is not understood is in doubt."""
    meant = parse_written_answer(question, typed)
    parts = [part for part in _LIST_SEPARATORS.split(typed) if part.strip()]
    if question.traits.is_multiple and len(parts) > 1 and not _is_sure(meant):
        named = [_one_named(question, part) for part in parts]
        if all(named) and len(set(named)) == len(named):
            ids = tuple(option.id for option in question.options if option.id in named)
            return SpokenChoice(option_ids=ids, score=BY_REFERENCE)
    if isinstance(meant, SpokenChoice) and 1 < len(parts) != len(meant.option_ids):
        told = len(meant.option_ids) + meant.ruled_out
        if question.traits.is_multiple and len(parts) > told:
            return replace(meant, needs_confirming=True)
    return meant


def _is_sure(meant: Understanding) -> bool:
    return not isinstance(meant, UnclearAnswer) and not (
        isinstance(meant, SpokenChoice) and meant.needs_confirming
    )


def _one_named(question: Question, part: str) -> str | None:
    """Return the one option that a part of a list names by itself; None if it does more."""
    meant = parse_written_answer(question, part)
    if not isinstance(meant, SpokenChoice) or meant.needs_confirming or meant.ruled_out:
        return None
    return meant.option_ids[0] if len(meant.option_ids) == 1 else None


def _chosen(question: Question, option_ids: Sequence[str]) -> Answer | MisreadLine:
    ordered = tuple(option.id for option in question.options if option.id in option_ids)
    if len(ordered) > 1 and not question.traits.is_multiple:
        return MisreadLine(why=_("Please choose only one."))
    return Answer(question_id=question.id, option_ids=ordered)


def _doubted(question: Question, answer: Answer, by_rules: SpokenChoice) -> DoubtfulAnswer:
    said = answer_in_words(question, answer) or _("None of them")
    why = _("Did you mean “{answer}”?").format(answer=said)
    return DoubtfulAnswer(answer=answer, why=why, by_rules=by_rules)


def _listed_places(question: Question, typed: str) -> list[str]:
    """Return the options that a line names as they are shown, if it does nothing else."""
    found = find_option(question, typed)
    if found is not None:
        return [found]
    are_listed = question.traits.is_multiple or "+" not in typed  # "UTC+2"
    are_listed &= not typed.endswith(("+", "&", "/"))
    splits = (_SEPARATORS, _ALL_SEPARATORS if are_listed else _SEPARATORS)
    for parts in (_parts(question, typed, separators) for separators in splits):
        several = [_spread(question, part) for part in parts]
        if several and all(several):
            return [one for some in several for one in some]
    return []


def _parts(question: Question, typed: str, separators: re.Pattern[str]) -> list[str]:
    """Return the parts of a list, of which a label that holds separators itself is one.

    Of several ways to part it, the one counts that leaves the least unnamed, in the fewest parts:
    "Health, longevity and sport, Sport" are two options, where these are labels.
    """
    ends = [0, *(edge for found in separators.finditer(typed) for edge in found.span()), len(typed)]
    spans = [(begin, end) for begin, end in zip(ends[::2], ends[1::2], strict=True) if begin < end]
    if len(spans) > _MOST_PARTS:
        return [typed[begin:end] for begin, end in spans]
    best: list[tuple[int, list[str]]] = [(0, [])]
    """For each number of spans from the first: how many parts name nothing, and the parts."""
    for last, (_begin, end) in enumerate(spans):
        ways: list[tuple[int, list[str]]] = []
        for first in range(last + 1):
            part = typed[spans[first][0] : end]
            is_named = _by_label(question, part) is not None
            if is_named or first == last:
                unnamed, parts = best[first]
                ways.append((unnamed + (not is_named), [*parts, part]))
        best.append(min(ways, key=lambda way: (way[0], len(way[1]))))
    return best[-1][1]


def _spread(question: Question, part: str) -> list[str]:
    """Return the option that a part names, or those of a range such as `2-4`."""
    ends = None if has_letters(question) else _RANGE.fullmatch(part)
    if ends is not None:
        first, last = int(ends[1]), int(ends[2])
        if 1 <= first <= last <= len(question.options):
            return [option.id for option in question.options[first - 1 : last]]
    found = find_option(question, part)
    return [] if found is None else [found]


def _own(question: Question, typed: str) -> Answer | None:
    """Return an answer of the user's own: options that a list names, and the other words."""
    if not question.allow_other:
        return None
    parts = _parts(question, typed, _SEPARATORS)
    options = [found for part in parts if (found := find_option(question, part)) is not None]
    rest = [part for part in parts if find_option(question, part) is None]
    if not (options and question.traits.is_multiple):
        return Answer(question_id=question.id, other=typed)
    if any(_ONLY_PLACES.fullmatch(part) for part in rest):
        return None
    ordered = tuple(option.id for option in question.options if option.id in options)
    return Answer(question_id=question.id, option_ids=ordered, other=", ".join(rest))


def _trouble(question: Question, unclear: UnclearAnswer) -> str:
    """Return why nothing could be taken, and between what it lies."""
    if unclear.reason is UnclearReason.OUT_OF_RANGE:
        return range_text(question)
    if unclear.candidates and len(unclear.candidates) <= _MOST_NAMED:
        named = [
            f"{marker(question, i)}. {option.label}"
            for i, option in enumerate(question.options)
            if option.id in unclear.candidates
        ]
        return _("Which one do you mean: {options}?").format(options=" / ".join(named))
    if unclear.reason is UnclearReason.ONE_ONLY:
        return _("Please choose only one.")
    return _("That is not one of the answers.")


def find_option(question: Question, typed: str) -> str | None:
    """Return the id of the option that a line names as it is shown: by its place, id or label."""
    typed = composed(typed).strip()
    place = _place(question, typed)
    if place is not None:
        return question.options[place].id
    by_label = _by_label(question, typed)
    if typed.isdecimal() and has_letters(question):  # an id of that form is shown nowhere
        return by_label or _by_number_in_label(question, int(typed))
    by_id = next((option.id for option in question.options if option.id == typed), None)
    if typed.isdecimal():  # a number that is seen comes before one that is not
        return by_label or by_id
    return by_id or by_label or _by_line(question, typed)


def _place(question: Question, typed: str) -> int | None:
    """Return the zero-based place that a number or letter stands for, if there is such a place."""
    if has_letters(question):
        letter = _LETTER.fullmatch(typed)
        place = -1 if letter is None else OPTION_LETTERS.index(letter[1].upper())
    else:
        number = _MARK.fullmatch(typed)
        place = -1 if number is None else int(number[1]) - 1
    return place if 0 <= place < len(question.options) else None


def _by_line(question: Question, typed: str) -> str | None:
    """Return the option of a line as it is listed, where place and label agree."""
    listed = _LISTED.fullmatch(typed)
    if listed is None:
        return None
    place = _place(question, listed[1])
    if place is None:
        return None
    option = question.options[place]
    label = listed[2].removesuffix(f" - {option.description}")
    return option.id if _by_label(question, label) == option.id else None


def _by_label(question: Question, typed: str) -> str | None:
    wanted = split_recommended(label_key(typed))[0]
    for option in question.options:
        if split_recommended(label_key(option.label))[0] == wanted:
            return option.id
    return None


def _by_number_in_label(question: Question, number: int) -> str | None:
    labels = [option.label for option in question.options]
    having = [
        option.id
        for place, option in enumerate(question.options)
        if number in told_numbers(labels, place)
    ]
    return having[0] if len(having) == 1 else None
