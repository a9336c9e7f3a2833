"""Code holds no words of a language: those stand in its files, and what people see in the catalogues."""

import ast
import re
import tokenize
import unicodedata
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

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
