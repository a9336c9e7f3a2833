"""A question as a notification: which of its options are buttons. Pure, but for the interface's language.

A button is one click, seen for a moment beside other work. So an option is one only if the card takes
that one gesture as the whole answer, if all options fit, and if the answer lets nothing happen: of a
permission there is a button to deny it, and everything else is answered in the window.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from assistant.channels.desktop.notifications.model.harmless_text import (
    BODY_LIMIT,
    CAPTION_LIMIT,
    TITLE_LIMIT,
    one_line,
)
from assistant.channels.desktop.notifications.model.notification import (
    OPEN,
    Notification,
    NotificationButton,
)
from assistant.coding_agents.hooks.permission_request import DENY
from assistant.errors import AnswerRefused
from assistant.locale import _, ngettext
from assistant.questions.card.card_view import CardRow
from assistant.questions.card.gestures import ChooseOption
from assistant.questions.card.question_card import AnswersGiven, QuestionCard
from assistant.questions.model.question import Purpose, QuestionSet

MOST_OPTIONS: Final = 3
"""Options that are offered as buttons; services show few."""
_PREFIX: Final = "question "


def question_key(questions_id: str) -> str:
    """Return the key of a question's notification."""
    return f"{_PREFIX}{questions_id}"


def asked_in(key: str) -> str | None:
    """Return the id of the question that a notification asks; None if it asks none."""
    return key.removeprefix(_PREFIX) if key.startswith(_PREFIX) else None


def question_notification(
    questions: QuestionSet,
) -> tuple[Notification, Mapping[str, ChooseOption]]:
    """Return the notification, and what each of its buttons answers besides the one that opens it."""
    rows = tuple(_offered(questions))
    gestures = {f"option {number}": row.choose for number, row in enumerate(rows, start=1)}
    captions = [one_line(row.caption, CAPTION_LIMIT) for row in rows]
    buttons = [
        NotificationButton(key=key, caption=caption)
        for key, caption in zip(gestures, captions, strict=True)
    ]
    asker = questions.asked_by
    title = (
        _("{name} asks").format(name=one_line(asker, TITLE_LIMIT)) if asker else _("Parley asks")
    )
    return (
        Notification(
            key=question_key(questions.id),
            title=one_line(title, TITLE_LIMIT),
            body=_body(questions),
            choices=" · ".join(captions),
            buttons=(*buttons, NotificationButton(key=OPEN, caption=_("Open"))),
            stays=True,
            sounds=questions.asker is None,  # a coding agent has a tone of its own
        ),
        gestures,
    )


def _body(questions: QuestionSet) -> str:
    """Never the context, which holds commands and files, whole."""
    text = one_line(questions.title or questions.questions[0].text, BODY_LIMIT)
    number = len(questions.questions)
    if number == 1:
        return text
    count = ngettext("{n} question", "{n} questions", number).format(n=number)
    return f"{text} ({count})"


def _offered(questions: QuestionSet) -> Iterator[CardRow]:
    card = QuestionCard.begin(questions)
    view = card.view()
    rows = view.rows
    if view.question is None or not view.question.traits.answers_at_once:
        return
    if questions.purpose is Purpose.PERMISSION:
        yield from (row for row in rows if row.id == DENY and is_whole_answer(card, row))
        return
    if questions.purpose is not Purpose.ASK:
        return
    options = [row for row in rows if not row.is_other]
    is_short = len(options) <= MOST_OPTIONS and all(
        len(row.caption) <= CAPTION_LIMIT for row in options
    )
    if is_short and all(is_whole_answer(card, row) for row in options):
        yield from options


def is_whole_answer(card: QuestionCard, row: CardRow) -> bool:
    """Whether a click on a row is the whole answer."""
    try:
        return isinstance(card.apply(row.choose).ended, AnswersGiven)
    except AnswerRefused:
        return False
