"""Where the questions of the past stand among its messages. Pure."""

from collections.abc import Sequence

from assistant.protocol.messages import HistoryMessage, PastQuestion

PastItem = HistoryMessage | PastQuestion


def interleave_questions(
    messages: Sequence[HistoryMessage], questions: Sequence[PastQuestion]
) -> tuple[PastItem, ...]:
    """Return the past in the order it is read: each question below its message.

    Questions of the same message keep their order. One whose message is not among these stands at
    the end, so that it is not lost. Words that only repeat the answer of such a question are left
    out.
    """
    known = {message.message_id for message in messages}
    shown = {question.questions.id for question in questions}
    items: list[PastItem] = [question for question in questions if question.after is None]
    for message in messages:
        if message.answers not in shown:
            items.append(message)
        items += (question for question in questions if question.after == message.message_id)
    items += (q for q in questions if q.after is not None and q.after not in known)
    return tuple(items)
