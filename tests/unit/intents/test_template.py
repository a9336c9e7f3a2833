"""The notation of sentences: what a template is read as."""

import pytest

from assistant.intents.template import (
    Assignment,
    Choice,
    SentenceTemplateError,
    Slot,
    TemplateReader,
    Word,
    template_lines,
)


def test_a_line_that_begins_with_a_blank_continues_the_one_before() -> None:
    text = "\nset (a|\n  an) alarm\nwake me\n  up\n\n"
    assert list(template_lines(text)) == ["set (a|an) alarm", "wake me up"]


def test_a_line_that_ends_between_two_ways_is_no_blank() -> None:
    reader = TemplateReader({})
    assert reader.read("minute[s|\n  n]") == reader.read("minute[s|n]")


def test_several_lines_are_one_of_them() -> None:
    assert TemplateReader({}).read("yes\nno") == (Choice(((Word("yes"),), (Word("no"),))),)


def test_a_slot_may_hold_one_of_some_words() -> None:
    reader = TemplateReader({"city": "rome\nnew york"})
    rome = (Assignment("place", "rome"), Word("rome"))
    york = (Assignment("place", "new york"), Word("new"), Word("york"))
    assert reader.read("{place=rome|new york}") == (Choice((rome, york)),)
    assert reader.read("{place=<city>}") == reader.read("{place=rome|new york}")


def test_a_blank_that_must_be_there_is_one_of_the_value_too() -> None:
    after = (Assignment("suffix", " name"), Word("_"), Word("name"))
    assert TemplateReader({}).read("{query}{suffix=_name}") == (Slot("query"), Choice((after,)))


@pytest.mark.parametrize("text", ["(a", "a)", "<rule>", "{place", "{place=<city>}", "<itself>"])
def test_a_template_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(SentenceTemplateError):
        TemplateReader({"itself": "a <itself>"}).read(text)
