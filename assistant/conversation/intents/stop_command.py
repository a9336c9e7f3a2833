"""Whether a few words only ask for silence. Pure.

In English, Korean, Chinese, Japanese, German, French and Spanish at once: a recogniser names the
language of one short word wrongly more often than the word, and what is typed names none.
"""

import re
import unicodedata
from typing import Final

_BACKCHANNEL: Final = """
yeah|yea|ya|yep|yup|yes|yeah yeah|ok|okay|okey|kay|right|sure|i see|got it|gotcha|understood|great|good|nice|cool
wow|ah|oh|aha|alright|all right|exactly|indeed|really|interesting|true|fine|of course|absolutely
definitely|makes sense|that makes sense|fair enough|thank you|thanks|thank you very much|go on
very good|very nice|perfect|wonderful|amazing|i know|i understand|oh wow|oh really|oh okay|you
응|응응|어|어어|음|흠|네|예|넵|넹|네네|네 네|아|아아|오|와|그래|그래요|그래그래|그렇구나|그렇군|그렇군요|그렇지|그렇죠
그러게|그러네|맞아|맞아요|맞습니다|알겠어|알겠어요|알겠습니다|알았어|알았어요|오케이|좋아|좋아요|좋네|좋네요|아하|진짜|진짜요
정말|정말요|고마워|고마워요|감사합니다|계속해|계속해요|계속|헐|대박|아 네|아 그래|아 그렇구나|물론|물론이죠
嗯|嗯嗯|哦|噢|喔|啊|呃|额|唔|好|好的|好吧|好啊|对|对对|对的|是|是的|是啊|行|可以|明白|明白了|知道了|知道|了解|原来如此|没错
真的|真的吗|哇|这样|这样啊|谢谢|谢谢你|继续|太好了|不错|有道理|當然|当然
うん|うんうん|ううん|はい|はいはい|ええ|あ|ああ|あー|お|おお|おー|へえ|へー|ふーん|ふうん|んー|ん|なるほど|なるほどね|そう|そうですね|そうだね
そうなんだ|そうですか|そうか|そっか|そうそう|了解|了解です|わかりました|わかった|分かりました|分かった|オッケー|オーケー|いいね|いいですね|本当
ほんと|ほんとに|本当ですか|すごい|ありがとう|ありがとうございます|続けて|もちろん
ja|jaja|jo|jep|aha|ach so|achso|ach|genau|gut|alles klar|verstehe|ich verstehe|verstanden|stimmt|klar|na klar
richtig|sehr gut|prima|super|na gut|interessant|echt|jawohl|toll|danke|danke schon|in ordnung|weiter|tatsachlich|so so|eben|naturlich
oui|oui oui|ouais|d accord|daccord|ah bon|ah oui|bon|bien|tres bien|c est ca|cest ca|je vois|entendu|compris|j ai compris
voila|euh|hein|tout a fait|bien sur|merci|vraiment|continue|ca marche|c est vrai|parfait|genial
si|si si|ya veo|vale|vale vale|claro|muy bien|entiendo|entendido|exacto|de acuerdo|bueno|por supuesto|perfecto|eso|eso es|ajá|aja|gracias
en serio|sigue|continua|ya|asi es|cierto|que bien|esta bien
"""
_STOP: Final = """
stop|stop it|stop that|stop talking|stop speaking|stop there|stop now|stop please|please stop|just stop|be quiet|quiet|shut up
hush|silence|enough|thats enough|that is enough|thats enough now|thats all|pause|hold on|hold on a second|hang on|wait|wait a second|wait a minute
wait a moment|one moment|one second|just a moment|just a second|just a minute|give me a second|hold it|cancel|cancel that|never mind|nevermind
cut it out|you can stop|you can stop now|stop reading|halt|no stop|no wait|no more
그만|그만해|그만해요|그만 좀|그만 좀 해|그만 좀 해요|그만 좀 해줘|그만해줘|그만해주세요|그만하세요|그만 말해|그만 말해줘|그만 얘기해|이제 그만|멈춰|멈춰요|멈춰줘|멈춰주세요|멈추세요|멈춰 봐
조용|조용히|조용히 해|조용히 해줘|조용히 해주세요|조용히 하세요|조용히 좀 해|정지|중지|중단|중단해|스톱|스탑|됐어|됐어요|됐습니다|이제 됐어
잠깐|잠깐만|잠깐만요|잠시만|잠시만요|잠깐 멈춰|기다려|기다려줘|기다려주세요|말하지 마|말하지 마세요|입 다물어|취소|취소해|취소해줘|취소해주세요
停|停下|停下来|停一下|停止|停吧|快停|别说了|不要说了|别讲了|不要再说了|别再说了|别念了|安静|安静点|请安静|闭嘴|够了|可以了别说了|行了别说了|打住
等一下|等等|等一等|等下|等会儿|稍等|稍等一下|先等一下|暂停|取消|算了|不用说了
止めて|止まって|とめて|やめて|やめてください|止めてください|やめろ|ストップ|静かに|静かにして|静かにしてください|黙って|黙れ|うるさい|もういい|もういいよ|もういいです|もうけっこうです|もう結構です
待って|待ってください|ちょっと待って|ちょっと待ってください|ちょっと|ちょっとストップ|少し待って|一時停止|キャンセル|中止
stopp|halt|hor auf|hor auf damit|hor auf zu reden|aufhoren|bitte aufhoren|sei still|sei ruhig|still|ruhe|ruhe bitte|leise|schluss|schluss jetzt|es reicht|das reicht|reicht
genug|warte|warte mal|warte kurz|warte bitte|moment|moment mal|einen moment|einen augenblick|sekunde|pause|abbrechen|halt an|halt die klappe|stopp bitte
arrete|arretez|arrete toi|arrete ca|arrete de parler|arretez de parler|stoppe|tais toi|taisez vous|silence|chut|ca suffit|assez|c est bon arrete|attends|attendez
attends un peu|un instant|une seconde|une minute|un moment|annule|annuler|du calme|la ferme|stop stop
para|para ya|para para|parate|parar|basta|basta ya|ya basta|alto|detente|callate|calla|silencio|suficiente|ya es suficiente|espera|espera un momento|espere
un momento|un segundo|un minuto|deja de hablar|pausa|cancela|cancelar|no sigas
"""
_COURTESY: Final = """
please|now|hey|parley|jarvis|hey jarvis|alexa|then|just|um|uh|sorry|excuse me|thanks|thank you|for a moment|for a second|now please
좀|이제|제발|야|저기|미안|죄송|죄송해요|고마워|请|吧|了|啊|喂|不好意思|先|お願い|お願いします|すみません|もう|ね|よ
bitte|jetzt|mal|entschuldigung|danke|s il te plait|s il vous plait|sil te plait|maintenant|pardon|merci
por favor|ahora|oye|perdon|gracias|ya
"""

_HUM: Final = re.compile(
    r"(?:m+h+m*|m+|h+m+|u+h+|a+h+|o+h+|e+h+|u+m+|e+r+m*|a+w+|h+u+h+|h+a+|a+h*a+|n+|p+f+|"
    r"m+h+m+h+m+|u+h+u+h+|m+m+h+m+|h+e+h+|ts+k*|psh+)"
)
"""Hums however they are written: "Mm-hmm", "Uh-huh", "Ahh"."""
_WIDE: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
"""Kana, Han and Hangul: heard with blanks in any place."""


def _phrases(text: str) -> frozenset[str]:
    return frozenset(fold(phrase) for phrase in text.replace("\n", "|").split("|")) - {""}


def fold(text: str) -> str:
    """Return words without case, accents and signs, with single blanks."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    decomposed = unicodedata.normalize("NFD", plain)
    plain = unicodedata.normalize("NFC", re.sub(r"[\u0300-\u036f]", "", decomposed))
    plain = re.sub(r"['’]s\b", "s", plain)
    return " ".join(re.sub(r"[^\w\s]|_", " ", plain).split())


class PhraseSet:
    """Phrases, and whether a text is made of them alone."""

    def __init__(self, *texts: str) -> None:
        phrases = frozenset[str]().union(*map(_phrases, texts))
        self._phrases = phrases
        self._wide = frozenset(phrase.replace(" ", "") for phrase in phrases)
        self._longest = max(phrase.count(" ") + 1 for phrase in phrases)
        self._longest_wide = max(map(len, self._wide))

    def holds(self, folded: str, *, hums: bool = False) -> bool:
        """Whether `folded` can be cut into known phrases."""
        words = folded.split()
        if not words:
            return False
        if _WIDE.search(folded):
            return _is_made_of(tuple("".join(words)), "", self._longest_wide, self._wide)
        known = self._phrases
        if hums:
            known |= {word for word in words if _HUM.fullmatch(word)}
        return _is_made_of(tuple(words), " ", self._longest, known)


def _is_made_of(parts: tuple[str, ...], glue: str, longest: int, known: frozenset[str]) -> bool:
    reached = {0}
    for end in range(1, len(parts) + 1):
        starts = range(max(0, end - longest), end)
        if any(start in reached and glue.join(parts[start:end]) in known for start in starts):
            reached.add(end)
    return len(parts) in reached


BACKCHANNELS: Final = PhraseSet(_BACKCHANNEL)
"""What is said to say that one listens."""
_STOPS: Final = PhraseSet(_STOP)
_STOPS_AMONG: Final = PhraseSet(_STOP, _COURTESY, _BACKCHANNEL)
_OTHERS: Final = PhraseSet(_COURTESY, _BACKCHANNEL)


def is_stop(text: str) -> bool:
    """Whether `text` only asks for silence, in whichever language: "okay, stop, please"."""
    folded = fold(text)
    if _STOPS.holds(folded):
        return True
    return _STOPS_AMONG.holds(folded, hums=True) and not _OTHERS.holds(folded, hums=True)
