import pytest

from assistant.channels.desktop.widgets.model.long_words import with_breaks

HIDDEN = "\u200b"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "SQLite",
        "Internationalization",
        "two words",
        "열두 글자보다 짧은 말",
        "가" * 12,
        "a" * 24,
    ],
)
def test_words_that_fit_a_line_stay_as_they_are(text: str) -> None:
    assert with_breaks(text) == text


@pytest.mark.parametrize(
    ("text", "pieces"),
    [("a" * 25, [8, 8, 8, 1]), ("가" * 13, [8, 5]), ("short " + "b" * 25, [14, 8, 8, 1])],
)
def test_a_longer_word_may_end_its_line_every_few_characters(text: str, pieces: list[int]) -> None:
    broken = with_breaks(text)
    assert [len(piece) for piece in broken.split(HIDDEN)] == pieces
    assert broken.replace(HIDDEN, "") == text


@pytest.mark.parametrize("sign", ["e\u0301", "👩\u200d💻", "✔\ufe0f"])
def test_what_is_one_sign_is_not_broken(sign: str) -> None:
    for lead in range(9):
        pieces = with_breaks("a" * lead + sign * 20).split(HIDDEN)
        assert len(pieces) > 1
        assert all(piece.lstrip("a").replace(sign, "") == "" for piece in pieces)
