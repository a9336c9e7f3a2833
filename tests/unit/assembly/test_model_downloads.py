"""Model files are fetched one after the other, on a thread, and a failure is told."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from typing_extensions import override

from assistant.assembly.model_downloads import ModelDownloads
from assistant.catalog import Catalog, FetchProgress, FetchStage, ModelStore
from assistant.errors import ModelFileError
from assistant.home import Home
from assistant.protocol.download_progress import DownloadProgress
from tests.helpers.catalog.file_server import ServedAnswer, serving
from tests.helpers.catalog.model_entries import hub_source, model_entry, store_of
from tests.helpers.patience import PATIENCE_S


class FakeStore(ModelStore):
    """Fetches without a network: `failing` names fail, the others come at once."""

    def __init__(self, home: Home, *, failing: set[str] | None = None) -> None:
        super().__init__(catalog=Catalog.load(), folder=home.models)
        self.failing = failing or set()
        self.fetched: list[str] = []
        self.gate = threading.Event()
        self.gate.set()

    @override
    def fetch(
        self,
        name: str,
        progress: Callable[[FetchProgress], None],
        cancelled: Callable[[], bool],
    ) -> bool:
        """Report half, wait for the gate, then report the whole or fail."""
        progress(
            FetchProgress(
                name=name,
                stage=FetchStage.DOWNLOADING,
                received_bytes=1,
                total_bytes=2,
                source="test",
            )
        )
        self.gate.wait(PATIENCE_S)
        if cancelled():
            return False
        if name in self.failing:
            raise ModelFileError("No connection.", hint="Try later.")
        self.fetched.append(name)
        return True


class Watch:
    """Keeps progress and waits for a number of ends."""

    def __init__(self) -> None:
        self.shown: list[DownloadProgress] = []
        self.waiting: list[tuple[float, Callable[[], None]]] = []
        """What is to be called after how many seconds."""
        self._ends = threading.Semaphore(0)
        self._pauses = threading.Semaphore(0)

    def report(self, progress: DownloadProgress) -> None:
        """Keep it; an error is an end."""
        self.shown.append(progress)
        if progress.error:
            self._ends.release()

    def arrived(self, name: str) -> None:
        """Count an end."""
        self._ends.release()

    def later(self, delay_s: float, call: Callable[[], None]) -> Callable[[], None]:
        """Keep it for the test to call."""
        pause = (delay_s, call)
        self.waiting.append(pause)
        self._pauses.release()
        return lambda: self.waiting.remove(pause)

    def wait_for_pause(self) -> float:
        """Wait for one more pause; return how long it is to be."""
        assert self._pauses.acquire(timeout=PATIENCE_S)
        return self.waiting[-1][0]

    def end_pause(self) -> None:
        """Have the latest pause over."""
        _delay_s, call = self.waiting.pop()
        call()

    def wait(self) -> None:
        """Wait for one more end."""
        assert self._ends.acquire(timeout=PATIENCE_S)


def downloads(store: ModelStore, watch: Watch) -> ModelDownloads:
    """Return downloads that the watch sees."""
    return ModelDownloads(
        store=store, report=watch.report, arrived=watch.arrived, later=watch.later
    )


def test_models_are_fetched_in_the_order_they_were_asked_for(home: Home) -> None:
    store, watch = FakeStore(home), Watch()
    work = downloads(store, watch)
    work.request(["a", "b"])
    watch.wait()
    watch.wait()
    work.request(["c"])
    watch.wait()
    assert store.fetched == ["a", "b", "c"]
    assert watch.shown[0] == DownloadProgress(name="a", done_bytes=1, total_bytes=2)


def test_a_failure_is_told_and_the_next_model_is_fetched_all_the_same(home: Home) -> None:
    store, watch = FakeStore(home, failing={"a"}), Watch()
    downloads(store, watch).request(["a", "b"])
    watch.wait()
    watch.wait()
    assert "No connection. Try later." in [shown.error for shown in watch.shown]
    assert store.fetched == ["b"]


def test_a_model_asked_for_twice_is_fetched_once(home: Home) -> None:
    store, watch = FakeStore(home), Watch()
    store.gate.clear()
    work = downloads(store, watch)
    work.request(["a"])
    work.request(["a", "b"])
    store.gate.set()
    watch.wait()
    watch.wait()
    assert store.fetched == ["a", "b"]


def test_after_stop_nothing_more_is_fetched_or_told(home: Home) -> None:
    store, watch = FakeStore(home), Watch()
    store.gate.clear()
    work = downloads(store, watch)
    work.request(["a", "b"])
    work.stop()
    store.gate.set()
    work.request(["c"])
    assert store.fetched == []


def test_a_download_that_is_kept_is_tried_again_less_and_less_often_and_told_once(
    home: Home,
) -> None:
    store, watch = FakeStore(home, failing={"a"}), Watch()
    work = downloads(store, watch)
    work.keep_trying("a")

    pauses: list[float] = []
    for last in (False, False, False, False, False, False, False, True):
        pauses.append(watch.wait_for_pause())
        if last:
            store.failing.clear()
        watch.end_pause()
    watch.wait()  # the failure that was told
    watch.wait()

    assert pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600]
    assert [shown.error for shown in watch.shown if shown.error] == [
        "No connection. Parley tries again later."
    ]
    assert store.fetched == ["a"]


def test_a_download_that_is_given_up_ends_and_leaves_the_others(home: Home) -> None:
    store, watch = FakeStore(home), Watch()
    store.gate.clear()
    work = downloads(store, watch)
    work.keep_trying("a")
    work.request(["b"])
    work.give_up("a")
    store.gate.set()
    watch.wait()

    assert store.fetched == ["b"]
    assert DownloadProgress(name="a", is_cancelled=True) in watch.shown


def test_a_pause_ends_with_the_program_and_with_the_wish(home: Home) -> None:
    store, watch = FakeStore(home, failing={"a", "b"}), Watch()
    work = downloads(store, watch)
    for name in ("a", "b"):
        work.keep_trying(name)
        watch.wait_for_pause()
    work.give_up("a")
    assert len(watch.waiting) == 1
    work.stop()
    assert watch.waiting == []


def test_a_model_that_was_given_up_can_be_asked_for_again(home: Home) -> None:
    store, watch = FakeStore(home), Watch()
    work = downloads(store, watch)
    work.give_up("a")
    work.request(["a"])
    watch.wait()
    assert store.fetched == ["a"]


def test_a_download_that_was_cut_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the next try, or after the next start: what is here of it is on the disk."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    content = bytes(range(256)) * 40
    with serving() as server:
        server.files["/model.gguf"] = content
        server.answers["/model.gguf"] += [ServedAnswer(cut_after=4000), ServedAnswer(status=503)]
        entry = model_entry({"model.gguf": content}, hub_source(server.url, ["model.gguf"]))
        first, second = Watch(), Watch()
        before = downloads(store_of(tmp_path, entry), first)
        before.keep_trying("tiny")
        assert first.wait_for_pause() == 60
        before.stop()

        downloads(store_of(tmp_path, entry), second).keep_trying("tiny")
        second.wait()

        assert server.asked("/model.gguf") == ["", "bytes=4000-", "bytes=4000-"]
        assert (tmp_path / "tiny" / "model.gguf").read_bytes() == content
        assert second.shown[-1].is_finished
