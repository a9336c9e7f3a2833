"""What models write around, or instead of, arrays and objects: one reading for both doors."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.errors import QuestionError
from assistant.questions.formats import parse_any, parse_tool_input
from assistant.questions.formats.inline_choice import parse_text_choice
from assistant.questions.formats.unwrapping import question_texts
from assistant.questions.model.question import Question, QuestionKind

_CASES: Final = Path(__file__).parents[3] / "data" / "questions" / "untidy"
_OPTIONS: Final = [
    {"label": "Rowing boat", "description": "slow"},
    {"label": "Canoe", "description": "fast"},
]


def by_tool(fields: dict[str, Any]) -> Question:
    """Return the question that a call of the tool asks."""
    return parse_tool_input({"questions": [fields]}, tool_use_id="t").questions.questions[0]


def by_words(fields: dict[str, Any]) -> Question:
    """Return the question that a choice in a model's words asks."""
    choice = {"type": "user_choice", **fields}
    return parse_text_choice(choice, form_id="t").questions.questions[0]


DOORS: Final[dict[str, Callable[[dict[str, Any]], Question]]] = {
    "tool": by_tool,
    "words": by_words,
}


def shown(question: Question) -> list[tuple[str, str]]:
    return [(option.label, option.description) for option in question.options]


FILES: Final[dict[str, list[tuple[str, QuestionKind, list[str]]]]] = {
    "t02_qs_string_trailing": [("Which boat?", QuestionKind.SINGLE, ["Rowing boat", "Canoe"])],
    "t04_elements_string": [
        ("Which boat?", QuestionKind.SINGLE, ["Rowing boat", "Canoe"]),
        ("Which day?", QuestionKind.SINGLE, ["Rowing boat", "Canoe"]),
    ],
    "t05_options_string": [("Which boat?", QuestionKind.SINGLE, ["Rowing boat", "Canoe"])],
    "t09_number_labels": [("Which port?", QuestionKind.SINGLE, ["8080", "3000"])],
    "t18_others": [("Which boat?", QuestionKind.SINGLE, ["Canoe"])],
    "t26_opencode": [("Which boats?", QuestionKind.MULTI, ["A", "B"])],
}


@pytest.mark.parametrize("name", FILES)
def test_a_call_that_was_written_badly_is_asked(name: str) -> None:
    call = json.loads((_CASES / f"{name}.json").read_text("utf-8"))
    asked = parse_any(call, set_id="t").questions.questions
    assert [(one.text, one.kind, [o.label for o in one.options]) for one in asked] == FILES[name]
    assert all(one.allow_other for one in asked)


_TIDY: Final = {"question": "Which boat?", "header": "Boat", "multiSelect": False}
_AS_TEXT: Final = json.dumps([_TIDY | {"options": _OPTIONS}])
CALLS: Final[dict[str, object]] = {
    "as it should be": {"questions": [_TIDY | {"options": _OPTIONS}]},
    "the questions as JSON text": {"questions": _AS_TEXT},
    "in capitals": {"Questions": [_TIDY | {"options": _OPTIONS}]},
    "as a list by name": {"question_list": [_TIDY | {"options": _OPTIONS}]},
    "as JSON by name": {"questions_json": _AS_TEXT},
    "as data": {"data": {"questions": _AS_TEXT}},
    "as the body of a request": {"body": {"json": {"questions": _AS_TEXT}}},
    "as selections": {"questions": [_TIDY | {"selections": _OPTIONS}]},
    "in a question": {"questions": [{"questions": [_TIDY | {"options": _OPTIONS}]}]},
    "in itself": {"questions": {"questions": _AS_TEXT}},
    "as the text of a question": {"questions": [{"question": _TIDY | {"options": _OPTIONS}}]},
    "as JSON in a question": {"question": _AS_TEXT},
    "as what an agent does": {
        "action": "ask_user_question",
        "action_input": {"questions": _AS_TEXT},
    },
    "under a name of its own": {"survey": {"questions": _AS_TEXT}},
    "by the text of the question": {"questions": {"Which boat?": _OPTIONS}},
    "as a list of options": {"questions": [_TIDY | {"option_list": _OPTIONS}]},
    "as options with a number": {
        "questions": [_TIDY | {"option1": _OPTIONS[0], "option2": _OPTIONS[1]}]
    },
    "as places of options": {
        "questions": [_TIDY | {"options[0]": _OPTIONS[0], "options[1]": _OPTIONS[1]}]
    },
    "as an option too little": {"questions": [_TIDY | {"options": {"option": _OPTIONS}}]},
    "with keys in capitals": {
        "questions": [_TIDY | {"options": [{k.upper(): v for k, v in o.items()} for o in _OPTIONS]}]
    },
    "with a comma too many": {"questions": _AS_TEXT[:-1] + ",]"},
    "in a block": {"questions": f"```json\n{_AS_TEXT}\n```"},
    "with words behind it": {"questions": _AS_TEXT + "\nPlease choose."},
    "as text of text": {"questions": json.dumps(_AS_TEXT)},
    "with smart quotes": {
        "questions": "[{“question”: “Which boat?”, “options”: [{“label”: “Rowing boat”,"
        " “description”: “slow”}, {“label”: “Canoe”, “description”: “fast”}]}]"
    },
    "one question without the array": {"questions": _TIDY | {"options": _OPTIONS}},
    "one question as JSON text": {"questions": json.dumps(_TIDY | {"options": _OPTIONS})},
    "a map of questions": {"questions": {"q1": _TIDY | {"options": _OPTIONS}}},
    "questions as texts": {"questions": [json.dumps(_TIDY | {"options": _OPTIONS})]},
    "the array alone": [_TIDY | {"options": _OPTIONS}],
    "the question alone": _TIDY | {"options": _OPTIONS},
    "the whole input as text": json.dumps({"questions": [_TIDY | {"options": _OPTIONS}]}),
    "wrapped in its arguments": {"arguments": {"questions": [_TIDY | {"options": _OPTIONS}]}},
    "wrapped in the name": {"ask_user_question": json.dumps({"questions": _AS_TEXT})},
    "the question as an object": {"question": _TIDY | {"options": _OPTIONS}},
    "words before it": f"Here: {json.dumps({'questions': [_TIDY | {'options': _OPTIONS}]})}",
    "its text instead of it": {"questions": "Which boat?", "options": _OPTIONS},
    "its text in an array": {"questions": ["Which boat?"], "options": _OPTIONS},
    "wrapped as a function": {
        "type": "function",
        "function": {"name": "ask_user_question", "arguments": {"questions": _AS_TEXT}},
    },
    "as a query with answers": {"query": "Which boat?", "answers": _OPTIONS},
    "as a prompt with items": {"questions": [{"prompt": "Which boat?", "items": _OPTIONS}]},
    "as a title with choices": {"questions": [{"title": "Which boat?", "choices": _OPTIONS}]},
    "as a message with buttons": {"message": "Which boat?", "buttons": _OPTIONS},
    "with suggestions": {"question": "Which boat?", "suggestions": _OPTIONS},
    "with follow-ups to press": {"question": "Which boat?", "follow_up": _OPTIONS},
    "with an enum": {"questions": {"question": "Which boat?", "enum": _OPTIONS}},
    "a bracket forgotten": {"questions": _AS_TEXT.replace('"fast"}]', '"fast"}')},
    "other capitals and blanks": {"questions": [{" Question": "Which boat?", "OPTIONS": _OPTIONS}]},
    "its text as an object": {
        "questions": [{"question": {"text": "Which boat?"}, "options": _OPTIONS}]
    },
    "its text as an array": {"questions": [{"question": ["Which boat?"], "options": _OPTIONS}]},
    "an array in an array": {"questions": [[_TIDY | {"options": _OPTIONS}]]},
    "its text under another key": {"questions": [{"prompt": "Which boat?", "options": _OPTIONS}]},
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call_is_unwrapped_at_every_level(call: object) -> None:
    parsed = parse_tool_input(call, tool_use_id="t")
    (question,) = parsed.questions.questions
    assert question.text == "Which boat?"
    assert shown(question) == [("Rowing boat", "slow"), ("Canoe", "fast")]


BOATS: Final[dict[str, object]] = {
    "JSON text": json.dumps(_OPTIONS),
    "JSON text with a comma too many": json.dumps(_OPTIONS)[:-1] + ",]",
    "texts of JSON": [json.dumps(option) for option in _OPTIONS],
    "a map by id": {"1": _OPTIONS[0], "2": _OPTIONS[1]},
    "a map by label": {"Rowing boat": "slow", "Canoe": "fast"},
    "a map of objects by label": {
        "Rowing boat": {"description": "slow"},
        "Canoe": {"description": "fast"},
    },
    "maps of one": [{"Rowing boat": "slow"}, {"Canoe": "fast"}],
    "pairs": [["Rowing boat", "slow"], ["Canoe", "fast"]],
    "other keys": [{"name": "Rowing boat", "desc": "slow"}, {"text": "Canoe", "details": "fast"}],
    "an array in an array": [_OPTIONS],
    "value and text": [
        {"value": "r", "text": "Rowing boat", "description": "slow"},
        {"value": "c", "text": "Canoe", "description": "fast"},
    ],
}


@pytest.mark.parametrize("route", DOORS)
@pytest.mark.parametrize("options", BOATS.values(), ids=BOATS)
def test_options_are_read_alike_by_both_doors(route: str, options: object) -> None:
    question = DOORS[route]({"question": "Which boat?", "options": options})
    assert shown(question) == [("Rowing boat", "slow"), ("Canoe", "fast")]


@pytest.mark.parametrize("route", DOORS)
@pytest.mark.parametrize(
    ("options", "labels"),
    [
        ({"1": "Rowing boat", "2": "Canoe"}, ["Rowing boat", "Canoe"]),
        ({"a": "Rowing boat", "b": "Canoe"}, ["Rowing boat", "Canoe"]),
        ([{"a": "Rowing boat"}, {"b": "Canoe"}], ["Rowing boat", "Canoe"]),
        ({"option_1": 2, "option_2": 2.5}, ["2", "2.5"]),
        ([8080, 3000], ["8080", "3000"]),
        ([{"label": 8080}, {"label": "3000"}], ["8080", "3000"]),
        ([True, False], ["true", "false"]),
        (["Rowing boat", None, "Canoe", None], ["Rowing boat", "Canoe"]),
        ([{"answer": "Rowing boat"}, {"choice": "Canoe"}], ["Rowing boat", "Canoe"]),
        ({"label": "Canoe"}, ["Canoe"]),
        ([{"content": "Rowing boat"}, {"caption": "Canoe"}], ["Rowing boat", "Canoe"]),
        (
            [{"label": {"text": "Rowing boat"}}, {"name": {"label": "Canoe"}}],
            ["Rowing boat", "Canoe"],
        ),
        ('["Rowing boat", "Canoe"]', ["Rowing boat", "Canoe"]),
        ("- Rowing boat\n- Canoe", ["Rowing boat", "Canoe"]),
        ("1. Rowing boat\n2. Canoe", ["Rowing boat", "Canoe"]),
        ({"options": ["Rowing boat", "Canoe"]}, ["Rowing boat", "Canoe"]),
        ({"Rowing boat": None, "Canoe": None}, ["Rowing boat", "Canoe"]),
        ("Rowing boat\nCanoe", ["Rowing boat", "Canoe"]),
        ("1) Rowing boat 2) Canoe", ["Rowing boat", "Canoe"]),
        ("A) Rowing boat\nB) Canoe", ["Rowing boat", "Canoe"]),
        ('"Rowing boat", "Canoe"', ["Rowing boat", "Canoe"]),
        ({"item": ["Rowing boat", "Canoe"]}, ["Rowing boat", "Canoe"]),
        ([{"id": "Rowing boat"}, {"key": "Canoe"}], ["Rowing boat", "Canoe"]),
        ([{"Label": "Rowing boat"}, {"LABEL": "Canoe"}], ["Rowing boat", "Canoe"]),
        ("Rowing boat | Canoe", ["Rowing boat", "Canoe"]),
        ("Rowing boat; Canoe", ["Rowing boat", "Canoe"]),
        ("<option>Rowing boat</option> <option>Canoe</option>", ["Rowing boat", "Canoe"]),
        ([{"label": ["Rowing boat"]}, {"label": "Canoe"}], ["Rowing boat", "Canoe"]),
    ],
)
def test_labels_without_descriptions(route: str, options: object, labels: list[str]) -> None:
    question = DOORS[route]({"question": "Which?", "options": options})
    assert [option.label for option in question.options] == labels


LABELS: Final = st.lists(
    st.text("abcdefghij한국中文“’,:[{'", min_size=3, max_size=12).map(lambda text: f"X{text}"),
    min_size=2,
    max_size=4,
    unique=True,
)
WRAPPINGS: Final[dict[str, Callable[[list[str]], object]]] = {
    "texts": lambda labels: labels,
    "objects": lambda labels: [{"label": label} for label in labels],
    "JSON": lambda labels: json.dumps(labels, ensure_ascii=False),
    "JSON of objects": lambda labels: json.dumps([{"label": label} for label in labels]),
    "a map": lambda labels: {str(n): label for n, label in enumerate(labels, start=1)},
    "maps of one": lambda labels: [{str(n): label} for n, label in enumerate(labels)],
}


@given(LABELS, st.sampled_from(sorted(WRAPPINGS)), st.sampled_from(sorted(DOORS)))
def test_no_wrapping_changes_labels_or_their_order(
    labels: list[str], wrapping: str, route: str
) -> None:
    question = DOORS[route]({"question": "Which?", "options": WRAPPINGS[wrapping](labels)})
    assert [option.label for option in question.options] == labels


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("Tea or coffee", "questions[0].options must be an array of options"),
        ('["Tea" "Milk"', "questions[0].options must be an array of options"),
        ("Room 1. Floor 2. West", "questions[0].options must be an array of options"),
        ('[{"label": "Tea"', "questions[0].options must be an array of options"),
        (7, "questions[0].options must be an array of options"),
        (None, "questions[0].options is missing"),
        ([{"description": "hot"}, "B"], "questions[0].options[0].label is missing or empty"),
    ],
)
def test_what_cannot_be_read_is_named_as_what_it_is(options: object, problem: str) -> None:
    with pytest.raises(QuestionError) as error:
        by_tool({"question": "Which?", "options": options})
    assert error.value.problems == (problem,)


SEVERAL: Final[tuple[dict[str, Any], ...]] = (
    {"multiSelect": True},
    {"multiSelect": 1},
    {"multiSelect": "true"},
    {"multiselect": "yes"},
    {"multi_select": True},
    {"multiple": True},
    {"multiple": "True"},
    {"allow_multiple": True},
    {"allowMultiple": 1},
    {"max_selections": 3},
    {"maxSelections": 2},
    {"max_choices": 2},
    {"maxSelections": "2"},
    {"selection_type": "multiple"},
    {"selectionMode": "multi"},
)
ONE: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"multiSelect": 0},
    {"multiSelect": "false"},
    {"multiSelect": None},
    {"multiple": False},
    {"max_selections": 1},
    {"multiSelect": False, "multiple": True},
    {"mode": "single"},
)


@pytest.mark.parametrize("route", DOORS)
def test_several_may_be_chosen_whatever_it_is_called(route: str) -> None:
    for several, fields in [*((True, one) for one in SEVERAL), *((False, one) for one in ONE)]:
        question = DOORS[route]({"question": "Which?", "options": ["Tea", "Milk"], **fields})
        assert question.traits.is_multiple is several, fields


@pytest.mark.parametrize(
    ("call", "texts"),
    [
        ({"questions": [{"question": "Which boat?", "options": "x"}]}, ["Which boat?"]),
        ({"questions": '[{"question": "A?"}, {"question": "B?"}]'}, ["A?", "B?"]),
        ('{"questions": [{"question": "Which boat?", "options": [Tea', ["Which boat?"]),
        ("{“questions”: [{“question”: “Which boat?”", ["Which boat?"]),
        ({"questions": 5}, []),
        ("nonsense", []),
    ],
)
def test_what_was_asked_can_be_read_of_what_cannot_be_asked(call: object, texts: list[str]) -> None:
    assert question_texts(call) == texts


@pytest.mark.parametrize(
    ("named", "kind"),
    [
        ("radio", QuestionKind.SINGLE),
        ("single-choice", QuestionKind.SINGLE),
        ("multiselect", QuestionKind.MULTI),
        ("multiple", QuestionKind.MULTI),
        ("Multi Choice", QuestionKind.MULTI),
        ("yes_no", QuestionKind.SINGLE),
        ("string", QuestionKind.SINGLE),
    ],
)
def test_a_type_by_another_name_is_read_with_its_options(named: str, kind: QuestionKind) -> None:
    assert by_tool({"question": "Which?", "options": ["Yes", "No"], "type": named}).kind is kind


@pytest.mark.parametrize(
    ("named", "kind"),
    [
        ("yes_no", QuestionKind.BOOLEAN),
        ("free_text", QuestionKind.TEXT),
        ("input", QuestionKind.TEXT),
    ],
)
def test_a_type_by_another_name_without_options(named: str, kind: QuestionKind) -> None:
    assert by_tool({"question": "Which?", "type": named}).kind is kind
