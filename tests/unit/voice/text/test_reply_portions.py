import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.text.reply_portions import GRACE_S, ReplyPortions, speech_seconds
from assistant.voice.text.reply_sentences import SpokenSentence


def _sentence(length: int, number: int) -> SpokenSentence:
    return SpokenSentence(text=f"{number} {'a' * length}", language="en")


SENTENCES = st.lists(st.builds(_sentence, st.integers(1, 200), st.integers(0, 99)), max_size=30)


def said(portions: ReplyPortions, reply: list[SpokenSentence]) -> list[SpokenSentence]:
    return [sentence for sentence in reply if portions.admits(sentence)]


@given(reply=SENTENCES)
def test_without_a_limit_everything_is_said_at_once(reply: list[SpokenSentence]) -> None:
    portions = ReplyPortions(limit_s=None)
    assert said(portions, reply) == reply
    assert not portions.has_rest


@given(reply=SENTENCES, limit_s=st.floats(1, 60))
def test_the_portions_are_the_reply(reply: list[SpokenSentence], limit_s: float) -> None:
    portions = ReplyPortions(limit_s=limit_s)
    parts = [[*said(portions, reply), *portions.short_rest()]]
    while portions.has_rest:
        parts.append(portions.next_portion())
    assert [sentence for part in parts for sentence in part] == reply
    longest = max(map(speech_seconds, reply), default=0.0)
    for part in parts:
        assert sum(map(speech_seconds, part)) <= limit_s + longest + GRACE_S
    for part in parts[1:]:
        assert part  # whoever says yes hears something


def test_a_sentence_is_never_cut_and_a_short_rest_is_not_asked_about() -> None:
    portions = ReplyPortions(limit_s=3.0)
    long, short = (SpokenSentence(text="a" * n, language="en") for n in (170, 34))
    assert said(portions, [long, short]) == [long]
    assert portions.short_rest() == [short]
    assert not portions.has_rest


def test_what_a_broken_reply_lost_is_not_kept() -> None:
    portions = ReplyPortions(limit_s=1.0)
    reply = [
        SpokenSentence(text=f"{word} " * 20, language="en") for word in ("one", "two", "three")
    ]
    said(portions, reply)
    taken: list[str] = []
    portions.take_back(lambda text: text.startswith("two"), taken.append)
    assert taken == [reply[1].text]
    assert portions.next_portion() == [reply[2]]


@pytest.mark.parametrize(("language", "low", "high"), [("en", 3, 5), ("ko", 9, 11), ("zh", 14, 17)])
def test_syllables_and_characters_take_longer_than_letters(
    language: str, low: float, high: float
) -> None:
    assert low < speech_seconds(SpokenSentence(text="x" * 70, language=language)) < high


def test_a_portion_does_not_end_within_a_sentence() -> None:
    portions = ReplyPortions(limit_s=1.0)
    texts = ["One long clause,", "and another one", "and the end.", "A new sentence,", "and more."]
    reply = [
        SpokenSentence(text=text * 3, language="en", goes_on=text.endswith("one")) for text in texts
    ]
    assert said(portions, reply) == reply[:3]
