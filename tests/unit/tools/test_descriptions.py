from pathlib import Path

import pytest

from assistant.errors import ConfigError
from assistant.tools.descriptions import SHIPPED, read_description


@pytest.mark.parametrize("file", sorted(SHIPPED.glob("*.txt")), ids=lambda file: file.stem)
def test_every_shipped_description_can_be_read(file: Path) -> None:
    text = read_description(file.stem)

    assert len(text) > 100
    assert text == text.strip()


def test_the_persons_own_description_wins(tmp_path: Path) -> None:
    (tmp_path / "ask-user.txt").write_text("Ask seldom.\n", encoding="utf-8")

    assert read_description("ask-user", tmp_path) == "Ask seldom."
    assert read_description("calculator", tmp_path) == read_description("calculator")


def test_a_folder_that_does_not_exist_overrides_nothing(tmp_path: Path) -> None:
    assert read_description("ask-user", tmp_path / "none") == read_description("ask-user")


@pytest.mark.parametrize("content", [b"", b"  \n", b"\xff\xfe"])
def test_a_description_that_says_nothing_is_a_problem(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "ask-user.txt").write_bytes(content)

    with pytest.raises(ConfigError) as caught:
        read_description("ask-user", tmp_path)

    assert "ask-user.txt" in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize(
    "phrase",
    [
        "preferences",
        "ambiguous",
        "technology choices",
        "configuration",
        "trade-off",
        "multiSelect",
        "several features",
        "(Recommended)",
        '"Other"',
        "plan mode",
        "Is my plan ready?",
        "1 to 4 questions",
        "2 to 4 options",
        "12 characters",
        "1 to 5 words",
        "deleting a file",
        "A, B and C",
        "several rounds",
        "more than two",
        "destructive",
    ],
)
def test_the_question_tool_is_described_in_full(phrase: str) -> None:
    assert phrase in read_description("ask-user")
