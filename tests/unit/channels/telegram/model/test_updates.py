import pytest

from assistant.channels.telegram.model.updates import Message, Update, read_update
from tests.helpers.telegram.server import FakeBotApi


def first(telegram: FakeBotApi) -> Update:
    update = read_update(telegram.world.updates[0])
    assert update is not None
    return update


def message(update: Update) -> Message:
    assert update.message is not None
    return update.message


def test_what_telegram_sends_is_read() -> None:
    telegram = FakeBotApi()
    ada = telegram.user("Ada", language="ko")
    ada.send("hello 👋")
    update = first(telegram)
    assert update.sender is not None
    assert (update.sender.name, update.sender.language_code) == ("Ada", "ko")
    assert message(update).text == "hello 👋"
    assert message(update).is_private


def test_a_message_of_a_group_is_not_private() -> None:
    telegram = FakeBotApi()
    telegram.user("Ada").send("hi", chat=telegram.group())
    assert not message(first(telegram)).is_private


def test_what_is_of_no_known_form_is_passed_over() -> None:
    assert read_update({"update_id": "x"}) is None
    update = read_update({"update_id": 1, "poll": {"id": "1"}})
    assert update is not None
    assert update.sender is update.chat is None


@pytest.mark.parametrize(
    ("text", "command", "argument"),
    [
        ("/start ABCD", "start", "ABCD"),
        ("/Link@parley_bot  a b ", "link", "a b"),
        ("/stop", "stop", ""),
        ("／ｓｔｏｐ", "stop", ""),
        ("／link\u3000a b", "link", "a b"),
        ("／etc/hosts", "", ""),
        ("hello /stop", "", "/stop"),
        ("/", "", ""),
        ("/etc/hosts", "", ""),
        ("/시작", "", ""),
    ],
)
def test_commands_are_known(text: str, command: str, argument: str) -> None:
    telegram = FakeBotApi()
    telegram.user().send(text)
    read = message(first(telegram))
    assert read.command == command
    assert not command or read.argument == argument
