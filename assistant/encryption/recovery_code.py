"""A secret as a code that people print, read out and type in. Pure.

Base32 in Crockford's alphabet, which has no I, L, O and U, in groups of four; the last group is a
checksum, so that a slip differs from a code of another key.
"""

import hashlib
from collections.abc import Iterable
from typing import Final

RECOVERY_BYTES: Final = 20
"""160 bits: beyond any search, so that no slow derivation is needed."""
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LOOKALIKES: Final = str.maketrans("ILO", "110")
_GROUP: Final = 4
_CHECK_SYMBOLS: Final = 4
_BITS: Final = 5
_SECRET_SYMBOLS: Final = RECOVERY_BYTES * 8 // _BITS


def recovery_code(secret: bytes) -> str:
    """Write a secret of RECOVERY_BYTES as a code: nine groups of four, joined by hyphens."""
    if len(secret) != RECOVERY_BYTES:
        raise ValueError(f"a recovery secret has {RECOVERY_BYTES} bytes, not {len(secret)}")
    text = _symbols(int.from_bytes(secret, "big"), _SECRET_SYMBOLS) + _checksum(secret)
    return "-".join(_groups(text))


def recovery_secret(code: str) -> bytes | None:
    """Read a code in any case and spacing; None if it is malformed."""
    text = "".join(c for c in code.upper() if c.isalnum()).translate(_LOOKALIKES)
    if len(text) != _SECRET_SYMBOLS + _CHECK_SYMBOLS or any(c not in _ALPHABET for c in text):
        return None
    number = 0
    for symbol in text[:_SECRET_SYMBOLS]:
        number = number << _BITS | _ALPHABET.index(symbol)
    secret = number.to_bytes(RECOVERY_BYTES, "big")
    return secret if _checksum(secret) == text[_SECRET_SYMBOLS:] else None


def _checksum(secret: bytes) -> str:
    digest = hashlib.sha256(b"parley recovery code" + secret).digest()
    return _symbols(int.from_bytes(digest[:3], "big") >> 4, _CHECK_SYMBOLS)


def _symbols(number: int, count: int) -> str:
    return "".join(_ALPHABET[number >> (_BITS * place) & 31] for place in reversed(range(count)))


def _groups(text: str) -> Iterable[str]:
    return (text[start : start + _GROUP] for start in range(0, len(text), _GROUP))
