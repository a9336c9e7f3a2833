"""What a question says beside its options: how much may be chosen, what form words must have. Pure."""

from collections.abc import Callable

from assistant.locale import _, mark
from assistant.questions.model.option_markers import has_letters, marker
from assistant.questions.model.question import AnswerInput, Question, TextFormat


def rule_text(question: Question, translate: Callable[[str], str] = _) -> str:
    """Return the rule that an answer must follow; often empty.

    Args:
        question: The question.
        translate: Translates a message; into the interface's language unless it is given.
    """
    if question.traits.is_multiple:
        return _choices_rule(question.min_choices, question.max_choices, translate)
    return _text_rule(question, translate) if question.traits.input is AnswerInput.TEXT else ""


def _choices_rule(fewest: int | None, most: int | None, translate: Callable[[str], str]) -> str:
    if fewest and most is not None:
        if fewest == most:
            return translate(mark("Choose exactly {n}.")).format(n=most)
        return translate(mark("Choose {least} to {most}.")).format(least=fewest, most=most)
    if fewest:
        return translate(mark("Choose at least {n}.")).format(n=fewest)
    if most is not None:
        return translate(mark("Choose up to {n}.")).format(n=most)
    return ""


def _text_rule(question: Question, translate: Callable[[str], str]) -> str:
    parts = [_format_rule(question, translate), _length_rule(question, translate)]
    return " ".join(part for part in parts if part)


def _format_rule(question: Question, translate: Callable[[str], str]) -> str:
    match question.text_format:
        case TextFormat.PLAIN:
            return ""
        case TextFormat.EMAIL:
            return translate(mark("An e-mail address, such as name@example.org."))
        case TextFormat.URI:
            return translate(mark("A web address, such as https://example.org."))
        case TextFormat.DATE:
            return translate(mark("A date, such as 2026-11-22."))
        case TextFormat.DATE_TIME:
            return translate(mark("Date and time, such as 2026-11-22T15:30:00Z."))
        case TextFormat.NUMBER | TextFormat.INTEGER:
            return _number_rule(question, translate)


def _number_rule(question: Question, translate: Callable[[str], str]) -> str:
    whole = question.text_format is TextFormat.INTEGER
    low, high = _number(question.minimum), _number(question.maximum)
    if low and high:
        text = translate(mark("A whole number from {low} to {high}.")) if whole else ""
        return (text or translate(mark("A number from {low} to {high}."))).format(
            low=low, high=high
        )
    if low:
        text = (
            translate(mark("A whole number, {low} or more."))
            if whole
            else translate(mark("A number, {low} or more."))
        )
        return text.format(low=low)
    if high:
        text = (
            translate(mark("A whole number, {high} or less."))
            if whole
            else translate(mark("A number, {high} or less."))
        )
        return text.format(high=high)
    return translate(mark("A whole number.")) if whole else translate(mark("A number."))


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _length_rule(question: Question, translate: Callable[[str], str]) -> str:
    if question.min_length and question.min_length > 1:  # one: any answer has as many
        return translate(mark("At least {n} characters.")).format(n=question.min_length)
    return ""


def most_characters(question: Question) -> int:
    """Return how many characters of the user's own words an answer may have."""
    most = question.traits.max_words
    return min(most, question.max_length or most)


def left_text(left: int) -> str:
    """Return how many characters may still be written."""
    return _("One character left") if left == 1 else _("{n} characters left").format(n=left)


def too_many_text(question: Question) -> str:
    """Return why no further option can be ticked."""
    return _("No more than {n} can be chosen. Take one back first.").format(n=question.max_choices)


def range_text(question: Question) -> str:
    """Return which options there are, to say when another was named."""
    first, last = marker(question, 0), marker(question, len(question.choice_ids) - 1)
    if has_letters(question):
        return _("There are only the options {first} to {last}.").format(first=first, last=last)
    return _("There are only the options 1 to {count}.").format(count=last)
