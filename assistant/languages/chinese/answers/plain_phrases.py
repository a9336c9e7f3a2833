"""What everyday Chinese answers open and close with, and what answers a question alone."""

from assistant.languages.lexicon import (
    CommandKind,
    PhraseMeaning,
    PhraseTag,
    commands,
    tagged,
)


def around_choice() -> dict[str, PhraseMeaning]:
    """Return what stands around a choice and says nothing: thanks, wishes, habits."""
    return {
        **tagged(
            PhraseTag.FILLER,
            "大概|或许|应该就|永远是|永远都是|像往常一样|跟往常一样|和往常一样|我最喜欢|我最爱|最爱|最喜欢|又是|大家都要|大家都想要",
            "我们都要|我老婆要|我老公要|孩子要|孩子们要|光|坐|乘|乘坐|搭|搭乘|搭个|打个|打一个|叫个|叫一个|骑|提神|一份|来份|一碗|来碗|一盘|来盘|一块|来块|一瓶",
            "来瓶|一罐|来罐|一张|来张|一本|来本|一件|来件|一双|一束|一盒|来盒|一袋|去逛|去逛逛|去爬|去看|去看看|带孩子去|陪孩子去|带娃去|跟朋友去|和朋友去|我们去",
            "咱去|咱们去|咱们吃|咱们喝|我们吃|我们喝|我们坐|咱们坐|放到|存到|存在|放进|存进",
        ),
    }


def plain_replies() -> dict[str, PhraseMeaning]:
    """Return what chooses all or nothing, puts off, asks back, or leaves the choice."""
    return {
        **tagged(
            PhraseTag.ALL,
            "都带|全带|全带上|都带上|都带着|全带着|都拿|全拿|都拿上|全拿上|都买|全买|都装|全装|都放进去|全放进去",
        ),
        **tagged(
            PhraseTag.NONE,
            "都不带|都不拿|都不买|都不装|什么都不带|什么都不拿|什么也不带|什么也不拿|一个都不带",
        ),
        **tagged(
            PhraseTag.NOT,
            "不带|别带|不拿|别拿|不买|别买|不装|别装|不叫|别叫|不请|别请|不吃|别吃|不穿",
        ),
        **tagged(
            PhraseTag.EXCEPT_BEFORE,
            "别带其他都带|不带其他都带|不用带其他都带|不要其他都带|不要其他都买|不买其他都买",
            value=1,
        ),
        **tagged(
            PhraseTag.QUESTION,
            "哪个便宜|哪个更|哪个更好|哪个比较|哪个贵|哪个好|你推荐哪个|推荐哪个|有什么推荐|帮帮我|求助",
        ),
        **commands(
            CommandKind.LATER,
            "现在不想选|先不选|先不决定|我考虑一下|让我考虑一下|我再考虑考虑|回头告诉你|晚点告诉你",
        ),
    }


def plain_answers() -> dict[str, PhraseMeaning]:
    """Return what is a yes or a no where nothing else is asked."""
    return {
        **tagged(
            PhraseTag.YES,
            "拜托|拜托你了|拜托了|谢谢|谢谢你|你关吧|行你关吧|快关|快关上|快开|快点关|快点开|就这样|就这样吧|就这么着|放吧|放啊|放一首|来点吧|来点|来一点|来吧来吧",
            "想啊|想的|想要的|愿意啊|好啊好啊|好呀好呀|好的你弄吧|好的你来|弄吧|做吧|搞定|开吧|关吧|传吧|发吧|删吧|买吧|订吧|去吧|念吧|读吧|播吧|存吧|打吧|提醒我",
            "提醒一下|记得提醒|那就好|那就来|那就做|可以来|可以弄|好得很|太可以了|行行|可以可以|嗯行|嗯可以|嗯来吧|嗯好的|哎好|哎好的|成吧|中吧|好的没问题|没问题的",
            "麻烦您|那麻烦你|帮我弄吧|那帮我弄",
        ),
        **tagged(
            PhraseTag.NO,
            "不冷|我不冷|不热|我不热|不饿|我不饿|不渴|让它开着|让它关着|当然不要|当然不用|嗯不|哦不|啊不|呃不|嗯不用|嗯不要|对不起不用|抱歉不用|不好意思不用",
            "不好意思不要|大概不用|可能不用|应该不用|估计不用|大概不要|不用麻烦|不用麻烦了|不麻烦了|别麻烦了|不想听|不想看|不想要|不想去|不想用|不想弄|我不想|我不想要",
            "暂时别|暂时先不|现在先不|现在别|现在不要|今天先不|今天不要|今天不用|今晚不用|先放着|先放着吧|就放着吧|放着吧|先这样|先这样吧|保持现状|保持原样",
            "维持原样|不动|不动了|别动它|别管|别管它|不管它|我自己来吧|我自己弄吧|已经弄了|已经做了|弄过了|做过了|不了不了谢谢|谢谢不要|谢谢不了|没兴趣谢谢|不必啦",
            "不用啦|不要啦|不啦|不来了|不弄了|不搞了|还是不了吧|还是不用吧|还是别吧",
        ),
        **tagged(
            PhraseTag.UNSURE,
        ),
    }
