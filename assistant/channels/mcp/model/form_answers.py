"""The answers in a form that a client sends back. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from assistant.channels.mcp.model.forms import FormStyle, names_of, titled
from assistant.locale import _
from assistant.questions.formats.input_reader import as_list
from assistant.questions.model.question import Answer, AnswerInput, Option, Question
from assistant.questions.model.sanitizer import clean_text, one_line
from assistant.questions.model.text_rules import NUMERIC


class FormMisfit(Exception):  # noqa: N818  # the user's answer, not a failure
    """A form came back with what is no answer to it; the text says what, for the user."""


def answers_in(
    asked: Sequence[Question], content: Mapping[str, Any], *, style: FormStyle
) -> tuple[Answer, ...]:
    """Return the answers in a form that came back; what was left empty is an empty answer.

    Args:
        asked: The questions of the form, in its order.
        content: Its fields.
        style: As the form was made.

    Raises:
        Misfit: If a field holds what cannot be an answer.
    """
    return tuple(
        _answer(f"q{n}", question, content, style) for n, question in enumerate(asked, start=1)
    )


def _answer(name: str, question: Question, content: Mapping[str, Any], style: FormStyle) -> Answer:
    value: object = content.get(name)
    other = _written(content.get(f"{name}_other")) if question.allow_other else None
    note = _written(content.get(f"{name}_note"))
    answer = Answer(question_id=question.id, other=other, note=note)
    match question.traits.input:
        case AnswerInput.YES_NO:
            if value is not None and not isinstance(value, bool):
                raise _unfit(question)
            return answer.model_copy(update={"boolean": value})
        case AnswerInput.TEXT:
            return answer.model_copy(update={"text": _text(question, value)})
        case AnswerInput.OPTIONS if question.traits.is_multiple:
            return answer.model_copy(
                update={"option_ids": _several(name, question, content, value, style)}
            )
        case AnswerInput.OPTIONS:
            chosen = () if value is None or value == "" else (_chosen(question, value),)
            if other:
                # Forms cannot say that two fields exclude each other; whoever wrote meant it.
                chosen = ()
            return answer.model_copy(update={"option_ids": chosen})


def _several(
    name: str,
    question: Question,
    content: Mapping[str, Any],
    value: object,
    style: FormStyle,
) -> tuple[str, ...]:
    if style is FormStyle.PLAIN:
        switches = [(option, content.get(f"{name}_{n}")) for n, option in _counted(question)]
        if any(is_on is not None and not isinstance(is_on, bool) for _option, is_on in switches):
            raise _unfit(question)
        return tuple(option.id for option, is_on in switches if is_on)
    if value is None:
        return ()
    listed = as_list(value)
    values: Sequence[object] = [value] if listed is None else listed
    wanted = {_chosen(question, each) for each in values}
    return tuple(option.id for option in question.options if option.id in wanted)


def _counted(question: Question) -> list[tuple[int, Option]]:
    return list(enumerate(question.options, start=1))


def _chosen(question: Question, value: object) -> str:
    """Return the id of the option that a value stands for."""
    if isinstance(value, str):
        for option_id, name in names_of(question).items():
            if value == name:
                return option_id
        for option in question.options:
            if value in {option.id, titled(option)}:
                return option.id
    raise _unfit(question)


def _text(question: Question, value: object) -> str | None:
    if value is None:
        return None
    if question.text_format in NUMERIC and isinstance(value, int | float):
        if isinstance(value, bool):
            raise _unfit(question)
        try:
            return str(value)
        except ValueError:  # thousands of digits
            raise _unfit(question) from None
    if not isinstance(value, str):
        raise _unfit(question)
    return _written(value)


def _written(value: object) -> str | None:
    return clean_text(value, multiline=True) or None if isinstance(value, str) else None


def _unfit(question: Question) -> FormMisfit:
    return FormMisfit(
        _("This answer does not fit the question “{question}”.").format(
            question=one_line(question.header or question.text)
        )
    )
