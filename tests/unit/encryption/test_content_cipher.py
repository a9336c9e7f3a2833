"""Sealed contents open where they belong and nowhere else; blinded names are equal and come back."""

import hashlib
import hmac
from base64 import urlsafe_b64encode

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, AESSIV
from hypothesis import given
from hypothesis import strategies as st

from assistant.encryption.content_cipher import ContentCipher
from assistant.encryption.errors import DamagedContentError

KEY = bytes(range(32))
SEALED = "01d9e497e9d149f5abdd70412af026040a762222f7f1e5ecf653095a673d0bda77ea"
BLINDED = "P0LEFq1ttbzQZu9zRLCnqBNcMMo76Fc8TBIrqQZ4jOIXSTRxZ7xxgWJDqh-FN4v1"
names = st.text(max_size=80)


def hkdf(secret: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869 as it is written there, without salt."""
    extracted = hmac.digest(bytes(32), secret, hashlib.sha256)
    okm = block = b""
    for number in range(1, 1 + -(-length // 32)):
        block = hmac.digest(extracted, block + info + bytes([number]), hashlib.sha256)
        okm += block
    return okm[:length]


def bound(*parts: str) -> bytes:
    return b"".join(len(p.encode()).to_bytes(4, "big") + p.encode() for p in parts)


def test_what_this_version_writes_is_read_by_the_documented_algorithm() -> None:
    sealed = ContentCipher(KEY).seal("message", "m1", 3, b"hello")
    plain = AESGCM(hkdf(KEY, b"parley body v1", 32)).decrypt(
        sealed[1:13], sealed[13:], bound("message", "m1", "3")
    )
    assert (sealed[0], plain) == (1, b"hello")


def test_what_an_earlier_version_wrote_is_read() -> None:
    cipher = ContentCipher(KEY)
    sealed = bytes.fromhex(SEALED)
    assert cipher.open("message", "m1", 3, sealed) == b"hello"
    assert cipher.blind("message", "m1") == BLINDED
    assert cipher.unblind("message", BLINDED) == "m1"


def test_a_name_is_blinded_by_the_documented_algorithm() -> None:
    raw = AESSIV(hkdf(KEY, b"parley name v1", 64)).encrypt(
        b"m1\x80" + bytes(29), [bound("message")]
    )
    assert ContentCipher(KEY).blind("message", "m1") == urlsafe_b64encode(raw).decode().rstrip("=")


@given(names, names, st.integers(min_value=0), st.binary())
def test_opens_where_it_belongs(kind: str, key: str, version: int, body: bytes) -> None:
    cipher = ContentCipher(KEY)
    sealed = cipher.seal(kind, key, version, body)
    assert ContentCipher(KEY).open(kind, key, version, sealed) == body
    assert sealed != cipher.seal(kind, key, version, body), "nonces are random"


@given(
    st.tuples(names, names, st.integers(min_value=0)),
    st.tuples(names, names, st.integers(min_value=0)),
)
def test_opens_nowhere_else(place: tuple[str, str, int], other: tuple[str, str, int]) -> None:
    if place == other:
        return
    cipher = ContentCipher(KEY)
    with pytest.raises(DamagedContentError):
        cipher.open(*other, cipher.seal(*place, b"words"))


def test_a_change_of_any_byte_is_noticed() -> None:
    cipher = ContentCipher(KEY)
    sealed = cipher.seal("setting", "ui.language", 1, b'{"value": "ko"}')
    for place in range(len(sealed)):
        for change in (0x01, 0x80, 0xFF):
            wrong = bytearray(sealed)
            wrong[place] ^= change
            with pytest.raises(DamagedContentError):
                cipher.open("setting", "ui.language", 1, bytes(wrong))
    for length in range(len(sealed)):
        with pytest.raises(DamagedContentError):
            cipher.open("setting", "ui.language", 1, sealed[:length])


def test_another_key_opens_nothing() -> None:
    sealed, blinded = ContentCipher(KEY).seal("a", "b", 1, b"c"), ContentCipher(KEY).blind("a", "b")
    other = ContentCipher(bytes(32))
    with pytest.raises(DamagedContentError):
        other.open("a", "b", 1, sealed)
    with pytest.raises(DamagedContentError):
        other.unblind("a", blinded)


@given(names, st.one_of(names, st.text(alphabet="\x80\x00\ud800a")))
def test_names_are_equal_and_come_back(kind: str, name: str) -> None:
    cipher = ContentCipher(KEY)
    blinded = cipher.blind(kind, name)
    assert blinded == ContentCipher(KEY).blind(kind, name)
    assert cipher.unblind(kind, blinded) == name
    with pytest.raises(DamagedContentError):
        cipher.unblind(kind + "x", blinded)


@given(st.text(max_size=100))
def test_no_other_text_is_a_name(text: str) -> None:
    with pytest.raises(DamagedContentError):
        ContentCipher(KEY).unblind("message", text)


def test_the_length_of_a_name_says_little() -> None:
    cipher = ContentCipher(KEY)
    assert {len(cipher.blind("document", "a" * length)) for length in range(31)} == {64}


def test_a_data_key_has_256_bits() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        ContentCipher(b"short")
