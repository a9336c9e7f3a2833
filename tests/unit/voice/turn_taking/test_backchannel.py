"""What a few words over the voice mean, in every language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.conversation.intents.stop_command import is_stop
from assistant.voice.turn_taking.backchannel import OverlapMeaning, classify_overlap

SAYING = ("The train leaves at nine.", "It arrives in Hamburg at noon.")
ASKING = ("The train leaves at nine.", "Shall I book it?")

HUMS = """Mm-hmm. mhm Mhm! Mmm. Hmm Hm hmm, Uh-huh. uh huh Uh Um Ah! Oh. Ahh Ooh 음 흠 嗯 嗯嗯 うん うんうん""".split()


@pytest.mark.parametrize("text", HUMS)
def test_hums_do_not_stop_the_voice(text: str) -> None:
    assert classify_overlap(text, saying=SAYING) is OverlapMeaning.BACKCHANNEL


@pytest.mark.parametrize(
    "text",
    [
        "Yeah.", "Yes", "Okay", "OK.", "Yeah, okay.", "Right, I see.", "Got it!", "Oh, really?", "Thank you.",
        "응", "네", "네네", "네, 네.", "아, 그렇구나.", "알겠어요", "좋아요.", "오케이",
        "好的", "对对对", "嗯，好的。", "明白了", "原来如此", "谢谢",
        "はい", "なるほど", "そうですか。", "ああ、なるほどね。", "うん、わかった。",
        "Ja", "Ach so.", "Genau!", "Ja, genau, alles klar.", "Verstehe.",
        "Oui", "D'accord.", "Ah bon ?", "Très bien.", "C'est ça.",
        "Sí", "Vale, vale.", "Ya veo.", "Claro.", "De acuerdo",
        "Sì", "Va bene.", "Ho capito.", "Certo.", "D'accordo", "Ah, davvero?",
    ],
)  # fmt: skip
def test_whoever_says_that_they_listen_does_not_stop_the_voice(text: str) -> None:
    assert classify_overlap(text, saying=SAYING) is OverlapMeaning.BACKCHANNEL


@pytest.mark.parametrize(
    "text",
    [
        "Stop.", "Stop!", "stop, please", "Okay, stop.", "Yes, stop it.", "Hey Jarvis, stop.", "Be quiet.", "That's enough.",
        "Wait.", "Hold on a second", "Never mind.", "Shut up", "Cancel that.",
        "그만", "그만해.", "그만 좀 해", "조용히 해 주세요", "잠깐만요", "멈춰!", "그래 그만해", "스톱", "됐어요",
        "停", "停一下", "别说了", "不要再说了", "安静点。", "等一下", "够了", "好了，别说了",
        "ストップ", "やめて", "待って", "ちょっと待ってください", "静かにして", "もういいです",
        "Stopp!", "Hör auf!", "Sei still.", "Halt", "Das reicht jetzt.", "Moment mal",
        "Arrête !", "Arrêtez, s'il vous plaît.", "Tais-toi", "Ça suffit.", "Attends", "Chut",
        "Para", "¡Basta ya!", "Cállate", "Espera un momento.", "Silencio, por favor",
        "Basta!", "Fermati.", "Stai zitto", "Aspetta un momento.", "Silenzio, per favore",
    ],
)  # fmt: skip
def test_whoever_wants_silence_gets_it(text: str) -> None:
    assert classify_overlap(text, saying=SAYING) is OverlapMeaning.STOP
    assert is_stop(text)


@pytest.mark.parametrize(
    "text",
    [
        "No.", "What about tomorrow?", "Okay, and tomorrow?", "Stop the timer.", "When does it stop?",
        "No, I meant Tuesday", "please", "Wait for the green one", "Don't stop", "Yes but not in Hamburg",
        "아니", "내일은요?", "타이머 멈춰 줘 지금 말고", "그만둘까",
        "不对", "明天呢", "停车场在哪里",
        "違う", "明日は？",
        "Nein", "Und morgen?", "Halt den Termin fest",
        "Non", "Et demain ?",
        "No quiero", "¿Y mañana?",
        "Non voglio", "E domani?", "Ferma il timer",
    ],
)  # fmt: skip
def test_everything_else_is_the_beginning_of_a_turn(text: str) -> None:
    assert classify_overlap(text, saying=SAYING) is OverlapMeaning.WORDS


@pytest.mark.parametrize(
    "text", ["", "  ", "[Music]", "(coughs)", "*sigh*", "...", "♪ ♪", "【音楽】", "<noise>"]
)
def test_what_recognisers_write_for_noise_is_nothing(text: str) -> None:
    assert classify_overlap(text, saying=SAYING) is OverlapMeaning.NOTHING


@pytest.mark.parametrize("text", ["Yes.", "mhm", "네", "好的", "はい", "Ja", "Oui", "Sí, claro."])
def test_a_yes_to_a_question_that_is_being_said_is_an_answer(text: str) -> None:
    assert classify_overlap(text, saying=ASKING) is OverlapMeaning.WORDS
    assert classify_overlap(text, saying=(*ASKING, SAYING[0])) is OverlapMeaning.BACKCHANNEL


@pytest.mark.parametrize("text", ["I see.", "ach so", "なるほど"])
def test_what_answers_no_question_is_no_answer(text: str) -> None:
    assert classify_overlap(text, saying=ASKING) is OverlapMeaning.BACKCHANNEL


@pytest.mark.parametrize(
    ("text", "aside"),
    [
        ("arrives in Hamburg", OverlapMeaning.OWN_WORDS),
        ("It arrives in Hamburg at", OverlapMeaning.OWN_WORDS),
        ("the train leaves at nine", OverlapMeaning.OWN_WORDS),
        ("Hamburg at noon or at nine?", OverlapMeaning.WORDS),
        ("noon", OverlapMeaning.WORDS),
    ],
)
def test_its_own_words_are_known(text: str, aside: OverlapMeaning) -> None:
    assert classify_overlap(text, saying=SAYING) is aside


def test_without_lines_nothing_is_its_own() -> None:
    assert classify_overlap("arrives in Hamburg", saying=()) is OverlapMeaning.WORDS


@given(st.text(max_size=60), st.lists(st.text(max_size=40), max_size=3))
def test_any_text_means_something(text: str, saying: list[str]) -> None:
    assert classify_overlap(text, saying=saying) in OverlapMeaning


@given(st.text(alphabet="mhuao -,.", max_size=30))
def test_no_hum_is_words(text: str) -> None:
    folded = text.replace("-", " ").replace(",", " ").replace(".", " ").split()
    if all(word in {"mhm", "hm", "mm", "uh", "huh", "ah", "oh", "um"} for word in folded):
        assert classify_overlap(text, saying=SAYING) in {
            OverlapMeaning.NOTHING,
            OverlapMeaning.BACKCHANNEL,
        }
