"""What is most often said, in Japanese."""

from typing import Final

from assistant.languages.language import SpokenPhrases

SPOKEN_PHRASES: Final = SpokenPhrases(
    code_on_screen="コードは画面にあります。",
    table_on_screen="表は画面にあります。",
    formula_on_screen="数式は画面にあります。",
    a_formula="数式",
    a_link="リンク",
    link_to="{domain}へのリンク",
    not_understood="聞き取れませんでした。もう一度お願いします",
    shall_we_end="会話を終わりますか？",
    goodbye="それでは、また。",
    left_on_screen="質問は画面に残しておきます。",
    no_answer="答えを得られませんでした。",
    broken_off="答えはここで途切れています。",
    rest_on_screen="続きは画面にあります。続けましょうか？",
    fillers=("少々お待ちください。", "確認します。", "まだ作業中です。", "もう少しです。"),
    still_working="ツールの処理に時間がかかっています。",
    still_waiting="モデルの返事をまだ待っています。",
)
