"""How answers are taken back in Korean."""

from typing import Final

from assistant.languages.language import NUMBER, phrases

_CHANGE: Final = (
    r"(?:바꿀래|바꿀래요|바꿔|바꿔줘|바꿔주세요|바꿔요|바꾸자|바꿀게|바꿀게요|바꾸고싶어|바꾸고싶어요"
    r"|바꾸고싶습니다|바꾸기|변경|변경해줘|변경해주세요|변경할래|변경할래요|변경하고싶어|변경하고싶어요"
    r"|수정|수정해줘|수정해주세요|수정할래|수정할래요|수정하고싶어|수정하고싶어요|고칠래|고칠래요"
    r"|고치고싶어|고치고싶어요)"
)
_ANSWER: Final = r"(?:답|대답|답변)(?:을|를|은|는)?"
ANSWER_CHANGES: Final = (  # without the spaces, which people set differently
    rf"(?:내|제|아까|방금)?{_ANSWER}{_CHANGE}",
    rf"{NUMBER}(?:번|번째)?질문(?:의|에대한)?{_ANSWER}{_CHANGE}",
    rf"질문{NUMBER}(?:번)?(?:의|에대한)?{_ANSWER}{_CHANGE}",
    rf"{NUMBER}(?:번|번째)(?:내)?{_ANSWER}{_CHANGE}",
)

ANSWER_CORRECTIONS: Final = phrases(
    """
        아니|아니 아니|아 아니|아니다|아니야|아니 잠깐|잠깐|잠깐만|잠깐만요|아 잠깐|아 참|정정|다시 말하면|아니 그게 아니라|미안|앗
        사실|사실은|실은|생각해 보니|아니 그냥|아니요 아니요|아 미안
    """
)

DENIALS: Final = phrases("아뇨|아니요|아니오")
