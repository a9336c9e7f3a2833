"""Code holds no words of a language: those stand in its files, and what people see in the catalogues."""

import ast
import re
import tokenize
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any, cast

import pytest

import assistant

ROOT = Path(assistant.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
READING = (
    "conversation/intents", "intents", "memory", "questions/spoken", "tools/timers",
    "voice/questions", "voice/stt", "voice/text", "voice/turn_taking",
)  # fmt: skip
"""Rooms that make out what people say and write."""
READERS = sorted(path for room in READING for path in ROOT.joinpath(room).rglob("*.py"))
FIXED = {
    "conversation/turn/turn.py": "the words by which a model is told",
    "questions/model/inline_choice_response.py": "the word by which a model is answered",
    "settings/schema.py": "what languages call themselves, whichever is shown",
    "tools/permission.py": "the words by which a model is told",
    "tools/utilities/model/math_functions.py": "signs of mathematics",
    "voice/text/tex_formulas.py": "signs of mathematics",
}
"""Where letters are the same in every language, and why."""
TEXTS = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}  # from Python 3.12
WORD = re.compile(r"[^\W\d_]+")
WORD_LIST = re.compile(r"[^\W\d_]{2,}(?:[ |][^\W\d_]{2,}){3,}")


def texts(path: Path) -> Iterator[str]:
    """Yield the texts of a module as they are written, without docstrings."""
    source = path.read_text(encoding="utf-8")
    docstrings = {
        (node.lineno, node.col_offset)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr)
    }
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type in TEXTS and token.start not in docstrings:
            yield token.string


def constants(path: Path) -> Iterator[str]:
    """Yield the texts in the constants of a module."""
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.AnnAssign | ast.Assign) and statement.value is not None:
            for node in ast.walk(statement.value):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def is_foreign(character: str) -> bool:
    """Whether a character is a letter that English does not write; apostrophes are none."""
    kind = unicodedata.category(character)
    return not character.isascii() and kind.startswith("L") and kind != "Lm"


def test_no_module_holds_letters_of_a_language() -> None:
    written = [path for path in MODULES if not path.read_bytes().isascii()]
    found = {
        str(path.relative_to(ROOT)): text
        for path in written
        for text in texts(path)
        if any(map(is_foreign, text))
    }
    assert len(MODULES) > 500
    assert found.keys() == FIXED.keys(), found


@pytest.mark.parametrize("path", READERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_rule_for_what_people_say_lists_no_words(path: Path) -> None:
    found = [text for text in constants(path) if WORD_LIST.fullmatch(text)]
    assert found == [] or (path.name == "slot_readers.py" and found[0].startswith("com org net"))


NAMES = {
    ("intents/free_text.py", "day"): "names of slots",
    ("intents/moments.py", "am"): "names of parts of the day",
    ("intents/moments.py", "day"): "names of slots",
    ("tools/timers/model/input_reader.py", "today"): "what models write, in English",
}
"""Texts side by side that are words of an answer as well, by the first, and what they are here."""


def words_in(value: Any) -> Iterator[str]:
    """Yield the words in the texts of a table."""
    match value:
        case str():
            yield from WORD.findall(value.casefold())
        case dict() | list():
            members: Iterable[Any] = cast(Any, value.values() if isinstance(value, dict) else value)
            for one in members:
                yield from words_in(one)
        case _:
            pass


def side_by_side(path: Path) -> Iterator[list[str]]:
    """Yield the texts that stand in one collection of a module, also within a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Tuple(elts=members) | ast.Set(elts=members) | ast.List(elts=members):
                pass
            case ast.Dict(keys=members):
                pass
            case _:
                continue
        written = [one.value for one in members if isinstance(one, ast.Constant)]
        yield [text for text in written if isinstance(text, str)]


def test_a_rule_for_what_people_say_collects_no_words_of_answers() -> None:
    files = ROOT.glob("languages/*/answers.toml")
    known = {
        word for file in files for word in words_in(tomllib.loads(file.read_text(encoding="utf-8")))
    }
    assert {"yes", "nein"} <= known
    found = {
        (str(path.relative_to(ROOT)), texts[0]): texts
        for path in READERS
        for texts in side_by_side(path)
        if len(texts) > 2
        and all(WORD.search(text) and known.issuperset(words_in(text)) for text in texts)
    }
    assert found.keys() == NAMES.keys(), found
