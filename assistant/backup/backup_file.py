"""The outside of a backup: the archive itself, or one encrypted under a passphrase.

A plain backup is a `.tar.gz` that ordinary tools unpack. An encrypted one is a line that says what it
is, the length of the wrapped key in four bytes, the wrapped key as JSON, and the archive as an
encrypted stream. See `encryption.wrapped_key` and `encryption.stream`.
"""

import io
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import BinaryIO, Final, cast

from assistant.backup.archive import damaged_backup
from assistant.encryption.content_cipher import ContentCipher
from assistant.encryption.stream import EncryptedReader, EncryptedWriter
from assistant.encryption.wrapped_key import WrappedKey, read_wrapped_key

_MAGIC: Final = b"Parley backup, encrypted, 1\n"
_GZIP: Final = b"\x1f\x8b"
_LENGTH_BYTES: Final = 4
_MAX_KEY: Final = 64 * 1024


@contextmanager
def encrypted_stream(file: BinaryIO, key: WrappedKey, cipher: ContentCipher) -> Generator[BinaryIO]:
    """Encrypt into a file; it is complete when the context ends without an exception."""
    stored = key.model_dump_json().encode("utf-8")
    header = _MAGIC + len(stored).to_bytes(_LENGTH_BYTES, "big") + stored
    file.write(header)
    stream = EncryptedWriter(file, cipher.data_key, header)
    yield cast("BinaryIO", stream)
    stream.finish()


def plain_stream(file: BinaryIO) -> AbstractContextManager[BinaryIO]:
    return nullcontext(file)


def wrapped_key_of(file: BinaryIO) -> WrappedKey | None:
    """The wrapped key of an encrypted backup; None for a plain one.

    Raises:
        DamagedBackupError: If it is neither.
        DamagedContentError: If its key is damaged.
    """
    file.seek(0)
    start = file.read(len(_MAGIC))
    if start == _MAGIC:
        return read_wrapped_key(_stored_key(file))
    if start.startswith(_GZIP):
        return None
    raise damaged_backup()


def archive_stream(file: BinaryIO, cipher: ContentCipher | None) -> BinaryIO:
    """The archive in a backup whose outside `wrapped_key_of` has checked.

    Args:
        file: The backup; not closed.
        cipher: Of an encrypted one.

    Raises:
        DamagedContentError: If it is damaged; reading raises it too.
    """
    file.seek(0)
    if cipher is None:
        return file
    file.seek(len(_MAGIC))
    stored = _stored_key(file)
    header = _MAGIC + len(stored).to_bytes(_LENGTH_BYTES, "big") + stored
    return io.BufferedReader(EncryptedReader(file, cipher.data_key, header))


def _stored_key(file: BinaryIO) -> bytes:
    length = int.from_bytes(file.read(_LENGTH_BYTES), "big")
    if not 0 < length <= _MAX_KEY:
        raise damaged_backup()
    return file.read(length)
