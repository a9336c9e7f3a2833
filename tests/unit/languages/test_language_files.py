"""The files of a language become the dataclasses that say what they hold."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

import pytest

from assistant.languages.language_files import LanguageFileError, read_part
from assistant.languages.notation import NumberOfPhrase, Pattern, PhraseList, Phrases


class Kind(Enum):
    """What may be a key."""

    SHORT = "short"
    LONG = "long"


@dataclass(frozen=True, slots=True, kw_only=True)
class Inner:
    """What a table inside another becomes."""

    said: PhraseList


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """A part of a file."""

    yes: Phrases
    pattern: Pattern = "(?!)"
    numbers: NumberOfPhrase = field(default_factory=dict[str, int])
    lengths: Mapping[int, Inner] = field(default_factory=dict[int, Inner])
    kinds: Mapping[Kind, str] = field(default_factory=dict[Kind, str])


FILE = r"""
[parts]
who = 'she|he'
tail = '(?: please)?'
[words]
yes = 'yes|of course|<who> may'
pattern = '''
  \bgo
  {tail}$
'''
numbers = { 1 = 'one|a', 2 = 'two' }
kinds = { short = 's' }
[words.lengths.60]
said = 'minute|minutes'
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "words.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_a_part_is_read(file: Path) -> None:
    assert read_part(file, "words", Words) == Words(
        yes=frozenset({"yes", "of course", "she may", "he may"}),
        pattern=r"\bgo(?: please)?$",
        numbers={"one": 1, "a": 1, "two": 2},
        lengths={60: Inner(said=("minute", "minutes"))},
        kinds={Kind.SHORT: "s"},
    )


def test_a_language_may_lack_a_part_or_a_file(file: Path) -> None:
    assert read_part(file, "others", Words) is None
    assert read_part(file.with_name("missing.toml"), "words", Words) is None
    assert read_part(file.with_name("missing.toml"), "", Words) is None


def test_a_file_may_be_one_part(tmp_path: Path) -> None:
    file = tmp_path / "words.toml"
    file.write_text("yes = '<ok>'\n[parts]\nok = 'ok'\n", encoding="utf-8")
    assert read_part(file, "", Words) == Words(yes=frozenset({"ok"}))


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        pytest.param("[words]\n", ["words.yes", "required"], id="missing"),
        pytest.param("[words]\nyes = 1\n", ["words.yes", "must be a text", "1"], id="no-text"),
        pytest.param("[words]\nyes = ''\nno = ''\n", ["words.no", "Unexpected"], id="too-much"),
        pytest.param(
            "[words]\nyes = ''\n[words.lengths.60]\nsad = ''\n",
            ["words.lengths.60.sad", "words.lengths.60.said"],
            id="nested",
        ),
        pytest.param(
            "[words]\nyes = '<who>'\n", ["words.yes", "no part is called <who>"], id="part"
        ),
        pytest.param(
            "[words]\nyes = ''\nnumbers = 1\n", ["words.numbers", "must be a table"], id="no-table"
        ),
        pytest.param("[words\n", ["line 1"], id="no-toml"),
    ],
)
def test_a_fault_is_named_with_file_and_key(tmp_path: Path, text: str, faults: list[str]) -> None:
    file = tmp_path / "words.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(LanguageFileError) as raised:
        read_part(file, "words", Words)
    assert all(fault in str(raised.value) for fault in ["words.toml", *faults])
