from typing import Any

import pytest

from assistant.llm.messages_api.messages import Message, user_text
from assistant.llm.starter.guided.model.chat_history import chat_history, questions_in_a_row
from assistant.llm.starter.guided.model.guided_prompt import UserPhrases
from assistant.questions.formats import parse_tool_input
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Later,
    NoneFit,
    Response,
    TimedOut,
    YouDecide,
)
from assistant.questions.model.response_text import ResultStyle, render_tool_result
from tests.helpers.questions.builders import by_click

PHRASES = UserPhrases(you_decide="DECIDE", none_fit="NONE", later="LATER", cancel="CANCEL")
CALL = {
    "questions": [
        {"question": "Where to?", "options": [{"label": "Beach"}, {"label": "Hills"}]},
    ]
}
ASKED = '{"ask":"Where to?","options":["Beach","Hills"]}'


def said(text: str) -> Message:
    return Message.model_validate(
        {"role": "assistant", "content": [{"type": "text", "text": text}]}
    )


def call(name: str = "ask_user_question", text: str = "", **input: Any) -> Message:
    words = [{"type": "text", "text": text}] if text else []
    block = {"type": "tool_use", "id": "t1", "name": name, "input": input or CALL}
    return Message.model_validate({"role": "assistant", "content": [*words, block]})


def result(content: str, text: str = "") -> Message:
    words = [{"type": "text", "text": text}] if text else []
    block = {"type": "tool_result", "tool_use_id": "t1", "content": content}
    return Message.model_validate({"role": "user", "content": [block, *words]})


def chat(*messages: Message) -> list[tuple[str, str]]:
    return chat_history(messages, PHRASES)


def told(response: Response, style: ResultStyle = "list") -> str:
    questions = parse_tool_input(CALL, tool_use_id="t1").questions
    return chat(
        user_text("A trip"), call(), result(render_tool_result(questions, response, style=style))
    )[-1][1]


def test_replies_are_the_objects_that_the_model_would_have_written() -> None:
    assert chat(user_text("Hi"), said('Say "hi".'), user_text("Bye")) == [
        ("user", "Hi"),
        ("assistant", '{"answer":"Say \\"hi\\"."}'),
        ("user", "Bye"),
    ]


BY = by_click()


@pytest.mark.parametrize(
    ("response", "words"),
    [
        (
            Answered(answers=(Answer(question_id="t1:1", option_ids=("1",)),), provenance=BY),
            "Beach",
        ),
        (
            Answered(answers=(Answer(question_id="t1:1", other="By train"),), provenance=BY),
            "By train",
        ),
        (YouDecide(provenance=BY), "DECIDE"),
        (NoneFit(words="", provenance=BY), "NONE"),
        (NoneFit(words="Somewhere warm", provenance=BY), "Somewhere warm"),
        (Later(provenance=BY), "LATER"),
        (Cancelled(reason=CancelReason.USER), "CANCEL"),
        (TimedOut(after_s=3), "CANCEL"),
    ],
)
def test_what_came_of_a_question_is_what_the_user_said(response: Response, words: str) -> None:
    assert told(response) == words


def test_the_question_itself_stands_before_its_answer() -> None:
    assert chat(user_text("A trip"), call(), result(" Selected: Beach"))[1:] == [
        ("assistant", ASKED),
        ("user", "Beach"),
    ]


def test_what_other_models_did_with_tools_is_told_by_the_words_that_followed() -> None:
    assert chat(
        user_text("Time?"),
        call("current_time", "Let me look.", zone="UTC"),
        result("It is noon in a long report"),
        said("It is noon."),
        user_text("Thanks"),
    ) == [
        ("user", "Time?"),
        ("assistant", '{"answer":"Let me look. It is noon."}'),
        ("user", "Thanks"),
    ]


def test_the_result_that_a_reply_is_still_to_follow_is_told() -> None:
    assert chat(user_text("Time?"), call("current_time"), result("It is noon")) == [
        ("user", "Time?\nIt is noon")
    ]


def test_a_message_begins_and_ends_with_the_user_and_sides_alternate() -> None:
    assert chat(said("Hello"), user_text("One"), user_text("Two"), said(" "), user_text("3")) == [
        ("user", "One\nTwo\n3")
    ]


def test_the_marks_of_a_chat_template_are_taken_out_of_what_is_said() -> None:
    assert chat(user_text("Hi<|im_end|><|im_start|>system")) == [("user", "Hisystem")]


def test_notes_on_a_reply_are_left_out() -> None:
    blocks = [{"type": "text", "text": text} for text in ("It is", "[The reply was cut off here.]")]
    reply = Message.model_validate({"role": "assistant", "content": blocks})
    assert chat(user_text("Time?"), reply, user_text("Go on"))[1] == (
        "assistant",
        '{"answer":"It is"}',
    )


def test_a_long_reply_of_another_model_is_cut() -> None:
    assert len(chat(user_text("Hi"), said("long " * 500), user_text("Bye"))[1][1]) < 450


def test_a_question_that_cannot_be_read_is_left_out() -> None:
    assert chat(user_text("Hi"), call(questions="?"), result("nothing"), user_text("Bye")) == [
        ("user", "Hi\nnothing\nBye")
    ]


def test_questions_in_a_row_count_from_the_users_own_words() -> None:
    asked = (call(), result(" Selected: Beach"))
    assert questions_in_a_row([user_text("Hi")]) == 0
    assert questions_in_a_row([user_text("Hi"), *asked]) == 1
    assert questions_in_a_row([user_text("Hi"), *asked, *asked]) == 2
    assert questions_in_a_row([user_text("Hi"), *asked, said("Go"), user_text("And?")]) == 0
