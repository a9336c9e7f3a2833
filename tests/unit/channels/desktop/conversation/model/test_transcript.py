from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from assistant.channels.desktop.conversation.message_entries import round_header_text, turn_end_text
from assistant.channels.desktop.conversation.model.rows import (
    BranchRow,
    QuestionRow,
    RemarkRow,
    ReplyRow,
    RoundRow,
    ThinkingRow,
    ToolCallRow,
    TurnEndRow,
    UserRow,
)
from assistant.channels.desktop.conversation.model.transcript import BranchPoint, TranscriptModel
from assistant.locale import use_language
from assistant.protocol.conversation import RetryReply
from assistant.protocol.messages import (
    HistoryMessage,
    ImagePart,
    PastQuestion,
    TextPart,
    ThinkingPart,
    ToolPart,
)
from assistant.protocol.notices import NoticeAction
from assistant.questions.model.question import Answer, Channel
from tests.helpers.clock import ManualClock
from tests.unit.channels.desktop.conversation.samples import answered, asked, single

NOON = datetime.fromisoformat("2026-03-01T12:00:00+00:00")
GREEN = answered(Answer(question_id="q", option_ids=("green",)))
PICTURE = ImagePart(media_type="image/png", data="aGk=")


class Mirror:
    """Keeps a list of keys by what it is told alone."""

    def __init__(self) -> None:
        self.keys: list[int] = []
        self.changed: list[int] = []
        self.rows: TranscriptModel

    def rows_inserted(self, index: int, count: int) -> None:
        self.keys[index:index] = self.rows.keys[index : index + count]

    def row_removed(self, index: int, key: int) -> None:
        assert self.keys.pop(index) == key

    def row_moved(self, old: int, new: int) -> None:
        self.keys.insert(new, self.keys.pop(old))

    def row_changed(self, key: int) -> None:
        self.changed.append(key)

    def rows_reset(self) -> None:
        self.keys = list(self.rows.keys)


@pytest.fixture
def mirror() -> Mirror:
    return Mirror()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOON)


@pytest.fixture
def rows(mirror: Mirror, clock: ManualClock) -> TranscriptModel:
    mirror.rows = TranscriptModel(clock=clock)
    mirror.rows.observe(mirror)
    return mirror.rows


def kinds(rows: TranscriptModel) -> list[type]:
    return [type(row) for row in rows.all]


@pytest.mark.requirement("MSG-09")
def test_a_round_stands_under_its_number_with_all_that_followed(
    rows: TranscriptModel, mirror: Mirror, clock: ManualClock
) -> None:
    rows.add_user("Time?", spoken=True)
    rows.begin_turn("t", number=3, sent=None)
    rows.append_thinking("hm")
    rows.append_reply("\n\nI ")
    rows.append_reply("look.")
    rows.add_tool("u", "clock", "{}")
    rows.finish_tool("u", "clock", "12:00", is_error=False)
    rows.append_reply("Noon.")
    clock.advance(2.5)
    rows.end_turn("t")
    assert rows.all == (
        RoundRow(number=3, at=NOON),
        UserRow(text="Time?", is_spoken=True, round=3),
        ThinkingRow(text="hm"),
        ReplyRow(text="I look."),
        ToolCallRow(tool_use_id="u", name="clock", arguments="{}", result="12:00", is_over=True),
        ReplyRow(text="Noon."),
        TurnEndRow(took_s=2.5),
    )
    assert mirror.keys == rows.keys


def test_words_that_waited_move_down_to_their_round(rows: TranscriptModel, mirror: Mirror) -> None:
    rows.add_sent(1, "first", queued=False)
    rows.begin_turn("t", number=1, sent=1)
    rows.add_sent(2, "second", queued=True)
    rows.append_reply("to the first")
    rows.sent_settled(2)
    rows.begin_turn("u", number=2, sent=2)
    assert kinds(rows) == [RoundRow, UserRow, ReplyRow, RoundRow, UserRow]
    last = rows.all[-1]
    assert isinstance(last, UserRow)
    assert (last.text, last.is_queued, last.round) == ("second", False, 2)
    assert mirror.keys == rows.keys


def test_what_is_heard_stays_below_everything(rows: TranscriptModel, mirror: Mirror) -> None:
    rows.set_interim("what")
    rows.append_reply("still replying")
    rows.set_interim("what is", " is")
    assert rows.all[-1] == UserRow(text="what is", tentative=" is", is_ghost=True)
    rows.set_interim("")
    assert kinds(rows) == [ReplyRow]
    assert mirror.keys == rows.keys


def test_a_reply_that_is_made_anew_leaves_nothing_of_the_old_one(
    rows: TranscriptModel, mirror: Mirror
) -> None:
    rows.add_tool("u", "clock", "{}")
    rows.finish_tool("u", "clock", "12:00", is_error=False)
    rows.append_thinking("hm")
    rows.append_reply("It is n")
    rows.restart_segment()
    rows.append_reply("Noon.")
    rows.end_segment()
    rows.restart_segment()
    assert kinds(rows) == [ToolCallRow, ReplyRow], "what is complete stands"
    assert rows.all[-1] == ReplyRow(text="Noon.")
    assert mirror.keys == rows.keys


@pytest.mark.parametrize("cancelled", [True, False])
def test_a_tool_that_ran_when_the_turn_ended_runs_no_more(
    rows: TranscriptModel, cancelled: bool
) -> None:
    rows.add_tool("u", "clock", "{}")
    rows.fail_turn("t", "No network.", "Check it.", cancelled=cancelled)
    tool, remark = rows.all
    assert isinstance(tool, ToolCallRow)
    assert (tool.is_over, tool.result) == (True, None)
    assert isinstance(remark, RemarkRow)
    assert remark.role == ("info" if cancelled else "error")


AGAIN = NoticeAction(label="Try again", command=RetryReply())


@pytest.mark.parametrize("cancelled", [True, False])
def test_a_reply_can_be_made_anew_until_the_next_turn_begins(
    rows: TranscriptModel, cancelled: bool
) -> None:
    rows.fail_turn("t", "No network.", "", cancelled=cancelled, actions=(AGAIN,))
    (remark,) = rows.all
    assert isinstance(remark, RemarkRow)
    assert remark.actions == (AGAIN,)
    rows.add_user("something else")
    rows.begin_turn("u", number=2, sent=None)
    assert [row.actions for row in rows.all if isinstance(row, RemarkRow)] == [()]


@pytest.mark.requirement("TF-19")
def test_what_may_be_done_about_a_reply_that_is_not_whole_goes_with_the_next_turn(
    rows: TranscriptModel,
) -> None:
    rows.end_turn("t", stop_reason="refusal", lack=RemarkRow(text="Declined.", actions=(AGAIN,)))
    rows.add_remark("A larger model knows more.", actions=(AGAIN,))
    assert [row.actions for row in rows.all if isinstance(row, RemarkRow)] == [(AGAIN,), (AGAIN,)]
    rows.begin_turn("u", number=2, sent=None)
    assert [row.actions for row in rows.all if isinstance(row, RemarkRow)] == [(), (AGAIN,)]


def test_the_last_reply_of_a_stored_conversation_can_be_made_anew_if_it_was_cut_short(
    rows: TranscriptModel,
) -> None:
    half = [
        HistoryMessage(message_id="1", role="user", text="Hi", round=1, said_at=NOON),
        HistoryMessage(message_id="2", role="assistant", text="Hal", partial=True),
    ]
    rows.show_history([*half, *(replace(one, message_id=one.message_id + "b") for one in half)])
    remarks = [row.actions for row in rows.all if isinstance(row, RemarkRow)]
    assert remarks == [(), (AGAIN,)]
    rows.begin_turn("u", number=3, sent=None)
    assert [row.actions for row in rows.all if isinstance(row, RemarkRow)] == [(), ()]


def test_a_stored_message_is_found_by_its_id_and_by_that_of_its_result(
    rows: TranscriptModel,
) -> None:
    call = ToolPart(tool_use_id="u", name="clock", arguments="{}", result="12:00", result_id="3")
    rows.show_history(
        [
            HistoryMessage(message_id="1", role="user", text="Time?", round=1, said_at=NOON),
            HistoryMessage(
                message_id="2",
                role="assistant",
                text="I look.",
                parts=(ThinkingPart(text="hm"), TextPart(text="I look."), call),
            ),
        ]
    )
    found = [rows.of_message(message_id) for message_id in ("1", "2", "3")]
    assert [type(rows.row(key)) for key in found if key is not None] == [
        UserRow,
        ThinkingRow,
        ToolCallRow,
    ]
    assert rows.of_message("4") is None


def test_words_that_are_stored_can_be_gone_to(rows: TranscriptModel) -> None:
    rows.add_user("Time?")
    rows.begin_turn("t", number=1, sent=None)
    rows.words_kept("t", "m", ("m", "n"))
    key = rows.of_message("m")
    assert key is not None
    assert rows.row(key) == UserRow(text="Time?", round=1, message_id="m", siblings=("m", "n"))


def test_the_past_stands_above_what_is_there(rows: TranscriptModel, mirror: Mirror) -> None:
    rows.add_user("now")
    rows.show_history([HistoryMessage(message_id="1", role="user", text="then")])
    assert [row.text for row in rows.all if isinstance(row, UserRow)] == ["then", "now"]
    assert mirror.keys == rows.keys


@pytest.mark.requirement("TF-19")
@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (HistoryMessage(message_id="1", role="assistant", text="Hal", partial=True), 2),
        (HistoryMessage(message_id="1", role="assistant", text="", partial=True), 1),
        (HistoryMessage(message_id="1", role="assistant", text=""), 0),
    ],
    ids=["cut", "empty", "only a choice"],
)
def test_a_reply_that_was_cut_says_so(
    rows: TranscriptModel, message: HistoryMessage, expected: int
) -> None:
    rows.show_history([message])
    assert len(rows) == expected
    assert any(isinstance(row, RemarkRow) for row in rows.all) is message.partial


def test_a_picture_stands_with_the_words_it_came_with(rows: TranscriptModel) -> None:
    parts = (PICTURE, TextPart(text="What is this?"))
    message = HistoryMessage(message_id="1", role="user", text="What is this?", parts=parts)
    rows.show_history([message])
    assert rows.all == (UserRow(text="What is this?", message_id="1", attachments=(PICTURE,)),)
    assert rows.attachments_of("1") == (PICTURE,)


@pytest.mark.requirement("MSG-17", "MSG-19")
def test_a_settled_question_keeps_its_place_and_its_answer(rows: TranscriptModel) -> None:
    rows.add_question(asked(single()))
    rows.append_reply("meanwhile")
    rows.close_question(asked(single()), GREEN, Channel.VOICE)
    assert rows.all[0] == QuestionRow(
        questions=asked(single()), response=GREEN, channel=Channel.VOICE
    )


def test_the_time_of_a_reply_leaves_out_how_long_the_user_took_to_answer(
    rows: TranscriptModel, clock: ManualClock
) -> None:
    call = asked(single()).model_copy(update={"tool_use_id": "u"})
    other = asked(single(), set_id="of another program")
    rows.begin_turn("t", number=None, sent=None)
    rows.add_question(other)
    clock.advance(2)
    rows.add_question(call)
    clock.advance(30)
    rows.close_question(call, GREEN, Channel.DESKTOP)
    rows.show_reopened(call)
    clock.advance(4)
    rows.close_question(call, GREEN, Channel.DESKTOP)
    rows.close_question(other, GREEN, Channel.DESKTOP)
    clock.advance(1)
    rows.end_turn("t")
    assert rows.all[-1] == TurnEndRow(took_s=3.0)

    reply = HistoryMessage(
        message_id="1",
        role="assistant",
        text="Green.",
        took_s=37.0,
        ended_at=NOON + timedelta(seconds=37),
        ends_turn=True,
    )
    past = PastQuestion(
        questions=call,
        response=GREEN,
        asked_at=NOON + timedelta(seconds=2),
        channel=Channel.DESKTOP,
        after=None,
        settled_at=NOON + timedelta(seconds=36),
    )
    rows.clear()
    rows.show_history([reply], [past, replace(past, questions=other)])
    assert rows.all[-1] == TurnEndRow(took_s=3.0)


def test_what_was_left_behind_is_folded_into_one_row(rows: TranscriptModel, mirror: Mirror) -> None:
    rows.add_question(asked(single(), set_id="s"))
    rows.close_question(asked(single(), set_id="s"), GREEN, Channel.DESKTOP)
    rows.append_reply("after it")
    rows.add_question(asked(single(), set_id="open"))
    rows.clear(branch=BranchPoint(left_at="s", taken_at="other"))
    assert mirror.keys == rows.keys
    assert rows.all == (BranchRow(rows=(ReplyRow(text="after it"),)),)


def test_all_that_is_told_is_enough_to_follow(rows: TranscriptModel, mirror: Mirror) -> None:
    steps: list[Callable[[], None]] = [
        lambda: rows.add_sent(1, "a", queued=True),
        lambda: rows.append_reply("b"),
        lambda: rows.withdraw_sent(1),
        lambda: rows.add_remark("c"),
        lambda: rows.show_history([HistoryMessage(message_id="1", role="user", text="d")]),
        lambda: rows.clear(),
        lambda: rows.append_thinking("e"),
    ]
    for step in steps:
        step()
        assert mirror.keys == rows.keys
    assert kinds(rows) == [ThinkingRow]


def test_a_piece_of_a_reply_changes_one_row_however_long_the_conversation_is(
    rows: TranscriptModel, mirror: Mirror
) -> None:
    rows.show_history([HistoryMessage(message_id=str(n), role="user", text="x") for n in range(99)])
    rows.append_reply("First ")
    before = list(mirror.keys)
    for _piece in range(50):
        rows.append_reply("more ")
    assert mirror.changed == [before[-1]] * 50
    assert mirror.keys == before


def test_the_head_of_a_round_has_the_day_only_if_it_was_another() -> None:
    at = datetime(2026, 3, 1, 14, 5).astimezone()
    row = RoundRow(number=3, at=at)
    assert round_header_text(row, at.replace(hour=23)) == "Message 3 · 14:05"
    assert round_header_text(row, at.replace(day=2)) == "Message 3 · yesterday 14:05"
    assert round_header_text(RoundRow(number=3, at=None), at) == "Message 3"


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (TurnEndRow(took_s=2.5), "Done in 2.5 s"),
        (TurnEndRow(took_s=None), "Done"),
        (TurnEndRow(took_s=None, stop_reason="refusal"), "The model declined to answer."),
        (
            TurnEndRow(took_s=1.0, stop_reason="max_tokens"),
            "The reply was cut off: it reached the length limit. · 1.0 s",
        ),
    ],
)
def test_the_end_of_a_turn_says_how_it_ended(row: TurnEndRow, text: str) -> None:
    assert turn_end_text(row) == text


def test_the_end_of_a_turn_leaves_no_gap_in_chinese() -> None:
    use_language("zh")
    assert turn_end_text(TurnEndRow(took_s=2.5)) == "用时 2.5 秒"


def test_how_far_a_tool_is_shows_while_it_runs(rows: TranscriptModel, mirror: Mirror) -> None:
    rows.begin_turn("t", number=1, sent=None)
    rows.add_tool("u", "slow", "{}")
    rows.progress_tool("u", "step 2", 0.4)
    running = ToolCallRow(
        tool_use_id="u", name="slow", arguments="{}", progress="step 2", share=0.4
    )
    assert running in rows.all
    rows.finish_tool("u", "slow", "done", is_error=False)
    before = rows.all
    rows.progress_tool("u", "too late", 0.9)
    rows.progress_tool("another", "of nobody", None)
    assert rows.all == before


def test_what_came_from_another_device_stands_below_what_is_there(
    rows: TranscriptModel, mirror: Mirror
) -> None:
    first = HistoryMessage(message_id="1", role="user", text="then")
    rows.show_history([first])
    keys = list(rows.keys)
    rows.set_interim("I am saying")
    came = HistoryMessage(message_id="2", role="assistant", text="Right.")
    rows.show_history([first, came], shown=1)
    assert rows.keys[: len(keys)] == keys
    assert [row.text for row in rows.all if isinstance(row, UserRow | ReplyRow)][:2] == [
        "then",
        "Right.",
    ]
    assert mirror.keys == rows.keys
