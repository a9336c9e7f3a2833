"""Full-text search over the messages of every conversation.

Messages are stored without touching the index; `unread` and `add` bring it up to date in small
pieces, whenever there is time. What was left out, by a crash or because the database is older than
the index, is what `unread` gives next time.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from assistant.foreign_text import storable
from assistant.storage.database import Database
from assistant.storage.key_value import SET_STATE
from assistant.storage.model.row_values import from_text, readable, to_text
from assistant.storage.model.search_query import (
    INDEX_VERSION,
    SearchTerm,
    as_phrase,
    expression,
    index_text,
    read_query,
)
from assistant.storage.model.snippets import Snippet, find_spans, make_snippet, one_line, score

LIMIT: Final = 50
"""Hits that a search gives at most."""
_CANDIDATES: Final = 200
"""The newest messages with all the words, among which the best are chosen."""
_MAX_LOOKED_AT: Final = 20_000
"""Characters of a message that snippet and order are made from."""
_MAX_PIECE: Final = 400_000
"""Characters of content after which a piece of messages to be read ends."""
_MERGE_PAGES: Final = 200
"""Pages of the index that one step of tidying writes; a page has about 4 KB."""

_VERSION_KEY: Final = "search.version"
_TIDY_KEY: Final = "search.tidy"
"""There is something in the index that was deleted."""

_FIND: Final = f"""
    SELECT m.uuid, m.conversation_id, c.title, m.role, m.created_at,
        substr(m.words, 1, {_MAX_LOOKED_AT})
    FROM message_words
    CROSS JOIN messages AS m ON m.sequence = message_words.rowid
    CROSS JOIN conversations AS c ON c.conversation_id = m.conversation_id
    WHERE message_words MATCH ? AND m.created_at >= ? AND m.created_at < ?
    ORDER BY message_words.rowid DESC LIMIT ?
"""
_EVER: Final = ("", "~")
"""What every moment lies between, as text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnindexedMessage:
    """A message that the index does not have."""

    sequence: int
    role: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedMessage:
    """What a person reads of a message."""

    message: UnindexedMessage
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundMessage:
    """One message with all the words that were sought."""

    uuid: str
    conversation_id: str
    title: str
    role: str
    created_at: datetime
    snippet: Snippet


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFindings:
    """What a search found, best first."""

    found: tuple[FoundMessage, ...] = ()
    is_cut: bool = False
    """There are more than are given."""


class SearchRepository:
    """The index of what was said, and the search in it.

    Each method raises StoreError if the database fails.
    """

    def __init__(self, *, database: Database) -> None:
        self._database = database

    async def prepare(self) -> None:
        """Empty the index if an earlier version split words differently."""

        def work(connection: sqlite3.Connection) -> None:
            if _state(connection, _VERSION_KEY) == INDEX_VERSION:
                return
            empty(connection)
            connection.execute("UPDATE messages SET words = NULL WHERE words IS NOT NULL")
            _set_state(connection, _VERSION_KEY, INDEX_VERSION)

        await self._database.write(work)

    async def unread(self, *, after: int = 0, limit: int = 100) -> tuple[UnindexedMessage, ...]:
        """The next messages that the index lacks, in storage order.

        Args:
            after: The sequence number behind which to begin.
            limit: At most so many; fewer if they are long.
        """

        def work(connection: sqlite3.Connection) -> tuple[UnindexedMessage, ...]:
            rows = connection.execute(
                "SELECT sequence, role, content FROM messages"
                " WHERE words IS NULL AND sequence > ? ORDER BY sequence LIMIT ?",
                (after, limit),
            )
            found: list[UnindexedMessage] = []
            size = 0
            for sequence, role, content in rows:
                found.append(UnindexedMessage(sequence=sequence, role=role, content=content))
                size += len(content)
                if size > _MAX_PIECE:
                    break
            return tuple(found)

        return await self._database.read(work)

    async def add(self, read: Sequence[IndexedMessage]) -> None:
        """Index messages; one that has changed since it was read stays unread."""
        prepared = [
            (
                one.message.sequence,
                one.message.content,
                words := storable(one.words),
                index_text(words),
            )
            for one in read
        ]

        def work(connection: sqlite3.Connection) -> None:
            for sequence, content, words, cut_words in prepared:
                changed = connection.execute(
                    "UPDATE messages SET words = ?"
                    " WHERE sequence = ? AND words IS NULL AND content = ?",
                    (words, sequence, content),
                ).rowcount
                if changed and cut_words.strip():
                    connection.execute(
                        "INSERT INTO message_words (rowid, words) VALUES (?, ?)",
                        (sequence, cut_words),
                    )

        await self._database.write(work)

    async def find(
        self,
        query: str,
        *,
        now: datetime,
        limit: int = LIMIT,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> SearchFindings:
        """Find messages with every word and phrase of a query.

        Any text is a query. Of very many messages only the newest are looked at, and those in which
        the words stand together.

        Args:
            query: Words, and phrases in quotes.
            now: The moment, aware; newer messages come first where the rest is equal.
            limit: At most so many.
            since: Only what was said from this moment on, aware.
            until: Only what was said before this moment, aware.
        """
        sought = read_query(query)
        if not sought:
            return SearchFindings()
        phrase = as_phrase(sought)
        between = (
            _EVER[0] if since is None else to_text(since),
            _EVER[1] if until is None else to_text(until),
        )

        def work(connection: sqlite3.Connection) -> SearchFindings:
            rows = connection.execute(_FIND, (expression(sought), *between, _CANDIDATES)).fetchall()
            if phrase is not None and len(rows) == _CANDIDATES:
                rows += connection.execute(
                    _FIND, (expression((phrase,)), *between, limit)
                ).fetchall()
            return _best(list(dict.fromkeys(rows)), sought, phrase, now=now, limit=limit)

        return await self._database.read(work)

    async def tidy(self) -> bool:
        """Remove some deleted text from the index; returns whether there is more to do."""

        def work(connection: sqlite3.Connection) -> bool:
            state = _state(connection, _TIDY_KEY)
            if state is None:
                return False
            # Negative, the first time, takes every segment for one level:
            # https://www.sqlite.org/fts5.html, section 6.8.
            pages = _MERGE_PAGES if state == "going" else -_MERGE_PAGES
            before = connection.total_changes
            connection.execute(
                "INSERT INTO message_words (message_words, rank) VALUES ('merge', ?)", (pages,)
            )
            if connection.total_changes - before < 2:
                connection.execute("DELETE FROM state WHERE key = ?", (_TIDY_KEY,))
                return False
            _set_state(connection, _TIDY_KEY, "going")
            return True

        return await self._database.write(work)


def forget(connection: sqlite3.Connection, condition: str, values: Sequence[str]) -> None:
    """Remove messages from the index before they change or go; part of a transaction.

    Args:
        connection: Of the store.
        condition: Which messages, as SQL over `messages`.
    """
    rows = connection.execute(
        f"SELECT sequence, words FROM messages WHERE words IS NOT NULL AND {condition}", values
    ).fetchall()
    for sequence, words in rows:
        if (cut_words := index_text(words)).strip():
            connection.execute(
                "INSERT INTO message_words (message_words, rowid, words) VALUES ('delete', ?, ?)",
                (sequence, cut_words),
            )
    if rows:
        connection.execute(f"UPDATE messages SET words = NULL WHERE {condition}", values)
        _set_state(connection, _TIDY_KEY, "new")


def empty(connection: sqlite3.Connection) -> None:
    """Empty the index; part of a transaction."""
    connection.execute("INSERT INTO message_words (message_words) VALUES ('delete-all')")
    connection.execute("DELETE FROM state WHERE key = ?", (_TIDY_KEY,))


def _best(
    rows: Sequence[tuple[str, ...]],
    sought: tuple[SearchTerm, ...],
    phrase: SearchTerm | None,
    *,
    now: datetime,
    limit: int,
) -> SearchFindings:
    scored: list[tuple[float, int, FoundMessage]] = []
    asked = sought if phrase is None else (*sought, phrase)
    dated = readable(rows, lambda row: (*row, from_text(row[4])))
    for place, (uuid, conversation_id, title, role, _text, words, said_at) in enumerate(dated):
        line = one_line(words)
        spans = find_spans(line, asked)
        value = score(spans, length=len(line), age_days=(now - said_at).total_seconds() / 86_400)
        found = FoundMessage(
            uuid=uuid,
            conversation_id=conversation_id,
            title=title,
            role=role,
            created_at=said_at,
            snippet=make_snippet(line, spans[: len(sought)]),
        )
        scored.append((value, -place, found))
    scored.sort(key=lambda one: one[:2], reverse=True)
    return SearchFindings(
        found=tuple(found for _value, _place, found in scored[:limit]), is_cut=len(scored) > limit
    )


def _state(connection: sqlite3.Connection, key: str) -> str | None:
    row = connection.execute("SELECT value FROM state WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def _set_state(connection: sqlite3.Connection, key: str, value: str) -> None:
    connection.execute(SET_STATE, (key, value))
