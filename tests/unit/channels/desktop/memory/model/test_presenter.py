from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.channels.desktop.memory.model.editor_state import MemoryEditorState
from assistant.channels.desktop.memory.model.presenter import MemoryPresenter
from assistant.memory.model.outcomes import ArchivedVersion, StoredMemory
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.commands import Command
from assistant.protocol.conversation import ConversationOpened
from assistant.protocol.memory import (
    ArchivedRead,
    CompactMemory,
    MemoryRead,
    MemorySaved,
    ReadArchived,
    ReadMemory,
    SaveMemory,
)
from assistant.protocol.turns import TextDelta
from tests.helpers.engine.fake_client import FakeEngineClient

PATHS = {
    MemoryScope.WORKSPACE: Path("/w/memory.md"),
    MemoryScope.AGENT: Path("/w/a/memory.md"),
    MemoryScope.PERSONAL: Path("/me.md"),
}
ARCHIVED = ArchivedVersion(
    name="personal-1",
    scope=MemoryScope.PERSONAL,
    at=datetime(2026, 11, 22, tzinfo=UTC),
    characters=9,
)


class FakeMemoryView:
    """Implements `MemoryView`; remembers what it shows."""

    def __init__(self) -> None:
        self.pages: dict[MemoryScope, MemoryEditorState] = {}
        self.archive: tuple[ArchivedVersion, ...] = ()
        self.archived: list[tuple[str, str]] = []
        self.owners = ("", "")
        self.drafts: tuple[Path, ...] = ()
        self.scope: MemoryScope | None = None
        self.n_left = 0

    def show_page(self, scope: MemoryScope, page: MemoryEditorState) -> None:
        """Remember a page."""
        self.pages[scope] = page

    def show_archive(self, archive: Sequence[ArchivedVersion]) -> None:
        """Remember the archive."""
        self.archive = tuple(archive)

    def show_archived(self, archived: ArchivedVersion, text: str) -> None:
        """Remember an earlier version."""
        self.archived.append((archived.name, text))

    def show_scope(self, scope: MemoryScope) -> None:
        """Remember which is turned to."""
        self.scope = scope

    def show_owners(self, workspace: str, agent: str) -> None:
        """Remember whose memory it is."""
        self.owners = (workspace, agent)

    def show_drafts(self, paths: Sequence[Path]) -> None:
        """Remember drafts."""
        self.drafts = tuple(paths)

    def leave(self) -> None:
        """Count."""
        self.n_left += 1


def file(scope: MemoryScope, text: str, path: str = "") -> StoredMemory:
    return StoredMemory(
        scope=scope,
        path=Path(path) if path else PATHS[scope],
        text=text,
        digest=f"digest of {text}",
        limit=8000,
    )


class Desk:
    """A presenter between a fake engine and a fake view."""

    def __init__(self) -> None:
        self.engine = FakeEngineClient()
        self.view = FakeMemoryView()
        self.presenter = MemoryPresenter(engine=self.engine, view=self.view)

    def read(self, *files: StoredMemory, archive: tuple[ArchivedVersion, ...] = ()) -> None:
        self.presenter.handle(MemoryRead(files=files, archive=archive))

    def saved(
        self, scope: MemoryScope, problem: str = "", conflict: StoredMemory | None = None
    ) -> None:
        self.presenter.handle(MemorySaved(scope=scope, problem=problem, conflict=conflict))

    def sent(self, kind: type[Command]) -> list[Command]:
        return [one for one in self.engine.submitted if isinstance(one, kind)]


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.presenter.open()
    desk.read(*(file(scope, f"- of {scope.value}") for scope in MemoryScope))
    return desk


ME, WORK = MemoryScope.PERSONAL, MemoryScope.WORKSPACE


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ((), MemoryScope.WORKSPACE),
        ((MemoryScope.PERSONAL,), MemoryScope.PERSONAL),
        ((MemoryScope.AGENT, MemoryScope.PERSONAL), MemoryScope.AGENT),
        (tuple(MemoryScope), MemoryScope.WORKSPACE),
    ],
)
def test_it_begins_with_a_memory_that_says_something(
    said: tuple[MemoryScope, ...], shown: MemoryScope
) -> None:
    desk = Desk()
    desk.presenter.open()
    desk.read(*(file(scope, "- fact" if scope in said else "") for scope in MemoryScope))
    assert desk.view.scope is shown


def test_it_stays_where_the_user_turned_to() -> None:
    desk = Desk()
    desk.presenter.open(MemoryScope.AGENT)
    desk.read(*(file(scope, "") for scope in MemoryScope))
    assert desk.view.scope is MemoryScope.AGENT
    desk.presenter.open()
    desk.read(*(file(scope, f"- of {scope.value}") for scope in MemoryScope))
    assert desk.view.scope is MemoryScope.AGENT


def test_the_files_are_asked_for_when_it_opens(desk: Desk) -> None:
    assert desk.engine.submitted == [ReadMemory()]
    assert {scope: page.text for scope, page in desk.view.pages.items()} == {
        scope: f"- of {scope.value}" for scope in MemoryScope
    }


def test_nothing_is_asked_for_before_it_opens() -> None:
    desk = Desk()
    desk.presenter.handle(opened("shop", "teacher"))
    desk.presenter.save(ME)
    desk.presenter.type(ME, "lost?")

    assert desk.engine.submitted == []
    assert desk.presenter.page(ME) is None
    assert desk.view.owners == ("shop", "teacher")


def opened(workspace: str, agent: str) -> ConversationOpened:
    return ConversationOpened(
        conversation_id="c", resumed=False, model="m", workspace=workspace, agent=agent
    )


def test_words_are_saved_over_the_text_they_were_made_from(desk: Desk) -> None:
    desk.presenter.type(ME, "- tea")
    desk.presenter.save(ME)

    assert desk.sent(SaveMemory) == [
        SaveMemory(scope=ME, text="- tea", digest="digest of - of personal", path=Path("/me.md"))
    ]
    desk.saved(ME)
    assert not desk.view.pages[ME].is_unsaved
    assert desk.presenter.unsaved == ()


def test_nothing_is_saved_twice_at_once(desk: Desk) -> None:
    desk.presenter.type(ME, "- tea")
    desk.presenter.save(ME)
    desk.presenter.save(ME)

    assert len(desk.sent(SaveMemory)) == 1


def test_what_is_not_changed_is_not_saved(desk: Desk) -> None:
    desk.presenter.save(ME)

    assert desk.sent(SaveMemory) == []


def test_a_change_elsewhere_is_shown_at_once(desk: Desk) -> None:
    desk.read(file(ME, "- coffee"))

    assert desk.view.pages[ME].text == "- coffee"


def test_a_conflict_is_the_persons_to_settle(desk: Desk) -> None:
    desk.presenter.type(ME, "- tea")
    desk.presenter.save(ME)
    desk.saved(ME, conflict=file(ME, "- coffee"))
    assert desk.view.pages[ME].conflict == file(ME, "- coffee")

    desk.presenter.keep_mine(ME)

    assert desk.sent(SaveMemory)[-1] == SaveMemory(
        scope=ME, text="- tea", digest="digest of - coffee", path=Path("/me.md")
    )


def test_what_the_file_says_can_be_taken_instead(desk: Desk) -> None:
    desk.presenter.type(ME, "- tea")
    desk.read(file(ME, "- coffee"))
    desk.presenter.take_theirs(ME)

    assert desk.view.pages[ME].text == "- coffee"
    assert desk.sent(SaveMemory) == []


def test_ones_own_earlier_save_is_saved_over_without_asking(desk: Desk) -> None:
    desk.presenter.type(ME, "- tea")
    desk.presenter.save(ME)
    desk.saved(ME)
    desk.presenter.type(ME, "- tea and cake")
    desk.presenter.save(ME)
    desk.saved(ME, conflict=file(ME, "- tea"))

    assert desk.sent(SaveMemory)[-1] == SaveMemory(
        scope=ME, text="- tea and cake", digest="digest of - tea", path=Path("/me.md")
    )
    assert len(desk.sent(SaveMemory)) == 3


def test_words_are_taken_back(desk: Desk) -> None:
    desk.presenter.type(ME, "- tea")
    desk.presenter.revert(ME)

    assert desk.view.pages[ME].text == "- of personal"


def test_a_file_is_made_shorter_while_nothing_is_unsaved(desk: Desk) -> None:
    desk.presenter.type(ME, "- tea")
    desk.presenter.shorten(ME)
    assert desk.sent(CompactMemory) == []

    desk.presenter.shorten(WORK)
    assert desk.sent(CompactMemory) == [CompactMemory(scope=WORK)]
    desk.read(file(WORK, "- w"))
    desk.saved(WORK)
    assert desk.view.pages[WORK].text == "- w"


def test_words_typed_while_it_is_made_shorter_are_not_saved_by_themselves(desk: Desk) -> None:
    desk.presenter.shorten(WORK)
    desk.presenter.type(WORK, "- mine")
    desk.saved(WORK, conflict=file(WORK, "- of workspace\n"))

    assert desk.sent(SaveMemory) == []
    assert desk.view.pages[WORK].text == "- mine"


def test_how_something_went_that_was_not_asked_for_here_changes_nothing(desk: Desk) -> None:
    before = dict(desk.view.pages)
    desk.saved(ME, problem="why")
    desk.presenter.handle(TextDelta(turn_id="t", text="hello"))

    assert desk.view.pages == before


# Earlier versions.


def test_an_earlier_version_is_read_and_put_back_unsaved(desk: Desk) -> None:
    desk.read(file(ME, "- short"), archive=(ARCHIVED,))
    assert desk.view.archive == (ARCHIVED,)
    desk.presenter.read_archived("personal-1")
    assert desk.sent(ReadArchived) == [ReadArchived(name="personal-1")]
    desk.presenter.handle(ArchivedRead(name="personal-1", text="- long"))
    desk.presenter.handle(ArchivedRead(name="gone", text="- gone"))
    assert desk.view.archived == [("personal-1", "- long")]

    desk.presenter.put_back(ME, "- long")

    assert desk.view.pages[ME].text == "- long"
    assert desk.view.pages[ME].is_unsaved


# Another workspace or persona.


def test_another_persona_brings_its_file_and_keeps_unsaved_words_of_the_one_before(
    desk: Desk,
) -> None:
    desk.presenter.handle(opened("shop", "teacher"))
    assert desk.sent(ReadMemory) == [ReadMemory(), ReadMemory()]
    desk.presenter.type(MemoryScope.AGENT, "- mine")
    desk.read(file(MemoryScope.AGENT, "- other", "/w/b/memory.md"))

    assert desk.view.pages[MemoryScope.AGENT].text == "- other"
    assert desk.view.drafts == (Path("/w/a/memory.md"),)
    assert desk.presenter.unsaved == (Path("/w/a/memory.md"),)

    desk.read(file(MemoryScope.AGENT, "- of agent"))
    assert desk.view.pages[MemoryScope.AGENT].text == "- mine"
    assert desk.view.drafts == ()


def test_how_saving_went_counts_for_the_file_that_was_saved(desk: Desk) -> None:
    desk.presenter.type(MemoryScope.AGENT, "- mine")
    desk.presenter.save(MemoryScope.AGENT)
    desk.read(file(MemoryScope.AGENT, "- other", "/w/b/memory.md"))
    desk.saved(MemoryScope.AGENT, problem="Another persona is in use.")

    assert desk.view.pages[MemoryScope.AGENT].problem == ""
    assert desk.view.drafts == (Path("/w/a/memory.md"),)
    desk.read(file(MemoryScope.AGENT, "- of agent"))
    assert desk.view.pages[MemoryScope.AGENT].text == "- mine"
    assert desk.view.pages[MemoryScope.AGENT].problem == "Another persona is in use."


def test_the_same_conversation_again_asks_for_nothing(desk: Desk) -> None:
    for _time in range(2):
        desk.presenter.handle(opened("shop", "teacher"))

    assert len(desk.sent(ReadMemory)) == 2


# Leaving.


def test_leaving_without_saving_gives_words_up(desk: Desk) -> None:
    desk.presenter.type(ME, "- tea")
    desk.presenter.leave(save=False)

    assert desk.view.n_left == 1
    assert desk.view.pages[ME].text == "- of personal"
    assert desk.presenter.unsaved == ()


def test_leaving_saves_everything_first(desk: Desk) -> None:
    desk.presenter.type(ME, "- tea")
    desk.presenter.type(WORK, "- work")
    desk.presenter.leave(save=True)
    assert len(desk.sent(SaveMemory)) == 2

    desk.saved(ME)
    assert desk.view.n_left == 0
    desk.saved(WORK)
    assert desk.view.n_left == 1


def test_one_stays_where_something_could_not_be_saved(desk: Desk) -> None:
    desk.presenter.type(ME, "- tea")
    desk.presenter.type(WORK, "- work")
    desk.presenter.leave(save=True)
    desk.saved(ME, problem="The disk is full.")
    desk.saved(WORK)

    assert desk.view.n_left == 0
    assert desk.presenter.unsaved == (Path("/me.md"),)


def test_words_for_a_file_that_is_not_in_use_are_saved_into_it(desk: Desk) -> None:
    desk.presenter.type(MemoryScope.AGENT, "- mine")
    desk.read(file(MemoryScope.AGENT, "- other", "/w/b/memory.md"))
    desk.presenter.type(MemoryScope.AGENT, "- mine too")
    desk.presenter.leave(save=True)
    assert len(desk.sent(SaveMemory)) == 1
    desk.saved(MemoryScope.AGENT)
    assert desk.view.n_left == 0
    desk.saved(MemoryScope.AGENT)

    assert desk.view.n_left == 1
    assert [
        (str(one.path), one.text) for one in desk.sent(SaveMemory) if isinstance(one, SaveMemory)
    ] == [("/w/a/memory.md", "- mine"), ("/w/b/memory.md", "- mine too")]
