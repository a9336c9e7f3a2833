"""What is likely to be said once a question is answered, known before it is. Pure."""

from collections.abc import Sequence

from assistant.questions.model.question import Answer, AnswerInput, Question
from assistant.questions.spoken.read_aloud import SpokenLine, read_back


def likely_read_backs(
    question: Question, language: str, shown: Sequence[int]
) -> tuple[SpokenLine, ...]:
    """Return the read-back of each answer that ends the question at once, the likeliest first.

    Nothing is likely enough of a text, nor of options of which several can be chosen.

    Args:
        question: What is asked.
        language: Language of the voice, ISO 639-1.
        shown: Zero-based indices of the options that are read; others are not expected.
    """
    traits = question.traits
    if not traits.answers_at_once:
        return ()
    if traits.input is AnswerInput.YES_NO:
        answers = [Answer(question_id=question.id, boolean=is_yes) for is_yes in (True, False)]
    else:
        options = sorted(
            (question.options[index] for index in shown), key=lambda option: not option.recommended
        )
        answers = [Answer(question_id=question.id, option_ids=(option.id,)) for option in options]
    return tuple(read_back(question, answer, language) for answer in answers)
