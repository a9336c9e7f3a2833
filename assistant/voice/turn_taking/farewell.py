"""What a reply to "shall we end the conversation?" means. Pure.

A reply made only of known phrases is a yes or a no. Anything else of at most two words is not
recognised, and is never taken for a no; anything longer is a new request.
"""

import re
import unicodedata
from enum import Enum
from typing import Final


class FarewellReply(Enum):
    """How the user replied."""

    END = "end"
    KEEP = "keep"
    UNRECOGNISED = "unrecognised"
    REQUEST = "request"


_END: Final = """
yes|yep|yeah|yup|yes please|sure|ok|okay|alright|all right|right|correct|of course|please do|do it
go ahead|end|end it|end the conversation|end conversation|end the session|lets end|lets end it
lets end the conversation|we can end|we can end it|we can end the conversation|you can end it
you can end the conversation|finish|finish it|lets finish|stop|lets stop|we can stop|close it
quit|exit|bye|goodbye|good bye|bye bye|good night|see you|see you later|thats all|that is all
thats it|that is it|im done|i am done|were done|we are done|done|nothing else|nothing more
네|넵|넹|예|응|어|그래|그래요|좋아|좋아요|맞아|맞아요|종료|종료해|종료해요|종료해줘|종료해주세요
종료할게|종료할게요|종료하자|종료합시다|대화 종료|대화를 종료해줘|대화를 종료해주세요|대화 종료해줘
끝|끝내|끝내요|끝내자|끝내줘|끝내주세요|끝낼게|끝낼게요|끝낼래|그만|그만해|그만해요|그만하자|그만할게
그만할게요|그만할래|안녕|안녕히 계세요|잘 가|잘 있어|됐어|됐어요|이제 됐어|이제 됐어요|다 했어|다 했어요
是|是的|对|对的|好|好的|好啊|好吧|行|可以|嗯|没错|结束|结束吧|结束对话|结束对话吧|请结束|可以结束|可以结束了
没有了|没了|没事了|就这样|就这样吧|停|停止|停吧|再见|拜拜|晚安|完了|好了
はい|うん|ええ|そうです|そうして|そうしてください|お願いします|いいよ|いいです|いいですよ|オッケー|了解|終了|終了して|終了してください
終わり|終わりです|終わります|終わって|終わりにして|終わりにしてください|終わろう|終わりましょう|会話を終了|会話を終了して|会話を終わりにして
もういい|もういいです|もう大丈夫|もう大丈夫です|以上|以上です|これで終わり|やめて|やめる|やめましょう|バイバイ|さようなら|さよなら|おやすみ
おやすみなさい|またね|じゃあね|それだけ|それだけです|もうない|もうないです
ja|jawohl|jap|klar|na klar|sicher|natürlich|genau|richtig|gern|gerne|ja bitte|ja gerne|okay|in ordnung|einverstanden|beenden|beende es
beende das gespräch|das gespräch beenden|gespräch beenden|ja beenden|wir können aufhören|du kannst aufhören|kannst du|können wir|machen wir schluss
schluss|ende|fertig|ich bin fertig|wir sind fertig|aufhören|hör auf|stopp|das wars|das war es|das war alles|das ist alles|nichts mehr|tschüss|tschüs
auf wiedersehen|auf wiederhören|gute nacht|bis später|bis dann|bis bald|ciao|reicht|das reicht|passt|mach das|tu das|gut
oui|ouais|bien sûr|d'accord|oui s'il te plaît|oui s'il vous plaît|vas-y|allez-y|termine|terminez|terminer|termine la conversation
terminer la conversation|on peut terminer|tu peux terminer|vous pouvez terminer|on termine|fini|c'est fini|c'est bon|c'est tout|ce sera tout
rien d'autre|plus rien|arrête|arrêter|on arrête|on peut arrêter|stop|au revoir|bonne nuit|à plus tard|à bientôt|salut|bonne journée|bonne soirée
j'ai fini|j'ai terminé|ça suffit|volontiers|absolument|exactement|mets fin à la conversation|on a fini|parfait|finissons|terminons
sí|si|claro|claro que sí|por supuesto|vale|de acuerdo|está bien|bueno|sí por favor|adelante|termina|terminar|terminemos|termina la conversación
terminar la conversación|puedes terminar|podemos terminar|finaliza|finalizar|acaba|acabar|acabemos|fin|hemos terminado|he terminado|ya está
eso es todo|es todo|nada más|ya no|basta|para|adiós|hasta luego|hasta pronto|buenas noches|chao|chau|nos vemos|hasta mañana|hasta la vista
cierra la conversación|cerrar|ciérrala|perfecto|listo|ya terminé|ya acabé
"""
_KEEP: Final = """
no|nope|nah|not yet|not now|no way|dont|do not|dont end|dont end it|do not end it|dont stop
dont end the conversation|do not end the conversation|please dont|continue|lets continue|go on|keep going|keep on
carry on|lets keep going|lets go on|stay|keep talking|wait|hold on|one moment|just a moment|one second|just a second
i have more|not done|im not done|i am not done|still here|im still here|i am still here
아니|아니야|아니오|아니요|아뇨|아직|아직이야|아직이요|아직 아니야|아직 아니에요|계속|계속해|계속해요
계속해줘|계속해주세요|계속하자|계속할게|계속할게요|계속할래|잠깐|잠깐만|잠깐만요|잠시만|잠시만요|기다려
기다려줘|기다려주세요|종료하지 마|종료하지 마세요|끝내지 마|끝내지 마세요|더 있어|더 있어요|싫어|싫어요
不|不是|不要|不行|不用|别|先不|先不要|还没|还没有|还没完|等等|等一下|等一等|稍等|继续|继续吧|请继续
不要结束|别结束|先别结束|不结束|还有
いいえ|いや|いえ|ううん|まだ|まだです|まだある|まだあります|まだ終わらない|まだ終わらないで|続けて|続けてください|続ける|続けます|続けよう|続けましょう
待って|待ってください|ちょっと待って|ちょっと待ってください|少し待って|少々お待ちください|だめ|だめです|ダメ|終わらないで|終わらないでください|終わりにしないで
終了しないで|終了しないでください|やめないで|もう少し|もうちょっと|違う|違います|終わってない|終わってません
nein|nee|nö|nein danke|noch nicht|jetzt nicht|nicht|nicht beenden|bitte nicht|bitte nicht beenden|lieber nicht|weiter|mach weiter|machen wir weiter|weitermachen
warte|warte mal|moment|moment mal|einen moment|einen moment bitte|eine sekunde|bleib|bleib da|nicht aufhören|hör nicht auf|ich habe noch etwas
ich bin noch da|ich bin noch nicht fertig|noch nicht fertig|beende das gespräch nicht|beende es nicht|wir sind noch nicht fertig|auf keinen fall
non|nan|non merci|pas encore|pas maintenant|pas tout de suite|continue|continuez|on continue|continuons|attends|attendez|un instant|un moment
une seconde|une minute|reste|restez|pas du tout|n'arrête pas|ne t'arrête pas|ne termine pas|ne terminez pas|je n'ai pas fini|pas fini|j'ai pas fini
ce n'est pas fini|ne termine pas la conversation|je suis encore là|je suis toujours là|surtout pas
no|no gracias|todavía no|aún no|ahora no|no todavía|continúa|continúe|continuemos|sigue|siga|sigamos|seguimos|espera|espere|un momento|un segundo
un minuto|no termines|no termine|no la termines|no pares|no acabes|no he terminado|no hemos terminado|sigo aquí|aquí sigo|todavía no he terminado
quédate|no cierres|no quiero terminar|aún no he terminado|mejor no
"""
_COURTESY: Final = """
please|thanks|thank you|thank you very much|thanks a lot|now|then|well|oh|um|uh|so|then please|the|and|i think
고마워|고마워요|고맙습니다|감사해요|감사합니다|이제|그럼|음|제발
谢谢|谢谢你|谢了|请|那|那就|吧|了|啊|呢
大丈夫|大丈夫です|結構です|ありがとう|ありがとうございます|ありがとうございました|どうも|じゃあ|では|それでは|えーと|まあ|ね|よ|で|お疲れ様|お疲れ様でした|会話|を
bitte|danke|danke schön|vielen dank|dann|also|ach|äh|ähm|na|so|jetzt|und|doch|das gespräch|dir|ihnen
s'il te plaît|s'il vous plaît|merci|merci beaucoup|alors|bon|ben|bah|euh|eh bien|maintenant|et|la conversation|donc|à toi aussi
por favor|gracias|muchas gracias|entonces|pues|eh|ahora|y|la conversación|ya|bien
"""


def _normalise(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[^\w\s]|_", " ", re.sub(r"['’]", "", folded))


def _phrases(text: str) -> frozenset[str]:
    phrases = (" ".join(_normalise(one).split()) for one in text.replace("\n", "|").split("|"))
    return frozenset(phrases) - {""}


_MEANING: Final[dict[str, FarewellReply | None]] = {
    **dict.fromkeys(_phrases(_COURTESY), None),
    **dict.fromkeys(_phrases(_END), FarewellReply.END),
    **dict.fromkeys(_phrases(_KEEP), FarewellReply.KEEP),
}
_WIDE: Final = {phrase.replace(" ", ""): means for phrase, means in _MEANING.items()}
"""The same without blanks, for scripts that are written or heard with blanks in any place."""
_LONGEST_WORDS: Final = max(phrase.count(" ") + 1 for phrase in _MEANING)
_LONGEST_CHARACTERS: Final = max(map(len, _WIDE))
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")
_KANA: Final = re.compile(r"[\u3040-\u30ff]")
_HANGUL: Final = re.compile(r"[\uac00-\ud7a3]")
_SHORT_WORDS: Final = 2
"""C-36: up to two words without a meaning here are not a request."""
_HAN_PER_WORD: Final = 2
"""Most Chinese words have two characters."""
_KANA_PER_WORD: Final = 3
"""Most Japanese words written in kana have three or four."""


def classify_farewell(text: str) -> FarewellReply:
    """Say what `text` means as a reply to the question whether to end.

    Args:
        text: What was heard, in any of the seven languages that answers are understood in; empty
            if there were no words.
    """
    words = _normalise(text).split()
    if not words:
        return FarewellReply.UNRECOGNISED
    joined = "".join(words)
    if any(script.search(joined) for script in (_HAN, _KANA, _HANGUL)):
        meanings = _split(tuple(joined), "", _WIDE, _LONGEST_CHARACTERS)
    else:
        meanings = _split(tuple(words), " ", _MEANING, _LONGEST_WORDS)
    if meanings is None:
        return FarewellReply.UNRECOGNISED if _is_short(words) else FarewellReply.REQUEST
    decided = meanings - {None}
    if len(decided) == 1:
        return next(meaning for meaning in decided if meaning is not None)
    return FarewellReply.UNRECOGNISED


def _is_short(words: list[str]) -> bool:
    if len(words) > _SHORT_WORDS:
        return False
    return all(
        len(_HAN.findall(word)) / _HAN_PER_WORD + len(_KANA.findall(word)) / _KANA_PER_WORD
        <= _SHORT_WORDS
        for word in words
    )


def _split(
    parts: tuple[str, ...], glue: str, known: dict[str, FarewellReply | None], longest: int
) -> frozenset[FarewellReply | None] | None:
    """Return the meanings of the known phrases `parts` is made of, the longest first, or None."""
    meanings: list[frozenset[FarewellReply | None] | None] = [None] * len(parts)
    meanings.append(frozenset())
    for start in reversed(range(len(parts))):
        for size in range(min(longest, len(parts) - start), 0, -1):
            phrase = glue.join(parts[start : start + size])
            rest = meanings[start + size]
            if phrase in known and rest is not None:
                meanings[start] = rest | {known[phrase]}
                break
    return meanings[0]
