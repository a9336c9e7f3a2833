"""The words of pages, taken out in a process of its own."""

import asyncio
import contextlib
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from assistant.errors import AssistantError
from assistant.processes.child_process import ChildProcess
from assistant.tools.web import page_text
from assistant.tools.web.page_text import extract, words_of

ARTICLE = """<html><head><title>Tea at home</title></head><body>
<nav><a href="/">Start</a><a href="/shop">Shop</a></nav>
<article><h1>Tea at home</h1>
<p>Green tea is made with water of eighty degrees, never with boiling water.</p>
<p>It stands for two minutes. 차는 2분 동안 우립니다. 茶要泡两分钟。</p>
<ul><li>Water</li><li>Leaves of the first harvest</li></ul>
<script>alert("no words")</script></article>
<footer>All rights reserved</footer></body></html>"""


def test_the_words_of_an_article_are_found_and_its_scripts_are_not() -> None:
    page = words_of(ARTICLE)

    assert page.title == "Tea at home"
    assert "water of eighty degrees" in page.text
    assert "2분 동안" in page.text
    assert "泡两分钟" in page.text
    assert "- Water" in page.text
    assert "alert" not in page.text


def test_a_page_that_is_no_article_is_taken_whole() -> None:
    assert (
        "Opening hours" in words_of("<html><body><div>Opening hours 9-17</div></body></html>").text
    )


@pytest.mark.parametrize("html", ["", "no tags at all", "<" * 1000, "\x00\x01"])
def test_whatever_is_given_there_is_a_page(html: str) -> None:
    assert words_of(html).title == ""


async def test_a_page_is_read_in_a_child_process() -> None:
    page = await extract(ARTICLE)

    assert page.title == "Tea at home"
    assert "2분 동안" in page.text


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def children() -> set[str]:
    found: set[str] = set()
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a thread may just end
            found |= set((task / "children").read_text(encoding="utf-8").split())
    return found


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="needs Linux")
async def test_a_page_that_takes_too_long_ends_with_its_process() -> None:
    before = children()

    with pytest.raises(AssistantError, match="too long"):
        await extract("<p>" * 100_000, time_s=0.01)

    assert children() <= before


@pytest.mark.requirement("SEC-15")
async def test_nothing_in_the_current_folder_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "trafilatura.py").write_text(
        "import pathlib; pathlib.Path(__file__).with_name('ran').touch()", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)

    page = await extract(ARTICLE)

    assert page.title == "Tea at home"
    assert names_in(tmp_path) == {"trafilatura.py"}


@pytest.mark.requirement("SEC-15")
@pytest.mark.skipif(sys.platform != "linux", reason="macOS holds no limit of memory")
async def test_a_page_cannot_take_all_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library that is taken in by a page and wants 2 GB does not get them."""
    (tmp_path / "trafilatura.py").write_text(
        "import types\n"
        "def bare_extraction(*args, **options):\n"
        "    return types.SimpleNamespace(title='has ' + str(len(bytes(2_000_000_000))))\n"
        "def extract(*args, **options): return 'words'\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    with pytest.raises(AssistantError, match="could not be read"):
        await extract(ARTICLE)


@pytest.mark.requirement("SEC-15")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
async def test_a_page_has_a_limit_of_processor_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "trafilatura.py").write_text(
        "import resource, types\n"
        "def bare_extraction(*args, **options):\n"
        "    return types.SimpleNamespace(title=str(resource.getrlimit(resource.RLIMIT_CPU)))\n"
        "def extract(*args, **options): return 'words'\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    assert (await extract(ARTICLE)).title == "(15, 15)"


@pytest.mark.requirement("TOOL-07", "TOOL-24")
@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="needs Linux")
async def test_cancelling_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    before = children()
    started = asyncio.Event()
    start = page_text.start

    async def tell(*command: Any, **options: Any) -> ChildProcess:
        process = await start(*command, **options)
        started.set()
        return process

    monkeypatch.setattr(page_text, "start", tell)
    task = asyncio.create_task(extract(ARTICLE))
    await started.wait()
    assert not children() <= before

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert children() <= before
