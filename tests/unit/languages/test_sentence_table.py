"""Number words are made of the parts that a language gives."""

from assistant.languages.sentence_table import (
    NumberCompound,
    SpokenLengths,
    SpokenNumbers,
)

UNITS = {"one": 1, "two": 2}
TENS = {"twenty": 20, "thirty": 30}


def test_a_compound_is_its_parts_in_words_and_in_value() -> None:
    tens = NumberCompound(
        forms=("{head} {tail}", "{tail} and {head}"),
        heads=(20,),
        tails=(
            1,
            2,
        ),
    )
    numbers = SpokenNumbers(cardinals={**UNITS, **TENS}, compounds=(tens,))
    made = {"twenty one": 21, "one and twenty": 21, "twenty two": 22, "two and twenty": 22}
    assert numbers.by_word() == {**UNITS, **TENS, **made}


def test_a_compound_builds_on_those_before_it() -> None:
    tens = NumberCompound(forms=("{head}{tail}",), heads=(20,), tails=(1,))
    hundreds = NumberCompound(forms=("{head}{tail}",), heads={"hundred": 100}, tails=(21,))
    numbers = SpokenNumbers(cardinals={**UNITS, **TENS}, compounds=(tens, hundreds))
    assert numbers.by_word()["hundredtwentyone"] == 121
    assert "hundred" not in numbers.by_word()


def test_a_cardinal_that_stands_alone_is_in_no_compound() -> None:
    tens = NumberCompound(forms=("{head} {tail}",), heads=(20,), tails=(2,))
    numbers = SpokenNumbers(cardinals={**UNITS, **TENS}, compounds=(tens,), alone={"a pair": 2})
    assert numbers.by_word()["a pair"] == 2
    assert "twenty a pair" not in numbers.by_word()


def test_units_and_a_half_in_one_word() -> None:
    lengths = SpokenLengths(units={"second": 1, "hour": 3600}, whole={}, halves={"oneandahalf": 1})
    assert dict(lengths.in_one_word()) == {"oneandahalf hour": 5400}
