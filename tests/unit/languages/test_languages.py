"""Every language through all that is done with its words."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from assistant.conversation.intents.alarm_command import (
    SnoozeAlarm,
    StopAlarm,
    parse_alarm_command,
)
from assistant.conversation.intents.answer_change import parse_answer_change
from assistant.conversation.intents.stop_command import is_stop
from assistant.languages import LANGUAGES
from assistant.languages.language import NUMBER, Language, numbered
from assistant.languages.lexicon import PhraseTag, WritingScript
from assistant.languages.text_language import detect_line_language
from assistant.locale import INTERFACE_LANGUAGES
from assistant.memory.model.request import may_be_request
from assistant.memory.model.request_parser import parse_memory_request
from assistant.questions.form.typed_answer import parse_typed_answer
from assistant.questions.model.question import Answer, Question, QuestionKind
from assistant.questions.spoken.answer_interpreter import parse_spoken_answer
from assistant.questions.spoken.understanding import SpokenChoice
from assistant.tools.timers.model.input_reader import read_length
from assistant.voice.stt.policy.hallucination_filter import is_hallucination
from assistant.voice.text.pronunciation import pronounceable
from assistant.voice.text.sentence_splitter import SentenceSplitter
from assistant.voice.text.spoken_phrases import BROKEN_OFF, FILLERS, phrase_for_voice
from assistant.voice.turn_taking.backchannel import OverlapMeaning, classify_overlap
from assistant.voice.turn_taking.farewell import FarewellReply, classify_farewell
from assistant.voice.turn_taking.text_completeness import TextCompleteness, assess_completeness
from assistant.voice.turn_taking.wake_phrase import sounds_like, strip_wake_phrase
from tests.helpers.languages import SHIPPED
from tests.helpers.questions.builders import choice

YES_OR_NO = Question(id="q", text="Really?", kind=QuestionKind.BOOLEAN)


def stops_are_stops(known: Language) -> None:
    for phrase in known.stop_commands.stop:
        assert is_stop(phrase), phrase
        assert parse_alarm_command(phrase) in {StopAlarm(), SnoozeAlarm()}, phrase
    assert not any(map(is_stop, known.agreements | known.backchannels.listening))


def backchannels_are_heard(known: Language) -> None:
    for phrase in known.backchannels.listening:
        assert classify_overlap(phrase, saying=("It rains.",)) is OverlapMeaning.BACKCHANNEL
    for phrase in known.backchannels.answering | known.agreements:
        assert classify_overlap(phrase, saying=("It rains.",)) is OverlapMeaning.BACKCHANNEL
        assert classify_overlap(phrase, saying=("Does it rain?",)) is OverlapMeaning.WORDS


def farewells_are_answered(known: Language) -> None:
    for phrase in known.farewell_replies.end | known.agreements:
        assert classify_farewell(phrase) is FarewellReply.END, phrase
    for phrase in known.farewell_replies.keep:
        assert classify_farewell(phrase) is FarewellReply.KEEP, phrase
    for phrase in known.courtesy | known.farewell_replies.courtesy:
        assert classify_farewell(phrase) is not FarewellReply.REQUEST, phrase


def what_dangles_goes_on(known: Language) -> None:
    endings = known.turn_endings
    for phrase in endings.sounds | endings.starters:
        assert assess_completeness(phrase, known.code) is TextCompleteness.DANGLING, phrase
    sample = assess_completeness(known.sample, known.code)
    assert sample is TextCompleteness.FINISHED


def answers_are_understood(known: Language) -> None:
    lexicon = known.answers()
    assert lexicon is known.answers()
    tags = {meaning.tag for meaning in known.answers().phrases.values()}
    assert lexicon.script is known.writing
    assert {PhraseTag.YES, PhraseTag.NO, PhraseTag.NUMBER, PhraseTag.COMMAND} <= tags
    if lexicon.script is WritingScript.WORDS:
        for number in (2, 3):
            said = known.numbers.cardinals[number][0]
            heard = parse_spoken_answer(choice("Ann", "Bob", "Cid"), said, known.code)
            assert isinstance(heard, SpokenChoice)


def numbers_are_whole(known: Language) -> None:
    assert set(known.numbers.cardinals) >= set(range(1, 21))
    assert not known.numbers.ordinals or set(known.numbers.ordinals) >= set(range(1, 21))
    for number, forms in known.numbers.cardinals.items():
        assert all(known.numbers.by_cardinal()[form] == number for form in forms)


def a_line_is_told(known: Language) -> None:
    assert detect_line_language(known.sample, likely=known.code).language == known.code
    for mark in known.telling_marks:
        assert detect_line_language(f"x{mark}", likely=known.code).language == known.code


def sentences_are_cut(known: Language) -> None:
    breaks = known.sentence_breaks
    for word in breaks.never_last:
        splitter = SentenceSplitter(known.code, first_min_chars=1000)
        assert splitter.feed(f"Said {word}. Xenon") == [], word
    splitter = SentenceSplitter(known.code)
    assert "".join(splitter.feed(known.sample) + splitter.finish()).replace(" ", "") == (
        known.sample.replace(" ", "")
    )


def signs_are_pronounced(known: Language) -> None:
    spoken = known.pronunciation()
    for sign in spoken.money.currencies:
        assert sign not in pronounceable(f"{sign}5", known.code), sign
        assert sign not in pronounceable(f"5 {sign}", known.code), sign
    for unit, template in spoken.units.items():
        _one, _bar, many = template.rpartition("|")
        assert many.format(n="5") in pronounceable(f"5 {unit}", known.code), unit
    assert spoken.powers[0].strip() in pronounceable("x²", known.code)


def silence_is_not_heard(known: Language) -> None:
    for phrase in known.hallucinations:
        assert is_hallucination(phrase, no_speech_prob=0.3, avg_logprob=-0.8, duration_s=1.0)


def wake_phrases_are_taken_off(known: Language) -> None:
    for phrase, spellings in known.wake_spellings.items():
        for spelling in spellings:
            assert sounds_like(spelling, phrase)
            assert strip_wake_phrase(f"{spelling}, 3", phrase) == "3"


def remarks_are_in_the_voice_language(known: Language) -> None:
    for text in (BROKEN_OFF, *FILLERS):
        assert phrase_for_voice(known.code, text)[1] == known.code
    assert (known.spoken_phrases is None) == (known.code in INTERFACE_LANGUAGES)


TYPED = {
    "en": {"yes": True, "yeah": True, "ok": True, "sure": True, "y": True, "no": False, "n": False},
    "ko": {"네": True, "그래": True, "ㅇㅇ": True, "아니요": False, "ㄴㄴ": False},
    "zh": {"是": True, "可以": True, "没意见": True, "不": False, "否": False, "不用": False},
    "ja": {"はい": True, "うん": True, "いいえ": False, "やめて": False},
    "de": {"ja": True, "klar": True, "nein": False, "nö": False},
    "fr": {"oui": True, "d'accord": True, "non": False, "surtout pas": False},
    "es": {"sí": True, "claro": True, "vale": True, "para nada": False, "no": False},
    "it": {"sì": True, "va bene": True, "certo": True, "per niente": False, "no": False},
}


def typed_words_are_answers(known: Language) -> None:
    derived = dict.fromkeys(known.agreements, True) | dict.fromkeys(known.denials, False)
    for word, value in TYPED.get(known.code, derived).items():
        assert parse_typed_answer(YES_OR_NO, word) == Answer(question_id="q", boolean=value), word


def lengths_are_read(known: Language) -> None:
    for seconds, units in known.time_units.items():
        for unit in units:
            assert read_length(f"2 {unit}") == 2 * seconds, unit


def a_sample_is_no_command(known: Language) -> None:
    assert not is_stop(known.sample)
    assert parse_alarm_command(known.sample) is None
    assert parse_answer_change(known.sample) is None
    assert classify_farewell(known.sample) is FarewellReply.REQUEST


def numbers_stand_in_patterns(known: Language) -> None:
    said = known.numbers.by_cardinal()
    commands = known.alarm_commands()
    patterns = commands.snooze if commands is not None else ()
    for pattern in (*patterns, *known.answer_changes):
        assert NUMBER not in numbered(pattern, said)
        assert re.compile(numbered(pattern, said))


def a_sample_asks_for_no_memory(known: Language) -> None:
    assert parse_memory_request(known.sample) is None
    assert (known.memory() is None) == (known.memory_mention is None)
    if known.memory_mention is not None:
        assert may_be_request(known.memory_mention.partition("|")[0])


CHECKS: tuple[Callable[[Language], None], ...] = (
    stops_are_stops,
    backchannels_are_heard,
    farewells_are_answered,
    what_dangles_goes_on,
    answers_are_understood,
    numbers_are_whole,
    a_line_is_told,
    sentences_are_cut,
    signs_are_pronounced,
    silence_is_not_heard,
    wake_phrases_are_taken_off,
    remarks_are_in_the_voice_language,
    typed_words_are_answers,
    lengths_are_read,
    a_sample_is_no_command,
    numbers_stand_in_patterns,
    a_sample_asks_for_no_memory,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_serves_everything(language: str, check: Callable[[Language], None]) -> None:
    check(LANGUAGES[language])


def test_what_a_language_does_without() -> None:
    optional = [one.name for one in fields(Language) if one.default is None]
    files = ["sentences", "request_forms", "alarm_commands", "memory"]
    has = {
        code: {name for name in optional if getattr(known, name) is not None}
        | {name for name in files if getattr(known, name)() is not None}
        for code, known in LANGUAGES.items()
    }
    every = {"sentences", "request_forms", "question_words"}
    window = {"alarm_commands", "memory", "memory_mention"}
    assert {code: has[code] for code in SHIPPED} == {
        **dict.fromkeys(("en", "ko", "zh"), every | window),
        **dict.fromkeys(("ja", "de", "fr", "es", "it"), every | {"spoken_phrases"}),
    }


def test_tables_that_may_be_empty() -> None:
    empty = {
        one.name: {code for code in SHIPPED if not getattr(LANGUAGES[code], one.name)}
        for one in fields(Language)
        if isinstance(one.default, str | frozenset)
        or one.default == ()
        or one.default_factory == dict[str, tuple[str, ...]]
    }
    assert empty == {
        "common_words": {"ko", "zh", "ja"},  # their letters tell
        "empty_words": SHIPPED - {"en"},
        "telling_marks": {"en", "ko", "zh", "ja", "fr", "it"},
        "wake_spellings": {"en", "ja", "de", "fr", "es", "it"},
        "answer_changes": {"ja", "de", "fr", "es", "it"},
        "told_agents": set(),
        "agent_names": SHIPPED - {"ko", "ja"},
        "started_agents": set(),
        "stopped_agents": set(),
        "place_counters": {"en", "ja", "de", "fr", "es", "it"},
        "collectives": {"en", "de", "fr", "es", "it"},
    }


def test_a_language_is_known_by_its_code() -> None:
    assert all(known.code == code for code, known in LANGUAGES.items())
    assert set(LANGUAGES) >= SHIPPED
    assert set(INTERFACE_LANGUAGES) <= set(LANGUAGES)


def test_every_language_may_be_heard_without_a_setting() -> None:
    shipped = tomllib.loads(Path("config/default.toml").read_text(encoding="utf-8"))
    assert shipped["voice"]["languages"] == ""
