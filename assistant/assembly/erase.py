"""Deletes everything of the user's on this computer, once nothing of the program runs any more."""

import asyncio

from assistant.backup.erasure import erase_home
from assistant.home import Home
from assistant.llm.api_keys import VARIABLES, KeyStore
from assistant.tools.mcp.configuration_file import ConfigurationFile
from assistant.tools.mcp.model.redirect import entry_of


def erase_everything(home: Home, *, keys: KeyStore | None = None) -> None:
    """Delete a home and its keys; not on a running loop.

    Args:
        home: Whose.
        keys: Where the keys are; by default the system's key store and the home's file.

    Raises:
        ErasureError: If something is still there.
        HomeBusyError: If Parley runs with this home; nothing is deleted then.
    """
    store = keys or KeyStore(keys_file=home.keys_file)
    erase_home(home, forget_keys=lambda: asyncio.run(_forget_keys(home, store)))


async def _forget_keys(home: Home, store: KeyStore) -> None:
    servers = ConfigurationFile(home.servers_file).read().servers
    for name in (*VARIABLES, *map(entry_of, servers)):
        await store.delete(name)
