"""The guided client against a scripted llama.cpp server."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Literal

import pytest

from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.messages_api.messages import Message, TextBlock, ToolUseBlock, user_text
from assistant.llm.messages_api.model_client import (
    BlockReceived,
    ModelEvent,
    ModelRequest,
    ReplyReceived,
    SystemPart,
    TextReceived,
    ToolSpec,
)
from assistant.llm.starter.guided.client import GuidedClient
from assistant.llm.starter.guided.model.guided_prompt import guided_profile
from assistant.llm.starter.guided.prompt_files import guided_prompts
from assistant.locale import use_language
from tests.helpers.clock import ManualClock
from tests.helpers.llm.llama_server import LlamaServer

PROMPTS = guided_prompts(declines=True)
PROFILE = guided_profile("some-model", context_tokens=4096, prompts=PROMPTS)
QUESTION = ('ask":"Where to?","options":["Bea', 'ch","Hills"]}')


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    use_language("en")
    yield
    use_language("en")


@pytest.fixture
async def server() -> AsyncIterator[LlamaServer]:
    async with LlamaServer() as server:
        yield server


@pytest.fixture
async def client(server: LlamaServer) -> AsyncIterator[GuidedClient]:
    client = make(server)
    yield client
    await client.aclose()


def make(server: LlamaServer, timeout_s: float = 20) -> GuidedClient:
    return GuidedClient(
        profile=PROFILE,
        prompts=PROMPTS,
        base_url=server.url,
        api_key="secret",
        timeout_s=timeout_s,
        clock=ManualClock(),
    )


def request(
    *messages: str | Message,
    system: tuple[SystemPart, ...] = (),
    tool_choice: Literal["auto", "none"] = "auto",
) -> ModelRequest:
    return ModelRequest(
        system=system,
        messages=tuple(user_text(each) if isinstance(each, str) else each for each in messages),
        tool_choice=tool_choice,
    )


def conversation(*said: str) -> ModelRequest:
    """Return a request in which the user said this, and was answered each time but the last."""
    answered = Message(role="assistant", content=(TextBlock(text="Yes."),))
    messages = [each for text in said for each in (text, answered)]
    return request(*messages[:-1])


async def ask(client: GuidedClient, asked: ModelRequest) -> list[ModelEvent]:
    return [event async for event in client.stream(asked)]


def call_in(events: list[ModelEvent]) -> ToolUseBlock | None:
    blocks = [each.block for each in events if isinstance(each, BlockReceived)]
    return next((block for block in blocks if isinstance(block, ToolUseBlock)), None)


def reason(events: list[ModelEvent]) -> str:
    assert isinstance(events[-1], ReplyReceived)
    return events[-1].stop_reason


def text_in(events: list[ModelEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextReceived))


async def test_the_words_of_an_answer_come_as_they_are_written(
    server: LlamaServer, client: GuidedClient
) -> None:
    server.completion("answer", '":"', "Par", "is", '."}')

    events = await ask(client, request("What is the capital of France?"))

    words = [event.text for event in events if isinstance(event, TextReceived)]
    assert words == ["Par", "is", "."]
    assert events[-2] == BlockReceived(block=TextBlock(text="Paris."))
    assert reason(events) == "end_turn"
    assert {each.api_key for each in server.requests} == {"secret"}


async def test_a_question_becomes_a_call_of_the_question_tool(
    server: LlamaServer, client: GuidedClient
) -> None:
    server.completion(*QUESTION)

    events = await ask(client, request("Help me choose a trip"))

    call = call_in(events)
    assert call is not None
    assert call.name == "ask_user_question"
    [question] = call.input["questions"]
    assert question["question"] == "Where to?"
    assert [option["label"] for option in question["options"]] == ["Beach", "Hills"]
    assert text_in(events) == ""
    assert reason(events) == "tool_use"


async def test_a_refusal_is_said_in_fixed_words_as_soon_as_it_is_known(
    server: LlamaServer, client: GuidedClient
) -> None:
    server.completion("decl")

    events = await ask(client, request("Will it rain tomorrow?"))

    assert text_in(events) == PROMPTS["en"].declined
    assert reason(events) == "end_turn"
    assert server.completions == []


async def test_nothing_is_written_before_the_words_but_the_kind(
    server: LlamaServer, client: GuidedClient
) -> None:
    server.completion('answer":"Paris."}')
    server.completion('ask":"Where to?","options":["Beach","Hills"]}')

    for said in ("What is the capital of France?", "Help me choose a trip"):
        await ask(client, request(said))

    assert [each.body["prompt"].rpartition("\n")[2] for each in server.choices] == ['{"', '{"']
    prompts = [each.body["prompt"].rpartition("\n")[2] for each in server.completions]
    assert prompts == ['{"answer":"', '{"ask":"']


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(('ask":"Where to?","options":["Beach","Beach"]}',), id="twice"),
        pytest.param(('ask":"어디로?","options":["바다","산"]}',), id="language"),
        pytest.param(
            ('ask":"Which?","options":["A few minutes are fine at most parties;","No"]}',),
            id="echo",
        ),
        pytest.param(('ask":"Where to, where to, where to',), id="cut off"),
    ],
)
async def test_a_question_that_cannot_be_put_is_asked_for_once_more_and_then_answered(
    server: LlamaServer, client: GuidedClient, broken: tuple[str, ...]
) -> None:
    server.completion(*broken)
    server.completion(*QUESTION)
    server.completion(*broken)
    server.completion(*broken)
    server.completion('answer":"To the sea."}')

    repaired = await ask(client, request("Help me choose a trip"))
    answered = await ask(client, request("Help me choose a trip"))

    assert call_in(repaired) is not None
    assert text_in(answered) == "To the sea."
    bodies = [each.body for each in server.choices]
    assert [body["temperature"] > 0 for body in bodies] == [False, True, False, True, False]
    assert ['"ask' in body["grammar"] for body in bodies] == [True, True, True, True, False]


async def test_after_two_questions_in_a_row_and_without_tools_it_must_answer(
    server: LlamaServer, client: GuidedClient
) -> None:
    for _time in range(4):
        server.completion('answer":"Yes."}')
    call = Message(
        role="assistant",
        content=(
            ToolUseBlock(
                id="a",
                name="ask_user_question",
                input={"questions": [{"question": "Where?", "options": [{"label": "Beach"}]}]},
            ),
        ),
    )
    result = Message.model_validate(
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": "   Selected: Beach"}
            ],
        }
    )

    await ask(client, request("A trip"))
    await ask(client, request("A trip", call, result))
    await ask(client, request("A trip", call, result, call, result))
    await ask(client, request("A trip", tool_choice="none"))

    grammars = [each.body["grammar"] for each in server.choices]
    assert ['"ask' in grammar for grammar in grammars] == [True, True, False, False]
    assert server.chats[1][-3:] == [
        ("user", "A trip"),
        ("assistant", '{"ask":"Where?","options":["Beach"]}'),
        ("user", "Beach"),
    ]


@pytest.mark.parametrize(
    ("said", "may_ask"),
    [
        pytest.param(("Write a haiku about autumn",), False, id="complete"),
        pytest.param(("농담 하나 해 줘",), False, id="Korean"),
        pytest.param(("讲个笑话",), False, id="Chinese"),
        pytest.param(("Help me choose a trip",), True, id="open"),
        pytest.param(("I slept badly",), True, id="neither"),
        pytest.param(("Tell me a joke", "Help me choose a trip"), True, id="the last words count"),
    ],
)
async def test_what_is_complete_by_its_form_is_not_asked_about(
    server: LlamaServer, client: GuidedClient, said: tuple[str, ...], may_ask: bool
) -> None:
    for each in range(1, len(said) + 1):
        server.completion('answer":"Yes."}')
        await ask(client, conversation(*said[:each]))
    assert ('"ask' in server.choices[-1].body["grammar"]) is may_ask


@pytest.mark.parametrize(
    ("said", "leans"),
    [
        pytest.param(("Help me choose a trip",), True, id="open"),
        pytest.param(("Translate this for me",), True, id="points at nothing"),
        pytest.param(("Hi", "Translate this for me"), False, id="points at what was said"),
        pytest.param(("I slept badly",), False, id="neither"),
    ],
)
async def test_where_only_the_user_can_decide_the_model_leans_to_asking(
    server: LlamaServer, client: GuidedClient, said: tuple[str, ...], leans: bool
) -> None:
    server.completion(*QUESTION)
    await ask(client, conversation(*said))
    assert (dict(server.choices[0].body["logit_bias"])["ask"] > 1) is leans


async def test_words_that_were_left_unanswered_do_not_change_the_form_of_the_next(
    server: LlamaServer, client: GuidedClient
) -> None:
    server.completion('answer":"Why did the tomato blush?"}')
    await ask(client, request("Help me choose a trip", "Tell me a joke"))
    assert '"ask' not in server.choices[0].body["grammar"]


async def test_what_answers_a_question_is_no_request_of_its_own(
    server: LlamaServer, client: GuidedClient
) -> None:
    call = Message(
        role="assistant",
        content=(
            ToolUseBlock(
                id="a",
                name="ask_user_question",
                input={"questions": [{"question": "Where?", "options": [{"label": "Beach"}]}]},
            ),
        ),
    )
    result = Message.model_validate(
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "a",
                    "content": "   Selected: Help me choose (custom input)",
                }
            ],
        }
    )
    server.completion('answer":"To the sea."}')

    await ask(client, request("A trip", call, result))

    assert server.chats[0][-1] == ("user", "Help me choose")
    assert dict(server.choices[0].body["logit_bias"])["ask"] < 1


async def test_a_model_that_can_only_answer_is_not_asked_what_it_does(server: LlamaServer) -> None:
    prompts = guided_prompts(declines=False)
    client = GuidedClient(
        profile=guided_profile("some-model", context_tokens=4096, prompts=prompts),
        prompts=prompts,
        base_url=server.url,
        api_key="secret",
        timeout_s=20,
        clock=ManualClock(),
    )
    server.completion('answer":"Leaves fall."}')

    events = await ask(client, request("Write a haiku about autumn"))

    assert text_in(events) == "Leaves fall."
    assert server.choices == []
    await client.aclose()


async def test_an_answer_that_goes_round_ends_where_it_begins_to(
    server: LlamaServer, client: GuidedClient
) -> None:
    round_again = "They have been married for many years. "
    completion = server.completion('answer":"', *[round_again] * 3).stall()

    events = await ask(client, request("Who were they, do you know?"))

    assert text_in(events) == round_again.strip()
    assert events[-2] == BlockReceived(block=TextBlock(text=round_again.strip()))
    assert reason(events) == "end_turn"
    await completion.is_disconnected.wait()


@pytest.mark.parametrize("greeting", ["", "Hello! "])
async def test_an_answer_that_only_repeats_an_earlier_one_is_written_without_the_conversation(
    server: LlamaServer, client: GuidedClient, greeting: str
) -> None:
    earlier = "I am a small open assistant on this computer."
    answered = Message(role="assistant", content=(TextBlock(text=earlier),))
    server.completion('answer":"', greeting, f'{earlier}"}}')
    server.completion('answer":"Why did the tomato blush?"}')

    events = await ask(client, request("Who are you?", answered, "Tell me a joke"))

    said = f"{greeting}Why did the tomato blush?"
    assert text_in(events) == said
    assert events[-2] == BlockReceived(block=TextBlock(text=said))
    assert server.chats[1] == [*PROMPTS["en"].chat(), ("user", "Tell me a joke")]


async def test_an_answer_of_an_example_is_not_given_to_another_request(
    server: LlamaServer, client: GuidedClient
) -> None:
    example = next(turn.answer for turn in reversed(PROMPTS["en"].turns) if turn.answer)
    server.completion(f'answer":"{example}"}}')
    server.completion('answer":"Leaves fall."}')
    events = await ask(client, request("Write a haiku about autumn"))
    assert example == "Hello! What can I do for you?"
    assert text_in(events) == "Hello! Leaves fall."


async def test_what_asks_for_an_earlier_answer_may_repeat_it(
    server: LlamaServer, client: GuidedClient
) -> None:
    earlier = "I am a small open assistant on this computer."
    answered = Message(role="assistant", content=(TextBlock(text=earlier),))
    server.completion(f'answer":"{earlier}"}}')
    events = await ask(client, request("Who are you?", answered, "Pardon?"))
    assert text_in(events) == earlier


async def test_options_that_are_no_good_are_left_out(
    server: LlamaServer, client: GuidedClient
) -> None:
    server.completion('ask":"Where to?","options":["Beach","beach","Hills"]}')

    call = call_in(await ask(client, request("Help me choose a trip")))

    assert call is not None
    [question] = call.input["questions"]
    assert [option["label"] for option in question["options"]] == ["Beach", "Hills"]
    assert len(server.completions) == 1


@pytest.mark.parametrize(
    ("said", "language"),
    [
        pytest.param(("Hello there, how are you?",), "en", id="en"),
        pytest.param(("안녕",), "ko", id="ko"),
        pytest.param(("你好",), "zh", id="zh"),
        pytest.param(("Wie spät ist es bei dir?",), "de", id="de"),
        pytest.param(("Это тест",), "en", id="no prompt"),
        pytest.param(("안녕", "OK"), "ko", id="the words before"),
    ],
)
async def test_the_prompt_is_in_the_language_of_the_newest_words_that_say_theirs(
    server: LlamaServer, client: GuidedClient, said: tuple[str, ...], language: str
) -> None:
    server.completion('answer":"Yes."}')
    await ask(client, request(*said))
    assert server.chats[0][0] == ("system", PROMPTS[language].instructions.strip())


async def test_the_prompt_that_the_request_names_is_the_one_that_is_sent(
    server: LlamaServer, client: GuidedClient
) -> None:
    server.completion('answer":"Yes."}')
    named = (SystemPart(text=PROFILE.localized_prompts["ko"]),)
    await ask(client, request("OK", system=named))

    chat = server.chats[0]
    assert chat[:-1] == list(PROMPTS["ko"].chat())
    assert all(content in named[0].text for _role, content in chat[:-1])


async def test_a_conversation_that_cannot_ask_gets_an_answer(
    server: LlamaServer, client: GuidedClient
) -> None:
    named = (SystemPart(text=PROFILE.localized_prompts["en"]),)
    asking = ToolSpec(name="ask_user_question", description="", input_schema={})
    for tools in ((), (asking,)):
        server.completion('answer":"Yes."}')
        await ask(client, replace(request("A trip", system=named), tools=tools))

    grammars = [each.body["grammar"] for each in server.choices]
    assert ['"ask' in grammar for grammar in grammars] == [False, True]


async def test_a_request_with_an_instruction_of_its_own_is_answered_in_plain_words(
    server: LlamaServer, client: GuidedClient
) -> None:
    server.completion("A summ", "ary.")

    events = await ask(client, request("Text", system=(SystemPart(text="Sum up."),)))

    assert text_in(events) == "A summary."
    assert server.chats == [[("system", "Sum up."), ("user", "Text")]]
    assert "grammar" not in server.completions[0].body


async def test_warming_up_has_the_prompt_of_the_interface_read_and_nothing_written(
    server: LlamaServer, client: GuidedClient
) -> None:
    use_language("zh")
    await client.warm_up()

    assert server.prompts_read == [list(PROMPTS["zh"].chat())]
    assert server.completions == []


async def test_the_prompt_of_a_language_is_read_once_before_the_first_request_in_it(
    server: LlamaServer, client: GuidedClient
) -> None:
    await client.warm_up()
    for said in ("Hello", "안녕", "Hello again", "뭐 해?"):
        server.completion('answer":"Yes."}')
        await ask(client, request(said))

    assert server.prompts_read == [list(PROMPTS[code].chat()) for code in ("en", "ko")]


async def test_an_answer_that_is_cut_off_says_so(server: LlamaServer, client: GuidedClient) -> None:
    server.completion('answer":"and so on and so', stop_type="limit")
    events = await ask(client, request("Tell me more"))
    assert text_in(events) == "and so on and so"
    assert reason(events) == "max_tokens"


async def test_leaving_a_reply_stops_the_server(server: LlamaServer, client: GuidedClient) -> None:
    completion = server.completion('answer":"Half a ').stall()
    stream = client.stream(request("Tell me more"))
    assert await anext(stream) == TextReceived(text="Half a ")
    await stream.aclose()
    await completion.is_disconnected.wait()


async def test_a_cancelled_request_stops_the_server(
    server: LlamaServer, client: GuidedClient
) -> None:
    completion = server.completion('answer":"Half a ').stall()
    asking = asyncio.create_task(ask(client, request("Tell me more")))
    await completion.is_stalled.wait()
    asking.cancel()
    await asyncio.wait([asking])
    assert asking.cancelled()
    await completion.is_disconnected.wait()


@pytest.mark.parametrize(
    ("status", "type", "category"),
    [
        (400, "exceed_context_size_error", ErrorCategory.CONTEXT_TOO_LONG),
        (401, "authentication_error", ErrorCategory.AUTHENTICATION),
        (503, "unavailable_error", ErrorCategory.OVERLOADED),
    ],
)
async def test_a_refused_request_has_the_category_of_the_fault(
    server: LlamaServer, client: GuidedClient, status: int, type: str, category: ErrorCategory
) -> None:
    server.refusal(status, type)
    with pytest.raises(ProviderError) as caught:
        await ask(client, request("Hello"))
    assert caught.value.category is category


async def test_a_stream_that_breaks_off_is_a_lost_connection(
    server: LlamaServer, client: GuidedClient
) -> None:
    server.completion('answer":"Half a ').without_end()
    server.fault('answer":"Half a ')
    dropped = server.completion('answer":"Half a ').stall()

    for category in (ErrorCategory.CONNECTIVITY, ErrorCategory.OVERLOADED):
        with pytest.raises(ProviderError) as caught:
            await ask(client, request("Hello"))
        assert caught.value.category is category
    asking = asyncio.create_task(ask(client, request("Hello")))
    await dropped.is_stalled.wait()
    server.drop_connections()
    with pytest.raises(ProviderError) as caught:
        await asking
    assert caught.value.category is ErrorCategory.CONNECTIVITY


async def test_a_server_that_is_not_there_is_a_lost_connection() -> None:
    async with LlamaServer() as server:
        client = make(server)
    with pytest.raises(ProviderError) as caught:
        await ask(client, request("Hello"))
    assert caught.value.category is ErrorCategory.CONNECTIVITY
    await client.aclose()


async def test_silence_is_a_time_out_and_after_words_a_lost_connection(
    server: LlamaServer,
) -> None:
    server.completion().stall()
    server.completion('answer":"Half a ').stall()
    for category, timeout_s in (
        (ErrorCategory.TIMEOUT, 0.2),
        (ErrorCategory.CONNECTIVITY, 2.0),  # the words come in less, however busy it is
    ):
        client = make(server, timeout_s=timeout_s)
        with pytest.raises(ProviderError) as caught:
            await ask(client, request("Hello"))
        assert caught.value.category is category
        await client.aclose()


async def test_what_is_no_reply_is_no_reply(server: LlamaServer, client: GuidedClient) -> None:
    server.completion('other":"Paris."}')
    with pytest.raises(ProviderError) as caught:
        await ask(client, request("Hello"))
    assert caught.value.category is ErrorCategory.UNKNOWN
