"""Replies that break off, fail or are not whole, words that wait, another model: the presenter."""

import pytest

from assistant.protocol.conversation import (
    ConversationOpened,
    QueuedMessagesChanged,
    RetryReply,
    Say,
    UnsentMessagesReturned,
    WithdrawMessage,
)
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
    for event in (
        TextDelta(turn_id="t", text="Hello the"),
        ReplyRestarted(turn_id="t", text="", attempt=1),
        ThinkingDelta(turn_id="t", text="Hm"),
        TextDelta(turn_id="t", text="Hello"),
        TextDelta(turn_id="t", text=" there."),
        ReplySegmentFinished(turn_id="t"),
    ):
        stage.engine.emit(event)
    shown = stage.view.named("append_reply", "append_thinking", "restart_reply", "end_segment")
    assert shown == [
        ("append_reply", "t", "Hello the"),
        ("restart_reply", "t"),
        ("append_thinking", "t", "Hm"),
        ("append_reply", "t", "Hello"),
        ("append_reply", "t", " there."),
        ("end_segment", "t"),
    ]


def test_a_failure_keeps_what_is_shown_and_brings_its_buttons(stage: Stage) -> None:
    stage.begin()
    stage.engine.emit(TextDelta(turn_id="t", text="Half"))
    stage.engine.emit(ReplyRestarted(turn_id="t", text="", attempt=1))
    stage.engine.emit(
        TurnFailed(turn_id="t", text="Half", reason="Network error", actions=(AGAIN,))
    )
    assert not stage.view.named("restart_reply")
    assert stage.view.named("fail_turn") == [("fail_turn", "t", "Network error", "", False)]
    assert stage.view.actions == (AGAIN,)


def test_a_restart_does_not_reach_into_the_next_turn(stage: Stage) -> None:
    stage.begin()
    stage.engine.emit(ReplyRestarted(turn_id="t", text="", attempt=1))
    stage.engine.emit(TurnFailed(turn_id="t", text="", reason="Network error"))
    stage.begin("u", "again")
    stage.engine.emit(TextDelta(turn_id="u", text="Hi"))
    assert not stage.view.named("restart_reply")


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
    calls = [call[0] for call in stage.view.named("end_turn", "show_shortfall")]
    assert calls == ["end_turn", "show_shortfall"]
    assert stage.view.actions == (GO_ON,)


def test_a_button_submits_its_command(stage: Stage) -> None:
    stage.presenter.act(AGAIN)
    assert stage.engine.submitted == [RetryReply()]


def test_a_button_that_says_something_shows_the_words_as_if_they_were_typed(stage: Stage) -> None:
    stage.presenter.act(GO_ON)
    assert stage.engine.submitted == [Say(text="Go on")]
    assert stage.view.named("add_sent") == [("add_sent", 1, "Go on", False)]


def test_the_button_of_a_notice_settles_it(stage: Stage) -> None:
    stage.engine.emit(Notice(code="kept", text="Kept.", actions=(AGAIN,)))
    stage.presenter.act_on_notice("kept", AGAIN)
    assert stage.view.notices == ()
    assert stage.engine.submitted == [RetryReply()]


def test_the_models_are_listed_and_switched(stage: Stage) -> None:
    stage.engine.emit(
        ConversationOpened(conversation_id="c", resumed=False, model="one", models=("one", "two"))
    )
    assert stage.view.models == ("one", "two")
    stage.presenter.switch_model("two")
    assert stage.engine.submitted == [SwitchModel(model="two")]
    stage.engine.emit(ModelSwitched(model="two"))
    assert stage.view.named("show_model")[-1] == ("show_model", "two")


def busy(stage: Stage, *texts: str) -> None:
    """Let words wait for the turn under way."""
    stage.begin(text="first")
    for text in texts:
        stage.presenter.send(text)
    waiting = tuple((f"w{n}", text) for n, text in enumerate(texts))
    stage.engine.emit(QueuedMessagesChanged(waiting=waiting))


def test_words_that_wait_are_taken_back_by_their_id(stage: Stage) -> None:
    busy(stage, "second", "third")
    stage.presenter.withdraw(1)
    assert stage.engine.submitted[-1] == WithdrawMessage(words_id="w0")
    stage.engine.emit(QueuedMessagesChanged(waiting=(("w1", "third"),)))
    assert stage.view.named("withdraw_sent", "return_words") == [
        ("withdraw_sent", 1),
        ("return_words", "second"),
    ]


def test_the_same_words_twice_are_told_apart(stage: Stage) -> None:
    busy(stage, "again", "again")
    stage.presenter.withdraw(2)
    assert stage.engine.submitted[-1] == WithdrawMessage(words_id="w1")


def test_words_whose_turn_begins_stay(stage: Stage) -> None:
    busy(stage, "second")
    stage.engine.emit(TurnStarted(turn_id="u", text="second", spoken=False))
    stage.engine.emit(QueuedMessagesChanged(waiting=()))
    assert not stage.view.named("withdraw_sent", "return_words")
    stage.presenter.withdraw(1)
    assert stage.engine.submitted[-1] == Say(text="second"), "they wait no more"


def test_words_that_were_dropped_come_back_together(stage: Stage) -> None:
    busy(stage, "second", "third")
    stage.engine.emit(QueuedMessagesChanged(waiting=()))
    assert stage.view.named("return_words") == [("return_words", "second\nthird")]


def test_words_of_the_last_run_come_back_into_the_input_line(stage: Stage) -> None:
    stage.engine.emit(UnsentMessagesReturned(conversation_id="c", texts=("second", "third")))
    assert stage.view.named("return_words", "add_sent") == [("return_words", "second\nthird")]
    assert stage.engine.submitted == []


def test_words_that_were_heard_are_shown_as_queued_too(stage: Stage) -> None:
    stage.begin(text="first")
    stage.engine.emit(QueuedMessagesChanged(waiting=(("w0", "spoken words"),)))
    assert stage.view.named("add_sent") == [("add_sent", 1, "spoken words", True)]
    stage.engine.emit(TurnStarted(turn_id="u", text="spoken words", spoken=True))
    assert not stage.view.named("add_user")[1:], "they are not shown twice"
    assert stage.view.named("begin_turn")[-1] == ("begin_turn", "u", 2, 1)


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
