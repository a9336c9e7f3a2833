"""Devices that change anything at any time, lose answers, and meet at last."""

import contextlib
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.storage.model.records import MessageRecord
from assistant.storage.telegram import TelegramAccount, TelegramUpdateRecord
from assistant.sync.model.records import RecordKey, RecordKind
from tests.helpers.sync.memory_server import MemoryDatabase
from tests.helpers.sync.replicas import Replica, meet, setting
from tests.unit.storage.samples import START, conversation, message, question

_AHEAD: Final = (
    timedelta(0),
    timedelta(hours=-1),
    timedelta(days=3650),
    timedelta(seconds=1),
    timedelta(minutes=-3),
)
"""How far the clock of each device is ahead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Act:
    """Something that is done on a device."""

    one: Replica
    device: int
    here: str
    """A conversation; empty if there is none."""
    name: str
    """No other act has it."""
    number: int
    other: int
    at: datetime
    """By the device's clock."""


@dataclass
class _World:
    """The devices, and what was done on them."""

    replicas: list[Replica]
    n: int = 0
    said: dict[str, MessageRecord] = field(default_factory=dict[str, MessageRecord])
    """Complete messages, by id."""
    streaming: dict[str, tuple[int, MessageRecord]] = field(
        default_factory=dict[str, tuple[int, MessageRecord]]
    )
    deleted: set[str] = field(default_factory=set[str])

    async def act(self, device: int, kind: str, number: int, other: int) -> None:
        self.n += 1
        device %= len(self.replicas)
        one = self.replicas[device]
        known = sorted(c.conversation_id for c in await one.store.conversations.recent())
        act = _Act(
            one=one,
            device=device,
            here=known[number % len(known)] if known else "",
            name=f"d{device}-{self.n}",
            number=number,
            other=other,
            at=START + timedelta(seconds=self.n) + _AHEAD[device],
        )
        await _ACTS[kind](self, act)

    async def check(self) -> None:
        """Check that all have the same, and that it is all there was."""
        first, *others = [await one.state() for one in self.replicas]
        for other in others:
            assert other == first
        assert [(await one.sync.counts()).held for one in self.replicas] == [0] * len(self.replicas)
        stored = {m.uuid: m for whole in first["wholes"] for m in whole.messages}
        alive = {c.conversation_id for c in first["conversations"]}
        assert not alive & self.deleted
        for uuid, record in self.said.items():
            if record.conversation_id in alive:
                assert stored[uuid].content == record.content
                assert stored[uuid].status == "complete"
            else:
                assert record.conversation_id in self.deleted
                assert uuid not in stored


async def _messages(act: _Act) -> tuple[MessageRecord, ...]:
    whole = await act.one.store.wholes.read(act.here)
    return () if whole is None else whole.messages


async def _create(_world: _World, act: _Act) -> None:
    await act.one.store.conversations.create(conversation(act.name, at=act.at))


async def _say(world: _World, act: _Act) -> None:
    if act.here:
        chain = await act.one.store.messages.chain(act.here)
        record = _words(act, chain[-1].uuid if chain else None)
        await act.one.store.messages.append(record)
        world.said[act.name] = record


async def _say_elsewhere(world: _World, act: _Act) -> None:
    if act.here:
        places = (None, *(m.uuid for m in await _messages(act)))
        record = _words(act, places[act.other % len(places)])
        await act.one.store.messages.append(record)
        world.said[act.name] = record


async def _stream(world: _World, act: _Act) -> None:
    if act.here:
        record = replace(_words(act, None), status="partial", content='["…"]')
        await act.one.store.messages.checkpoint(record)
        world.streaming[act.name] = act.device, record


def _words(act: _Act, parent: str | None) -> MessageRecord:
    return message(
        act.name,
        parent,
        conversation_id=act.here,
        role="user" if act.other % 2 else "assistant",
        content=f'["{act.name}"]',
        at=act.at,
    )


async def _finish(world: _World, act: _Act) -> None:
    for name, (device, partial) in list(world.streaming.items()):
        if device != act.device:
            continue
        del world.streaming[name]
        record = replace(partial, status="complete", content=f'["{name}, all of it"]')
        if await act.one.store.conversations.get(record.conversation_id) is not None:
            await act.one.store.messages.checkpoint(record)
            world.said[name] = record


async def _note(_world: _World, act: _Act) -> None:
    complete = [m for m in await _messages(act) if m.status == "complete"]
    for record in complete[act.other : act.other + 1]:
        meta = f'{{"heard":"{act.name}"}}'
        await act.one.store.messages.checkpoint(replace(record, meta=meta))


async def _rename(_world: _World, act: _Act) -> None:
    await act.one.store.conversations.rename(act.here, f"Title {act.other % 4}")


async def _entitle(_world: _World, act: _Act) -> None:
    await act.one.store.conversations.entitle({act.here: f"First words {act.device}"})


async def _choose(_world: _World, act: _Act) -> None:
    for record in (await _messages(act))[act.other : act.other + 1]:
        await act.one.store.messages.choose(act.here, record.uuid)


async def _change_model(_world: _World, act: _Act) -> None:
    await act.one.store.conversations.set_model(act.here, "p", f"model {act.other}")


async def _delete(world: _World, act: _Act) -> None:
    if act.here and act.other < 5:
        await act.one.store.conversations.delete(act.here)
        world.deleted.add(act.here)


async def _ask(_world: _World, act: _Act) -> None:
    if act.here:
        asked = question(act.name, conversation_id=act.here, asked_at=act.at)
        await act.one.store.questions.add(asked)


async def _questions(act: _Act) -> tuple[str, ...]:
    return await act.one.store.database.select(
        "SELECT questions_id FROM questions ORDER BY questions_id", read=lambda row: str(row[0])
    )


async def _draft(_world: _World, act: _Act) -> None:
    for asked in (await _questions(act))[act.other % 3 :][:1]:
        await act.one.store.questions.save_draft(asked, f'{{"draft":"{act.name}"}}')


async def _settle(_world: _World, act: _Act) -> None:
    for asked in (await _questions(act))[act.other % 3 :][:1]:
        await act.one.store.questions.settle(
            asked,
            status="timeout" if act.number % 2 else "answered",
            response_json=f'"{act.name}"',
            channel="desktop",
            at=act.at,
        )


async def _reopen(_world: _World, act: _Act) -> None:
    for asked in (await _questions(act))[act.other % 3 :][:1]:
        await act.one.store.questions.reopen(
            asked,
            questions_json=f'{{"id":"{asked}","version":2}}',
            now=act.at,
            deadline=act.at + timedelta(hours=1),
        )


async def _set(world: _World, act: _Act) -> None:
    body = {"value": act.other, "changed_at": f"{world.n:05}"}
    await act.one.sync.put_values({setting(f"s{act.number % 3}"): body})


async def _update(_world: _World, act: _Act) -> None:
    key = RecordKey(RecordKind.DOCUMENT_UPDATE, f"memory/{act.name}")
    await act.one.sync.put_values({key: {"update": act.name}})


async def _link(_world: _World, act: _Act) -> None:
    await act.one.store.telegram.link(
        TelegramAccount(
            user_id=1 + act.number % 3,
            chat_id=1 + act.number % 3,
            name=act.name,
            workspace="default",
            agent="default",
            conversation_id=None,
            linked_at=act.at,
        )
    )


async def _unlink(_world: _World, act: _Act) -> None:
    await act.one.store.telegram.unlink(1 + act.number % 3)


async def _receive(_world: _World, act: _Act) -> None:
    update = TelegramUpdateRecord(
        update_id=act.number, chat_id=1, content=f'"{act.number}"', received_at=START
    )
    await act.one.store.telegram.receive([update], offset=1)


async def _handle(_world: _World, act: _Act) -> None:
    await act.one.store.telegram.handled([act.number], at=act.at)


async def _push(_world: _World, act: _Act) -> None:
    await act.one.push()


async def _push_a_little(_world: _World, act: _Act) -> None:
    sent = await act.one.sync.pending(1 + act.other % 3, rest_s=0)
    await act.one.sync.pushed(sent, await act.one.server.push(sent))


async def _push_without_an_answer(_world: _World, act: _Act) -> None:
    await act.one.push(is_answer_lost=True)


async def _pull(_world: _World, act: _Act) -> None:
    await act.one.pull()


async def _pull_a_little(_world: _World, act: _Act) -> None:
    changes = await act.one.changes(limit=1 + act.other % 3)
    if changes:
        await act.one.sync.apply(changes, cursor=changes[-1].change)


async def _push_while_pulling(world: _World, act: _Act) -> None:
    """The answer to what was sent comes after what another device made of it."""
    sent = await act.one.sync.pending(rest_s=0)
    result = await act.one.server.push(sent)
    other = world.replicas[(act.device + 1) % len(world.replicas)]
    await other.pull()
    await other.store.conversations.set_model(act.here, "p", act.name)
    await other.push()
    await act.one.store.conversations.rename(act.here, act.name)
    await act.one.pull()
    if await act.one.store.conversations.get(act.here) is not None:
        await _say(world, act)
    await act.one.sync.pushed(sent, result)


_Doing = Callable[[_World, _Act], Awaitable[None]]
_ACTS: Final[Mapping[str, _Doing]] = {
    doing.__name__.strip("_"): doing
    for doing in (
        _create,
        _say,
        _say_elsewhere,
        _stream,
        _finish,
        _note,
        _rename,
        _entitle,
        _choose,
        _change_model,
        _delete,
        _ask,
        _draft,
        _settle,
        _reopen,
        _set,
        _update,
        _link,
        _unlink,
        _receive,
        _handle,
        _push,
        _push_a_little,
        _push_without_an_answer,
        _push_while_pulling,
        _pull,
        _pull_a_little,
    )
}
_MEETING: Final = sorted(name for name in _ACTS if name.startswith(("push", "pull")))
_acts = st.tuples(
    st.integers(0, 3),
    st.sampled_from(("say", *_MEETING)) | st.sampled_from(sorted(_ACTS)),
    st.integers(0, 20),
    st.integers(0, 20),
)


@contextlib.asynccontextmanager
async def _world(n: int) -> AsyncGenerator[_World]:
    server = MemoryDatabase()
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.db" for number in range(n)]
        replicas = [await Replica.open(path, server) for path in paths]
        try:
            yield _World(replicas)
        finally:
            for one in replicas:
                await one.aclose()


@pytest.mark.requirement("SYNC-03", "SYNC-05", "SYNC-09", "TEST-28")
@given(st.integers(2, 4), st.lists(_acts, min_size=10, max_size=60))
async def test_devices_end_equal_and_nothing_is_lost(
    n: int, acts: list[tuple[int, str, int, int]]
) -> None:
    async with _world(n) as world:
        await world.act(0, "create", 0, 0)
        for act in acts:
            await world.act(*act)
        await meet(*world.replicas)
        await world.check()
