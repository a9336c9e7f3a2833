import pytest

from assistant.channels.desktop.markdown.model.code_colours import (
    MOST_CHARACTERS,
    MOST_PIECES,
    coloured_lines,
)
from assistant.channels.desktop.style.tokens import LIGHT


@pytest.mark.parametrize(
    ("language", "code", "expected"),
    [
        pytest.param(
            "python",
            'def f(n):\n    return n + 1  # "one"',
            [["keyword:def", "name:f"], ["keyword:return", "value:1", 'comment:# "one"']],
            id="Python",
        ),
        pytest.param(
            "python",
            '"""Two\n\nlines"""',
            [['comment:"""Two'], [], ['comment:lines"""']],
            id="lines of one piece",
        ),
        pytest.param(
            "sh", 'echo "$A"', [["name:echo", 'string:"', "value:$A", 'string:"']], id="sh"
        ),
        pytest.param("diff", " a\n-b\n+c", [[], ["danger:-b"], ["success:+c"]], id="a difference"),
        pytest.param(
            "php", "return 1;", [["keyword:return", "value:1"]], id="PHP without its mark"
        ),
        pytest.param("JS {1,3}", "let a", [["keyword:let"]], id="more behind the language"),
        pytest.param("python:main.py", "pass", [["keyword:pass"]], id="a file behind it"),
        pytest.param("nothing-known", "pass", [], id="an unknown language"),
        pytest.param("", "pass", [], id="no language"),
        pytest.param("{}", "pass", [], id="no name"),
    ],
)
def test_pieces_have_the_colour_of_what_they_are(
    language: str, code: str, expected: list[list[str]]
) -> None:
    found = [
        [f"{p.colour.removeprefix('code_')}:{line[p.start : p.start + p.length]}" for p in pieces]
        for line, pieces in zip(code.split("\n"), coloured_lines(code, language), strict=False)
    ]
    assert found == expected


def test_places_are_counted_as_qt_counts_them() -> None:
    (comment,) = coloured_lines("'😀' # 😀", "python")[0][-1:]
    assert (comment.start, comment.length) == (5, 4)


def test_every_colour_is_one_that_is_held_to_be_readable() -> None:
    code = "import os\n@a\nclass B(C):\n    'd'\n    e = int('\\n%s') + 1.5  # f\n"
    used = {piece.colour for line in coloured_lines(code, "python") for piece in line}
    assert len(used) == 5
    assert {LIGHT.named()[name] for name in used} <= set(LIGHT.code_words())


def test_what_is_very_long_stays_plain() -> None:
    assert coloured_lines("1\n" * MOST_CHARACTERS, "python") == ()
    (line,) = coloured_lines("1," * MOST_PIECES * 2, "python")
    assert len(line) == MOST_PIECES
