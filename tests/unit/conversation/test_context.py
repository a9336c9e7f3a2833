"""The seven layers and the window over the conversation."""

from datetime import datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from assistant.conversation.context import Layers, Limits, compose, describe_date, size_of
from assistant.llm.client import ModelRequest, Profile, ToolSpec
from assistant.llm.messages import (
    Message,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
    user_text,
)

LAYERS = Layers(
    base="BASE",
    persona="PERSONA",
    date="DATE",
    workspace_memory="WORKSPACE",
    agent_memory="AGENT",
    personal_memory="PERSONAL",
)
ABLE = Profile(name="anthropic", model="m")
SMALL = Profile(
    name="starter",
    model="s",
    tools=False,
    system_prompt="You are a helpful assistant.",
    max_messages=3,
)
CLOCK = ToolSpec(name="clock", description="", input_schema={})


def reply(words: str) -> Message:
    """Return an assistant message."""
    return Message(role="assistant", content=(TextBlock(text=words),))


def exchange(number: int, size: int = 1) -> list[Message]:
    """Return a question and its answer."""
    return [user_text(f"q{number}" + "x" * size), reply(f"a{number}" + "x" * size)]


def tool_exchange(number: int) -> list[Message]:
    """Return a question answered with the help of a tool."""
    use = ToolUseBlock(id=f"c{number}", name="clock", input={})
    result = ToolResultBlock(tool_use_id=f"c{number}", content="noon")
    return [
        user_text(f"q{number}"),
        Message(role="assistant", content=(use,)),
        Message(role="user", content=(result,)),
        reply(f"a{number}"),
    ]


def composed(
    messages: list[Message], *, profile: Profile = ABLE, characters: int = 80_000, recent: int = 30
) -> ModelRequest:
    """Compose with these messages."""
    return compose(
        layers=LAYERS,
        messages=messages,
        tools=[CLOCK],
        profile=profile,
        limits=Limits(max_characters=characters, recent_messages=recent),
    )


def test_the_layers_stand_in_their_order() -> None:
    request = composed([user_text("hi")])
    whole = "\n".join(part.text for part in request.system)
    places = [
        whole.index(word) for word in ("BASE", "PERSONA", "DATE", "WORKSPACE", "AGENT", "PERSONAL")
    ]
    assert places == sorted(places)


def test_only_the_last_layer_marks_the_end_of_the_cache() -> None:
    assert [part.cache for part in composed([user_text("hi")]).system] == [False] * 5 + [True]


def test_an_empty_layer_is_left_out() -> None:
    request = compose(
        layers=Layers(
            base="BASE",
            persona="",
            date="DATE",
            workspace_memory=" \n",
            agent_memory="",
            personal_memory="",
        ),
        messages=[user_text("hi")],
        tools=[],
        profile=ABLE,
        limits=Limits(max_characters=1000, recent_messages=5),
    )
    assert [part.text for part in request.system] == ["BASE", "# Now\n\nDATE"]


def test_a_model_without_layers_gets_its_own_prompt_no_tools_and_the_last_messages() -> None:
    history = [*exchange(1), *exchange(2), user_text("q3")]
    request = composed(history, profile=SMALL)
    assert [part.text for part in request.system] == ["You are a helpful assistant."]
    assert request.tools == ()
    assert [m.text[:2] for m in request.messages] == ["q2", "a2", "q3"]


def test_a_model_without_tools_is_shown_words_alone() -> None:
    request = composed([*tool_exchange(1), user_text("q2")], profile=SMALL)
    assert [(m.role, m.text) for m in request.messages] == [
        ("user", "q1"),
        ("assistant", "a1"),
        ("user", "q2"),
    ]


def test_the_window_keeps_the_newest_messages() -> None:
    history = [m for n in range(40) for m in exchange(n)] + [user_text("last")]
    messages = list(composed(history, recent=30).messages)
    assert len(messages) <= 30
    assert messages[0].role == "user"
    assert messages[-1].text == "last"


def test_a_call_and_its_result_count_as_one_message() -> None:
    history = [*tool_exchange(1), *tool_exchange(2), user_text("q3")]
    assert len(composed(history, recent=7).messages) == 9
    assert len(composed(history, recent=6).messages) == 5


def test_over_the_budget_the_oldest_go_first_but_five_stay() -> None:
    history = [m for n in range(10) for m in exchange(n, size=1000)] + [user_text("last")]
    messages = composed(history, characters=4_000).messages
    assert [m.text[:2] for m in messages] == ["q8", "a8", "q9", "a9", "la"]


@given(
    st.lists(st.sampled_from(["plain", "tool", "long"]), max_size=30),
    st.integers(min_value=1, max_value=40),
    st.integers(min_value=100, max_value=20_000),
)
def test_a_window_never_parts_a_call_from_its_result(
    kinds: list[str], recent: int, characters: int
) -> None:
    history: list[Message] = []
    for number, kind in enumerate(kinds):
        match kind:
            case "tool":
                history += tool_exchange(number)
            case _:
                history += exchange(number, size=1 if kind == "plain" else 3_000)
    history.append(user_text("last"))
    messages = list(composed(history, recent=recent, characters=characters).messages)
    assert messages[-1].text == "last"
    assert messages == history[len(history) - len(messages) :]
    assert messages[0].role == "user"
    assert not any(isinstance(b, ToolResultBlock) for b in messages[0].content)


def test_the_size_of_a_message_is_what_it_carries() -> None:
    assert size_of(user_text("abc")) == 3
    assert size_of(tool_exchange(1)[2]) == len("noon")


def test_the_date_names_day_time_and_zone() -> None:
    at = datetime(2026, 3, 1, 9, 5, tzinfo=ZoneInfo("Asia/Seoul"))
    assert describe_date(at).startswith(
        "It is Sunday, 2026-03-01, 09:05 when this session starts (KST, UTC+09:00)."
    )
