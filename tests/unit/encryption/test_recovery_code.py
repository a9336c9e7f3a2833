"""Recovery codes: what is printed is read back, and a slip is noticed."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.encryption.recovery_code import RECOVERY_BYTES, recovery_code, recovery_secret

secrets = st.binary(min_size=RECOVERY_BYTES, max_size=RECOVERY_BYTES)


def test_known_code() -> None:
    assert (
        recovery_code(bytes(range(RECOVERY_BYTES)))
        == "000G-40R4-0M30-E209-185G-R38E-1W81-24GK-6TVE"
    )


@given(secrets)
def test_is_read_back_however_it_is_typed(secret: bytes) -> None:
    code = recovery_code(secret)
    assert re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4}-){8}[0-9A-HJKMNP-TV-Z]{4}", code)
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert recovery_secret(code) == recovery_secret(f" {typed}\n") == secret


@given(secrets, st.data())
def test_one_wrong_symbol_is_noticed(secret: bytes, data: st.DataObject) -> None:
    code = recovery_code(secret)
    places = [place for place, symbol in enumerate(code) if symbol != "-"]
    place = data.draw(st.sampled_from(places))
    other = data.draw(
        st.sampled_from([c for c in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" if c != code[place]])
    )
    read = recovery_secret(code[:place] + other + code[place + 1 :])
    # Twenty bits of checksum: one in a million passes, and then is another secret.
    assert read is None or read != secret


@pytest.mark.parametrize(
    "text", ["", "-", "correct horse battery staple", "ÄÖÜ-" * 9, "U" * 36, "０" * 36]
)
def test_other_texts_are_no_code(text: str) -> None:
    assert recovery_secret(text) is None
