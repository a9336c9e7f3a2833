"""What was read of a prompt is kept from start to start, and read again where that cannot be."""

import os
import stat
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from assistant.llm.messages_api.messages import user_text
from assistant.llm.messages_api.model_client import ModelRequest, ReplyReceived
from assistant.llm.starter.guided.client import GuidedClient
from assistant.llm.starter.guided.model.guided_prompt import guided_profile
from assistant.llm.starter.guided.prompt_files import guided_prompts
from assistant.llm.starter.guided.prompt_states import PromptStates
from assistant.locale import use_language
from tests.helpers.clock import ManualClock
from tests.helpers.llm.llama_server import LlamaServer

PROMPTS = guided_prompts(declines=True)
PROFILE = guided_profile("some-model", context_tokens=4096, prompts=PROMPTS)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    use_language("en")
    yield
    use_language("en")


@pytest.fixture
def model_file(tmp_path: Path) -> Path:
    path = tmp_path / "some-model" / "some.gguf"
    path.parent.mkdir()
    path.write_bytes(b"not really")
    return path


@pytest.fixture
def states(model_file: Path) -> PromptStates:
    return PromptStates(model_file, context_tokens=4096)


@pytest.fixture
async def server(states: PromptStates) -> AsyncIterator[LlamaServer]:
    async with LlamaServer() as server:
        server.states = states.folder
        yield server


def files(states: PromptStates) -> list[Path]:
    return sorted(states.folder.iterdir())


async def start(server: LlamaServer, states: PromptStates, *said: str) -> None:
    """Load the model, say something and end it."""
    client = GuidedClient(
        profile=PROFILE,
        prompts=PROMPTS,
        base_url=server.url,
        api_key="secret",
        timeout_s=20,
        clock=ManualClock(),
        states=states,
    )
    await client.warm_up()
    for words in said:
        server.completion('answer":"Yes."}')
        request = ModelRequest(system=(), messages=(user_text(words),))
        events = [event async for event in client.stream(request)]
        assert isinstance(events[-1], ReplyReceived)
    await client.aclose()


async def test_a_prompt_that_was_read_once_is_restored_at_the_next_start(
    server: LlamaServer, states: PromptStates
) -> None:
    await start(server, states, "Hello", "안녕")
    assert server.prompts_evaluated == 2
    assert server.restored == []

    await start(server, states, "Hello", "안녕", "Hello", "Hello again")

    assert server.prompts_evaluated == 2
    english, korean = [path.name for path in files(states)]
    assert server.restored == [english, korean, english]  # restoring one takes the place of another
    assert {each.api_key for each in server.requests} == {"secret"}


async def test_the_files_are_the_users_alone(server: LlamaServer, states: PromptStates) -> None:
    await start(server, states)

    [file] = files(states)
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(states.folder.stat().st_mode) == 0o700


def damage(states: PromptStates, _model_file: Path) -> PromptStates:
    [file] = files(states)
    file.write_bytes(file.read_bytes()[:-1])
    return states


def change_the_model(states: PromptStates, model_file: Path) -> PromptStates:
    model_file.write_bytes(b"another one")
    return states


def read_less(_states: PromptStates, model_file: Path) -> PromptStates:
    return PromptStates(model_file, context_tokens=2048)


@pytest.mark.parametrize("change", [damage, change_the_model, read_less])
async def test_a_file_that_is_damaged_or_does_not_fit_gives_way_to_a_new_one(
    server: LlamaServer,
    states: PromptStates,
    model_file: Path,
    change: Callable[[PromptStates, Path], PromptStates],
) -> None:
    await start(server, states)
    before = files(states)

    states = change(states, model_file)
    await start(server, states)
    await start(server, states)

    assert server.prompts_evaluated == 2
    [file] = files(states)
    assert [path.name for path in before] != [file.name] or change is damage
    assert server.restored == [file.name]


def test_a_prompt_in_other_words_has_no_file_and_the_one_before_goes(states: PromptStates) -> None:
    name = states.prepare("en")
    assert name is not None
    (states.folder / name).write_bytes(b"what was read")
    states.keep("en", "Be kind.")

    assert states.find("de", "Be kind.") is None
    assert states.find("en", "Be kind.") == files(states)[0].name
    assert states.find("en", "Be brief.") is None
    assert files(states) == []


@pytest.mark.parametrize("does_end", [False, True])
async def test_a_server_that_does_not_restore_reads_the_prompt_and_the_file_goes(
    server: LlamaServer, states: PromptStates, does_end: bool
) -> None:
    await start(server, states)
    folder, server.states = server.states, None
    server.does_break_off_restoring = does_end

    await start(server, states, "Hello")

    assert server.prompts_evaluated == 2
    assert files(states) == []
    server.states, server.does_break_off_restoring = folder, False
    await start(server, states)
    await start(server, states)
    assert server.prompts_evaluated == 3


async def test_what_was_saved_of_another_prompt_is_not_kept(
    server: LlamaServer, states: PromptStates
) -> None:
    server.tokens_saved = 650
    await start(server, states, "Hello")
    assert files(states) == []


async def test_a_folder_that_cannot_be_made_costs_nothing_but_time(
    server: LlamaServer, states: PromptStates
) -> None:
    states.folder.write_text("in the way", encoding="utf-8")
    await start(server, states, "Hello")
    await start(server, states, "Hello")
    assert server.prompts_evaluated == 2
