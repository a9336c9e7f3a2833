"""What is said in Chinese of what to remember."""

from typing import Final

from assistant.languages.language import MemoryWords, RequestPattern

_LEAD: Final = (
    r"(?:(?:那么?|好的?|嗯|对了|另外|还有|以后|今后|从现在起|顺便)[，,：: ]?)*"
    r"(?:(?:请你?|麻烦你?|拜托你?|帮我|给我|替我|你要|你得|你应该|你必须|一定要|务必|千万|永远|要|我要你|我想让你|我希望你)\s*)*"
)
_REMEMBER: Final = (
    r"(?:记住|牢记|记得|记一下|记下来?|记好|别忘(?:了|记)?|不要忘(?:了|记)?|不能忘(?:了|记)?)"
)
_JOINT: Final = r"(?:这(?:一点|件事|个)|以下(?:内容|这点)?|下面这?(?:些|点|句)?)?\s*[，,：:—-]*\s*"
_POINTED: Final = r"(?:这(?:一点|件事|个|些)?|它|我说的话?|我刚才说的话?)?"
_OTHER: Final = r"当时|那次|那时|那天|怎么|什么|谁|哪|为什么|小时候|我们上次|上次|过|吗|么"
_SINGLE: Final = r"(?:了|的|不|没|没有|他|她|我|你)"
_MEMORY_REQUESTS: Final = (  # The request begins the sentence, or stands behind it.
    RequestPattern(
        pattern=rf"{_LEAD}(?:你)?(?:能不能|能|可以|可不可以)(?:请)?(?:帮我|给我|替我)?{_REMEMBER}{_JOINT}(?P<other>(?={_OTHER}|{_SINGLE}(?:吗|么|好吗)?$))?(?P<fact>.+?)(?:吗|么|好吗)?",
        favour="",
    ),
    RequestPattern(pattern=rf"{_LEAD}{_REMEMBER}{_POINTED}(?:吧|哦|啊|一下)?"),
    RequestPattern(
        pattern=rf"{_LEAD}(?:把|将)(?P<fact>.+?)(?:这(?:一点|件事))?(?:记住|记下来?|牢记|记好|记在心里)(?:吧|一下)?",
        pointing=_POINTED,
    ),
    RequestPattern(
        pattern=rf"{_LEAD}{_REMEMBER}{_JOINT}(?P<other>(?={_OTHER}|{_SINGLE}$|.*(?:吗|么|没有)$))?(?P<fact>.+)"
    ),
    RequestPattern(
        pattern=rf"(?P<fact>.+?)[，,；;：:—-]+\s*{_LEAD}{_REMEMBER}{_POINTED}(?:吧|哦|啊|一下)?"
    ),
)

MEMORY: Final = MemoryWords(
    mention="记|忘",
    requests=_MEMORY_REQUESTS,
    weak="(?:别|不要|不能)忘",
    own="我|你",
    lasting="总是|以后|每次|永远|今后",
    agent=(
        r"^(?:你(?:要|应该|必须|是|得|的)|回答|回复|说话)|回答(?:时|我|要)|回复(?:时|我|要)|用[^，。]{1,6}(?:回答|回复|说话)"
        r"|(?:说话|语气)"
    ),
    work="项目|仓库|代码库|截止|发布|上线|部署|服务器|数据库|分支|冲刺|我们(?:团队|公司|用|的)|客户|工作区|预算",
    personal="^(?:我(?!们))",
    named_work="项目",
    stop_words=frozenset("我你您的是了在和也就都有个们要"),
)
