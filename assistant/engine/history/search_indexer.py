"""Updates the search index and the titles in the background, in small batches.

The store reports what is missing. After a crash or with an older database, the next run continues;
nothing needs repair. Engine loop only.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from assistant.conversation.history.model.titles import make_title, readable_text
from assistant.errors import StoreError
from assistant.storage.message_search import IndexedMessage, UnindexedMessage
from assistant.storage.store import Store

_log = logging.getLogger(__name__)

_PIECE: Final = 50
"""Messages of one piece: it occupies the store for about five milliseconds."""
_REST_S: Final = 0.01
"""Between two pieces, so that whatever else wants the store and the processor goes first."""


class SearchIndexer:
    """Reads what was said into the index."""

    def __init__(self, *, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._is_behind = True

    @property
    def is_behind(self) -> bool:
        """Whether much is not indexed yet: from before this run, or imported."""
        return self._is_behind

    async def begin(self) -> bool:
        """Make up for the last run, or for what an older version lacked.

        Returns whether conversations were given titles.
        """
        entitled = False
        try:
            async with self._lock:
                await self._store.search.prepare()
                entitled = await self._entitle()
                await self._read()
                await self._tidy()
        except StoreError as error:  # costs that something is found later
            _log.warning("The search index is not up to date: %s", error.message)
        return entitled

    async def catch_up(self) -> None:
        """Index what was said since."""
        try:
            async with self._lock:
                await self._read()
        except StoreError as error:
            _log.warning("The search index is not up to date: %s", error.message)

    async def entitle(self) -> None:
        """Title untitled conversations.

        Raises:
            StoreError: If the store cannot be read or written.
        """
        async with self._lock:
            await self._entitle()

    async def tidy(self) -> None:
        """Remove deleted text from the index file; returns when it is gone.

        Raises:
            StoreError: If the database cannot be written; it is made up for at the next start.
        """
        async with self._lock:
            await self._tidy()

    async def _read(self) -> None:
        after = 0
        while unread := await self._store.search.unread(after=after, limit=_PIECE):
            self._is_behind = self._is_behind or len(unread) == _PIECE
            after = unread[-1].sequence
            await self._store.search.add(await asyncio.to_thread(_read_all, unread))
            await asyncio.sleep(_REST_S)
        self._is_behind = False

    async def _entitle(self) -> bool:
        entitled = False
        after = 0
        while untitled := await self._store.conversations.first_words(after=after, limit=_PIECE):
            after = untitled[-1].sequence
            titles = {
                one.conversation_id: title
                for one in untitled
                if (title := make_title(readable_text("user", one.content)))
            }
            await self._store.conversations.entitle(titles)
            entitled = entitled or bool(titles)
        return entitled

    async def _tidy(self) -> None:
        if not await self._store.search.tidy():
            return
        is_going = True
        while is_going:
            await asyncio.sleep(_REST_S)
            is_going = await self._store.search.tidy()
        await self._store.database.empty_log()


def _read_all(unread: Sequence[UnindexedMessage]) -> list[IndexedMessage]:
    return [
        IndexedMessage(message=one, words=readable_text(one.role, one.content)) for one in unread
    ]
