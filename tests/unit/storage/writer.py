"""Writes messages until it is killed; names each one on standard output once it is stored.

Run as `python -m tests.unit.storage.writer DATABASE`.
"""

import asyncio
import sys
from pathlib import Path

from assistant.storage.database import Database
from assistant.storage.store import Store
from tests.unit.storage.samples import conversation, message


async def write_for_ever(path: Path) -> None:
    store = Store(database=await Database.open(path))
    await store.conversations.create(conversation())
    parent = None
    number = 0
    while True:
        uuid = f"m{number}"
        for words in range(3):
            text = f'["{number} {"word " * words}"]'
            await store.messages.checkpoint(message(uuid, parent, content=text, partial=True))
        await store.messages.checkpoint(message(uuid, parent, content=f'["{number} done"]'))
        sys.stdout.write(f"{uuid}\n")
        sys.stdout.flush()
        parent, number = uuid, number + 1


if __name__ == "__main__":
    asyncio.run(write_for_ever(Path(sys.argv[1])))
