"""Secrets that open a door on this machine: made at random, compared in constant time."""

import hmac
import secrets
from typing import Final

_BYTES: Final = 32
"""256 bits, which nobody guesses."""


def new_token() -> str:
    """Return a fresh token, fit for a header or a path."""
    return secrets.token_urlsafe(_BYTES)


def is_token(given: str, wanted: str) -> bool:
    """Whether `given` is the token; takes as long whatever is wrong with it."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), wanted.encode())


def bearer(authorization: str | None) -> str:
    """Return the token of an `Authorization: Bearer ...` header, or an empty string."""
    scheme, _space, token = (authorization or "").partition(" ")
    return token.strip() if scheme.casefold() == "bearer" else ""
