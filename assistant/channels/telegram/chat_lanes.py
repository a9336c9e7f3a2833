"""Sees to what comes of each chat in its order, and for no chat later because of another. Engine loop only.

Seeing to an update may take a message to its chat, which Telegram may not want for minutes.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from assistant.errors import AssistantError
from assistant.storage.telegram import TelegramUpdateRecord

_log = logging.getLogger(__name__)


class ChatLanes:
    """One task for each chat of which something came.

    Args:
        handle: Sees to an update; what fails is left to the next start.
    """

    def __init__(self, handle: Callable[[TelegramUpdateRecord], Awaitable[None]]) -> None:
        self._handle = handle
        self._lanes: dict[int, dict[int, TelegramUpdateRecord]] = {}
        """What is to be seen to of each chat, by the id of the update, in order."""
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, record: TelegramUpdateRecord) -> None:
        """See to an update after those of its chat before it; one that waits already does so once."""
        lane = self._lanes.get(record.chat_id)
        if lane is not None:
            lane.setdefault(record.update_id, record)
            return
        lane = self._lanes[record.chat_id] = {record.update_id: record}
        task = asyncio.create_task(
            self._run(record.chat_id, lane), name=f"updates of {record.chat_id}"
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def aclose(self) -> None:
        """Leave what was not seen to in the store."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def _run(self, chat_id: int, lane: dict[int, TelegramUpdateRecord]) -> None:
        try:
            while lane:
                record = next(iter(lane.values()))
                try:
                    await self._handle(record)
                except AssistantError as error:
                    _log.warning("An update waits: %s", type(error).__name__)
                except Exception:  # noqa: BLE001  # a bug must not keep what comes after from its turn
                    _log.exception("An update broke something")
                del lane[record.update_id]
        finally:
            del self._lanes[chat_id]
