import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.text_typing.model.key_plan import (
    KeyboardLayout,
    SpareKeys,
    Stroke,
    keysym,
    layout_of,
    runs,
)

A, B, HAN = ord("a"), ord("b"), 0x01000000 + ord("한")
LAYOUT = KeyboardLayout(
    keys={A: Stroke(38), ord("A"): Stroke(38, has_shift=True), ord(" "): Stroke(65)},
    spare=(203, 202, 97),
)


@pytest.mark.parametrize(
    ("character", "sign"),
    [
        ("a", 0x61),
        ("é", 0xE9),
        ("한", 0x0100D55C),
        ("你", 0x01004F60),
        ("🎉", 0x0101F389),
        ("\n", 0xFF0D),
        ("\b", 0xFF08),
        ("\u202f", 0x0100202F),
    ],
)
def test_each_character_has_a_sign(character: str, sign: int) -> None:
    assert keysym(character) == sign


@given(st.text(alphabet="aA bé한글漢字🎉\n", max_size=60))
def test_what_is_pressed_is_the_text(text: str) -> None:
    spare, typed, read = SpareKeys(), list[int](), dict[int, int]()
    by_key = {stroke: sign for sign, stroke in LAYOUT.keys.items()}
    for stretch in spare.stretches(text, LAYOUT):
        was_pressed = {code for code in stretch.given if code in read}
        assert stretch.is_reused or not was_pressed
        read |= stretch.given
        typed += [by_key.get(stroke) or read[stroke.keycode] for stroke in stretch.strokes]
    assert typed == [keysym(character) for character in text]


def test_what_the_layout_has_needs_no_spare_key() -> None:
    (stretch,) = SpareKeys().stretches("aA a", LAYOUT)
    assert stretch.given == {}


def test_without_a_spare_key_only_what_the_layout_has_is_typed() -> None:
    layout = KeyboardLayout(keys=LAYOUT.keys, spare=())
    assert len(list(SpareKeys().stretches("aA", layout))) == 1
    with pytest.raises(ValueError, match="spare"):
        list(SpareKeys().stretches("한", layout))


def test_a_layout_is_read_by_group_and_level() -> None:
    signs = [A, 0x41, HAN, HAN + 1, B, 0x42, 0, 0, 0, 0, 0, 0]
    first = layout_of(signs, first=38, a_key=4, group=0)
    assert first.keys[A] == Stroke(38)
    assert first.keys[0x41] == Stroke(38, has_shift=True)
    assert first.spare == (40,)
    second = layout_of(signs, first=38, a_key=4, group=1)
    assert second.keys == {HAN: Stroke(38), HAN + 1: Stroke(38, has_shift=True)}
    assert layout_of(signs, first=38, a_key=4, group=2).keys == {}


def test_a_key_that_kept_its_given_sign_after_a_crash_is_spare() -> None:
    signs = [A, 0x41, HAN, HAN, HAN, 0x41]
    assert layout_of(signs, first=38, a_key=2, group=0).spare == (39,)


@given(st.dictionaries(st.integers(8, 60), st.integers(1, 9)))
def test_runs_hold_every_key_once(signs: dict[int, int]) -> None:
    found = list(runs(signs))
    assert {a + at: sign for a, run in found for at, sign in enumerate(run)} == signs
    assert all(a + len(run) < b for (a, run), (b, _run) in zip(found, found[1:], strict=False))
