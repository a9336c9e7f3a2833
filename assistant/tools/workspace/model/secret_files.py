"""Which names hold keys, passwords or a browser's profile, whatever folder they are in. Pure.

Names that begin with a dot (`.ssh`, `.gnupg`, `.env`, `.netrc`) are hidden and closed already.
"""

import re
from typing import Final

from assistant.tools.workspace.model.paths import key

_NAMES: Final = frozenset(
    {
        # Keys and passwords.
        "authorized_keys",
        "credentials",
        "credentials.json",
        "keychains",
        "keyrings",
        "service-account.json",
        "wallet.dat",
        # Of browsers and mail programs; on Linux most are hidden anyway.
        "appdata",
        "application support",
        "bravesoftware",
        "cookies.sqlite",
        "google-chrome",
        "key3.db",
        "key4.db",
        "login data",
        "logins.json",
        "microsoft edge",
        "signons.sqlite",
        "user data",
        "web data",
    }
)
_KEY_FILE: Final = re.compile(
    r"(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?.*(?<!\.pub)"
    r"|.*\.(?:pem|key|p12|pfx|p8|ppk|jks|keystore|kdbx?|gpg|pgp|asc|ovpn|tfstate)"
    r"|.*\.(?:keychain|keychain-db|psafe3|agilekeychain|1pif|opvault))"
)


def is_secret(name: str) -> bool:
    """Whether tools leave a file or folder of this name alone."""
    folded = key(name)
    return folded in _NAMES or _KEY_FILE.fullmatch(folded) is not None
