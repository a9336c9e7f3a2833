"""The grammars (GBNF, as llama.cpp reads it) of what a guided model may write: the kind, then the rest.

A JSON Schema would be turned into such a grammar by the server, with blanks, any order of the keys
and every escape; a small model is better off without that freedom. Questions and options are held
to the writing of their language; an answer may quote another one.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.scripts import Script
from assistant.llm.starter.guided.model.guided_reply import (
    ASK,
    MAX_OPTION_CHARACTERS,
    MAX_OPTIONS,
    MIN_OPTIONS,
    OPTIONS,
)

_ANSWER_RULE: Final = r'root ::= text "\"}"'
_ASK_RULE: Final = (
    rf'root ::= question "\",\"{OPTIONS}\":[" '
    + r' "," '.join(["option"] * MIN_OPTIONS)
    + rf' ("," option){{0,{MAX_OPTIONS - MIN_OPTIONS}}} "]}}"'
)
_TEXTS: Final = r"""
text ::= edge (char* (edge | "\\\""))?
edge ::= [^"\\\x00-\x20\x7f]
char ::= [^"\\\x00-\x1f\x7f] | "\\" ["\\n]
"""
"""A text neither begins nor ends with a blank: a title that a model sets in quotes, without an escape,
would end the text at its first quote."""
_LAST_WORD_CHARACTERS: Final = 24
"""So much of its last word may be behind the end of an option, so that it ends with a whole word."""
_HANGUL: Final = r"\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3"
_HAN: Final = r"\u3400-\u4dbf\u4e00-\u9fff"
_KANA: Final = r"\u3041-\u30ff"
_OWN: Final[Mapping[Script, str]] = {
    Script.HANGUL: _HANGUL,
    Script.HAN: _HAN,
    Script.KANA: _KANA,
}
_CYRILLIC: Final = r"\u0400-\u04ff"


def kind_grammar(kinds: Sequence[str]) -> str:
    """Return the grammar of the key that says which kind of reply it is."""
    return "root ::= " + " | ".join(f'"{kind}"' for kind in kinds)


def text_grammar(kind: str, *, language: str) -> str:
    """Return the grammar of what follows the opening of a reply of a kind.

    Args:
        kind: `ANSWER` or `ASK`.
        language: ISO 639-1 code of the user's language.
    """
    if kind == ASK:
        return _ASK_RULE + _question_texts(_foreign(language))
    return _ANSWER_RULE + _TEXTS


def _foreign(language: str) -> str:
    """Return the letters that a question in a language does not have; names may be in Latin ones."""
    known = LANGUAGES.get(language)
    scripts = (Script.LATIN,) if known is None else known.scripts
    others = "".join(letters for script, letters in _OWN.items() if script not in scripts)
    return others + _CYRILLIC if Script.LATIN in scripts else others


def _question_texts(foreign: str) -> str:
    return rf"""
question ::= own-edge (own* own-edge)?
option ::= "\"" (short | long) "\""
short ::= own-edge (own{{0,{MAX_OPTION_CHARACTERS - 2}}} own-edge)?
long ::= own-edge own{{{MAX_OPTION_CHARACTERS - 1}}} own-edge{{1,{_LAST_WORD_CHARACTERS}}}
own-edge ::= [^"\\\x00-\x20\x7f{foreign}]
own ::= [^"\\\x00-\x1f\x7f{foreign}]
"""
