"""What models and servers write in Chinese questions."""

from typing import Final

from assistant.languages.language import QuestionWords, phrases

QUESTION_WORDS: Final = QuestionWords(
    recommended=("(推荐)", "(推薦)", "（推荐）", "（推薦）"),
    other=phrases("其他"),
    secret="密码|密碼|口令",
    forbidding="不要|请勿|切勿",
    either_or="还是|還是|或者",
)
