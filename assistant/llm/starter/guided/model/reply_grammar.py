"""The grammar (GBNF, as llama.cpp reads it) of what a guided model may write after the opening.

A JSON Schema would be turned into such a grammar by the server, with blanks, any order of the keys
and every escape; a small model is better off without that freedom. Questions and options are held
to the writing of their language; an answer may quote another one.
"""

from collections.abc import Mapping
from typing import Final

from assistant.llm.starter.guided.model.guided_reply import (
    ANSWER,
    ASK,
    DECLINE,
    MAX_OPTION_CHARACTERS,
    MAX_OPTIONS,
    MIN_OPTIONS,
    OPTIONS,
)

_ANSWER_RULE: Final = rf'"{ANSWER}\":\"" text "\"}}"'
_ASK_RULE: Final = (
    rf'"{ASK}\":\"" question "\",\"{OPTIONS}\":[" '
    + r' "," '.join(["option"] * MIN_OPTIONS)
    + rf' ("," option){{0,{MAX_OPTIONS - MIN_OPTIONS}}} "]}}"'
)
_DECLINE_RULE: Final = rf'"{DECLINE}\":\"" text "\"}}"'
_TEXTS: Final = r"""
text ::= edge (char* (edge | "\\\""))?
edge ::= [^"\\\x00-\x20\x7f]
char ::= [^"\\\x00-\x1f\x7f] | "\\" ["\\n]
"""
"""A text neither begins nor ends with a blank: a title that a model sets in quotes, without an escape,
would end the text at its first quote."""
_HANGUL: Final = r"\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3"
_HAN: Final = r"\u3400-\u4dbf\u4e00-\u9fff"
_KANA: Final = r"\u3041-\u30ff"
_FOREIGN: Final[Mapping[str, str]] = {
    "ko": _HAN + _KANA,
    "zh": _HANGUL + _KANA,
    "ja": _HANGUL,
}
"""The letters that a question in these languages does not have."""
_NOT_LATIN: Final = _HANGUL + _HAN + _KANA + r"\u0400-\u04ff"


def reply_grammar(*, language: str, may_ask: bool, may_decline: bool) -> str:
    """Return the grammar of a reply; an answer is always allowed.

    Args:
        language: ISO 639-1 code of the user's language.
        may_ask: Whether a question is allowed.
        may_decline: Whether a refusal is.
    """
    rules = [_ANSWER_RULE]
    texts = _TEXTS
    if may_ask:
        rules.append(_ASK_RULE)
        texts += _question_texts(_FOREIGN.get(language, _NOT_LATIN))
    if may_decline:
        rules.append(_DECLINE_RULE)
    return "root ::= " + " | ".join(rules) + texts


def _question_texts(foreign: str) -> str:
    return rf"""
question ::= own-edge (own* own-edge)?
option ::= "\"" own-edge (own{{0,{MAX_OPTION_CHARACTERS - 2}}} own-edge)? "\""
own-edge ::= [^"\\\x00-\x20\x7f{foreign}]
own ::= [^"\\\x00-\x1f\x7f{foreign}]
"""
