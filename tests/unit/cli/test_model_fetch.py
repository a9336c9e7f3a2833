"""A model is fetched while somebody goes on conversing in the terminal."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from assistant.catalog import ModelStore
from assistant.cli.model_fetch import BackgroundFetch, ModelFetch
from assistant.errors import ModelFileError
from tests.helpers.catalog.file_server import ServedAnswer, serving
from tests.helpers.catalog.model_entries import CLOSED, hub_source, model_entry, store_of

FILES = {"model.bin": b"weights" * 500}


class Terminal:
    """Where it is told, over a store of one model."""

    def __init__(self, store: ModelStore) -> None:
        self.said: list[str] = []
        self.problems: list[ModelFileError] = []
        self.arrived = 0
        self.tasks: list[asyncio.Task[None]] = []
        self.fetch = ModelFetch(
            open_store=lambda: store,
            say=self.said.append,
            refused=self.problems.append,
            arrived=self._arrive,
            spawn=self._hold,
        )

    async def _arrive(self) -> None:
        self.arrived += 1

    def _hold(self, work: Coroutine[None, None, None], _name: str) -> object:
        self.tasks.append(asyncio.create_task(work))
        return self.tasks[-1]


Open = Callable[[str], Terminal]


@pytest.fixture
def terminal(tmp_path: Path) -> Open:
    """Makes one whose model comes from an address."""

    def make(address: str) -> Terminal:
        return Terminal(store_of(tmp_path, model_entry(FILES, hub_source(address, FILES))))

    return make


async def test_it_is_told_how_far_it_has_come_and_that_it_is_here(terminal: Open) -> None:
    with serving() as server:
        server.files.update({f"/{path}": content for path, content in FILES.items()})
        here = terminal(server.url)
        here.fetch.begin("tiny")
        await here.tasks[0]
    assert any("downloading 0 %" in line for line in here.said)
    assert here.said[-1] == "tiny: done"
    assert here.arrived == 1


async def test_a_model_that_cannot_be_had_is_told_with_what_to_do_and_asked_for_again(
    terminal: Open,
) -> None:
    here = terminal(CLOSED)
    for number in (1, 2):
        here.fetch.begin("tiny")
        await here.tasks[-1]
        assert len(here.tasks) == number
        assert "tiny" in here.problems[-1].message
        assert here.problems[-1].hint
    assert len(here.problems) == 2
    assert here.arrived == 0


async def test_a_name_that_is_no_models_is_told(terminal: Open) -> None:
    here = terminal(CLOSED)
    here.fetch.begin("nothing-like-it")
    await here.tasks[0]
    assert "nothing-like-it" in here.problems[0].message


async def test_one_is_fetched_at_a_time(terminal: Open) -> None:
    here = terminal(CLOSED)
    here.fetch.begin("tiny")
    here.fetch.begin("other")
    assert here.said == ["tiny is being fetched already."]
    await asyncio.gather(*here.tasks)
    assert len(here.tasks) == 1


async def test_who_leaves_does_not_wait_for_the_rest(terminal: Open) -> None:
    with serving() as server:
        server.files.update({f"/{path}": content for path, content in FILES.items()})
        hold = threading.Event()
        server.answers["/model.bin"].append(ServedAnswer(cut_after=1000, hold=hold))
        here = terminal(server.url)
        here.fetch.begin("tiny")
        await asyncio.to_thread(server.held.wait)
        here.tasks[0].cancel()
        with pytest.raises(asyncio.CancelledError):
            await here.tasks[0]
        said = len(here.said)
        hold.set()
        await asyncio.get_running_loop().shutdown_default_executor()  # the thread has ended
    assert len(here.said) == said
    assert here.arrived == 0


# In the background, unasked.


class Background:
    """Where it is told what is fetched unasked, over a store of one model."""

    def __init__(self, store: ModelStore) -> None:
        self.said: list[str] = []
        self.has_said, self.has_arrived = asyncio.Event(), asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []
        self.fetch = BackgroundFetch(
            open_store=lambda: store, say=self._say, arrived=self._arrive, spawn=self._hold
        )

    def _say(self, line: str) -> None:
        self.said.append(line)
        self.has_said.set()

    async def _arrive(self) -> None:
        self.has_arrived.set()

    def _hold(self, work: Coroutine[None, None, None], _name: str) -> object:
        self.tasks.append(asyncio.create_task(work))
        return self.tasks[-1]


def background(tmp_path: Path, address: str) -> Background:
    return Background(store_of(tmp_path, model_entry(FILES, hub_source(address, FILES))))


async def test_what_nobody_asked_for_is_told_of_in_a_few_lines(tmp_path: Path) -> None:
    with serving() as server:
        server.files.update({f"/{path}": content for path, content in FILES.items()})
        here = background(tmp_path, server.url)
        here.fetch.keep_trying("tiny")
        assert here.fetch.fetching == "tiny"
        await here.has_arrived.wait()
    assert len(here.said) <= 3
    assert all(line.startswith("Downloading tiny: ") for line in here.said)
    assert here.fetch.fetching is None


async def test_a_failure_in_the_background_is_told_once_and_it_may_be_asked_for(
    tmp_path: Path,
) -> None:
    here = background(tmp_path, CLOSED)
    here.fetch.keep_trying("tiny")
    await here.has_said.wait()
    assert "tiny" in here.said[0]
    assert here.said[0].endswith("Parley tries again later.")
    assert here.fetch.fetching is None
    here.fetch.stop()


async def test_what_is_given_up_before_it_began_is_not_fetched(tmp_path: Path) -> None:
    here = background(tmp_path, CLOSED)
    here.fetch.keep_trying("tiny")
    here.fetch.give_up("tiny")
    await asyncio.gather(*here.tasks)
    here.fetch.stop()
    assert here.said == []
    assert here.fetch.fetching is None
