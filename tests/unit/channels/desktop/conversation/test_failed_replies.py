"""Replies that break off, fail or are not whole, words that wait, another model: the presenter."""

import pytest

from assistant.channels.desktop.conversation.model.rows import (
    RemarkRow,
    ReplyRow,
    ThinkingRow,
    TurnEndRow,
    UserRow,
)
from assistant.protocol.conversation import (
    ConversationOpened,
    QueuedMessagesChanged,
    RetryReply,
    Say,
    UnsentMessagesReturned,
    WithdrawMessage,
)
from assistant.protocol.conversation_state import ConversationPhase
from assistant.protocol.events import EngineEvent
from assistant.protocol.models import ModelSwitched, SwitchModel
from assistant.protocol.notices import Notice, NoticeAction
from assistant.protocol.turns import (
    ReplyRestarted,
    ReplySegmentFinished,
    TextDelta,
    ThinkingDelta,
    TurnFailed,
    TurnFinished,
    TurnStarted,
)
from tests.unit.channels.desktop.app.model.test_conversation_presenter import Stage

AGAIN = NoticeAction(label="Try again", command=RetryReply())
GO_ON = NoticeAction(label="Go on", command=Say(text="Go on"))


@pytest.fixture
def stage() -> Stage:
    return Stage()


def test_a_reply_that_breaks_off_is_replaced_by_the_next_try(stage: Stage) -> None:
    stage.begin()
    stage.engine.emit(
        TextDelta(turn_id="t", text="Hello the"),
        ReplyRestarted(turn_id="t", text="", attempt=1),
        ThinkingDelta(turn_id="t", text="Hm"),
    )
    assert stage.rows.all[2:] == (ReplyRow(text="Hello the"),), "until there are other words"
    stage.engine.emit(
        TextDelta(turn_id="t", text="Hello"),
        TextDelta(turn_id="t", text=" there."),
        ReplySegmentFinished(turn_id="t"),
    )
    assert stage.rows.all[2:] == (ThinkingRow(text="Hm"), ReplyRow(text="Hello there."))
    stage.engine.emit(TextDelta(turn_id="t", text="More."))
    assert stage.words() == ["Hello there.", "More."]


def test_a_failure_keeps_what_is_shown_and_brings_its_buttons(stage: Stage) -> None:
    stage.begin()
    stage.engine.emit(TextDelta(turn_id="t", text="Half"))
    stage.engine.emit(ReplyRestarted(turn_id="t", text="", attempt=1))
    stage.engine.emit(
        TurnFailed(turn_id="t", text="Half", reason="Network error", actions=(AGAIN,))
    )
    assert stage.rows.all[2:] == (
        ReplyRow(text="Half"),
        RemarkRow(text="Network error", role="error", actions=(AGAIN,)),
    )


def test_a_restart_does_not_reach_into_the_next_turn(stage: Stage) -> None:
    stage.begin()
    stage.engine.emit(ReplyRestarted(turn_id="t", text="", attempt=1))
    stage.engine.emit(TurnFailed(turn_id="t", text="", reason="Network error"))
    stage.begin("u", "again")
    before = stage.rows.all
    stage.engine.emit(TextDelta(turn_id="u", text="Hi"))
    assert stage.rows.all == (*before, ReplyRow(text="Hi"))


@pytest.mark.requirement("TF-08")
@pytest.mark.parametrize(
    "then",
    [
        TextDelta(turn_id="t", text="Hello"),
        ThinkingDelta(turn_id="t", text="Hm"),
        ReplySegmentFinished(turn_id="t"),
        TurnFailed(turn_id="t", text="", reason="Network error"),
    ],
    ids=["words", "thinking", "tools alone", "failure"],
)
def test_the_header_says_that_it_is_tried_again(stage: Stage, then: EngineEvent) -> None:
    stage.begin()
    stage.to(ConversationPhase.STREAMING)
    assert not stage.view.status.is_trying_again
    stage.engine.emit(ReplyRestarted(turn_id="t", text="", attempt=1))
    assert stage.view.status.is_trying_again
    stage.engine.emit(then)
    assert not stage.view.status.is_trying_again


@pytest.mark.requirement("TF-19")
def test_a_reply_that_is_not_whole_says_so_below_itself(stage: Stage) -> None:
    stage.begin()
    stage.engine.emit(
        TurnFinished(
            turn_id="t",
            text="A long",
            stop_reason="max_tokens",
            spoken=False,
            reason="Cut short.",
            hint="Let it go on.",
            actions=(GO_ON,),
        )
    )
    assert stage.rows.all[2:] == (
        ReplyRow(text="A long"),
        TurnEndRow(took_s=0.0, stop_reason="max_tokens"),
        RemarkRow(text="Cut short.", hint="Let it go on.", role="error", actions=(GO_ON,)),
    )


def test_a_button_submits_its_command(stage: Stage) -> None:
    stage.presenter.act(AGAIN)
    assert stage.engine.submitted == [RetryReply()]


def test_a_button_that_says_something_shows_the_words_as_if_they_were_typed(stage: Stage) -> None:
    stage.presenter.act(GO_ON)
    assert stage.engine.submitted == [Say(text="Go on")]
    assert stage.rows.all == (UserRow(text="Go on", sent_key=1),)


def test_the_button_of_a_notice_settles_it(stage: Stage) -> None:
    stage.engine.emit(Notice(code="kept", text="Kept.", actions=(AGAIN,)))
    stage.presenter.act_on_notice("kept", AGAIN)
    assert stage.view.notices == ()
    assert stage.engine.submitted == [RetryReply()]


@pytest.mark.requirement("G-19")
def test_the_models_are_listed_and_switched(stage: Stage) -> None:
    stage.engine.emit(
        ConversationOpened(conversation_id="c", resumed=False, model="one", models=("one", "two"))
    )
    assert (stage.view.model, stage.view.models) == ("one", ("one", "two"))
    stage.presenter.switch_model("two")
    assert stage.engine.submitted == [SwitchModel(model="two")]
    stage.engine.emit(ModelSwitched(model="two"))
    assert stage.view.model == "two"


def busy(stage: Stage, *texts: str) -> None:
    """Let words wait for the turn under way."""
    stage.begin(text="first")
    for text in texts:
        stage.presenter.send(text)
    waiting = tuple((f"w{n}", text) for n, text in enumerate(texts))
    stage.engine.emit(QueuedMessagesChanged(waiting=waiting))


@pytest.mark.requirement("G-22")
def test_words_that_wait_are_taken_back_by_their_id(stage: Stage) -> None:
    busy(stage, "second", "third")
    stage.presenter.withdraw(1)
    assert stage.engine.submitted[-1] == WithdrawMessage(words_id="w0")
    stage.engine.emit(QueuedMessagesChanged(waiting=(("w1", "third"),)))
    assert [row.text for row in stage.own()] == ["first", "third"]
    assert stage.view.named("return_words") == [("return_words", "second")]


def test_the_same_words_twice_are_told_apart(stage: Stage) -> None:
    busy(stage, "again", "again")
    stage.presenter.withdraw(2)
    assert stage.engine.submitted[-1] == WithdrawMessage(words_id="w1")


def test_words_whose_turn_begins_stay(stage: Stage) -> None:
    busy(stage, "second")
    stage.engine.emit(TurnStarted(turn_id="u", text="second", spoken=False))
    stage.engine.emit(QueuedMessagesChanged(waiting=()))
    assert [row.text for row in stage.own()] == ["first", "second"]
    assert not stage.view.named("return_words")
    stage.presenter.withdraw(1)
    assert stage.engine.submitted[-1] == Say(text="second"), "they wait no more"


def test_words_that_were_dropped_come_back_together(stage: Stage) -> None:
    busy(stage, "second", "third")
    stage.engine.emit(QueuedMessagesChanged(waiting=()))
    assert stage.view.named("return_words") == [("return_words", "second\nthird")]


def test_words_of_the_last_run_come_back_into_the_input_line(stage: Stage) -> None:
    stage.engine.emit(UnsentMessagesReturned(conversation_id="c", texts=("second", "third")))
    assert stage.view.named("return_words") == [("return_words", "second\nthird")]
    assert stage.rows.all == ()
    assert stage.engine.submitted == []


def test_words_that_were_heard_are_shown_as_queued_too(stage: Stage) -> None:
    stage.begin(text="first")
    stage.engine.emit(QueuedMessagesChanged(waiting=(("w0", "spoken words"),)))
    assert stage.own()[1:] == [UserRow(text="spoken words", is_queued=True, sent_key=1)]
    stage.engine.emit(TurnStarted(turn_id="u", text="spoken words", spoken=True))
    assert stage.rows.all[-2] == stage.head(2)
    assert stage.own()[1:] == [UserRow(text="spoken words", sent_key=1, round=2)], "shown once"


@pytest.mark.requirement("G-22")
def test_a_sixth_message_is_not_taken_and_not_lost(stage: Stage) -> None:
    busy(stage, *"abcde")
    submitted = len(stage.engine.submitted)
    assert not stage.presenter.send("one too many")
    assert len(stage.engine.submitted) == submitted
    assert stage.view.named("return_words") == [("return_words", "one too many")]
    assert "Five messages" in stage.view.notices[-1].text


def test_another_conversation_does_not_swallow_what_waits(stage: Stage) -> None:
    busy(stage, "second")
    stage.engine.emit(ConversationOpened(conversation_id="d", resumed=False, model="one"))
    assert stage.view.named("return_words") == [("return_words", "second")]
