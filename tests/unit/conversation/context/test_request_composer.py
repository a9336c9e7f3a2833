"""Requests one after the other: summaries by the model, the window, what the service refuses."""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass, field, replace

import pytest
from typing_extensions import override

from assistant.conversation.context.model.layers import SUMMARY_HEAD, ContextLayers, ContextLimits
from assistant.conversation.context.request_composer import RequestComposer, TurnComposer
from assistant.conversation.context.summary_updater import SUMMARY_KEY
from assistant.conversation.conversation_config import ConversationConfig
from assistant.conversation.history.message_history import History, HistoryEntry
from assistant.errors import ErrorCategory, ProviderError, StoreError
from assistant.llm.messages_api.model_client import ModelRequest, Profile
from assistant.llm.model_choice.choice import starter_profile
from assistant.llm.single_request import LIMIT_S
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.sent_context import ContextSent, Layer
from tests.helpers.engine.history_entries import PLAIN, TOOL, Entries, Kind
from tests.helpers.llm.scripted_model import SCRIPTED_PROFILE, ScriptedModel, Wait, says
from tests.helpers.memory_memo import MemoryMemo
from tests.helpers.patience import PATIENCE_S
from tests.unit.conversation.context.model.test_request_layout import surroundings

LOCAL = Profile(name="local", model="llama")
SHORT = [says("- W short."), says("- A short.")]
FAILURE = ProviderError("no", category=ErrorCategory.OVERLOADED)


@dataclass
class Past(History):
    """A history that the test writes."""

    conversation_id: str = "c"
    growing: Entries = field(default_factory=Entries)

    @property
    @override
    def entries(self) -> list[HistoryEntry]:
        """The messages."""
        return self.growing.all


class Stage:
    """A conversation's requests, its model, and what was told of it."""

    def __init__(
        self,
        *,
        profile: Profile = SCRIPTED_PROFILE,
        memo: MemoryMemo | None = None,
        past: Past | None = None,
        **limits: int | bool,
    ) -> None:
        self.model = ScriptedModel(profile=profile)
        self.memo = memo or MemoryMemo()
        self.past = past or Past()
        self.waiting: Collection[str] = ()
        self.answered: list[str | None] = []
        self.events: list[EngineEvent] = []
        bounds = {"max_characters": 80_000, "recent_messages": 8, "summary": True} | limits
        self.held_with: ConversationConfig = replace(
            surroundings(),
            client=self.model,
            memo=self.memo,
            limits=ContextLimits(**bounds),  # pyright: ignore[reportArgumentType]
            waiting_turns=self._waiting_turns,
        )
        self.layers = ContextLayers(
            base="BASE",
            persona="",
            date="",
            workspace_memory="",
            agent_memory="",
            personal_memory="",
        )
        self.composing = RequestComposer(
            surroundings=self.held_with, history=self.past, emit=self.events.append
        )

    async def _waiting_turns(self, conversation_id: str, answered: str | None) -> Collection[str]:
        assert conversation_id == "c"
        self.answered.append(answered)
        return self.waiting

    def remembers(self, *, workspace: int = 0, agent: int = 0, personal: int = 0) -> None:
        """Fill the memory with so many characters in lines of ten."""
        self.layers = replace(
            self.layers,
            workspace_memory="- w234567\n" * (workspace // 10),
            agent_memory="- a234567\n" * (agent // 10),
            personal_memory="- p234567\n" * (personal // 10),
        )

    async def compose(self) -> ModelRequest:
        """Compose the next request of the turn of the last words."""
        return await (await self.composer()).compose()

    async def turn(self, kind: Kind = "plain") -> ModelRequest:
        """Say something, have it answered, and let what is not urgent be done."""
        turn = self.past.growing.ask()
        request = await self.compose()
        if kind != "failed":
            self.past.growing.reply(turn)
        await self.behind_the_turn()
        return request

    async def summing_up(self) -> asyncio.Event:
        """Say so much that the first summary is under way; returns what lets it come."""
        for _ in range(3):
            await self.turn()
        gate = asyncio.Event()
        self.model.script = [[Wait(gate=gate), *says("- First.")]]
        turn = self.past.growing.ask()
        await self.compose()
        self.past.growing.reply(turn)
        self.composing.turn_ended()
        await self.asked(1)
        return gate

    async def behind_the_turn(self) -> None:
        """Let a turn end, and what is not urgent be done."""
        self.composing.turn_ended()
        await self.settled()

    async def composer(self) -> TurnComposer:
        """Return what composes the requests of the turn of the last words."""
        return await self.composing.for_turn(self.layers, turn_id=self.past.entries[-1].turn_id)

    async def settled(self) -> None:
        """Wait until nothing is done behind the turns."""
        names = {"rolling-summary", "memory-summary"}
        while tasks := [t for t in asyncio.all_tasks() if t.get_name() in names]:
            await asyncio.wait(tasks)

    async def asked(self, count: int) -> None:
        """Wait until the model is being asked so many things."""
        async with asyncio.timeout(PATIENCE_S):
            while self.model.n_open < count:  # noqa: ASYNC110  # a generator has no event
                await asyncio.sleep(0)

    def told(self) -> ContextSent:
        """Return what was told of the last request."""
        return [e for e in self.events if isinstance(e, ContextSent)][-1]

    @property
    def notices(self) -> list[str]:
        """The codes of the notices."""
        return [e.code for e in self.events if isinstance(e, Notice)]


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    """A conversation at its beginning."""
    stage = Stage()
    yield stage
    await stage.composing.aclose()


def system(request: ModelRequest) -> str:
    """Return the system text."""
    return "\n\n".join(part.text for part in request.system)


class TestMemory:
    """Steps 2 and 3."""

    def stage(
        self, memo: MemoryMemo | None = None, *, profile: Profile = SCRIPTED_PROFILE
    ) -> Stage:
        """Return a conversation with too much memory."""
        stage = Stage(memo=memo, profile=profile, max_characters=6_000, summary=False)
        stage.remembers(workspace=8_000, agent=4_000)
        stage.past.growing.ask()
        return stage

    async def test_a_summary_by_the_model_takes_the_place_of_what_is_too_long(self) -> None:
        stage = self.stage()
        stage.model.script = [says("Here:\n- W short."), says("- A short.")]
        request = await stage.compose()
        assert "- W short.\n\n# What you remember as this persona\n\n- A short." in system(request)
        assert "w234567" not in system(request)
        summaries = stage.model.requests
        assert [r.tools for r in summaries] == [(), ()]
        assert all("dates, decisions" in r.system[0].text for r in summaries)
        assert stage.notices == []
        await stage.composing.aclose()

    async def test_both_are_made_at_the_same_time(self) -> None:
        stage = self.stage()
        gate = asyncio.Event()
        stage.model.script = [[Wait(gate=gate), *says("- W.")], [Wait(gate=gate), *says("- A.")]]
        composing = asyncio.create_task(stage.compose())
        await stage.asked(2)
        gate.set()
        await composing

    async def test_it_is_asked_for_once_and_not_again_after_a_restart(self) -> None:
        memo = MemoryMemo()
        stage = self.stage(memo)
        stage.model.script = SHORT.copy()
        first = await stage.compose()
        assert await stage.compose() == first
        again = self.stage(memo)
        assert await again.compose() == first
        assert again.model.requests == []

    async def test_a_memory_that_changed_is_summed_up_anew(self) -> None:
        stage = self.stage()
        stage.model.script = [says("- W short."), says("- A short."), says("- New.")]
        await stage.compose()
        stage.remembers(workspace=8_010, agent=4_000)
        assert "- New." in system(await stage.compose())

    @pytest.mark.requirement("CTX-17")
    async def test_a_failure_leaves_the_newest_lines_and_a_warning(self) -> None:
        stage = self.stage()
        stage.model.script = [[FAILURE], says("- A short.")]
        request = await stage.compose()
        kept = system(request).count("- w234567")
        assert 100 < kept < 800
        assert "- A short." in system(request)
        assert stage.notices == ["memory_cut"]

    @pytest.mark.requirement("CTX-17")
    async def test_an_answer_without_lines_is_a_failure(self) -> None:
        stage = self.stage()
        stage.model.script = [says("I cannot do that."), says("- A short.")]
        await stage.compose()
        assert stage.notices == ["memory_cut"]

    async def test_what_failed_is_waited_for_no_more_and_tried_again_behind_the_turns(
        self,
    ) -> None:
        stage = self.stage()
        stage.model.script = [[FAILURE], [FAILURE]]
        composer = await stage.composer()
        assert await composer.compose() == await composer.compose()
        assert len(stage.model.requests) == 2
        stage.model.script = [says("- W short."), [FAILURE]]
        await stage.behind_the_turn()
        assert len(stage.model.requests) == 4
        text = system(await composer.compose())
        assert "- W short." in text
        assert "- a234567" in text
        stage.model.script = [[FAILURE]]
        for _ in range(4):
            await stage.behind_the_turn()
        assert len(stage.model.requests) == 5  # three tries in all
        assert stage.notices == ["memory_cut"]

    async def test_a_local_model_leaves_the_second_try_when_the_person_speaks(self) -> None:
        stage = self.stage(profile=LOCAL)
        stage.model.script = [[FAILURE], [FAILURE]]
        await stage.compose()
        gate = asyncio.Event()
        stage.model.script = [[Wait(gate=gate)], [Wait(gate=gate)]]
        stage.composing.turn_ended()
        await stage.asked(2)
        await stage.compose()
        assert stage.model.n_open == 0

    async def test_a_request_ahead_tells_nobody_that_it_failed(self) -> None:
        stage = self.stage()
        stage.model.script = [[FAILURE], [FAILURE]]
        await stage.composing.ahead(stage.layers, stage.past.entries, turn_id="t1")
        assert stage.notices == []
        await stage.compose()
        assert stage.notices == ["memory_cut"]

    @pytest.mark.requirement("CTX-17")
    @pytest.mark.looptime
    async def test_a_summary_that_takes_too_long_does_not_block_the_turn(self) -> None:
        stage = self.stage()
        stage.model.script = [[Wait(seconds=3_600)], [Wait(seconds=3_600)]]
        loop = asyncio.get_running_loop()
        began = loop.time()
        request = await stage.compose()
        assert loop.time() - began == pytest.approx(LIMIT_S)
        assert "- w234567" in system(request)
        assert stage.notices == ["memory_cut"]
        assert stage.model.n_open == 0

    async def test_the_personal_memory_comes_last(self) -> None:
        stage = Stage(max_characters=8_500, summary=False)
        stage.remembers(workspace=8_000, personal=6_000)
        stage.past.growing.ask()
        stage.model.script = [says("- W short.")]
        assert "- p234567\n" * 599 in system(await stage.compose())
        stage = Stage(max_characters=4_500, summary=False)
        stage.remembers(workspace=8_000, personal=6_000)
        stage.past.growing.ask()
        stage.model.script = [says("- W short."), says("- P short.")]
        assert "- P short." in system(await stage.compose())

    async def test_a_store_that_cannot_keep_it_costs_nothing_else(self) -> None:
        stage = self.stage()
        stage.memo.broken = StoreError("full")
        stage.model.script = SHORT.copy()
        first = await stage.compose()
        assert await stage.compose() == first

    async def test_who_gives_up_waiting_leaves_the_summary_to_the_next(self) -> None:
        """A request ahead that is given up does not throw away what is being made for it."""
        stage = self.stage()
        gate = asyncio.Event()
        stage.model.script = [[Wait(gate=gate), *says("- W.")], [Wait(gate=gate), *says("- A.")]]
        ahead = asyncio.create_task(
            stage.composing.ahead(stage.layers, stage.past.entries, turn_id="x")
        )
        await stage.asked(2)
        ahead.cancel()
        gate.set()
        assert "- W." in system(await stage.compose())
        assert len(stage.model.requests) == 2

    async def test_the_files_are_told_whole_beside_what_was_sent(self) -> None:
        stage = self.stage()
        stage.model.script = [says("- W short."), [FAILURE]]
        await stage.compose()
        await asyncio.sleep(0)
        parts = {part.layer: part for part in stage.told().parts}
        assert parts[Layer.WORKSPACE_MEMORY].compressed
        assert parts[Layer.WORKSPACE_MEMORY].full_characters > 8_000
        assert not parts[Layer.AGENT_MEMORY].compressed
        assert parts[Layer.AGENT_MEMORY].characters < parts[Layer.AGENT_MEMORY].full_characters


class TestRollingSummary:
    """What is left of messages that fell out of the window."""

    @pytest.mark.requirement("TF-04")
    async def test_it_is_made_after_the_turn_and_stands_first_in_the_next(
        self, stage: Stage
    ) -> None:
        for _ in range(3):
            await stage.turn()
        assert stage.model.requests == []
        stage.model.script = [says("- It rained.")]
        before = await stage.turn()
        assert len(stage.model.requests) == 1
        assert "Person: q1" in stage.model.requests[0].messages[0].text
        assert "rained" not in str(before)
        request = await stage.turn()
        assert request.messages[0].text.startswith(SUMMARY_HEAD + "- It rained.")

    async def test_it_reaches_exactly_to_where_the_window_begins(self, stage: Stage) -> None:
        stage.model.script = [says("- Notes.") for _ in range(4)]
        for _ in range(9):
            await stage.turn()
        summed_up = stage.model.requests[-1].messages[0].text
        request = await stage.turn()
        kept = request.messages[0].text.partition("</sent>")[2]
        number = int(kept[1:])
        assert f"Person: {kept}\n" not in summed_up
        assert f"Person: q{number - 1}\n" in summed_up

    async def test_the_next_one_is_made_from_it_and_what_fell_out_since(self, stage: Stage) -> None:
        stage.model.script = [says("- First."), says("- Second.")]
        while len(stage.model.requests) < 2:
            await stage.turn()
        given = stage.model.requests[1].messages[0].text
        assert given.startswith("<notes>\n- First.\n</notes>")
        assert "Person: q1\n" not in given
        request = await stage.turn()
        assert "- Second." in request.messages[0].text
        assert "- First." not in str(request)

    async def test_it_is_reused_while_nothing_falls_out(self, stage: Stage) -> None:
        stage.model.script = [says("- First.")]
        for _ in range(5):
            await stage.turn()
        assert len(stage.model.requests) == 1

    async def test_it_outlives_the_program(self, stage: Stage) -> None:
        stage.model.script = [says("- First.")]
        for _ in range(4):
            await stage.turn()
        again = Stage(memo=stage.memo, past=stage.past)
        again.past.growing.ask()
        assert "- First." in (await again.compose()).messages[0].text
        assert SUMMARY_KEY + "c" in stage.memo.texts

    async def test_on_a_branch_before_its_end_it_does_not_hold(self, stage: Stage) -> None:
        stage.model.script = [says("- First.")]
        for _ in range(4):
            await stage.turn()
        del stage.past.entries[2:]
        stage.past.growing.turns(PLAIN * 6)
        stage.past.growing.ask()
        assert "- First." not in str(await stage.compose())

    @pytest.mark.parametrize("failure", [[FAILURE], says("no lines")])
    async def test_one_that_fails_is_simply_absent(
        self, stage: Stage, failure: list[object], caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.INFO)
        stage.model.script = [failure, failure, failure]  # pyright: ignore[reportAttributeAccessIssue]
        for _ in range(5):
            await stage.turn()
        await asyncio.sleep(0)
        assert stage.notices == []
        assert caplog.records == []
        assert SUMMARY_HEAD not in str(await stage.turn())

    @pytest.mark.parametrize(
        ("profile", "summary"), [(SCRIPTED_PROFILE, False), (starter_profile(), True)]
    )
    async def test_there_is_none_where_it_is_switched_off_or_the_model_has_no_layers(
        self, profile: Profile, summary: bool
    ) -> None:
        stage = Stage(profile=profile, summary=summary)
        for _ in range(8):
            await stage.turn()
        assert stage.model.requests == []

    async def test_a_local_model_leaves_it_when_the_person_speaks(self) -> None:
        stage = Stage(profile=LOCAL)
        await stage.summing_up()
        stage.past.growing.ask()
        await stage.compose()
        assert stage.model.n_open == 0

    async def test_a_service_goes_on_with_it_meanwhile(self, stage: Stage) -> None:
        gate = await stage.summing_up()
        turn = stage.past.growing.ask()
        composer = await stage.composer()
        before = await composer.compose()
        gate.set()
        await stage.settled()
        stage.past.growing.call(turn)
        again = await composer.compose()
        assert again.messages[: len(before.messages)] == before.messages
        stage.past.growing.reply(turn)
        stage.past.growing.ask()
        assert "- First." in (await stage.compose()).messages[0].text

    async def test_a_window_that_was_moved_further_meanwhile_stays_there(
        self, stage: Stage
    ) -> None:
        gate = await stage.summing_up()
        requests: list[ModelRequest] = []
        for _ in range(3):  # the summary is slow: the window moves without it
            turn = stage.past.growing.ask()
            requests.append(await stage.compose())
            stage.past.growing.reply(turn)
        gate.set()
        await stage.settled()
        stage.past.growing.ask()
        request = await stage.compose()
        assert "- First." in request.messages[0].text
        assert request.messages[0].text.endswith(requests[-1].messages[0].text)

    async def test_the_end_of_the_conversation_gives_it_up(self, stage: Stage) -> None:
        await stage.summing_up()
        await stage.composing.aclose()
        assert stage.model.n_open == 0


class TestTooLong:
    """What the service finds too long (TF-15)."""

    def stage(self, profile: Profile = SCRIPTED_PROFILE) -> Stage:
        """Return a conversation that is long."""
        stage = Stage(profile=profile, recent_messages=30, max_characters=20_000, summary=False)
        stage.past.growing.turns(("long",) * 8)
        stage.past.growing.ask("now")
        return stage

    @pytest.mark.requirement("C-34")
    async def test_half_is_sent_then_the_last_message_then_nothing_more_is_tried(self) -> None:
        stage = self.stage()
        composer = await stage.composer()
        whole = await composer.compose()
        assert composer.reduce()
        half = await composer.compose()
        assert 5 <= len(half.messages) < len(whole.messages)
        assert stage.notices == []
        assert composer.reduce()
        least = await composer.compose()
        assert [m.text.endswith("now") for m in least.messages] == [True]
        assert stage.notices == ["context_reduced"]
        assert not composer.reduce()

    @pytest.mark.requirement("C-34")
    async def test_the_conversation_keeps_to_the_half(self) -> None:
        stage = self.stage()
        composer = await stage.composer()
        composer.reduce()
        half = await composer.compose()
        assert await stage.compose() == half

    @pytest.mark.requirement("C-34", "TF-15")
    async def test_what_is_far_below_the_limit_is_halved_too(self) -> None:
        stage = Stage(recent_messages=30, max_characters=200_000, summary=False)
        stage.past.growing.turns(("long",) * 8)
        stage.past.growing.ask("now")
        composer = await stage.composer()
        whole = await composer.compose()
        size = stage.composing.size
        composer.reduce()
        half = await composer.compose()
        assert 5 <= len(half.messages) < len(whole.messages)
        assert stage.composing.size <= size / 2
        assert await stage.compose() == half, "the next turn is not refused again"

    @pytest.mark.requirement("C-34", "CTX-10")
    async def test_a_message_that_is_too_long_by_itself_narrows_no_later_turn(self) -> None:
        stage = Stage(recent_messages=30, max_characters=20_000, summary=False)
        stage.past.growing.ask("x" * 50_000)
        composer = await stage.composer()
        await composer.compose()
        composer.reduce()
        assert stage.composing.limit == 20_000

    async def test_another_model_starts_afresh(self) -> None:
        stage = self.stage()
        whole = await stage.compose()
        composer = await stage.composer()
        composer.reduce()
        await composer.compose()
        stage.composing.use(stage.held_with)
        assert await stage.compose() == whole

    async def test_a_narrow_model_is_halved_from_what_it_can_take(self) -> None:
        narrow = replace(SCRIPTED_PROFILE, context_characters=12_000)
        stage = self.stage(narrow)
        composer = await stage.composer()
        whole = await composer.compose()
        composer.reduce()
        assert len((await composer.compose()).messages) < len(whole.messages)


class TestTold:
    """What is told of a request."""

    async def test_every_request_is_told_after_it_was_composed(self, stage: Stage) -> None:
        stage.past.growing.ask()
        await stage.compose()
        assert stage.events == []
        await asyncio.sleep(0)
        assert stage.told().messages == 1

    async def test_a_request_ahead_is_told_to_nobody(self, stage: Stage) -> None:
        stage.past.growing.ask()
        await stage.composing.ahead(stage.layers, stage.past.entries, turn_id="t1")
        await asyncio.sleep(0)
        assert stage.events == []

    async def test_a_request_ahead_equals_that_of_the_turn(self, stage: Stage) -> None:
        stage.past.growing.turns(PLAIN * 3 + TOOL * 3)
        turn = stage.past.growing.ask()
        ahead = await stage.composing.ahead(stage.layers, stage.past.entries, turn_id=turn)
        assert await stage.compose() == ahead

    async def test_what_is_left_out_is_counted(self, stage: Stage) -> None:
        stage.past.growing.turns(PLAIN * 10)
        stage.past.growing.ask()
        request = await stage.compose()
        await asyncio.sleep(0)
        told = stage.told()
        assert told.left_out == 21 - len(request.messages)
        assert told.limit == 80_000
        assert not told.reduced


async def test_the_turn_of_a_question_that_waits_is_sent(stage: Stage) -> None:
    stage.past.growing.turns(PLAIN * 10)
    stage.waiting = ("t2",)
    stage.past.growing.ask()
    assert (await stage.compose()).messages[0].text.endswith("q2")


async def test_the_question_that_the_last_words_answer_is_asked_for(stage: Stage) -> None:
    stage.past.growing.turns(PLAIN)
    stage.past.growing.ask()
    stage.past.entries[-1] = replace(stage.past.entries[-1], answers="questions")
    await stage.compose()
    stage.past.growing.call("t2")
    await stage.compose()
    assert stage.answered == ["questions", "questions"]
