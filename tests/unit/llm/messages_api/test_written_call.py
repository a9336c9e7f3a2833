"""Calls of tools that stand in the words of a reply, however it is cut into pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
        ("<execute_tool>clock(zone='UTC')</execute_tool>a", "a"),
        ("<tool_use><name>clock</name></tool_use>", ""),
        ('<tool_response>{"time": 3}</tool_response>It is three.', "It is three."),
        ('<tool-call>{"name": "clock"}</tool-call>a', "a"),
        ('<function name="clock">{}</function>a', "a"),
        ("<｜tool▁call▁begin｜>clock<｜tool▁sep｜>{}<｜tool▁call▁end｜>a", "a"),
        ("<|channel|>analysis to=python code<|message|>1<|call|>", ""),
        ("to=functions.clock json<|message|>{}<|call|>a", "a"),
        (f"{CALL}\n<tool_response>\nthree\n</tool_response>\nIt is.", "It is."),
        (f"{CALL}</tool_call>a", "a"),
        # In a fence that says so.
        ('```tool_code\nprint(clock(zone="UTC"))\n```', ""),
        ("Sure.\n```tool_code\nclock()\n```\nDone.", "Sure.\nDone."),
        ("~~~ Tool_Calls \n{}\n```\n~~~\na", "a"),
        ("```tool_call\n{", ""),
        # In a fence of JSON that holds nothing else, if no words follow.
        ('```json\n{"name": "clock", "arguments": {}}\n```', ""),
        ('Sure.\n~~~ JSON \n\n[{"tool": "clock", "args": {}}]\n\n~~~\n', "Sure.\n"),
        ('```\n{"name": "a", "arguments": {}}\n{"name": "b", "arguments": {}}\n```', ""),
        ('```json\n{"name": "clock", "arguments": {}}', ""),
        # In the middle of a line.
        ('I use functools[{"name": "clock", "arguments": {}}] now', "I use now"),
        ('A. functools [ {"name": "clock"}]', "A. "),
        # ReAct.
        ("Action: clock\nAction Input: UTC\nObservation: 3\nIt is three.", "It is three."),
        ("Action: clock\nAction Input: {}\nObservation:", ""),
        ("It is three.\nObservation: \n", "It is three.\n"),
        ("Observation:", ""),
        (
            "Thought: I look.\nAction: clock\nAction Input: UTC\nObservation: 3\nThought: I know.\nFinal Answer: It is three.",
            "It is three.",
        ),
        ("**Thought:** I ask.\n**Action:** clock\n**Action Input:** {}", ""),
        ('Thought: I look.\nAction: clock("UTC")', ""),
        ("Thought：我看一下。\nAction：clock\nAction Input：{}", ""),
        ("Thought: nothing to do.\nFinal Answer:\n\nHello!", "Hello!"),
        ("Final Answer: Hello!", "Hello!"),
        ("Thought: what goes through a mind.", "Thought: what goes through a mind."),
        ("Thoughts on it: none", "Thoughts on it: none"),
        ("A.\nThought: B.\nFinal answer: C.", "A.\nThought: B.\nFinal answer: C."),
        # ReAct in JSON, as LangChain's agents write it.
        ('Thought: I look.\nAction:\n```json\n{"action": "clock", "action_input": "UTC"}\n```', ""),
        ('Action:\n```\n{"action": "clock", "action_input": {"zone": "UTC"}}\n```\n', ""),
        ('**Action:** {"name": "clock", "arguments": {}}\nObservation: 3', ""),
        ('{"action": "clock", "action_input": "UTC"}', ""),
        (
            'Thought: I know.\nAction:\n```json\n{"action": "Final Answer", "action_input": "It is three."}\n```',
            "It is three.",
        ),
        ('Action:\n~~~json\n{"action": "final answer", "action_input": "3"}\n~~~', "3"),
        ('Action: {"name": "clock", "arguments": {}}\nFinal Answer: It is three.', "It is three."),
        ('Action:\n```json\n{"door": "open"}\n```', 'Action:\n```json\n{"door": "open"}\n```'),
        ("Action:\n```bash\nls\n```", "Action:\n```bash\nls\n```"),
        ("Action:\n- call her", "Action:\n- call her"),
        (
            '{"action": "say it", "action_input": "UTC"}',
            '{"action": "say it", "action_input": "UTC"}',
        ),
        # As Python writes them.
        ("{'name': 'clock', 'arguments': {'zone': 'UTC'}}", ""),
        ("Sure.\n[{'name': 'clock', 'arguments': {'zone': None}}]", "Sure.\n"),
        ("{'name': 'Ada', 'age': 36}", "{'name': 'Ada', 'age': 36}"),
        # With attributes, or the name on a line of its own.
        ('<tool_call name="clock">{"zone": 1}</tool_call>a', "a"),
        ("<tool_call id='1'>\n{}\n</tool_call>a", "a"),
        ('<tool_call>\nclock\n{"zone": 1}\n</tool_call>a', "a"),
        ('[TOOL_CALL]{tool => "clock", args => {--zone "UTC"}}[/TOOL_CALL]a', "a"),
        # On a line of its own, without marks around it.
        ('functools[{"name": "clock", "arguments": {"zone": "a]"}}]', ""),
        ('A.\nfunctools [\n{"name": "clock"}]\nB.', "A.\nB."),
        ('commentary to=functions.clock json{"zone": "}"}a', "a"),
        ('to=functions.clock <|constrain|>json {"a": {"b": 1}}', ""),
        ('Thought.\nAction: clock\nAction Input: {"zone": "UTC"}\n', "Thought.\n"),
        ('✿FUNCTION✿: clock\n✿ARGS✿: {"zone": "UTC"}\n', ""),
        # Without any mark, if no words follow.
        ('{"name": "clock", "parameters": {"zone": "UTC"}}', ""),
        ('I look.\n[{"name": "clock", "arguments": {}}]\n', "I look.\n"),
        ('{"name": "clock", "parameters": {}}; {"name": "clock", "parameters": {}}', ""),
        ('{"type": "function", "function": {"name": "clock", "arguments": "{}"}}', ""),
        ('{"tool_calls": [{"id": "1", "function": {"name": "clock", "arguments": {}}}]}', ""),
        ('[clock(zone="UTC"), date()]', ""),
        *(
            (text, text)
            for text in (
                '{"name": "clock", "arguments": {}}\nis how it is called.',
                'It is\n{"name": "clock", "arguments": {}},\nnot this:\n{"name": 1}',
                '{"name": "Ann Lee", "parameters": {}}',
                '{"name": "clock", "arguments": {}, "result": 3}',
                '{"name": "clock", "size": {}}',
                '{"name": "clock", "argu',
                '[{"name": "clock", "arguments": {}}, 1]',
                '[\n {"name": "clock", "arguments": {}},\n {"a": 1}\n]',
                'Call {"name": "clock", "arguments": {}}',
                '```json\n{"name": "clock", "arguments": {}}\n```\nis how it is called.',
                '```json\n{"name": "clock", "arguments": {}}\n# so\n```',
                '```json\n{"name": "clock", "size": {}}\n```',
                '```json\n{"name": "clock", "argu',
                '```python\n{"name": "clock", "arguments": {}}\n```',
                '````json\n{"name": "clock", "arguments": {}}\n```',
                "import functools and my.functools[{}]",
                "Observation: it rains.",
                "A.\nObservation:\nit rains.",
                "Hi</tool_call>",
                '```\nfunctools[{"name": "clock"}]\n```',
                "````\n```tool_code\nclock()\n```\n````",
                "```tool_codex\nclock()\n```",
                "```python\nprint(clock())\n```",
                "functools is a module.",
                "functools[0]",
                "functools[",
                "Action: call her.\nAction items: {}",
                "Action: clock",
                "to=functions.clock is written there",
                "to=functions.clock json\ncommentary {a}",
                "[clock](https://example.org) [1] [a(b)]",
                "[clock(3)]",
                "[1, 2]\n{a}\n[",
                "- [ ] a\n[x]\n{",
            )
        ),
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


@given(
    parts=st.lists(
        st.sampled_from(
            ["<tool_call>", "</tool_call>", "```tool_code", "```", "~~~", "`", "\n", " ", ";", "a", '"']
            + ["functools", "[", "{", "}", "]", '{"name": "a", "args": {}}', "[a()]", "action: b\n"]
            + ["```json\n", '{"name": "a", "args": {}}\n```', "observation:", "functools[{", "<|call|>"]
            + ["action input: ", "to=functions.a json", "commentary ", "✿function✿: a", "✿args✿:"]
        ),
        max_size=14,
    ),
    cuts=st.lists(st.integers(0, 80)),
)  # fmt: skip
def test_the_pieces_make_no_difference(parts: list[str], cuts: list[int]) -> None:
    text = "".join(parts)
    places = sorted({cut % (len(text) + 1) for cut in cuts})
    chunks = [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]
    assert shown(*chunks) == shown(text) == without_calls(text)


def test_plain_words_pass_at_once() -> None:
    calls = WrittenCallFilter()
    assert [calls.feed(words) for words in ("Hello ", "you, 1 < ", "2")] == [
        "Hello ",
        "you, 1 < ",
        "2",
    ]
    assert not calls.has_call
