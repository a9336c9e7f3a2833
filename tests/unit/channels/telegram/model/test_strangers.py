"""What those who are not linked are answered, and how often."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.telegram.model.link_codes import LinkRefusal, RefusalReason
from assistant.channels.telegram.model.strangers import (
    DAY,
    MAX_STRANGERS,
    MOST_TRYING,
    AnsweredStrangers,
    stranger_text,
)
from assistant.locale import use_language

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.requirement("TG-07")
def test_every_answer_says_how_to_link_and_the_first_has_the_words_of_the_source() -> None:
    use_language("ko")
    told = {reason: stranger_text(LinkRefusal(reason=reason)) for reason in RefusalReason}
    assert told[RefusalReason.NO_CODE].startswith("워크스페이스를 먼저 연결해주세요")
    assert len(set(told.values())) == len(RefusalReason)
    assert all("계정 연결" in text for text in told.values())


def test_one_more_try_is_one() -> None:
    texts = [
        stranger_text(LinkRefusal(reason=RefusalReason.WRONG, tries_left=left)) for left in (1, 4)
    ]
    assert "1 more try." in texts[0]
    assert "4 more tries." in texts[1]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 40), st.booleans()), max_size=60))
def test_a_stranger_is_answered_once_a_day_and_more_while_linking(
    messages: list[tuple[int, int, bool]],
) -> None:
    answered, now = AnsweredStrangers(), NOW
    heard: dict[int, list[tuple[datetime, bool]]] = {}
    for user_id, hours, is_linking in messages:
        now += timedelta(hours=hours)
        if answered.may_answer(user_id, now, is_linking=is_linking):
            answered = AnsweredStrangers.from_json(answered.with_answer(user_id, now).to_json())
            heard.setdefault(user_id, []).append((now, is_linking))
        else:
            assert heard[user_id]
    for answers in heard.values():
        plain = [at for at, is_linking in answers if not is_linking]
        assert all(b - a >= DAY for a, b in zip(plain, plain[1:], strict=False))


def test_answers_have_an_end_while_a_code_is_shown_too() -> None:
    answered = AnsweredStrangers()
    count = 0
    while answered.may_answer(1, NOW, is_linking=True):
        answered = answered.with_answer(1, NOW)
        count += 1
    assert count == MOST_TRYING
    assert answered.may_answer(2, NOW, is_linking=False)
    assert answered.may_answer(1, NOW + DAY, is_linking=False)


def test_a_clock_that_was_set_back_silences_nobody() -> None:
    answered = AnsweredStrangers().with_answer(1, NOW)
    assert answered.may_answer(1, NOW - timedelta(days=300), is_linking=False)


def test_of_many_strangers_the_last_are_remembered() -> None:
    answered = AnsweredStrangers()
    for user_id in range(MAX_STRANGERS + 5):
        answered = answered.with_answer(user_id, NOW)
    assert len(answered.answered) == MAX_STRANGERS
    assert not answered.may_answer(MAX_STRANGERS + 4, NOW, is_linking=False)


@pytest.mark.parametrize("text", [None, "", "{", "[1]", '[[1, "x", 2]]', "3"])
def test_what_is_damaged_is_nobody(text: str | None) -> None:
    assert AnsweredStrangers.from_json(text) == AnsweredStrangers()
