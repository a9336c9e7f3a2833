"""Values said in words come out as what was said, whichever sentence they stand in."""

from collections.abc import Callable
from datetime import datetime

import pytest

from assistant.intents.recogniser import recognise
from assistant.languages.sentences import sentence_table
from tests.conftest import STRESS

NOW = datetime(2026, 3, 4, 10, 15)
NUMBERS = range(1, 100) if STRESS else [*range(1, 22), 30, 43, 56, 67, 70, 71, 80, 81, 90, 92, 99]
"""Those below a hundred that a language may form in a way of their own."""
Spell = Callable[[int], str]


def in_words(code: str) -> Spell:
    def spell(n: int) -> str:
        table = sentence_table(code)
        assert table is not None
        return next(word for word, value in table.numbers.by_word().items() if value == n)

    return spell


english = in_words("en")
german = in_words("de")
french = in_words("fr")
spanish = in_words("es")
italian = in_words("it")


def by_digits(n: int, digits: str, ten: str) -> str:
    tens, ones = divmod(n, 10)
    head = "" if tens == 0 else ten if tens == 1 else digits[tens] + ten
    return head + (digits[ones] if ones or not tens else "")


def korean(n: int) -> str:
    return by_digits(n, "영일이삼사오육칠팔구", "십")


def japanese(n: int) -> str:
    return by_digits(n, "零一二三四五六七八九", "十")


def chinese(n: int) -> str:
    return by_digits(n, "零一二三四五六七八九", "十")


MINUTES = [
    ("set a timer for {} minutes", english),
    ("{} minute timer", english),
    ("timer for {} minutes please", english),
    ("tea timer {} minutes", english),
    ("타이머 {} 분", korean),
    ("타이머 {}분이요", korean),
    ("{} 분 타이머 맞춰 줘", korean),
    ("라면 타이머 {}분 맞춰줘", korean),
    ("设一个{}分钟的定时器", chinese),
    ("定时{}分钟", chinese),
    ("计时器设{}分钟", chinese),
    ("帮我定个{}分钟的倒计时", chinese),
    ("stell einen Timer auf {} Minuten", german),
    ("{} Minuten Timer bitte", german),
    ("mets un minuteur de {} minutes", french),
    ("minuteur {} minutes", french),
    ("pon un temporizador de {} minutos", spanish),
    ("temporizador {} minutos", spanish),
    ("imposta un timer di {} minuti", italian),
    ("timer da {} minuti", italian),
    ("{}分のタイマーをセットして", japanese),
    ("タイマー{}分", japanese),
]


@pytest.mark.parametrize(("sentence", "spell"), MINUTES)
def test_minutes(sentence: str, spell: Spell) -> None:
    wrong: dict[str, object] = {}
    for n in NUMBERS:
        for said in (spell(n), str(n)):
            found = recognise(sentence.format(said), NOW)
            if found is None or found.slots.get("duration_s") != n * 60:
                wrong[said] = found
    assert wrong == {}


@pytest.mark.parametrize(
    ("sentence", "spell"),
    [
        ("volume {} percent", english),
        ("set the volume to {}", english),
        ("볼륨 {} 퍼센트로 해 줘", korean),
        ("소리를 {}으로 맞춰 줘", korean),
        ("音量调到{}", chinese),
        ("音量百分之{}", chinese),
        ("Lautstärke {} Prozent", german),
        ("mets le volume à {}", french),
        ("volumen al {} por ciento", spanish),
        ("volume al {} per cento", italian),
        ("音量を{}にして", japanese),
    ],
)
def test_levels(sentence: str, spell: Spell) -> None:
    wrong = {
        said: found
        for n in NUMBERS
        for said in (spell(n), str(n))
        if (found := recognise(sentence.format(said), NOW)) is None or found.slots.get("level") != n
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("sentence", "spell"),
    [
        ("what is {} times {}", english),
        ("{} 곱하기 {}은 얼마야", korean),
        ("{}乘以{}等于多少", chinese),
        ("was ist {} mal {}", german),
        ("combien font {} fois {}", french),
        ("cuánto es {} por {}", spanish),
        ("quanto fa {} per {}", italian),
        ("{}かける{}は", japanese),
    ],
)
def test_sums(sentence: str, spell: Spell) -> None:
    wrong = {
        (a, b): found
        for a in NUMBERS[::4]
        for b in NUMBERS[::3]
        if (found := recognise(sentence.format(spell(a), spell(b)), NOW)) is None
        or found.slots != {"expression": f"{a} * {b}"}
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("sentence", "spell"),
    [
        ("wake me at {hour} {minute}", english),
        ("{hour} {minute} alarm tomorrow", english),
        ("早上{hour}点{minute}分叫我起床", chinese),
        ("weck mich um {hour} uhr {minute}", german),
        ("réveille-moi à {hour} heures {minute}", french),
        ("despiértame a las {hour} y {minute}", spanish),
        ("svegliami alle {hour} e {minute}", italian),
        ("朝{hour}時{minute}分に起こして", japanese),
        ("明天早上{hour}点{minute}分的闹钟", chinese),
        ("내일 아침 {hour} 시 {minute} 분에 깨워 줘", korean),
    ],
)
def test_times_of_day(sentence: str, spell: Spell) -> None:
    wrong: dict[str, object] = {}
    for hour in range(7, 12):
        for minute in range(10, 60) if STRESS else (10, 11, 15, 20, 21, 30, 42, 45, 59):
            text = sentence.format(hour=spell(hour), minute=spell(minute))
            found = recognise(text, NOW)
            if found is None or found.slots.get("time") != f"{hour:02}:{minute:02}":
                wrong[text] = found
    assert wrong == {}
