"""One turn after the other: what is seen, what is stored, what the model is sent."""

import asyncio
import logging
from dataclasses import replace
from typing import NoReturn

import pytest

from assistant.conversation.conversation import LONGEST_MESSAGE
from assistant.conversation.history.model.replay import CUT_OFF, INTERRUPTED
from assistant.conversation.history.model.unfinished_turn import (
    UnfinishedTurn,
    find_unfinished_turn,
)
from assistant.conversation.say_result import SayAccepted, SayQueued, SayRejected
from assistant.conversation.turn.reply_streamer import CHECKPOINT_S
from assistant.errors import ErrorCategory, ProviderError, StoreError
from assistant.llm.messages_api.messages import TextBlock, ToolResultBlock, ToolUseBlock
from assistant.llm.messages_api.model_client import BlockReceived, ModelRequest, ReplyReceived
from assistant.llm.model_choice.model_names import STARTER_WORD
from assistant.protocol.conversation import QueuedMessagesChanged, RetryReply
from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    DialogueState,
    VoiceSessionState,
)
from assistant.protocol.messages import HistoryLoaded, ToolPart
from assistant.protocol.models import SwitchModel
from assistant.protocol.notices import Notice, OpenSettings, Severity
from assistant.protocol.questions import QuestionAsked, QuestionClosed
from assistant.protocol.turns import (
    TextDelta,
    ThinkingDelta,
    ToolFinished,
    ToolStarted,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from assistant.questions.model.question import (
    Cancelled,
    Channel,
    Origin,
    Purpose,
    Question,
    QuestionKind,
    QuestionSet,
)
from assistant.tools.call_batch import NO_RESULT
from tests.helpers.llm.scripted_model import ScriptedModel, Step, Wait, says, thinks, uses_tool
from tests.unit.conversation.conftest import Talk

NO_KEY = ProviderError("Check your API key", category=ErrorCategory.AUTHENTICATION, hint="Set it.")
NETWORK = ProviderError("Network error", category=ErrorCategory.CONNECTIVITY, hint="Try again.")
SURE = QuestionSet(id="s", questions=(Question(id="q", kind=QuestionKind.BOOLEAN, text="Sure?"),))


@pytest.mark.requirement("G-28", "SM-16", "TF-02", "TF-04", "TF-05")
async def test_a_typed_turn_streams_is_stored_and_ends_idle(talk: Talk) -> None:
    talk.model.script.append(says("Hello there", chunks=["Hello", " there"]))
    await talk.turn(" Hi ")
    assert [e.text for e in talk.events if isinstance(e, TextDelta)] == ["Hello", " there"]
    assert talk.phases == ["streaming", "idle"]
    assert [(e.role, e.message.text, e.partial) for e in talk.history.entries] == [
        ("user", "Hi", False),
        ("assistant", "Hello there", False),
    ]
    assert talk.only(TurnStarted).text == "Hi"


async def test_the_next_turn_carries_the_conversation(talk: Talk) -> None:
    talk.model.script += [says("One"), says("Two")]
    for word in ("a", "b"):
        await talk.conversation.say(word, spoken=False)
        await talk.until(TurnFinished, count=1 if word == "a" else 2)
    sent = talk.model.requests[1].messages
    assert [m.text.split("</sent>")[-1] for m in sent] == ["a", "One", "b"]


async def test_blank_words_are_nothing(talk: Talk) -> None:
    assert await talk.conversation.say("  \n", spoken=False) == SayRejected(notice=None)
    assert talk.events == []


async def test_words_that_are_accepted_name_their_turn(talk: Talk) -> None:
    talk.model.script.append(says("Hello"))
    said = await talk.conversation.say("Hi", spoken=False)
    assert said == SayAccepted(turn_id=talk.only(TurnStarted).turn_id)
    assert talk.conversation.turn_id == talk.only(TurnStarted).turn_id
    await talk.until(TurnFinished)


async def test_words_that_are_rejected_come_with_what_the_user_was_told(talk: Talk) -> None:
    talk.model.refusal = NO_KEY

    def interfere(event: object) -> None:
        if isinstance(event, Notice) and event.code == "model_unavailable":
            talk.conversation.emit(Notice(code="other", text="The disk is nearly full."))

    talk.conversation.subscribe(interfere)
    said = await talk.conversation.say("Hi", spoken=False)
    assert isinstance(said, SayRejected)
    assert said.notice is not None
    assert said.notice.text == "Check your API key"
    assert said.notice in talk.events


@pytest.mark.requirement("TF-16")
async def test_a_missing_key_is_told_before_processing_and_nothing_is_stored(talk: Talk) -> None:
    talk.model.refusal = NO_KEY
    assert isinstance(await talk.conversation.say("Hi", spoken=False), SayRejected)
    notice = talk.only(Notice)
    assert (notice.text, notice.hint, notice.severity) == (
        "Check your API key",
        "Set it.",
        Severity.ERROR,
    )
    assert talk.conversation.state == DialogueState()
    assert not talk.store.versions


async def test_where_there_is_no_key_one_can_be_added_or_another_model_used(talk: Talk) -> None:
    talk.model.refusal = NO_KEY
    own = talk.model.profile.model
    talk.surroundings = replace(talk.surroundings, models=(own, "other"))
    talk.conversation = talk.opened()
    assert isinstance(await talk.conversation.say("Hi", spoken=False), SayRejected)
    assert [action.command for action in talk.only(Notice).actions] == [
        OpenSettings(page="model", field="secret"),
        SwitchModel(model="other"),
    ]


async def test_spoken_words_without_a_key_end_the_session(talk: Talk) -> None:
    talk.model.refusal = NO_KEY
    talk.conversation.signal(ConversationSignal.WAKE)
    await talk.conversation.say("Hi", spoken=True)
    assert talk.conversation.state == DialogueState(
        ConversationPhase.IDLE, VoiceSessionState.INACTIVE
    )


@pytest.mark.requirement("SM-15")
async def test_a_signal_that_is_not_allowed_changes_nothing_and_is_logged(
    talk: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    talk.model.refusal = NO_KEY
    with caplog.at_level(logging.DEBUG, "assistant.conversation.conversation"):
        assert isinstance(
            await talk.conversation.say("Hi", spoken=True), SayRejected
        )  # nothing was listened to
    assert talk.conversation.state == DialogueState()
    assert not talk.phases
    assert "Signal key_rejected dropped" in caplog.text


@pytest.mark.requirement("SM-10", "TF-03", "TF-06", "TOOL-02", "TOOL-03")
async def test_tools_run_and_the_model_is_asked_again(talk: Talk) -> None:
    talk.model.script += [uses_tool("clock", {"zone": "UTC"}, text="Let me see."), says("Noon.")]
    finished = await talk.turn("What time is it?")
    assert talk.only(ToolStarted).arguments == '{"zone": "UTC"}'
    assert (talk.only(ToolFinished).content, talk.only(ToolFinished).is_error) == (
        "ran clock",
        False,
    )
    assert talk.phases == ["streaming", "tool_calling", "streaming", "idle"]
    assert finished.text == talk.text == "Let me see.\n\nNoon."
    assert talk.model.requests[1].messages[-1].content == (
        ToolResultBlock(tool_use_id="toolu_01", content="ran clock"),
    )


@pytest.mark.requirement("TF-06", "TOOL-06", "TOOL-13")
async def test_of_several_calls_those_that_fail_reach_the_model_as_errors(talk: Talk) -> None:
    calls = [ToolUseBlock(id=name, name=name, input={}) for name in ("clock", "nothing")]
    asks: list[Step] = [BlockReceived(block=call) for call in calls]
    asks.append(ReplyReceived(stop_reason="tool_use"))
    talk.model.script += [asks, says("It is noon, and the other I do not have.")]
    await talk.turn("What time is it?")
    done, failed = talk.model.requests[1].messages[-1].content
    assert done == ToolResultBlock(tool_use_id="clock", content="ran clock")
    assert isinstance(failed, ToolResultBlock)
    assert (failed.tool_use_id, failed.is_error) == ("nothing", True)
    assert "There is no tool named 'nothing'" in failed.content


@pytest.mark.requirement("TOOL-02", "TOOL-03", "TOOL-09", "TOOL-10")
async def test_after_too_many_rounds_the_model_must_answer_without_tools(talk: Talk) -> None:
    talk.model.script += [uses_tool("clock", {}, id=f"c{n}") for n in range(3)]
    talk.model.script.append(says("I give up."))
    await talk.turn("Loop")
    last = talk.model.requests[-1]
    assert last.tool_choice == "none"
    assert last.messages[-1].content[-1] == TextBlock(text="도구 호출이 너무 많습니다")
    assert [r.tool_choice for r in talk.model.requests[:-1]] == ["auto"] * 3


@pytest.mark.requirement("TOOL-20", "TOOL-21", "TOOL-22")
async def test_questions_do_not_count_as_rounds(talk: Talk) -> None:
    talk.model.script += [uses_tool("ask", {}, id=f"c{n}") for n in range(5)]
    talk.model.script.append(says("Done."))
    await talk.turn("Ask me")
    assert [r.tool_choice for r in talk.model.requests] == ["auto"] * 6


@pytest.mark.requirement("Q-LIFE-28", "Q-LIFE-29", "Q-LIFE-30")
async def test_a_cancelled_question_lets_the_model_close_the_turn(talk: Talk) -> None:
    talk.model.script += [uses_tool("ask_in_vain", {}), says("Stopped.")]
    await talk.turn("Ask me")
    assert talk.model.requests[1].tool_choice == "none"


@pytest.mark.requirement("TF-07")
async def test_stopping_keeps_what_had_arrived(talk: Talk) -> None:
    talk.model.script += [
        [*says("Once upon a time")[:1], Wait(gate=asyncio.Event())],
        says("Again."),
    ]
    await talk.conversation.say("A story", spoken=False)
    await talk.until(TextDelta)
    await talk.conversation.stop_turn()
    failed = talk.only(TurnFailed)
    assert (failed.text, failed.cancelled, failed.reason) == ("Once upon a time", True, "")
    assert [action.command for action in failed.actions] == [RetryReply()]
    assert talk.conversation.state == DialogueState()
    assert talk.model.n_open == 0
    assert talk.history.entries[1].partial
    await talk.turn("Go on")
    assert talk.model.requests[1].messages[1].text == "Once upon a time" + CUT_OFF


@pytest.mark.requirement("TF-07")
async def test_stopping_at_once_keeps_the_persons_words(talk: Talk) -> None:
    talk.model.script.append(says("Never sent."))
    await talk.conversation.say("Hi", spoken=False)
    await talk.conversation.stop_turn()
    assert talk.only(TurnFailed).cancelled
    assert talk.conversation.state == DialogueState()
    assert [e.message.text for e in talk.history.entries][0] == "Hi"


@pytest.mark.requirement("TF-20")
async def test_stopping_while_tools_run_leaves_no_call_without_a_result(talk: Talk) -> None:
    talk.model.script.append(uses_tool("hang", {}))
    await talk.conversation.say("Go", spoken=False)
    await talk.until(ToolStarted)
    await talk.conversation.stop_turn()
    (result,) = talk.history.entries[-1].message.content
    assert isinstance(result, ToolResultBlock)
    assert result.is_error
    assert talk.conversation.state == DialogueState()


async def test_a_failure_keeps_what_had_arrived_and_says_what_to_do(talk: Talk) -> None:
    refused: list[Step] = [NETWORK]
    talk.model.script += [[*says("Half a")[:1], NETWORK], refused, refused]
    await talk.conversation.say("Hi", spoken=False)
    failed = await talk.until(TurnFailed)
    assert (failed.text, failed.reason, failed.hint) == ("Half a", "Network error", "Try again.")
    assert [action.command for action in failed.actions] == [RetryReply()]
    assert talk.pauses == [0.25, 0.75]
    assert talk.history.entries[1].message.text == "Half a"
    assert talk.history.entries[1].partial
    assert talk.conversation.state == DialogueState()


@pytest.mark.requirement("TF-14")
async def test_a_message_that_no_model_reads_at_once_is_not_taken(talk: Talk) -> None:
    said = await talk.conversation.say("x" * (LONGEST_MESSAGE + 1), spoken=False)
    assert isinstance(said, SayRejected)
    assert said.notice is not None
    assert "1,000,001 characters; 1,000,000 can be sent" in said.notice.text
    assert isinstance(await talk.conversation.say("x" * LONGEST_MESSAGE, spoken=False), SayAccepted)


async def test_a_bug_ends_the_turn_and_not_the_conversation(
    talk: Talk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_model: ScriptedModel, _request: ModelRequest) -> NoReturn:
        raise ZeroDivisionError

    monkeypatch.setattr(ScriptedModel, "stream", broken)
    await talk.conversation.say("Hi", spoken=False)
    failed = await talk.until(TurnFailed)
    assert "ZeroDivisionError" in failed.reason
    assert talk.conversation.state == DialogueState()
    assert "failed" in caplog.text
    monkeypatch.undo()
    talk.model.script.append(says("fine"))
    assert (await talk.turn("Again")).text == "fine"


@pytest.mark.requirement("TF-13", "TF-19")
async def test_what_a_model_declined_the_built_in_one_answers_once(talk: Talk) -> None:
    talk.surroundings = replace(talk.surroundings, models=("scripted", "small"), built_in="small")
    talk.conversation = talk.opened()
    talk.model.script.append(says("No.", stop_reason="refusal"))
    (action,) = (await talk.turn("Hi")).actions
    assert action.command == RetryReply(model=STARTER_WORD, for_this_turn=True)


@pytest.mark.requirement("TF-18")
async def test_thinking_is_shown_and_kept_for_the_tool_loop(talk: Talk) -> None:
    talk.model.script.append(thinks("hm", "Yes."))
    await talk.turn("Hi")
    assert talk.only(ThinkingDelta).text == "hm"
    assert talk.history.entries[1].message.content[0].type == "thinking"


@pytest.mark.requirement("G-22")
async def test_words_sent_meanwhile_wait_their_turn(talk: Talk) -> None:
    gate = asyncio.Event()
    talk.model.script += [[*says("One")[:1], Wait(gate=gate), *says("One")[1:]], says("Two")]
    await talk.conversation.say("a", spoken=False)
    await talk.until(TextDelta)
    said = await talk.conversation.say("b", spoken=False)
    assert isinstance(said, SayQueued)
    assert talk.only(QueuedMessagesChanged).waiting == ((said.words_id, "b"),)
    gate.set()
    await talk.until(TurnFinished, count=2)
    assert [e.text for e in talk.events if isinstance(e, TurnStarted)] == ["a", "b"]


@pytest.mark.parametrize("dropped", [False, True])
async def test_what_waits_outlives_an_interruption_but_not_a_stop(
    talk: Talk, dropped: bool
) -> None:
    talk.model.script += [[*says("One")[:1], Wait(gate=asyncio.Event())], says("Two")]
    await talk.conversation.say("a", spoken=False)
    await talk.until(TextDelta)
    await talk.conversation.say("b", spoken=False)
    if dropped:
        talk.conversation.queue.clear()
    await talk.conversation.stop_turn()
    if not dropped:
        await talk.until(TurnFinished)
    await asyncio.sleep(0)
    started = [e.text for e in talk.events if isinstance(e, TurnStarted)]
    assert started == (["a"] if dropped else ["a", "b"])


@pytest.mark.requirement("G-22")
async def test_of_words_that_come_at_once_the_first_begin_a_turn_and_the_others_wait(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a model can be asked may take a moment to know."""

    async def looks(_model: ScriptedModel) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(ScriptedModel, "check", looks)
    talk.model.script = [says("One"), says("Two"), says("Three")]
    said = await asyncio.gather(
        *(talk.conversation.say(text, spoken=False) for text in ("a", "b", "c"))
    )
    assert [type(one) for one in said] == [SayAccepted, SayQueued, SayQueued]
    await talk.until(TurnFinished, count=3)
    assert [event.text for event in talk.of(TurnFinished)] == ["One", "Two", "Three"]
    assert not talk.of(TurnFailed)


@pytest.mark.requirement("G-22")
async def test_a_sixth_waiting_message_is_refused_aloud(talk: Talk) -> None:
    talk.model.script.append([Wait(gate=asyncio.Event())])
    await talk.conversation.say("a", spoken=False)
    said = [await talk.conversation.say(str(n), spoken=False) for n in range(6)]
    assert [type(one) for one in said] == [SayQueued] * 5 + [SayRejected]
    assert "not taken" in [e for e in talk.events if isinstance(e, Notice)][-1].text
    await talk.conversation.aclose()


@pytest.mark.requirement("MSG-18")
@pytest.mark.looptime
async def test_a_reply_that_streams_is_stored_every_half_second(talk: Talk) -> None:
    slow = [
        *says("a")[:1],
        Wait(seconds=CHECKPOINT_S * 1.5),
        *says("b")[:1],
        Wait(seconds=CHECKPOINT_S * 1.5),
        *says("ab")[1:],
    ]
    talk.model.script.append(slow)
    await talk.conversation.say("Hi", spoken=False)
    await asyncio.sleep(CHECKPOINT_S * 10)
    replies = [v for v in talk.store.versions if v.role == "assistant"]
    assert [v.status for v in replies] == ["partial", "partial", "complete"]
    assert '"text":"a"' in replies[0].content
    assert '"text":"ab"' in replies[1].content


async def test_what_was_heard_is_what_the_model_is_told(talk: Talk) -> None:
    talk.model.script += [says("One. Two. Three."), says("Fine.")]
    finished = await talk.turn("Count")
    await talk.conversation.record_heard(finished.turn_id, "One. Two.")
    await talk.turn("Go on")
    assert talk.model.requests[1].messages[1].text == "One. Two." + INTERRUPTED
    reloaded = talk.opened()
    await talk.history.load()
    assert talk.history.entries[1].heard == "One. Two."
    await reloaded.aclose()


async def test_a_turn_interrupted_while_streaming_keeps_what_was_heard(talk: Talk) -> None:
    talk.model.script.append([*says("One. Two.")[:1], Wait(gate=asyncio.Event())])
    await talk.conversation.say("Count", spoken=False)
    await talk.until(TextDelta)
    await talk.conversation.stop_turn(heard="One.")
    assert talk.history.entries[1].heard == "One."


class Voice:
    """A speaker that takes spoken turns."""

    def __init__(self) -> None:
        self.begun = 0

    def takes(self, *, spoken: bool) -> bool:
        """Take spoken turns."""
        return spoken

    def begins(self) -> None:
        """Count."""
        self.begun += 1


@pytest.mark.requirement("C-33", "G-28")
async def test_a_spoken_reply_leaves_the_end_of_the_turn_to_the_speaker(talk: Talk) -> None:
    talk.conversation.attach(Voice())
    talk.model.script.append(says("Hello."))
    talk.conversation.signal(ConversationSignal.WAKE)
    finished = await talk.turn("Hi", spoken=True)
    assert finished.spoken
    assert talk.conversation.state.phase is ConversationPhase.STREAMING
    talk.conversation.signal(ConversationSignal.FIRST_AUDIO)
    talk.conversation.signal(ConversationSignal.PLAYED_OUT)
    assert talk.conversation.state == DialogueState(
        ConversationPhase.LISTENING, VoiceSessionState.ACTIVE
    )


@pytest.mark.parametrize("is_heard", [False, True])
async def test_a_turn_goes_on_in_text_when_the_voice_leaves(talk: Talk, is_heard: bool) -> None:
    voice, gate = Voice(), asyncio.Event()
    talk.conversation.attach(voice)
    reply = says("Hello there.")
    talk.model.script += [[*reply[:1], Wait(gate=gate), *reply[1:]], says("Two.")]
    talk.conversation.signal(ConversationSignal.WAKE)
    await talk.conversation.say("Hi", spoken=True)
    await talk.until(TextDelta)
    if is_heard:
        talk.conversation.signal(ConversationSignal.FIRST_AUDIO)
    await talk.conversation.say("b", spoken=False, answers="q")
    talk.conversation.detach()
    assert voice.begun == 1
    assert talk.conversation.state == DialogueState(ConversationPhase.STREAMING)
    gate.set()
    assert not (await talk.until(TurnFinished)).spoken
    assert (await talk.until(TurnFinished, count=2)).text == "Two."
    assert talk.conversation.state == DialogueState()


async def test_nothing_is_left_of_the_voice_where_nothing_is_under_way(talk: Talk) -> None:
    talk.conversation.attach(Voice())
    talk.conversation.signal(ConversationSignal.WAKE)
    talk.conversation.detach()
    assert talk.conversation.state == DialogueState()


async def test_words_that_wait_are_sent_once_the_voice_has_finished(talk: Talk) -> None:
    talk.conversation.attach(Voice())
    gate = asyncio.Event()
    talk.model.script += [[*says("One.")[:1], Wait(gate=gate), *says("One.")[1:]], says("Two.")]
    talk.conversation.signal(ConversationSignal.WAKE)
    await talk.conversation.say("a", spoken=True)
    await talk.until(TextDelta)
    await talk.conversation.say("b", spoken=False)
    gate.set()
    await talk.until(TurnFinished)
    talk.conversation.signal(ConversationSignal.FIRST_AUDIO)
    await asyncio.sleep(0)
    assert talk.conversation.state.phase is ConversationPhase.SPEAKING
    talk.conversation.signal(ConversationSignal.PLAYED_OUT)
    await talk.until(TurnFinished, count=2)
    assert [e.text for e in talk.events if isinstance(e, TurnStarted)] == ["a", "b"]


@pytest.mark.requirement("G-22")
async def test_typing_while_the_voice_speaks_interrupts_it(talk: Talk) -> None:
    voice = Voice()
    talk.conversation.attach(voice)
    talk.model.script += [says("Hello."), says("Typed.")]
    talk.conversation.signal(ConversationSignal.WAKE)
    await talk.turn("Hi", spoken=True)
    talk.conversation.signal(ConversationSignal.FIRST_AUDIO)
    await talk.conversation.say("Wait", spoken=False)
    assert voice.begun == 1
    await talk.until(TurnFinished, count=2)


@pytest.mark.requirement("C-21", "SM-14", "Q-LIFE-33", "Q-LIFE-34")
async def test_an_open_question_is_seen_in_the_state(talk: Talk) -> None:
    origin = Origin(channel=Channel.DESKTOP, conversation_id="c")
    talk.model.script.append([Wait(gate=asyncio.Event())])
    await talk.conversation.say("Hi", spoken=False)
    talk.conversation.signal(ConversationSignal.TOOLS_REQUESTED)
    for questions in (SURE, SURE.model_copy(update={"id": "t", "purpose": Purpose.CONFIRM})):
        talk.conversation.question_asked(QuestionAsked(questions=questions, origin=origin))
    assert talk.conversation.state.phase is ConversationPhase.AWAITING_ANSWER
    closed = QuestionClosed(questions=SURE, response=Cancelled(), channel=None)
    talk.conversation.question_closed(closed)
    assert talk.conversation.state.phase is ConversationPhase.AWAITING_CONFIRM
    assert talk.conversation.question_pending
    await talk.conversation.stop_turn()
    assert not talk.conversation.question_pending
    assert talk.conversation.state == DialogueState()


async def test_a_full_disk_fails_the_turn_before_anything_is_sent(talk: Talk) -> None:
    talk.store.broken = StoreError("The disk is full.", hint="Make room.")
    await talk.conversation.say("Hi", spoken=False)
    failed = await talk.until(TurnFailed)
    assert (failed.reason, failed.hint) == ("The disk is full.", "Make room.")
    assert not talk.model.requests


async def test_the_past_is_shown_without_tool_results(talk: Talk) -> None:
    talk.model.script += [uses_tool("clock", {}), says("Noon.")]
    await talk.turn("Time?")
    reopened = talk.opened()
    await talk.history.load()
    reopened.show_history()
    shown = talk.only(HistoryLoaded).messages
    assert [(m.role, m.text, m.round, m.ends_turn) for m in shown] == [
        ("user", "Time?", 1, False),
        ("assistant", "", None, False),
        ("assistant", "Noon.", None, True),
    ]
    (call,) = shown[1].parts
    assert isinstance(call, ToolPart)
    assert (call.name, call.is_error) == ("clock", False)
    assert call.result is not None
    assert isinstance(talk.history.entries[1].message.content[0], ToolUseBlock)


@pytest.mark.requirement("Q-MODEL-31")
async def test_every_call_of_a_conversation_has_an_id_of_its_own(talk: Talk) -> None:
    talk.model.script += [
        uses_tool("clock", {}, id="call_0")[:-1] + uses_tool("clock", {}, id="call_0"),
        uses_tool("clock", {}, id="call_0"),
        says("Done."),
    ]
    await talk.turn("Twice")
    blocks = [block for entry in talk.history.entries for block in entry.message.content]
    made = [block.id for block in blocks if isinstance(block, ToolUseBlock)]
    given = [block.tool_use_id for block in blocks if isinstance(block, ToolResultBlock)]
    assert made == given == ["call_0", "call_0_2", "call_0_3"]


CHOICE = (
    '{"type": "user_choice", "question": "Which?", "options": ['
    '{"id": "1", "label": "A", "description": "a"}, {"id": "2", "label": "B", "description": "b"}]}'
)


@pytest.mark.requirement("TEST-02")
async def test_a_choice_is_put_once_the_turn_is_over(talk: Talk) -> None:
    talk.model.script.append(says("So: " + CHOICE))
    finished = await talk.turn("Hi")
    assert (finished.text, finished.has_user_choice) == ("So: ", True)
    ((questions, origin),) = talk.questioner.choices
    assert questions.questions[0].text == "Which?"
    assert origin.turn_id == finished.turn_id
    assert talk.conversation.turn_id is None
    assert talk.history.entries[1].message.text == "So: " + CHOICE


async def test_of_a_reply_that_is_stopped_half_a_choice_is_never_shown(talk: Talk) -> None:
    talk.model.script.append(
        [*says("So: ")[:1], *says(CHOICE[:40])[:1], Wait(gate=asyncio.Event())]
    )
    await talk.conversation.say("Hi", spoken=False)
    await talk.until(TextDelta)
    await asyncio.sleep(0)
    await talk.conversation.stop_turn()
    assert talk.text == "So: "
    assert talk.only(TurnFailed).text == "So: "
    assert not talk.questioner.choices


async def test_words_typed_while_only_a_question_waits_begin_a_turn(talk: Talk) -> None:
    talk.model.script.append(says("Hello."))
    talk.conversation.signal(ConversationSignal.WAKE)
    talk.conversation.signal(
        ConversationSignal.QUESTION_LEFT
    )  # as the voice leaves one to the screen
    assert talk.conversation.state.phase is ConversationPhase.AWAITING_ANSWER
    await talk.turn("Hi")
    assert talk.conversation.state.phase is ConversationPhase.LISTENING


async def test_stopping_while_only_a_question_waits_comes_to_rest(talk: Talk) -> None:
    talk.conversation.signal(ConversationSignal.WAKE)
    talk.conversation.signal(ConversationSignal.QUESTION_LEFT)
    await talk.conversation.stop_turn()
    assert talk.conversation.state.phase is ConversationPhase.LISTENING


async def test_a_suspended_turn_leaves_its_calls_open_and_a_stopped_one_does_not(
    talk: Talk,
) -> None:
    for suspended in (True, False):
        talk.model.script.append(uses_tool("hang", {}))
        await talk.conversation.say("Hi", spoken=False)
        await talk.until(ToolStarted, count=1 if suspended else 2)
        if suspended:
            talk.conversation.suspend()
        await talk.conversation.stop_turn()
        found = find_unfinished_turn(talk.history.entries)
        assert (found is not None) is suspended


async def test_a_turn_is_taken_up_with_what_became_of_its_question(talk: Talk) -> None:
    talk.model.script += [uses_tool("hang", {}), says("Done.")]
    await talk.conversation.say("Hi", spoken=False)
    await talk.until(ToolStarted)
    talk.conversation.suspend()
    await talk.conversation.stop_turn()
    interruption = find_unfinished_turn(talk.history.entries)
    assert interruption is not None
    talk.events.clear()
    talk.conversation.take_up(interruption)
    finished = await talk.until(TurnFinished)
    started = talk.only(TurnStarted)
    assert (started.turn_id, started.text, started.resumed) == (finished.turn_id, "", True)
    assert talk.phases == ["streaming", "tool_calling", "streaming", "idle"]
    (result,) = talk.model.requests[1].messages[-1].content
    assert result == ToolResultBlock(tool_use_id="toolu_01", content=NO_RESULT, is_error=True)


async def test_an_answer_waits_even_where_five_messages_do_and_stopping_forgets_it(
    talk: Talk,
) -> None:
    talk.model.script.append([Wait(gate=asyncio.Event())])
    await talk.conversation.say("a", spoken=False)
    for n in range(5):
        await talk.conversation.say(str(n), spoken=False)
    assert isinstance(await talk.conversation.say("B", spoken=False, answers="q"), SayQueued)
    assert talk.conversation.queue.holds_answer("q")
    talk.conversation.queue.clear()
    assert not talk.conversation.queue.holds_answer("q")
    await talk.conversation.aclose()


async def test_a_turn_is_taken_up_though_the_voice_has_not_begun_the_reply(talk: Talk) -> None:
    voice = Voice()
    talk.conversation.attach(voice)
    talk.model.script += [uses_tool("ask", {}), says("One."), says("Two.")]
    talk.conversation.signal(ConversationSignal.WAKE)
    finished = await talk.turn("Hi", spoken=True)
    assert talk.conversation.state.phase is ConversationPhase.STREAMING
    results = talk.history.entries[2]
    talk.conversation.take_up(UnfinishedTurn(turn_id=finished.turn_id, at=results.uuid))
    assert voice.begun == 1
    assert (await talk.until(TurnFinished, count=2)).text == "Two."
    assert [e.message.text for e in talk.history.entries[3:]] == ["Two."]


async def test_of_a_turn_taken_up_what_was_heard_is_of_its_new_words(talk: Talk) -> None:
    talk.model.script += [uses_tool("ask", {}, text="Before. "), says("One. Two.")]
    finished = await talk.turn("Hi")
    results = talk.history.entries[2]
    talk.model.script.append([*says("Three. Four.")[:1], Wait(gate=asyncio.Event())])
    talk.conversation.take_up(UnfinishedTurn(turn_id=finished.turn_id, at=results.uuid))
    await talk.until(TextDelta, count=4)
    await talk.conversation.stop_turn(heard="Three.")
    assert [e.heard for e in talk.history.entries if e.role == "assistant"] == [None, "Three."]
