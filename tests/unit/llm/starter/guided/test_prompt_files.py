import re

import pytest

from assistant.languages import LANGUAGES
from assistant.languages.text_language import detect_line_language
from assistant.llm.starter.guided.model.guided_prompt import GuidedPrompt, guided_profile
from assistant.llm.starter.guided.model.guided_reply import (
    ANSWER,
    ASK,
    DECLINE,
    MAX_OPTION_CHARACTERS,
    GuidedQuestion,
)
from assistant.llm.starter.guided.model.question_check import question_fault, with_good_options
from assistant.llm.starter.guided.model.reply_grammar import kind_grammar, text_grammar
from assistant.llm.starter.guided.prompt_files import guided_prompts
from tests.helpers.languages import SHIPPED

PROMPTS = guided_prompts(declines=True)
each_language = pytest.mark.parametrize("code", sorted(PROMPTS))


def test_there_is_a_prompt_for_every_language_that_is_understood() -> None:
    assert SHIPPED <= PROMPTS.keys() <= LANGUAGES.keys()


@each_language
def test_a_prompt_names_the_program_and_shows_questions_that_can_be_put(code: str) -> None:
    prompt = PROMPTS[code]
    questions = [turn.reply for turn in prompt.turns if isinstance(turn.reply, GuidedQuestion)]

    assert "Parley" in prompt.instructions
    assert len(questions) >= 3
    assert [question_fault(each, language=code) for each in questions] == [None] * len(questions)


@each_language
def test_a_prompt_is_in_its_language(code: str) -> None:
    prompt = PROMPTS[code]
    assert detect_line_language(prompt.declined, likely=code).language == code
    said = " ".join(turn.user for turn in prompt.turns)
    assert detect_line_language(said, likely=code).language == code


@each_language
def test_what_is_shown_as_sent_has_every_message_of_the_prompt(code: str) -> None:
    shown = guided_profile("any", context_tokens=4096, prompts=PROMPTS).localized_prompts[code]
    assert all(content in shown for _role, content in PROMPTS[code].chat())


def test_the_prompts_of_all_languages_differ() -> None:
    assert len({prompt.readable() for prompt in PROMPTS.values()}) == len(PROMPTS)


@pytest.mark.parametrize(
    "replies",
    [{}, {"answer": "a", "decline": "b"}, {"ask": "a", "options": ("b",)}],
)
def test_a_turn_with_no_or_two_replies_or_one_option_is_refused(
    replies: dict[str, object],
) -> None:
    good = PROMPTS["en"].model_dump()
    with pytest.raises(ValueError, match=r"one reply|2 to 4"):
        GuidedPrompt.model_validate(good | {"turns": [{"user": "Hi", **replies}]})


def grammar(language: str = "en") -> str:
    return "\n".join(text_grammar(kind, language=language) for kind in (ASK, ANSWER))


def test_the_grammar_allows_what_is_allowed() -> None:
    assert kind_grammar([ANSWER, DECLINE]) == 'root ::= "answer" | "decline"'
    assert 'option "," option ("," option){0,2}' in grammar()


@pytest.mark.parametrize(
    ("language", "letters", "allowed"),
    [
        ("en", "가", False),
        ("en", "é", True),
        ("ko", "가", True),
        ("ko", "A", True),
        ("ko", "海", False),
        ("zh", "海", True),
        ("zh", "가", False),
        ("zh", "の", False),
        ("ja", "の", True),
        ("ja", "海", True),
        ("ja", "가", False),
    ],
)
def test_a_question_is_held_to_the_writing_of_its_language(
    language: str, letters: str, allowed: bool
) -> None:
    rules = dict(line.split(" ::= ", 1) for line in grammar(language).splitlines() if line)
    assert (re.fullmatch(rules["own-edge"], letters) is not None) is allowed
    assert re.fullmatch(rules["edge"], letters)


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(
            "a weekend at the sea with my old friends and their children " * 2, id="words"
        ),
        pytest.param("a" * 30 + " " + "b" * 40 + " cc dd", id="long word"),
    ],
)
def test_an_option_ends_with_a_whole_word_and_soon_after_it_has_become_too_long(words: str) -> None:
    option = option_pattern("en")
    allowed = [end for end in range(1, len(words)) if option.fullmatch(f'"{words[:end]}"')]

    assert max(allowed) >= MAX_OPTION_CHARACTERS
    assert words[max(allowed)] == " "
    assert with_good_options(
        GuidedQuestion(question="Which?", options=("A", "B", words[: max(allowed)]))
    ).options == ("A", "B")


def option_pattern(language: str) -> re.Pattern[str]:
    """Return the grammar's rule of an option as a pattern."""
    rules = dict(line.split(" ::= ", 1) for line in grammar(language).splitlines() if line)
    pattern = rules["option"].replace(r'"\""', '"')
    for name in ("short", "long", "own-edge", "own"):
        pattern = re.sub(rf"\b{name}\b(?!-)", lambda _, name=name: f"(?:{rules[name]})", pattern)
    return re.compile(pattern.replace(" ", ""))


@each_language
def test_without_refusals_neither_the_instructions_nor_a_turn_speaks_of_them(code: str) -> None:
    prompt = guided_prompts(declines=False)[code]
    assert not prompt.may_decline
    assert "decline" not in prompt.readable()
    assert '{"ask"' in prompt.instructions
