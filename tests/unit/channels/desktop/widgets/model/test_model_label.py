"""What models are called in the window."""

from assistant.channels.desktop.widgets.model.model_label import (
    answers_text,
    model_label,
    with_present_built_in,
)

GOOD = "qwen2.5-coder-1.5b-instruct"
SMALL = "qwen2.5-coder-0.5b-instruct"


def test_files_of_the_built_in_model_have_one_name() -> None:
    assert model_label(GOOD) == model_label(SMALL) == "Built-in model"


def test_other_models_keep_theirs() -> None:
    assert model_label("claude-sonnet-5") == "claude-sonnet-5"
    assert model_label("") == ""


def test_a_file_that_took_over_stands_in_place_of_the_one_before() -> None:
    assert with_present_built_in(("a", SMALL, "b"), GOOD) == ("a", GOOD, "b")
    assert with_present_built_in((SMALL, GOOD), GOOD) == (GOOD,)
    assert with_present_built_in(("a", SMALL), "a") == ("a", SMALL)


def test_it_is_a_sentence_that_says_which_model_answers() -> None:
    assert answers_text(GOOD) == "The built-in model answers."
    assert answers_text("claude-sonnet-5") == "claude-sonnet-5 answers."
