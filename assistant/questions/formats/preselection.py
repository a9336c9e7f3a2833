"""What a call suggests: recommended options, and answers it supplies itself."""

from collections.abc import Mapping, Sequence
from typing import cast

from assistant.questions.model.question import Question
from assistant.questions.model.question_words import question_words
from assistant.questions.model.sanitizer import label_key


def split_recommended(label: str) -> tuple[str, bool]:
    """Return the label without its `(Recommended)`, and whether it had one."""
    folded = label.casefold()
    for suffix in (said for words in question_words() for said in words.recommended):
        if folded.endswith(suffix) and len(label) > len(suffix):
            return label[: -len(suffix)].rstrip(), True
    return label, False


def preselect(
    questions: Sequence[Question], supplied: Mapping[str, object]
) -> tuple[Question, ...]:
    """Mark as default what the call supplied as answers, keyed by question text.

    They are never taken as the user's answers.
    """
    given = {label_key(text): value for text, value in supplied.items()}
    return tuple(_preselected(q, given.get(label_key(q.text))) for q in questions)


def _preselected(question: Question, value: object) -> Question:
    if isinstance(value, str):
        known = {label_key(option.label) for option in question.options}
        whole = split_recommended(label_key(value))[0]
        parts = [whole] if whole in known else whole.split(",")
    elif isinstance(value, list):
        parts = [item for item in cast("list[object]", value) if isinstance(item, str)]
    else:
        return question
    wanted = {split_recommended(label_key(part))[0] for part in parts}
    chosen = [option.id for option in question.options if label_key(option.label) in wanted]
    if not chosen:
        return question
    if not question.traits.is_multiple:
        del chosen[1:]
    options = tuple(
        option.model_copy(update={"default": option.id in chosen}) for option in question.options
    )
    return question.model_copy(update={"options": options})
