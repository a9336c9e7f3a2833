"""Calls of tools that stand in the words of a reply, however it is cut into pieces."""

import pytest

from assistant.llm.messages_api.written_call import WrittenCallFilter, without_calls

CALL = '<tool_call>\n{"name": "clock", "arguments": {"zone": "UTC"}}\n</tool_call>'


def shown(*chunks: str) -> str:
    calls = WrittenCallFilter()
    return "".join(map(calls.feed, chunks)) + calls.finish()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (CALL, ""),
        (f"Let me see.\n{CALL}", "Let me see.\n"),
        (f"{CALL}\n{CALL}\nDone.", "Done."),
        (CALL.upper(), ""),
        (CALL[:-13], ""),
        ("<tool_call>\n<function=clock>\n</function>\n</tool_call>a", "a"),
        ('<function_call>{"name": "clock"}</function_call>', ""),
        ('<|tool_call|>[{"name": "clock"}]<|/tool_call|>', ""),
        ("<|python_tag|>clock.call()", ""),
        ('[TOOL_CALLS][{"name": "clock"}]', ""),
        ('A [TOOL_CALLS]clock[ARGS]{"zone": "UTC"}', "A "),
        # What is no call.
        (f"```\n{CALL}\n```", f"```\n{CALL}\n```"),
        ("`<tool_call>{}</tool_call>` it is", "`<tool_call>{}</tool_call>` it is"),
        ("The <tool_call> element", "The <tool_call> element"),
        ('"<tool_call>" {', '"<tool_call>" {'),
        ("[1] < [tool <tool_call", "[1] < [tool <tool_call"),
        ("<tool_call>", "<tool_call>"),
        ("", ""),
    ],
)
def test_a_written_call_is_not_shown_whatever_the_pieces(text: str, left: str) -> None:
    assert without_calls(text) == left
    assert shown(*text) == left
    for cut in range(1, len(text)):
        assert shown(text[:cut], text[cut:]) == left


def test_plain_words_pass_at_once() -> None:
    calls = WrittenCallFilter()
    assert [calls.feed(words) for words in ("Hello ", "you, 1 < ", "2")] == [
        "Hello ",
        "you, 1 < ",
        "2",
    ]
    assert not calls.has_call
