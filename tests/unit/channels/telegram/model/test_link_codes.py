"""Codes that link an account."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.telegram.model.link_codes import (
    ALPHABET,
    LENGTH,
    MAX_WRONG_CODES,
    VALID_S,
    LinkCode,
    code_from,
    deep_link,
    sent_code,
)
from assistant.channels.telegram.model.updates import Message

CODE = "K7MP2XQA"


def message(text: str) -> Message:
    return Message.model_validate(
        {
            "message_id": 1,
            "from": {"id": 5, "first_name": "Ada"},
            "chat": {"id": 5, "type": "private"},
            "text": text,
        }
    )


@pytest.mark.parametrize(
    "text",
    [
        "/start K7MP2XQA",
        "/link K7MP2XQA",
        "/LINK k7mp2xqa",
        "/start@parley_bot K7MP2XQA",
        "/lnik K7MP2XQA",
        "/ilnk k7mp2xqa",
        "/lnki K7MP2XQA",
        "/lik@parley_bot K7MP2XQA",
        "/strat K7MP2XQA",
        "/linkK7MP2XQA",
        "/link_K7MP2XQA",
        "K7MP2XQA",
        "k7mp 2xqa",
        "K7MP-2XQA",
        " K7MP2XQA ",
        "K7MP2XQA.",
        "`K7MP2XQA`",
        "K7MP–2XQA",
        "Ｋ７ＭＰ２ＸＱＡ",
        "K7MP\u200b2XQA",
        "link K7MP2XQA",
        "Code: K7MP2XQA",
        "/link code: k7mp2xqa",
        "Hi, the code is K7MP2XQA, thanks",
        "코드는 K7MP2XQA 이에요",
        "My code is K7MP 2XQA, thanks",
        "代码：K7MP-2XQA 谢谢",
        "/link K7MP2XQA K7MP2XQA",
        "К7МР2ХQА",
        "/link Κ7ΜΡ 2ΧQΑ",
        "/link K۷MP۲XQA",
    ],
)
def test_a_code_is_read_however_it_is_sent(text: str) -> None:
    assert sent_code(message(text)) == CODE


@pytest.mark.parametrize(
    "text",
    ["", "/start", "/link", "hello", "/stop K7MP2XQA", "K7MP2XQ", "K7MP2XQAA", "K7MP2XQ0", "/new"]
    + [
        "/lnik",
        "/unlink K7MP2XQA",
        "/help K7MP2XQA",
        "It needs STRENGTH",
        "K7MP2XQA or K7MP2XQB",
        "K7MP2 XQA12",
        "link",
        "code",
    ]
    + ["call me at 5552 3456 please", "K7MP 2XQA or K7MP 2XQB", "К7МР2ХЯ"],
)
def test_other_words_are_no_code(text: str) -> None:
    assert sent_code(message(text)) == ""


def test_a_code_is_good_for_ten_minutes_and_five_tries() -> None:
    code = LinkCode(code=CODE, made_at=100.0)
    assert code.is_good(100.0)
    assert code.is_good(100.0 + VALID_S - 1)
    assert not code.is_good(100.0 + VALID_S)
    for left in range(MAX_WRONG_CODES, 0, -1):
        assert code.tries_left == left
        assert code.is_good(100.0)
        code = code.tried()
    assert not code.is_good(100.0)


@given(st.lists(st.integers(min_value=0, max_value=2**32 - 1), min_size=LENGTH, max_size=LENGTH))
def test_every_code_comes_back_as_it_was_made(numbers: list[int]) -> None:
    code = code_from(numbers)
    assert set(code) <= set(ALPHABET)
    assert sent_code(message(f"/start {code}")) == code
    assert LinkCode(code=code, made_at=0.0).matches(code)


def test_nothing_in_a_code_looks_like_something_else() -> None:
    assert not set(ALPHABET) & set("ILO01")


def test_the_link_opens_the_chat_and_brings_the_code() -> None:
    assert deep_link("my_parley_bot", CODE) == "https://t.me/my_parley_bot?start=K7MP2XQA"
