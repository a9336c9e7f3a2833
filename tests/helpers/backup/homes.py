"""Homes to back up, and what is in one."""

import asyncio
import hashlib
from datetime import UTC, datetime
from pathlib import Path

from assistant.backup.backup import Backup, BackupPlan, write_backup
from assistant.encryption.wrapped_key import PassphraseCost
from assistant.home import Home
from assistant.storage.conversation_transfer import WholeConversation
from assistant.storage.database import Database
from assistant.storage.store import Store
from tests.unit.storage.samples import conversation, message

NOW = datetime(2026, 11, 23, 11, 0, tzinfo=UTC)
CHEAP = PassphraseCost(iterations=1, lanes=1, memory_kib=128)
PASSPHRASE = "correct horse"
FILES = {
    "settings.toml": '[ui]\nlanguage = "ko"\n',
    "mcp.json": "{}",
    "memory/me.md": "- likes tea\n",
    "agents/default/persona.md": "dry",
    "workspaces/default/note-메모.txt": "secret words\n",
    "workspaces/default/" + "deep/" * 30 + "file": "deep",
    "workspaces/default/.trash/1/gone.txt": "gone",
    "prompts/system.md": "be brief",
    "skills/cook/SKILL.md": "---\nname: cook\n---\n",
}
NEVER = {
    "keys.toml": 'anthropic = "sk-secret"\n',
    "logs/parley.log": "log",
    "run/api.json": "{}",
    "keys.lock": "",
    "memory.lock": "",
    "settings.lock": "",
    "memory/.me.md.abc.new": "half",
}


def home_at(root: Path, *, words: str = "hello", filled: bool = True) -> Home:
    """Make a home with one conversation and, if it is `filled`, files of every kind."""
    home = Home(root=root, models=root.parent / "models")
    if filled:
        for path, text in {**FILES, **NEVER}.items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")

    async def work() -> None:
        store = Store(database=await Database.open(home.database))
        text = f'[{{"type":"text","text":"{words}"}}]'
        await store.wholes.add(
            WholeConversation(conversation=conversation(), messages=(message("m1", content=text),))
        )
        await store.aclose()

    asyncio.run(work())
    return home


def said_in(home: Home) -> list[str]:
    """Return the contents of the messages of a home."""

    async def work() -> list[str]:
        store = Store(database=await Database.open(home.database))
        chain = await store.messages.chain("c1")
        await store.aclose()
        return [record.content for record in chain]

    return asyncio.run(work())


def files_of(home: Home) -> dict[str, str]:
    """Return a digest of each file of a home but the database and what says who runs."""
    left_out = {"engine.lock", "engine.pid", "keys.toml"}
    return {
        path: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(home.root.rglob("*"))
        if file.is_file()
        and (path := file.relative_to(home.root).as_posix()) not in left_out
        and not path.startswith("data/")
    }


def backup_of(
    home: Home,
    file: Path,
    *,
    passphrase: str | None = None,
    keys: str | None = None,
    is_replacing: bool = False,
) -> Backup:
    """Write a backup."""
    return write_backup(
        BackupPlan(
            home=home,
            file=file,
            parley="1.2.3",
            now=NOW,
            passphrase=passphrase,
            keys=keys,
            cost=CHEAP,
            is_replacing=is_replacing,
        )
    )
