"""A stream of bytes encrypted in chunks, so that nothing need fit into memory.

The construction is STREAM (Hoang, Reyhanitabar, Rogaway, Vizár 2015), as age uses it: each chunk of
64 KiB is sealed with AES-256-GCM under a nonce made of its number and of whether it is the last one.
Chunks that were changed, left out, put in another order or cut off at the end are noticed. Each
stream has a key of its own, bound to the header that stands before it.
"""

import hashlib
import io
import os
from typing import BinaryIO, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from typing_extensions import Buffer, override

from assistant.encryption.content_cipher import derived_key
from assistant.encryption.errors import DamagedContentError
from assistant.locale import _

CHUNK_BYTES: Final = 64 * 1024
_TAG_BYTES: Final = 16
_SALT_BYTES: Final = 16


class EncryptedWriter(io.RawIOBase):
    """Writes what it is given to a file, encrypted; what is not closed cannot be read.

    Args:
        file: Where to; not closed.
        data_key: A secret of 256 bits.
        header: What stands before the stream and must not be changed.
    """

    def __init__(self, file: BinaryIO, data_key: bytes, header: bytes) -> None:
        salt = os.urandom(_SALT_BYTES)
        file.write(salt)
        self._file = file
        self._seal = _stream_key(data_key, header, salt)
        self._number = 0
        self._waiting = bytearray()

    @override
    def writable(self) -> bool:
        return True

    @override
    def write(self, data: Buffer, /) -> int:
        """Encrypt all bytes."""
        view = memoryview(data).cast("B")
        self._waiting += view
        while len(self._waiting) > CHUNK_BYTES:  # `close` decides the last chunk
            self._write_chunk(bytes(self._waiting[:CHUNK_BYTES]), is_last=False)
            del self._waiting[:CHUNK_BYTES]
        return len(view)

    def finish(self) -> None:
        """Write the last chunk."""
        self._write_chunk(bytes(self._waiting), is_last=True)
        self._waiting.clear()

    def _write_chunk(self, chunk: bytes, *, is_last: bool) -> None:
        self._file.write(self._seal.encrypt(_nonce(self._number, is_last=is_last), chunk, None))
        self._number += 1


class EncryptedReader(io.RawIOBase):
    """Reads what `EncryptedWriter` wrote; raises DamagedContentError where it was changed.

    Args:
        file: Stands where the stream begins; not closed.
        data_key: As it was given to the writer.
        header: Likewise.
    """

    def __init__(self, file: BinaryIO, data_key: bytes, header: bytes) -> None:
        self._file = file
        self._seal = _stream_key(data_key, header, file.read(_SALT_BYTES))
        self._number = 0
        self._next = file.read(CHUNK_BYTES + _TAG_BYTES)
        self._plain = memoryview(b"")
        self._is_at_end = False

    @override
    def readable(self) -> bool:
        return True

    @override
    def readinto(self, buffer: Buffer, /) -> int:
        """Decrypt the next bytes; 0 at the end of a complete stream."""
        target = memoryview(buffer).cast("B")
        while not self._plain and not self._is_at_end:
            self._read_chunk()
        count = min(len(target), len(self._plain))
        target[:count] = self._plain[:count]
        self._plain = self._plain[count:]
        return count

    def _read_chunk(self) -> None:
        chunk, self._next = self._next, self._file.read(CHUNK_BYTES + _TAG_BYTES)
        self._is_at_end = not self._next
        nonce = _nonce(self._number, is_last=self._is_at_end)
        try:
            self._plain = memoryview(self._seal.decrypt(nonce, chunk, None))
        except InvalidTag as error:
            raise DamagedContentError(_("The file is damaged or incomplete.")) from error
        self._number += 1


def _stream_key(data_key: bytes, header: bytes, salt: bytes) -> AESGCM:
    use = b"parley stream v1" + hashlib.sha256(header).digest()
    return AESGCM(derived_key(data_key, use, 32, salt=salt))


def _nonce(number: int, *, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])
