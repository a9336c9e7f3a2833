from datetime import UTC

import pytest

from assistant.channels.desktop.history.model.date_groups import GroupHeading
from assistant.channels.desktop.history.model.presenter import HistoryPresenter, HistoryView
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.history import (
    BranchFrom,
    ConversationCopied,
    ConversationSummary,
    CopyConversation,
    HistoryFound,
    ListConversations,
    OpenConversation,
    SearchHistory,
    SearchHit,
)
from assistant.protocol.messages import HistoryLoaded, HistoryMessage
from assistant.protocol.notices import Notice
from assistant.protocol.turns import TurnStarted
from tests.helpers.clock import ManualClock
from tests.helpers.engine.fake_client import FakeEngineClient
from tests.unit.channels.desktop.history.history_samples import FakeHistoryView, found, hit, listed


class Scene:
    """A presenter between a fake engine and a fake view."""

    def __init__(self) -> None:
        self.engine = FakeEngineClient()
        self.shown = FakeHistoryView()
        view: HistoryView = self.shown
        self.clock = ManualClock()
        self.presenter = HistoryPresenter(engine=self.engine, view=view, clock=self.clock, zone=UTC)
        self.engine.subscribe(self.presenter.handle)

    def open(self, conversation_id: str, message_id: str | None = None) -> None:
        """The engine opens a conversation."""
        self.engine.emit(
            ConversationOpened(
                conversation_id=conversation_id, resumed=True, model="m", message_id=message_id
            )
        )

    @property
    def titles(self) -> list[str]:
        """What is listed."""
        return [row.title for row in self.shown.rows if isinstance(row, ConversationSummary)]

    @property
    def hit_ids(self) -> list[str] | None:
        """The messages that were found, as shown."""
        found = self.shown.found
        return None if found is None else [hit.message_id for hit in found.hits]


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_the_list_is_asked_for_once_when_it_is_first_seen(scene: Scene) -> None:
    scene.engine.emit(listed("a"))
    assert scene.shown.rows == ()
    scene.presenter.opened()
    scene.presenter.opened()
    assert scene.engine.submitted == [ListConversations()]
    scene.open("b")
    scene.engine.emit(listed("a", "b", current="b"))
    assert scene.titles == ["About a", "About b"]
    assert scene.shown.current == "b"


def test_no_list_is_shown_before_it_came(scene: Scene) -> None:
    scene.presenter.opened()
    scene.open("b")
    scene.presenter.refresh()
    assert "show_conversations" not in [name for name, *_ in scene.shown.calls]
    scene.engine.emit(listed())
    assert "show_conversations" in [name for name, *_ in scene.shown.calls]


def test_the_list_seen_again_on_another_day_has_other_groups(scene: Scene) -> None:
    scene.presenter.opened()
    scene.engine.emit(listed("a"))
    assert scene.shown.rows[0] == GroupHeading(text="Today")
    scene.clock.advance(24 * 3600)
    scene.presenter.opened()
    assert scene.shown.rows[0] == GroupHeading(text="Yesterday")


def test_another_conversation_is_marked_as_soon_as_it_is_open(scene: Scene) -> None:
    scene.presenter.opened()
    scene.engine.emit(listed("a", "b"))
    scene.open("b")
    assert scene.shown.current == scene.presenter.current == "b"
    assert scene.presenter.current == "b"


def test_a_search_is_asked_once_and_only_its_own_result_is_shown(scene: Scene) -> None:
    scene.presenter.search("  old   words ")
    scene.presenter.search("old words")
    assert scene.engine.submitted == [SearchHistory(query="old words")]
    scene.engine.emit(found("old", hit("a", "1")))
    assert scene.hit_ids is None
    scene.engine.emit(found("old words", hit("a", "1")))
    assert scene.hit_ids == ["1"]


def test_a_blank_search_asks_nothing_and_forgets_the_result(scene: Scene) -> None:
    scene.presenter.search("word")
    scene.presenter.search(" ")
    scene.engine.emit(found("word", hit("a", "1")))
    assert scene.shown.found is None
    scene.presenter.search("word")
    assert scene.engine.submitted == [SearchHistory(query="word")] * 2


@pytest.mark.parametrize(
    ("count", "is_cut", "note"),
    [
        (0, False, "Nothing found for “word”."),
        (2, False, ""),
        (2, True, "Only the best 2 are shown. Another word narrows them down."),
    ],
)
def test_a_result_says_if_it_is_nothing_or_not_all(
    scene: Scene, count: int, is_cut: bool, note: str
) -> None:
    scene.presenter.search("word")
    hits = [hit("a", str(n)) for n in range(count)]
    scene.engine.emit(found("word", *hits, is_cut=is_cut))
    assert scene.shown.found is not None
    assert scene.shown.found.note == note


def test_what_was_found_follows_renaming_and_deleting(scene: Scene) -> None:
    scene.presenter.opened()
    scene.engine.emit(listed("a", "b"))
    scene.presenter.search("word")
    scene.engine.emit(found("word", hit("a", "1"), hit("b", "2")))
    scene.engine.emit(listed("b"))
    assert scene.hit_ids == ["2"]
    scene.engine.emit(listed())
    assert scene.hit_ids == []
    assert scene.shown.found is not None
    assert scene.shown.found.note == "Nothing found for “word”."


def test_a_conversation_is_opened_and_then_its_message_gone_to(scene: Scene) -> None:
    scene.open("a")
    scene.presenter.open("b", "7")
    assert scene.engine.submitted == [OpenConversation(conversation_id="b", message_id="7")]
    assert ("conversation_chosen",) in scene.shown.calls
    scene.open("b", "7")
    assert ("show_message", "7") not in scene.shown.calls
    scene.engine.emit(HistoryLoaded(conversation_id="b"))
    assert scene.shown.calls[-1] == ("show_message", "7")
    scene.engine.emit(HistoryLoaded(conversation_id="b"))
    assert scene.shown.calls.count(("show_message", "7")) == 1


def test_a_message_of_the_conversation_that_is_shown_needs_no_engine(scene: Scene) -> None:
    scene.open("a")
    scene.shown.messages = {"1"}
    scene.presenter.open("a")
    scene.presenter.open("a", "1")
    assert scene.engine.submitted == []
    scene.presenter.open("a", "on another branch")
    assert scene.engine.submitted == [
        OpenConversation(conversation_id="a", message_id="on another branch")
    ]


def test_another_branch_is_opened_in_the_same_conversation(scene: Scene) -> None:
    scene.open("a")
    scene.presenter.switch_branch("2")
    assert scene.engine.submitted == [OpenConversation(conversation_id="a", message_id="2")]


def test_changed_words_begin_a_branch_and_blank_ones_nothing(scene: Scene) -> None:
    scene.presenter.edit("1", "old")
    assert scene.shown.calls[-1] == ("begin_editing", "1", "old")
    scene.presenter.send_edited("1", " \n")
    scene.presenter.send_edited("1", " new ")
    assert scene.engine.submitted == [BranchFrom(message_id="1", text="new", attachments=())]


def test_words_being_changed_are_left_with_their_conversation_alone(scene: Scene) -> None:
    scene.open("a")
    scene.shown.calls.clear()
    scene.open("a")
    assert ("end_editing",) not in scene.shown.calls
    scene.open("b")
    assert ("end_editing",) in scene.shown.calls


def test_words_being_changed_are_left_with_their_branch(scene: Scene) -> None:
    scene.open("a")
    scene.presenter.edit("1", "old")
    messages = [HistoryMessage(message_id=n, role="user", text=n) for n in ("0", "1")]
    scene.shown.calls.clear()
    scene.engine.emit(HistoryLoaded(conversation_id="a", messages=tuple(messages)))
    assert scene.shown.calls == []
    scene.engine.emit(HistoryLoaded(conversation_id="a", messages=tuple(messages[:1])))
    assert scene.shown.calls == [("end_editing",)]


@pytest.mark.parametrize("code", ["history_refused", "model_unavailable", "command_failed"])
@pytest.mark.parametrize("has_branched", [False, True])
def test_changed_words_that_are_not_taken_come_back(
    scene: Scene, code: str, has_branched: bool
) -> None:
    scene.open("a")
    scene.presenter.edit("1", "old")
    scene.presenter.send_edited("1", "new")
    if has_branched:
        scene.open("a")
    scene.engine.emit(Notice(code="something_else", text="t"))
    scene.shown.calls.clear()
    scene.engine.emit(Notice(code=code, text="t"), Notice(code=code, text="t"))
    back = ("return_words", "new") if has_branched else ("begin_editing", "1", "new")
    assert scene.shown.calls == [back]


def test_changed_words_that_a_turn_took_do_not_come_back(scene: Scene) -> None:
    scene.open("a")
    scene.presenter.send_edited("1", "new")
    scene.open("a")
    scene.engine.emit(TurnStarted(turn_id="t", text="new", spoken=False))
    scene.shown.calls.clear()
    scene.engine.emit(Notice(code="command_failed", text="t"))
    assert scene.shown.calls == []


def test_another_language_shows_everything_anew(scene: Scene) -> None:
    scene.presenter.opened()
    scene.engine.emit(listed("a"))
    scene.presenter.search("word")
    scene.engine.emit(found("word"))
    scene.shown.calls.clear()
    scene.shown.found = None
    scene.presenter.refresh()
    assert scene.shown.calls == [("show_conversations",)]
    assert scene.shown.found is not None


def test_the_conversation_that_is_held_is_copied(scene: Scene) -> None:
    scene.open("a")
    scene.presenter.copy_current()
    assert scene.engine.submitted == [CopyConversation(conversation_id="a")]
    scene.engine.emit(ConversationCopied(text="# A\n"))
    assert scene.shown.calls[-1] == ("copy_text", "# A\n")


def test_other_events_change_nothing(scene: Scene) -> None:
    scene.engine.emit(Notice(code="n", text="t"))
    assert scene.shown.calls == []


@pytest.mark.parametrize("hits", [(), (hit("c", "1"),)], ids=["nothing yet", "something"])
def test_a_search_says_while_there_may_be_more(scene: Scene, hits: tuple[SearchHit, ...]) -> None:
    scene.presenter.search("word")
    scene.engine.emit(HistoryFound(query="word", hits=hits, is_partial=True))
    assert scene.shown.found is not None
    assert len(scene.shown.found.hits) == len(hits)
    note = "Older conversations are still being read in; there may be more."
    assert scene.shown.found.note == note
    scene.engine.emit(HistoryFound(query="word", hits=(hit("c", "1"),)))
    assert scene.shown.found.note == ""
