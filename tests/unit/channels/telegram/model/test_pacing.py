import pytest

from assistant.channels.telegram.model.pacing import ChatPace


@pytest.mark.requirement("TG-13")
def test_edits_are_a_second_apart_and_messages_are_not() -> None:
    pace = ChatPace()
    assert pace.until_edit(10) == 0
    pace.edited(10)
    assert pace.until_edit(10.25) == 0.75
    assert pace.until_send(10.25) == 0
    assert pace.until_edit(12) == 0


@pytest.mark.requirement("TG-13")
def test_nothing_is_sent_while_telegram_says_to_wait() -> None:
    pace = ChatPace()
    pace.limited(10, 5)
    pace.limited(11, 1)
    assert (pace.until_send(12), pace.until_edit(12)) == (3, 3)
