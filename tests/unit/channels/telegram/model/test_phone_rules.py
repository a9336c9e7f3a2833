from datetime import UTC, datetime

import pytest

from assistant.channels.telegram.model.card_message import message_of
from assistant.channels.telegram.model.chat_card import ChatCard
from assistant.channels.telegram.model.phone_rules import (
    goes_to_phone,
    is_answered_in_chats,
    whom_to_ask,
)
from assistant.coding_agents.hooks.permission_request import (
    AllowedPlaces,
    PermissionRequest,
    permission_question,
)
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import (
    Channel,
    Draft,
    Origin,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
)
from assistant.storage.telegram import TelegramAccount


def asked(purpose: Purpose) -> QuestionSet:
    question = Question(id="go", kind=QuestionKind.BOOLEAN, text="Go on?")
    return QuestionSet(id="s", questions=(question,), purpose=purpose)


@pytest.mark.parametrize("channel", Channel)
@pytest.mark.parametrize("purpose", Purpose)
def test_what_was_asked_here_goes_to_the_phone_if_it_may_be_answered_there(
    purpose: Purpose, channel: Channel
) -> None:
    origin = Origin(channel=channel, conversation_id="c")
    is_wanted = purpose is Purpose.ASK and channel is not Channel.TELEGRAM
    assert goes_to_phone(asked(purpose), origin) is is_wanted


@pytest.mark.parametrize(
    ("characters", "is_answered"), [(10, True), (3500, True), (4000, False), (200_000, False)]
)
def test_a_permission_that_a_message_cannot_show_whole_is_not_given_in_a_chat(
    characters: int, is_answered: bool
) -> None:
    asked = permission_question(
        PermissionRequest(tool="Bash", input={"command": "x" * characters}),
        Asker(agent="Claude Code"),
        set_id="s",
        allowed=AllowedPlaces(channels=(Channel.TELEGRAM,)),
    )
    assert is_answered_in_chats(asked) is is_answered
    text = message_of(ChatCard.begin(asked, Draft(), heading="h" * 200), "t").text.text
    assert ("x" * characters in text) or not is_answered


def test_another_question_may_be_shortened_there() -> None:
    asked = QuestionSet(
        id="s",
        questions=(
            Question(id="go", kind=QuestionKind.BOOLEAN, text="Go on?", context="x" * 9000),
        ),
    )
    assert is_answered_in_chats(asked)


def account(user_id: int, workspace: str) -> TelegramAccount:
    return TelegramAccount(
        user_id=user_id,
        chat_id=user_id,
        name=str(user_id),
        workspace=workspace,
        agent="default",
        conversation_id=None,
        linked_at=datetime(2026, 1, 1, tzinfo=UTC),
    )


def test_only_accounts_of_the_workspace_are_asked() -> None:
    ada, bob, eve = account(1, "home"), account(2, "club"), account(3, "home")
    assert whom_to_ask([ada, bob, eve], "home") == [ada, eve]
    assert whom_to_ask([ada, bob, eve], "work") == []
