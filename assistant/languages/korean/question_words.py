"""What models and servers write in Korean questions."""

from typing import Final

from assistant.languages.language import QuestionWords, phrases

QUESTION_WORDS: Final = QuestionWords(
    recommended=("(추천)",),
    other=phrases(
        "기타|직접 입력|직접입력|다른 것|그 외|그 밖에|기타 의견|다른 옵션|다른 선택지|기타 옵션|그 외 다른 것"
    ),
    another=r"(?:기타|다른) \w+",
    specify=(
        "(?:직접 |구체적으로 |자세히 |내용을 )?(?:입력|기재|기입|명시|설명|작성|서술|적어)(?: ?해)?(?: ?주세요| ?주십시오|하세요"
        "|하기)?"
    ),
    own_words=(
        "직접 (?:입력|작성|쓰기|적기)(?:하기|할게요|하겠습니다|해 주세요)?|자유 ?(?:입력|응답|답변)|내 답변 (?:입력|작성)(?:하기)?"
        "|사용자 (?:지정|정의) (?:답변|입력)"
    ),
    secret="비밀번호|암호",
    forbidding="마세요|마십시오",
    either_or="아니면|또는|혹은",
)
