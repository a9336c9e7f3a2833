import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.llm.starter.guided.model.echo_check import LEAST_WORDS, echo_fault
from assistant.llm.starter.guided.model.guided_reply import GuidedQuestion
from assistant.llm.starter.guided.prompt_files import guided_prompts

PROMPTS = guided_prompts(declines=True)
ANSWERS = [
    (language, turn.answer)
    for language, prompt in PROMPTS.items()
    for turn in prompt.turns
    if turn.answer is not None and len(turn.answer.split()) >= LEAST_WORDS
]


def asked(question: str, *options: str) -> GuidedQuestion:
    return GuidedQuestion(question=question, options=options)


@pytest.mark.parametrize(
    ("question", "said", "fault"),
    [
        (asked("Which?", "A few minutes are fine at most parties;", "No"), (), "example"),
        (asked("Which?", "Yes", "If it is more – send a word before"), (), "example"),
        (asked("Is it rude to come late to a party?", "Yes", "No"), (), "example"),
        (
            asked("what is the capital of France", "A", "B"),
            ("What is the capital of France?",),
            "user",
        ),
        (asked("Who is the letter for?", "A friend", "An office"), (), None),
        (asked("Which drink?", "Honey", "Milk"), ("Hello",), None),
        (asked("Which?", "A few minutes", "An hour"), (), None),
    ],
)
def test_a_question_that_repeats_what_was_read_says_so(
    question: GuidedQuestion, said: tuple[str, ...], fault: str | None
) -> None:
    found = echo_fault(question, examples=PROMPTS["en"].turns, said=said)
    assert (found is None) if fault is None else (fault in (found or ""))


@pytest.mark.parametrize(
    ("question", "newest", "is_echo"),
    [
        ("Translate this.", "please translate this", True),
        ("What should I cook tonight?", "what should I cook tonight", False),
        ("번역해 줘", "이거 번역해 줘", True),
        ("Which tea would suit you?", "Which tea should I buy?", False),
        ("What shall I translate?", "translate this", False),
    ],
)
def test_an_order_that_is_the_request_once_more_is_no_question(
    question: str, newest: str, is_echo: bool
) -> None:
    examples = PROMPTS["en"].turns
    fault = echo_fault(asked(question, "A", "B"), examples=examples, said=(), newest=newest)
    assert (fault is not None) is is_echo


@given(st.sampled_from(ANSWERS), st.sampled_from(["", " ", "!", "  …"]), st.booleans())
def test_no_answer_of_an_example_is_an_option_however_it_is_written(
    example: tuple[str, str], end: str, is_upper: bool
) -> None:
    language, answer = example
    option = (answer.upper() if is_upper else answer).rstrip(".!") + end
    fault = echo_fault(asked("Which?", "A", option), examples=PROMPTS[language].turns, said=())
    assert fault is not None


@pytest.mark.parametrize("language", PROMPTS)
def test_the_questions_of_the_examples_may_be_asked(language: str) -> None:
    turns = PROMPTS[language].turns
    for turn in turns:
        if turn.ask is not None:
            assert echo_fault(asked(turn.ask, *turn.options), examples=turns, said=()) is None
