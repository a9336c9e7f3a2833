"""A wrapped data key: who opens it, what changes, and what a hostile server may store."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.encryption.errors import DamagedContentError, EncryptionError, WrongPassphraseError
from assistant.encryption.wrapped_key import (
    PassphraseCost,
    WrappedKey,
    change_passphrase,
    create,
    create_for_passphrase,
    new_recovery_code,
    read_wrapped_key,
    unlock,
)

CHEAP = PassphraseCost(iterations=1, lanes=1, memory_kib=128)
PASSPHRASE = "correct horse"
EARLIER = (
    '{"format":1,"passphrase":{"kdf":"argon2id","cost":{"iterations":1,"lanes":1,"mem'
    'ory_kib":128},"salt":"LH27G2kxFMOpTRD7qCQ/dA==","check":"nADrb1yEVhZmvPiQQCkEjw='
    '=","wrapped":"Jx6TnpgbnvpEvHesMcx3ogvqkRfFUOEZRnJhvPw6K+Yhm4TmFwHk7nS5bCrYJ2d/"}'
    ',"recovery":{"salt":"r+jNVJWbq5ajTsML3WRAow==","check":"Vo2tN04ufKpUmnNDHun0Qg=='
    '","wrapped":"G/okIKIeZKft9jHT4O9hludTSVLget+Hi1Jz3LhW0Ezy3fpNze+tUfUu18K/WaOb"}}'
)
EARLIER_KEY = "2edb78f814355541a00ad96640226b2a9c8642db761900e87d918db1554f24d4"
EARLIER_CODE = "WS2C-SWBQ-SZ14-6EJY-YQD6-6K1D-EF4G-J7TY-NVS3"
STORED = create(PASSPHRASE, cost=CHEAP)


def test_opens_with_the_passphrase_or_the_recovery_code() -> None:
    meta, cipher, code = STORED
    stored = read_wrapped_key(meta.model_dump_json())
    for secret in (PASSPHRASE, code, code.lower().replace("-", "")):
        assert unlock(stored, secret).data_key == cipher.data_key


def test_what_an_earlier_version_stored_opens() -> None:
    assert unlock(read_wrapped_key(EARLIER), PASSPHRASE).data_key.hex() == EARLIER_KEY
    assert unlock(read_wrapped_key(EARLIER), EARLIER_CODE).data_key.hex() == EARLIER_KEY


def test_a_guess_costs_what_the_standard_recommends() -> None:
    assert PassphraseCost() == PassphraseCost(iterations=3, lanes=4, memory_kib=65536)


@pytest.mark.parametrize("wrong", ["", "Correct horse", "correct horse ", "0" * 36])
def test_a_wrong_passphrase_is_told(wrong: str) -> None:
    with pytest.raises(WrongPassphraseError):
        unlock(STORED[0], wrong)


def test_keyboards_that_send_other_bytes_open_it() -> None:
    meta, cipher, _code = create("caf\u00e9 unter\u00a0den", cost=CHEAP)
    assert unlock(meta, "cafe\u0301 unter den").data_key == cipher.data_key


def test_changing_the_passphrase_keeps_the_data_key_and_the_code() -> None:
    meta, cipher, code = STORED
    changed = change_passphrase(meta, PASSPHRASE, "battery staple", cost=CHEAP)
    assert unlock(changed, "battery staple").data_key == cipher.data_key
    assert unlock(changed, code).data_key == cipher.data_key
    with pytest.raises(WrongPassphraseError):
        unlock(changed, PASSPHRASE)
    by_code = change_passphrase(meta, code, "forgotten once", cost=CHEAP)
    assert unlock(by_code, "forgotten once").data_key == cipher.data_key


def test_a_new_recovery_code_replaces_the_old_one() -> None:
    meta, cipher, code = STORED
    changed, second = new_recovery_code(meta, PASSPHRASE)
    assert (
        unlock(changed, second).data_key == unlock(changed, PASSPHRASE).data_key == cipher.data_key
    )
    with pytest.raises(WrongPassphraseError):
        unlock(changed, code)


def test_two_keys_are_never_the_same() -> None:
    (first, cipher), (second, other) = (
        create_for_passphrase(PASSPHRASE, cost=CHEAP) for _n in "12"
    )
    assert cipher.data_key != other.data_key
    assert first.passphrase.salt != second.passphrase.salt
    assert first.recovery is None


@pytest.mark.parametrize("short", ["", "1234567", "       x       "])
def test_a_short_passphrase_is_refused(short: str) -> None:
    with pytest.raises(EncryptionError, match="at least 8"):
        create(short, cost=CHEAP)
    with pytest.raises(EncryptionError, match="at least 8"):
        change_passphrase(STORED[0], PASSPHRASE, short, cost=CHEAP)


def test_a_passphrase_of_exactly_eight_characters_is_taken() -> None:
    for least in ("12345678", "한글로 여덟 자"):
        meta, cipher, _code = create(least, cost=CHEAP)
        assert unlock(meta, least).data_key == cipher.data_key


def test_a_change_of_any_byte_of_what_is_stored_opens_nothing_else() -> None:
    meta, cipher, code = STORED
    text = meta.model_dump_json()
    for place in range(len(text)):
        wrong = text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]
        for secret in (PASSPHRASE, code):
            try:
                opened = unlock(read_wrapped_key(wrong), secret)
            except (DamagedContentError, WrongPassphraseError):
                continue
            assert opened.data_key == cipher.data_key, "the other half was changed"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.one_of(st.binary(), json_values.map(lambda value: json.dumps(value).encode())))
def test_anything_else_is_told_to_be_damaged(stored: bytes) -> None:
    with pytest.raises(DamagedContentError):
        read_wrapped_key(stored)


@settings(deadline=None)
@given(
    st.sampled_from(
        [
            ("format",), ("passphrase",), ("recovery",), ("passphrase", "kdf"),
            ("passphrase", "cost"), ("passphrase", "cost", "iterations"),
            ("passphrase", "cost", "lanes"), ("passphrase", "cost", "memory_kib"),
            ("passphrase", "salt"), ("passphrase", "check"), ("passphrase", "wrapped"),
            ("recovery", "salt"), ("recovery", "check"), ("recovery", "wrapped"),
        ]
    ),
    json_values,
)  # fmt: skip
def test_no_field_that_a_server_makes_up_does_harm(path: tuple[str, ...], value: object) -> None:
    meta, cipher, _code = STORED
    stored: dict[str, Any] = json.loads(meta.model_dump_json())
    inner = stored
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    try:
        read = read_wrapped_key(json.dumps(stored))
        assert unlock(read, PASSPHRASE).data_key == cipher.data_key
    except (DamagedContentError, WrongPassphraseError):
        pass


@pytest.mark.parametrize(
    "cost", [{"memory_kib": 2**21}, {"iterations": 17}, {"lanes": 17}, {"memory_kib": 64}]
)
def test_a_server_cannot_ask_for_too_much(cost: dict[str, int]) -> None:
    stored: dict[str, Any] = json.loads(STORED[0].model_dump_json())
    stored["passphrase"]["cost"].update(cost)
    with pytest.raises(DamagedContentError):
        read_wrapped_key(json.dumps(stored))


def test_what_is_stored_says_nothing_of_the_key() -> None:
    meta, cipher, code = STORED
    text = meta.model_dump_json()
    assert isinstance(meta, WrappedKey)
    assert PASSPHRASE not in text
    assert code not in text
    assert cipher.data_key.hex() not in text
