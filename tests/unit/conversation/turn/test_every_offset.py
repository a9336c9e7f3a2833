"""A reply with two tool calls that breaks off at every byte: one copy of everything, no tool twice.

What is stored, what the window shows and what is heard of each run is compared with a run in which
nothing breaks. Time is virtual, the pauses before another try included.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, cast

import pytest

from assistant.channels.desktop.conversation.model.reply_presenter import ReplyPresenter
from assistant.channels.desktop.conversation.model.rows import (
    RemarkRow,
    ReplyRow,
    ToolCallRow,
    TranscriptRow,
    TurnEndRow,
)
from assistant.channels.desktop.conversation.model.transcript import TranscriptModel
from assistant.conversation.say_result import SayAccepted
from assistant.llm.messages_api.messages import Block
from assistant.protocol.events import EngineEvent
from assistant.protocol.turns import (
    ReplyRestarted,
    ReplySegmentFinished,
    RequestSent,
    TextDelta,
    ThinkingDelta,
    ToolFinished,
    ToolStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from assistant.voice.session.voice_session import VoiceSession
from assistant.voice.text.spoken_phrases import FILLERS, STILL_WAITING, STILL_WORKING
from tests.conftest import STRESS
from tests.helpers.llm.byte_stream_client import Wire, WireClient, WireScript
from tests.helpers.llm.messages_server import Reply
from tests.helpers.loop_clock import LoopClock
from tests.helpers.voice.fakes import FakePlayer, FakeSynthesiser
from tests.unit.conversation.conftest import Talk, TestTool

pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.looptime(noop_cycles=3),
    pytest.mark.timeout(1800 if STRESS else 60),
]

STRIDE: Final = 1 if STRESS else 37
"""Bytes from one break to the next; every one of them under `PARLEY_STRESS=1`."""

ASKING: Final = (
    Reply()
    .thinking("They want two clocks.")
    .text("Let me look at both clocks. One moment, please.", chunks=7)
    .tool_use("clock", {"zone": "Europe/Berlin"}, id="call_a")
    .tool_use("clock", {"zone": "Asia/Seoul"}, id="call_b")
)
TELLING: Final = Reply().text("It is ten in Berlin. In Seoul, 서울에서는, it is six.", chunks=5)
LENGTHS: Final = (len(Wire.of(ASKING).data), len(Wire.of(TELLING).data))
TOLD_WHILE_WAITING: Final = {*FILLERS, STILL_WORKING, STILL_WAITING}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """All that is left of a turn."""

    history: tuple[tuple[str, tuple[Block, ...], bool], ...]
    stored: tuple[tuple[str, str, str], ...]
    screen: tuple[TranscriptRow, ...]
    heard: tuple[str, ...]
    """Of the reply; a wait between tries may be told besides."""
    runs: int
    """How often a tool ran."""
    failed: str | None


@pytest.fixture(autouse=True)
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do at once what fakes would do on a thread: virtual time idles while it waits for one."""

    async def at_once(work: Callable[..., Any], *arguments: Any) -> Any:
        return work(*arguments)

    monkeypatch.setattr(asyncio, "to_thread", at_once)


async def run(wires: Sequence[Wire]) -> Outcome:
    """Hold one turn whose requests are answered so, spoken to its end."""
    script = WireScript(wires=list(wires))
    client = WireClient(script)
    talk = Talk()
    talk.surroundings = replace(talk.surroundings, client=client, pause=asyncio.sleep)
    talk.conversation = talk.opened()
    rows = TranscriptModel(clock=talk.clock)
    presenter = ReplyPresenter(rows=rows)

    def show(event: EngineEvent) -> None:
        match event:
            case TurnStarted():
                presenter.begin()
                rows.begin_turn(event.turn_id, number=1, sent=None)
            case (
                RequestSent()
                | TextDelta()
                | ThinkingDelta()
                | ReplyRestarted()
                | ReplySegmentFinished()
                | ToolStarted()
                | ToolFinished()
                | TurnFinished()
                | TurnFailed()
            ):
                presenter.handle(event)
            case _:
                pass
        if isinstance(event, TurnFinished | TurnFailed):
            over.set()

    over = asyncio.Event()
    talk.conversation.subscribe(show)
    player = FakePlayer()
    session = VoiceSession(
        conversation=talk.conversation,
        subscribe=talk.conversation.subscribe,
        listener=None,
        transcriber=None,
        synthesiser=FakeSynthesiser(seconds=0.02, seconds_per_word=0.05),
        player=player,
        clock=LoopClock(),
        speak_typed_turns=True,
    )
    talk.conversation.attach(session)
    await session.start()
    try:
        assert isinstance(
            await talk.conversation.say("What time is it?", spoken=False), SayAccepted
        )
        await over.wait()
        await asyncio.sleep(5)  # until everything was said
    finally:
        await session.aclose()
        await talk.conversation.aclose()
        await client.aclose()
    failures = talk.of(TurnFailed)
    assert isinstance(talk.tool, TestTool)
    return Outcome(
        history=tuple((e.role, e.message.content, e.partial) for e in talk.history.entries),
        stored=tuple((r.role, r.content, r.status) for r in talk.store.records.values()),
        screen=tuple(row for row in rows.all if not isinstance(row, RemarkRow | TurnEndRow)),
        heard=tuple(text for _at, text in player.played if text not in TOLD_WHILE_WAITING),
        runs=len(talk.tool.runs),
        failed=failures[0].reason if failures else None,
    )


def both(*cuts: int) -> list[Wire]:
    """Return the answers to the requests of a turn of which these break off first."""
    asking = [Wire.of(ASKING, cut) for cut in cuts]
    return [*asking, Wire.of(ASKING), Wire.of(TELLING)]


async def test_a_turn_without_faults_is_as_it_should_be() -> None:
    """The yardstick itself: without this the comparisons below would prove nothing."""
    whole = await run(both())
    assert [role for role, _content, _partial in whole.history] == [
        "user",
        "assistant",
        "user",
        "assistant",
    ]
    assert whole.runs == 2
    assert whole.failed is None
    assert [row.text for row in whole.screen if isinstance(row, ReplyRow)] == [
        "Let me look at both clocks. One moment, please.",
        "It is ten in Berlin. In Seoul, 서울에서는, it is six.",
    ]
    assert [row.result for row in whole.screen if isinstance(row, ToolCallRow)] == ["ran clock"] * 2
    assert " ".join(whole.heard).startswith("Let me look at both clocks. One moment,")
    assert len(set(whole.heard)) == len(whole.heard)


@pytest.mark.requirement("TF-10")
async def test_broken_at_any_byte_the_turn_is_as_if_nothing_had_happened() -> None:
    whole = await run(both())
    for cut in range(0, LENGTHS[0], STRIDE):
        assert await run(both(cut)) == whole, f"broken after {cut} bytes"
    ended = [Wire.of(ASKING, LENGTHS[0]), Wire.of(TELLING)]
    assert await run(ended) == whole, "what breaks off after its last byte is whole"


@pytest.mark.requirement("TF-10")
async def test_broken_twice_it_is_too() -> None:
    whole = await run(both())
    stride = 5 if STRESS else 101
    for first in range(0, LENGTHS[0], stride):
        second = first * 7919 % LENGTHS[0]
        assert await run(both(first, second)) == whole, f"after {first}, then {second} bytes"


@pytest.mark.requirement("TF-10")
async def test_broken_after_the_tools_it_is_too() -> None:
    whole = await run(both())
    for cut in range(0, LENGTHS[1] + 1, 1 if STRESS else 53):
        wires = [Wire.of(ASKING), Wire.of(TELLING, cut), Wire.of(TELLING)]
        assert await run(wires) == whole, f"broken after {cut} bytes"


@pytest.mark.requirement("TF-10")
async def test_broken_three_times_the_longest_is_kept_once_and_no_tool_runs() -> None:
    stride = 3 if STRESS else 83
    for longest in range(0, LENGTHS[0], stride):
        cuts = [longest // 3, longest, longest // 2]
        outcome = await run([Wire.of(ASKING, cut) for cut in cuts])
        assert outcome.failed == "Network error"
        assert outcome.runs == 0
        assert [role for role, _c, _p in outcome.history] in (["user"], ["user", "assistant"])
        words = [
            block
            for role, content, _partial in outcome.history
            for block in content
            if role == "assistant" and block.type == "text"
        ]
        shown = [row.text for row in outcome.screen if isinstance(row, ReplyRow)]
        stored = [cast("Any", block).text for block in words]
        assert [text.strip() for text in shown] == [text.strip() for text in stored]
        assert not [row for row in outcome.screen if isinstance(row, ToolCallRow)]
        assert len(set(outcome.heard)) == len(outcome.heard), "nothing is said twice"
        assert all(line in " ".join(shown) for line in outcome.heard), (
            f"something else is said than is shown: {outcome.heard}"
        )


@pytest.mark.requirement("TF-10")
async def test_another_try_in_other_words_is_not_said_after_all_that_waited_of_the_first() -> None:
    first = Reply().text(
        "It is ten in Berlin. That is early in the day there. In Seoul it is six already."
        " That is late in the day there. Shall I look at more clocks? There are",
        chunks=3,
    )
    second = Reply().text("Berlin has ten o'clock, Seoul has six. Any more?", chunks=2)
    broken = Wire.of(first, len(Wire.of(first).data) - 250)
    outcome = await run([broken, Wire.of(second)])
    shown = [row.text for row in outcome.screen if isinstance(row, ReplyRow)]
    assert shown == ["Berlin has ten o'clock, Seoul has six. Any more?"]
    heard = list(outcome.heard)
    assert heard[0] == "It is ten in Berlin.", "what was heard cannot be taken back"
    assert "Shall I look at more clocks?" not in heard, "what waited is not said any more"
    assert len(set(heard)) == len(heard)
    new = [line for line in heard if line in shown[0]]
    assert " ".join(new) == shown[0]
    assert heard[-len(new) :] == new
