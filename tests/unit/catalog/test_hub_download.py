"""Downloads over HTTP that break, go on, and are refused."""

import socket
import threading
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from assistant.catalog import FetchProgress, hub_download
from assistant.catalog.fetch_progress import FetchCancelled, Reporter, SourceError, SourceTrouble
from assistant.locale import use_language
from tests.helpers.catalog.file_server import FileServer, ServedAnswer
from tests.helpers.catalog.model_entries import CLOSED, ignore, model_file, never
from tests.helpers.english_words import english_words

CONTENT = bytes(range(256)) * 40
OTHER = b"another file"


def reporter(
    progress: Callable[[FetchProgress], None] = ignore, cancelled: Callable[[], bool] = never
) -> Reporter:
    return Reporter(
        name="tiny",
        source="hub",
        total_bytes=len(CONTENT) + len(OTHER),
        progress=progress,
        cancelled=cancelled,
    )


class Folders:
    """Where one test downloads to."""

    def __init__(self, root: Path) -> None:
        self.parts = root / "parts"
        self.into = root / "into"
        self.parts.mkdir()
        self.into.mkdir()
        self.part = self.parts / f"{model_file('model.bin', CONTENT).sha256}.part"

    def get(self, base: str, report: Reporter | None = None) -> bytes:
        """Download the one file and return it."""
        hub_download.download(
            [(model_file("model.bin", CONTENT), f"{base}/model.bin")],
            parts=self.parts,
            into=self.into,
            reporter=report or reporter(),
        )
        return (self.into / "model.bin").read_bytes()


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders(tmp_path)


@pytest.fixture(autouse=True)
def model(server: FileServer) -> None:
    server.files["/model.bin"] = CONTENT


def test_a_file_is_downloaded_to_its_place(server: FileServer, folders: Folders) -> None:
    assert folders.get(server.url) == CONTENT
    assert list(folders.parts.iterdir()) == []


def test_several_files_count_as_one_download(server: FileServer, folders: Folders) -> None:
    server.files["/sub/other.txt"] = OTHER
    seen: list[int] = []
    hub_download.download(
        [
            (model_file("model.bin", CONTENT), f"{server.url}/model.bin"),
            (model_file("sub/other.txt", OTHER), f"{server.url}/sub/other.txt"),
        ],
        parts=folders.parts,
        into=folders.into,
        reporter=reporter(lambda progress: seen.append(progress.received_bytes)),
    )

    assert (folders.into / "sub" / "other.txt").read_bytes() == OTHER
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0, len(CONTENT) + len(OTHER))


def test_a_broken_download_goes_on_where_it_stopped(server: FileServer, folders: Folders) -> None:
    server.answers["/model.bin"].extend([ServedAnswer(cut_after=100), ServedAnswer(cut_after=900)])

    assert folders.get(server.url) == CONTENT
    assert server.asked("/model.bin") == ["", "bytes=100-", "bytes=1000-"]


def test_what_an_earlier_try_left_is_used(server: FileServer, folders: Folders) -> None:
    folders.part.write_bytes(CONTENT[:4000])

    assert folders.get(server.url) == CONTENT
    assert server.asked("/model.bin") == ["bytes=4000-"]


def test_a_file_that_lacks_nothing_is_not_asked_for(server: FileServer, folders: Folders) -> None:
    folders.part.write_bytes(CONTENT)

    assert folders.get(server.url) == CONTENT
    assert server.requests == []


def test_a_server_without_ranges_starts_again(server: FileServer, folders: Folders) -> None:
    folders.part.write_bytes(b"x" * 4000)
    server.answers["/model.bin"].append(ServedAnswer(ranges=False))

    assert folders.get(server.url) == CONTENT


def test_an_early_end_without_a_size_is_noticed(server: FileServer, folders: Folders) -> None:
    server.answers["/model.bin"].append(ServedAnswer(length=False, cut_after=100))

    assert folders.get(server.url) == CONTENT
    assert server.asked("/model.bin") == ["", "bytes=100-"]


def test_connections_that_bring_nothing_are_given_up(server: FileServer, folders: Folders) -> None:
    server.answers["/model.bin"].extend(
        [ServedAnswer(cut_after=100)] + [ServedAnswer(cut_after=0)] * 5
    )

    with pytest.raises(SourceError) as caught:
        folders.get(server.url)

    assert caught.value.trouble is SourceTrouble.OFFLINE
    assert len(server.requests) == 1 + hub_download.BARREN_TRIES
    assert folders.part.read_bytes() == CONTENT[:100]


def test_a_server_that_falls_silent_is_given_up(
    server: FileServer, folders: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_download, "TIMEOUT", httpx2.Timeout(0.05))
    hold = threading.Event()
    server.answers["/model.bin"].extend([ServedAnswer(cut_after=0, hold=hold)] * 3)
    try:
        with pytest.raises(SourceError, match="Timeout") as caught:
            folders.get(server.url)
    finally:
        hold.set()
    assert caught.value.trouble is SourceTrouble.OFFLINE


def test_a_machine_that_does_not_answer_is_offline(folders: Folders) -> None:
    with pytest.raises(SourceError) as caught:
        folders.get(CLOSED)
    assert caught.value.trouble is SourceTrouble.OFFLINE


def test_an_unknown_host_is_offline(folders: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_arguments: object, **_options: object) -> object:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(SourceError) as caught:
        folders.get("http://localhost")
    assert caught.value.trouble is SourceTrouble.OFFLINE


@pytest.mark.parametrize("status", [401, 403, 404, 429, 500, 503])
def test_a_refusal_is_told_with_its_status(
    server: FileServer, folders: Folders, status: int
) -> None:
    server.answers["/model.bin"].append(ServedAnswer(status=status))

    use_language("ko")
    with pytest.raises(SourceError, match=str(status)) as caught:
        folders.get(server.url)
    assert caught.value.trouble is SourceTrouble.REFUSED
    assert english_words(caught.value.detail) == set()
    assert len(server.requests) == 1


@pytest.mark.parametrize("wrong", [CONTENT + b"x", CONTENT[:-1], b""], ids=["long", "short", "no"])
def test_another_size_is_refused_before_it_is_downloaded(
    server: FileServer, folders: Folders, wrong: bytes
) -> None:
    server.files["/model.bin"] = wrong

    with pytest.raises(SourceError, match="another size") as caught:
        folders.get(server.url)
    assert caught.value.trouble is SourceTrouble.MISMATCH
    assert not folders.part.exists()


def test_a_file_that_does_not_end_is_cut_off(server: FileServer, folders: Folders) -> None:
    server.files["/model.bin"] = CONTENT * 100
    server.answers["/model.bin"].append(ServedAnswer(length=False))

    with pytest.raises(SourceError, match="another size"):
        folders.get(server.url)
    assert not folders.part.exists()


def test_a_file_that_shrank_since_the_last_try_is_fetched_anew_next_time(
    server: FileServer, folders: Folders
) -> None:
    folders.part.write_bytes(CONTENT[:4000])
    server.files["/model.bin"] = CONTENT[:3000]

    with pytest.raises(SourceError):
        folders.get(server.url)
    server.files["/model.bin"] = CONTENT

    assert folders.get(server.url) == CONTENT
    assert server.asked("/model.bin") == ["bytes=4000-", ""]


def test_a_cancelled_download_keeps_what_it_has(server: FileServer, folders: Folders) -> None:
    hold = threading.Event()
    server.answers["/model.bin"].append(ServedAnswer(cut_after=1000, hold=hold))

    received: list[int] = []

    def progress(report: FetchProgress) -> None:
        received.append(report.received_bytes)

    try:
        with pytest.raises(FetchCancelled):
            folders.get(server.url, reporter(progress, lambda: bool(received and received[-1])))
    finally:
        hold.set()

    kept = folders.part.read_bytes()
    assert 0 < len(kept) <= 1000
    assert kept == CONTENT[: len(kept)]
    assert folders.get(server.url) == CONTENT
    assert server.asked("/model.bin") == ["", f"bytes={len(kept)}-"]
