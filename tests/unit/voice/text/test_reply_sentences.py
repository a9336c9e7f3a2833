"""Reply text to sentences with their language, however it arrives."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.questions.inline_choices.choice_filter import ChoiceFilter
from assistant.voice.text.reply_sentences import SpokenReply, SpokenSentence
from assistant.voice.turn_taking.timeline import TimelineRecorder

PIECES = st.lists(
    st.sampled_from(
        [
            "It is ten o'clock. ",
            "Dr. Smith paid $5.50 for 3.14 kg, e.g. here. ",
            "지금은 열 시예요. ",
            "现在十点。",
            "Es ist zehn Uhr und die Sonne scheint. ",
            "See https://example.com/a?b=1.2!c for more. ",
            "**bold** and `code_x` ",
            "$E=mc^2$ and \\(x\\) ",
            "\n```py\nx = 1\n```\n",
            "\n| a | b |\n|---|---|\n",
            "\n$$\nx\n$$\n",
            "\n- item\n",
            "\n# Head\n",
            "😀 → ",
            "R&amp;D <br> ",
            "$",
            "\\",
            "[",
            "\n",
        ]
    )
    | st.characters(),
    max_size=25,
).map("".join)


def reply(
    *, asked: str | None = None, home: str = "en", voices: str = "en ko zh de"
) -> SpokenReply:
    return SpokenReply(
        turn_id="t",
        home=home,
        asked=asked,
        speaks=voices.split().__contains__,
        recorder=TimelineRecorder(),
    )


def said(text: str, asked: str | None = None) -> list[SpokenSentence]:
    whole = reply(asked=asked)
    return [*whole.feed(text), *whole.flush()]


def texts(text: str) -> list[str]:
    return [sentence.text for sentence in said(text)]


@given(PIECES, st.lists(st.integers(0, 900), max_size=15))
def test_any_chunking_gives_the_same_sentences_in_the_same_languages(
    text: str, cuts: list[int]
) -> None:
    places = sorted({cut % (len(text) + 1) for cut in cuts})
    pieces = [text[a:b] for a, b in zip([0, *places], [*places, len(text)], strict=True)]
    whole = reply()
    fed = [sentence for piece in pieces for sentence in whole.feed(piece)]
    assert [*fed, *whole.flush()] == said(text)


@given(PIECES)
def test_no_piece_is_longer_than_two_hundred_characters(text: str) -> None:
    assert all(len(sentence.text) <= 200 for sentence in said(text))


@given(PIECES)
def test_no_code_table_address_or_mark_is_spoken(text: str) -> None:
    spoken = "\n".join(texts(text))
    for hidden in ("x = 1", "```", "://", "|", "**", "&amp;", "<br>"):
        assert hidden not in spoken


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("이 링크를 보세요: https://a.io/b 좋아요.\n", "ko"),
        ("请看 https://a.io/b 吧。", "zh"),
        ("Es ist hier und das ist gut: https://a.io/b.\n", "de"),
        ("See it here: https://a.io/b.\n", "en"),
    ],
)
def test_an_address_is_worded_in_the_language_around_it(text: str, language: str) -> None:
    words = {"ko": "링크", "zh": "链接", "de": "Link zu", "en": "link to"}
    sentences = said(text)
    assert {sentence.language for sentence in sentences} == {language}
    spoken = " ".join(sentence.text for sentence in sentences)
    assert words[language] in spoken
    assert "a.io" in spoken


@pytest.mark.parametrize(
    "choice",
    [
        {"type": "user_choice", "question": "Which?", "options": ["SQLite", "Postgres"]},
        {"question": "Which?", "options": [{"label": "SQLite"}, {"label": "Postgres"}]},
    ],
)
@pytest.mark.parametrize("fenced", [True, False])
def test_the_json_of_a_choice_in_a_block_is_never_spoken(choice: object, *, fenced: bool) -> None:
    block = json.dumps(choice, indent=2)
    text = f"Please choose.\n\n```json\n{block}\n```\n" if fenced else f"Please choose.\n{block}\n"
    shown, whole = ChoiceFilter(), reply()
    sentences = [sentence for character in text for sentence in whole.feed(shown.feed(character))]
    end = shown.finish()
    sentences += [*whole.feed(end.text), *whole.flush()]
    spoken = " ".join(sentence.text for sentence in sentences)
    assert spoken.startswith("Please choose.")
    if fenced or end.choice is not None:
        assert "{" not in spoken
        assert "options" not in spoken


def test_money_is_no_formula_and_waits_for_nothing() -> None:
    whole = reply()
    assert whole.feed("It costs $5 today. N") == [
        SpokenSentence(text="It costs $5 today.", language="en")
    ]


@pytest.mark.parametrize(
    ("asked", "begun", "first"),
    [
        ("en", "Certainly, I", "Certainly,"),
        ("en", "**Certainly**, I", "Certainly,"),
        (
            "en",
            "**In short, it depends on what you want to do with i",
            "In short, it depends on what you want to do",
        ),
        ("en", "*Of course, a", "Of course,"),
        ("en", "# Weather today\n", "Weather today"),
        ("en", "> As you said, i", "As you said,"),
        ("en", "- First, open the window.\n", "First, open the window."),
        ("en", "1. First, open the window.\n", "1. First, open the window."),
        ("en", "1. **Open the window**, t", "1. Open the window,"),
        ("en", "- [ ] Buy milk, bread and eggs.\n", "Buy milk, bread and eggs."),
        ("en", "`parley run`, t", "parley run,"),
        ("en", "[The manual](https://a.io/b), a", "The manual,"),
        ("en", "See https://a.io/b, wh", "See link to a.io,"),
        ("en", "It costs $5, wh", "It costs $5,"),
        ("en", "With $E=mc^2$, i", "With E=mc²,"),
        ("en", "```py\n", "The code is on the screen."),
        ("en", "|", "The table is on the screen."),
        ("en", "\\[", "The formula is on the screen."),
        ("en", "R&amp;D, as they say, i", "R&D, as they say,"),
        ("en", "Yes. **N", "Yes."),
        ("en", "The weather in Paris today is mild with s", "The weather in Paris today is mild"),
        ("ko", "**네**, 알겠어요, 그", "네, 알겠어요,"),
        ("ko", "# 오늘 날씨\n", "오늘 날씨"),
        ("ko", "- 먼저, 창문을 여세요.\n", "먼저, 창문을 여세요."),
        ("ko", "`a_b`를 먼저 실행하고, 기", "a b를 먼저 실행하고,"),
        ("zh", "1. 首先，", "1. 首先，"),
        ("zh", "> 他说，明天下雨。\n", "他说，明天下雨。"),
        ("zh", "[手册](https://a.cn)说，", "手册说，"),
    ],
)
def test_the_first_piece_leaves_with_the_character_that_makes_it_certain(
    asked: str, begun: str, first: str
) -> None:
    whole = reply(asked=asked)
    assert [whole.feed(character) for character in begun[:-1]] == [[]] * (len(begun) - 1)
    assert [each.text for each in whole.feed(begun[-1])] == [first]


def test_a_piece_that_goes_on_is_told_from_a_line_without_an_end() -> None:
    whole = reply()
    (first,) = whole.feed("The weather in Paris today is mild with some")
    assert (first.text, first.goes_on) == ("The weather in Paris today is mild", True)
    (second,) = whole.feed(" clouds over the river\n")
    assert (second.text, second.goes_on) == ("with some clouds over the river", False)
    (heading,) = reply().feed("# A heading\n")
    assert not heading.goes_on


# A reply that is made anew, because the connection broke.


def given_in_all(*tries: str) -> list[str]:
    """Return what is given of a reply that breaks off after each try but the last."""
    whole = reply()
    out: list[str] = []
    for number, text in enumerate(tries):
        if number:
            whole.restart()
        out += [sentence.text for sentence in whole.feed(text)]
    return [*out, *(sentence.text for sentence in whole.end_segment())]


@pytest.mark.requirement("TF-10")
@pytest.mark.parametrize(
    ("tries", "given"),
    [
        (["It is ten. It is la", "It is ten. It is late."], ["It is ten.", "It is late."]),
        (["It is ten. It is late. N", "It is ten."], ["It is ten.", "It is late."]),
        (["It is ten. A", "It is noon. Bye."], ["It is ten.", "It is noon.", "Bye."]),
        (["It is ten. A", "Well. It is ten! Bye."], ["It is ten.", "Well.", "Bye."]),
        (["Yes. No. Yes. A", "Yes. No. Yes. Ah."], ["Yes.", "No.", "Yes.", "Ah."]),
        (["Yes. A", "Yes. Yes. Ah."], ["Yes.", "Yes.", "Ah."]),
        (["One. T", "Two. A", "One. Two. Three."], ["One.", "Two.", "Three."]),
        (["One. T", ""], ["One."]),
    ],
)
def test_no_sentence_is_given_twice_where_a_reply_is_made_anew(
    tries: list[str], given: list[str]
) -> None:
    assert given_in_all(*tries) == given


@given(PIECES, st.lists(st.integers(0, 900), max_size=3))
def test_a_reply_that_breaks_off_anywhere_is_said_as_if_it_had_not(
    text: str, cuts: list[int]
) -> None:
    broken = [text[: cut % (len(text) + 1)] for cut in cuts]
    assert given_in_all(*broken, text) == given_in_all(text)


def test_what_was_said_before_a_tool_may_be_said_again_after_it() -> None:
    whole = reply()
    first = [*whole.feed("One moment. "), *whole.end_segment()]
    whole.segment_ended()
    again = whole.feed("One moment. I")
    whole.restart()
    after = [*whole.feed("One moment. It is ten."), *whole.end_segment()]
    assert [s.text for s in (*first, *again, *after)] == [
        "One moment.",
        "One moment.",
        "It is ten.",
    ]


def test_a_try_that_broke_is_said_to_its_end_where_no_other_follows() -> None:
    whole = reply()
    whole.feed("It is ten. It is la")
    whole.restart()
    assert [sentence.text for sentence in whole.flush()] == ["It is la"]


def test_what_waits_of_a_broken_text_is_taken_back_where_the_new_one_has_not_got_it() -> None:
    whole = reply()
    whole.feed("One. Two. Three. F")
    assert not whole.is_outdated("Two."), "nothing broke yet"
    whole.restart()
    whole.feed("One. Zwei. D")
    assert not whole.is_outdated("Zwei."), "it is of the new text"
    assert not whole.is_outdated("One."), "the new text has it too"
    assert whole.is_outdated("Three.")
    whole.taken_back("Three.")
    assert not whole.is_outdated("Three."), "it was given once"
    assert [sentence.text for sentence in whole.feed("rei. Three. Two. E")] == ["Drei.", "Three."]
    whole.end_segment()
    whole.segment_ended()
    assert not whole.is_outdated("Two.")


CLAUSES = st.lists(
    st.sampled_from(
        [
            "Certainly, ",
            "in most of the towns along the coast, ",
            "where the rain falls on two of three days, ",
            "people walk to work with an umbrella. ",
            "It depends. ",
            "That is so. ",
        ]
    ),
    min_size=1,
    max_size=8,
).map("".join)
SAID_PER_S = 15.0
SYNTHESIS_S = 0.2


def timed(text: str, per_s: float) -> list[tuple[float, SpokenSentence]]:
    """Return when each piece is to be said of a text that comes letter by letter."""
    whole = reply()
    out: list[tuple[float, SpokenSentence]] = []
    at = 0.0
    for letter in text:
        out += [(at, each) for each in whole.feed(letter, at=at)]
        at += 1 / per_s
    return [*out, *((at, each) for each in whole.flush())]


@given(text=CLAUSES, per_s=st.floats(min_value=2, max_value=300))
def test_a_sentence_that_was_begun_does_not_run_dry(text: str, per_s: float) -> None:
    over = 0.0
    is_inside = False
    for at, sentence in timed(text, per_s):
        begins = max(over, at + SYNTHESIS_S)
        assert begins <= over or not is_inside, (sentence.text, begins - over)
        over = begins + len(sentence.text) / SAID_PER_S
        is_inside = sentence.text[-1] == "," or sentence.goes_on


@given(text=CLAUSES, per_s=st.floats(min_value=2, max_value=300))
def test_the_pace_of_a_text_changes_nothing_of_what_is_said(text: str, per_s: float) -> None:
    assert [sentence for _at, sentence in timed(text, per_s)] == said(text)


@pytest.mark.parametrize(
    ("per_s", "first"),
    [
        pytest.param(200, "Most of it comes from the sea,", id="a service: with the first clause"),
        pytest.param(12, "Most of it comes from the sea,", id="slower than speech: with its end"),
    ],
)
def test_a_first_clause_is_said_at_once_only_where_its_sentence_follows(
    per_s: float, first: str
) -> None:
    text = "Most of it comes from the sea, which is warm there all year round. So it rains."
    (began, sentence), *_others = timed(text, per_s)
    assert sentence.text == first
    end_of_clause, end_of_sentence = text.index(" which") / per_s, text.index(" So") / per_s
    assert began == pytest.approx(end_of_clause if per_s > SAID_PER_S else end_of_sentence, abs=0.2)


def test_a_text_that_is_made_anew_says_what_waited_of_the_broken_one() -> None:
    whole = reply()
    slow = [whole.feed(letter, at=at) for at, letter in enumerate("In the north, where it")]
    assert not any(slow)
    whole.restart()
    assert [each.text for each in whole.feed("In the north, it snows. Yes.")] == [
        "In the north,",
        "it snows.",
    ]
