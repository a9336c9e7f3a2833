"""How Chinese is told from other languages, and what recognisers make of it."""

from typing import Final

from assistant.languages.language import phrases

NEGATIONS: Final = "[不没沒无無别別勿未非戒]"

HALLUCINATIONS: Final = phrases(
    "谢谢观看|謝謝觀看|谢谢大家|请不吝点赞 订阅 转发 打赏支持明镜与点点栏目|字幕由amara org社区提供"
)

WAKE_SPELLINGS: Final = {
    "hey jarvis": ("嘿贾维斯", "嗨贾维斯", "嘿 贾维斯"),
    "alexa": ("亚历克莎", "艾丽莎"),
    "hey mycroft": ("嘿麦克罗夫特",),
}
