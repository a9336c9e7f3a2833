"""Every way in which a service fails a turn, over real HTTP with the real client.

No time passes between tries: what would be waited is noted in `Talk.pauses`.
"""

import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from assistant.conversation.history.model.unfinished_turn import find_unfinished_turn
from assistant.conversation.say_result import SayAccepted, SayRejected
from assistant.llm.messages_client import MessagesClient
from assistant.protocol.conversation import RetryReply, Say
from assistant.protocol.conversation_state import ConversationPhase, DialogueState
from assistant.protocol.notices import Notice
from assistant.protocol.turns import (
    ReplyRestarted,
    TextDelta,
    ThinkingDelta,
    ToolFinished,
    ToolStarted,
    TurnFailed,
    TurnFinished,
)
from tests.helpers.llm.message_rules import faults
from tests.helpers.llm.messages_server import MessagesServer, Reply
from tests.unit.conversation.conftest import Talk
from tests.unit.conversation.turn.conftest import make_client, stored

WHOLE = "Hello there. How are you?"
SHORT_S = 2.0
"""The patience of a client that is made to wait; a piece comes in less, however busy it is."""

Script = Callable[[MessagesServer], object]


@pytest.fixture
async def talk(client: MessagesClient) -> AsyncIterator[Talk]:
    """A conversation with that service."""
    async with held(client) as talk:
        yield talk


@pytest.fixture
async def hasty(server: MessagesServer) -> AsyncIterator[Talk]:
    """A conversation with that service, which waits for `SHORT_S` only."""
    client = make_client(server.url, timeout_s=SHORT_S)
    await client.warm_up()
    async with held(client) as talk:
        yield talk
    await client.aclose()


@asynccontextmanager
async def held(client: MessagesClient) -> AsyncGenerator[Talk]:
    talk = Talk()
    talk.surroundings = replace(talk.surroundings, client=client, models=("scripted", "other"))
    talk.conversation = talk.opened()
    yield talk
    await talk.conversation.aclose()


async def failed(talk: Talk, text: str = "Hi") -> TurnFailed:
    """Say something and let it fail."""
    assert isinstance(await talk.conversation.say(text, spoken=False), SayAccepted)
    return await talk.until(TurnFailed)


async def finished(talk: Talk, text: str = "Hi") -> TurnFinished:
    """Say something and let it succeed."""
    return await talk.turn(text)


def is_sane(talk: Talk) -> bool:
    """Whether the conversation is at rest, and the store has what the history has."""
    return talk.conversation.state == DialogueState() and set(talk.store.records) == {
        entry.uuid for entry in talk.history.entries
    }


# What is tried again.

BREAKS: dict[str, Script] = {
    "closed": lambda s: s.reply(WHOLE, chunks=5).cut_after(430),
    "reset": lambda s: s.reply(WHOLE, chunks=5).cut_after(430, how="reset"),
    "closed inside a chunk": lambda s: s.reply(WHOLE, chunks=5).cut_after(430, how="half_chunk"),
    "closed before anything": lambda s: s.reply(WHOLE).cut_after(0),
    "ended without message_stop": lambda s: s.reply(WHOLE, chunks=5).without_end(),
    "overloaded in the stream": lambda s: s.reply("Hel").error_event(),
    "overloaded at once": lambda s: s.error_event(),
    **{
        f"status {status}": lambda s, status=status: s.status(status)
        for status in (429, 500, 502, 503, 529)
    },
}


@pytest.mark.requirement("G-25", "TF-08")
@pytest.mark.parametrize("name", BREAKS)
async def test_what_breaks_off_is_asked_for_again_and_there_is_one_copy(
    talk: Talk, server: MessagesServer, name: str
) -> None:
    BREAKS[name](server)
    server.reply(WHOLE, chunks=3)
    assert (await finished(talk)).text == WHOLE
    assert talk.pauses == [0.25]
    assert stored(talk) == [("user", "Hi", False), ("assistant", WHOLE, False)]
    assert server.requests[1].body == server.requests[0].body, "the whole request goes out again"
    assert [e.attempt for e in talk.events if isinstance(e, ReplyRestarted)] == [1]
    after = talk.events[talk.events.index(talk.only(ReplyRestarted)) :]
    assert "".join(e.text for e in after if isinstance(e, TextDelta)) == WHOLE
    assert is_sane(talk)


@pytest.mark.requirement("TF-08")
@pytest.mark.parametrize("cut", ["tidily", "inside message_stop"])
async def test_a_reply_without_its_end_is_none(
    talk: Talk, server: MessagesServer, cut: str
) -> None:
    broken = server.reply(WHOLE)
    if cut == "tidily":
        broken.without_end()
    else:
        broken.cut_after(broken.size_bytes() - 20)
    server.reply(WHOLE)
    assert (await finished(talk)).text == WHOLE
    assert talk.pauses == [0.25]


@pytest.mark.requirement("TF-09")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("closed", "Network error"),
        ("reset", "Network error"),
        ("ended without message_stop", "Network error"),
        ("overloaded in the stream", "overloaded"),
        ("status 529", "overloaded"),
        ("status 429", "too many requests"),
    ],
)
async def test_after_two_more_tries_it_is_told_with_what_can_be_done(
    talk: Talk, server: MessagesServer, name: str, reason: str
) -> None:
    for _try in range(3):
        BREAKS[name](server)
    event = await failed(talk)
    assert reason in event.reason
    assert talk.pauses == [0.25, 0.75]
    assert len(server.requests) == 3
    assert [action.command for action in event.actions] == [RetryReply(), RetryReply(model="other")]
    assert is_sane(talk)


@pytest.mark.requirement("APP-05")
@pytest.mark.parametrize(("most", "pauses"), [(0, []), (1, [0.25]), (3, [0.25, 0.75, 0.75])])
async def test_it_is_tried_again_as_often_as_the_settings_say(
    talk: Talk, server: MessagesServer, most: int, pauses: list[float]
) -> None:
    talk.surroundings = replace(talk.surroundings, max_retries=most)
    talk.conversation = talk.opened()
    for _try in range(most + 1):
        BREAKS["closed before anything"](server)
    await failed(talk)
    assert talk.pauses == pauses
    assert len(server.requests) == most + 1


@pytest.mark.requirement("TF-09")
async def test_a_service_that_is_not_there_is_a_network_error(
    talk: Talk, server: MessagesServer
) -> None:
    client = make_client("http://127.0.0.1:9")
    talk.conversation.use(client)
    assert (await failed(talk)).reason == "Network error"
    assert talk.pauses == [0.25, 0.75]
    await client.aclose()


@pytest.mark.requirement("TF-09")
@pytest.mark.parametrize(
    ("pieces", "kept"),
    [
        (["Hello there", "Hello", ""], "Hello there"),
        (["", "Hello there", "Hel"], "Hello there"),
        (["H", "Hello", "Hello there"], "Hello there"),
        (["Hi you", "Hello", ""], "Hi you"),
        (["abc", "xyz", ""], "xyz"),
        (["", "", ""], None),
    ],
)
async def test_the_longest_of_what_came_is_kept_and_shown(
    talk: Talk, server: MessagesServer, pieces: list[str], kept: str | None
) -> None:
    for piece in pieces:
        server.reply(piece, chunks=2).error_event()
    event = await failed(talk)
    assert event.text == (kept or "")
    words = [] if kept is None else [("assistant", kept, True)]
    assert stored(talk) == [("user", "Hi", False), *words]
    assert is_sane(talk)
    shown = ""
    is_fresh = False
    for one in talk.events:
        if isinstance(one, ReplyRestarted):
            is_fresh = True
        elif isinstance(one, TextDelta):
            shown, is_fresh = ("" if is_fresh else shown) + one.text, False
    assert shown == (kept or "")


@pytest.mark.requirement("G-25")
@pytest.mark.parametrize(
    ("seconds", "pauses"), [("1", [1.0]), ("2", [2.0]), ("0", [0.25]), ("soon", [0.25])]
)
async def test_a_service_may_ask_for_up_to_two_seconds(
    talk: Talk, server: MessagesServer, seconds: str, pauses: list[float]
) -> None:
    server.status(429, headers={"retry-after": seconds})
    server.reply(WHOLE)
    await finished(talk)
    assert talk.pauses == pauses


@pytest.mark.requirement("G-25")
async def test_a_service_that_asks_for_more_is_told_of_at_once(
    talk: Talk, server: MessagesServer
) -> None:
    server.status(503, headers={"retry-after": "3"})
    event = await failed(talk)
    assert "overloaded" in event.reason
    assert talk.pauses == []
    assert len(server.requests) == 1


# What is not.


@pytest.mark.requirement("G-25", "TF-17")
@pytest.mark.parametrize("status", [400, 401, 403, 404])
async def test_what_is_refused_is_not_tried_again(
    talk: Talk, server: MessagesServer, status: int
) -> None:
    server.status(status)
    await failed(talk)
    assert talk.pauses == []
    assert len(server.requests) == 1
    assert stored(talk) == [("user", "Hi", False)]
    assert is_sane(talk)


@pytest.mark.requirement("TF-15")
async def test_a_request_that_is_too_large_is_only_sent_again_smaller(
    talk: Talk, server: MessagesServer
) -> None:
    for _reduction in range(5):
        server.status(413)
    event = await failed(talk)
    assert "too long" in event.reason
    assert talk.pauses == []


@pytest.mark.requirement("TF-17")
async def test_a_refused_key_stops_the_next_words_before_processing(
    talk: Talk, server: MessagesServer
) -> None:
    server.status(401)
    assert (await failed(talk)).reason == "Check your API key"
    talk.events.clear()
    assert isinstance(await talk.conversation.say("Again", spoken=False), SayRejected)
    assert talk.only(Notice).text == "Check your API key"
    assert not talk.phases, "processing is never entered"
    assert len(server.requests) == 1
    assert stored(talk) == [("user", "Hi", False)]


@pytest.mark.requirement("TF-11")
async def test_nothing_for_the_whole_time_is_a_time_out_that_offers_another_model(
    hasty: Talk,
    server: MessagesServer,
) -> None:
    server.reply().stall(ping_every_s=SHORT_S / 10)
    event = await failed(hasty)
    assert event.reason == "Response timed out"
    assert [a.command for a in event.actions] == [RetryReply(model="other"), RetryReply()]
    assert [a.label for a in event.actions] == ["Use other", "Try again"]
    assert hasty.pauses == []
    assert len(server.requests) == 1
    assert is_sane(hasty)


@pytest.mark.requirement("C-45")
async def test_a_stall_after_content_is_network_loss(hasty: Talk, server: MessagesServer) -> None:
    server.reply("Hello").stall(ping_every_s=SHORT_S / 10)
    server.reply(WHOLE)
    assert (await finished(hasty)).text == WHOLE
    assert hasty.pauses == [0.25]


@pytest.mark.requirement("TF-12")
async def test_each_piece_of_content_starts_the_clock_again(
    hasty: Talk, server: MessagesServer
) -> None:
    reply = server.reply("a")
    for piece in "bcdefgh":
        reply.stall(0.15 * SHORT_S).text(piece)  # longer than that in all
    assert (await finished(hasty)).text == "abcdefgh"
    assert hasty.pauses == []


@pytest.mark.requirement("TF-12")
async def test_the_clock_does_not_run_while_a_tool_does(
    hasty: Talk, server: MessagesServer
) -> None:
    hasty.tool.takes_s = 1.2 * SHORT_S
    server.tool_use("clock", {})
    server.reply(WHOLE)
    assert (await finished(hasty)).text == WHOLE
    assert hasty.pauses == []


# What cannot be read.


@pytest.mark.parametrize(
    "garbage",
    [
        b"event: content_block_delta\ndata: {not json\n\n",
        b'event: content_block_delta\ndata: "a string"\n\n',
        b'event: content_block_delta\ndata: {"type": "content_block_delta", "index": "x"}\n\n',
        b"event: content_block_delta\ndata: \xff\xfe\n\n",
    ],
)
async def test_what_cannot_be_read_is_told_and_what_came_is_kept(
    talk: Talk, server: MessagesServer, garbage: bytes
) -> None:
    server.reply("Hello").raw(garbage)
    event = await failed(talk)
    assert event.reason == "Could not generate a response"
    assert event.actions
    assert stored(talk) == [("user", "Hi", False), ("assistant", "Hello", True)]
    assert is_sane(talk)


async def test_what_is_strange_but_can_be_read_is_passed_over(
    talk: Talk, server: MessagesServer
) -> None:
    server.reply("Hello ").begin_again().ping().event("weather", {"type": "weather"}).raw(
        b": a comment\n\n"
    ).text("there.")
    assert (await finished(talk)).text == "Hello there."
    assert talk.pauses == []


# Replies that are not whole.


@pytest.mark.requirement("TF-14")
async def test_an_empty_reply_is_told_and_can_be_asked_for_again(
    talk: Talk, server: MessagesServer
) -> None:
    server.reply()
    event = await failed(talk)
    assert event.reason == "Could not generate a response"
    assert RetryReply() in [action.command for action in event.actions]
    assert stored(talk) == [("user", "Hi", False)]
    assert is_sane(talk)


@pytest.mark.requirement("TF-14")
async def test_an_empty_reply_after_tools_leaves_their_results_and_a_turn_that_is_over(
    talk: Talk, server: MessagesServer
) -> None:
    server.tool_use("clock", {})
    server.reply()
    assert (await failed(talk)).reason == "Could not generate a response"
    assert [entry.role for entry in talk.history.entries] == ["user", "assistant", "user"]
    assert find_unfinished_turn(talk.history.entries) is None
    assert is_sane(talk)


@pytest.mark.requirement("TF-14", "TF-10")
async def test_an_empty_reply_takes_nothing_away_from_a_try_that_broke_off(
    talk: Talk, server: MessagesServer
) -> None:
    server.reply("Hello").without_end()
    server.reply()
    event = await failed(talk)
    assert (event.reason, event.text) == ("Could not generate a response", "Hello")
    assert stored(talk) == [("user", "Hi", False), ("assistant", "Hello", True)]


@pytest.mark.requirement("TF-14")
async def test_reasoning_alone_is_an_empty_reply(talk: Talk, server: MessagesServer) -> None:
    server.add(Reply().thinking("Hm."))
    assert (await failed(talk)).reason == "Could not generate a response"
    assert talk.only(ThinkingDelta).text == "Hm."
    assert all(entry.partial for entry in talk.history.entries if entry.role == "assistant")


@pytest.mark.requirement("TF-19")
@pytest.mark.parametrize(
    ("stop_reason", "reason"), [("max_tokens", "cut short"), ("refusal", "declined")]
)
@pytest.mark.parametrize("text", ["As far as it", ""])
async def test_a_reply_that_is_not_whole_is_stored_marked_and_told(
    talk: Talk, server: MessagesServer, stop_reason: str, reason: str, text: str
) -> None:
    server.reply(text, stop_reason=stop_reason)
    event = await finished(talk)
    assert (event.text, event.stop_reason) == (text, stop_reason)
    assert reason in event.reason
    expected = Say(text="Go on") if stop_reason == "max_tokens" else RetryReply(model="other")
    assert [action.command for action in event.actions] == [expected]
    assert talk.history.entries[1].stop_reason == stop_reason
    assert is_sane(talk)


@pytest.mark.requirement("TF-19")
@pytest.mark.parametrize("stop_reason", ["max_tokens", "refusal"])
@pytest.mark.parametrize("input", ['{"zone": "Eu', "{}", ""])
async def test_no_call_of_a_reply_that_is_not_whole_runs(
    talk: Talk, server: MessagesServer, stop_reason: str, input: str
) -> None:
    server.add(Reply(stop_reason=stop_reason).text("Let me see.").tool_use("clock", input))
    await finished(talk)
    assert not talk.of(ToolStarted)
    assert talk.history.entries[-1].ended, "nor is it taken up at the next start"
    server.reply(WHOLE)
    await talk.turn("Well?")
    assert faults(server.requests[1].body["messages"]) == []


# Turns with tools.


async def test_what_breaks_off_after_tools_keeps_the_rounds_before_it(
    talk: Talk, server: MessagesServer
) -> None:
    server.tool_use("clock", {"n": 1}, text_before="Let me see.")
    server.reply("It is n").error_event()
    server.status(503)
    server.reply("It is noon.")
    event = await finished(talk)
    assert event.text == "Let me see.\n\nIt is noon."
    assert len(talk.of(ToolFinished)) == 1
    assert [e.text for e in talk.of(ReplyRestarted)] == ["Let me see.\n\n"] * 2
    assert [text for _role, text, partial in stored(talk) if text and not partial] == [
        "Hi",
        "Let me see.",
        "It is noon.",
    ]
    bodies = [request.body for request in server.requests[1:]]
    assert bodies[0] == bodies[1] == bodies[2]
    assert faults(bodies[0]["messages"]) == []


async def test_what_fails_after_tools_keeps_their_results(
    talk: Talk, server: MessagesServer
) -> None:
    server.tool_use("clock", {}, text_before="Let me see.")
    for _try in range(3):
        server.reply("It is n").error_event()
    event = await failed(talk)
    assert event.text == "Let me see.\n\nIt is n"
    assert stored(talk)[-1] == ("assistant", "It is n", True)
    assert len(talk.of(ToolFinished)) == 1
    assert is_sane(talk)


@pytest.mark.requirement("TF-10")
async def test_a_call_that_was_received_in_part_never_runs(
    talk: Talk, server: MessagesServer
) -> None:
    whole = Reply().text("Both.").tool_use("clock", {"n": 1}, id="a").tool_use("clock", {}, id="b")
    for _try in range(3):
        reply = Reply().text("Both.").tool_use("clock", {"n": 1}, id="a")
        server.add(reply.tool_use("clock", {}, id="b").cut_after(whole.size_bytes() - 60))
    await failed(talk)
    assert not talk.of(ToolStarted)
    assert json.loads(list(talk.store.records.values())[-1].content) == [
        {"type": "text", "text": "Both."}
    ]


@pytest.mark.parametrize("cut", range(0, 1200, 97))
async def test_broken_anywhere_both_calls_run_once(
    talk: Talk, server: MessagesServer, cut: int
) -> None:
    """A sample of what `test_every_offset` does at every byte, on a real connection."""
    for limit in (cut, None):
        reply = server.reply("Let me look.", chunks=3).tool_use("clock", {"n": 1}, id="a")
        reply.tool_use("clock", {"n": 2}, id="b")
        if limit is not None:
            assert limit < reply.size_bytes()
            reply.cut_after(limit)
    server.reply("It is noon.")
    assert (await finished(talk)).text == "Let me look.\n\nIt is noon."
    assert len(talk.tool.runs) == 2
    assert [text for _role, text, _partial in stored(talk) if text] == [
        "Hi",
        "Let me look.",
        "It is noon.",
    ]
    assert is_sane(talk)


# Stopping.


@pytest.mark.requirement("TF-20")
async def test_stopped_while_it_waits_to_ask_again_what_was_seen_is_kept(
    talk: Talk, server: MessagesServer
) -> None:
    server.reply("Hello the").error_event()
    stopped = server.reply().stall()
    await talk.conversation.say("Hi", spoken=False)
    await talk.until(ReplyRestarted)
    await talk.conversation.stop_turn()
    event = talk.only(TurnFailed)
    assert (event.cancelled, event.text) == (True, "Hello the")
    assert stored(talk) == [("user", "Hi", False), ("assistant", "Hello the", True)]
    assert talk.conversation.state.phase is ConversationPhase.IDLE
    stopped.release()


async def test_stopped_in_the_second_try_what_is_shown_is_what_is_stored(
    talk: Talk, server: MessagesServer
) -> None:
    server.reply("Hello there, how").error_event()
    again = server.reply("Hi").stall()
    await talk.conversation.say("Hi", spoken=False)
    await talk.until(TextDelta, count=2)
    await talk.conversation.stop_turn()
    assert talk.only(TurnFailed).text == "Hi"
    assert stored(talk) == [("user", "Hi", False), ("assistant", "Hi", True)]
    again.release()


async def test_what_is_stored_never_shrinks_while_it_is_asked_for_again(
    talk: Talk, server: MessagesServer
) -> None:
    server.reply("Hello there").error_event()
    server.reply("Hel", chunks=3).error_event()
    server.reply("Hello there, you.")
    await finished(talk)
    replies = [r.content for r in talk.store.versions if r.role == "assistant"]
    lengths = [len(json.loads(content)[0]["text"]) for content in replies]
    assert lengths == sorted(lengths)
