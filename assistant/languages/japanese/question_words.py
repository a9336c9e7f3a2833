"""What models and servers write in Japanese questions."""

from typing import Final

from assistant.languages.language import QuestionWords, phrases

QUESTION_WORDS: Final = QuestionWords(
    recommended=("(推奨)", "（推奨）", "(おすすめ)", "（おすすめ）"),
    other=phrases(
        "その他|そのほか|その他の選択肢|ほか|他|他の選択肢|それ以外|別の選択肢|別のもの|他のもの|その他のもの"
    ),
    another=r"(?:その他|そのほか|他|別)の\w{1,8}",
    specify="(?:具体的に|詳しく|内容を)?(?:ご)?(?:記入|入力|記載|記述|指定|説明|書いて)(?:して)?(?:ください|下さい)?|自由記述|具体的に",
    own_words="自由(?:記述|入力|回答)|(?:自分で|直接)(?:入力|記入|書く|回答)(?:する)?|カスタム(?:回答|入力)",
    secret="パスワード|暗証番号|秘密鍵|パスフレーズ|apiキー|アクセストークン|クレジットカード",
    forbidding="ないでください|禁止|しないで|入力しない",
    either_or="それとも|または|あるいは|もしくは",
)
