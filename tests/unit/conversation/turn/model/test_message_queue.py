"""Words that wait."""

from assistant.conversation.turn.model.message_queue import MAX_WAITING, MessageQueue, UserMessage


def test_words_leave_in_the_order_they_came() -> None:
    waiting = MessageQueue()
    assert not waiting
    for text in "ab":
        assert waiting.add(UserMessage(text=text))
    assert waiting
    assert [waiting.pop().text, waiting.pop().text] == ["a", "b"]


def test_answers_have_room_where_words_have_none() -> None:
    waiting = MessageQueue()
    assert all(waiting.add(UserMessage(text=str(n))) for n in range(MAX_WAITING))
    assert not waiting.add(UserMessage(text="one more"))
    assert waiting.add(UserMessage(text="B", answers="q"))
    assert waiting.holds("q")
    waiting.withdraw_answer("q")
    assert not waiting.holds("q")
    assert waiting.pop().text == "0"
