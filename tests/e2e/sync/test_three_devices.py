"""Three devices: what one does is seen by the others, until one of them is removed."""

import asyncio

import pytest

from assistant.protocol.conversation import Say
from assistant.protocol.history import OpenConversation, RenameConversation
from assistant.protocol.questions import QuestionClosed
from assistant.protocol.sync import ListSync, RemoveDevice, SyncListed
from assistant.protocol.turns import TurnFinished
from assistant.questions.model.question import Answered
from assistant.sync.model.faults import SyncFault
from tests.e2e.sync.test_questions import choose, continuations, model, until_presented
from tests.helpers.engine.running_core import RunningCore
from tests.helpers.sync.devices import (
    PATIENCE_S,
    UserDevices,
    until_alike,
    until_in_file,
    until_listed,
    until_said,
)


@pytest.mark.requirement("SYNC-03")
async def test_what_one_does_the_others_see_until_one_is_removed(devices: UserDevices) -> None:
    memories = [
        devices.home(name).workspace("default") / "memory.md"
        for name in ("laptop", "tower", "kitchen")
    ]
    async with (
        devices.on("laptop", model()) as laptop,
        devices.on("tower", model()) as tower,
        devices.on("kitchen", model()) as kitchen,
    ):
        everybody = (laptop, tower, kitchen)
        await until_alike(*everybody)

        # An edit on the first.
        memories[0].parent.mkdir(parents=True, exist_ok=True)
        memories[0].write_text("- likes tea\n", encoding="utf-8")
        for device, memory in zip(everybody, memories, strict=True):
            await until_in_file(device, memory.exists)

        # A question of the first, answered on the second; the third is told and asks no more.
        await laptop.do(Say(text="Help me"))
        await laptop.until_asked()
        await until_presented(tower)
        await until_presented(kitchen)
        await choose(tower, "2")
        assert (await laptop.until(TurnFinished)).text == "B it is."
        await kitchen.until_true(
            lambda: any(isinstance(one.response, Answered) for one in kitchen.of(QuestionClosed)),
            patience_s=PATIENCE_S,
        )
        assert not kitchen.core.desk.pending()
        (listed,) = await until_listed(kitchen, 1)
        await kitchen.do(OpenConversation(conversation_id=listed.conversation_id))
        await until_said(kitchen, "Help me", "", "", "B it is.")
        assert continuations(*everybody) == 1

        # The third is removed: it says so, and what the others do goes past it.
        third = kitchen.of(SyncListed)[-1].status.device_id
        await laptop.do(RemoveDevice(device_id=third))
        await kitchen.until_true(lambda: is_removed(kitchen), patience_s=PATIENCE_S)
        await laptop.do(
            RenameConversation(conversation_id=listed.conversation_id, title="Which one")
        )
        await until_alike(laptop)
        await until_titled(tower, "Which one")
        await tower.do(ListSync())
        assert sorted(one.name for one in tower.of(SyncListed)[-1].status.devices) == [
            "laptop",
            "tower",
        ]
        (kept,) = await until_listed(kitchen, 1)
        assert kept.title == listed.title
        assert memories[2].read_text(encoding="utf-8") == "- likes tea\n"


async def until_titled(device: RunningCore, title: str) -> None:
    """Wait until a device lists one conversation of this title."""
    async with asyncio.timeout(PATIENCE_S):
        while (await until_listed(device, 1))[0].title != title:
            pass


def is_removed(device: RunningCore) -> bool:
    """Whether a device knows that it was removed."""
    problem = device.of(SyncListed)[-1].status.problem
    return problem is not None and problem.fault is SyncFault.REMOVED
