"""Everything that is stored, behind one door."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from assistant.locale import _, ngettext
from assistant.storage.conversation_transfer import WholeRepository
from assistant.storage.conversations import ConversationRepository
from assistant.storage.database import Database, set_aside
from assistant.storage.database_errors import DamagedDatabaseError
from assistant.storage.key_value import StateRepository
from assistant.storage.message_search import SearchRepository
from assistant.storage.messages import MessageRepository
from assistant.storage.questions import QuestionRepository
from assistant.storage.salvage import salvage
from assistant.storage.telegram import TelegramRepository
from assistant.storage.timers import TimerRepository
from assistant.storage.tool_audit import ToolCallRepository


class Store:
    """The repositories over one database."""

    def __init__(self, *, database: Database) -> None:
        self.database = database
        self.conversations = ConversationRepository(database=database)
        self.messages = MessageRepository(database=database)
        self.questions = QuestionRepository(database=database)
        self.tool_calls = ToolCallRepository(database=database)
        self.search = SearchRepository(database=database)
        self.wholes = WholeRepository(database=database)
        self.state = StateRepository(database=database)
        self.timers = TimerRepository(database=database)
        self.telegram = TelegramRepository(database=database)

    async def aclose(self) -> None:
        await self.database.aclose()


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedStore:
    """A store that can be used."""

    store: Store
    set_aside: Path | None
    """Where the damaged database went that was here before, or None; tell the user."""
    salvaged: int = 0
    """How many rows of it could be read and are here."""

    @property
    def set_aside_text(self) -> str:
        """What the user reads of the database that was set aside, with its path."""
        return ngettext(
            "The database was damaged; {count} entry of it could be read and is here.",
            "The database was damaged; {count} entries of it could be read and are here.",
            self.salvaged,
        ).format(count=self.salvaged)

    @property
    def set_aside_hint(self) -> str:
        """Where the damaged file is."""
        return _("Nothing was deleted: the damaged file is {path}.").format(path=self.set_aside)


async def open_store(path: Path, *, now: datetime) -> OpenedStore:
    """Open the store; sets a damaged database aside and salvages it into a new one.

    Args:
        path: The database file; it and its folder are created.
        now: The moment, aware; names what is set aside.

    Raises:
        NewerDatabaseError: If a newer Parley wrote the file; it is left untouched.
        StoreError: If the file is another program's, is locked, or cannot be read or written.
    """
    try:
        return OpenedStore(store=Store(database=await Database.open(path)), set_aside=None)
    except DamagedDatabaseError:
        aside = await asyncio.to_thread(set_aside, path, now)
    database = await Database.open(path)
    try:
        salvaged = await database.read(lambda connection: salvage(connection, aside))
    except BaseException:
        await database.aclose()
        raise
    return OpenedStore(store=Store(database=database), set_aside=aside, salvaged=salvaged)
