"""The user's keys as a backup takes them along: those of the system's key store, too."""

import asyncio

from assistant.home import Home
from assistant.llm.api_keys import VARIABLES, KeyPlace, KeyStore


def stored_keys(home: Home) -> str:
    """Content of a keys file with the keys of key store and file; not on a running loop."""
    return asyncio.run(_stored_keys(home))


async def _stored_keys(home: Home) -> str:
    import tomlkit  # few backups have keys in them

    store = KeyStore(keys_file=home.keys_file)
    found = {name: await store.get(name) for name in VARIABLES}
    return tomlkit.dumps(
        {
            name: key.secret
            for name, key in found.items()
            if key is not None and key.place is not KeyPlace.ENVIRONMENT
        }
    )
