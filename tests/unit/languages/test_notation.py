"""What the texts in the files of a language mean."""

from collections.abc import Mapping

import pytest
from pydantic import TypeAdapter

from assistant.languages.notation import Parts, WordOfNumber, expanded

PARTS = Parts(
    {
        "she": "she|he",
        "goes": "<she> [gladly ]goes",
        "none": "",
        "number": "[0-9]{1,3}",
        "lead": "(?:and )?{number}",
    }
)


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("yes | of course\n\n  sure", ["yes", "of course", "sure"], id="lines"),
        pytest.param("(a|b)(c|d)|e", ["ac", "ad", "bc", "bd", "e"], id="one-of-several"),
        pytest.param("[oh ]no", ["oh no", "no"], id="left-out"),
        pytest.param("a [b] c", ["a b c", "a c"], id="blanks"),
        pytest.param("((a|b)c|d)e", ["ace", "bce", "de"], id="nested"),
        pytest.param("<she> is", ["she is", "he is"], id="part"),
        pytest.param(
            "<goes>",
            ["she gladly goes", "she goes", "he gladly goes", "he goes"],
            id="part-of-parts",
        ),
        pytest.param("so <none>|more", ["more"], id="part-without-phrases"),
    ],
)
def test_a_text_holds_these_phrases(text: str, phrases: list[str]) -> None:
    assert list(expanded(text, PARTS.forms)) == phrases


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param("(a|b", "not closed", id="open"),
        pytest.param("a|b)", "not opened", id="closed"),
        pytest.param("(a]", "not opened", id="crossed"),
        pytest.param("<you> go", "no part is called <you>", id="unknown-part"),
    ],
)
def test_a_text_that_cannot_be_read_is_named(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        list(expanded(text, PARTS.forms))


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        pytest.param("a{2,3} b ", "a{2,3} b ", id="one-line"),
        pytest.param("\n  a|\n  b\n", "a|b", id="lines"),
        pytest.param("^{lead}$", "^(?:and )?[0-9]{1,3}$", id="part-of-parts"),
    ],
)
def test_a_pattern_has_its_parts(text: str, pattern: str) -> None:
    assert PARTS.pattern(text) == pattern


def test_an_unknown_part_of_a_pattern_is_named() -> None:
    with pytest.raises(ValueError, match="no part is called {tail}"):
        PARTS.pattern("a{tail}")


def test_the_word_of_each_number_is_the_first_it_has() -> None:
    parts = Parts(
        {"early": {"1": "initial"}, "stem": ["", "first", "second"]},
        {"cardinal": {0: ("zero",), 2: ("two", "twain")}},
    )
    reader: TypeAdapter[Mapping[int, str]] = TypeAdapter(WordOfNumber)

    def read(text: object) -> Mapping[int, str]:
        return reader.validate_python(text, context=parts)

    assert read("<early>|<cardinal>") == {0: "zero", 1: "initial", 2: "two"}
    assert read("the <Stem>th") == {1: "the Firstth", 2: "the Secondth"}
    assert read({1: "one"}) == {1: "one"}
