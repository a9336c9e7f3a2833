"""How answers are taken back in Chinese."""

from typing import Final

from assistant.languages.language import NUMBER, phrases

_MAY_I: Final = r"(?:请|我想|我要|我想要|让我|帮我|可以)?"
_CHANGE: Final = r"(?:改|修改|更改|改变|改一下|修改一下|更改一下|换)"
_QUESTION_NUMBER: Final = rf"第?{NUMBER}(?:个|道)?(?:问题|题)"
ANSWER_CHANGES: Final = (
    rf"{_MAY_I}{_CHANGE}(?:我的|我)?(?:答案|回答)(?:一下)?",
    rf"{_MAY_I}{_CHANGE}(?:我)?(?:对)?{_QUESTION_NUMBER}的?(?:答案|回答)(?:一下)?",
    rf"{_MAY_I}把(?:我)?(?:对)?{_QUESTION_NUMBER}的?(?:答案|回答){_CHANGE}(?:一下)?",
)

ANSWER_CORRECTIONS: Final = phrases(
    """
        其实|不其实|还是|不对|不对不对|哦不对|啊不对|等等|不等等|等一下|等下|我是说|不我是说|我的意思是|说错了|我说错了|错了|应该是
        哦不|啊不|改成|换成|改选|我想改成|我想换成|抱歉|对不起|算了还是
    """
)

DENIALS: Final = phrases("不|不是|不要")
