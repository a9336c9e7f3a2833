from datetime import UTC, datetime, timedelta

import pytest

from assistant.channels.telegram.model.backlog import WaitingMessage, passed_over

BACK = datetime(2026, 1, 2, 12, tzinfo=UTC)


def waiting(*ages_s: float, chat_id: int = 1, first: int = 0) -> list[WaitingMessage]:
    """Return messages that were written so many seconds before Parley was back."""
    return [
        WaitingMessage(
            update_id=first + n, chat_id=chat_id, written_at=BACK - timedelta(seconds=age)
        )
        for n, age in enumerate(ages_s)
    ]


@pytest.mark.requirement("TG-08")
@pytest.mark.parametrize(
    ("messages", "dropped"),
    [
        pytest.param(waiting(30, 20, 10), {0}, id="the-newest-two"),
        pytest.param(waiting(4000, 10), {0}, id="too-old"),
        pytest.param(waiting(3600, 10), set[int](), id="just-not-too-old"),
        pytest.param(waiting(30, 20, 10, -1, -2, -3), {0}, id="what-comes-now-counts-for-nothing"),
        pytest.param(waiting(9, 8) + waiting(7, 6, 5, chat_id=2, first=5), {5}, id="each-chat"),
        pytest.param([], set[int](), id="nothing"),
    ],
)
def test_of_what_waited_the_newest_are_answered_that_are_not_too_old(
    messages: list[WaitingMessage], dropped: set[int]
) -> None:
    assert passed_over(messages, back_at=BACK, newest=2, ttl_s=3600) == dropped
