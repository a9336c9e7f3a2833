"""What a reply to "shall I go on?" means."""

import pytest

from assistant.voice.turn_taking.read_on import ReadOnReply, classify_read_on


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Yes.",
            "Go on.",
            "yeah, go on please",
            "Continue!",
            "Sure, keep going",
            "Read the rest.",
        ),
        *("네", "네, 계속해 주세요.", "계속 읽어줘", "어", "응 읽어줘", "나머지도 읽어 줘"),
        *("好的", "继续", "请继续。", "念下去吧", "要"),
        *("はい", "続けて", "はい、お願いします。", "続きを読んで"),
        *("Ja, bitte.", "Mach weiter", "weiter", "Ja gerne"),
        *("Oui, continue.", "Vas-y", "D'accord, continuez s'il vous plaît"),
        *("Sí, por favor", "Sigue", "Adelante", "continúa, por favor"),
    ],
)
def test_yes_reads_on(text: str) -> None:
    assert classify_read_on(text) is ReadOnReply.READ_ON


@pytest.mark.parametrize(
    "text",
    [
        *("No.", "No, thanks.", "Stop.", "That's enough, thank you", "I'll read it myself."),
        *("아니요", "괜찮아요", "그만", "아니, 내가 읽을게"),
        *("不用了", "不，够了", "别说了", "算了"),
        *("いいえ", "大丈夫です", "もういいです"),
        *("Nein danke", "Stopp", "Das reicht.", "Nicht nötig"),
        *("Non merci", "C'est bon, merci", "Pas la peine"),
        *("No, gracias", "Basta", "No hace falta"),
    ],
)
def test_no_ends_it(text: str) -> None:
    assert classify_read_on(text) is ReadOnReply.END


@pytest.mark.parametrize(
    "text",
    [
        *("", "please", "mhm mhm what", "What's the weather?", "Yes but what about Paris?"),
        *("no I meant the other one", "go on holiday with me", "continue the timer"),
        *("계속 비가 와?", "내일 날씨 알려줘", "继续播放音乐", "続けて三回言って"),
        *("Nein, ich meinte Berlin", "oui mais pourquoi", "sigue lloviendo en Madrid"),
    ],
)
def test_anything_else_is_a_new_turn(text: str) -> None:
    assert classify_read_on(text) is ReadOnReply.OTHER
