"""The engine of a real core, reached from another process."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import cast

import pytest
from websockets.asyncio.client import ClientConnection, connect, unix_connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from assistant import __version__
from assistant.assembly.web.api import open_api
from assistant.attachments.judge import judge
from assistant.channels.web.client.remote_engine import RemoteEngineClient, reach_engine
from assistant.conversation.conversation import LONGEST_MESSAGE
from assistant.errors import AnswerRefused, AssistantError, RefusalReason, UnreachableError
from assistant.home import Home
from assistant.llm.messages_api.messages import ImageBlock
from assistant.protocol.client import EngineClient
from assistant.protocol.conversation import (
    ConversationOpened,
    QueuedMessagesChanged,
    Say,
)
from assistant.protocol.events import EngineEvent
from assistant.protocol.history import DeleteEverything
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.notices import Notice
from assistant.protocol.questions import (
    AnswerQuestion,
    ListQuestions,
    QuestionAsked,
    QuestionsListed,
)
from assistant.protocol.turns import TextDelta, TurnFinished, TurnStarted
from assistant.protocol.wire import (
    MAX_COMMAND,
    CommandDone,
    Greeting,
    WireError,
    encode,
)
from assistant.questions.model.question import Channel, Origin, Purpose, QuestionSet
from tests.helpers.engine.running_core import chose, opened
from tests.helpers.llm.scripted_model import ScriptedModel, Wait, says
from tests.helpers.patience import PATIENCE_S
from tests.helpers.pictures import png
from tests.helpers.questions.builders import question_set
from tests.helpers.web.api_program import calling


class Client:
    """A process that has joined, and what it heard."""

    def __init__(self, engine: RemoteEngineClient) -> None:
        self.engine = engine
        self.events: list[EngineEvent] = []
        self.unanswerable: list[QuestionSet] = []
        self._heard = asyncio.Event()
        self.hearing: asyncio.Task[None] | None = None

    def hear(self, event: EngineEvent) -> None:
        self.events.append(event)
        self._heard.set()

    def of(self, kind: type[EngineEvent]) -> list[EngineEvent]:
        return [event for event in self.events if isinstance(event, kind)]

    async def until(self, kind: type[EngineEvent]) -> EngineEvent:
        async with asyncio.timeout(PATIENCE_S):
            while not self.of(kind):
                self._heard.clear()
                await self._heard.wait()
        return self.of(kind)[-1]

    async def ended(self) -> None:
        assert self.hearing is not None
        async with asyncio.timeout(PATIENCE_S):
            await self.hearing


async def no_more() -> None:
    """Find no program any more."""


@asynccontextmanager
async def joined(
    home: Home, again: Callable[[], Awaitable[ClientConnection | None]] = no_more
) -> AsyncGenerator[Client]:
    connection = await reach_engine(home.api_file)
    assert connection is not None
    async with joined_over(connection, again) as client:
        yield client


@asynccontextmanager
async def joined_over(
    connection: ClientConnection,
    again: Callable[[], Awaitable[ClientConnection | None]] = no_more,
) -> AsyncGenerator[Client]:
    unanswerable: list[QuestionSet] = []
    engine = RemoteEngineClient(
        connection,
        again=again,
        unanswerable=unanswerable.append,
        trouble=lambda error: pytest.fail(error.message),
    )
    client = Client(engine)
    client.unanswerable = unanswerable
    engine.subscribe(client.hear)
    async with engine.hearing() as client.hearing:
        yield client


async def test_another_process_is_an_engine_client(home: Home) -> None:
    model = ScriptedModel([says("Hello.")])
    async with calling(home, model), joined(home) as client:
        engine: EngineClient = client.engine
        engine.submit(Say(text="Good morning"))
        finished = cast("TurnFinished", await client.until(TurnFinished))
        assert finished.text == "Hello."


async def test_every_event_of_a_turn_is_heard_as_in_the_process_itself(home: Home) -> None:
    model = ScriptedModel([says("One two three.", chunks=["One ", "two ", "three."])])
    async with calling(home, model) as program, joined(home) as client:
        await client.engine.dispatch(Say(text="Count"))
        await client.until(TurnFinished)
        turn = (TurnStarted, TextDelta, TurnFinished)
        here = [event for event in client.events if isinstance(event, turn)]
        assert here == [event for event in program.running.events if isinstance(event, turn)]
        assert {event.turn_id for event in here} != {""}


async def test_how_things_stand_is_told_first(home: Home) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([says("Hello."), [says("One two")[0], Wait(gate=gate)]])
    async with calling(home, model) as program:
        await program.running.turn("Good morning")
        await program.running.do(Say(text="Count"))
        await program.running.until_true(lambda: len(program.running.of(TextDelta)) > 1)
        await program.running.do(Say(text="And then?"))
        async with joined(home) as client:
            opened_, past, waiting, started = client.events[:4]
            conversation = program.running.core.conversations.current
            assert isinstance(opened_, ConversationOpened)
            assert opened_.conversation_id == conversation.conversation_id
            assert isinstance(past, HistoryLoaded)
            assert [one.text for one in past.messages[:2]] == ["Good morning", "Hello."]
            assert isinstance(waiting, QueuedMessagesChanged)
            assert [text for _id, text in waiting.waiting] == ["And then?"]
            assert isinstance(started, TurnStarted)
            assert started.turn_id == conversation.turn_id


async def test_what_came_of_a_command_was_heard_when_it_is_done(home: Home) -> None:
    async with calling(home), joined(home) as client:
        for count in range(1, 20):
            await client.engine.dispatch(ListQuestions())
            assert len(client.of(QuestionsListed)) == count


async def test_words_are_said_in_the_order_in_which_they_were_submitted(home: Home) -> None:
    model = ScriptedModel([[Wait(gate=asyncio.Event())]])
    async with calling(home, model), joined(home) as client:
        for n in range(4):
            client.engine.submit(Say(text=str(n)))
        await client.engine.dispatch(ListQuestions())
        waiting = cast("QueuedMessagesChanged", client.of(QueuedMessagesChanged)[-1])
        assert [text for _id, text in waiting.waiting] == ["1", "2", "3"]


async def test_what_is_done_in_the_window_is_refused_in_a_sentence(home: Home) -> None:
    async with (
        calling(home, ScriptedModel([says("Kept.")])) as program,
        joined(home) as client,
    ):
        await program.running.turn("Keep this")
        with pytest.raises(AssistantError, match="in Parley's window"):
            await client.engine.dispatch(DeleteEverything())
        client.engine.submit(DeleteEverything())
        notice = cast("Notice", await client.until(Notice))
        assert notice.code == "command_failed"
        assert "in Parley's window" in notice.text
        assert program.running.core.conversations.current.entries


async def test_why_an_answer_is_refused_is_told(home: Home) -> None:
    async with calling(home), joined(home) as client:
        questions = question_set()
        command = AnswerQuestion(
            questions_id="no such", response=chose(questions, q1="2"), channel=Channel.TERMINAL
        )
        with pytest.raises(AnswerRefused) as raised:
            await client.engine.dispatch(command)
        assert raised.value.reason is RefusalReason.NOT_FOUND


async def test_a_permission_is_not_given_from_elsewhere(home: Home) -> None:
    confirm = question_set().model_copy(update={"purpose": Purpose.CONFIRM})
    async with calling(home) as program:
        core = program.running.core
        origin = Origin(
            channel=Channel.DESKTOP, conversation_id=core.conversations.current.conversation_id
        )
        asking = asyncio.create_task(core.desk.ask(confirm, origin))
        await program.running.until_asked()
        async with joined(home) as client:
            assert [one.id for one in client.unanswerable] == [confirm.id]
            command = AnswerQuestion(
                questions_id=confirm.id,
                response=chose(confirm, q1="1"),
                channel=Channel.DESKTOP,
            )
            with pytest.raises(AnswerRefused) as raised:
                await client.engine.dispatch(command)
            assert raised.value.reason is RefusalReason.NOT_ALLOWED
            assert isinstance(client.of(QuestionAsked)[0], QuestionAsked)
        assert core.desk.pending()
        asking.cancel()
        await asyncio.wait({asking})


async def test_what_is_too_long_is_not_sent(home: Home) -> None:
    model = ScriptedModel([says("Long.")])
    async with calling(home, model), joined(home) as client:
        longest = Say(text="x" * LONGEST_MESSAGE)
        await client.engine.dispatch(longest)
        await client.until(TurnFinished)
        with pytest.raises(AssistantError, match="too long"):
            await client.engine.dispatch(Say(text="x" * MAX_COMMAND))


async def test_a_large_picture_reaches_the_model(home: Home) -> None:
    model = ScriptedModel([says("Noise.")])
    async with calling(home, model), joined(home) as client:
        picture = judge("noise.png", png(800, 800, is_noise=True))
        await client.engine.dispatch(Say(text="look", attachments=(picture,)))
        await client.until(TurnFinished)
        sent = model.requests[0].messages[-1].content[1]
        assert isinstance(sent, ImageBlock)
        assert sent.source["data"] == picture.data


# Who is let in.


async def test_a_token_alone_opens_no_engine_at_the_port(home: Home) -> None:
    async with calling(home) as program:
        where = program.address.url.replace("http", "ws") + "/api/engine"
        headers = {"Authorization": f"Bearer {program.address.token}"}
        with pytest.raises(InvalidStatus) as raised:
            await connect(where, additional_headers=headers, proxy=None)
        assert raised.value.response.status_code == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong-token-of-the-right-length"}, 401),
        ({"Origin": "https://example.com"}, 403),
    ],
)
async def test_who_does_not_know_the_token_is_not_let_in(
    home: Home, headers: dict[str, str], status: int
) -> None:
    async with calling(home) as program:
        where = program.address.url.replace("http", "ws") + "/api/engine"
        with pytest.raises(InvalidStatus) as raised:
            await unix_connect(str(program.address.socket), where, additional_headers=headers)
        assert raised.value.response.status_code == status


async def test_what_is_no_command_ends_the_connection(home: Home) -> None:
    async with calling(home) as program:
        where = program.address.url.replace("http", "ws") + "/api/engine"
        headers = {"Authorization": f"Bearer {program.address.token}"}
        connection = await unix_connect(
            str(program.address.socket), where, additional_headers=headers
        )
        await connection.send('{"number": 1, "command": {"class": "OfTomorrow", "fields": {}}}')
        with suppress(ConnectionClosed):
            async for _text in connection:
                pass
        assert connection.close_code == 1007


async def test_who_does_not_read_is_let_go_and_the_engine_goes_on(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.channels.web.api.engine_socket.MAX_BEHIND", 8)
    async with calling(home) as program:
        connection = await reach_engine(home.api_file)
        assert connection is not None
        await connection.recv()
        for n in range(20):  # at once: nobody can read in between
            program.running.core.emit(Notice(code=f"n{n}", text="Any."))
        with suppress(ConnectionClosed):
            async for _text in connection:
                pass
        assert connection.close_code == 1013
        async with joined(home) as client:
            await client.engine.dispatch(ListQuestions())


# When it goes.


async def test_a_program_that_closes_ends_the_hearing(home: Home) -> None:
    async with AsyncExitStack() as program:
        await program.enter_async_context(calling(home))
        async with joined(home) as client:
            await program.aclose()
            await client.ended()
            with pytest.raises(UnreachableError):
                await client.engine.dispatch(ListQuestions())


async def test_a_program_that_breaks_off_is_told_and_so_is_what_was_submitted(home: Home) -> None:
    async with calling(home):
        connection = await reach_engine(home.api_file)
        assert connection is not None
        async with joined_over(connection) as client:
            saying = asyncio.create_task(client.engine.dispatch(ListQuestions()))
            await asyncio.sleep(0)
            connection.transport.abort()
            with pytest.raises(UnreachableError, match="ended unexpectedly") as raised:
                await client.ended()
            assert "parley chat" in raised.value.hint
            with pytest.raises(UnreachableError, match="does not answer"):
                await saying


async def test_what_is_submitted_while_the_program_moves_is_carried_out_once(home: Home) -> None:
    model = ScriptedModel([says("Back.")])
    is_there = asyncio.Event()

    async def again() -> ClientConnection | None:
        await is_there.wait()
        return await reach_engine(home.api_file)

    async with opened(home, model) as running, AsyncExitStack() as api:
        settings = running.core.plan.settings.api
        await api.enter_async_context(open_api(running.core, settings))
        async with joined(home, again) as client:
            await api.aclose()
            saying = asyncio.create_task(client.engine.dispatch(Say(text="There?")))
            await api.enter_async_context(open_api(running.core, settings))
            is_there.set()
            async with asyncio.timeout(PATIENCE_S):
                await saying
            await client.until(TurnFinished)
            assert [event.text for event in running.of(TurnStarted)] == ["There?"]


async def test_a_command_under_way_is_done_before_the_program_closes(home: Home) -> None:
    async with AsyncExitStack() as stack:
        program = await stack.enter_async_context(calling(home))
        async with joined(home) as client:
            commands = program.running.core.commands
            is_begun, may_end = asyncio.Event(), asyncio.Event()

            async def slowly(_command: ListQuestions) -> None:
                is_begun.set()
                await may_end.wait()

            commands.replace(ListQuestions, slowly)
            doing = asyncio.create_task(client.engine.dispatch(ListQuestions()))
            await is_begun.wait()
            closing = asyncio.create_task(stack.aclose())
            await asyncio.sleep(0)
            may_end.set()
            await doing
            await closing


# Another version.


class Fake:
    """A connection that says what it is given."""

    close_code = 1001
    close_reason = "0"

    def __init__(self, *frames: str) -> None:
        self._frames = list(frames)
        self.sent: list[str] = []

    def __aiter__(self) -> "Fake":
        return self

    async def __anext__(self) -> str:
        if not self._frames:
            raise StopAsyncIteration
        return self._frames.pop(0)

    async def send(self, text: str) -> None:
        self.sent.append(text)

    async def close(self) -> None:
        """End."""


async def test_a_program_of_another_version_is_told_with_what_to_do() -> None:
    fake = cast("ClientConnection", Fake(encode(Greeting(version="0.0.9"))))
    with pytest.raises(UnreachableError, match=r"is version 0\.0\.9, this terminal") as raised:
        async with joined_over(fake):
            pytest.fail("it was let in")
    assert "start it again" in raised.value.hint


async def test_an_event_of_another_version_is_told_in_a_sentence() -> None:
    strange = '{"event": {"class": "OfTomorrow", "fields": {}}}'
    frames = (encode(Greeting(version=__version__)), encode(CommandDone(number=0)), strange)
    with pytest.raises(WireError, match=r"cannot be read \(OfTomorrow\)"):
        async with joined_over(cast("ClientConnection", Fake(*frames))) as client:
            await client.ended()


async def test_an_older_program_without_an_engine_socket_is_told(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with calling(home):
        monkeypatch.setattr(
            "assistant.channels.web.client.remote_engine.ENGINE_PATH", "/api/no-such"
        )
        with pytest.raises(UnreachableError, match="too old"):
            await reach_engine(home.api_file)
