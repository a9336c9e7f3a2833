"""Encrypted streams: whole, or not at all."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.encryption.errors import DamagedContentError
from assistant.encryption.stream import CHUNK_BYTES, EncryptedReader, EncryptedWriter

KEY = bytes(range(32))
SEALED_CHUNK = CHUNK_BYTES + 16


def encrypted(*pieces: bytes, header: bytes = b"head") -> bytes:
    file = io.BytesIO()
    writer = EncryptedWriter(file, KEY, header)
    for piece in pieces:
        writer.write(piece)
    writer.finish()
    return file.getvalue()


def decrypted(data: bytes, *, key: bytes = KEY, header: bytes = b"head") -> bytes:
    return io.BufferedReader(EncryptedReader(io.BytesIO(data), key, header)).read()


@given(
    st.lists(st.binary(max_size=100), max_size=4),
    st.sampled_from([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES]),
)
def test_comes_back_as_it_was(pieces: list[bytes], length: int) -> None:
    assert decrypted(encrypted(*pieces, b"x" * length)) == b"".join(pieces) + b"x" * length


def test_chunks_that_are_moved_left_out_or_cut_off_are_noticed() -> None:
    data = encrypted(b"a" * CHUNK_BYTES, b"b" * CHUNK_BYTES, b"end")
    salt, first = data[:16], data[16 : 16 + SEALED_CHUNK]
    second, last = data[16 + SEALED_CHUNK : 16 + 2 * SEALED_CHUNK], data[16 + 2 * SEALED_CHUNK :]
    assert decrypted(salt + first + second + last)
    for wrong in (
        salt + second + first + last,
        salt + first + last,
        salt + first + second,
        salt + first,
        salt,
        b"",
        data[:-1],
        data + b"x",
        data + last,
    ):
        with pytest.raises(DamagedContentError):
            decrypted(wrong)


def test_a_change_of_any_byte_is_noticed() -> None:
    data = encrypted(b"hello")
    for place in range(len(data)):
        wrong = bytearray(data)
        wrong[place] ^= 1
        with pytest.raises(DamagedContentError):
            decrypted(bytes(wrong))


def test_another_key_or_header_opens_nothing() -> None:
    with pytest.raises(DamagedContentError):
        decrypted(encrypted(b"hello"), key=bytes(32))
    with pytest.raises(DamagedContentError):
        decrypted(encrypted(b"hello"), header=b"tail")


def test_a_stream_that_was_not_finished_cannot_be_read() -> None:
    file = io.BytesIO()
    EncryptedWriter(file, KEY, b"head").write(b"x" * (2 * CHUNK_BYTES + 1))
    with pytest.raises(DamagedContentError):
        decrypted(file.getvalue())
