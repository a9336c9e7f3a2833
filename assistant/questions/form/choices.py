"""What can be chosen, as it is shown. Pure, but for the interface's language."""

from dataclasses import dataclass

from assistant.locale import _
from assistant.questions.model.question import FALSE, TRUE, AnswerInput, Option, Purpose, Question


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWords:
    """What stands for an answer in words of the user's own."""

    label: str
    description: str
    button: str
    """Says the same where it is pressed."""


def choices_of(question: Question, purpose: Purpose = Purpose.ASK) -> tuple[Option, ...]:
    """Return the author's options, or yes and no; nothing for a text.

    Args:
        question: The question.
        purpose: Why it is put; a yes that confirms a tool call says what it allows.
    """
    if question.traits.input is not AnswerInput.YES_NO:
        return question.options
    yes, no = _("Yes"), _("No")
    if purpose is Purpose.CONFIRM:
        yes, no = _("Allow"), _("Do not allow")
    return Option(id=TRUE, label=yes), Option(id=FALSE, label=no)


def own_words(purpose: Purpose) -> OwnWords:
    """Return what stands for an answer in words of the user's own."""
    if purpose is Purpose.PERMISSION:
        deny = _("Deny and say why")
        return OwnWords(label=deny, description=_("The program reads your words"), button=deny)
    return OwnWords(
        label=_("Other"),
        description=_("Provide custom input"),
        button=_("✏️ Type your own"),
    )
