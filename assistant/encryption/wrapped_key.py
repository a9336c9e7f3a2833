"""A random data key, wrapped by the user's passphrase and by a recovery code.

What is stored (`WrappedKey`, as JSON) may be read by anybody. The passphrase can be changed without
encrypting anything again, since the data key stays. Its store can put an older state back, in
which an earlier passphrase still opens; they cannot make one that opens with a passphrase of theirs
and with the user's contents.

A passphrase becomes a key with Argon2id, which takes some tenths of a second and 64 MiB: call
`create`, `unlock` and the functions that change something on a thread.
"""

import hmac
import os
import unicodedata
from typing import Annotated, Final, Literal

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from pydantic import Base64Bytes, BaseModel, ConfigDict, Field, ValidationError

from assistant.encryption.content_cipher import DATA_KEY_BYTES, ContentCipher, derived_key
from assistant.encryption.errors import DamagedContentError, EncryptionError, WrongPassphraseError
from assistant.encryption.recovery_code import RECOVERY_BYTES, recovery_code, recovery_secret
from assistant.locale import _

MIN_PASSPHRASE: Final = 8
"""Characters; NIST SP 800-63B, section 5.1.1.2."""
_SALT_BYTES: Final = 16
_NONCE: Final = bytes(12)
"""Each wrapping key wraps once: salts are random and new each time."""
_CHECK_BYTES: Final = 16

_Salt = Annotated[Base64Bytes, Field(min_length=_SALT_BYTES, max_length=64)]
_Check = Annotated[Base64Bytes, Field(min_length=_CHECK_BYTES, max_length=_CHECK_BYTES)]
_Wrapped = Annotated[
    Base64Bytes, Field(min_length=DATA_KEY_BYTES + 16, max_length=DATA_KEY_BYTES + 16)
]


class _Stored(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PassphraseCost(_Stored):
    """What one guess at a passphrase costs: RFC 9106, section 4, second recommended option.

    OWASP's least are 19 MiB and two passes. The greatest that is accepted keeps a server from
    stopping a device by asking for too much.
    """

    iterations: int = Field(default=3, ge=1, le=16)
    lanes: int = Field(default=4, ge=1, le=16)
    memory_kib: int = Field(default=64 * 1024, ge=128, le=1024 * 1024)


class _PassphraseWrap(_Stored):
    kdf: Literal["argon2id"] = "argon2id"
    cost: PassphraseCost
    salt: _Salt
    check: _Check
    wrapped: _Wrapped


class _RecoveryWrap(_Stored):
    salt: _Salt
    check: _Check
    wrapped: _Wrapped


class WrappedKey(_Stored):
    """What is stored of a data key: `model_dump_json` writes it, `read_wrapped_key` reads it."""

    format: Literal[1] = 1
    passphrase: _PassphraseWrap
    recovery: _RecoveryWrap | None = None


def create(
    passphrase: str, *, cost: PassphraseCost | None = None
) -> tuple[WrappedKey, ContentCipher, str]:
    """Make a new data key.

    Returns:
        What to store, the cipher, and the recovery code, which is shown to the user once.

    Raises:
        EncryptionError: If the passphrase is too short.
    """
    key = os.urandom(DATA_KEY_BYTES)
    meta = WrappedKey(passphrase=_wrap_with_passphrase(key, passphrase, cost or PassphraseCost()))
    meta, code = _with_recovery_code(meta, key)
    return meta, ContentCipher(key), code


def create_for_passphrase(
    passphrase: str, *, cost: PassphraseCost | None = None
) -> tuple[WrappedKey, ContentCipher]:
    """Make a new data key without a recovery code."""
    key = os.urandom(DATA_KEY_BYTES)
    wrap = _wrap_with_passphrase(key, passphrase, cost or PassphraseCost())
    return WrappedKey(passphrase=wrap), ContentCipher(key)


def unlock(meta: WrappedKey, secret: str) -> ContentCipher:
    """Unwrap the data key.

    Args:
        meta: What was stored.
        secret: The passphrase, or the recovery code in any case and spacing.

    Raises:
        WrongPassphraseError: If it is neither of them.
        DamagedContentError: If it is right, and the stored key is damaged.
    """
    return ContentCipher(_unwrap(meta, secret))


def change_passphrase(
    meta: WrappedKey, secret: str, new: str, *, cost: PassphraseCost | None = None
) -> WrappedKey:
    """Wrap the same data key with another passphrase; the recovery code stays.

    Raises:
        WrongPassphraseError: If `secret` is neither passphrase nor recovery code.
        EncryptionError: If the new passphrase is too short.
    """
    wrap = _wrap_with_passphrase(_unwrap(meta, secret), new, cost or PassphraseCost())
    return meta.model_copy(update={"passphrase": wrap})


def new_recovery_code(meta: WrappedKey, secret: str) -> tuple[WrappedKey, str]:
    """Make another recovery code; the old one stops working.

    Raises:
        WrongPassphraseError: If `secret` is neither passphrase nor recovery code.
    """
    return _with_recovery_code(meta, _unwrap(meta, secret))


def read_wrapped_key(text: str | bytes) -> WrappedKey:
    """Raises DamagedContentError if the text is malformed."""
    try:
        return WrappedKey.model_validate_json(text)
    except ValidationError as error:
        raise DamagedContentError(
            _("The stored key is damaged, or a newer Parley made it.")
        ) from error


def check_passphrase(passphrase: str) -> None:
    """Refuse a passphrase that is too easily guessed.

    Raises:
        EncryptionError: If it is too short.
    """
    if len(_canonical(passphrase).strip()) < MIN_PASSPHRASE:
        raise EncryptionError(
            _("A passphrase has at least {count} characters.").format(count=MIN_PASSPHRASE),
            hint=_("Four or five words that do not belong together are good."),
        )


def _wrap_with_passphrase(key: bytes, passphrase: str, cost: PassphraseCost) -> _PassphraseWrap:
    check_passphrase(passphrase)
    salt = os.urandom(_SALT_BYTES)
    check, wrapped = _wrap(key, _stretched(passphrase, salt, cost))
    return _PassphraseWrap.model_construct(cost=cost, salt=salt, check=check, wrapped=wrapped)


def _with_recovery_code(meta: WrappedKey, key: bytes) -> tuple[WrappedKey, str]:
    secret, salt = os.urandom(RECOVERY_BYTES), os.urandom(_SALT_BYTES)
    check, wrapped = _wrap(key, derived_key(secret, b"parley recovery v1", 32, salt=salt))
    wrap = _RecoveryWrap.model_construct(salt=salt, check=check, wrapped=wrapped)
    return meta.model_copy(update={"recovery": wrap}), recovery_code(secret)


def _unwrap(meta: WrappedKey, secret: str) -> bytes:
    recovered, wrap = recovery_secret(secret), meta.recovery
    if recovered is not None and wrap is not None:
        by_code = derived_key(recovered, b"parley recovery v1", 32, salt=wrap.salt)
        if hmac.compare_digest(_check_value(by_code), wrap.check):
            return _unwrapped(by_code, wrap.wrapped)
    chosen = meta.passphrase
    stretched = _stretched(secret, chosen.salt, chosen.cost)
    if not hmac.compare_digest(_check_value(stretched), chosen.check):
        raise WrongPassphraseError(
            _("This is not the passphrase."),
            hint=_("Capitals and spaces count. A recovery code works in its place."),
        )
    return _unwrapped(stretched, chosen.wrapped)


def _wrap(key: bytes, wrapping: bytes) -> tuple[bytes, bytes]:
    sealed = AESGCM(derived_key(wrapping, b"parley wrap v1", 32)).encrypt(_NONCE, key, None)
    return _check_value(wrapping), sealed


def _check_value(wrapping: bytes) -> bytes:
    return derived_key(wrapping, b"parley check v1", _CHECK_BYTES)


def _unwrapped(wrapping: bytes, sealed: bytes) -> bytes:
    try:
        return AESGCM(derived_key(wrapping, b"parley wrap v1", 32)).decrypt(_NONCE, sealed, None)
    except InvalidTag as error:
        raise DamagedContentError(
            _("The stored key is damaged, or a newer Parley made it.")
        ) from error


def _stretched(passphrase: str, salt: bytes, cost: PassphraseCost) -> bytes:
    kdf = Argon2id(
        salt=salt,
        length=32,
        iterations=cost.iterations,
        lanes=cost.lanes,
        memory_cost=cost.memory_kib,
    )
    return kdf.derive(_canonical(passphrase).encode("utf-8", "surrogatepass"))


def _canonical(passphrase: str) -> str:
    """Normalise what different keyboards send: RFC 8265, OpaqueString."""
    plain = "".join(" " if unicodedata.category(c) == "Zs" else c for c in passphrase)
    return unicodedata.normalize("NFC", plain)
