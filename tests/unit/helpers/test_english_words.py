"""What counts as English in a text of another language."""

import pytest

from tests.helpers.english_words import english_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1번째 줄: 'no'은(는) “not this” 중 하나예요", set[str]()),
        ("JSON이 아니에요: questions[0].context, /home/me/it is", set[str]()),
        ("파일을 읽을 수 없어요: No such file or directory", {"such", "file", "directory"}),
        ("文件 notes.md 没有 description", {"description"}),
    ],
)
def test_words_are_found_that_nobody_wrote_so_on_purpose(text: str, words: set[str]) -> None:
    assert english_words(text) == words
