"""Which questions can be answered by a button of a notification."""

import pytest

from assistant.channels.desktop.notifications.model.harmless_text import (
    BODY_LIMIT,
    CAPTION_LIMIT,
    one_line,
    words_of,
)
from assistant.channels.desktop.notifications.model.question_notification import (
    question_notification,
)
from assistant.coding_agents.hooks.permission_request import (
    DENY,
    AllowedPlaces,
    PermissionRequest,
    permission_question,
)
from assistant.locale import use_language
from assistant.questions.card.question_card import AnswersGiven, QuestionCard
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import (
    Option,
    Purpose,
    QuestionSet,
)
from tests.unit.channels.desktop.conversation.samples import asked, boolean, multi, single, text

AGENT = Asker(agent="Claude Code", project="webshop")


def permission() -> QuestionSet:
    request = PermissionRequest(
        tool="Bash",
        input={"command": "curl -H 'Authorization: Bearer hunter2' example.org"},
        suggestions=({"type": "setMode", "mode": "acceptEdits", "destination": "session"},),
    )
    return permission_question(
        request, AGENT, set_id="p", allowed=AllowedPlaces(is_spoken=False, channels=())
    )


def captions(questions: QuestionSet) -> list[str]:
    notification, gestures = question_notification(questions)
    *options, last = notification.buttons
    assert (last.key, last.caption) == ("default", "Open")
    assert [button.key for button in options] == list(gestures)
    return [button.caption for button in options]


FOLLOW_UP = single(count=2, follow_ups={"red": (text(),)})
LONG = Option(id="long", label="x" * (CAPTION_LIMIT + 1))


@pytest.mark.parametrize(
    ("questions", "offered"),
    [
        pytest.param(asked(single(count=2)), ["Red", "Green"], id="two options"),
        pytest.param(asked(single(count=3)), ["Red", "Green", "Blue"], id="three"),
        pytest.param(asked(single(count=4)), [], id="more than services show"),
        pytest.param(asked(boolean()), ["Yes", "No"], id="yes or no"),
        pytest.param(asked(boolean(default_boolean=True)), ["Yes", "No"], id="with a default"),
        pytest.param(asked(single(count=2, allow_other=False)), ["Red", "Green"], id="no other"),
        pytest.param(asked(single(options=(LONG, *single().options[:1]))), [], id="a long option"),
        pytest.param(asked(multi()), [], id="several may be ticked"),
        pytest.param(asked(text()), [], id="words"),
        pytest.param(asked(single(), boolean()), [], id="a form"),
        pytest.param(asked(FOLLOW_UP), [], id="one that leads to more"),
        pytest.param(asked(boolean(), purpose=Purpose.CONFIRM), [], id="a tool of Parley's"),
        pytest.param(asked(boolean(), purpose=Purpose.CONFLICT), [], id="a conflict"),
        pytest.param(asked(boolean(), purpose=Purpose.END_SESSION), [], id="the end of a session"),
        pytest.param(permission(), ["Deny"], id="a permission"),
    ],
)
def test_options_are_buttons_where_one_click_is_the_whole_answer(
    questions: QuestionSet, offered: list[str]
) -> None:
    assert captions(questions) == offered


@pytest.mark.parametrize(
    "questions", [asked(single()), asked(boolean()), permission()], ids=["options", "yes", "deny"]
)
def test_each_button_ends_the_card(questions: QuestionSet) -> None:
    for gesture in question_notification(questions)[1].values():
        ended = QuestionCard.begin(questions).apply(gesture).ended
        assert isinstance(ended, AnswersGiven)
        assert ended.answers[0].choices == (gesture.option_id,)


def test_of_a_permission_nothing_is_shown_of_what_it_would_run() -> None:
    notification, gestures = question_notification(permission())
    assert [gesture.option_id for gesture in gestures.values()] == [DENY]
    assert notification.title == "Claude Code · webshop asks"
    assert notification.body == "May it run this command?"
    assert "hunter2" not in repr(notification)


def test_a_form_says_how_much_it_asks() -> None:
    notification, _gestures = question_notification(asked(single(), text(), title="The trip"))
    assert notification.body == "The trip (2 questions)"
    assert notification.title == "Parley asks"


def test_long_and_deceiving_words_are_harmless() -> None:
    words = "Delete\n\u202eexe.txt\u202c?\x07 " + "very " * 100
    notification, _gestures = question_notification(asked(single(text=words)))
    assert len(notification.body) <= BODY_LIMIT
    assert notification.body.startswith("Delete exe.txt? very")
    assert notification.body.endswith("…")


@pytest.mark.parametrize(
    ("language", "title", "yes"), [("ko", "Parley가 물어요", "예"), ("zh", "Parley 提问", "是")]
)
def test_the_interface_language_is_used(language: str, title: str, yes: str) -> None:
    use_language("ko" if language == "ko" else "zh")
    notification, _gestures = question_notification(asked(boolean()))
    assert notification.title == title
    assert notification.buttons[0].caption == yes


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("# Plan\n\n- **one**\n- `two`", "Plan one two"),
        ("```python\nprint(1)\n```", "print(1)"),
        ("See [the page](https://example.org/x) and ![a cat](c.png)", "See the page and a cat"),
        ("안녕하세요\n반가워요", "안녕하세요 반가워요"),
        ("5 * 3 = 15", "5 * 3 = 15"),
        ("", ""),
    ],
)
def test_a_reply_is_told_without_its_marks(written: str, words: str) -> None:
    assert one_line(words_of(written), BODY_LIMIT) == words
