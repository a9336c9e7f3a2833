"""From what a model reported of an answer to what counts. Pure.

Whatever is not clearly one of the things that were offered is unclear.
"""

from collections.abc import Mapping
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from assistant.languages.lexicon import CommandKind
from assistant.questions.model.question import AnswerInput
from assistant.questions.model_reading.lasting_answers import checked
from assistant.questions.model_reading.reading_request import (
    COMMAND,
    OPTIONS,
    OWN_WORDS,
    offered_commands,
    offered_ids,
    takes_own_words,
)
from assistant.questions.model_reading.unread_words import UnreadWords, offered_options
from assistant.questions.spoken.understanding import (
    WITH_UNKNOWN,
    SpokenChoice,
    SpokenCommand,
    UnclearAnswer,
    UnclearReason,
    Understanding,
)

BY_MODEL: Final = WITH_UNKNOWN
"""How sure an answer is that a model read."""
_UNCLEAR: Final = UnclearAnswer(reason=UnclearReason.NO_MATCH)


class _Report(BaseModel):
    """The input of the call."""

    model_config = ConfigDict(extra="forbid", strict=True)

    means: Literal["options", "own_words", "command", "unclear"]
    option_ids: list[str] | None = None
    command: str | None = None


def read_report(unread: UnreadWords, report: Mapping[str, object]) -> Understanding:
    """Return what a model reported, read back where it decides something for good.

    An id or a command that was not offered, several options where one is wanted, an option twice,
    or one beside anything else than "options" make all of it unclear.
    """
    try:
        read = _Report.model_validate(report)
    except ValidationError:
        return _UNCLEAR
    ids, command = read.option_ids or [], read.command or ""
    meant: Understanding = _UNCLEAR
    if read.means == OPTIONS and ids and not command:
        meant = _chosen(unread, ids)
    elif read.means == OWN_WORDS and not ids and not command and takes_own_words(unread):
        meant = SpokenChoice(text=unread.words, score=BY_MODEL)
    elif read.means == COMMAND and not ids and command in offered_commands(unread):
        kind = offered_commands(unread)[command]
        reason = unread.words if kind is CommandKind.CANCEL else ""
        meant = SpokenCommand(kind=kind, words=reason, score=BY_MODEL)
    return checked(unread, meant)


def _chosen(unread: UnreadWords, ids: list[str]) -> Understanding:
    question, offers = unread.question, list(offered_ids(unread))
    if any(one not in offers for one in ids) or len(set(ids)) < len(ids):
        return _UNCLEAR
    if question.traits.input is AnswerInput.YES_NO:
        return SpokenChoice(boolean=ids == ["yes"], score=BY_MODEL) if len(ids) == 1 else _UNCLEAR
    if len(ids) > 1 and not question.traits.is_multiple:
        return _UNCLEAR
    options = offered_options(question)
    places = sorted(offers.index(one) for one in ids)
    return SpokenChoice(option_ids=tuple(options[n].id for n in places), score=BY_MODEL)
