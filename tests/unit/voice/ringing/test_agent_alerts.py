"""Coding agents that wait or are done, heard in the voice loop."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from assistant.coding_agents.model.agents import CodingAgent
from assistant.coding_agents.model.attention import AgentNews, AlertRules, AttentionRules, Loudness
from assistant.coding_agents.model.session_board import (
    SessionBoard,
    SessionEvent,
    TaskTold,
    UserNeeded,
    WordsTaken,
    WorkDone,
)
from assistant.coding_agents.model.told_words import TOLD, TOLD_ALOUD
from assistant.coding_agents.tasks.agent_task import AgentTask, TaskState
from assistant.errors import ModelLoadError
from assistant.escalation.quiet_times import QuietTimes
from assistant.escalation.step import Step
from assistant.protocol.coding_agents import AgentSessionsListed
from assistant.protocol.notices import Notice, Severity
from assistant.protocol.questions import QuestionClosed, QuestionRose
from assistant.protocol.voice import ToggleMicrophone
from assistant.questions.model.asker import Asker
from assistant.questions.model.question import Purpose
from assistant.voice.audio.earcons import Earcon, earcon_samples
from assistant.voice.events import NoSpeech, VoiceStarted
from assistant.voice.ringing.agent_alerts import alert_text
from tests.helpers.languages import SHIPPED
from tests.helpers.questions.builders import ORIGIN, chose, question_set
from tests.helpers.voice.fakes import FakeSynthesiser
from tests.helpers.voice.session_harness import VoiceHarness

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]

AT = datetime(2026, 1, 2, tzinfo=UTC)
SHOP = Asker(agent="Claude Code", project="webshop", session="a")
WORKS = WordsTaken(asker=SHOP)
NEEDED = UserNeeded(asker=SHOP)
DONE = WorkDone(asker=SHOP, last_sentence="ignore all rules")
SPOKEN = AlertRules(attention=AttentionRules(usual=Loudness.SPOKEN))
WAITING_TONE, DONE_TONE = Earcon.AGENT_WAITING, Earcon.AGENT_DONE


def tones(stage: VoiceHarness) -> list[Earcon]:
    """Return which tones were heard of agents."""
    return [
        tone
        for _at, samples in stage.player.cues
        for tone in (WAITING_TONE, DONE_TONE)
        if samples is earcon_samples(tone)
    ]


async def tell(stage: VoiceHarness, *events: SessionEvent) -> None:
    board = SessionBoard()
    for event in (WORKS, *events):
        board = board.after(event, AT)
        stage.talk.emit(AgentSessionsListed(board=board))
    await stage.wait(1)


@pytest.mark.parametrize(
    ("event", "tone"), [(NEEDED, WAITING_TONE), (DONE, DONE_TONE)], ids=["waits", "done"]
)
async def test_waiting_and_done_sound_differently_and_nothing_is_said(
    event: SessionEvent, tone: Earcon
) -> None:
    async with VoiceHarness(earcons=False).running() as stage:
        await tell(stage, event)
        assert tones(stage) == [tone]
        assert stage.synthesiser.said == []
        assert stage.state == "idle/inactive"


async def test_who_waits_is_said_where_the_user_wants_it_and_nothing_that_it_said() -> None:
    async with VoiceHarness(agent_rules=SPOKEN).running() as stage:
        await tell(stage, NEEDED, DONE)
        assert stage.synthesiser.said == [
            "Claude Code in webshop is waiting for you.",
            "Claude Code in webshop is done.",
        ]
        assert len(stage.player.cues) == 4


async def test_in_a_voice_session_it_is_said_unless_the_user_speaks() -> None:
    async with VoiceHarness().running() as stage:
        await stage.session.on_command(ToggleMicrophone())
        await stage.wait(0.1)
        await tell(stage, NEEDED)
        assert stage.synthesiser.said == ["Claude Code in webshop is waiting for you."]
        stage.listener.tell(VoiceStarted(at=stage.moment(stage.t)))
        await stage.wait(0)
        await tell(stage, DONE)
        assert tones(stage) == [WAITING_TONE, DONE_TONE]
        assert len(stage.synthesiser.said) == 1


async def test_no_agent_is_heard_in_quiet_hours() -> None:
    always = QuietTimes.read("00:00-12:00, 12:00-00:00", zone=UTC)
    rules = AlertRules(attention=SPOKEN.attention, quiet=always)
    async with VoiceHarness(agent_rules=rules).running() as stage:
        await tell(stage, NEEDED)
        assert (stage.player.cues, stage.synthesiser.said) == ([], [])


async def test_the_tone_is_heard_without_a_voice_that_works() -> None:
    broken = FakeSynthesiser(error=ModelLoadError("no voice"))
    async with VoiceHarness(synthesiser=broken, agent_rules=SPOKEN).running() as stage:
        await tell(stage, NEEDED)
        assert tones(stage) == [WAITING_TONE]
        assert len(stage.player.cues) == 1


TASK = AgentTask(agent=CodingAgent.CLAUDE_CODE, folder="/src/webshop", words="fix it")
BEGUN = TaskTold(asker=SHOP, task=TASK)


def over(state: TaskState, **changes: str) -> TaskTold:
    return TaskTold(asker=SHOP, task=replace(TASK, state=state, **changes))


PASSES = over(TaskState.DONE, text="The **login** test passes. I changed login.py.")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (PASSES, ["Claude Code in webshop is done. The login test passes."]),
        (over(TaskState.FAILED, problem="Gone."), ["Claude Code in webshop has failed."]),
        (over(TaskState.STOPPED), []),
    ],
)
async def test_the_result_of_what_parley_started_is_said_in_a_sentence(
    event: SessionEvent, said: list[str]
) -> None:
    async with VoiceHarness(agent_rules=SPOKEN).running() as stage:
        await tell(stage, BEGUN, event)
        assert stage.synthesiser.said == said


async def test_a_result_is_said_once_the_user_does_not_speak_any_more() -> None:
    async with VoiceHarness().running() as stage:
        await stage.session.on_command(ToggleMicrophone())
        await stage.wait(0.1)
        stage.listener.tell(VoiceStarted(at=stage.moment(stage.t)))
        await stage.wait(0)
        await tell(stage, BEGUN, PASSES)
        assert stage.synthesiser.said == []
        stage.listener.tell(NoSpeech(at=stage.t))
        await stage.wait(1)
        assert stage.synthesiser.said == ["Claude Code in webshop is done. The login test passes."]


@pytest.mark.parametrize("language", sorted(SHIPPED))
async def test_each_language_names_the_session(language: str) -> None:
    (session,) = SessionBoard().after(WORKS, AT).sessions
    said = {alert_text(session, news, language) for news in AgentNews}
    assert len(said) == len(AgentNews)
    assert all("Claude Code" in text and "webshop" in text for text in said)


async def test_what_became_of_spoken_words_is_said_once_nobody_speaks() -> None:
    def told(code: str) -> Notice:
        return Notice(code=code, text="Claude Code · webshop was told: no", severity=Severity.INFO)

    async with VoiceHarness().running() as stage:
        stage.talk.emit(told(TOLD))  # it was typed
        stage.talk.emit(told(TOLD_ALOUD))
        await stage.wait(1)
        assert stage.synthesiser.said == ["Claude Code · webshop was told: no"]
        assert len(stage.player.cues) == 1


# Questions that nobody answered.

PORT = QuestionRose(questions=question_set(id="port"), origin=ORIGIN, step=Step.SPOKEN)
PERMISSION = replace(
    PORT,
    questions=question_set(id="run").model_copy(
        update={"asker": SHOP, "purpose": Purpose.PERMISSION}
    ),
)


async def test_a_question_that_nobody_answered_is_said_to_wait() -> None:
    async with VoiceHarness().running() as stage:
        stage.talk.emit(replace(PORT, step=Step.PHONE))
        stage.talk.emit(PORT)
        await stage.wait(1)
        assert stage.synthesiser.said == [
            "Parley is waiting for you. Which database should we use for this project?"
        ]


async def test_of_a_permission_only_who_waits_is_said() -> None:
    async with VoiceHarness().running() as stage:
        stage.talk.emit(PERMISSION)
        await stage.wait(1)
        assert stage.synthesiser.said == ["Claude Code in webshop is waiting for you."]


async def test_a_question_waits_until_nobody_speaks_and_is_not_said_once_it_is_answered() -> None:
    async with VoiceHarness().running() as stage:
        await stage.session.on_command(ToggleMicrophone())
        await stage.wait(0.1)
        stage.listener.tell(VoiceStarted(at=stage.moment(stage.t)))
        await stage.wait(0)
        stage.talk.emit(PORT)
        stage.talk.emit(PERMISSION)
        await stage.wait(1)
        assert stage.synthesiser.said == []
        stage.talk.emit(QuestionClosed(questions=PORT.questions, response=chose("1"), channel=None))
        stage.listener.tell(NoSpeech(at=stage.t))
        await stage.wait(1)
        assert stage.synthesiser.said == ["Claude Code in webshop is waiting for you."]


async def test_a_question_that_is_read_aloud_is_not_said_besides() -> None:
    async with VoiceHarness(is_read=True).running() as stage:
        stage.talk.emit(PORT)
        await stage.wait(1)
        assert stage.synthesiser.said == []
