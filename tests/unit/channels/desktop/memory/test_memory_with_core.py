"""The windows of memory and personas with a real core: what is done in them reaches the model."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from assistant.channels.desktop.memory.editor import MemoryEditor
from assistant.channels.desktop.memory.window import MemoryWindow
from assistant.channels.desktop.personas.switch_button import PersonaSwitchButton
from assistant.channels.desktop.personas.window import PersonaWindow
from assistant.channels.desktop.widgets.status_bars import NoticeBar
from assistant.channels.desktop.widgets.theme import Theme
from assistant.home import Home
from assistant.memory.model.scope import MemoryScope
from assistant.protocol.client import Listener
from assistant.protocol.commands import Command
from assistant.protocol.conversation import ConversationOpened, Say
from assistant.protocol.memory import FactKept, MemoryRead, UndoMemory
from assistant.protocol.notices import Notice
from assistant.protocol.personas import PersonasListed
from assistant.protocol.turns import TurnFinished
from tests.helpers.engine.running_core import RunningCore, opened
from tests.helpers.llm.scripted_model import says
from tests.unit.channels.desktop.contexts import make_context

TEACHER = "You are Ada, a patient teacher."


class LoopClient:
    """Implements `EngineClient` on the test's own loop."""

    def __init__(self, running: RunningCore) -> None:
        self._running = running
        self._loop = asyncio.get_running_loop()
        self.tasks: set[asyncio.Task[None]] = set()

    def submit(self, command: Command) -> None:
        """Handle a command as a task; dropped once the test is over."""
        if self._loop.is_running():
            self.tasks.add(self._loop.create_task(self._running.do(command)))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear every event."""
        return self._running.core.subscribe(listener)


class Stage:
    """A core with the windows around it."""

    def __init__(self, running: RunningCore, theme: Theme, home: Home) -> None:
        self.running = running
        self.client = LoopClient(running)
        context = make_context(theme, home, engine=self.client)
        self.memory = MemoryWindow(context)
        self.personas = PersonaWindow(context)
        self.switch = PersonaSwitchButton(parent=self.personas)
        self.client.subscribe(self.memory.handle)
        self.client.subscribe(self.personas.handle)
        self.client.subscribe(self.switch.handle)

    async def ask(self, text: str) -> str:
        """Say something and return what the model was told before it."""
        self.running.model.script.append(says("Yes."))
        count = len(self.running.of(TurnFinished))
        await self.running.do(Say(text=text))
        await self.running.until(TurnFinished, count + 1)
        return str(self.running.model.requests[-1].system)

    async def open_memory(self, scope: MemoryScope) -> None:
        self.memory.present(scope)
        await self.running.until(MemoryRead)

    async def until(self, condition: Callable[[], bool]) -> None:
        await self.running.until_true(condition)


@asynccontextmanager
async def staged(home: Home, theme: Theme) -> AsyncGenerator[Stage]:
    async with opened(home, announce=False) as running:
        stage = Stage(running, theme, home)
        running.core.announce()
        yield stage
        for task in stage.client.tasks:
            await task
        for window in (stage.memory, stage.personas):
            window.hide()


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def shown_path(editor: MemoryEditor) -> Path:
    assert editor.page is not None
    return editor.page.base.path


async def test_what_is_written_in_the_window_reaches_the_next_request(
    home: Home, theme: Theme
) -> None:
    async with staged(home, theme) as stage:
        await stage.open_memory(MemoryScope.PERSONAL)
        editor = stage.memory.editors[MemoryScope.PERSONAL]
        path = shown_path(editor)
        assert path.is_relative_to(home.root)
        QTest.keyClicks(editor.field, "- likes green tea")
        editor.save_button.click()
        await stage.until(lambda: editor.state_text == "")

        assert read(path).strip() == "- likes green tea"
        assert "- likes green tea" in await stage.ask("Hello")


async def test_what_the_window_saves_twice_is_saved_twice(home: Home, theme: Theme) -> None:
    async with staged(home, theme) as stage:
        await stage.open_memory(MemoryScope.PERSONAL)
        editor = stage.memory.editors[MemoryScope.PERSONAL]
        for words in ("- tea", "\n- cake"):
            editor.field.replace(editor.field.text + words)
            editor.save_button.click()
            await stage.until(lambda: editor.state_text == "")
            assert not editor.is_in_conflict

        assert "- tea\n- cake" in read(shown_path(editor))


async def test_what_another_program_writes_appears(
    home: Home, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("assistant.engine.memory.file_reporter.WATCH_S", 0.01)
    async with staged(home, theme) as stage:
        await stage.open_memory(MemoryScope.WORKSPACE)
        editor = stage.memory.editors[MemoryScope.WORKSPACE]
        write(home.workspace("default") / "memory.md", "- sells coffee\n")
        await stage.until(lambda: "- sells coffee" in editor.field.text)

        assert not editor.is_in_conflict
        assert editor.state_text == ""


@pytest.mark.requirement("MEM-10")
async def test_what_another_program_writes_meanwhile_is_put_beside(
    home: Home, theme: Theme
) -> None:
    path = home.workspace("default") / "memory.md"
    write(path, "- sells tea\n")
    async with staged(home, theme) as stage:
        await stage.open_memory(MemoryScope.WORKSPACE)
        editor = stage.memory.editors[MemoryScope.WORKSPACE]
        QTest.keyClicks(editor.field, "- mine ")
        write(path, "- sells coffee\n")
        editor.save_button.click()
        await stage.until(lambda: editor.is_in_conflict)
        assert read(path) == "- sells coffee\n"
        assert "- sells coffee" in editor.theirs_field.text

        editor.mine_button.click()
        await stage.until(lambda: editor.state_text == "")

        assert "- mine - sells tea" in read(path)
        assert "- mine - sells tea" in await stage.ask("Hello")


async def test_a_memory_that_would_be_too_long_is_not_saved_and_stays_typed(
    home: Home, theme: Theme
) -> None:
    async with staged(home, theme) as stage:
        await stage.open_memory(MemoryScope.PERSONAL)
        editor = stage.memory.editors[MemoryScope.PERSONAL]
        editor.field.replace("- " + "x" * 9_000)
        editor.save_button.click()
        await stage.until(lambda: bool(editor.problem_text))

        assert len(editor.field.text) == 9_002
        assert "8000" in editor.problem_text


async def test_a_fact_that_is_kept_appears_and_its_notice_takes_it_back(
    home: Home, theme: Theme
) -> None:
    async with staged(home, theme) as stage:
        await stage.open_memory(MemoryScope.PERSONAL)
        editor = stage.memory.editors[MemoryScope.PERSONAL]
        await stage.ask("Remember that I like green tea.")
        kept = await stage.running.until(FactKept)
        await stage.until(lambda: kept.fact in editor.field.text)
        notice = next(
            one for one in stage.running.of(Notice) if one.actions and kept.fact in one.text
        )
        bar = NoticeBar(theme=theme)
        bar.show_notices([notice])
        assert [action.label for action in notice.actions] == ["Undo"]

        command = notice.actions[0].command
        assert isinstance(command, UndoMemory)
        await stage.running.do(command)
        await stage.until(lambda: kept.fact not in editor.field.text)
        assert not editor.is_in_conflict


async def test_a_persona_is_made_chosen_and_reaches_the_next_request(
    home: Home, theme: Theme
) -> None:
    async with staged(home, theme) as stage:
        panel = stage.personas
        assert TEACHER not in await stage.ask("Hello")
        panel.present()
        await stage.running.until(PersonasListed)
        panel.new_button.click()
        QTest.keyClicks(panel.editors[0].name.line, "Ada")
        panel.editors[0].field.replace(TEACHER)
        panel.editors[0].submit()
        await stage.until(lambda: panel.chosen == ("default", "Ada"))
        assert panel.editors == ()
        before = len(stage.running.of(ConversationOpened))
        panel.use_button.click()
        await stage.running.until(ConversationOpened, before + 1)

        assert stage.switch.text() == "Ada"
        assert TEACHER in await stage.ask("Hello")


async def test_another_persona_brings_its_memory_into_the_window(home: Home, theme: Theme) -> None:
    write(home.root / "agents" / "teacher" / "persona.md", TEACHER)
    own = home.workspace("default") / "agents" / "teacher" / "memory.md"
    write(own, "- explains with pictures\n")
    async with staged(home, theme) as stage:
        await stage.open_memory(MemoryScope.AGENT)
        editor = stage.memory.editors[MemoryScope.AGENT]
        QTest.keyClicks(editor.field, "- of the first")
        stage.personas.present()
        await stage.running.until(PersonasListed)
        stage.personas.choose_persona("teacher")
        stage.personas.use_button.click()
        await stage.until(lambda: "pictures" in editor.field.text)
        assert stage.memory.has_unsaved
        assert "“teacher”" in editor.field.accessibleDescription()

        stage.memory.presenter.leave(save=True)
        await stage.until(lambda: not stage.memory.has_unsaved)

        first = home.workspace("default") / "agents" / "default" / "memory.md"
        assert read(first).strip() == "- of the first"
        assert read(own) == "- explains with pictures\n"
