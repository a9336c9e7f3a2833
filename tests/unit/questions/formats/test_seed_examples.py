"""The examples that the requirements' own documents give, read and produced as those say."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from assistant.errors import AnswerRefused, QuestionError, RefusalReason
from assistant.questions.formats import parse_any, parse_definition, validate_strict
from assistant.questions.formats.answer_json import answer_from_wire, answer_to_wire
from assistant.questions.formats.definition_writer import dump_question
from assistant.questions.formats.provide_choice import parse_provide_choice, provide_choice_payload
from assistant.questions.formats.push_message import parse_pushed
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Later,
    QuestionKind,
    QuestionRoute,
    QuestionSet,
    Response,
    TimedOut,
)
from assistant.questions.model.response_text import (
    render_tool_result,
    stored_status,
    structured_result,
)
from assistant.questions.model.round_state import AskedRound, RoundState, round_state
from assistant.questions.model.validation import check
from tests.helpers.questions.builders import by_click, choice, chose, question_set

_FOLDER = Path(__file__).parents[3] / "data" / "seeds"


def examples(name: str) -> dict[str, Any]:
    return json.loads((_FOLDER / f"{name}.json").read_text("utf-8"))


CHOICES = examples("text_choices")
TOOL = examples("tool_questions")
MESSAGES = examples("messages")
CHOICE = examples("provide_choice")


def answered(*answers: Answer) -> Answered:
    return Answered(answers=answers, provenance=by_click())


# Choices in the model's words.


@pytest.mark.requirement("TEST-01", "TEST-29")
def test_a_group_of_one_is_one_question() -> None:
    read = parse_any(CHOICES["user_choice_group"], set_id="f").questions
    assert read.route is QuestionRoute.TEXT
    (question,) = read.questions
    assert (question.text, question.context) == ("개별 질문", "이 질문의 배경/의사결정 포인트")
    assert [(o.id, o.label, o.description) for o in question.options] == [
        ("1", "옵션 A", "A의 트레이드오프"),
        ("2", "옵션 B", "B의 트레이드오프"),
    ]


@pytest.mark.requirement("TEST-01", "TEST-29")
def test_a_group_of_two_is_a_form() -> None:
    group = dict(CHOICES["user_choice_group"])
    group["choices"] = group["choices"] * 2
    read = parse_any(group, set_id="f").questions
    assert (read.title, read.description) == (
        "상위 컨텍스트 질문 (폼 제목)",
        "왜 이 결정을 해야 하는지 / 무엇이 달라지는지",
    )
    assert [question.id for question in read.questions] == ["f:q1", "f:q2"]


@pytest.mark.requirement("TEST-01", "TEST-29")
def test_a_single_choice_is_one_question() -> None:
    (question,) = parse_any(CHOICES["user_choice"], set_id="f").questions.questions
    assert (question.text, question.context) == ("질문", "결정이 필요한 이유")
    assert [(o.id, o.label) for o in question.options] == [("1", "A"), ("2", "B")]
    assert question.allow_other


@pytest.mark.requirement("TEST-01", "TEST-29")
def test_the_inner_form_is_read_with_its_ids() -> None:
    read = parse_any(CHOICES["user_choices"], set_id="f").questions
    assert (read.title, read.description) == ("폼 제목", "폼 설명")
    (question,) = read.questions
    assert (question.id, question.text, question.context) == ("f:q1", "질문 1", "선택 배경")


# The question tool.


@pytest.mark.requirement("TEST-29")
@pytest.mark.parametrize("name", list(TOOL))
def test_every_example_call_conforms_and_is_read(name: str) -> None:
    assert validate_strict(TOOL[name]) == []
    parsed = parse_any(TOOL[name], set_id="s")
    kinds = [
        QuestionKind.MULTI if entry["multiSelect"] else QuestionKind.SINGLE
        for entry in TOOL[name]["questions"]
    ]
    assert [question.kind for question in parsed.questions.questions] == kinds
    assert all(question.allow_other for question in parsed.questions.questions)
    for question in parsed.questions.questions:
        assert not any("Recommended" in option.label for option in question.options)


def test_the_recommended_option_is_marked_and_shown_first() -> None:
    (question,) = parse_any(TOOL["technology_choice"], set_id="s").questions.questions
    assert [(o.label, o.recommended) for o in question.options] == [
        ("PostgreSQL", True),
        ("MongoDB", False),
        ("SQLite", False),
    ]
    late = parse_any(TOOL["custom_input"], set_id="s")
    assert [o.label for o in late.questions.questions[0].options] == ["npm", "pnpm", "yarn"]
    assert any("recommended option is not the first" in note for note in late.notes)


def documented(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return a structured result with the documented keys of an answer alone."""
    keys = ("question", "header", "selectedOptions", "customInput")
    return {
        "answers": [
            {key: answer[key] for key in keys if key in answer} for answer in result["answers"]
        ]
    }


@pytest.mark.requirement("TEST-29")
def test_the_result_of_the_example_is_exactly_the_documented_text() -> None:
    asked = QuestionSet(
        id="s",
        questions=(
            *parse_any(TOOL["technology_choice"], set_id="a").questions.questions,
            *parse_any(TOOL["multi_select_features"], set_id="b").questions.questions,
        ),
    )
    response = answered(
        Answer(question_id="a:1", option_ids=("1",)),
        Answer(question_id="b:1", option_ids=("1", "2", "4")),
    )
    assert render_tool_result(asked, response) == (
        "User answered the following questions:\n\n"
        "1. Database (Which database should we use for this project?)\n"
        "   Selected: PostgreSQL\n\n"
        "2. Features (Which features should we enable?)\n"
        "   Selected: TypeScript, ESLint + Prettier, Tailwind CSS\n\n"
        "Proceeding with user selections."
    )
    assert documented(structured_result(asked, response)) == {
        "answers": [
            {
                "question": "Which database should we use for this project?",
                "header": "Database",
                "selectedOptions": ["PostgreSQL"],
            },
            {
                "question": "Which features should we enable?",
                "header": "Features",
                "selectedOptions": ["TypeScript", "ESLint + Prettier", "Tailwind CSS"],
            },
        ]
    }


@pytest.mark.requirement("TEST-29", "Q-MODEL-16", "Q-RES-11")
def test_custom_input_reaches_the_model_and_the_record_without_the_word_other() -> None:
    asked = parse_any(TOOL["custom_input"], set_id="s").questions
    response = answered(Answer(question_id="s:1", other="bun"))
    assert "   Selected: bun (custom input)\n" in render_tool_result(asked, response)
    assert documented(structured_result(asked, response))["answers"] == [
        {
            "question": "Which package manager do you prefer?",
            "header": "Package Mgr",
            "selectedOptions": [],
            "customInput": "bun",
        }
    ]


# Messages and their life.


@pytest.mark.requirement("TEST-29", "Q-MODEL-30", "Q-MODEL-31")
def test_the_tool_use_message_is_read_and_linked_by_its_id() -> None:
    read = parse_any(MESSAGES["tool_use"], set_id="s").questions
    assert read.tool_use_id == "call_function_8kherxj202p7_1"
    (question,) = read.questions
    assert (question.id, question.kind) == ("call_function_8kherxj202p7_1:1", QuestionKind.MULTI)
    assert (question.header, question.text) == ("选择功能", "请选择一个功能")
    assert [o.label for o in question.options] == ["背唐诗", "讲笑话", "输出笑脸图标"]


@pytest.mark.requirement("TEST-29", "Q-RES-01")
def test_the_tool_result_message_is_produced_word_for_word() -> None:
    (block,) = MESSAGES["tool_result"]["content"]
    label = "再给一个多选框还是这些选项（我想了解多次对话这个过程）"
    asked = question_set(choice("背唐诗", label, text="请选择一个功能", header="选择功能"))
    assert render_tool_result(asked, chose("2"), style="sentence") == block["content"]


@pytest.mark.requirement("TEST-29")
def test_the_pushed_message_is_read_and_written_again() -> None:
    parsed = parse_any(MESSAGES["pushed"], set_id="s")
    read = parsed.questions
    assert read.tool_use_id == "toolu_xxx"
    (question,) = read.questions
    assert (question.id, question.header) == ("auth_strategy_01", "确认操作")
    assert question.context == "请确认是否删除，这些操作不可撤销。"
    assert [(o.id, o.default) for o in question.options] == [
        ("option_a", False),
        ("option_b", True),
    ]
    assert [q.id for q in read.walk()] == ["auth_strategy_01", "oauth_providers"]
    assert any("option that does not exist" in note for note in parsed.notes), "oauth2 is no option"
    written = dump_question(question)
    assert parse_pushed({"question": written}, set_id="s").questions.questions == read.questions
    expected = MESSAGES["pushed"]["question"]
    shared = set(expected) - {"follow_up_questions"}
    assert {key: written[key] for key in shared} == {key: expected[key] for key in shared}


@pytest.mark.requirement("TEST-29")
def test_the_flat_call_over_mcp_is_read() -> None:
    (question,) = parse_any(MESSAGES["mcp_call"], set_id="s").questions.questions
    assert (question.id, question.text) == ("auth_strategy_01", "您希望采用哪种身份验证策略？")


@pytest.mark.requirement("TEST-29", "Q-ROUND-05")
def test_follow_ups_are_asked_with_their_parent_and_answered_in_one_result() -> None:
    call = MESSAGES["mcp_call"]["input"] | {"follow_up_questions": MESSAGES["follow_ups"]}
    asked = parse_definition(call, set_id="s").questions
    answers = check(
        asked,
        [
            Answer(question_id="auth_strategy_01", option_ids=("oauth2",)),
            Answer(question_id="oauth_providers", option_ids=("github",)),
        ],
    )
    assert render_tool_result(asked, answered(*answers)).splitlines()[2:6] == [
        "1. Q1 (您希望采用哪种身份验证策略？)",
        "   Selected: OAuth 2.0",
        "   1.1 Q1.1 (请选择 OAuth 提供商)",
        "       Selected: GitHub",
    ]


@pytest.mark.requirement("TEST-29")
@pytest.mark.parametrize("body", MESSAGES["answers"], ids=lambda body: body["question_id"])
def test_every_example_answer_is_read_and_written_again(body: dict[str, Any]) -> None:
    questions = {
        "auth_strategy_01": choice("A", "B", id="auth_strategy_01"),
        "oauth_providers": choice(
            "Google", "GitHub", id="oauth_providers", kind=QuestionKind.MULTI
        ),
        "custom_port": choice("A", id="custom_port").model_copy(
            update={"kind": QuestionKind.TEXT, "options": ()}
        ),
    }
    ids = {
        "auth_strategy_01": ("option_a", "option_b"),
        "oauth_providers": ("google", "github"),
        "custom_port": (),
    }
    plain = questions[body["question_id"]]
    options = tuple(
        option.model_copy(update={"id": id})
        for option, id in zip(plain.options, ids[plain.id], strict=True)
    )
    question = plain.model_copy(update={"options": options})
    read = answer_from_wire(question, body["answer"])
    assert check(question_set(question), [read]) == (read,)
    assert answer_to_wire(question, read) == body["answer"]


@pytest.mark.requirement("TEST-29", "Q-ROUND-19", "Q-ROUND-20")
def test_the_round_state_is_produced_and_restored() -> None:
    state = MESSAGES["round_state"]
    rounds = [
        AskedRound(
            questions=question_set(
                choice("背唐诗", entry["answer"], text=entry["question"])
            ).model_copy(update={"round": entry["round"], "total_rounds": 5}),
            response=chose("2"),
        )
        for entry in state["dialog_history"]
    ]
    third = question_set(choice()).model_copy(update={"round": 3, "total_rounds": 5})
    produced = round_state("session_xxx", [*rounds, AskedRound(questions=third, response=None)])
    assert (produced.current_round, produced.total_rounds) == (3, 5)
    restored = RoundState.model_validate(state)
    assert produced.dialog_history[:2] == restored.dialog_history
    assert json.loads(restored.model_dump_json()) == state


@pytest.mark.parametrize(
    ("response", "status"),
    [
        (Later(provenance=by_click()), "pending"),
        (chose("1"), "answered"),
        (Cancelled(), "cancelled"),
        (Cancelled(reason=CancelReason.DEPENDENCY), "cancelled"),
        (TimedOut(after_s=1), "timeout"),
    ],
)
@pytest.mark.requirement("Q-LIFE-03", "Q-LIFE-04", "Q-LIFE-05")
def test_the_four_states_a_question_can_have(response: Response, status: str) -> None:
    assert stored_status(response) == status


# The tables of rules.

FLAT = MESSAGES["mcp_call"]["input"]


@pytest.mark.requirement("Q-MODEL-43")
def test_an_id_is_unique_in_a_session() -> None:
    earlier = [parse_definition(FLAT, set_id="before").questions]
    with pytest.raises(QuestionError) as error:
        parse_definition(FLAT, set_id="s", earlier=earlier)
    assert error.value.details[0]["code"] == "duplicate"


@pytest.mark.parametrize("options", [[], None])
@pytest.mark.requirement("Q-MODEL-45")
def test_a_choice_has_options(options: object) -> None:
    with pytest.raises(QuestionError) as error:
        parse_definition(FLAT | {"options": options}, set_id="s")
    assert error.value.details[0]["field"] == "options"


@pytest.mark.parametrize(
    "answer",
    [
        Answer(question_id="auth_strategy_01", option_ids=("basic",)),
        Answer(question_id="auth_strategy_01", other="basic"),
        Answer(question_id="auth_strategy_01"),
        Answer(question_id="auth_strategy_02", option_ids=("jwt",)),
    ],
)
@pytest.mark.requirement("Q-MODEL-49", "Q-LIFE-20", "Q-LIFE-21")
def test_an_answer_is_one_of_the_options_and_a_required_one_is_not_empty(answer: Answer) -> None:
    asked = parse_definition(FLAT, set_id="s").questions
    with pytest.raises(AnswerRefused) as error:
        check(asked, [answer])
    assert error.value.reason is RefusalReason.INVALID
    assert error.value.reason.value == "invalid_answer"


def test_a_question_is_answered_once() -> None:
    asked = parse_definition(FLAT, set_id="s").questions
    once = Answer(question_id="auth_strategy_01", option_ids=("jwt",))
    with pytest.raises(AnswerRefused, match="answered twice"):
        check(asked, [once, once])


# provide_choice.


@pytest.mark.requirement("TEST-29")
def test_the_documented_payloads_are_produced() -> None:
    asked = parse_provide_choice(CHOICE["call"], set_id="s").questions
    chosen = answered(Answer(question_id="s:1", option_ids=("1",), note="closer"))
    assert provide_choice_payload(asked, chosen, transport="terminal") == CHOICE["selected"]
    late = TimedOut(after_s=300.0)
    assert provide_choice_payload(asked, late, transport="terminal") == CHOICE["timeout"]
    assert parse_any(CHOICE["call"], set_id="s").questions == asked
