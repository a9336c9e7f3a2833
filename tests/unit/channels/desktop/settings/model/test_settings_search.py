import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.channels.desktop.settings.model.settings_search import (
    SettingsPlace,
    find_settings,
)


def place(title: str, *, page: str = "Voice", about: str = "", words: str = "") -> SettingsPlace:
    return SettingsPlace(
        page=page.lower(),
        page_title=page,
        title=title,
        about=about,
        words=words,
        control="" if title == page else title,
    )


VOICE = place("Voice")
REPLIES = place("Voice of the replies")
LOUD = place("Volume of the voice", about="In percent; “louder” changes it too.", words="volume")
MINE = place("Only my voice", about="Other voices are left alone.")
MICROPHONE = place("Microphone", words="input_device")
LANGUAGE = place("Language", page="General", words="language English 한국어 中文")
LOOK = place("Appearance", page="General", words="theme The system's Light Dark")
KOREAN = place("말하는 속도", page="음성", about="답변을 읽는 빠르기예요.")
CHINESE = place("语速", page="语音", about="朗读回复的速度。")
FRENCH = place("Résumé")
EVERYTHING = (VOICE, REPLIES, LOUD, MINE, MICROPHONE, LANGUAGE, LOOK, KOREAN, CHINESE, FRENCH)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ()),
        ("  ", ()),
        ("voice", (VOICE, REPLIES, LOUD, MINE)),
        ("VOICE  of", (REPLIES, LOUD)),
        ("my voice", (MINE,)),
        ("louder", (LOUD,)),
        ("voice louder", (LOUD,)),
        ("ouder", ()),  # not the beginning of a word
        ("voices", (MINE,)),
        ("dark", (LOOK,)),
        ("general dark", (LOOK,)),
        ("voice dark", ()),
        ("input", (MICROPHONE,)),
        ("input_device", (MICROPHONE,)),
        ("한국어", (LANGUAGE,)),
        ("속도", (KOREAN,)),
        ("빠르기", (KOREAN,)),
        ("速度", (CHINESE,)),
        ("resume", (FRENCH,)),
        ("général", ()),
        ("nothing of the kind", ()),
    ],
)
def test_what_a_query_finds_and_in_what_order(query: str, found: tuple[SettingsPlace, ...]) -> None:
    assert find_settings(EVERYTHING, query) == found


def test_a_page_stands_before_its_settings() -> None:
    assert find_settings((REPLIES, MINE, VOICE), "voice")[0] in {REPLIES, VOICE}
    assert find_settings((MINE, LOUD, place("My voice", page="My voice")), "voice")[0].control == ""


@given(st.sampled_from(EVERYTHING), st.data())
def test_each_place_is_found_by_any_words_of_its_title(
    wanted: SettingsPlace, data: st.DataObject
) -> None:
    words = wanted.title.split()
    query = " ".join(data.draw(st.lists(st.sampled_from(words), min_size=1, max_size=4)))
    assert wanted in find_settings(EVERYTHING, query)


@given(st.text(max_size=20))
def test_any_query_is_answered(query: str) -> None:
    assert set(find_settings(EVERYTHING, query)) <= set(EVERYTHING)
