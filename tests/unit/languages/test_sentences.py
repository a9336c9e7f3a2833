"""The tables of sentences: each is complete, and every template can be read."""

import string

import pytest

from assistant.intents.sentence_recogniser import SentenceRecogniser
from assistant.languages import LANGUAGES
from assistant.languages.sentence_table import REPLIES, WITHOUT_SENTENCES, IntentName, SentenceTable
from assistant.languages.sentences import sentence_table


@pytest.fixture(params=[code for code in LANGUAGES if sentence_table(code) is not None])
def table(request: pytest.FixtureRequest) -> SentenceTable:
    found = sentence_table(request.param)
    assert found is not None
    return found


def fields(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in string.Formatter().parse(text) if name}


def test_every_reply_is_there_and_says_what_it_can(table: SentenceTable) -> None:
    english = sentence_table("en")
    assert english is not None
    assert table.replies.keys() == REPLIES
    for name, text in table.replies.items():
        assert text.strip()
        assert fields(text) <= fields(english.replies[name]), name


def test_every_intent_has_sentences(table: SentenceTable) -> None:
    assert table.sentences.keys() == set(IntentName) - WITHOUT_SENTENCES


def test_every_template_can_be_read(table: SentenceTable) -> None:
    SentenceRecogniser("xx", table)


def test_a_language_without_a_table_has_none() -> None:
    assert sentence_table("xx") is None
