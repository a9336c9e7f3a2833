"""Two to five complete engines over a real PostgreSQL, with everything that goes wrong: at the end
they are alike, no line and no word is lost, and nothing was done twice.

A failure prints the seed and how to have it again: `PARLEY_SYNC_SEED=… pytest …`. A run has a hundred
steps of one seed, and 3,200 of a new one under `make stress`.
"""

import asyncio
import logging
import os
import random
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from inspect import getcoroutinelocals
from pathlib import Path
from types import CoroutineType
from typing import Any, Final, TypeVar, cast

import pytest
from hypothesis import HealthCheck, Phase, note, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)
from typing_extensions import override

from assistant.home import Home
from assistant.llm.api_keys import SYNC, VARIABLES
from assistant.llm.messages_api.messages import Block, TextBlock, ToolResultBlock, ToolUseBlock
from assistant.llm.messages_api.model_client import BlockReceived, ModelClient, ReplyReceived
from assistant.protocol.conversation import NewConversation, Say
from assistant.protocol.history import DeleteConversation, OpenConversation, RenameConversation
from assistant.protocol.turns import TurnFailed, TurnFinished
from assistant.questions.model.question import Purpose
from assistant.settings import load, save
from tests.conftest import STRESS
from tests.helpers.engine.running_core import chose
from tests.helpers.llm.reactive_model import ReactiveModel
from tests.helpers.llm.scripted_model import Step, Wait, says
from tests.helpers.postgres import PostgresProcess
from tests.helpers.questions.builders import QUESTION
from tests.helpers.sync.complete_devices import CompleteDevice, DeviceClock, Gate, SharedTime
from tests.helpers.sync.server_worlds import PostgresWorld
from tests.helpers.telegram.running_channel import link
from tests.helpers.telegram.server import TelegramServer

T = TypeVar("T")
_log = logging.getLogger(__name__)

PATIENCE_S: Final = 120.0
"""How long devices may take to be alike on a busy machine, far more than they do."""
PATHS: Final = (Path("memory/me.md"), Path("workspaces/default/lists/Shopping.md"))
SEED: Final = int(
    os.environ.get("PARLEY_SYNC_SEED") or (random.randrange(1 << 32) if STRESS else 0)
)
AHEAD: Final = (
    timedelta(0),
    timedelta(hours=-1),
    timedelta(days=400),
    timedelta(seconds=1),
    timedelta(minutes=-3),
)
"""How far the clock of each device is ahead."""
ALIKE: Final = {
    "messages": "SELECT uuid, parent_uuid, conversation_id, turn_id, role, content, status,"
    " created_at, meta, stamp FROM messages ORDER BY uuid",
    "conversations": "SELECT conversation_id, title, leaf, updated_at FROM conversations AS c WHERE"
    " EXISTS (SELECT 1 FROM messages WHERE conversation_id = c.conversation_id) ORDER BY 1",
    "questions": "SELECT questions_id, status, response_json, draft_json FROM sync_questions"
    " ORDER BY 1",
    "values": "SELECT kind, key, body FROM sync_values ORDER BY 1, 2",
    "accounts": "SELECT * FROM telegram_accounts ORDER BY 1",
    "requests": "SELECT * FROM telegram_updates ORDER BY 1",
}
"""What every device has, and how it is read."""

_USES: Final = (
    *("say", "say", "ask", "answer", "answer", "new", "open", "rename", "delete", "setting"),
    *("remote", "remote", "add", "add", "insert", "change", "remove"),
)
_FAULTS: Final = (
    *("kill", "end", "begin", "begin", "begin", "close", "halt", "open", "open", "open"),
    *("stop the server", "start the server", "start the server", "cut", "time", "time"),
)
_WORK: Final = ("work",) * 10


@dataclass
class _Lines:
    """What was written to a file, on whichever device."""

    written: set[str] = field(default_factory=set[str])
    removed: set[str] = field(default_factory=set[str])
    """Deleted or replaced, on any device."""


@dataclass
class _Past:
    """What was done."""

    n: int = 0
    steps: Counter[str] = field(default_factory=Counter[str])
    said: dict[str, str] = field(default_factory=dict[str, str])
    """Conversations, by what was said in them."""
    deleted: set[str] = field(default_factory=set[str])
    answers: Counter[str] = field(default_factory=Counter[str])
    """How often a question was answered, by the id of its call."""
    remote: set[str] = field(default_factory=set[str])
    apart: set[str] = field(default_factory=set[str])
    """Those that were sent while a device could not reach the database."""

    def next(self, kind: str) -> str:
        self.n += 1
        self.steps[kind] += 1
        return f"{kind} {self.n}"


class CompleteEngines(RuleBasedStateMachine):
    """The devices, and what was done on them."""

    def __init__(
        self, process: PostgresProcess, monkeypatch: pytest.MonkeyPatch, total: Counter[str]
    ) -> None:
        super().__init__()
        note(f"PARLEY_SYNC_SEED={SEED}")
        self._folder = tempfile.TemporaryDirectory()
        self._runner = asyncio.Runner()
        self._process = process
        self._monkeypatch = monkeypatch
        self._total = total
        self._world = PostgresWorld(process)
        self._is_server_up = True
        self._time = SharedTime()
        self._trail: list[str] = []
        self._telegram = TelegramServer().__enter__()
        self._ada = self._telegram.user("Ada")
        self.past = _Past()
        self.lines = {path: _Lines() for path in PATHS}
        self.devices: list[CompleteDevice] = []

    def run(self, work: "CoroutineType[Any, Any, T]") -> T:
        said = {key: value for key, value in getcoroutinelocals(work).items() if key != "self"}
        self._trail.append(f"{work.__name__} {said}")
        try:
            return self._runner.run(work)
        except Exception:
            # Tried again, it may not fail: then Hypothesis says so, and no more.
            trail = "\n".join(self._trail)
            _log.exception("PARLEY_SYNC_SEED=%d failed first after\n%s", SEED, trail)
            raise

    @initialize(count=st.integers(2, 5), chance=st.integers(0, 1 << 32))
    def open(self, count: int, chance: int) -> None:
        # Hypothesis would take some kinds of steps most of the time, and leave others out.
        self.chance = random.Random(chance)
        self.run(self._open(count))

    async def _open(self, count: int) -> None:
        database = self._world.database
        self._monkeypatch.setenv(VARIABLES[SYNC], database.password)
        for number in range(count):
            root = Path(self._folder.name) / f"device{number}"
            gate = Gate(lambda: self._process.port)
            await gate.begin()
            device = CompleteDevice(
                Home(root=root, models=root / "models"),
                gate=gate,
                clock=DeviceClock(self._time, AHEAD[number]),
                model=self._model,
            )
            await device.set_up(
                database_url=f"postgresql://{database.role}@127.0.0.1:{gate.port}/{database.name}",
                telegram_url=self._telegram.url,
            )
            self.devices.append(device)
            await device.begin()
        await link(self.devices[0].running, self._ada)
        await self.devices[0].exchange_soon()
        await self._sent(self.devices[0])  # there is a schema whose clock can be changed

    def device(self, number: int) -> CompleteDevice:
        return self.devices[number % len(self.devices)]

    def _model(self, device: CompleteDevice) -> ModelClient:
        def reply(last: Sequence[Block]) -> list[Step]:
            if device.is_dying:
                return [Wait(gate=asyncio.Event())]
            if any(isinstance(block, ToolResultBlock) for block in last):
                return says("So be it.")
            words = "".join(block.text for block in last if isinstance(block, TextBlock))
            _before, asks, name = words.rpartition("ask ")
            if asks and name.isdecimal():
                call = ToolUseBlock(id=f"toolu_{name}", name="ask_user_question", input=QUESTION)
                return [BlockReceived(block=call), ReplyReceived(stop_reason="tool_use")]
            return says(f"Reply to {words}.")

        return ReactiveModel(reply)

    @rule()
    def step(self) -> None:
        kind = self.chance.choice((*_WORK, *_USES, *_USES, *_FAULTS))
        number, one, other = (self.chance.randrange(20) for _ in range(3))
        self.past.steps["steps"] += 1
        if kind in _USES:
            self._use(kind, number, one, other)
        elif kind in _FAULTS:
            self._fail(kind, number)
        else:
            self._have_work(number)

    # What users do.

    def _use(self, kind: str, number: int, one: int, other: int) -> None:
        """Do something on a device; files and settings are changed while its program is off, too."""
        device = self.device(number)
        match kind:
            case "remote":
                self.past.remote.add(words := self.past.next(kind))
                if not (self._is_server_up and all(one.gate.is_open for one in self.devices)):
                    self.past.apart.add(words)
                self._ada.send(words)
            case "setting":
                self.past.steps[kind] += 1
                save(device.home, "voice", "speed", 0.5 + one / 20)
            case "add" | "insert" | "change" | "remove":
                self._edit(device, PATHS[one % len(PATHS)], kind, other)
            case _ if not device.is_on:
                pass
            case "say" | "ask":
                self.run(self._say(device, self.past.next(kind)))
            case "answer":
                self.run(self._answer(device, one, str(1 + other % 2)))
            case _:
                self.run(self._use_history(device, kind, one))

    async def _say(self, device: CompleteDevice, words: str) -> None:
        running = device.running
        current = running.core.conversations.current
        if running.core.desk.pending() or not current.is_at_rest:
            await running.do(NewConversation())
        conversation_id = running.core.conversations.current.conversation_id
        before = len(running.of(TurnFinished)), len(running.of(TurnFailed)), len(running.presented)
        self.past.said[words] = conversation_id
        await running.do(Say(text=words))

        def is_over() -> bool:
            """Whether its turn ended or asks; it fails where another device deletes all of it."""
            now = len(running.of(TurnFinished)), len(running.of(TurnFailed)), len(running.presented)
            here = running.core.conversations.current.conversation_id
            return now != before or here != conversation_id

        await running.until_true(is_over, patience_s=PATIENCE_S)

    async def _answer(self, device: CompleteDevice, which: int, option: str) -> None:
        running = device.running
        open_now = [
            one for one in running.core.desk.pending() if one.questions.purpose is Purpose.ASK
        ]
        if not open_now:
            return
        asked = open_now[which % len(open_now)]
        record = await running.core.store.questions.get(asked.id)
        if record is None:
            return
        self.past.steps["answer"] += 1
        self.past.answers[str(record.tool_use_id)] += 1
        first = asked.questions.questions[0]
        await running.respond(asked.questions, chose(asked.questions, **{first.id: option}))

    async def _use_history(self, device: CompleteDevice, kind: str, which: int) -> None:
        running = device.running
        name = self.past.next(kind)
        if kind == "new":
            await running.do(NewConversation())
            return
        known = sorted(c.conversation_id for c in await running.core.store.conversations.recent())
        if not known:
            return
        chosen = known[which % len(known)]
        match kind:
            case "open":
                await running.do(OpenConversation(conversation_id=chosen))
            case "rename":
                await running.do(RenameConversation(conversation_id=chosen, title=name))
            case _:
                await running.do(DeleteConversation(conversation_id=chosen))
                if await running.core.store.conversations.get(chosen) is None:
                    self.past.deleted.add(chosen)

    def _edit(self, device: CompleteDevice, path: Path, how: str, place: int) -> None:
        """Change a line of a file as an editor does, which replaces the file."""
        known, lines = self.lines[path], device.read(path).splitlines()
        at, gone = len(lines), 0
        if how != "add" and lines:
            at, gone = place % len(lines), 0 if how == "insert" else 1
        line = f"- {self.past.next(how)} of {device.home.root.name}"
        new = [] if how == "remove" and gone else [line]
        known.written.update(new)
        known.removed.update(lines[at : at + gone])
        self._trail.append(
            f"edit {device.home.root.name} {path.name}: {lines[at : at + gone]} -> {new}"
        )
        lines[at : at + gone] = new
        file = device.home.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        written = file.with_name(".written")
        written.write_text("".join(f"{one}\n" for one in lines), encoding="utf-8")
        written.replace(file)

    # What goes wrong.

    def _fail(self, kind: str, number: int) -> None:
        """Have something go wrong, or be right again."""
        device = self.device(number)
        self.past.steps[kind] += 1
        self._trail.append(f"{kind} {device.home.root.name}")
        match kind:
            case "stop the server":
                self._process.stop()
                self._is_server_up = False
            case "start the server":
                self._process.start()
                self._is_server_up = True
            case "close" | "halt" | "open":
                self.run(self._change_network(device.gate, kind))
            case "begin":
                if not device.is_on:
                    self.run(device.begin())
            case "kill" | "end":
                if device.is_on:
                    self.run(device.kill() if kind == "kill" else device.end())
            case _ if not self._is_server_up:
                pass
            case "cut":
                self._process.cut(self._world.database)
            case _:
                seconds = (1.0, 26.0, 31.0)[number % 3]
                self.run(self._world.advance(seconds))
                self._time.moved_s += seconds

    async def _change_network(self, gate: Gate, how: str) -> None:
        act: dict[str, Callable[[], None]] = {
            "close": gate.close,
            "halt": gate.halt,
            "open": gate.open,
        }
        act[how]()

    def _have_work(self, number: int) -> None:
        """Have a device do what it can, with all others at the same time."""
        device = self.device(number)
        if device.is_on:
            self.past.steps["work"] += 1
            self.run(self._work(device))

    async def _work(self, device: CompleteDevice) -> None:
        device.hurry()
        await device.exchange_soon()
        for _piece in range(200):
            await device.running.core.store.state.get("nothing")

    # In the end.

    @override
    def teardown(self) -> None:
        try:
            if self.devices:
                self.run(self._settle())
            self._total.update(self.past.steps)
        finally:
            self.run(self._close())
            self._runner.close()
            self._telegram.__exit__(None, None, None)
            self._folder.cleanup()

    async def _settle(self) -> None:
        self._process.start()
        for device in self.devices:
            device.gate.open()
            if not device.is_on:
                await device.begin()
        await self._until_alike()
        for path, known in self.lines.items():
            text = self.devices[0].read(path)
            found = text.splitlines()
            assert known.written - known.removed <= set(found), "a line is lost"
            assert set(found) <= known.written, "two lines became a third"
            assert len(set(found)) == len(found), "a line is there twice"
            assert not set(found) & known.removed, "a line that was removed came back"
        await self._check_words()

    async def _check_words(self) -> None:
        """Nothing that was said is lost, and nothing was done twice on any branch.

        Each device may answer once what was sent while they did not all reach the database: the
        leader goes on then, and does not hear that another leads.
        """
        database = self.devices[0].running.core.store.database
        rows = await database.select(
            "SELECT m.uuid, m.conversation_id, m.role, m.content,"
            " (SELECT count(*) FROM messages AS r WHERE r.parent_uuid = m.uuid"
            "  AND r.role = 'assistant' AND r.status = 'complete')"
            " FROM messages AS m",
            read=tuple,
        )
        alive = {row[1] for row in rows}
        assert not alive & self.past.deleted, "a conversation that was deleted came back"
        contents = "\n".join(row[3] for row in rows if row[2] == "user")
        for words, conversation_id in self.past.said.items():
            if conversation_id not in self.past.deleted:
                assert f'"{words}"' in contents, f"{words} is lost"
        for words in self.past.remote:
            runs = [row for row in rows if row[2] == "user" and f'"{words}"' in row[3]]
            most = len(self.devices) if words in self.past.apart else 1
            assert len(runs) <= most, f"{words} ran twice"
            assert sum(row[4] for row in runs) <= most, f"{words} was answered twice"
        for call, n_answers in self.past.answers.items():
            results = [row for row in rows if "tool_result" in row[3] and f'"{call}"' in row[3]]
            n_continued = sum(row[4] for row in results)
            assert n_continued <= n_answers, f"an answer to {call} was counted twice: {results}"
        effects = self._process.run(
            "SELECT count(*), count(DISTINCT effect) FROM parley.effects",
            database=self._world.database.name,
        )
        self.past.steps["effects"] += effects[0][0]

    async def _until_alike(self) -> None:
        """Wait until all devices have the same, and go on having it."""
        same, before, difference = 0, "", ""
        try:
            async with asyncio.timeout(2 * PATIENCE_S):
                while same < 3:
                    for device in self.devices:
                        device.hurry()
                        await self._sent(device)
                    states = [await self._state(device) for device in self.devices]
                    difference = _difference(states)
                    now = repr(states[0])
                    same = same + 1 if not difference and now == before else 0
                    before = now
        except TimeoutError:
            raise AssertionError(f"The devices are not alike:\n{difference}") from None

    async def _sent(self, device: CompleteDevice) -> None:
        """Wait until a device has sent all, and has all that is on the server."""
        told = ""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while True:
                    await device.exchange_soon()
                    for _piece in range(50):
                        await device.running.core.store.state.get("nothing")
                    if not self._has_schema():
                        continue
                    ((newest,),) = self._process.run(
                        "SELECT newest FROM parley.counter", database=self._world.database.name
                    )
                    pending, cursor = await device.records.pending(), await device.records.cursor()
                    if not pending and cursor == newest:
                        return
                    told = f"is at {cursor} of {newest}, keeps {pending}"
        except TimeoutError:
            raise AssertionError(f"{device.home.root.name} {told}") from None

    def _has_schema(self) -> bool:
        ((found,),) = self._process.run(
            "SELECT to_regclass('parley.counter') IS NOT NULL", database=self._world.database.name
        )
        return bool(found)

    async def _state(self, device: CompleteDevice) -> dict[str, object]:
        """Return what every device has."""

        def read(connection: sqlite3.Connection) -> dict[str, object]:
            return {name: connection.execute(one).fetchall() for name, one in ALIKE.items()}

        state = await device.running.core.store.database.read(read)
        state["files"] = [device.read(path) for path in PATHS]
        state["speed"] = load(device.home, {}).settings.voice.speed
        return state

    async def _close(self) -> None:
        for device in self.devices:
            if device.is_on:
                await device.end()
            await device.gate.aclose()
        await self._world.aclose()


def _difference(states: Sequence[dict[str, object]]) -> str:
    """Return what the first two states that differ have otherwise; empty if all are the same."""
    first, *others = states
    for number, other in enumerate(others, start=1):
        for name, value in first.items():
            if other[name] != value:
                ours, theirs = _parts(value), _parts(other[name])
                return f"{name} of 0 and {number}:\n{ours - theirs}\n{theirs - ours}"
    return ""


def _parts(value: object) -> set[str]:
    return set(map(repr, cast("list[object]", value))) if isinstance(value, list) else {repr(value)}


@pytest.mark.timeout(7200 if STRESS else 300)
@pytest.mark.requirement("SYNC-01", "SYNC-02", "SYNC-03", "SYNC-04", "SYNC-05", "SYNC-06")
@pytest.mark.requirement("SYNC-07", "SYNC-09", "TG-16", "TEST-28")
def test_engines_end_alike_whatever_goes_wrong(
    postgres: PostgresProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The device that answered lets the one that asked go first by three seconds.
    monkeypatch.setattr("assistant.engine.sync.turn_claims.GRACE_S", 0.1)
    total = Counter[str]()

    class Machine(CompleteEngines):
        def __init__(self) -> None:
            super().__init__(postgres, monkeypatch, total)

    try:
        run_state_machine_as_test(
            seed(SEED)(Machine),
            settings=settings(
                max_examples=40 if STRESS else 4,
                stateful_step_count=80 if STRESS else 25,
                deadline=None,
                phases=[Phase.generate],  # what goes wrong in real time is not there when shrunk
                suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
            ),
        )
    finally:
        _log.info("PARLEY_SYNC_SEED=%d: %s", SEED, dict(total))
