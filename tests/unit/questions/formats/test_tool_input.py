"""Reading the input of a question tool call."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import QuestionError
from assistant.questions.formats import ParsedQuestions, parse_tool_input, validate_strict
from assistant.questions.model.question import (
    TYPE_NAMES,
    OnTimeout,
    Question,
    QuestionKind,
    QuestionSet,
)


def parse(call: dict[str, Any]) -> ParsedQuestions:
    return parse_tool_input(call, tool_use_id="tu")


def question(**fields: Any) -> dict[str, Any]:
    base: dict[str, Any] = {
        "question": "Which database should we use?",
        "header": "Database",
        "multiSelect": False,
        "options": [
            {"label": "PostgreSQL (Recommended)", "description": "Relational"},
            {"label": "SQLite", "description": "Embedded"},
        ],
    }
    return {key: value for key, value in (base | fields).items() if value is not ...}


def first(**fields: Any) -> Question:
    return parse({"questions": [question(**fields)]}).questions.questions[0]


def problems(call: dict[str, Any]) -> tuple[str, ...]:
    with pytest.raises(QuestionError) as error:
        parse(call)
    for problem in error.value.problems:
        assert problem in error.value.message
    return error.value.problems


def labels(*names: str) -> list[dict[str, str]]:
    return [{"label": name, "description": "d"} for name in names]


def test_an_advertised_call_is_read_without_a_note() -> None:
    parsed = parse({"questions": [question()]})
    assert parsed.notes == ()
    assert parsed.questions.id == parsed.questions.tool_use_id == "tu"
    (read,) = parsed.questions.questions
    assert (read.id, read.kind, read.header) == ("tu:1", QuestionKind.SINGLE, "Database")
    assert [(o.id, o.label, o.recommended) for o in read.options] == [
        ("1", "PostgreSQL", True),
        ("2", "SQLite", False),
    ]
    assert read.required
    assert read.allow_other
    assert not read.options[0].default, "a recommendation selects nothing"


@pytest.mark.requirement("Q-MODEL-11")
def test_arguments_of_the_caller_reach_the_set() -> None:
    parsed = parse_tool_input(
        {"questions": [question()], "metadata": {"source": "remember"}, "total_rounds": 3},
        tool_use_id="tu",
        source="Claude",
        round=2,
        timeout_s=30.0,
    )
    read = parsed.questions
    assert (read.source, read.metadata_source, read.round, read.total_rounds) == (
        "Claude",
        "remember",
        2,
        3,
    )
    assert read.timeout_s == 30.0


@pytest.mark.requirement("Q-MODEL-34", "Q-MODEL-35", "Q-MODEL-36")
def test_what_may_be_missing_gets_its_default_and_a_note() -> None:
    parsed = parse(
        {"questions": [{"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}]}
    )
    (read,) = parsed.questions.questions
    assert read.header is None
    assert read.kind is QuestionKind.SINGLE
    assert read.options[0].description == ""
    assert parsed.notes == (
        "tu questions[0]: no multiSelect, taken as false",
        "tu questions[0].options[0]: no description",
        "tu questions[0].options[1]: no description",
        "tu questions[0]: no header",
    )


@pytest.mark.parametrize(
    ("fields", "note"),
    [
        ({"header": "H" * 13}, "header of 13 characters"),
        ({"options": labels("A" * 51, "B")}, "label of 51 characters"),
        ({"options": labels("one two three four five six", "B")}, "label of 6 words"),
        ({"options": labels("A", "B (Recommended)")}, "the recommended option is not the first"),
        ({"options": labels("A")}, "only one option"),
        ({"multiSelect": "true"}, "multiSelect as text"),
        ({"multiSelect": None}, "multiSelect is null"),
        ({"required": None}, "required is null"),
        ({"options": [{"label": "A", "default": None}, {"label": "B"}]}, "default is null"),
    ],
)
@pytest.mark.requirement("Q-MODEL-07")
def test_a_soft_limit_is_noted_and_nothing_is_cut(fields: dict[str, Any], note: str) -> None:
    parsed = parse({"questions": [question(**fields)]})
    assert [n for n in parsed.notes if n.endswith(note)]
    if "header" in fields:
        assert parsed.questions.questions[0].header == fields["header"]


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        ({}, "questions is missing"),
        ({"questions": []}, "questions has 0 entries, 1 to 4 allowed"),
        ({"questions": [question()] * 5}, "questions has 5 entries, 1 to 4 allowed"),
        ({"questions": "nonsense"}, "questions must be an array"),
        ({"questions": 5}, "questions must be an array"),
        ({"questions": ["x"]}, "questions[0] must be an object"),
        ({"questions": [question(question=...)]}, "questions[0].question is missing or empty"),
        ({"questions": [question(question=" \x00 ")]}, "questions[0].question is missing or empty"),
        ({"questions": [question(options=...)]}, "questions[0].options is missing"),
        (
            {"questions": [question(options=[])]},
            "questions[0].options has 0 entries, 1 to 4 allowed",
        ),
        (
            {"questions": [question(options=labels(*"ABCDE"))]},
            "questions[0].options has 5 entries, 1 to 4 allowed",
        ),
        (
            {"questions": [question(options=labels("Other"))]},
            "questions[0].options has 0 entries, 1 to 4 allowed",
        ),
        (
            {"questions": [question(options=[{"description": "x"}, {"label": "B"}])]},
            "questions[0].options[0].label is missing or empty",
        ),
        (
            {"questions": [question(options=["", "B"])]},
            "questions[0].options[0].label is missing or empty",
        ),
        (
            {"questions": [question(options=labels("A" * 257, "B"))]},
            "questions[0].options[0].label has 257 characters, at most 256 allowed",
        ),
        (
            {"questions": [question(options=[{"label": "A", "description": "d" * 1001}])]},
            "questions[0].options[0].description has 1001 characters, at most 1000 allowed",
        ),
        (
            {"questions": [question(header="H" * 257)]},
            "questions[0].header has 257 characters, at most 256 allowed",
        ),
        (
            {"questions": [question(options=labels("Yes", "yes "))]},
            "questions[0].options has the same label twice",
        ),
        (
            {"questions": [question(options=labels("A (Recommended)", "A"))]},
            "questions[0].options has the same label twice",
        ),
        (
            {
                "questions": [
                    question(options=[{"id": "x", "label": "A"}, {"id": "x", "label": "B"}])
                ]
            },
            "questions[0].options has the same id twice",
        ),
        (
            {"questions": [question(multiSelect=3)]},
            "questions[0].multiSelect must be true or false",
        ),
        (
            {"questions": [question(type="slider")]},
            f"questions[0].type must be one of {', '.join(TYPE_NAMES)}",
        ),
        (
            {"questions": [question(type=3)]},
            f"questions[0].type must be one of {', '.join(TYPE_NAMES)}",
        ),
        (
            {"questions": [question(follow_up_questions=[])]},
            "questions[0].follow_up_questions must be an object",
        ),
        (
            {"questions": [question(follow_up_questions={"1": {}})]},
            "questions[0].follow_up_questions['1'] must be an array",
        ),
        ({"questions": [question()], "timeout_s": 0}, "timeout_s must be between 1 and 86400"),
        ({"questions": [question()], "timeout_s": "x"}, "timeout_s must be a number of seconds"),
        ({"questions": [question()], "timeout_s": True}, "timeout_s must be a number of seconds"),
        ({"questions": [question()], "on_timeout": "guess"}, "on_timeout must be wait or default"),
    ],
)
@pytest.mark.requirement("Q-MODEL-37", "Q-MODEL-45")
def test_a_broken_limit_is_named(call: dict[str, Any], problem: str) -> None:
    assert problems(call) == (problem,)


def test_every_problem_is_named_at_once() -> None:
    assert len(problems({"questions": [question(question="", options=[]), "x"]})) == 3


@pytest.mark.parametrize(
    ("sent", "label"),
    [
        ("PostgreSQL (Recommended)", "PostgreSQL"),
        ("PostgreSQL (recommended)", "PostgreSQL"),
        ("PostgreSQL(추천)", "PostgreSQL"),
        ("PostgreSQL（推荐）", "PostgreSQL"),
    ],
)
@pytest.mark.requirement("Q-MODEL-12")
def test_the_recommended_mark_leaves_the_label(sent: str, label: str) -> None:
    option = first(options=labels(sent, "B")).options[0]
    assert (option.label, option.recommended) == (label, True)


def test_a_label_that_only_says_recommended_stays() -> None:
    option = first(options=labels("(Recommended)", "B")).options[0]
    assert (option.label, option.recommended) == ("(Recommended)", False)


@pytest.mark.parametrize(
    "other", ["Other", "OTHER", "Other…", "Other (Recommended)", "기타", "직접 입력", "其他"]
)
@pytest.mark.requirement("Q-MODEL-14", "Q-MODEL-15")
def test_an_option_for_own_words_is_merged_with_the_one_that_is_always_there(other: str) -> None:
    parsed = parse({"questions": [question(options=labels("A", "B", "C", "D", other))]})
    (read,) = parsed.questions.questions
    assert [o.label for o in read.options] == ["A", "B", "C", "D"]
    assert read.allow_other
    assert any("merged" in note for note in parsed.notes)


def test_follow_ups_hang_on_places_as_the_model_counts_them() -> None:
    below = {"question": "Why?", "options": ["X", "Y"]}
    read = first(
        options=labels("A", "Other", "B"), follow_up_questions={"2": [below], "3": [below]}
    )
    assert [(option.label, option.id) for option in read.options] == [("A", "1"), ("B", "3")]
    assert list(read.follow_ups) == ["2", "3"]


def test_a_total_that_is_passed_already_is_none() -> None:
    call = {"questions": [question()], "total_rounds": 3}
    assert parse_tool_input(call, tool_use_id="tu", round=3).questions.total_rounds == 3
    assert parse_tool_input(call, tool_use_id="tu", round=4).questions.total_rounds is None


@pytest.mark.requirement("Q-MODEL-13")
def test_the_order_of_options_is_the_authors() -> None:
    read = first(options=labels("Z", "A (Recommended)", "M"))
    assert [(o.id, o.label) for o in read.options] == [("1", "Z"), ("2", "A"), ("3", "M")]


def test_controls_and_overrides_leave_every_text() -> None:
    read = first(
        question="Which\u202e one\x07?",
        header="D\nB",
        options=[{"label": "A\u2066\nB", "description": "x\x00y"}, {"label": "C"}],
    )
    assert (read.text, read.header) == ("Which one?", "D B")
    assert (read.options[0].label, read.options[0].description) == ("A B", "xy")


def test_options_may_be_plain_texts() -> None:
    assert [o.label for o in first(options=["A", "B"]).options] == ["A", "B"]


@pytest.mark.requirement("Q-MODEL-33")
def test_questions_may_be_json_in_a_string_or_a_single_object() -> None:
    expected = parse({"questions": [question()]}).questions
    for call in ({"questions": json.dumps([question()])}, {"questions": question()}):
        parsed = parse(call)
        assert parsed.questions == expected
        assert len(parsed.notes) == 1


def test_unknown_keys_are_ignored() -> None:
    noisy = question(colour="red", options=[o | {"icon": "x"} for o in labels("A", "B")])
    assert (
        parse({"questions": [noisy], "mode": 3}).questions
        == parse({"questions": [question(options=labels("A", "B"))]}).questions
    )


@pytest.mark.requirement("Q-MODEL-42")
def test_one_typed_question_needs_no_array() -> None:
    read = parse(
        {
            "question_id": "auth",
            "question_text": "확인할까요?",
            "description": "되돌릴 수 없어요.",
            "type": "checkbox",
            "required": False,
            "options": [
                {"id": "a", "label": "A", "default": True},
                {"id": "b", "label": "B", "default": True},
            ],
        }
    ).questions
    (only,) = read.questions
    assert (only.id, only.kind, only.text) == ("auth", QuestionKind.MULTI, "확인할까요?")
    assert (only.context, read.description) == ("되돌릴 수 없어요.", "")
    assert not only.required
    assert [(o.id, o.default) for o in only.options] == [("a", True), ("b", True)]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("multiple_choice", QuestionKind.SINGLE),
        ("single_select", QuestionKind.SINGLE),
        ("checkbox", QuestionKind.MULTI),
        ("multi_select", QuestionKind.MULTI),
        ("text", QuestionKind.TEXT),
        ("boolean", QuestionKind.BOOLEAN),
    ],
)
@pytest.mark.requirement("Q-MODEL-41")
def test_the_type_names_the_kind(name: str, kind: QuestionKind) -> None:
    read = first(type=name)
    assert read.kind is kind
    assert bool(read.options) == (kind in {QuestionKind.SINGLE, QuestionKind.MULTI})
    assert read.allow_other == (kind in {QuestionKind.SINGLE, QuestionKind.MULTI})


def test_of_two_defaults_of_a_single_choice_the_first_is_kept() -> None:
    chosen = [o | {"default": True} for o in labels("A", "B", "C")]
    parsed = parse({"questions": [question(options=chosen)]})
    assert [o.default for o in parsed.questions.questions[0].options] == [True, False, False]
    assert any("several defaults" in note for note in parsed.notes)


@pytest.mark.parametrize(
    ("multi", "answer", "chosen"),
    [
        (False, "SQLite", ["2"]),
        (False, "postgresql (Recommended)", ["1"]),
        (True, "SQLite, PostgreSQL", ["1", "2"]),
        (True, ["SQLite"], ["2"]),
        (False, ["SQLite", "PostgreSQL"], ["1"]),
        (False, "Oracle", []),
        (False, 7, []),
    ],
)
@pytest.mark.requirement("Q-MODEL-10")
def test_supplied_answers_only_preselect(multi: bool, answer: object, chosen: list[str]) -> None:
    parsed = parse(
        {
            "questions": [question(multiSelect=multi)],
            "answers": {"Which database should we use?": answer},
        }
    )
    read = parsed.questions.questions[0]
    assert [o.id for o in read.options if o.default] == chosen
    assert any("pre-selection" in note for note in parsed.notes)


def test_a_label_with_a_comma_is_preselected_whole() -> None:
    parsed = parse(
        {
            "questions": [question(options=labels("Red, green", "Blue"))],
            "answers": {"Which database should we use?": "Red, green"},
        }
    )
    assert parsed.questions.questions[0].options[0].default


def test_ids_are_made_unique() -> None:
    parsed = parse({"questions": [question(question_id="q"), question(id="q"), question()]})
    assert [q.id for q in parsed.questions.questions] == ["q", "q#2", "tu:3"]


def test_numbers_serve_as_option_ids() -> None:
    read = first(options=[{"id": 10, "label": "A"}, {"id": 20, "label": "B"}])
    assert [o.id for o in read.options] == ["10", "20"]


def test_waiting_may_be_part_of_the_call() -> None:
    read = parse({"questions": [question()], "timeout_s": 90, "on_timeout": "default"}).questions
    assert (read.timeout_s, read.on_timeout) == (90.0, OnTimeout.DEFAULT)


@pytest.mark.requirement("Q-MODEL-50")
def test_follow_ups_are_read_to_any_accepted_depth() -> None:
    grandchild = question(question="Which scope?")
    child = question(question="Which provider?", follow_up_questions={"1": [grandchild]})
    parsed = parse(
        {"questions": [question(follow_up_questions={"2": [child], "nothing": [question()]})]}
    )
    ids = [q.id for q in parsed.questions.walk()]
    assert ids == ["tu:1", "tu:1.1", "tu:1.1.1", "tu:1.2"]
    assert any("does not exist" in note for note in parsed.notes)


def test_a_yes_or_no_may_have_follow_ups() -> None:
    read = first(type="boolean", options=..., follow_up_questions={"true": [question()]})
    assert set(read.follow_ups) == {"true"}


def nested(levels: int) -> dict[str, Any]:
    if levels == 1:
        return question()
    return question(follow_up_questions={"1": [nested(levels - 1)]})


def test_five_levels_are_accepted_and_six_are_not() -> None:
    assert len(list(parse({"questions": [nested(5)]}).questions.walk())) == 5
    assert "nested 6 levels deep" in problems({"questions": [nested(6)]})[0]


def test_a_set_has_at_most_24_questions() -> None:
    many = question(follow_up_questions={"1": [question()] * 24})
    assert "questions has 25 entries with follow-ups" in problems({"questions": [many]})[0]


_texts = st.text(min_size=1, max_size=12).filter(lambda t: t.strip() != "")
_calls = st.fixed_dictionaries(
    {
        "questions": st.lists(
            st.fixed_dictionaries(
                {
                    "question": _texts,
                    "header": _texts,
                    "multiSelect": st.booleans(),
                    "options": st.lists(
                        st.fixed_dictionaries({"label": _texts, "description": _texts}),
                        min_size=2,
                        max_size=4,
                    ),
                }
            ),
            min_size=1,
            max_size=4,
        )
    }
)


@given(_calls)
def test_a_conforming_call_is_read_or_refused_and_survives_storing(call: dict[str, Any]) -> None:
    assert validate_strict(call) == []
    try:
        read = parse(call).questions
    except QuestionError as error:
        assert all("twice" in p or "empty" in p or "entries" in p for p in error.problems)  # noqa: PT017
    else:
        assert QuestionSet.model_validate_json(read.model_dump_json()) == read
        assert len({q.id for q in read.walk()}) == len(call["questions"])


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False)
        | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "questions",
                        "question",
                        "options",
                        "label",
                        "type",
                        "id",
                        "answers",
                        "metadata",
                    ]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_whatever_a_model_writes_is_read_or_refused(value: object) -> None:
    try:
        parse({"questions": value})
    except QuestionError as error:
        assert error.problems  # noqa: PT017
