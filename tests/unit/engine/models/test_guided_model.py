"""A guided model in the assembled core: its questions are questions like any other."""

from collections.abc import AsyncIterator

import pytest

from assistant.home import Home
from assistant.llm.messages_api.model_client import Profile
from assistant.llm.starter.guided.client import GuidedClient
from assistant.llm.starter.guided.model.guided_prompt import guided_profile
from assistant.llm.starter.guided.prompt_files import guided_prompts
from assistant.protocol.conversation import Say
from assistant.protocol.models import SwitchModel
from assistant.protocol.sent_context import ContextSent, Layer
from assistant.protocol.turns import TurnFinished
from assistant.settings import save
from tests.helpers.clock import ManualClock
from tests.helpers.engine.running_core import opened
from tests.helpers.llm.llama_server import LlamaServer
from tests.helpers.llm.scripted_model import ScriptedModel, says

PROMPTS = guided_prompts(declines=True)


@pytest.fixture
async def server() -> AsyncIterator[LlamaServer]:
    async with LlamaServer() as server:
        yield server


@pytest.fixture
async def client(server: LlamaServer) -> AsyncIterator[GuidedClient]:
    client = GuidedClient(
        profile=guided_profile("some-model", context_tokens=4096, prompts=PROMPTS),
        prompts=PROMPTS,
        base_url=server.url,
        api_key="secret",
        timeout_s=20,
        clock=ManualClock(),
    )
    yield client
    await client.aclose()


async def test_what_is_chosen_goes_back_to_the_model_which_answers(
    home: Home, server: LlamaServer, client: GuidedClient
) -> None:
    server.completion('ask":"What kind?","options":["Beach","Hills"]}')
    server.completion('answer":"Try the ', 'Alps."}')

    async with opened(home, client) as running:
        await running.do(Say(text="Help me choose a weekend trip"))
        await running.answer_b()
        assert (await running.until(TurnFinished)).text.strip() == "Try the Alps."

    assert server.chats[1][-3:] == [
        ("user", "Help me choose a weekend trip"),
        ("assistant", '{"ask":"What kind?","options":["Beach","Hills"]}'),
        ("user", "Hills"),
    ]


async def test_what_is_told_of_what_was_sent_is_what_was_sent(
    home: Home, server: LlamaServer, client: GuidedClient
) -> None:
    server.completion('answer":"Good."}')

    async with opened(home, client) as running:
        await running.turn("오늘 기분 어때?")
        [sent] = [await running.until(ContextSent)]

    parts = {part.layer: part.text for part in sent.parts}
    assert parts.keys() == {Layer.BASE, Layer.MESSAGES, Layer.TOOLS}
    assert parts[Layer.TOOLS] == "ask_user_question"
    chat = server.chats[0]
    assert chat[:-1] == list(PROMPTS["ko"].chat())
    assert all(content in parts[Layer.BASE] for _role, content in chat[:-1])
    assert chat[-1][1] in parts[Layer.MESSAGES]


async def test_its_conversation_can_be_read_by_another_model(
    home: Home, server: LlamaServer, client: GuidedClient
) -> None:
    server.completion('ask":"What kind?","options":["Beach","Hills"]}')
    server.completion('answer":"Try the Alps."}')
    save(home, "llm", "models", "second")
    other = ScriptedModel([says("Yes.")], profile=Profile(name="anthropic", model="second"))
    async with opened(home, client, others={"second": other}) as running:
        await running.do(Say(text="Help me choose a weekend trip"))
        await running.answer_b()
        await running.until(TurnFinished)
        await running.do(SwitchModel(model="second"))
        await running.turn("Anything else?")

    texts = str(other.requests[0].messages)
    assert "Selected: Hills" in texts
    assert "Try the Alps." in texts
