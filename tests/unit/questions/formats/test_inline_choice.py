"""Reading the choices that a model writes into its words, and writing them."""

import json
from typing import Any

import pytest

from assistant.errors import QuestionError
from assistant.questions.formats.detection import parse_any
from assistant.questions.formats.inline_choice import (
    OPTIONS_IGNORED,
    has_choice_shape,
    parse_text_choice,
    read_choice,
)
from assistant.questions.inline_choices import is_choice
from assistant.questions.model.question import (
    Option,
    Question,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
)
from tests.unit.questions.inline_choices.messages import FORM, GROUP, SINGLE, UNTYPED_GROUP


def read(choice: dict[str, Any]) -> QuestionSet:
    return parse_text_choice(choice, form_id="form").questions


def ids(questions: QuestionSet) -> list[str]:
    return [question.id for question in questions.questions]


def many(count: int) -> dict[str, Any]:
    member = {"type": "user_choice", "question": "Q", "options": ["A", "B"]}
    return {"type": "user_choice_group", "question": "G", "choices": [member] * count}


@pytest.mark.requirement("Q-MODEL-18")
def test_a_single_choice() -> None:
    choice = {
        "type": "user_choice",
        "question": "질문",
        "context": "결정이 필요한 이유",
        "options": [
            {"id": "1", "label": "A", "description": "..."},
            {"id": "2", "label": "B", "description": "..."},
        ],
    }
    parsed = parse_text_choice(choice, form_id="form", source="model", round=3, timeout_s=9.0)
    assert parsed.questions == QuestionSet(
        id="form",
        questions=(
            Question(
                id="form:q1",
                kind=QuestionKind.SINGLE,
                text="질문",
                context="결정이 필요한 이유",
                options=(
                    Option(id="1", label="A", description="..."),
                    Option(id="2", label="B", description="..."),
                ),
                allow_other=True,
            ),
        ),
        source="model",
        route=QuestionRoute.TEXT,
        raw=json.dumps(choice),
        timeout_s=9.0,
        round=3,
    )


@pytest.mark.requirement("Q-MODEL-19", "Q-MODEL-22", "Q-MODEL-27")
def test_a_group_of_several_is_a_form() -> None:
    questions = read(GROUP)
    assert questions.title == "상위 컨텍스트 질문"
    assert questions.description == "무엇이 달라지는지"
    assert [(q.id, q.text) for q in questions.questions] == [
        ("form:q1", "DB 선택?"),
        ("form:q2", "Auth 방식?"),
    ]


@pytest.mark.requirement("Q-MODEL-21")
def test_a_group_of_one_is_a_single_question_and_keeps_its_title() -> None:
    (question,) = read(GROUP | {"choices": [SINGLE]}).questions
    assert question == read(SINGLE).questions[0]
    assert read(GROUP | {"choices": [SINGLE]}).title == GROUP["question"]


@pytest.mark.requirement("Q-MODEL-25")
def test_a_group_needs_no_type() -> None:
    assert read(UNTYPED_GROUP).questions == read(GROUP).questions


@pytest.mark.requirement("Q-MODEL-20")
def test_a_form_keeps_its_ids() -> None:
    form = FORM | {"questions": [FORM["questions"][0] | {"id": "db"}, FORM["questions"][1]]}
    questions = read(form)
    assert ids(questions) == ["form:db", "form:q2"]
    assert (questions.title, questions.description) == ("폼 제목", "폼 설명")


@pytest.mark.parametrize("key", ["options", "choices"])
@pytest.mark.requirement("Q-MODEL-23", "Q-MODEL-24")
def test_options_and_choices_are_the_same_in_a_single_choice_and_in_a_group(key: str) -> None:
    single = {"type": "user_choice", "question": "Q", key: ["A", "B"]}
    other = {"question": "R", "options": ["C"]}
    labels = [option.label for option in read(single).questions[0].options]
    assert labels == ["A", "B"]
    mixed = read({"type": "user_choice_group", "choices": [single, other]})
    assert [len(question.options) for question in mixed.questions] == [2, 1]


@pytest.mark.requirement("Q-MODEL-26")
def test_options_of_a_form_are_not_converted() -> None:
    form = {"type": "user_choices", "questions": [{"question": "Q", "options": ["A", "B"]}]}
    assert not is_choice(form)
    assert any(note.endswith(OPTIONS_IGNORED) for note in read_choice(form, form_id="f").notes)
    with pytest.raises(QuestionError) as caught:
        read(form)
    assert caught.value.problems == ("questions[0].choices is missing or empty",)


@pytest.mark.requirement("Q-MODEL-28")
def test_options_without_id_are_numbered_by_position() -> None:
    choice = SINGLE | {"options": [{"label": "A"}, {"id": "b", "label": "B"}, "C", {"label": "D"}]}
    assert [option.id for option in read(choice).questions[0].options] == ["1", "b", "3", "4"]


def test_ids_that_are_there_twice_are_replaced_by_positions() -> None:
    choice = SINGLE | {"options": [{"id": "x", "label": "A"}, {"id": "x", "label": "B"}, "C"]}
    parsed = parse_text_choice(choice, form_id="form")
    assert [option.id for option in parsed.questions.questions[0].options] == ["1", "2", "3"]
    assert any("same option id twice" in note for note in parsed.notes)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ([0, 1], ["0", "1"]),
        ([-1, 0], ["-1", "0"]),
        ([None, "1"], ["A", "1"]),
        (["2", None, "3"], ["2", "B", "3"]),
        ([None, "x", None], ["1", "x", "3"]),
    ],
)
def test_an_option_without_an_id_gets_none_that_another_has(
    given: list[object], wanted: list[str]
) -> None:
    options = [
        {"label": label} if one is None else {"label": label, "id": one}
        for label, one in zip("ABC", given, strict=False)
    ]
    question = read(SINGLE | {"options": options}).questions[0]
    assert [option.id for option in question.options] == wanted


def test_numbers_as_ids_are_read_as_text() -> None:
    choice = SINGLE | {"options": [{"id": 1, "label": "A"}, {"id": 2, "label": "B"}]}
    assert [option.id for option in read(choice).questions[0].options] == ["1", "2"]


def test_a_question_id_of_its_own_stays_and_is_made_unique() -> None:
    entry = {"question_id": "db", "question": "Q", "options": ["A"]}
    assert ids(read({"choices": [entry, entry]})) == ["db", "db#2"]
    form = FORM | {"questions": [FORM["questions"][0]] * 2}
    assert ids(read(form)) == ["form:q1", "form:q1#2"]


@pytest.mark.parametrize(
    ("given", "kind"), [(True, QuestionKind.MULTI), (False, QuestionKind.SINGLE)]
)
@pytest.mark.requirement("Q-MODEL-29")
def test_several_may_be_chosen_where_the_model_says_so(given: bool, kind: QuestionKind) -> None:
    assert read(SINGLE | {"multiSelect": given}).questions[0].kind is kind
    member = FORM["questions"][0] | {"multiSelect": given}
    assert read(FORM | {"questions": [member]}).questions[0].kind is kind


@pytest.mark.requirement("Q-DLG-02", "Q-FORM-13")
def test_the_fifth_option_is_cut_and_noted() -> None:
    choice = SINGLE | {"options": ["A", "B", "Other", "C", "D", "E"]}
    parsed = parse_text_choice(choice, form_id="form")
    options = parsed.questions.questions[0].options
    assert [option.label for option in options] == ["A", "B", "C", "D"]
    assert [option.id for option in options] == ["1", "2", "4", "5"], "as the model counts them"
    assert any("5 options, the first 4 are kept" in note for note in parsed.notes)


def test_an_option_for_own_words_is_merged_with_the_one_that_is_always_there() -> None:
    (question,) = read(SINGLE | {"options": ["A", "직접 입력"]}).questions
    assert [option.label for option in question.options] == ["A"]
    assert question.allow_other


def test_a_recommendation_leaves_the_label() -> None:
    (question,) = read(SINGLE | {"options": ["A (Recommended)", "B"]}).questions
    assert question.options[0] == Option(id="1", label="A", recommended=True)


@pytest.mark.requirement("Q-MODEL-57")
def test_unknown_keys_are_ignored_and_kept_in_the_record() -> None:
    choice = SINGLE | {"mood": "curious"}
    questions = read(choice)
    assert questions.questions == read(SINGLE).questions
    assert json.loads(questions.raw) == choice


def test_twenty_four_questions_are_a_form_and_more_are_a_list() -> None:
    assert len(read(many(24)).questions) == 24
    assert is_choice(many(25))
    with pytest.raises(QuestionError) as caught:
        read(many(25))
    assert caught.value.problems == ("choices has 25 entries, at most 24 allowed",)
    assert "text list" in caught.value.hint
    listed = parse_text_choice(many(25), form_id="form", is_list=True).questions
    assert ids(listed)[-1] == "form:q25"


def test_what_cannot_be_asked_is_refused_with_every_field_named() -> None:
    broken: dict[str, Any] = {
        "type": "user_choice_group",
        "choices": [{"options": [{}]}, {"question": "Q"}],
    }
    with pytest.raises(QuestionError) as caught:
        read(broken)
    assert caught.value.problems == (
        "choices[0].question is missing or empty",
        "choices[0].options[0].label is missing or empty",
        "choices[1].choices is missing or empty",
    )


TYPED: dict[str, Any] = {"question_text": "Why?", "type": "text", "required": False}
HOST: dict[str, Any] = {
    "question_id": "host",
    "question": "Which host?",
    "choices": [{"id": "a", "label": "Ours", "default": True}, {"id": "b", "label": "Theirs"}],
    "follow_up_questions": {"b": [TYPED]},
}
PARTS: dict[str, Any] = {
    "type": "checkbox",
    "question_text": "Which parts?",
    "options": ["X", "Y"],
}


@pytest.mark.requirement("Q-MODEL-56")
@pytest.mark.parametrize(
    ("type", "key"),
    [("user_choice", ""), ("user_choice_group", "choices"), ("user_choices", "questions")],
)
def test_follow_ups_are_read_in_either_spelling(type: str, key: str) -> None:
    follow_ups = {"1": [{"type": "user_choice"} | HOST, PARTS], "2": TYPED}
    member = {"question": "Q", "choices": ["A", "B"], "follow_up_questions": follow_ups}
    questions = read(({key: [member]} if key else member) | {"type": type})
    (question,) = questions.questions
    host, parts = question.follow_ups["1"]
    assert (host.id, host.text, host.kind) == ("host", "Which host?", QuestionKind.SINGLE)
    assert [option.default for option in host.options] == [True, False]
    assert (parts.id, parts.kind, parts.choice_ids) == ("form:q1.2", QuestionKind.MULTI, ("1", "2"))
    (why,) = host.follow_ups["b"]
    assert (why.kind, why.text, why.required) == (QuestionKind.TEXT, "Why?", False)
    assert [below.kind for below in question.follow_ups["2"]] == [QuestionKind.TEXT]
    assert QuestionSet.model_validate_json(questions.model_dump_json()) == questions


def test_a_list_in_the_place_of_follow_ups_is_something_else() -> None:
    choice = SINGLE | {"follow_up_questions": ["What else?"]}
    assert read(choice).questions == read(SINGLE).questions


def test_a_follow_up_of_an_option_that_does_not_exist_is_kept_and_noted() -> None:
    parsed = parse_text_choice(SINGLE | {"follow_up_questions": {"9": [TYPED]}}, form_id="form")
    assert list(parsed.questions.questions[0].follow_ups) == ["9"]
    assert any("does not exist" in note for note in parsed.notes)


def test_follow_ups_that_cannot_be_asked_are_refused_with_every_field_named() -> None:
    deep: dict[str, Any] = HOST
    for _ in range(4):
        deep = HOST | {"follow_up_questions": {"a": [deep]}}
    broken = SINGLE | {"follow_up_questions": {"1": [deep, {"question": "Q"}, "Q"]}}
    with pytest.raises(QuestionError) as caught:
        read(broken)
    at = "follow_up_questions['1']"
    below = ".follow_up_questions['a'][0]" * 4
    assert caught.value.problems == (
        f"{at}[0]{below} is nested 6 levels deep, at most 5 allowed",
        f"{at}[1].choices is missing or empty",
        f"{at}[2].question is missing or empty",
        f"{at}[2].choices is missing or empty",
    )


def test_follow_ups_count_towards_the_form() -> None:
    with pytest.raises(QuestionError) as caught:
        read(many(12) | {"choices": [SINGLE | {"follow_up_questions": {"1": [TYPED]}}] * 13})
    assert caught.value.problems == ("choices has 26 entries with follow-ups, at most 24 allowed",)


def test_an_object_of_another_shape_is_refused() -> None:
    with pytest.raises(QuestionError, match="user_choice_group"):
        read({"question": "Q", "options": ["A"]})


@pytest.mark.parametrize("choice", [SINGLE, GROUP, FORM, UNTYPED_GROUP])
def test_a_choice_is_recognised_among_the_other_forms(choice: dict[str, Any]) -> None:
    assert parse_any(choice, set_id="form").questions == read(choice)
    assert parse_any(json.dumps(choice), set_id="form").questions == read(choice)


def test_a_question_with_options_and_no_type_is_the_tools_form() -> None:
    parsed = parse_any({"question": "Q", "options": ["A", "B"]}, set_id="form")
    assert parsed.questions.route is QuestionRoute.API


def test_deceiving_characters_are_removed() -> None:
    (question,) = read(SINGLE | {"question": "a\u202eb\x00", "options": ["x\u2066y"]}).questions
    assert (question.text, question.options[0].label) == ("ab", "xy")


@pytest.mark.parametrize(
    ("member", "kind"),
    [
        ({"question": "How many people?", "choices": []}, QuestionKind.TEXT),
        ({"question": "How many people?", "type": "text"}, QuestionKind.TEXT),
        ({"question": "How many people?", "type": "number"}, QuestionKind.TEXT),
        ({"question": "How many people?"}, QuestionKind.TEXT),
        ({"question": "With a guide?", "type": "boolean"}, QuestionKind.BOOLEAN),
    ],
)
def test_a_form_may_ask_for_words(member: dict[str, Any], kind: QuestionKind) -> None:
    days = {"id": "d", "question": "Day?", "choices": ["Sat", "Sun"]}
    form = {"type": "user_choices", "questions": [{"id": "n", **member}, days]}
    words, day = parse_text_choice(form, form_id="f").questions.questions
    assert (words.id, words.kind, words.text) == ("f:n", kind, member["question"])
    assert (day.id, day.kind) == ("f:d", QuestionKind.SINGLE)


def test_a_group_asks_for_words_where_a_member_says_so() -> None:
    members = [{"question": "Name?", "type": "text"}, {"question": "Day?", "options": ["Sat"]}]
    read = parse_text_choice({"type": "user_choice_group", "choices": members}, form_id="f")
    assert [one.kind for one in read.questions.questions] == [
        QuestionKind.TEXT,
        QuestionKind.SINGLE,
    ]


@pytest.mark.parametrize("named", ["user-choice", "userChoice", "UserChoice", "USER_CHOICE"])
def test_the_type_in_any_spelling(named: str) -> None:
    choice = {"type": named, "question": "Which?", "options": ["Tea", "Milk"]}
    assert has_choice_shape(choice)
    (question,) = parse_text_choice(choice, form_id="f").questions.questions
    assert [option.label for option in question.options] == ["Tea", "Milk"]
