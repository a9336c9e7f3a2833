"""The grammar (GBNF, as llama.cpp reads it) of what a guided model may write after the opening.

A JSON Schema would be turned into such a grammar by the server, with blanks, any order of the keys
and every escape; a small model is better off without that freedom.
"""

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
    rf'"{ASK}\":\"" text "\",\"{OPTIONS}\":[" '
    + r' "," '.join(["option"] * MIN_OPTIONS)
    + rf' ("," option){{0,{MAX_OPTIONS - MIN_OPTIONS}}} "]}}"'
)
_DECLINE_RULE: Final = rf'"{DECLINE}\":\"" text "\"}}"'
_TEXTS: Final = rf"""
option ::= "\"" first char{{0,{MAX_OPTION_CHARACTERS - 1}}} "\""
text ::= first char*
first ::= [^"\\\x00-\x20\x7f]
char ::= [^"\\\x00-\x1f\x7f] | "\\" ["\\n]
"""
"""A text is not empty and does not begin with a blank."""


def reply_grammar(*, may_ask: bool, may_decline: bool) -> str:
    """Return the grammar of a reply; an answer is always allowed."""
    rules = [_ANSWER_RULE]
    if may_ask:
        rules.append(_ASK_RULE)
    if may_decline:
        rules.append(_DECLINE_RULE)
    return "root ::= " + " | ".join(rules) + _TEXTS
