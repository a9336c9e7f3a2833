"""An answer as it was said, beside the question that it answers. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from assistant.languages import LANGUAGES
from assistant.languages.lexicon import Lexicon
from assistant.questions.model.option_markers import has_letters
from assistant.questions.model.question import Question
from assistant.questions.spoken.labels.option_labels import OptionLabels, labels_of
from assistant.questions.spoken.phrase_segmenter import PhraseSegment, PhraseTable, phrases_of
from assistant.questions.spoken.selection import SelectionTargets
from assistant.questions.spoken.tokenizer import TextToken, key, tokenize_text
from assistant.questions.spoken.understanding import SpokenChoice, UnclearAnswer, UnclearReason


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerUtterance:
    """What was said or typed, cut into words, and the question that it answers."""

    question: Question
    language: str
    is_typed: bool
    """Whether nothing is taken for something that only sounds like it."""
    current: int | None
    """Zero-based index of the option that was read last."""
    lexicon: Lexicon
    phrases: PhraseTable
    labels: OptionLabels
    targets: SelectionTargets
    text: str
    units: Sequence[TextToken]
    heard: str
    """The whole of it in comparable form."""

    def answering(self, question: Question) -> "AnswerUtterance":
        """Return the same words as an answer to another question."""
        labels = labels_of(question, self.language)
        targets = _targets(question, labels, None)
        return replace(self, question=question, current=None, labels=labels, targets=targets)

    def said(self, found: PhraseSegment) -> str:
        """Return a phrase in comparable form."""
        return key(self._texts(found), self.phrases.script)

    def letters(self, found: PhraseSegment) -> str:
        """Return a phrase without the blanks in it."""
        return "".join(self._texts(found))

    def _texts(self, found: PhraseSegment) -> list[str]:
        return [unit.text for unit in self.units[found.start : found.end]]

    def is_of_label(self, found: PhraseSegment, places: Sequence[int]) -> bool:
        """Whether words are in the label of one of these options: "blue, the light one"."""
        return any(self.labels.has_word(place, self.said(found)) for place in places)

    def is_in_label(self, found: PhraseSegment) -> bool:
        """Whether what is said is a part of a label."""
        said = self.said(found)
        return any(said in label for label in self.labels.plain)

    def ids(self, places: Iterable[int]) -> tuple[str, ...]:
        """Return the ids of options in the author's order."""
        return tuple(self.question.options[i].id for i in sorted(set(places)))

    def chosen(
        self, places: Iterable[int], *, score: float, needs_confirming: bool = False
    ) -> SpokenChoice:
        """Return the choice of some options."""
        return SpokenChoice(
            option_ids=self.ids(places), score=score, needs_confirming=needs_confirming
        )

    def unclear(self, reason: UnclearReason, places: Iterable[int]) -> UnclearAnswer:
        """Return that it lies between some options."""
        return UnclearAnswer(reason=reason, candidates=self.ids(places))


def hear(
    question: Question, text: str, language: str, current: int | None, *, is_typed: bool
) -> AnswerUtterance:
    """Cut an answer into words.

    Args:
        question: What was asked.
        text: The transcript, or the line that was typed.
        language: A language in `LANGUAGES`.
        current: Zero-based index of the option that was read last.
        is_typed: Whether it was typed.
    """
    lexicon, phrases = LANGUAGES[language].answers(), phrases_of(language)
    plain, units = tokenize_text(text, lexicon)
    labels = labels_of(question, language)
    return AnswerUtterance(
        question=question,
        language=language,
        is_typed=is_typed,
        current=current,
        lexicon=lexicon,
        phrases=phrases,
        labels=labels,
        targets=_targets(question, labels, current),
        text=plain,
        units=units,
        heard=key([unit.text for unit in units], phrases.script),
    )


def _targets(question: Question, labels: OptionLabels, current: int | None) -> SelectionTargets:
    return SelectionTargets(
        count=len(question.options),
        recommended=tuple(i for i, o in enumerate(question.options) if o.recommended),
        current=current,
        numbers=labels.numbers,
        sizes=labels.by_size,
        versions=labels.by_version,
        prices=labels.by_price,
        moments=labels.by_moment,
        weekdays=labels.weekdays,
        are_lettered=has_letters(question),
    )
