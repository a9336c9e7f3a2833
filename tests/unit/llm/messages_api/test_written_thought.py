"""Reasoning that stands in the words of a reply, however it is marked and cut into pieces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.llm.messages_api.written_thought import (
    NAMES,
    Thought,
    ThoughtFilter,
    Words,
    thinks_by_name,
)


def told_apart(
    *chunks: str, begins_in_thought: bool | None = False, is_cut: bool = False
) -> tuple[str, str]:
    """Return words and reasoning of a text."""
    thoughts = ThoughtFilter(begins_in_thought=begins_in_thought)
    pieces = [piece for chunk in chunks for piece in thoughts.feed(chunk)]
    pieces += thoughts.finish(is_cut=is_cut)
    words = thought = since = ""
    for piece in pieces:
        match piece:
            case Words():
                words, since = words + piece.text, since + piece.text
            case Thought():
                thought, since = thought + piece.text, ""
            case _:
                words = words.removesuffix(since)
    return words, thought


CASES = [
    (
        "<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>Hi<|return|>",
        "Hi",
        "a",
    ),
    ("<|channel|>analysis<|message|>a <b></think>", "", "a <b></think>"),
    ("<|channel|>final<|message|>Hi", "Hi", ""),
    ("<|channel>thought\na<channel|>Hi", "Hi", "\na"),
    ("<unused94>thought\na<unused95>Hi", "Hi", "\na"),
    (
        "<|begin_of_thought|>a<|end_of_thought|>\n<|begin_of_solution|>Hi<|end_of_solution|>",
        "Hi",
        "a",
    ),
    ("<|START_THINKING|>a<|END_THINKING|><|START_RESPONSE|>Hi<|END_RESPONSE|>", "Hi", "a"),
    ("<|think|>a<|/think|>Hi", "Hi", "a"),
    ("a<|end_of_thought|>Hi", "Hi", "a"),
    ("<mm:think>a</mm:think><longcat_think>b</longcat_think>Hi", "Hi", "ab"),
    ("<scratchpad>a</scratchpad>Hi", "Hi", "a"),
    ("<think>a</think>\n<answer>\nHi\n</answer>", "Hi\n", "a"),
    ("<think>a</think><response>Hi</response>", "Hi", "a"),
    ("An <answer> element", "An <answer> element", ""),
    ("a\n[BEGIN FINAL RESPONSE]\nHi\n[END FINAL RESPONSE]", "Hi\n", "a\n"),
    ("<|think_start|>a<|think_end|>Hi", "Hi", "a"),
    ("<|channel|>commentary<|message|>Hi<|end|>", "Hi", ""),
    ("<|im_start|>assistant\nHi<|im_end|>", "Hi", ""),
    ("<start_of_turn>model\nHi<end_of_turn>", "Hi", ""),
    ("<|begin_of_box|>42<|end_of_box|>", "42", ""),
    ("Hi<｜end▁of▁sentence｜>", "Hi", ""),
    ("Hi</s></s>", "Hi", ""),
    ("Hi<|eom_id|><|user|>", "Hi", ""),
    ("Hi<|im_end|>", "Hi", ""),
    ("Hi<|end|>", "Hi", ""),
    ("Hi there<end_of_turn>\n", "Hi there", ""),
    ("It ends with `<|im_end|>`.", "It ends with `<|im_end|>`.", ""),
    ("a <|b|> c <channel> d <|im", "a <|b|> c <channel> d <|im", ""),
    # gpt-oss, from a server that drops its marks.
    ("analysisThe user greets.assistantfinalHello!", "Hello!", "The user greets."),
    ("analysisA.assistantanalysisB. So.assistantfinalHi", "Hi", "A.B. So."),
    ('analysis"Hi" needs a reply\nassistantfinal**Hi**', "**Hi**", '"Hi" needs a reply\n'),
    ("analysis사용자 인사.assistantfinal안녕하세요!", "안녕하세요!", "사용자 인사."),
    ("analysisA.assistantcommentaryLet me see.", "Let me see.", "A."),
    (
        "analysisA.assistantcommentary to=functions.clock json{}",
        "commentary to=functions.clock json{}",
        "A.",
    ),
    ("finalHello!", "Hello!", ""),
    ("\nfinal**Hi** you", "**Hi** you", ""),
    ("final안녕하세요", "안녕하세요", ""),
    ("commentaryLet me see.", "Let me see.", ""),
    ("assistantfinalHi", "Hi", ""),
    ("finally, final: Hi", "finally, final: Hi", ""),
    ("finalValueOf(x)", "finalValueOf(x)", ""),
    ("finalResult = 3", "Result = 3", ""),
    ("final Hi", "final Hi", ""),
    ("final", "final", ""),
    ("Hi finalHello", "Hi finalHello", ""),
    # gpt-oss, with more in its marks, or with reasoning that its template opens.
    ("<|channel|>final <|constrain|>json<|message|>{}", "{}", ""),
    ("<|channel|>analysis <|message|>a<|end|><|channel|>final json<|message|>Hi", "Hi", "a"),
    ("<|channel|>commentary to=b <|message|>a", "<|channel|>commentary to=b <|message|>a", ""),
    ("<|channel|>other<|message|>a", "<|channel|>other<|message|>a", ""),
    ("a<|end|><|start|>assistant<|channel|>final<|message|>Hi", "Hi", "a"),
    ("a <|start|>assistant<|channel|>final<|message|>Hi<|return|>", "Hi", "a "),
    (
        "<|channel|>commentary<|message|>A<|end|><|start|>assistant<|channel|>final<|message|>B",
        "AB",
        "",
    ),
    ("<think>a</think><final>Hi</final>", "Hi", "a"),
    ("<reasoning_content>a</reasoning_content>Hi", "Hi", "a"),
    ("analysis of the text", "analysis of the text", ""),
    ("analysis: Good", "analysis: Good", ""),
    ("analysisResult holds it.", "analysisResult holds it.", ""),
    ("Analysis", "Analysis", ""),
    ("The analysisResult.assistantfinalValue", "The analysisResult.assistantfinalValue", ""),
    ("analy", "analy", ""),
    # What was written, the words, the reasoning.
    ("<think>hm</think>Hello", "Hello", "hm"),
    ("\n<think>\nhm\n</think>\n\nHello\n\nyou", "Hello\n\nyou", "\nhm\n"),
    ("<think>\n\n</think>\n\nHello", "Hello", "\n\n"),
    ("<think/>Hello", "Hello", ""),
    ("okay\nso\n</think>\n\nHello", "Hello", "okay\nso\n"),
    ("okay</think>Hello", "Hello", "okay"),
    ("</think>\n\nHello", "Hello", ""),
    ("\n</think>Hello", "Hello", ""),
    ("<think>a</think>Hello <think>b</think> you", "Hello you", "ab"),
    ("A.\n<think>b</think>\nC.", "A.\n\nC.", "b"),
    ("<think>a</think> b </think> c", "c", "ab "),
    ("a</think></think>`<|end|>` b", "`<|end|>` b", "a"),
    ("a</think></think>```\n<think>b", "```\n<think>b", "a"),
    ("<think>a</think> b\n</think>\n", "b\n", "a"),
    ("<think>never closed", "", "never closed"),
    ("<THINK>a</Think >b", "b", "a"),
    ("<think time='3'  deep>a</think>b", "b", "a"),
    ("[THINK]a[/THINK]b", "b", "a"),
    ("◁think▷a◁/think▷b", "b", "a"),
    ("<think>see `</think> b", "b", "see `"),
    ("<think>```\ncode</think>b", "b", "```\ncode"),
    *((f"<{name}>a</{name}>b", "b", "a") for name in NAMES),
    # What is no reasoning.
    ("```\n<think>a</think>\n```\nb", "```\n<think>a</think>\n```\nb", ""),
    ("- ~~~xml\n  </think>\n  ~~~\nb", "- ~~~xml\n  </think>\n  ~~~\nb", ""),
    ("```\nb\n</think>", "```\nb\n</think>", ""),
    ("Write `<think>` and `</think>`.", "Write `<think>` and `</think>`.", ""),
    ('Is it "<think>" or “</think>”?', 'Is it "<think>" or “</think>”?', ""),
    ("Use the <think> element", "Use the <think> element", ""),
    ("1 <think 2", "1 <think 2", ""),
    ("<thinker>a</thinker> <b> [TH] <", "<thinker>a</thinker> <b> [TH] <", ""),
    ("<think>a</think>```\n<think>b</think>\n```", "```\n<think>b</think>\n```", "a"),
    ("  ", "  ", ""),
    ("", "", ""),
]


@pytest.mark.parametrize(("text", "words", "thought"), CASES)
def test_reasoning_is_told_apart_whatever_the_pieces(text: str, words: str, thought: str) -> None:
    assert told_apart(text) == (words, thought)
    assert told_apart(*text) == (words, thought)
    for cut in range(1, len(text)):
        assert told_apart(text[:cut], text[cut:]) == (words, thought)


@given(
    parts=st.lists(
        st.sampled_from(
            ["<think>", "</think>", "<think/>", "`", "```\n", "~~~", "\n", " ", '"', "a", "<", "b>", "[THINK]"]
            + ["<|channel|>analysis<|message|>", "<|end|>", "<|channel|>final<|message|>", "<|", "<|start|>assistant"]
            + ["final", "<|channel|>final ", "<|constrain|>json<|message|>", "<|channel|>analysis"]
            + ["analysis", "assistantfinal", "assistantcommentary to=", "A", "assist"]
        ),
        max_size=14,
    ),
    cuts=st.lists(st.integers(0, 80)),
    begins=st.sampled_from([False, None, True]),
    is_cut=st.booleans(),
)  # fmt: skip
def test_the_pieces_make_no_difference(
    parts: list[str], cuts: list[int], begins: bool | None, is_cut: bool
) -> None:
    text = "".join(parts)
    places = sorted({cut % (len(text) + 1) for cut in cuts})
    chunks = [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]
    whole = told_apart(text, begins_in_thought=begins, is_cut=is_cut)
    assert told_apart(*chunks, begins_in_thought=begins, is_cut=is_cut) == whole


@given(st.text(alphabet="ab <>/`~\n\"'[]think", max_size=60))
def test_a_text_without_a_mark_is_left_as_it_is(text: str) -> None:
    if not any(mark in text.lower() for mark in ("<think", "</think")):
        assert told_apart(text) == (text, "")


@pytest.mark.parametrize(
    ("text", "begins", "is_cut", "words", "thought"),
    [
        ("okay</think>Hello", None, False, "Hello", "okay"),
        ("okay</think>Hello", True, False, "Hello", "okay"),
        ("<think>okay</think>Hello", True, False, "Hello", "okay"),
        ("Hello", None, False, "Hello", ""),
        ("Hello", None, True, "Hello", ""),
        ("okay so", True, True, "", "okay so"),
        ("Hello <think>okay so", False, True, "Hello ", "okay so"),
    ],
)
def test_what_may_begin_in_the_middle_of_reasoning_is_decided_by_a_mark_or_the_end(
    text: str, begins: bool | None, is_cut: bool, words: str, thought: str
) -> None:
    for chunks in ([text], list(text)):
        told = told_apart(*chunks, begins_in_thought=begins, is_cut=is_cut)
        assert told == (words, thought)


def test_nothing_is_let_through_that_may_be_reasoning() -> None:
    thoughts = ThoughtFilter(begins_in_thought=None)
    assert thoughts.feed("okay, the user") == []
    assert thoughts.feed(" wants</think>Hi") == [Thought("okay, the user wants"), Words("Hi")]
    assert thoughts.began_in_thought


def test_marked_reasoning_and_plain_words_pass_at_once() -> None:
    thoughts = ThoughtFilter()
    assert thoughts.feed("<think>hm") == [Thought("hm")]
    assert thoughts.feed("</think>Hel") == [Words("Hel")]
    assert thoughts.feed("lo ") == [Words("lo ")]


@pytest.mark.parametrize(
    ("model", "thinks"),
    [
        ("deepseek-r1:8b", True),
        ("DeepSeek-R1-Distill-Qwen-7B", True),
        ("qwq:32b", True),
        ("Qwen3-4B-Thinking-2507", True),
        ("Magistral-Small-2506", True),
        ("llama3.1:8b", False),
        ("mistral-small", False),
        ("granite-r100", False),
    ],
)
def test_models_that_reason_are_known_by_their_names(model: str, thinks: bool) -> None:
    assert thinks_by_name(model) is thinks
