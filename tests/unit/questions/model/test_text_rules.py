"""What the words of a text question must be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.questions.model.question import Question, QuestionKind, TextFormat
from assistant.questions.model.text_rules import as_number, broken_rule, plain_number


def text_question(**rules: object) -> Question:
    fields = {"id": "q1", "kind": QuestionKind.TEXT, "text": "Which?"} | rules
    return Question.model_validate(fields)


@pytest.mark.parametrize(
    ("text", "number", "integer"),
    [
        ("5", 5, 5),
        ("-3", -3, -3),
        ("+7", 7, 7),
        ("2.5", 2.5, None),
        (".5", 0.5, None),
        ("5.0", 5, 5),
        ("1e3", 1000, 1000),
        ("１２", 12, 12),
        (" 4 ", 4, 4),
        ("1e999", None, None),
        ("nan", None, None),
        ("inf", None, None),
        ("1_000", None, None),
        ("1,5", None, None),
        ("0x10", None, None),
        ("five", None, None),
        ("", None, None),
    ],
)
def test_a_number_is_read_as_it_is_written(
    text: str, number: float | None, integer: int | None
) -> None:
    assert as_number(text, TextFormat.NUMBER) == number
    assert as_number(text, TextFormat.INTEGER) == integer


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_that_is_written_plainly_is_read_again(value: float) -> None:
    assert as_number(plain_number(value), TextFormat.NUMBER) == value


@pytest.mark.parametrize(
    ("text_format", "good", "bad"),
    [
        (TextFormat.PLAIN, ["anything", "5", "a\nb"], []),
        (
            TextFormat.EMAIL,
            ["name@example.com", "a.b+c@mail.example.co.kr", "이름@예시.한국"],
            ["name", "name@", "@example.com", "a@b", "a b@example.com", "a@b@c.de", "a@.com"],
        ),
        (
            TextFormat.URI,
            ["https://example.com/a?b=c#d", "mailto:a@b.de", "file:///tmp/x", "urn:isbn:1"],
            ["example.com", "https:", "https://a b", "//example.com", ":x", "javascript:<b>"],
        ),
        (
            TextFormat.DATE,
            ["2026-03-31", "2024-02-29"],
            [
                "2026-02-29",
                "2026-13-01",
                "20260331",
                "2026-W14-2",
                "31.3.2026",
                "2026-3-31",
                "٢٠٢٦-٠٣-٣١",
            ],
        ),
        (
            TextFormat.DATE_TIME,
            [
                "2026-03-31T15:00:00Z",
                "2026-03-31t15:00:00.123456789z",
                "2026-03-31 15:00:00+02:00",
                "2016-12-31T23:59:60Z",
            ],
            ["2026-03-31", "2026-03-31T15:00:00", "2026-03-31T15:00Z", "2026-03-31T25:00:00Z"],
        ),
        (TextFormat.NUMBER, ["2.5", "-1"], ["x", "1,5"]),
        (TextFormat.INTEGER, ["3"], ["2.5", "x"]),
    ],
)
def test_a_text_has_the_format_its_question_wants(
    text_format: TextFormat, good: list[str], bad: list[str]
) -> None:
    question = text_question(text_format=text_format)
    for text in good:
        assert broken_rule(question, text) is None, text
    for text in bad:
        trouble = broken_rule(question, text)
        assert trouble is not None, text
        assert text in trouble, "what was written is named"
        assert text_format is TextFormat.INTEGER or "like" in trouble, "and what to write instead"


@pytest.mark.parametrize(
    ("rules", "text", "trouble"),
    [
        (
            {"text_format": "number", "minimum": 1.0},
            "0",
            "0 is too small; the smallest allowed is 1.",
        ),
        ({"text_format": "number", "minimum": 1.0}, "1", None),
        (
            {"text_format": "integer", "maximum": 65535.0},
            "65536",
            "65536 is too large; the largest allowed is 65535.",
        ),
        ({"text_format": "integer", "maximum": 65535.0}, "65535", None),
        (
            {"text_format": "number", "maximum": 2.5},
            "2.6",
            "2.6 is too large; the largest allowed is 2.5.",
        ),
        ({"min_length": 3}, "ab", "The answer is 2 characters long; at least 3 are needed."),
        ({"min_length": 3}, "abc", None),
        ({"max_length": 3}, "abcd", "The answer is 4 characters long; 3 are allowed."),
        ({"max_length": 3}, "가나다", None),
        (
            {"text_format": "email", "max_length": 10},
            "me@example.com",
            "The answer is 14 characters long; 10 are allowed.",
        ),
    ],
)
def test_limits_are_kept(rules: dict[str, object], text: str, trouble: str | None) -> None:
    assert broken_rule(text_question(**rules), text) == trouble


def test_a_long_text_is_named_shortened() -> None:
    trouble = broken_rule(text_question(text_format="date"), "x" * 500)
    assert trouble is not None
    assert "x" * 39 + "…" in trouble
    assert len(trouble) < 120
