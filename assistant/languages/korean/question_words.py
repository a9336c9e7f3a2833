"""What models and servers write in Korean questions."""

from typing import Final

from assistant.languages.language import QuestionWords, phrases

QUESTION_WORDS: Final = QuestionWords(
    recommended=("(추천)",),
    other=phrases("기타|직접 입력"),
    secret="비밀번호|암호",
    forbidding="마세요|마십시오",
    either_or="아니면|또는|혹은",
)
