"""Two options of which one is a yes and the other a no: "Delete it", "Keep it". Pure."""

from dataclasses import replace
from typing import Final

from assistant.languages.lexicon import CommandKind, PhraseTag
from assistant.questions.model.question import Question
from assistant.questions.spoken.proposed_action import is_to_be_done
from assistant.questions.spoken.question_echo import words_of_question
from assistant.questions.spoken.question_polarity import asks_for_objections
from assistant.questions.spoken.tokenizer import tokenize_text
from assistant.questions.spoken.understanding import (
    BY_ELIMINATION,
    Interpretation,
    SpokenChoice,
    SpokenCommand,
    UnclearReason,
    is_nothing,
)
from assistant.questions.spoken.utterance import AnswerUtterance
from assistant.questions.spoken.yes_no_grammar import read_yes_or_no

_PUTTING_OFF: Final = {CommandKind.CANCEL, CommandKind.SKIP, CommandKind.LATER}
_AFTER_NO: Final = {
    CommandKind.OTHER,
    CommandKind.REPEAT,
    CommandKind.EXPLAIN,
    CommandKind.CANCEL,
    CommandKind.SKIP,
}
"""Commands that a no may be followed by and stays one."""


def choose_side(
    utterance: AnswerUtterance, read: Interpretation, sides: tuple[bool, bool]
) -> Interpretation:
    """Return what is meant by an answer that may be a yes or a no as well as a label."""
    question = Question.yes_or_no(utterance.question.id, utterance.question.text)
    read_as_side = read_yes_or_no(utterance.answering(question))
    answered, meant = read_as_side.meant, read.meant
    if not isinstance(answered, SpokenChoice) or answered.boolean is None:
        return read
    if isinstance(meant, SpokenCommand) and meant.kind not in _AFTER_NO:
        return read
    place = sides.index(answered.boolean)
    is_sure = not answered.needs_confirming
    if isinstance(meant, SpokenChoice) and not meant.needs_confirming:
        if not is_sure or meant.option_ids == utterance.ids([place]):
            return read
        if meant.score > BY_ELIMINATION:
            return replace(read, meant=utterance.unclear(UnclearReason.AMBIGUOUS, (0, 1)))
    if not is_sure and not is_nothing(meant):
        return read
    return replace(
        read,
        meant=utterance.chosen([place], score=answered.score, needs_confirming=not is_sure),
        foreign_count=min(read.foreign_count, read_as_side.foreign_count),
        unknown_count=min(read.unknown_count, read_as_side.unknown_count),
    )


def find_sides(utterance: AnswerUtterance) -> tuple[bool, bool] | None:
    """Return which of two options is the yes and which the no; None if they are neither."""
    options = utterance.question.options
    if len(options) != 2 or utterance.question.traits.is_multiple:
        return None
    first, second = (_side(utterance, place) for place in range(2))
    if first is None and second is False and _is_proposed(utterance, 0):
        first = True
    elif second is None and first is False and _is_proposed(utterance, 1):
        second = True
    if first is None or second is None or first is second:
        return None
    return first, second


def _side(utterance: AnswerUtterance, place: int) -> bool | None:
    """Return whether an option is a yes or a no to what is asked."""
    label = utterance.question.options[place].label
    if [place] == [i for i in utterance.labels.called(PhraseTag.YES) if i == place]:
        return True
    if place in utterance.labels.called(PhraseTag.NO):
        return False
    is_done = is_to_be_done(utterance.question.text, label, utterance.language)
    if is_done is not None:
        return is_done is not asks_for_objections(utterance)
    if utterance.labels.is_denial[place] or utterance.labels.commands[place] & _PUTTING_OFF:
        return False
    return None


def _is_proposed(utterance: AnswerUtterance, place: int) -> bool:
    """Whether an option is what is asked about, told by what it shares with the question."""
    if place in utterance.labels.opposites(1 - place):
        return True
    if 1 - place in utterance.labels.opposites(place):
        return True
    _text, units = tokenize_text(utterance.question.options[place].label, utterance.lexicon)
    words = {unit.text for unit in units}
    return bool(words & words_of_question(utterance.question.text, utterance.language))
