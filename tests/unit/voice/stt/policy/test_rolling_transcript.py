import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.stt.policy.rolling_transcript import LEAST_SOUND_S, RollingTranscript

LONG_S = LEAST_SOUND_S + 1.0


def heard(*drafts: str, sound_s: float = LONG_S) -> RollingTranscript:
    """Return what is known after drafts, in this order."""
    rolling = RollingTranscript()
    for draft in drafts:
        rolling = rolling.after(draft, sound_s=sound_s)
    return rolling


@pytest.mark.parametrize(
    ("drafts", "confirmed", "tentative"),
    [
        pytest.param((), "", "", id="nothing"),
        pytest.param(("What time",), "", "What time", id="one draft confirms nothing"),
        pytest.param(
            ("What time", "What time is"), "What time", " is", id="two drafts agree on two words"
        ),
        pytest.param(
            ("Set a time.", "Set a timer for"), "Set a", " timer for", id="a word was cut off"
        ),
        pytest.param(
            ("set a timer.", "Set a timer for"), "Set a timer", " for", id="written otherwise"
        ),
        pytest.param(
            ("I see a", "I see a", "Icy a bear"), "I see a", " bear", id="contradicted words stay"
        ),
        pytest.param(
            ("one two", "one two", "on two three"),
            "one two",
            " three",
            id="what follows contradicted words is found by those around",
        ),
        pytest.param(
            ("like a triple shot", "like a triple shot", "Unlike a triple-shot latte"),
            "like a triple shot",
            " latte",
            id="though its words are not as many",
        ),
        pytest.param(("What", "", "What time"), "What", " time", id="an empty draft says nothing"),
        pytest.param(("今天天", "今天天气怎"), "今天天", "气怎", id="Chinese by character"),
        pytest.param(
            ("오늘 날씨", "오늘 날씨가 어때"), "오늘", " 날씨가 어때", id="Korean by word"
        ),
    ],
)
def test_what_two_drafts_agree_on_is_confirmed(
    drafts: tuple[str, ...], confirmed: str, tentative: str
) -> None:
    assert heard(*drafts) == RollingTranscript(confirmed, tentative)


@pytest.mark.parametrize(
    ("draft", "shown"),
    [
        ("We are looking for a.", "We are looking for a"),
        ("今天天气。", "今天天气"),
        ("Is it raining?", "Is it raining?"),
        ("Well...", "Well..."),
        (".", ""),
    ],
)
def test_while_somebody_speaks_no_full_stop_is_shown_yet(draft: str, shown: str) -> None:
    assert heard(draft).going_on == RollingTranscript("", shown)


def test_little_sound_confirms_nothing() -> None:
    rolling = heard("What time", "What time is", sound_s=LEAST_SOUND_S - 0.1)
    assert rolling == RollingTranscript("", "What time is")


WORD = st.sampled_from(["set", "Set", "a", "timer", "timer.", "five", "五", "分", "분"])
DRAFT = st.lists(WORD, max_size=6).map(" ".join)


@given(st.lists(st.tuples(DRAFT, st.sampled_from([0.5, LONG_S])), max_size=8))
def test_confirmed_words_stay(drafts: list[tuple[str, float]]) -> None:
    rolling = RollingTranscript()
    for draft, sound_s in drafts:
        before, rolling = rolling, rolling.after(draft, sound_s=sound_s)
        assert letters(rolling.confirmed).startswith(letters(before.confirmed))


@given(DRAFT)
def test_a_draft_that_is_heard_twice_is_confirmed_as_it_is_written(draft: str) -> None:
    assert heard(draft, draft) == RollingTranscript(draft, "")


@given(DRAFT, DRAFT.filter(bool))
def test_while_nothing_is_confirmed_the_newest_draft_is_shown(before: str, last: str) -> None:
    assert heard(before, last, sound_s=0.5).text == last


def letters(text: str) -> str:
    """Return what makes a text the same, however it is written."""
    return "".join(filter(str.isalnum, text)).casefold()
