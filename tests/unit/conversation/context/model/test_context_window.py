"""Which messages are sent: groups, bounds, the anchor, questions that wait."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.conversation.context.model.context_window import (
    MIN_MESSAGES,
    ContextWindow,
    WindowBounds,
    select_window,
)
from assistant.conversation.context.model.message_groups import (
    IMAGE_CHARACTERS,
    ReplayOptions,
    newest_spans,
    size_of,
)
from assistant.conversation.history.message_history import HistoryEntry
from assistant.conversation.history.model.replay import replay
from assistant.llm.messages_api.messages import ImageBlock, Message, TextBlock, user_text
from tests.helpers.engine.history_entries import KINDS, LONG, PLAIN, Entries, Kind, history
from tests.helpers.llm.message_rules import faults

kinds_lists = st.lists(st.sampled_from(KINDS), max_size=30)


def window(
    entries: list[HistoryEntry],
    *,
    recent: int = 30,
    characters: int = 80_000,
    anchor: str | None = None,
    waiting: tuple[str, ...] = (),
    tools: bool = True,
) -> ContextWindow:
    """Open a window for the turn of the last entry."""
    return select_window(
        entries,
        reading=ReplayOptions(turn_id=entries[-1].turn_id, tools=tools),
        bounds=WindowBounds(messages=recent, characters=characters),
        anchor=anchor,
        waiting=waiting,
    )


def words(window: ContextWindow) -> list[str]:
    """Return the words of each message that is sent."""
    return [message.text for message in window.messages]


def dumped(messages: tuple[Message, ...]) -> list[dict[str, object]]:
    """Return messages as they go over the wire."""
    return [message.model_dump() for message in messages]


@pytest.mark.requirement("CTX-14", "CTX-16")
@given(kinds_lists, st.integers(1, 40), st.integers(0, 20_000), st.booleans())
def test_what_is_sent_is_a_valid_conversation_that_ends_with_the_present_words(
    kinds: list[Kind], recent: int, characters: int, tools: bool
) -> None:
    entries = history(*kinds)
    messages = window(entries, recent=recent, characters=characters, tools=tools).messages
    assert faults(dumped(messages)) == []
    assert messages[-1].text.endswith("now")


@given(kinds_lists, st.integers(5, 40), st.integers(0, 20_000))
def test_bounds_are_kept_by_all_but_the_least_window(
    kinds: list[Kind], recent: int, characters: int
) -> None:
    entries = history(*kinds)
    opened = window(entries, recent=recent, characters=characters)
    beyond_newest = opened.weight - opened.groups[-1].weight
    assert beyond_newest == 0 or opened.weight <= recent
    without_oldest = opened.weight - opened.groups[0].weight
    assert opened.size <= characters or without_oldest < MIN_MESSAGES


@given(kinds_lists)
def test_groups_are_exactly_the_replayed_conversation(kinds: list[Kind]) -> None:
    entries = history(*kinds)
    whole = replay(entries, current_turn=entries[-1].turn_id)
    opened = window(entries, recent=10_000, characters=10_000_000)
    assert opened.messages == whole
    assert opened.begins == 0


@given(kinds_lists)
def test_spans_cover_the_history_without_a_gap(kinds: list[Kind]) -> None:
    spans = list(newest_spans(history(*kinds)))
    assert spans[-1][0] == 0
    assert all(newer[0] == older[1] for newer, older in pairwise(spans))


@pytest.mark.requirement("CTX-08", "G-26")
def test_a_window_keeps_the_newest_thirty_messages() -> None:
    opened = window(history(*PLAIN * 40))
    assert opened.weight == 29  # whole groups: 14 turns and the present words
    assert words(opened)[0] == "q27"


@pytest.mark.requirement("CTX-08", "G-26")
def test_a_call_and_its_result_count_as_one_message() -> None:
    entries = history("tool", "tool")
    assert window(entries, recent=7).weight == 7
    assert len(window(entries, recent=7).messages) == 9
    assert window(entries, recent=6).weight == 4


@pytest.mark.requirement("CTX-09", "CTX-10")
def test_over_the_budget_the_oldest_go_first_but_five_stay() -> None:
    entries = history(*LONG * 10)
    assert words(window(entries, characters=1_000))[::2] == ["q9", "q10", "now"]


def test_bounds_of_one_message_leave_the_present_words_and_what_followed() -> None:
    entries = Entries().turns(["plain", "plain"])
    turn = entries.ask("now")
    entries.call(turn, result="x" * 5_000)
    messages = window(entries.all, recent=1, characters=10).messages
    assert [m.role for m in messages] == ["user", "assistant", "user"]
    assert messages[0].text == "now"


@pytest.mark.requirement("CTX-14", "CTX-16")
def test_words_after_a_call_without_result_stay_with_it() -> None:
    messages = window(history("plain", "unanswered"), recent=1).messages
    assert messages[0].text == "q2"
    assert messages[-1].text == "now"


class TestAnchor:
    """Where the window begins from one request to the next."""

    def test_the_window_begins_where_it_did_while_it_fits(self) -> None:
        entries = history(*PLAIN * 20)
        assert words(window(entries, anchor="t15.28"))[0] == "q15"

    def test_it_is_moved_a_good_piece_at_once(self) -> None:
        begun = [
            words(window(history(*PLAIN * count), recent=12, anchor=anchor))[0]
            for count, anchor in ((5, "t1.0"), (6, "t1.0"), (7, "t3.4"), (8, "t3.4"))
        ]
        assert begun == ["q1", "q3", "q3", "q5"]

    def test_an_anchor_of_another_branch_is_no_failure(self) -> None:
        assert words(window(history("plain", "plain"), anchor="gone"))[0] == "q1"

    @given(st.lists(st.sampled_from(KINDS), min_size=8, max_size=40), st.integers(8, 20))
    def test_moves_are_few(self, kinds: list[Kind], recent: int) -> None:
        """Between two moves there is room for a quarter of the window."""
        entries = Entries()
        anchor: str | None = None
        moves = 0
        for kind in kinds:
            turn = entries.ask()
            opened = window(entries.all, recent=recent, anchor=anchor)
            begins = entries.all[opened.begins].uuid
            moves += anchor is not None and begins != anchor
            anchor = begins
            if kind != "failed":
                entries.reply(turn)
        assert moves <= 2 + 2 * len(kinds) // (recent // 4)


class TestWaiting:
    """Questions that wait for an answer (CTX-16)."""

    def test_the_turn_in_which_a_question_waits_is_never_dropped(self) -> None:
        entries = Entries()
        entries.turn()
        asking = entries.turn("tool")
        entries.turns(PLAIN * 20)
        entries.ask("now")
        opened = window(entries.all, recent=6, waiting=(asking,))
        assert words(opened)[0] == "q2"
        assert faults(dumped(opened.messages)) == []
        assert words(opened)[-1] == "now"
        assert len(words(opened)) == 4 + 5

    def test_one_in_the_window_is_sent_once(self) -> None:
        entries = history("plain", "tool")
        opened = window(entries, waiting=("t2",))
        assert words(opened).count("q2") == 1

    def test_what_waits_takes_its_room_from_the_others(self) -> None:
        entries = Entries()
        asking = entries.turn("long")
        entries.turns(PLAIN * 20)
        entries.ask("now")
        alone = window(entries.all, characters=3_600)
        opened = window(entries.all, characters=3_600, waiting=(asking,))
        assert opened.size <= 3_600
        assert len(opened.groups) < len(alone.groups)

    @given(kinds_lists, st.integers(1, 30), st.integers(0, 9_000), st.data())
    def test_what_is_sent_stays_valid(
        self, kinds: list[Kind], recent: int, characters: int, data: st.DataObject
    ) -> None:
        entries = history(*kinds)
        turns = sorted({entry.turn_id for entry in entries})
        waiting = tuple(data.draw(st.lists(st.sampled_from(turns), max_size=3)))
        messages = window(entries, recent=recent, characters=characters, waiting=waiting).messages
        assert faults(dumped(messages)) == []
        said = " ".join(message.text for message in messages)
        for turn in waiting:
            own = next(e for e in entries if e.turn_id == turn).message.text
            assert own in said


@pytest.mark.parametrize("data", ["", "x" * 100_000])
def test_a_picture_costs_the_same_however_many_bytes_it_has(data: str) -> None:
    picture = ImageBlock(source={"type": "base64", "media_type": "image/png", "data": data})
    size = size_of(Message(role="user", content=(TextBlock(text="look"), picture)))
    assert IMAGE_CHARACTERS < size < IMAGE_CHARACTERS + 300


def test_the_size_of_a_message_is_that_of_its_json() -> None:
    assert size_of(user_text("안녕")) == len(user_text("안녕").model_dump_json())
