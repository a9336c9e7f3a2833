"""Requests that are sent before the user's words are certain, over real HTTP."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest

from assistant.conversation.conversation_config import LoadedLayers
from assistant.conversation.say_result import SayRejected
from assistant.conversation.turn.speculation import MAX_EVENTS
from assistant.errors import ErrorCategory, ProviderError
from assistant.llm.messages_client import MessagesClient
from assistant.protocol.conversation_state import ConversationSignal
from assistant.protocol.notices import Notice
from assistant.protocol.questions import QuestionAsked
from assistant.protocol.sent_context import ContextSent
from assistant.protocol.turns import (
    RequestSent,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TurnFailed,
    TurnFinished,
)
from assistant.questions.model.question import Channel, Origin, Question, QuestionKind, QuestionSet
from tests.helpers.llm.messages_server import MessagesServer, Reply
from tests.helpers.llm.scripted_model import says
from tests.helpers.patience import PATIENCE_S
from tests.unit.conversation.conftest import LAYERS, Talk
from tests.unit.conversation.turn.conftest import stored

WORDS = "what time is it"


@pytest.fixture
async def talk(client: MessagesClient) -> AsyncIterator[Talk]:
    """A conversation with that service, listening."""
    talk = Talk()
    talk.surroundings = replace(talk.surroundings, client=client)
    talk.conversation = talk.opened()
    listen(talk)
    yield talk
    await talk.conversation.aclose()


def listen(talk: Talk) -> None:
    """Open a voice session, and forget that it was told."""
    talk.conversation.signal(ConversationSignal.WAKE)
    talk.events.clear()


def nothing_is_known_of_it(talk: Talk) -> bool:
    """Whether nothing was told, stored or done since `listen`."""
    return not talk.events and not talk.store.versions and not talk.tool.begun.is_set()


async def happens(event: threading.Event) -> None:
    """Wait until something happened on the server."""
    assert await asyncio.to_thread(event.wait, 5)


async def until(condition: Callable[[], bool]) -> None:
    """Let the loop run until something holds that happens on other threads too."""
    async with asyncio.timeout(PATIENCE_S):
        while not condition():  # noqa: ASYNC110  # nothing to wait for: it is a thread's
            await asyncio.sleep(0.001)


async def asked(server: MessagesServer, count: int = 1) -> None:
    """Wait until so many requests came."""
    await until(lambda: len(server.requests) >= count)


async def answered(talk: Talk) -> None:
    """Let the guess run to its end."""
    guesses = [task for task in asyncio.all_tasks() if task.get_name() == "guess"]
    async with asyncio.timeout(PATIENCE_S):
        await asyncio.wait(guesses)


async def guessed(talk: Talk, reply: Reply, text: str = WORDS) -> None:
    """Let a guess be made whose reply comes to a halt in the middle."""
    talk.conversation.prepare(text)
    await happens(reply.is_stalled)


async def said(talk: Talk) -> None:
    """Say the words, and wait for what came before they were said."""
    await talk.conversation.say(WORDS, spoken=True)
    await until(lambda: talk.text == "It is")


async def say(talk: Talk, text: str = WORDS) -> None:
    """Say the words, and wait for the reply."""
    await talk.turn(text, spoken=True)


def gates() -> Reply:
    """Return a reply that stops in the middle until it is released."""
    return Reply().text("It is", chunks=["It", " is"]).stall().text(" ten o'clock.")


@pytest.mark.parametrize("moment", ["at once", "when it was sent", "in the middle", "at the end"])
async def test_the_words_that_were_guessed_need_no_second_request(
    talk: Talk, server: MessagesServer, moment: str
) -> None:
    reply = server.add(gates())
    talk.conversation.prepare(f" {WORDS} ")
    match moment:
        case "when it was sent":
            await asked(server)
        case "in the middle":
            await happens(reply.is_stalled)
        case "at the end":
            reply.release()
            await answered(talk)
        case _:
            pass  # it is sent by either, but not by both
    assert nothing_is_known_of_it(talk)
    reply.release()
    await say(talk)
    assert len(server.requests) == 1
    assert talk.text == "It is ten o'clock."
    assert stored(talk) == [("user", WORDS, False), ("assistant", "It is ten o'clock.", False)]
    assert talk.history.entries[0].spoken
    assert talk.phases == ["streaming", "listening"]


@pytest.mark.parametrize("final", ["What time is it?", "what time, is it", " WHAT  TIME IS IT. "])
async def test_words_that_are_only_written_otherwise_are_said_as_they_were_asked(
    talk: Talk, server: MessagesServer, final: str
) -> None:
    server.reply("Ten.")
    talk.conversation.prepare(WORDS)
    talk.conversation.prepare(final)
    await answered(talk)
    await say(talk, final)
    assert len(server.requests) == 1
    assert stored(talk) == [("user", WORDS, False), ("assistant", "Ten.", False)]


async def test_what_came_before_the_words_were_said_is_shown_when_they_are(
    talk: Talk, server: MessagesServer
) -> None:
    reply = server.add(gates())
    await guessed(talk, reply)
    assert nothing_is_known_of_it(talk)
    await said(talk)
    reply.release()
    await talk.until(TurnFinished)
    assert len(server.requests) == 1


async def test_what_was_asked_for_in_vain_is_counted_and_told_with_the_next_request(
    talk: Talk, server: MessagesServer
) -> None:
    for text in ("Wrong.", "Ten.", "Two."):
        server.reply(text)
    talk.conversation.prepare("what time")
    await answered(talk)
    talk.conversation.prepare(WORDS)  # in place of the one before
    await answered(talk)
    await say(talk)
    assert [event.in_vain for event in talk.events if isinstance(event, ContextSent)] == [1]
    talk.conversation.prepare("never")
    talk.conversation.cancel_speculation()  # before it was sent
    talk.events.clear()
    await say(talk, "and now")
    assert [event.in_vain for event in talk.events if isinstance(event, ContextSent)] == [1]


@dataclass
class Preview:
    """Implements `ReplyPreview`: writes down what it is told."""

    told: list[str] = field(default_factory=list[str])

    def feed(self, text: str) -> None:
        self.told.append(text)

    def finish(self) -> None:
        self.told.append("<end>")

    def drop(self) -> None:
        self.told.append("<dropped>")


async def test_a_preview_follows_the_reply_until_the_turn_does(
    talk: Talk, server: MessagesServer
) -> None:
    reply = server.add(gates())
    preview = Preview()
    talk.conversation.prepare(WORDS, preview=preview)
    await until(lambda: preview.told == ["It", " is"])
    await said(talk)
    assert preview.told == ["It", " is"]
    reply.release()
    await talk.until(TurnFinished)
    assert preview.told[:2] == ["It", " is"]
    assert set(preview.told[2:]) == {"<dropped>"}


@pytest.mark.parametrize("is_over", [False, True])
async def test_a_preview_is_told_when_the_reply_is_given_up(
    talk: Talk, server: MessagesServer, is_over: bool
) -> None:
    reply = server.add(gates())
    preview = Preview()
    talk.conversation.prepare(WORDS, preview=preview)
    await happens(reply.is_stalled)
    if is_over:
        reply.release()
        await until(lambda: preview.told[-1:] == ["<end>"])
    talk.conversation.cancel_speculation()
    assert preview.told[-1] == "<dropped>"
    if not is_over:
        reply.release()
        await answered(talk)
    assert preview.told[-1] == "<dropped>"
    assert nothing_is_known_of_it(talk)


async def test_a_preview_hears_nothing_of_a_choice(talk: Talk, server: MessagesServer) -> None:
    choice = '{"type": "user_choice", "question": "Which?", "options": [{"id": "1", "label": "A"}, {"id": "2", "label": "B"}]}'
    server.add(Reply().text(f"Well.\n```json\n{choice}\n```"))
    preview = Preview()
    talk.conversation.prepare(WORDS, preview=preview)
    await until(lambda: preview.told[-1:] == ["<end>"])
    assert "".join(preview.told[:-1]).strip() == "Well."


async def test_it_is_the_request_that_the_turn_would_send(
    talk: Talk, server: MessagesServer
) -> None:
    server.reply("One.")
    await say(talk, "first")
    server.reply("Two.")
    talk.conversation.prepare("second")
    await answered(talk)
    ahead = server.requests[-1].body
    talk.conversation.cancel_speculation()
    server.reply("Two.")
    await talk.turn("second", spoken=True)
    assert server.requests[-1].body == ahead
    assert len(server.requests) == 3


async def test_the_message_keeps_the_time_at_which_it_was_heard(
    talk: Talk, server: MessagesServer
) -> None:
    heard_at = talk.clock.now()
    server.reply("Ten.")
    talk.conversation.prepare(WORDS)
    await answered(talk)
    talk.clock.advance(58)  # into the next minute, which the message's time would show
    await say(talk)
    assert len(server.requests) == 1
    assert talk.history.entries[0].created_at == heard_at
    assert talk.history.entries[1].created_at == heard_at + timedelta(seconds=58)
    assert talk.only(RequestSent).ahead_s == 58


async def test_a_turn_that_asks_itself_says_so(talk: Talk, server: MessagesServer) -> None:
    server.reply("Ten.")
    await say(talk)
    assert talk.only(RequestSent).ahead_s == 0


async def test_other_words_are_asked_anew_and_nothing_of_the_guess_is_seen(
    talk: Talk, server: MessagesServer
) -> None:
    wrong = server.reply("WRONG", chunks=5).tool_use("clock", {}).stall()
    server.reply("Right.")
    await guessed(talk, wrong, "what time")
    await say(talk)
    await happens(wrong.is_disconnected)
    assert len(server.requests) == 2
    assert stored(talk) == [("user", WORDS, False), ("assistant", "Right.", False)]
    assert "WRONG" not in repr(talk.events) + repr(talk.store.versions)
    assert not talk.tool.begun.is_set()


async def test_another_guess_replaces_it(talk: Talk, server: MessagesServer) -> None:
    wrong = server.add(gates())
    server.reply("Ten.")
    await guessed(talk, wrong, "what time")
    talk.conversation.prepare(WORDS)
    await happens(wrong.is_disconnected)
    await say(talk)
    assert len(server.requests) == 2
    assert talk.text == "Ten."


async def test_the_same_guess_is_made_once(talk: Talk, server: MessagesServer) -> None:
    reply = server.add(gates())
    await guessed(talk, reply)
    talk.conversation.prepare(WORDS)
    reply.release()
    await say(talk)
    assert len(server.requests) == 1


async def test_a_tool_runs_once_and_only_when_the_words_are_said(
    talk: Talk, server: MessagesServer
) -> None:
    server.tool_use("clock", {"zone": "UTC"}, text_before="Let me see.")
    server.reply("Ten.")
    talk.conversation.prepare(WORDS)
    await answered(talk)
    assert nothing_is_known_of_it(talk)
    await say(talk)
    assert talk.only(ToolStarted).arguments == '{"zone": "UTC"}'
    assert talk.only(ToolFinished).content == "ran clock"
    assert len(server.requests) == 2
    assert [e.ahead_s == 0 for e in talk.events if isinstance(e, RequestSent)][1:] == [True]
    assert talk.text == "Let me see.\n\nTen."


def _overloaded(server: MessagesServer) -> None:
    server.status(529)


def _breaks_off(server: MessagesServer) -> None:
    server.reply("WRONG", chunks=5).cut_after(600)


def _gives_up(server: MessagesServer) -> None:
    server.reply("WRONG").error_event()


@pytest.mark.parametrize("fails", [_overloaded, _breaks_off, _gives_up])
async def test_what_failed_before_the_words_were_said_is_asked_again_in_silence(
    talk: Talk, server: MessagesServer, fails: Callable[[MessagesServer], None]
) -> None:
    fails(server)
    server.reply("Ten.")
    talk.conversation.prepare(WORDS)
    await answered(talk)
    assert nothing_is_known_of_it(talk)
    await say(talk)
    assert len(server.requests) == 2
    assert "WRONG" not in repr(talk.events) + repr(talk.store.versions)
    assert not [e for e in talk.events if isinstance(e, Notice | TurnFailed)]


async def test_what_fails_after_the_words_were_said_is_the_turn_s_failure(
    talk: Talk, server: MessagesServer
) -> None:
    reply = server.reply("It is", chunks=2).stall().error_event("invalid_request_error")
    await guessed(talk, reply)
    await said(talk)
    reply.release()
    failed = await talk.until(TurnFailed)
    assert (failed.text, failed.cancelled) == ("It is", False)
    assert stored(talk) == [("user", WORDS, False), ("assistant", "It is", True)]
    assert len(server.requests) == 1


async def test_a_reply_that_breaks_off_after_the_words_were_said_is_asked_for_again(
    talk: Talk, server: MessagesServer
) -> None:
    reply = server.reply("It is", chunks=2).stall().error_event()
    server.reply("It is ten o'clock.")
    await guessed(talk, reply)
    await said(talk)
    reply.release()
    finished = await talk.until(TurnFinished)
    assert finished.text == "It is ten o'clock."
    assert stored(talk) == [("user", WORDS, False), ("assistant", "It is ten o'clock.", False)]
    assert [request.body for request in server.requests[1:]] == [server.requests[0].body]


async def test_a_turn_that_is_stopped_gives_the_request_up_and_keeps_what_came(
    talk: Talk, server: MessagesServer
) -> None:
    reply = server.add(gates())
    await guessed(talk, reply)
    await said(talk)
    await talk.conversation.stop_turn()
    await happens(reply.is_disconnected)
    assert talk.only(TurnFailed).cancelled
    assert stored(talk)[1] == ("assistant", "It is", True)


async def test_a_turn_that_is_stopped_before_it_begins_gives_the_request_up(
    talk: Talk, server: MessagesServer
) -> None:
    reply = server.add(gates())
    await guessed(talk, reply)
    await talk.conversation.say(WORDS, spoken=True)
    await talk.conversation.stop_turn()
    await happens(reply.is_disconnected)
    assert talk.text == ""
    assert len(server.requests) == 1


async def _unprepare(talk: Talk) -> None:
    talk.conversation.cancel_speculation()


async def _mute(talk: Talk) -> None:
    talk.conversation.signal(ConversationSignal.MIC_OFF)


async def _end(talk: Talk) -> None:
    talk.conversation.signal(ConversationSignal.SILENCE)


async def _close(talk: Talk) -> None:
    await talk.conversation.aclose()


async def _suspend(talk: Talk) -> None:
    talk.conversation.suspend()


async def _prepare_nothing(talk: Talk) -> None:
    talk.conversation.prepare("  ")


async def _ask(talk: Talk) -> None:
    talk.conversation.question_asked(
        QuestionAsked(
            questions=QuestionSet(
                id="s", questions=(Question(id="q", kind=QuestionKind.BOOLEAN, text="Sure?"),)
            ),
            origin=Origin(channel=Channel.DESKTOP, conversation_id="c"),
        )
    )


async def _record_heard(talk: Talk) -> None:
    await talk.conversation.record_heard("t", "It")


@pytest.mark.parametrize(
    "happening",
    [_unprepare, _mute, _end, _close, _suspend, _prepare_nothing, _ask, _record_heard],
)
async def test_what_ends_listening_or_changes_the_history_gives_it_up(
    talk: Talk,
    server: MessagesServer,
    happening: Callable[[Talk], "asyncio.Future[None]"],
) -> None:
    reply = server.add(gates())
    await guessed(talk, reply)
    await happening(talk)
    await happens(reply.is_disconnected)
    assert not talk.store.versions
    assert not [e for e in talk.events if isinstance(e, TextDelta | Notice | RequestSent)]
    assert len(server.requests) == 1


async def test_typed_words_give_it_up_even_if_they_are_the_same(
    talk: Talk, server: MessagesServer
) -> None:
    reply = server.add(gates())
    server.reply("Ten.")
    await guessed(talk, reply)
    await talk.conversation.say(WORDS, spoken=False)
    await happens(reply.is_disconnected)
    await talk.until(TurnFinished)
    assert len(server.requests) == 2
    assert talk.text == "Ten."
    assert not talk.history.entries[0].spoken


async def test_a_branch_that_was_left_gives_it_up(talk: Talk, server: MessagesServer) -> None:
    server.reply("One.")
    await say(talk, "first")
    reply = server.add(gates())
    server.reply("Ten.")
    await guessed(talk, reply)
    talk.conversation.rewind(talk.history.entries[0].uuid)
    await happens(reply.is_disconnected)
    await talk.turn(WORDS, spoken=True)
    assert [m["role"] for m in server.requests[-1].body["messages"]] == ["user"]


async def test_a_layer_that_changed_meanwhile_is_asked_anew_with_it(
    client: MessagesClient, server: MessagesServer
) -> None:
    talk = Talk()
    memory = ["old"]

    async def layers() -> LoadedLayers:
        notice = Notice(code="memory_0", text=f"{memory[0]} is hard to read")
        return LoadedLayers(layers=replace(LAYERS, personal_memory=memory[0]), notices=[notice])

    talk.surroundings = replace(talk.surroundings, client=client, layers=layers)
    talk.conversation = talk.opened()
    listen(talk)
    server.reply("WRONG")
    server.reply("Ten.")
    talk.conversation.prepare(WORDS)
    await answered(talk)
    assert nothing_is_known_of_it(talk)  # nor of what is wrong with a file
    memory[0] = "new"
    await say(talk)
    assert len(server.requests) == 2
    assert "new" in repr(server.requests[1].body["system"])
    assert talk.only(Notice).text == "new is hard to read"
    assert talk.text == "Ten."


async def test_a_long_reply_waits_at_the_service(talk: Talk, server: MessagesServer) -> None:
    pieces = [f"{n} " for n in range(3 * MAX_EVENTS)]
    server.reply("".join(pieces), chunks=pieces)
    talk.conversation.prepare(WORDS)
    await asked(server)
    for _turn in range(2000):
        await asyncio.sleep(0)
    assert any(task.get_name() == "guess" for task in asyncio.all_tasks())
    await say(talk)
    assert talk.text == "".join(pieces)
    assert len(server.requests) == 1


async def test_a_key_that_is_refused_is_told_when_the_words_are_said(
    talk: Talk, server: MessagesServer
) -> None:
    server.api_key = "another"
    talk.conversation.prepare(WORDS)
    await answered(talk)
    assert nothing_is_known_of_it(talk)
    assert isinstance(await talk.conversation.say(WORDS, spoken=True), SayRejected)
    assert talk.only(Notice).code == "model_unavailable"
    assert not talk.store.versions


async def test_a_bug_in_a_guess_is_logged_and_shows_in_the_turn_itself(
    caplog: pytest.LogCaptureFixture,
) -> None:
    talk = Talk()

    async def layers() -> LoadedLayers:
        raise ZeroDivisionError

    talk.surroundings = replace(talk.surroundings, layers=layers)
    talk.conversation = talk.opened()
    listen(talk)
    talk.conversation.prepare(WORDS)
    await answered(talk)
    assert [r.getMessage() for r in caplog.records] == ["What was asked ahead failed"]
    await talk.conversation.say(WORDS, spoken=True)
    assert "ZeroDivisionError" in (await talk.until(TurnFailed)).reason


# When nothing may be asked ahead.


async def quiet() -> Talk:
    """Return a conversation with a model that fails the test if it is asked."""
    talk = Talk()
    listen(talk)
    return talk


async def settle() -> None:
    """Let everything happen that is due."""
    for _turn in range(50):
        await asyncio.sleep(0)


async def _idle(talk: Talk) -> None:
    talk.conversation.signal(ConversationSignal.MIC_OFF)


async def _ending(talk: Talk) -> None:
    talk.conversation.signal(ConversationSignal.SILENCE)
    talk.conversation.signal(ConversationSignal.PLAYED_OUT)


@pytest.mark.parametrize("happening", [_idle, _ending, _ask, _prepare_nothing])
async def test_nothing_is_asked_ahead_unless_words_for_the_model_are_heard(
    happening: Callable[[Talk], "asyncio.Future[None]"],
) -> None:
    talk = await quiet()
    await happening(talk)
    talk.conversation.prepare("  " if happening is _prepare_nothing else WORDS)
    await settle()
    assert talk.model.requests == []


async def test_nothing_is_asked_ahead_while_a_turn_runs(talk: Talk, server: MessagesServer) -> None:
    reply = server.add(gates())
    await talk.conversation.say(WORDS, spoken=True)
    await happens(reply.is_stalled)
    talk.conversation.prepare("and then")
    await settle()
    reply.release()
    await talk.until(TurnFinished)
    assert len(server.requests) == 1


async def test_words_that_could_not_be_taken_leave_nothing_behind() -> None:
    talk = await quiet()
    talk.model.script.append(says("WRONG"))
    talk.conversation.prepare(WORDS)
    await settle()
    talk.model.refusal = ProviderError("Key", category=ErrorCategory.AUTHENTICATION, hint="")
    assert isinstance(await talk.conversation.say(WORDS, spoken=True), SayRejected)
    talk.model.refusal = None
    talk.model.script.append(says("Ten."))
    listen(talk)
    await say(talk)
    assert talk.text == "Ten."
    assert len(talk.model.requests) == 2
