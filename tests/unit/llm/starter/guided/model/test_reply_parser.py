import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.llm.starter.guided.model.guided_reply import (
    GuidedAnswer,
    GuidedQuestion,
    GuidedRefusal,
    GuidedReply,
    write_reply,
)
from assistant.llm.starter.guided.model.reply_parser import ReplyParser, UnreadableReplyError

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)
ANSWERS = st.builds(GuidedAnswer, text=TEXTS.filter(str.strip))
QUESTIONS = st.builds(
    GuidedQuestion,
    question=TEXTS,
    options=st.lists(TEXTS, min_size=1, max_size=4).map(tuple),
)
REFUSALS = st.builds(GuidedRefusal, subject=TEXTS)
REPLIES: st.SearchStrategy[GuidedReply] = ANSWERS | QUESTIONS | REFUSALS


def cut(text: str, places: list[int]) -> list[str]:
    """Cut a text at these places, in any order and as often as they come."""
    edges = [0, *sorted(place % (len(text) + 1) for place in places), len(text)]
    return [text[a:b] for a, b in zip(edges, edges[1:], strict=False)]


def read(*pieces: str) -> tuple[str, GuidedReply | None]:
    parser = ReplyParser()
    words = "".join(parser.feed(piece) for piece in pieces)
    return words, parser.finish()


@given(REPLIES, st.lists(st.integers(0, 10_000), max_size=30), st.booleans())
def test_a_reply_reads_the_same_however_it_is_cut(
    reply: GuidedReply, places: list[int], ascii_only: bool
) -> None:
    written = write_reply(reply)
    if ascii_only:  # every character that is not ASCII as an escape, pairs of surrogates too
        written = json.dumps(json.loads(written))

    words, found = read(*cut(written, places))

    assert found == reply
    assert words == (reply.text if isinstance(reply, GuidedAnswer) else "")


@given(ANSWERS, st.integers(0, 10_000))
def test_of_an_answer_that_is_cut_off_what_was_given_out_is_what_there_is(
    answer: GuidedAnswer, place: int
) -> None:
    written = json.dumps(json.loads(write_reply(answer)))
    words, found = read(written[: place % (len(written) + 1)])

    assert answer.text.startswith(words)
    assert found == (GuidedAnswer(text=words) if words.strip() else None)


@given(QUESTIONS, st.integers(0, 10_000))
def test_a_question_that_is_cut_off_is_none(question: GuidedQuestion, place: int) -> None:
    written = write_reply(question)
    assert read(written[: place % len(written)]) == ("", None)


@given(st.text(max_size=30))
def test_any_other_text_is_refused_or_leads_to_nothing_unusable(text: str) -> None:
    parser = ReplyParser()
    try:
        words = parser.feed('{"answer":"' + text)
    except UnreadableReplyError:
        return
    words.encode()  # no lone surrogates


@pytest.mark.parametrize(
    ("written", "text"),
    [
        pytest.param(r'{"answer":"a\nb"}', "a\nb", id="line"),
        pytest.param(r'{"answer":"\u4f60\u597d"}', "你好", id="escapes"),
        pytest.param(r'{"answer":"\ud83d\ude00!"}', "😀!", id="surrogate-pair"),
        pytest.param(r'{"answer":"\ud83d!"}', "\ufffd!", id="high-alone"),
        pytest.param(r'{"answer":"\ud83d"}', "\ufffd", id="high-at-the-end"),
        pytest.param(r'{"answer":"\ude00!"}', "\ufffd!", id="low-alone"),
        pytest.param(r'{"answer":"\ud83d\ud83d\ude00"}', "\ufffd😀", id="high-twice"),
        pytest.param(' { "answer" : "Yes." } ', "Yes.", id="blanks"),
    ],
)
def test_strings_are_read_as_json_writes_them(written: str, text: str) -> None:
    assert read(*written) == (text, GuidedAnswer(text=text))


@pytest.mark.parametrize(
    "written",
    [
        "Paris.",
        "{'answer'",
        '{"other":',
        '{"options":',
        '{"answer":5',
        '{"answer":"a","ask"',
        '{"ask":"a"}',
        '{"ask":"a","answer"',
        '{"ask":"a","options":["b"],"options"',
        '{"ask":"a","options":[]',
        '{"answer":"a\n',
        r'{"answer":"\x',
        r'{"answer":"\u12g4',
        '{"answer":"a"}b',
    ],
)
def test_what_is_no_reply_is_refused(written: str) -> None:
    with pytest.raises(UnreadableReplyError):
        ReplyParser().feed(written)


def test_the_kind_is_known_before_the_words() -> None:
    parser = ReplyParser()
    parser.feed('{"decl')
    assert parser.kind is None
    parser.feed('ine"')
    assert parser.kind == "decline"
