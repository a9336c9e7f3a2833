"""Contents and names of records, encrypted under one data key. Pure but for random nonces.

A body is sealed with AES-256-GCM under a random 96-bit nonce, bound to what it belongs to (kind,
key, version), so that its store cannot put one in another's place unnoticed. NIST SP 800-38D,
section 8.3, allows 2³² seals under one key so; at ten a second that is thirteen years.

A name is encrypted with AES-SIV (RFC 5297), which is deterministic: the same name always becomes the
same text, so that a server can compare names that it cannot read. An HMAC would do that too, but
could not be turned back, and a deletion has no body that could hold its name.

Each use has a key of its own, derived from the data key with HKDF-SHA-256 (RFC 5869).
"""

import base64
import binascii
import os
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, AESSIV
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from assistant.encryption.errors import DamagedContentError
from assistant.locale import _

DATA_KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12
_KEY_ID_BYTES: Final = 16
_NAME_BLOCK: Final = 32
"""Names are padded to a multiple of it, so that their length says little."""
_FORMAT: Final = b"\x01"
"""First byte of all that is sealed, for a later algorithm."""


class ContentCipher:
    """Seals and opens contents under one data key; may be used from any thread."""

    def __init__(self, data_key: bytes) -> None:
        if len(data_key) != DATA_KEY_BYTES:
            raise ValueError(f"a data key has {DATA_KEY_BYTES} bytes, not {len(data_key)}")
        self.data_key: Final = data_key
        """For the system's key store, so that the user is not asked at each start."""
        self.key_id: Final = derived_key(data_key, b"parley key id v1", _KEY_ID_BYTES).hex()
        """Tells this key from others, and says nothing of it."""
        self._bodies = AESGCM(derived_key(data_key, b"parley body v1", 32))
        self._names = AESSIV(derived_key(data_key, b"parley name v1", 64))

    def seal(self, kind: str, key: str, version: int, body: bytes) -> bytes:
        """Encrypt a body; only `open` with the same kind, key and version gives it back."""
        nonce = os.urandom(_NONCE_BYTES)
        bound = _bound_to(kind, key, str(version))
        return _FORMAT + nonce + self._bodies.encrypt(nonce, body, bound)

    def open(self, kind: str, key: str, version: int, sealed: bytes) -> bytes:
        """Decrypt a body.

        Raises:
            DamagedContentError: If it was sealed for something else or with another data key, or was
                changed since.
        """
        head, nonce, rest = sealed[:1], sealed[1 : 1 + _NONCE_BYTES], sealed[1 + _NONCE_BYTES :]
        if head != _FORMAT or len(nonce) != _NONCE_BYTES:
            raise _damaged()
        try:
            return self._bodies.decrypt(nonce, rest, _bound_to(kind, key, str(version)))
        except InvalidTag as error:
            raise _damaged() from error

    def blind(self, kind: str, name: str) -> str:
        """Encrypt a name; the same name of a kind always becomes the same text, safe in a URL."""
        raw = name.encode("utf-8", "surrogatepass") + b"\x80"
        padded = raw + bytes(-len(raw) % _NAME_BLOCK)
        sealed = self._names.encrypt(padded, [_bound_to(kind)])
        return base64.urlsafe_b64encode(sealed).rstrip(b"=").decode("ascii")

    def unblind(self, kind: str, blinded: str) -> str:
        """Decrypt a name.

        Raises:
            DamagedContentError: If it is no name of this kind, or was made with another data key.
        """
        try:
            sealed = base64.b64decode(blinded + "=" * (-len(blinded) % 4), b"-_", validate=True)
            padded = self._names.decrypt(sealed, [_bound_to(kind)])
            raw, marker, _padding = padded.rpartition(b"\x80")
            if (
                not marker
                or self.blind(kind, name := raw.decode("utf-8", "surrogatepass")) != blinded
            ):
                raise _damaged()
        except (InvalidTag, binascii.Error, ValueError) as error:
            raise _damaged() from error
        return name


def derived_key(secret: bytes, use: bytes, length: int, *, salt: bytes | None = None) -> bytes:
    """Derive the key of one use from a secret that has enough entropy."""
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=use).derive(secret)


def _bound_to(*parts: str) -> bytes:
    """Join parts so that no other parts give the same bytes."""
    encoded = [part.encode("utf-8", "surrogatepass") for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in encoded)


def _damaged() -> DamagedContentError:
    return DamagedContentError(
        _("An encrypted content was changed, or belongs to something else."),
    )
