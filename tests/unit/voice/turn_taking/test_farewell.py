"""What a reply to "shall we end the conversation?" means."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant.voice.turn_taking.farewell import FarewellReply, classify_farewell, is_goodbye


@pytest.mark.requirement("C-36")
@pytest.mark.parametrize(
    "text",
    [
        "Yes.",
        "yes please",
        "Yeah, sure",
        "OK, let's end it.",
        "Goodbye!",
        "That's all, thank you.",
        "We’re done",
        "네",
        "네, 종료해 주세요.",
        "응 그만하자",
        "이제 됐어요 고마워요",
        "はい",
        "はい、終わりにしてください。",
        "うん、もういいです",
        "さようなら",
        "Ja, bitte.",
        "Ja, beende das Gespräch.",
        "Das war’s, danke!",
        "Tschüss",
        "Oui, s'il vous plaît.",
        "D'accord, au revoir !",
        "C'est tout, merci.",
        "Sí, por favor.",
        "Si, termina la conversación.",
        "Eso es todo, gracias.",
        "¡Adiós!",
        "Sì, grazie.",
        "È tutto, grazie.",
        "Arrivederci!",
        "Sì, chiudi la conversazione.",
        "好的",
        "好，再见。",
        "结束对话吧",
        "是的，谢谢",
    ],
)
def test_an_affirmative_reply_ends(text: str) -> None:
    assert classify_farewell(text) is FarewellReply.END


@pytest.mark.requirement("C-36")
@pytest.mark.parametrize(
    "text",
    [
        "No.",
        "no, not yet",
        "No, keep going please",
        "Wait.",
        "don't end the conversation",
        "아니요",
        "아니, 계속해 줘",
        "잠깐만요",
        "いいえ",
        "いや、まだです",
        "待ってください",
        "終わらないでください",
        "Nein, noch nicht.",
        "Moment, bitte",
        "bitte nicht beenden",
        "mach weiter",
        "Non, pas encore.",
        "Attends une seconde",
        "Je n'ai pas fini",
        "No, todavía no.",
        "espera un momento",
        "no termines la conversación",
        "sigue, por favor",
        "不要",
        "不，继续吧",
        "等一下",
    ],
)
def test_a_negative_reply_keeps_the_session(text: str) -> None:
    assert classify_farewell(text) is FarewellReply.KEEP


@pytest.mark.requirement("C-36")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "...",
        "banana",
        "hmm maybe",
        "Thank you.",
        "yes no",
        "글쎄",
        "고마워",
        "也许吧",
        "谢谢",
        "ありがとう",
        "大丈夫です",
        "バナナ",
        "わからない",
        "Danke.",
        "vielleicht",
        "Merci !",
        "peut-être",
        "Gracias.",
        "quizás",
        "ja nein",
        "oui, non",
    ],
)
def test_anything_else_that_is_short_is_not_recognised(text: str) -> None:
    assert classify_farewell(text) is FarewellReply.UNRECOGNISED


@pytest.mark.requirement("C-36")
@pytest.mark.parametrize(
    "text",
    [
        "what is the capital of France",
        "No, what's the weather like",
        "yes and tell me the time",
        "내일 날씨가 어때요",
        "明天北京的天气怎么样",
        "明日の天気はどうですか",
        "今何時ですか",
        "Wie wird das Wetter morgen",
        "Nein, sag mir erst die Uhrzeit",
        "Quel temps fera-t-il demain",
        "Non, donne-moi l'heure",
        "¿Qué tiempo hará mañana?",
        "No, dime la hora",
    ],
)
def test_longer_words_are_a_new_request(text: str) -> None:
    assert classify_farewell(text) is FarewellReply.REQUEST


@given(st.text(max_size=60))
def test_every_text_has_a_meaning(text: str) -> None:
    assert isinstance(classify_farewell(text), FarewellReply)


@given(
    st.lists(st.sampled_from(["yes", "ok", "bye bye", "please", "네", "好"]), min_size=1).map(
        " ".join
    )
)
def test_no_row_of_affirmatives_is_ever_a_no(text: str) -> None:
    assert classify_farewell(text) in {
        FarewellReply.END,
        FarewellReply.UNRECOGNISED,
        FarewellReply.REQUEST,
    }


def test_a_recogniser_that_loops_is_understood_in_no_time() -> None:
    assert classify_farewell("bye bye " * 2000 + "zebra") is FarewellReply.REQUEST


@pytest.mark.parametrize(
    "text",
    [
        "Goodbye!",
        "OK, thank you, that's all. Bye.",
        "Good night",
        "No, that's all.",
        "No thanks, that's all, bye.",
        "We're done, thanks.",
        "안녕히 계세요",
        "고마워요, 이제 됐어요.",
        "谢谢，再见！",
        "晚安",
        "ありがとう、さようなら。",
        "じゃあね",
        "Danke, das war's. Tschüss!",
        "Merci beaucoup, au revoir.",
        "Gracias, eso es todo.",
        "Thanks, that's it, bye.",
        "That will be all, thank you.",
        "谢谢，就这样，再见",
        "그래, 잘 자",
        "Listo, gracias, adiós.",
    ],
)
def test_a_goodbye_ends_whenever_it_is_said(text: str) -> None:
    assert is_goodbye(text)
    assert classify_farewell(text) is FarewellReply.END


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Yes.",
        "thank you",
        "stop",
        "that's it",
        "that's it, done",
        "就这样吧，谢谢",
        "안녕",
        "네",
        "好的",
        "谢谢",
        "はい",
        "Buenas noches.",
        "Salut !",
        "Danke.",
        "How do I say goodbye in French?",
        "say goodbye to my mother for me",
        "that's all wrong",
        "see you later is what he said",
        "안녕히 계세요가 영어로 뭐야?",
        "再见怎么说",
    ],
)
def test_what_greets_answers_or_only_speaks_of_goodbyes_does_not(text: str) -> None:
    assert not is_goodbye(text)
