"""A home with a past: conversations of made-up words, the same ones every time.

What is measured against them should be as large and as varied as a person's own after a year: short
questions, replies with lists, tables and code, several writings, one very long conversation beside
many short ones.
"""

import asyncio
import json
import random
import sqlite3
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, Literal

from assistant.conversation.history.model.titles import readable_text
from assistant.storage.message_search import IndexedMessage
from assistant.storage.model.records import ConversationRecord, MessageRecord
from assistant.storage.store import Store, open_store

SEED: Final = 2026
_AT_ONCE: Final = 200
"""Messages handed to the store before it is waited for."""

_WORDS: Final = (
    "harbour lantern quiet signal copper ladder window orchard market river engine letter paper"
    " summer budget invoice meeting garden kitchen travel ticket station morning evening report"
    " schema index branch deploy server latency memory thread window colour margin table column"
    " because although between without before after under every little again perhaps really"
).split()
_KOREAN: Final = (
    "회의 일정 예산 보고서 내일 오늘 아침 저녁 기차 여행 주방 정원 편지 강 시장 과수원 신호 조용한 등대 항구"
).split()
_CHINESE: Final = ("会议", "预算", "明天", "火车", "旅行", "厨房", "花园", "灯塔", "港口", "报告")
RARE: Final = "zeppelin"
"""A word that one message in a thousand has."""
_RARELY: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class HistorySize:
    """What a home is filled with."""

    long_messages: int
    """In the one long conversation, which is the latest."""
    conversations: int
    """Beside it."""
    each_messages: int
    """In each of these."""
    recent_characters: int = 0
    """How much the last `recent` messages of the long one hold together; 0 for no matter how much."""
    recent: int = 30

    @property
    def messages(self) -> int:
        """In all conversations."""
        return self.long_messages + self.conversations * self.each_messages


def long_id() -> str:
    """Return the id of the long conversation."""
    return uuid.UUID(int=SEED).hex


async def fill(
    database: Path,
    stock: HistorySize,
    *,
    profile: str,
    model: str,
    now: datetime,
    workspace: str = "default",
    agent: str = "default",
) -> None:
    """Write a stock into a database that holds nothing yet.

    The disk is not waited for: a bench whose machine dies begins anew.

    Args:
        now: When the last message was said, aware.

    Raises:
        StoreError: If it cannot be written.
    """
    opened = await open_store(database, now=now)
    store = opened.store
    try:
        await store.database.read(_without_waiting)
        rng = random.Random(SEED)
        lengths = [stock.each_messages] * stock.conversations
        names = [uuid.UUID(int=rng.getrandbits(128)).hex for _ in lengths]
        began = now - timedelta(minutes=stock.messages)
        for name, length in [*zip(names, lengths, strict=True), (long_id(), stock.long_messages)]:
            await store.conversations.create(
                ConversationRecord(
                    conversation_id=name,
                    title="",
                    workspace=workspace,
                    agent=agent,
                    profile=profile,
                    model=model,
                    created_at=began,
                    updated_at=began,
                )
            )
            is_long = name == long_id()
            least = stock.recent_characters // max(1, stock.recent) if is_long else 0
            records = _chain(name, length, began, rng, least=least, recent=stock.recent)
            await _append_all(store, records)
            began += timedelta(minutes=length)
        await _index(store)
        await store.database.empty_log()
    finally:
        await store.aclose()


async def _index(store: Store) -> None:
    """Bring everything into the search index, as the program does while it runs."""
    await store.search.prepare()
    while unread := await store.search.unread(limit=_AT_ONCE):
        await store.search.add(
            [
                IndexedMessage(message=one, words=readable_text(one.role, one.content))
                for one in unread
            ]
        )


def _without_waiting(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA synchronous = OFF")


async def _append_all(store: Store, records: Iterator[MessageRecord]) -> None:
    waiting: list[asyncio.Task[None]] = []
    for record in records:
        waiting.append(asyncio.create_task(store.messages.append(record)))
        if len(waiting) == _AT_ONCE:
            await asyncio.gather(*waiting)
            waiting.clear()
    await asyncio.gather(*waiting)


def _chain(
    conversation_id: str,
    length: int,
    began: datetime,
    rng: random.Random,
    *,
    least: int,
    recent: int,
) -> Iterator[MessageRecord]:
    parent: str | None = None
    turn = ""
    for number in range(length):
        role: Literal["user", "assistant"] = "assistant" if number % 2 else "user"
        if role == "user":
            turn = uuid.UUID(int=rng.getrandbits(128)).hex
        name = str(uuid.UUID(int=rng.getrandbits(128)))
        text = question(rng) if role == "user" else reply(rng)
        if least and number >= length - recent:
            text = at_least(text, least, rng)
        meta = {} if role == "user" else {"stop_reason": "end_turn"}
        yield MessageRecord(
            uuid=name,
            parent_uuid=parent,
            conversation_id=conversation_id,
            turn_id=turn,
            role=role,
            content=json.dumps([{"type": "text", "text": text}], ensure_ascii=False),
            status="complete",
            created_at=began + timedelta(minutes=number),
            meta=json.dumps(meta),
        )
        parent = name


def question(rng: random.Random) -> str:
    words = _CHINESE if rng.random() < 0.05 else _KOREAN if rng.random() < 0.2 else _WORDS
    return f"{_sentence(rng, words)} {_sentence(rng, words)[:-1]}?"


def reply(rng: random.Random) -> str:
    parts = [" ".join(_sentence(rng, _WORDS) for _ in range(rng.randint(2, 5)))]
    kind = rng.random()
    if kind < 0.2:
        parts.append("\n".join(f"- {_sentence(rng, _WORDS)}" for _ in range(4)))
    elif kind < 0.3:
        parts.append(table(rng, rows=4))
    elif kind < 0.4:
        parts.append(code(rng, lines=6))
    elif kind < 0.5:
        parts.append(" ".join(_sentence(rng, _KOREAN) for _ in range(3)))
    return "\n\n".join(parts)


def table(rng: random.Random, *, rows: int) -> str:
    lines = ["| what | where | when | how much |", "|---|---|---|---:|"]
    lines += [
        f"| {rng.choice(_WORDS)} | **{rng.choice(_WORDS)}** | {rng.choice(_KOREAN)} |"
        f" {rng.randint(1, 9999)} |"
        for _ in range(rows)
    ]
    return "\n".join(lines)


def facts(rng: random.Random, characters: int) -> str:
    """Return a memory file of about so many characters: a line for each fact."""
    lines: list[str] = []
    while sum(map(len, lines)) < characters:
        lines.append(f"- {_sentence(rng, _WORDS)}\n")
    return "".join(lines)


def code(rng: random.Random, *, lines: int) -> str:
    body = [
        f"    {rng.choice(_WORDS)}_{n} = {rng.choice(_WORDS)}({rng.randint(1, 99)})  # {n}"
        for n in range(lines)
    ]
    return "\n".join(["```python", f"def {rng.choice(_WORDS)}():", *body, "```"])


def at_least(text: str, characters: int, rng: random.Random) -> str:
    """Return a text with replies after it until it has so many characters."""
    while len(text) < characters:
        text += "\n\n" + reply(rng)
    return text


def _sentence(rng: random.Random, words: Sequence[str]) -> str:
    chosen = [rng.choice(words) for _ in range(rng.randint(4, 12))]
    if rng.randrange(_RARELY) == 0:
        chosen.append(RARE)
    return " ".join(chosen).capitalize() + "."
