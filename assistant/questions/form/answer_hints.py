"""What a question says beside its options: how much may be chosen, what form words must have. Pure."""

from assistant.locale import _
from assistant.questions.model.question import AnswerInput, Question, TextFormat


def rule_text(question: Question) -> str:
    """Return the rule that an answer must follow, in the interface's language; often empty."""
    if question.traits.is_multiple:
        return _choices_rule(question.min_choices, question.max_choices)
    return _text_rule(question) if question.traits.input is AnswerInput.TEXT else ""


def _choices_rule(fewest: int | None, most: int | None) -> str:
    if fewest and most is not None:
        if fewest == most:
            return _("Choose exactly {n}.").format(n=most)
        return _("Choose {least} to {most}.").format(least=fewest, most=most)
    if fewest:
        return _("Choose at least {n}.").format(n=fewest)
    if most is not None:
        return _("Choose up to {n}.").format(n=most)
    return ""


def _text_rule(question: Question) -> str:
    parts = [_format_rule(question), _length_rule(question)]
    return " ".join(part for part in parts if part)


def _format_rule(question: Question) -> str:
    match question.text_format:
        case TextFormat.PLAIN:
            return ""
        case TextFormat.EMAIL:
            return _("An e-mail address, such as name@example.org.")
        case TextFormat.URI:
            return _("A web address, such as https://example.org.")
        case TextFormat.DATE:
            return _("A date, such as 2026-11-22.")
        case TextFormat.DATE_TIME:
            return _("Date and time, such as 2026-11-22T15:30:00Z.")
        case TextFormat.NUMBER | TextFormat.INTEGER:
            return _number_rule(question)


def _number_rule(question: Question) -> str:
    whole = question.text_format is TextFormat.INTEGER
    low, high = _number(question.minimum), _number(question.maximum)
    if low and high:
        text = _("A whole number from {low} to {high}.") if whole else ""
        return (text or _("A number from {low} to {high}.")).format(low=low, high=high)
    if low:
        text = _("A whole number, {low} or more.") if whole else _("A number, {low} or more.")
        return text.format(low=low)
    if high:
        text = _("A whole number, {high} or less.") if whole else _("A number, {high} or less.")
        return text.format(high=high)
    return _("A whole number.") if whole else _("A number.")


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:g}"


def _length_rule(question: Question) -> str:
    if question.min_length:
        return _("At least {n} characters.").format(n=question.min_length)
    return ""


def most_characters(question: Question) -> int:
    """Return how many characters of the user's own words an answer may have."""
    most = question.traits.max_words
    return min(most, question.max_length or most)


def left_text(left: int) -> str:
    """Return how many characters may still be written."""
    return _("{n} characters left").format(n=left)


def too_many_text(question: Question) -> str:
    """Return why no further option can be ticked."""
    return _("No more than {n} can be chosen. Take one back first.").format(n=question.max_choices)
