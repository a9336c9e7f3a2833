"""What a transcript looks like: finished, short, open, dangling, empty."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.turn_taking.text_completeness import TextCompleteness, assess_completeness

LANGUAGES = ("en", "de", "fr", "es", "it", "ko", "ja", "zh", "nl")
END_MARKS = (".", "!", "?", "。", "！", "？")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Set a timer for"),
        ("en", "Set a timer for."),
        ("en", "Give me a double shot small latte with."),
        ("en", "Brew a single shot drip coffee with brown sugar and"),
        ("en", "Can I have a small triple shot Americano with?"),
        ("en", "I'd like a"),
        ("en", "I'd like a 12-ounce mocha with..."),
        ("en", "Can I have a…"),
        ("en", "Remind me tomorrow, um."),
        ("en", "Can you"),
        ("en", "Could you?"),
        ("en", "May I have it?"),
        ("en", "I would like,"),
        ("en", "Turn it on and"),
        ("en", "What I mean is—"),
        ("de", "Stell einen Wecker für"),
        ("de", "Ich möchte einen Kaffee und."),
        ("de", "Kannst du mir"),
        ("de", "Stell den Wecker auf sieben und wir"),
        ("de", "Erinnere mich, dass"),
        ("fr", "Mets un minuteur de"),
        ("fr", "Je voudrais un café avec"),
        ("fr", "Est-ce que tu peux"),
        ("fr", "Je pense que."),
        ("es", "Pon un temporizador de"),
        ("es", "Quiero un café con."),
        ("es", "Me gustaría"),
        ("es", "Me gustaría y,"),
        ("it", "Imposta un timer di"),
        ("it", "Vorrei un caffè con."),
        ("it", "Mi piacerebbe"),
        ("it", "Puoi"),
        ("it", "Ricordami domani di"),
        ("ko", "내일 아침 알람을"),
        ("ko", "커피를 주문하고 그리고"),
        ("ko", "내일 부산에서"),
        ("ko", "비가 오는데"),
        ("ko", "그거 음"),
        ("ko", "음"),
        ("ja", "明日の会議を"),
        ("ja", "コーヒーと"),
        ("ja", "えっと"),
        ("ja", "それはいいけど、そして"),
        ("zh", "帮我"),
        ("zh", "请帮我把"),
        ("zh", "我想要咖啡和"),
        ("zh", "明天早上，然后"),
        ("zh", "嗯"),
        ("nl", "Zet een wekker voor..."),
    ],
)
def test_more_must_come(language: str, text: str) -> None:
    assert assess_completeness(text, language) is TextCompleteness.DANGLING


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Make me a dark roast espresso with sweetener."),
        ("en", "What is this button over there for?"),
        ("en", "Please turn the kitchen lights on."),
        ("en", "I do not know where it is."),
        ("en", "He said “drop the two when you add.”"),
        ("de", "Schalte bitte das Licht in der Küche ein."),
        ("de", "Wie wird das Wetter morgen früh?"),
        ("fr", "Quel temps fera-t-il demain matin ?"),
        ("es", "¿Qué tiempo hará mañana por la mañana?"),
        ("it", "Che tempo farà domani mattina a Roma?"),
        ("ko", "내일 아침 일곱 시에 깨워 줘."),
        ("ko", "오늘 날씨 어때요?"),
        ("ja", "明日の朝七時に起こしてください。"),
        ("zh", "明天早上七点叫我起床。"),
        ("nl", "Zet een wekker voor zeven uur."),
    ],
)
def test_a_sentence_of_some_length_with_its_mark_is_finished(language: str, text: str) -> None:
    assert assess_completeness(text, language) is TextCompleteness.FINISHED


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Who has it?"),
        ("en", "Stop."),
        ("en", "Make meal!"),
        ("en", "Who is it for?"),
        ("en", "Turn it on."),
        ("de", "Mach das Licht an."),
        ("fr", "Quelle heure est-il ?"),
        ("es", "¿Qué hora es?"),
        ("it", "Che ore sono?"),
        ("ko", "그만해."),
        ("ko", "멋진 마을."),
        ("ja", "止めて。"),
        ("zh", "停下。"),
    ],
)
def test_a_few_words_with_their_mark_are_short(language: str, text: str) -> None:
    assert assess_completeness(text, language) is TextCompleteness.SHORT


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "two"),
        ("en", "8. The Press Yard"),
        ("en", "Can I have an iced coffee with a l."),
        ("ko", "두 번째"),
        ("zh", "第二个选项"),
        ("nl", "goed"),
        ("en", "Turn the light on"),
        ("en", "no"),
        ("en", "A"),
        ("en", "option a"),
        ("en", "two please"),
        ("en", "yes I do"),
        ("de", "Schalte das Licht an"),
        ("de", "den"),
        ("fr", "une"),
        ("fr", "si"),
        ("es", "si"),
        ("es", "no"),
        ("es", "esta"),
        ("it", "la prima"),
        ("it", "sì"),
        ("it", "quella"),
        ("ko", "그럼"),
        ("ko", "어"),
        ("ja", "赤いの"),
        ("zh", "是"),
        ("zh", "不要"),
        ("zh", "那个"),
        ("zh", "第一个"),
        ("zh", "可以"),
    ],
)
def test_of_others_nothing_is_known(language: str, text: str) -> None:
    assert assess_completeness(text, language) is TextCompleteness.OPEN


@pytest.mark.parametrize(
    ("language", "text", "reading"),
    [
        ("en", "And so my fellow Americans asked", TextCompleteness.UNMARKED),
        ("en", "Turn on the light", TextCompleteness.OPEN),
        ("de", "Schalte das Licht im Flur an", TextCompleteness.OPEN),
        ("nl", "doe het licht in de gang aan", TextCompleteness.OPEN),
    ],
)
def test_a_long_sentence_without_a_mark_goes_on_where_marks_can_be_trusted(
    language: str, text: str, reading: TextCompleteness
) -> None:
    assert assess_completeness(text, language) is reading


@pytest.mark.parametrize("text", ["", "  ", "...", "♪", "?!", "。"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_alone_are_no_words(language: str, text: str) -> None:
    assert assess_completeness(text, language) is TextCompleteness.EMPTY


def test_words_the_recogniser_doubts_count_as_short() -> None:
    text = "Give me an eight ounce latte."
    assert assess_completeness(text, "en", logprob=-0.69) is TextCompleteness.FINISHED
    assert assess_completeness(text, "en", logprob=-0.71) is TextCompleteness.SHORT


@given(st.text(max_size=80), st.sampled_from(LANGUAGES))
def test_any_text_can_be_read(text: str, language: str) -> None:
    reading = assess_completeness(text, language)
    assert (reading is TextCompleteness.EMPTY) == (not any(map(str.isalnum, text)))
    if reading in {TextCompleteness.FINISHED, TextCompleteness.SHORT}:
        assert any(mark in text for mark in END_MARKS)


@given(st.sampled_from(["and", "the", "with", "um"]), st.sampled_from(["", ".", "...", ","]))
def test_a_word_that_cannot_be_last_dangles_whatever_was_before(word: str, mark: str) -> None:
    for before in ("I want coffee", "Yes.", "2"):
        assert assess_completeness(f"{before} {word}{mark}", "en") is TextCompleteness.DANGLING
