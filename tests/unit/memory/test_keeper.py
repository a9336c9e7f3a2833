"""The memory files on a real disk: kept, undone, saved, rewritten, whoever else writes meanwhile."""

import hashlib
import multiprocessing
import os
import stat
import sys
import tempfile
from collections.abc import Callable
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest
from filelock import FileLock

from assistant.errors import ConfigError, MemoryFileError
from assistant.home import Home
from assistant.memory import atomic_write, disk
from assistant.memory.files import MAX_MEMORY_FILE_BYTES
from assistant.memory.keeper import MemoryKeeper
from assistant.memory.model.file_edits import AlreadyKnown, MemoryFull, facts_of
from assistant.memory.model.outcomes import KeptFact, MemoryConflict, MemoryTooLong, StoredMemory
from assistant.memory.model.scope import MemoryScope, limit_of
from assistant.memory.owner import MemoryOwner, checked_name
from tests.helpers.clock import ManualClock

ME = MemoryOwner(workspace="mine", agent="helper", user="me")
needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")


@pytest.fixture
def keeper(home: Home) -> MemoryKeeper:
    return MemoryKeeper(home=home, clock=ManualClock(), pause=lambda _seconds: None)


@pytest.fixture
def path(home: Home) -> Path:
    """The personal memory; its folder exists."""
    path = home.personal_memory("me")
    path.parent.mkdir(parents=True)
    return path


def keep(keeper: MemoryKeeper, fact: str, scope: MemoryScope = MemoryScope.PERSONAL) -> KeptFact:
    kept = keeper.keep(ME, scope, fact)
    assert isinstance(kept, KeptFact)
    return kept


@pytest.mark.requirement("MEM-09")
def test_each_scope_has_its_file(keeper: MemoryKeeper, home: Home) -> None:
    for scope in MemoryScope:
        keep(keeper, f"kept for {scope.value}", scope)

    root = home.root
    assert (root / "workspaces/mine/memory.md").read_text("utf-8") == "- kept for workspace\n"
    assert (root / "workspaces/mine/agents/helper/memory.md").read_text("utf-8") == (
        "- kept for agent\n"
    )
    assert (root / "memory/me.md").read_text("utf-8") == "- kept for personal\n"
    assert [(stored.scope, stored.limit) for stored in keeper.read_all(ME)] == [
        (MemoryScope.WORKSPACE, 16_000),
        (MemoryScope.AGENT, 8_000),
        (MemoryScope.PERSONAL, 8_000),
    ]


@pytest.mark.parametrize("name", ["..", "a/b", "a\\b", ".hidden", "c:x", "a\n", ""])
def test_a_name_that_could_lead_elsewhere_is_refused(name: str) -> None:
    for field in ("workspace", "agent", "user"):
        with pytest.raises(ConfigError):
            MemoryOwner(**{"workspace": "w", "agent": "a", "user": "u", field: name})


@pytest.mark.parametrize("name", ["con", "NUL.txt", "lpt1", "COM9", "a."])
def test_a_name_that_windows_takes_for_a_device_is_refused_there(name: str) -> None:
    assert checked_name(name, on_windows=False) == name
    with pytest.raises(ConfigError):
        checked_name(name, on_windows=True)
    assert checked_name(f"x{name}x", on_windows=True) == f"x{name}x"


def test_bytes_that_are_no_text_and_the_mark_at_the_beginning_stay(
    keeper: MemoryKeeper, path: Path
) -> None:
    path.write_bytes(b"\xef\xbb\xbf# Me\r\n\xff\xfe damaged\r\n- tea")

    kept = keep(keeper, "milk")

    assert path.read_bytes() == b"\xef\xbb\xbf# Me\r\n\xff\xfe damaged\r\n- tea\r\n- milk\r\n"
    assert (
        keeper.read(ME, MemoryScope.PERSONAL).text == "# Me\n\ufffd\ufffd damaged\n- tea\n- milk\n"
    )
    assert keeper.undo(kept.change_id) is not None
    assert path.read_bytes() == b"\xef\xbb\xbf# Me\r\n\xff\xfe damaged\r\n- tea"


def test_a_damaged_fact_that_is_replaced_can_be_shown_and_put_back(
    keeper: MemoryKeeper, path: Path
) -> None:
    path.write_bytes(b"-  the price is twelve coin in May \xff \n")

    kept = keep(keeper, "the price is twelve coin in May, they say")

    assert kept.replaced == "the price is twelve coin in May \ufffd"
    keep(keeper, "another matter")
    assert keeper.undo(kept.change_id) is not None
    assert path.read_bytes() == b"-  the price is twelve coin in May \xff \n- another matter\n"


def test_undo_puts_back_exactly_what_was_there(keeper: MemoryKeeper, path: Path) -> None:
    for before in (b"", b"- tea", b"# T\n\n\n- green tea\n\n", b"- tea\r\nx"):
        path.write_bytes(before)
        kept = keep(keeper, "green tea leaves from Boseong")
        assert path.read_bytes() != before
        assert keeper.undo(kept.change_id) is not None
        assert path.read_bytes() == before
        assert keeper.undo(kept.change_id) is None


def test_the_mode_of_a_file_stays_and_a_new_one_is_the_persons_alone(
    keeper: MemoryKeeper, path: Path
) -> None:
    keep(keeper, "tea")
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        path.chmod(0o664)
        keep(keeper, "milk")
        assert stat.S_IMODE(path.stat().st_mode) == 0o664


@pytest.mark.requirement("MEM-10")
def test_what_a_killed_writer_left_is_swept_and_never_read(
    keeper: MemoryKeeper, path: Path
) -> None:
    left = path.with_name(".me.md.x1y2.new")
    left.write_text("- half a li", encoding="utf-8")
    other = path.with_name(".you.md.x1y2.new")
    other.write_text("- somebody else is writing", encoding="utf-8")

    keep(keeper, "tea")

    assert path.read_text("utf-8") == "- tea\n"
    assert not left.exists()
    assert other.exists()


def test_the_new_text_is_on_the_disk_before_it_takes_the_place(
    keeper: MemoryKeeper, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_text("- tea\n", encoding="utf-8")
    steps: list[str] = []
    sync, replace = os.fsync, Path.replace

    def note_sync(handle: int) -> None:
        steps.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        sync(handle)

    def note_replace(self: Path, target: Path) -> Path:
        assert self.read_text("utf-8") == "- tea\n- milk\n"
        assert path.read_text("utf-8") == "- tea\n"
        steps.append("replace")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", note_sync)
    monkeypatch.setattr(Path, "replace", note_replace)
    keep(keeper, "milk")

    assert steps[:2] == ["file", "replace"]
    assert os.name == "nt" or steps[2:] == ["folder"]


@pytest.mark.requirement("MEM-07")
@pytest.mark.parametrize("failing", ["mkstemp", "fsync", "replace"])
def test_a_write_that_fails_leaves_everything_as_it_was(
    keeper: MemoryKeeper, path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    path.write_text("- tea\n", encoding="utf-8")

    def fail(*_arguments: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    where = {"mkstemp": tempfile, "fsync": atomic_write.os, "replace": Path}[failing]
    with monkeypatch.context() as patched:
        patched.setattr(where, failing, fail)
        with pytest.raises(MemoryFileError, match="No space left"):
            keeper.keep(ME, MemoryScope.PERSONAL, "milk")

    assert path.read_text("utf-8") == "- tea\n"
    assert [found.name for found in path.parent.iterdir()] == ["me.md"]
    keep(keeper, "milk")


def test_a_file_that_cannot_be_changed_is_said(keeper: MemoryKeeper, path: Path) -> None:
    path.mkdir()
    with pytest.raises(MemoryFileError, match="not a file"):
        keeper.keep(ME, MemoryScope.PERSONAL, "tea")
    assert "not a file" in keeper.read(ME, MemoryScope.PERSONAL).problem
    path.rmdir()
    path.write_bytes(b"x" * (MAX_MEMORY_FILE_BYTES + 1))
    with pytest.raises(MemoryFileError, match="too long"):
        keeper.keep(ME, MemoryScope.PERSONAL, "tea")
    assert "too long" in keeper.read(ME, MemoryScope.PERSONAL).problem


@needs_links
def test_no_link_leads_out_of_the_folder(keeper: MemoryKeeper, home: Home, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "memory.md").write_text("secret\n", encoding="utf-8")
    (home.root / "memory").mkdir(parents=True)
    home.personal_memory("me").symlink_to(outside / "memory.md")
    home.workspace("mine").parent.mkdir()
    home.workspace("mine").symlink_to(outside)

    for scope in (MemoryScope.PERSONAL, MemoryScope.WORKSPACE, MemoryScope.AGENT):
        with pytest.raises(MemoryFileError, match="leads out"):
            keeper.keep(ME, scope, "tea")
        stored = keeper.read(ME, scope)
        assert stored.text == ""
        with pytest.raises(MemoryFileError, match="leads out"):
            keeper.save(ME, scope, "- tea\n", stored.digest)
    assert (outside / "memory.md").read_text("utf-8") == "secret\n"
    assert [found.name for found in outside.iterdir()] == ["memory.md"]


@needs_links
def test_a_link_inside_the_folder_stays_a_link(keeper: MemoryKeeper, path: Path) -> None:
    real = path.with_name("real.md")
    real.write_text("- tea\n", encoding="utf-8")
    path.symlink_to(real)

    keep(keeper, "milk")

    assert path.is_symlink()
    assert real.read_text("utf-8") == "- tea\n- milk\n"


# Others who write.


class Editor:
    """Another program that writes at certain moments of ours; a moment is a function's name."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch

    def writes(self, path: Path, *texts: str, moment: str, replacing: bool = False) -> None:
        """Write the next text just before the moment, into the file or in place of it."""
        left = list(texts)
        real: Callable[..., object] = getattr(disk, moment)

        def step(*arguments: object, **named: object) -> object:
            if left and replacing:
                other = path.with_name("written-by-the-editor")
                other.write_text(left.pop(0), encoding="utf-8")
                other.replace(path)
            elif left:
                path.write_text(left.pop(0), encoding="utf-8")
            return real(*arguments, **named)

        self._patch.setattr(disk, moment, step)


@pytest.fixture
def editor(monkeypatch: pytest.MonkeyPatch) -> Editor:
    return Editor(monkeypatch)


@pytest.mark.parametrize("replacing", [False, True])
def test_an_edit_while_the_new_text_is_written_is_kept(
    keeper: MemoryKeeper, path: Path, editor: Editor, replacing: bool
) -> None:
    path.write_text("- tea\n", encoding="utf-8")
    texts = ("# Mine\n- tea\n", "# Mine\n- tea\n- bread\n")
    editor.writes(path, *texts, moment="prepare_file", replacing=replacing)

    kept = keep(keeper, "milk")

    assert path.read_text("utf-8") == "# Mine\n- tea\n- bread\n- milk\n"
    assert keeper.undo(kept.change_id) is not None
    assert path.read_text("utf-8") == "# Mine\n- tea\n- bread\n"


@pytest.mark.requirement("MEM-10")
@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
def test_an_edit_in_the_moment_of_replacing_is_kept(
    keeper: MemoryKeeper, path: Path, editor: Editor
) -> None:
    path.write_text("- tea\n", encoding="utf-8")
    editor.writes(path, "- tea\n- bread\n", moment="put_in_place")

    keep(keeper, "milk")

    assert path.read_text("utf-8") == "- tea\n- bread\n- milk\n"


def test_a_file_that_an_editor_has_just_emptied_is_waited_for(home: Home, path: Path) -> None:
    def fill(_seconds: float) -> None:
        path.write_text("- tea\n", encoding="utf-8")

    path.write_text("", encoding="utf-8")
    keeper = MemoryKeeper(home=home, clock=ManualClock(), pause=fill)

    keep(keeper, "milk")

    assert path.read_text("utf-8") == "- tea\n- milk\n"


def test_a_file_that_never_rests_is_left_alone(
    keeper: MemoryKeeper, path: Path, editor: Editor
) -> None:
    path.write_text("- 0\n", encoding="utf-8")
    editor.writes(path, *(f"- {'x' * n}\n" for n in range(1, 100)), moment="prepare_file")

    with pytest.raises(MemoryFileError, match="another program"):
        keeper.keep(ME, MemoryScope.PERSONAL, "milk")

    assert path.read_text("utf-8") == f"- {'x' * disk.MAX_EDIT_TRIES}\n"


@pytest.mark.requirement("MEM-10")
@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be replaced there")
def test_a_save_that_meets_an_edit_gives_way(
    keeper: MemoryKeeper, path: Path, editor: Editor
) -> None:
    path.write_text("- tea\n", encoding="utf-8")
    stored = keeper.read(ME, MemoryScope.PERSONAL)
    editor.writes(path, "- theirs\n", moment="put_in_place")

    outcome = keeper.save(ME, MemoryScope.PERSONAL, "- mine\n", stored.digest)

    assert path.read_text("utf-8") == "- theirs\n"
    assert isinstance(outcome, MemoryConflict)
    assert outcome.now.text == "- theirs\n"


def write_many(root: Path, writer: int, count: int, begin: Barrier) -> None:
    """Keep facts, as another process of Parley's would."""
    keeper = MemoryKeeper(home=Home(root=root, models=root), clock=ManualClock())
    begin.wait()
    for number in range(count):
        fact = hashlib.sha256(f"{writer} {number}".encode()).hexdigest()
        assert isinstance(
            keeper.keep(ME, MemoryScope.PERSONAL, f"{writer}-{number} {fact}"), KeptFact
        )


@pytest.mark.requirement("MEM-10")
def test_two_processes_lose_nothing_of_each_other(home: Home, path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    begin = spawn.Barrier(2)
    path.write_text("# Mine\n", encoding="utf-8")
    other = spawn.Process(target=write_many, args=(home.root, 1, 15, begin))
    other.start()
    write_many(home.root, 2, 15, begin)
    other.join()

    assert other.exitcode == 0
    text = path.read_text("utf-8")
    assert text.startswith("# Mine\n")
    begun = sorted(fact.text.split(" ")[0] for fact in facts_of(text))
    assert begun == sorted(f"{writer}-{n}" for writer in (1, 2) for n in range(15))
    assert [found.name for found in path.parent.iterdir()] == ["me.md"]


def test_a_lock_that_is_held_for_too_long_is_said(
    keeper: MemoryKeeper, home: Home, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "LOCK_S", 0.01)
    with (
        FileLock(home.root / "memory.lock", thread_local=False),
        pytest.raises(MemoryFileError, match="too long"),
    ):
        keeper.keep(ME, MemoryScope.PERSONAL, "tea")
    assert not path.exists()


# Better words for what was kept.


def test_better_words_take_the_place_and_are_taken_back_as_one(
    keeper: MemoryKeeper, path: Path
) -> None:
    path.write_text("- likes rice\n", encoding="utf-8")
    raw = keep(keeper, "I like rice and beans")
    better = keeper.keep(ME, MemoryScope.PERSONAL, "Favourite dish: beans", better=raw.change_id)

    assert isinstance(better, KeptFact)
    assert better.change_id == raw.change_id
    assert path.read_text("utf-8") == "- likes rice\n- Favourite dish: beans\n"
    assert keeper.undo(better.change_id) is not None
    assert path.read_text("utf-8") == "- likes rice\n"


def test_better_words_that_are_known_leave_what_was_kept(keeper: MemoryKeeper, path: Path) -> None:
    path.write_text("- The person eats beans every day\n", encoding="utf-8")
    raw = keep(keeper, "beans are what I like")

    outcome = keeper.keep(ME, MemoryScope.PERSONAL, "eats beans", better=raw.change_id)

    assert outcome == AlreadyKnown(fact="The person eats beans every day")
    assert path.read_text("utf-8") == "- The person eats beans every day\n- beans are what I like\n"
    assert keeper.undo(raw.change_id) is not None


def test_better_words_in_another_memory_are_there_before_the_first_go(
    keeper: MemoryKeeper, path: Path, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = keep(keeper, "answer in short")

    def fail(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(disk, "put_in_place", fail)
        with pytest.raises(MemoryFileError):
            keeper.keep(ME, MemoryScope.AGENT, "Answer in short", better=raw.change_id)
    assert path.read_text("utf-8") == "- answer in short\n"
    better = keeper.keep(ME, MemoryScope.AGENT, "Answer in short", better=raw.change_id)

    assert isinstance(better, KeptFact)
    assert path.read_text("utf-8") == ""
    assert keeper.read(ME, MemoryScope.AGENT).text == "- Answer in short\n"


# Saving, rewriting, the archive.


def test_an_edited_text_is_saved_unless_it_is_too_long_or_too_late(
    keeper: MemoryKeeper, path: Path
) -> None:
    stored = keeper.read(ME, MemoryScope.PERSONAL)
    limit = limit_of(MemoryScope.PERSONAL)
    assert keeper.save(ME, MemoryScope.PERSONAL, "x" * (limit + 1), stored.digest) == MemoryTooLong(
        characters=limit + 1, limit=limit
    )
    assert not path.exists()
    saved = keeper.save(ME, MemoryScope.PERSONAL, "# \ud800Me\0\n", stored.digest)
    assert isinstance(saved, StoredMemory)
    assert path.read_text("utf-8") == saved.text == "# Me\n"
    assert isinstance(keeper.save(ME, MemoryScope.PERSONAL, "late", stored.digest), MemoryConflict)
    assert path.read_text("utf-8") == "# Me\n"


def test_a_text_over_the_limit_may_be_made_shorter_in_steps(
    keeper: MemoryKeeper, path: Path
) -> None:
    path.write_text("x" * 9_000, encoding="utf-8")
    digest = keeper.read(ME, MemoryScope.PERSONAL).digest

    assert isinstance(keeper.save(ME, MemoryScope.PERSONAL, "x" * 9_001, digest), MemoryTooLong)
    assert isinstance(keeper.save(ME, MemoryScope.PERSONAL, "x" * 8_500, digest), StoredMemory)
    assert keeper.keep(ME, MemoryScope.PERSONAL, "tea") == MemoryFull(characters=8_507)


def test_bytes_that_an_edit_would_lose_are_archived_first(keeper: MemoryKeeper, path: Path) -> None:
    path.write_bytes(b"- \xff\n")
    stored = keeper.read(ME, MemoryScope.PERSONAL)

    assert isinstance(keeper.save(ME, MemoryScope.PERSONAL, "- tea\n", stored.digest), StoredMemory)

    (archived,) = keeper.archive.list(ME)
    assert (path.parent / "memory-archive" / "me" / archived.name).read_bytes() == b"- \xff\n"


@pytest.mark.requirement("MEM-06")
def test_a_rewriting_is_archived_first_and_keeps_what_came_meanwhile(
    keeper: MemoryKeeper, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_text("# Me\n- a\n- b\n", encoding="utf-8")
    stored = keeper.read(ME, MemoryScope.PERSONAL)
    keep(keeper, "meanwhile")
    real = disk.put_in_place

    def check(temporary: Path, target: Path) -> None:
        assert keeper.archive.list(ME), "the old text must be kept before the new one stands"
        real(temporary, target)

    monkeypatch.setattr(disk, "put_in_place", check)
    done = keeper.compact(ME, MemoryScope.PERSONAL, read=stored, facts=("a and b",))

    assert done is not None
    assert path.read_text("utf-8") == "# Me\n- a and b\n- meanwhile\n"
    assert done.archived == "personal-20260102T030405Z.md"
    assert keeper.archive.read(ME, done.archived) == "# Me\n- a\n- b\n- meanwhile"
    assert keeper.undo(done.change_id) is not None
    assert path.read_text("utf-8") == "# Me\n- a\n- b\n- meanwhile\n"


def test_a_rewriting_of_what_was_changed_meanwhile_is_not_taken(
    keeper: MemoryKeeper, path: Path
) -> None:
    path.write_text("- a\n- b\n", encoding="utf-8")
    stored = keeper.read(ME, MemoryScope.PERSONAL)
    path.write_text("- b\n", encoding="utf-8")

    assert keeper.compact(ME, MemoryScope.PERSONAL, read=stored, facts=("a and b",)) is None
    assert path.read_text("utf-8") == "- b\n"
    assert keeper.archive.list(ME) == ()


def test_old_versions_of_one_second_have_names_of_their_own(
    keeper: MemoryKeeper, home: Home
) -> None:
    for text in ("one", "two", "two"):
        stored = keeper.read(ME, MemoryScope.AGENT)
        keeper.save(ME, MemoryScope.AGENT, f"- {text}\n", stored.digest)
        now = keeper.read(ME, MemoryScope.AGENT)
        assert keeper.compact(ME, MemoryScope.AGENT, read=now, facts=(f"{text}!",))

    assert [one.name for one in keeper.archive.list(ME)] == [
        "agent-20260102T030405Z.md",
        "agent-20260102T030405Z-2.md",
    ]
    other = MemoryOwner(workspace="mine", agent="other", user="me")
    assert keeper.archive.list(other) == ()
    with pytest.raises(MemoryFileError):
        keeper.archive.read(other, "agent-20260102T030405Z.md")
    stray = home.root / "workspaces/mine/agents/helper/memory-archive/notes.md"
    stray.write_text("mine", encoding="utf-8")
    assert len(keeper.archive.list(ME)) == 2


def test_whoever_watches_sees_every_change(keeper: MemoryKeeper, path: Path) -> None:
    seen = [keeper.signature(ME)]
    keep(keeper, "tea")
    seen.append(keeper.signature(ME))
    path.write_text("- by hand\n", encoding="utf-8")
    seen.append(keeper.signature(ME))
    path.unlink()
    seen.append(keeper.signature(ME))

    assert seen[0] == seen[3]
    assert len(set(seen)) == 3


def test_a_fact_is_forgotten_and_remembered_again(keeper: MemoryKeeper, path: Path) -> None:
    path.write_bytes(b"# Me\r\n\r\n- lives in Seoul\r\n- likes tea \xff\r\nProse\r\n")
    before = path.read_bytes()

    gone = keeper.forget(ME, MemoryScope.PERSONAL, "lives in Seoul")
    damaged = keeper.forget(ME, MemoryScope.PERSONAL, "likes tea \ufffd")

    assert gone is not None
    assert damaged is not None
    assert (gone.fact, gone.scope) == ("lives in Seoul", MemoryScope.PERSONAL)
    assert path.read_bytes() == b"# Me\r\n\r\nProse\r\n"
    assert keeper.undo(damaged.change_id) is not None
    assert keeper.undo(gone.change_id) is not None
    assert path.read_bytes() == before
    assert keeper.undo(gone.change_id) is None


def test_what_memory_does_not_say_is_not_forgotten(keeper: MemoryKeeper, path: Path) -> None:
    path.write_text("likes tea\n- drinks tea\n", encoding="utf-8")

    assert keeper.forget(ME, MemoryScope.PERSONAL, "likes tea") is None
    assert keeper.forget(ME, MemoryScope.WORKSPACE, "drinks tea") is None

    assert path.read_text("utf-8") == "likes tea\n- drinks tea\n"


def test_a_fact_comes_back_beside_what_was_written_since(keeper: MemoryKeeper, path: Path) -> None:
    path.write_text("- a\n- tea\n- b\n", encoding="utf-8")
    gone = keeper.forget(ME, MemoryScope.PERSONAL, "tea")
    assert gone is not None
    keep(keeper, "likes cycling")

    assert keeper.undo(gone.change_id) is not None

    assert path.read_text("utf-8") == "- a\n- tea\n- b\n- likes cycling\n"
