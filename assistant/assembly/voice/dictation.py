"""Builds dictation into other programs around a core; what it needs is imported with the first one."""

import asyncio
import os
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING

from assistant.engine.core import Core
from assistant.protocol.dictation import CancelDictation, Dictate
from assistant.settings import load

if TYPE_CHECKING:
    from assistant.voice.dictation.dictation_desk import DictationDesk, DictationEar

DESK = "assistant.voice.dictation.dictation_desk"


@asynccontextmanager
async def dictation(core: Core, *, ear: "DictationEar") -> AsyncGenerator[None]:
    """Take the commands of dictation until the context ends."""
    made: list[DictationDesk] = []
    making = asyncio.Lock()

    async def desk() -> "DictationDesk":
        async with making:
            if not made:
                await asyncio.to_thread(import_module, DESK)
                made.append(_desk(core, ear))
                core.presence.begin(lock_alone=True)
        return made[0]

    async def dictate(command: Dictate) -> None:
        await (await desk()).dictate(command)

    async def cancel(command: CancelDictation) -> None:
        for one in made:
            await one.cancel(command)

    def presence_changed() -> None:
        if core.presence.is_locked:
            for one in made:
                one.screen_locked()

    core.commands.register(Dictate, dictate)
    core.commands.register(CancelDictation, cancel)
    stop_following = core.presence.on_change(presence_changed)
    try:
        yield
    finally:
        stop_following()
        for one in made:
            await one.aclose()


def _desk(core: Core, ear: "DictationEar") -> "DictationDesk":
    from assistant.text_typing.choice import open_typer
    from assistant.text_typing.focused_field import is_password_field
    from assistant.voice.dictation.dictation_desk import DictationDesk

    def own_words() -> Sequence[str]:
        return load(core.plan.home).settings.voice.expected_names

    return DictationDesk(
        ear=ear,
        open_typer=lambda: open_typer(os.environ),
        is_locked=lambda: core.presence.is_locked,
        is_password_field=is_password_field,
        own_words=own_words,
        emit=core.emit,
        clock=core.plan.clock,
    )
