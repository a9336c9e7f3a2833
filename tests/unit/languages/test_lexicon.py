"""What a file says that phrases mean."""

from pathlib import Path

import pytest

from assistant.languages.language_files import LanguageFileError, read_part
from assistant.languages.lexicon import (
    CommandKind,
    Lexicon,
    Limit,
    PhraseMeaning,
    PhraseTag,
    Scale,
    replacement,
)

REST = "[actions]\npairs = []\ndenial_before = 'not $'\n"
CARDINALS = {1: ("one",), 2: ("two", "both")}


def read(tmp_path: Path, text: str) -> Lexicon:
    file = tmp_path / "answers.toml"
    file.write_text(text, encoding="utf-8")
    words = read_part(file, "", Lexicon, words={"cardinal": CARDINALS})
    assert words is not None
    return words


def group(fields: str) -> str:
    return f"[[phrases]]\n{fields}\n"


@pytest.mark.parametrize(
    ("fields", "meanings"),
    [
        pytest.param(
            "command = 'skip'\nphrases = 'next'",
            {"next": PhraseMeaning(tag=PhraseTag.COMMAND, command=CommandKind.SKIP)},
            id="command",
        ),
        pytest.param(
            "tag = 'least'\nscale = 'price'\nrank = 2\nphrases = 'second cheapest'",
            {"second cheapest": PhraseMeaning(tag=PhraseTag.LEAST, value=Scale.PRICE, rank=2)},
            id="scale",
        ),
        pytest.param(
            "tag = 'condition'\nlimit = 'at_most'\nphrases = 'at most'",
            {"at most": PhraseMeaning(tag=PhraseTag.CONDITION, value=Limit.AT_MOST)},
            id="limit",
        ),
        pytest.param(
            "tag = 'first_of'\nnumbers = '1-2'\nphrases = 'first (<cardinal>|<n>)'",
            {
                f"first {said}": PhraseMeaning(tag=PhraseTag.FIRST_OF, value=n)
                for n, forms in CARDINALS.items()
                for said in (*forms, str(n))
            },
            id="numbers",
        ),
        pytest.param(
            "tag = 'letter'\nnumbers = '2'\nis_weak = true\nphrases = '<letter>'",
            {"b": PhraseMeaning(tag=PhraseTag.LETTER, value=2, is_weak=True)},
            id="letter",
        ),
    ],
)
def test_phrases_mean(tmp_path: Path, fields: str, meanings: dict[str, PhraseMeaning]) -> None:
    assert read(tmp_path, REST + group(fields)).phrases == meanings


def test_of_a_phrase_in_several_groups_the_last_counts(tmp_path: Path) -> None:
    groups = group("tag = 'filler'\nphrases = 'well|fine'") + group("tag = 'yes'\nphrases = 'fine'")
    tags = {said: found.tag for said, found in read(tmp_path, REST + groups).phrases.items()}
    assert tags == {"well": PhraseTag.FILLER, "fine": PhraseTag.YES}


def test_a_group_without_a_meaning_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        LanguageFileError, match=r"answers\.toml\nphrases: .*neither tag nor command"
    ):
        read(tmp_path, REST + group("phrases = 'well'"))


def test_synonyms_are_parted_by_commas_and_lines(tmp_path: Path) -> None:
    text = "synonyms = '''\nbin|trash, sofa|couch\ncar|auto\n'''\n" + REST
    words = read(tmp_path, text + group("tag = 'yes'\nphrases = 'yes'"))
    assert words.synonyms == ({"bin", "trash"}, {"sofa", "couch"}, {"car", "auto"})


def test_each_character_of_a_group_may_be_replaced() -> None:
    made = replacement("day {each} ")
    assert not isinstance(made, str)
    assert replacement(r"\1") == r"\1"
