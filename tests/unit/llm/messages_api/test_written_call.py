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
        ("A <tool_call>clock\n<arg_key>zone</arg_key>\n</tool_call>", "A "),
        ("<longcat_tool_call>clock\n</longcat_tool_call>", ""),
        ('<minimax:tool_call>\n<invoke name="clock">\n</invoke>\n</minimax:tool_call>a', "a"),
        ("<seed:tool_call><function=clock></function></seed:tool_call>", ""),
        ('<function=clock>{"zone": "UTC"}</function>a', "a"),
        ('<invoke name="clock"><parameter name="zone">UTC</parameter></invoke>', ""),
        ('<TOOLCALL>[{"name": "clock"}]</TOOLCALL>', ""),
        ('<|START_ACTION|>[{"tool_name":"clock"}]<|END_ACTION|>a', "a"),
        ('<|action_start|><|plugin|>{"name":"clock"}<|action_end|>', ""),
        ('<|tool_call>call:clock{zone:<|"|>UTC<|"|>}<tool_call|>a', "a"),
        ("<start_function_call>call:clock{}<end_function_call>", ""),
        (
            "<|tool_calls_section_begin|><|tool_call_begin|>functions.clock:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>a",
            "a",
        ),
        ('<｜DSML｜function_calls>\n<｜DSML｜invoke name="clock">\n</｜DSML｜function_calls>', ""),
        ("<|channel|>commentary to=functions.clock <|constrain|>json<|message|>{}<|call|>", ""),
        ('[TOOL_CALLS][{"name": "clock"}]', ""),
        ('A [TOOL_CALLS]clock[ARGS]{"zone": "UTC"}', "A "),
        # What is no call.
        (f"```\n{CALL}\n```", f"```\n{CALL}\n```"),
        ("`<tool_call>{}</tool_call>` it is", "`<tool_call>{}</tool_call>` it is"),
        ("The <tool_call> element", "The <tool_call> element"),
        ("A <tool>box", "A <tool>box"),
        ("<tools> element <b>", "<tools> element <b>"),
        ("f <function=", "f <function="),
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
