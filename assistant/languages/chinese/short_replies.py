"""What is said in Chinese in passing."""

from typing import Final

from assistant.languages.language import (
    Backchannels,
    FarewellReplies,
    ReadOnReplies,
    StopCommands,
    phrases,
)

AGREEMENTS: Final = phrases("是|是的|对|好|好的|行|可以|嗯|没错")

COURTESY: Final = phrases("请|吧|了|啊")

BACKCHANNELS: Final = Backchannels(
    listening=phrases(
        "哦|噢|喔|啊|呃|额|唔|好吧|好啊|对对|对的|是啊|明白|明白了|知道了|知道|了解|原来如此|"
        "真的|真的吗|哇|这样|这样啊|谢谢|谢谢你|太好了|不错|有道理|當然"
    ),
    answering=phrases("嗯嗯|继续|当然"),
)

STOP_COMMANDS: Final = StopCommands(
    stop=phrases(
        "停|停下|停下来|停一下|停止|停吧|快停|别说了|不要说了|别讲了|不要再说了|别再说了|"
        "别念了|安静|安静点|请安静|闭嘴|够了|可以了别说了|行了别说了|打住|等一下|等等|等一等|"
        "等下|等会儿|稍等|稍等一下|先等一下|暂停|取消|取消吧|算了|算了吧|没什么|不用了|当我没说|别管了|不用说了"
    ),
    courtesy=phrases("喂|不好意思|先"),
)

FAREWELL_REPLIES: Final = FarewellReplies(
    goodbye=phrases("结束对话|结束对话吧|没事了|再见|拜拜|晚安"),
    end=phrases(
        "对的|好啊|好吧|结束|结束吧|请结束|可以结束|可以结束了|没有了|没了|就这样|"
        "就这样吧|停|停止|停吧|完了|好了"
    ),
    keep=phrases(
        "不|不是|不要|不行|不用|别|先不|先不要|还没|还没有|还没完|等等|等一下|等一等|稍等|"
        "继续|继续吧|请继续|不要结束|别结束|先别结束|不结束|还有"
    ),
    courtesy=phrases("谢谢|谢谢你|谢了|那|那就|呢"),
)

READ_ON_REPLIES: Final = ReadOnReplies(
    read_on=phrases(
        "继续|请继续|继续吧|继续读|继续念|继续说|接着|接着读|接着念|接着说|读吧|念吧|说吧|读下去|念下去|说下去|要|需要|好啊|好呀|当然|剩下的|都读|"
        "全部"
    ),
    end=phrases(
        "不|不要|不用|不用了|不必|不必了|不需要|算了|够了|不了|别读了|别念了|别说了|我自己看|我自己读|我看屏幕"
    ),
)
