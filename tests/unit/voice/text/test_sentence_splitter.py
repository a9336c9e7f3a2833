import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.text.sentence_splitter import SentenceSplitter

TEXTS = st.text(
    st.sampled_from(list("aB1 3.!?…。！？,，;:—\n\"')”(e.g. Dr 한국어中文/")) | st.characters(),
    max_size=400,
)


def sentences(text: str, language: str = "en", **options: int) -> list[str]:
    stream = SentenceSplitter(language, **options)
    return stream.feed(text) + stream.finish()


def without_space(text: str) -> str:
    return re.sub(r"\s+", "", text)


def cut_at(text: str, cuts: list[int]) -> list[str]:
    places = sorted({cut % (len(text) + 1) for cut in cuts})
    return [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("One here. Two here.", ["One here.", "Two here."], id="stops"),
        pytest.param("Pi is 3.14. Right?", ["Pi is 3.14.", "Right?"], id="number"),
        pytest.param("Take version 2.0.1. Go.", ["Take version 2.0.1.", "Go."], id="version"),
        pytest.param("Dr. Smith is in. Sit.", ["Dr. Smith is in.", "Sit."], id="title"),
        pytest.param("Use it, e.g. Here.", ["Use it, e.g. Here."], id="for-example"),
        pytest.param("Come at 5 p.m. He left.", ["Come at 5 p.m.", "He left."], id="pm-ends"),
        pytest.param("At 5 p.m. we left.", ["At 5 p.m. we left."], id="pm-goes-on"),
        pytest.param("The U.S. Army came.", ["The U.S. Army came."], id="acronym"),
        pytest.param("J. R. R. Tolkien.", ["J. R. R. Tolkien."], id="initials"),
        pytest.param("See No. 5. Thanks.", ["See No. 5.", "Thanks."], id="number-sign"),
        pytest.param("No. I will not.", ["No.", "I will not."], id="no"),
        pytest.param("On Jan. 5 we met.", ["On Jan. 5 we met."], id="month"),
        pytest.param("Nuts, etc. Then go.", ["Nuts, etc.", "Then go."], id="etc-ends"),
        pytest.param("Nuts, etc. and go.", ["Nuts, etc. and go."], id="etc-goes-on"),
        pytest.param("1. First do. 2. Then go.", ["1. First do.", "2. Then go."], id="list"),
        pytest.param("Born in 1990. Later.", ["Born in 1990.", "Later."], id="year-ends"),
        pytest.param("See a.com/x?y=1!z now.", ["See a.com/x?y=1!z now."], id="url-inside"),
        pytest.param("At https://a.co/b. Yes.", ["At https://a.co/b.", "Yes."], id="url-ends"),
        pytest.param("What?! No way...", ["What?!", "No way..."], id="run"),
        pytest.param("Wait... what?", ["Wait... what?"], id="ellipsis-goes-on"),
        pytest.param("Wait… What?", ["Wait…", "What?"], id="ellipsis-ends"),
        pytest.param('"Go!" he said.', ['"Go!" he said.'], id="quote-goes-on"),
        pytest.param('He said "go." Then I.', ['He said "go."', "Then I."], id="quote-ends"),
        pytest.param("(It is.) Good.", ["(It is.)", "Good."], id="bracket"),
        pytest.param("One\ntwo\n\nthree", ["One", "two", "three"], id="lines"),
        pytest.param("no end", ["no end"], id="rest"),
        pytest.param(" \n \n", [], id="blank"),
    ],
)
@pytest.mark.requirement("VF-19")
def test_english_is_cut_at_sentence_ends(text: str, expected: list[str]) -> None:
    assert sentences(text, first_min_chars=100) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        pytest.param(
            "zh", "你好。今天是3.14！真的吗？", ["你好。", "今天是3.14！", "真的吗？"], id="zh"
        ),
        pytest.param("zh", "“好的。”他说。", ["“好的。”", "他说。"], id="zh-quote"),
        pytest.param("zh", "是的……好吧。", ["是的……", "好吧。"], id="zh-ellipsis"),
        pytest.param("zh", "好!走吧", ["好!", "走吧"], id="zh-western-marks"),
        pytest.param("zh", "看 a.com?x=1 吧。", ["看 a.com?x=1 吧。"], id="zh-url"),
        pytest.param("zh", "见 https://a.cn/?中", ["见 https://a.cn/?中"], id="zh-url-query"),
        pytest.param(
            "ko", "안녕하세요. 3.14예요. 네!", ["안녕하세요.", "3.14예요.", "네!"], id="ko"
        ),
        pytest.param("ko", "그렇군요…좋아요.", ["그렇군요…", "좋아요."], id="ko-ellipsis"),
        pytest.param(
            "ko", "했어요.그리고 갔어요.", ["했어요.", "그리고 갔어요."], id="ko-no-space"
        ),
        pytest.param("ko", "Dr. 김이 왔어요.", ["Dr. 김이 왔어요."], id="ko-title"),
    ],
)
@pytest.mark.requirement("VF-19")
def test_chinese_and_korean_are_cut_at_sentence_ends(
    language: str, text: str, expected: list[str]
) -> None:
    assert sentences(text, language, first_min_chars=100) == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        pytest.param("de", "Am 3. Oktober war es.", id="ordinal"),
        pytest.param("de", "Ludwig XIV. war König.", id="ruler"),
        pytest.param("de", "Das sind 2 Mrd. Euro.", id="billions"),
        pytest.param("es", "A las 7:30 p. m. sale.", id="afternoon"),
    ],
)
@pytest.mark.requirement("VF-19")
def test_a_stop_that_belongs_to_a_number_ends_no_sentence(language: str, text: str) -> None:
    assert sentences(text, language, first_min_chars=100) == [text]


def test_a_wide_colon_in_a_time_ends_no_clause() -> None:
    stream = SentenceSplitter("zh")
    assert stream.feed("我们今天下午大约在7：") == []
    assert stream.feed("30出发，") == ["我们今天下午大约在7：30出发，"]
    stream = SentenceSplitter("zh")
    assert stream.feed("我们今天下午大约有7：") == []
    assert stream.feed("好") == ["我们今天下午大约有7："]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("We all want to meet there at 7:30 PM", "7:30 PM"),
        ("We all want to go and see Henry VIII", "Henry VIII"),
        ("We all know that this costs $1.5 million", "$1.5 million"),
        ("We all know that you can call +1 (415) 555", "+1 (415) 555"),
    ],
)
def test_a_long_sentence_is_not_cut_within_what_is_read_as_one(text: str, whole: str) -> None:
    for longest in range(24, len(text)):
        pieces = sentences(text, first_min_chars=1000, max_chars=longest)
        assert any(whole in piece for piece in pieces), pieces


def test_a_sentence_leaves_at_the_first_character_of_the_next_word() -> None:
    stream = SentenceSplitter("en")
    assert stream.feed("It is five past one. ") == []
    assert stream.feed("D") == ["It is five past one."]


def test_a_line_end_gives_the_sentence_at_once() -> None:
    assert SentenceSplitter("en").feed("Sure\n") == ["Sure"]


def test_the_first_piece_may_be_a_clause_and_the_next_a_longer_one() -> None:
    assert sentences(
        "However, I think the answer is yes, of course, and I will tell you why, if you like, later."
    ) == [
        "However, I think the answer is yes,",
        "of course, and I will tell you why, if you like, later.",
    ]


def test_a_clause_leaves_as_soon_as_its_mark_is_known_to_be_one() -> None:
    stream = SentenceSplitter("en", first_min_chars=10)
    assert stream.feed("About 1,000,") == []
    assert stream.feed("000 people,") == []
    assert stream.feed(" ") == ["About 1,000,000 people,"]


def test_a_chinese_clause_leaves_with_its_comma() -> None:
    assert SentenceSplitter("zh").feed("今天的天气非常好，") == ["今天的天气非常好，"]


def test_later_pieces_are_whole_sentences() -> None:
    text = "A first sentence of some length that ends here, and goes on for a good while after it. "
    rest = "Then, after all of this, comes one with commas, which is whole."
    assert sentences(text + rest)[-1] == rest


def test_a_short_first_sentence_is_given_at_once() -> None:
    assert SentenceSplitter("en").feed("Sure! L") == ["Sure!"]


def test_a_short_later_sentence_joins_the_next() -> None:
    start = (
        "A sentence that is long enough to keep the voice busy for several seconds, I hope, is it."
    )
    assert sentences(f"{start} Yes. It really is so.")[-1] == "Yes. It really is so."


def test_the_short_end_of_a_sentence_that_is_being_said_does_not_wait_for_the_next() -> None:
    text = (
        "Set theory is a branch of mathematics that deals with the structure and relationships "
        "between sets. It includes topics such as unions and intersections."
    )
    assert sentences(text)[-2:] == [
        "between sets.",
        "It includes topics such as unions and intersections.",
    ]


def test_a_short_later_sentence_is_given_at_its_line_end() -> None:
    start = (
        "A sentence that is long enough to keep the voice busy for several seconds, I hope, is it."
    )
    stream = SentenceSplitter("en")
    stream.feed(start)
    assert stream.feed("\nMilk.\n")[-1] == "Milk."


def test_marks_without_words_join_the_next_sentence() -> None:
    assert sentences("... Well then.") == ["... Well then."]


@pytest.mark.requirement("VF-19")
def test_an_overlong_sentence_is_cut_at_a_clause() -> None:
    text = "word " * 30 + "clause, " + "word " * 30
    first, second = sentences(text, first_min_chars=1000)
    assert first.endswith("clause,")
    assert len(second) <= 200


def test_an_overlong_sentence_without_clauses_is_cut_at_a_space() -> None:
    pieces = sentences("word " * 100)
    assert {word for piece in pieces for word in piece.split()} == {"word"}
    assert max(map(len, pieces)) <= 200


def test_text_without_spaces_is_cut_anywhere() -> None:
    assert [len(piece) for piece in sentences("字" * 450, "zh")] == [200, 200, 50]


def test_a_short_sentence_before_an_overlong_one_stands_alone() -> None:
    start = (
        "A sentence that is long enough to keep the voice busy for several seconds, I hope, is it."
    )
    assert "Yes." in sentences(f"{start} Yes. {'a' * 200}b")


def test_a_letter_is_not_cut_from_its_accent() -> None:
    assert sentences("a" * 199 + "e\u0301" + "a" * 9) == ["a" * 199, "e\u0301" + "a" * 9]


def test_a_url_is_not_cut() -> None:
    url = "https://example.com/" + "a" * 300
    assert sentences(f"See {url} now.") == ["See", url, "now."]


def test_an_endless_url_is_cut() -> None:
    assert len(sentences("https://" + "a" * 5000)) > 1


def test_a_stream_can_be_used_again() -> None:
    stream = SentenceSplitter("en")
    stream.feed("One, and")
    assert stream.finish() == ["One, and"]
    assert stream.feed("Two here. X") == ["Two here."]


def test_a_limit_must_be_positive() -> None:
    with pytest.raises(ValueError, match="max_chars"):
        SentenceSplitter("en", max_chars=0)


@given(TEXTS, st.lists(st.integers(0, 400), max_size=12), st.sampled_from(["en", "ko", "zh"]))
def test_any_chunking_gives_the_same_sentences(text: str, cuts: list[int], language: str) -> None:
    stream = SentenceSplitter(language)
    fed = [sentence for piece in cut_at(text, cuts) for sentence in stream.feed(piece)]
    assert fed + stream.finish() == sentences(text, language)


@given(TEXTS, st.sampled_from(["en", "ko", "zh"]), st.integers(1, 80), st.integers(5, 60))
def test_nothing_is_lost_and_nothing_is_too_long(
    text: str, language: str, first_min_chars: int, max_chars: int
) -> None:
    pieces = sentences(text, language, first_min_chars=first_min_chars, max_chars=max_chars)
    assert without_space("".join(pieces)) == without_space(text)
    assert all(len(piece) <= max_chars or "://" in piece for piece in pieces)
    assert all(piece.strip() == piece and piece for piece in pieces)


def test_a_long_first_sentence_without_marks_begins_where_one_takes_breath() -> None:
    stream = SentenceSplitter("en", first_min_chars=10)
    assert stream.feed("The weather in Paris today is mild with") == []
    assert stream.feed(" ") == ["The weather in Paris today is mild"]
    assert stream.feed("some clouds. N") == ["with some clouds."]


def test_the_second_piece_is_not_too_long_for_the_first_to_cover() -> None:
    pieces = sentences(
        "Certainly, the train to the coast leaves at nine from the third platform and it takes two"
        " hours because the line is being repaired between the two towns.",
        first_min_chars=10,
    )
    assert pieces[0] == "Certainly,"
    assert pieces[1] == "the train to the coast leaves at nine from the third platform"
    assert pieces[2].startswith("and it takes two hours")


@pytest.mark.parametrize(
    "text",
    [
        "I think that is right.",
        "Bread and butter.",
        "The brandy was old and dry.",
        "It is a sentence of Western style by its brandished swords.",
    ],
)
def test_short_sentences_and_parts_of_words_are_no_place_to_breathe(text: str) -> None:
    assert sentences(text, first_min_chars=10) == [text]


def test_later_sentences_are_not_cut_for_breath() -> None:
    start = "The first sentence is long enough to cover the others, and it ends only about here. "
    more = "The second one goes on for quite a while and it has no mark before its end."
    assert sentences(start + start + more, first_min_chars=10)[-1] == more
