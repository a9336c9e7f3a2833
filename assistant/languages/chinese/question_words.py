"""What models and servers write in Chinese questions."""

from typing import Final

from assistant.languages.language import QuestionWords, phrases

QUESTION_WORDS: Final = QuestionWords(
    recommended=("(推荐)", "(推薦)", "（推荐）", "（推薦）"),
    other=phrases(
        "其他|其它|其他选项|其他選項|其它选项|其它選項|别的|別的|其他的|别的选项|別的選項|其他答案"
    ),
    another=r"(?:其[他它]|别的|別的|另一个|另一個)\w{1,8}",
    specify="(?:请|請)?(?:具体|具體|详细|詳細)?(?:说明|說明|注明|註明|填写|填寫|描述|输入|輸入|指定|补充|補充|写明|寫明|列出)(?:一下)?",
    own_words=(
        "(?:自定义|自訂|自定義)(?:答案|输入|輸入|回答|内容|內容)|(?:我)?自己(?:输入|輸入|填写|填寫|填|写|寫)(?:答案)?|(?:手动|手動"
        "|直接)(?:输入|輸入|填写|填寫)|自由(?:输入|輸入|填写|填寫|回答)"
    ),
    secret="密码|密碼|口令",
    forbidding="不要|请勿|切勿",
    either_or="还是|還是|或者",
)
