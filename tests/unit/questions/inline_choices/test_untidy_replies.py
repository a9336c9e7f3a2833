"""Replies with questions that are written badly, or as a call of the tool, as models send them."""

import json
import random
from pathlib import Path
from typing import Any, Final

import pytest

from assistant.questions.formats.inline_choice import parse_text_choice
from assistant.questions.inline_choices import ChoiceFilter, FilteredMessage, without_choices
from assistant.questions.model.question import Question, QuestionKind
from tests.unit.questions.inline_choices.messages import random_chunks

_CASES: Final = Path(__file__).parents[3] / "data" / "questions" / "untidy"
_BOATS: Final = ["Rowing boat", "Canoe"]
_SINGLE, _MULTI = QuestionKind.SINGLE, QuestionKind.MULTI


def filtered(text: str) -> FilteredMessage:
    """Return what becomes of a reply, which is the same however it arrives."""
    whole = without_choices(text)
    source = random.Random(text)
    for chunks in (list(text), random_chunks(source, text), random_chunks(source, text)):
        choice_filter = ChoiceFilter()
        passed = "".join(choice_filter.feed(chunk) for chunk in chunks)
        rest = choice_filter.finish()
        assert (passed + rest.text, rest.choice) == (whole.text, whole.choice)
    return whole


def questions_of(choice: Any) -> tuple[Question, ...]:
    return parse_text_choice(choice, form_id="f").questions.questions


FILES: Final[dict[str, tuple[str, str, QuestionKind, list[str]]]] = {
    "r11_md": ("", "Use which `tool`?", _SINGLE, ["Bold way", "`npm run x`", "Docs", "old"]),
    "r17_escnl": ("", "First line.\nSecond line: which boat?", _SINGLE, _BOATS),
    "r19_toolcall_tag": ("Let me ask.\n", "Which boat?", _SINGLE, _BOATS),
    "r28_bom": ("Before\n\nAfter", "Which boat shall we hire?", _SINGLE, _BOATS),
    "r29_fullwidth": ("前\n", "哪条船？", _SINGLE, ["划艇", "独木舟"]),
    "r30b_multi_int": ("", "Which boat shall we hire?", _MULTI, _BOATS),
    "r31_type_hyphen": ("Before\n", "Which boat shall we hire?", _SINGLE, _BOATS),
    "r32_map": ("Before\n", "Which boat shall we hire?", _SINGLE, _BOATS),
    "r33_singlemaps": ("Before\n", "Which boat shall we hire?", _SINGLE, _BOATS),
    "r38_escaped": ("Before\n", "Which boat shall we hire?", _SINGLE, _BOATS),
    "r56_label_other": (
        "",
        "Which boat shall we hire?",
        _SINGLE,
        [*_BOATS, "None of the above"],
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_a_reply_is_asked_and_the_rest_of_it_shown(name: str) -> None:
    left, text, kind, labels = FILES[name]
    shown = filtered((_CASES / f"{name}.txt").read_text("utf-8"))
    (question,) = questions_of(shown.choice)
    assert (question.text, question.kind) == (text, kind)
    assert [option.label for option in question.options] == labels
    assert question.allow_other
    assert shown.text.rstrip("\n") == left.rstrip("\n")


@pytest.mark.parametrize("name", ["r52_freetext_in_form", "chat_c26_missing_text"])
def test_a_form_with_a_question_in_words_is_asked(name: str) -> None:
    path = next(_CASES.glob(f"{name}.*"))
    text = path.read_text("utf-8")
    if path.suffix == ".json":
        text = json.loads(text)[0][0]["text"]
    words, day = questions_of(filtered(text).choice)
    assert (words.text, words.kind) == ("How many people?", QuestionKind.TEXT)
    assert [option.label for option in day.options] == ["Sat", "Sun"]


def test_a_choice_that_a_command_is_given_is_code_and_swallows_nothing() -> None:
    text = (_CASES / "r67_echo.txt").read_text("utf-8")
    shown = filtered(text)
    assert (shown.text, shown.choice, shown.unreadable) == (text, None, None)


_QUESTION: Final = {"question": "Which boat?", "options": ["Rowing boat", "Canoe"]}
_INPUT: Final = json.dumps({"questions": [_QUESTION]})
_LIST: Final = json.dumps([_QUESTION])
_FULL: Final = json.dumps({"questions": [{**_QUESTION, "header": "Boat", "multiSelect": False}]})

CALLS: Final[dict[str, str]] = {
    "Hermes": f'<tool_call>\n{{"name": "ask_user_question", "arguments": {_INPUT}}}\n</tool_call>',
    "Hermes without an end": f'<tool_call>\n{{"name": "ask_user_question", "arguments": {_INPUT}}}',
    "a name and its input": f"<tool_call>ask_user_question\n{_INPUT}</tool_call>",
    "Llama": f"<function=ask_user_question>{_INPUT}</function>",
    "XML": '<function_calls>\n<invoke name="ask_user_question">\n<parameter name="questions">'
    f"{_LIST}</parameter>\n</invoke>\n</function_calls>",
    "tags of its own": f"<ask_user_question>\n<questions>{_LIST}</questions>\n</ask_user_question>",
    "Kimi": "<|tool_calls_section_begin|><|tool_call_begin|>ask_user_question:0"
    f"<|tool_call_argument_begin|>{_INPUT}<|tool_call_end|><|tool_calls_section_end|>",
    "a function": f"ask_user_question({_INPUT})",
    "a function with a keyword": f"ask_user_question(questions={_LIST})",
    "a function in another spelling": f"AskUserQuestion({_INPUT});",
    "a function in code": f"```python\nask_user_question({_INPUT})\n```",
    "a keyword in code": f"```tool_code\nask_user_question(questions={_LIST})\n```",
    "a block": f'```json\n{{"name": "ask_user_question", "arguments": {_INPUT}}}\n```',
    "a block of its name": f"```ask_user_question\n{_INPUT}\n```",
    "a block of the input alone": f"```json\n{_FULL}\n```",
    "arguments as text": '```json\n{"name": "AskUserQuestion", "arguments": '
    f"{json.dumps(_INPUT)}}}\n```",
    "as services send it": '{"type": "function", "function": {"name": "ask_user_question",'
    f' "arguments": {json.dumps(_INPUT)}}}}}',
    "in a list": f'```json\n{{"tool_calls": [{{"function": {{"name": "ask_user_question",'
    f' "arguments": {_INPUT}}}}}]}}\n```',
    "as a block of content": f'{{"type": "tool_use", "name": "ask_user_question", "input": {_INPUT}}}',
    "a tool with parameters": f'{{"tool": "ask_user_question", "parameters": {_INPUT}}}',
    "an action": '```json\n{"action": "ask_user_question", "action_input": ' + _INPUT + "}\n```",
    "gpt-oss": f"commentary to=functions.ask_user_question json{_INPUT}",
    "gpt-oss with marks": "<|channel|>analysis to=functions.ask_user_question code<|message|>"
    f"{_INPUT}<|call|>",
    "gpt-oss with its role": f"to=functions.ask_user_question<|channel|>json<|message|>{_INPUT}",
    "an agent": f"Action: ask_user_question\nAction Input: {_INPUT}",
    "an agent of Qwen": f"✿FUNCTION✿: ask_user_question\n✿ARGS✿: {_INPUT}",
    "a list of Python": f"[ask_user_question(questions={_LIST})]",
    "an input alone": _FULL,
    "with smart quotes": "{“name”: “ask_user_question”, “arguments”: {“questions”: [{“question”:"
    " “Which boat?”, “options”: [“Rowing boat”, “Canoe”]}]}}",
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call_that_was_written_as_text_is_asked_and_not_shown(call: str) -> None:
    shown = filtered(f"Let me ask.\n{call}\n")
    (question,) = questions_of(shown.choice)
    assert question.text == "Which boat?"
    assert [option.label for option in question.options] == _BOATS
    assert shown.text.strip() == "Let me ask."
    assert shown.unreadable is None


def test_a_call_of_phi_in_the_middle_of_a_line_is_asked_however_it_comes() -> None:
    text = f'Sure. functools[{{"name": "ask_user_question", "arguments": {_INPUT}}}]'
    choices = ChoiceFilter()
    assert "".join([*map(choices.feed, text), choices.finish().text]) == "Sure. "
    assert filtered(text).text == "Sure. "


def test_what_stands_behind_a_call_is_shown() -> None:
    shown = filtered(f"A\nask_user_question({_INPUT})\n\nB\n")
    assert shown.text == "A\n\n\nB\n"


def test_a_call_of_several_questions_is_asked_whole() -> None:
    many = [
        {"question": "Name?", "type": "text"},
        {"question": "Which?", "options": {"1": "A", "2": "B"}, "multiple": True},
    ]
    name, which = questions_of(filtered(f"ask_user_question({json.dumps(many)})").choice)
    assert (name.kind, which.kind) == (QuestionKind.TEXT, QuestionKind.MULTI)


ORDINARY: Final = (
    "I could use the `ask_user_question` tool, or ask_user_question: it asks. Ask away!",
    "task, mask and basket; AskUser; ask_user; ask_user_questions({})",
    "ask_user_question(see [the docs](https://example.org))",
    "ask_user_question(...)",
    "ask_user_question({})",
    '{"name": "ask_user_question", "description": "d", "parameters": {"type": "object"}}',
    '{"name": "Ann", "input": {"question": "Q?", "options": ["A"]}}',
    '{"type": "function", "function": {"name": "add", "arguments": "{}"}}',
    '```json\n{"questions": [{"question": "Capital?", "options": ["A", "B"], "answer": 1}]}\n```',
    '```json\n{"name": "ask_user_question"}\n```',
    '```bash\ncurl -d \'{"type": "user_choice", "question": "Q", "options": ["A"]}\' host\n```',
    '```python\nimport json\nprint({"type": "user_choice", "question": "Q", "options": ["A"]})\n```',
)


@pytest.mark.parametrize("text", ORDINARY)
def test_words_data_and_code_that_name_the_tool_are_shown_as_they_are(text: str) -> None:
    shown = filtered(text)
    assert (shown.text, shown.choice, shown.unreadable) == (text, None, None)


@pytest.mark.parametrize(
    "call",
    [
        'ask_user_question({"questions": [{"question": "Which bo',
        '<tool_call>\n{"name": "ask_user_question", "arguments": {"questions": [{"question"',
        '```json\n{"name": "ask_user_question", "arguments": {"questions": [Tea]}}\n```',
        'ask_user_question({"questions": [{"question": "Which?", "options": "Tea or milk"}]})',
    ],
)
def test_a_call_that_cannot_be_read_is_not_shown_and_not_lost(call: str) -> None:
    shown = filtered(f"Words.\n{call}")
    assert shown.choice is None
    assert shown.unreadable is not None
    assert shown.unreadable.fault
    assert "Which" not in shown.text
    assert "ask_user_question" not in shown.text


@pytest.mark.parametrize("hidden", ["\ufeff", "\u200b", "\u2060", "\u200e"])
@pytest.mark.parametrize("place", ["{}", "```json\n{}\n```", "{}```json\n{}\n```"])
def test_what_nobody_sees_does_not_hide_a_choice(hidden: str, place: str) -> None:
    choice = '{"type": "user_choice", "question": "Which?", "options": ["A", "B"]}'
    spaced = choice.replace(": ", f":{hidden}").replace("{", f"{{{hidden}")
    text = place.replace("{}", hidden, 1) if place.count("{}") == 2 else place
    shown = filtered(f"A\n{text.replace('{}', hidden + spaced)}")
    (question,) = questions_of(shown.choice)
    assert [option.label for option in question.options] == ["A", "B"]
    assert "{" not in shown.text
    assert "`" not in shown.text


_PIECES: Final = [
    *("ask_user_question", "AskUserQuestion", "askuserquestion", "a", "as", "ask ", "task", "word"),
    *("(", ")", "({", "})", "{", "}", "[", "]", ":", '"', "`", "\\", " ", "\n", "```", "```json\n"),
    *("```bash\n", "~~~", "> ", "- ", "1. ", "questions=", "｛", "｝", "“type”", "\ufeff"),
    *("<tool_call>", "</tool_call>", "<function=", ">", '<invoke name="', "</invoke>"),
    *('<parameter name="questions">', "<|tool_call_begin|>", '"name":', '{\\"type\\":'),
    '{"name":"ask_user_question","arguments":',
    '{"type": "user_choice", "question": "Q?", "options": ["A"]}',
    '[{"question":"Q","options":["x"]}]',
    _INPUT,
]


def test_whatever_is_put_together_ends_and_does_not_depend_on_how_it_arrives() -> None:
    source = random.Random(36)
    for _number in range(600):
        filtered("".join(source.choice(_PIECES) for _piece in range(source.randint(1, 14))))


def test_a_call_that_a_fence_cuts_short_ends_there() -> None:
    text = 'askuserquestion{"name":"ask_user_question","arguments":```\ncode\n```\n'
    shown = filtered(text)
    assert shown.unreadable is not None
    assert shown.text.endswith("code\n```\n")
