"""The words of Chinese. Answers are in simplified characters; traditional ones are mapped to them."""

from collections.abc import Iterator
from functools import cache
from typing import Final

from assistant.languages.extremes import extremes
from assistant.languages.language import (
    NUMBER,
    AlarmCommands,
    Backchannels,
    FarewellReplies,
    Language,
    MemoryWords,
    NumberWords,
    Pronunciation,
    QuestionWords,
    ReadOnReplies,
    RequestPattern,
    SentenceBreaks,
    StopCommands,
    TurnEndings,
    phrases,
    words,
)
from assistant.languages.lexicon import (
    CommandKind,
    Lexicon,
    PhraseMeaning,
    PhraseTag,
    WritingScript,
    commands,
    tagged,
)
from assistant.languages.question_request import QuestionRequest

_DIGITS: Final = "零一二三四五六七八九"
_COUNTERS: Final = ("个", "项", "种", "条", "号", "款", "样", "选项", "个选项", "项选项")
_FIRST_ENDS: Final = (
    "前",
    "前面",
    "前面的",
    "头",
    "最前面",
    "最前面的",
    "开头",
    "开头的",
    "上面",
    "上面的",
)
_LAST_ENDS: Final = ("后", "后面", "后面的", "最后", "最后面", "最后面的", "末尾", "下面", "下面的")


def _numeral(n: int) -> str:
    """Return the Chinese numeral from 0 to 20."""
    if n < 10:
        return _DIGITS[n]
    return {10: "十", 20: "二十"}.get(n, "十" + _DIGITS[n % 10])


_NUMBERS: Final = NumberWords(
    cardinals={n: (_numeral(n),) if n != 2 else ("二", "两") for n in range(21)},
    ordinals={},
    last=frozenset({"最后一"}),
)


_SURNAMES: Final = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈"
    "姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤"
)
"""The commonest family names."""
_VERBS: Final = "买看去吃喝听坐订点选要加放发打存装开关改换骑走玩逛做弄搞用"
"""Verbs of what is offered."""


def _numbers() -> dict[str, PhraseMeaning]:
    found: dict[str, PhraseMeaning] = tagged(PhraseTag.NUMBER, "零|0")
    for n in range(1, 21):
        numerals = [_numeral(n), str(n)]
        counts = [*numerals, "两"] if n == 2 else numerals
        found |= tagged(PhraseTag.NUMBER, *numerals, value=n)
        for said in numerals:
            places = (f"第{said}", *(f"第{said}{counter}" for counter in _COUNTERS))
            found |= tagged(PhraseTag.ORDINAL, *places, value=n)
            marked = (f"{said}号", f"选项{said}", f"{said}号选项", f"号码{said}", f"选{said}")
            found |= tagged(PhraseTag.MARKED, *marked, f"数字{said}", f"答案{said}", value=n)
            ends = (f"倒数第{said}", *(f"倒数第{said}{counter}" for counter in _COUNTERS))
            found |= tagged(PhraseTag.FROM_END, *ends, f"倒数{said}", value=n)
        if n > 1:
            for count in (
                f"{said}{c}"
                for said in counts
                for c in ("个", "项", "种", "条", "样", "款", "张", "份", "位", "")
            ):
                found |= tagged(
                    PhraseTag.FIRST_OF, *(f"{end}{count}" for end in _FIRST_ENDS), value=n
                )
                found |= tagged(
                    PhraseTag.LAST_OF, *(f"{end}{count}" for end in _LAST_ENDS), value=n
                )
            for count in (f"{said}{c}" for said in counts for c in ("个", "项", "种", "者")):
                every = (
                    f"{count}都要",
                    f"{count}都选",
                    f"{count}全要",
                    f"{count}都",
                    f"{count}都行",
                )
                found |= tagged(PhraseTag.ALL, *every, f"{count}一起", value=n)
    found |= tagged(PhraseTag.NUMBER, "两", value=2)
    found |= tagged(PhraseTag.ALL, "俩都要|俩都选|俩|俩都", value=2)
    for n, heavenly in enumerate("甲乙丙丁", start=1):
        found |= tagged(PhraseTag.LETTER, heavenly, value=n, is_weak=True)
    for n, letter in enumerate("abcdefgh", start=1):
        found |= tagged(PhraseTag.LETTER, letter, value=n, is_weak=True)
        found |= tagged(PhraseTag.LETTER, f"选{letter}", f"选项{letter}", f"{letter}选项", value=n)
    return found


def _positions() -> dict[str, PhraseMeaning]:
    return {
        **_numbers(),
        **tagged(
            PhraseTag.ORDINAL,
            "首个|最前面|最前面的|最前面那个|最上面|最上面的|最上面那个|头一个|最开始的",
            value=1,
        ),
        **tagged(
            PhraseTag.FROM_END,
            "最后|最后一个|最后一项|最后那个|最后的|最后一种|最后一条|最末|末尾|最后面|最后面的|最下面",
            "最下面的|最下面那个|最后面那个|最底下|最后那项|最后一号|最后一个选项",
            value=1,
        ),
        **tagged(PhraseTag.ORDINAL, "前者|前面那个|前一个|前面的|上面那个", value=1),
        **tagged(PhraseTag.FROM_END, "后者|后面那个|后一个|下面那个", value=1),
        **tagged(
            PhraseTag.LEAST,
            "最小的|最小|最少的|最少|最早的|最早|最短的|最短|最低的|最低|最旧的|最老的|最老|越少越好|越早越好|越小越好|最小的那个|最少的那个",
        ),
        **tagged(
            PhraseTag.GREATEST,
            "最大的|最大|最多的|最多|最晚的|最晚|最长的|最长|最高的|最高|最新的|最新|最新版|越多越好|越晚越好|越大越好|人越多越好|最大的那个|最多的那个|最新的版本|最新的那个版本",
        ),
        **tagged(
            PhraseTag.ALL,
            "每天|天天|每一天|都加上|都是|全都是|都留着|都备份|全部检查|全删|都加|全都加|全都备份|都来|都来一份|样样都要|都请|都发",
        ),
        **tagged(PhraseTag.NONE, "都不需要|什么都不加|什么都不|什么也不加|什么也不要|都不加"),
        **tagged(PhraseTag.MIDDLE, "中间|中间的|中间那个|当中那个|正中间|中间一个|中间的那个"),
        **tagged(
            PhraseTag.RECOMMENDED,
            "推荐|推荐的|推荐的那个|推荐那个|你推荐的|你推荐的那个|推荐选项|推荐项|建议的",
        ),
        **tagged(
            PhraseTag.THAT,
            "这个|那个|就这个|就那个|就它|它|就是它|就是这个|就是那个|这一个|那一个|刚才那个",
        ),
        **tagged(PhraseTag.OTHER_ONE, "另一个|另外一个|另外那个|另一项|另外一项"),
        **tagged(
            PhraseTag.ALL,
            "都要|全部|全都|全都要|所有|所有的|都选|全选|全要|都|全部都要|通通|统统|都可以选|每个都要",
        ),
        **tagged(PhraseTag.ALL, "两个|两个都", value=2),
        **tagged(
            PhraseTag.NONE,
            "都不要|没有|都没有|一个都不要|一个也不要|都不选|什么都不要|不选|全不要|全都不要|一个都不选",
            "没|哪个都不要|哪个也不要|一个都没有|全不选|都不用|什么都不选",
        ),
        **tagged(PhraseTag.MIDDLE, "中间两个|中间的两个|中间那两个|中间2个", value=2),
        **tagged(
            PhraseTag.LEAST,
            "旧的|旧的那个|老的|老的那个|旧版|老版本|旧版本|更旧的|更老的|最旧的|最老的",
            value=1,
        ),
        **tagged(
            PhraseTag.GREATEST,
            "版本最高的|最高版本|版本最新的|新的|新的那个|新版|新版本|更新的|较新的|最新的|最新|最新版|最新的版本|最新的那个版本|新一点的|比较新的",
            value=1,
        ),
        **tagged(
            PhraseTag.NONE,
            "谁也不请|谁都不请|谁也不要|谁都不要|谁也不|谁都不|什么都不用|什么也不用|哪个都不用|一个都不用|一个也不用|都不请|一个都不请",
        ),
    }


def _joins() -> dict[str, PhraseMeaning]:
    return {
        **tagged(
            PhraseTag.AND,
            "再来个|再来一个|再来点|再来一份|再买点|再买个|再拿个|再要个",
            "+|和|跟|与|还有|以及|再加|再加上|同|及|并|&|外加|也要",
        ),
        **tagged(PhraseTag.TO, "到|至|~|直到"),
        **tagged(
            PhraseTag.NOT,
            "我没空|没空|不方便|没时间|来不了|不合适|不太好|不太行",
            "不要|不是|不选|别选|别|不想要|不喜欢|不用|不需要|不能选|不想选|去掉|排除|没选|不行|不好|别要",
        ),
        **tagged(PhraseTag.EXCEPT, "除了|除|除去|除开"),
        **tagged(PhraseTag.EXCEPT_BEFORE, "以外都要|之外都要|除外"),
        # Verbs with a syllable that makes an exception elsewhere.
        **tagged(PhraseTag.UNKNOWN, "删除|移除|清除|去除|解除|扣除|除夕"),
        **tagged(PhraseTag.BUT, "要|而是|但是|但|换成|改成|我要|我选|就要"),
        **tagged(
            PhraseTag.CORRECTION,
            "不对|等等|等一下|等下|我是说|说错了|错了|不不|不对不对|应该说|我的意思是",
        ),
    }


def _clauses() -> dict[str, PhraseMeaning]:
    return {
        **tagged(PhraseTag.OR, "或|或者|还是|或是|要么"),
        **tagged(
            PhraseTag.AFFIRM,
            "只有|要|我要|就要|我选|就选|只要|只|就|用|换|改|拿|来|选|只选|今天只要|今天要|现在要|现在用|这次用|这次去|这次要|还是要|那就|那就要|直接|想要|加|加上|喜欢",
        ),
        **tagged(
            PhraseTag.SO,
            "所以|因此|于是|那就|那还是|就还是|那么就|所以就|所以还是|只能|只好|只能用|干脆|不如|要不就|要不|这次|现在",
        ),
        **tagged(PhraseTag.BECAUSE, "因为|由于|毕竟|暂时|以后再|先这样|万一|免得|省得"),
        **tagged(
            PhraseTag.CONDITION,
            "如果|要是|假如|除非|否则|不然|不然就|的话|的话就|只要有|看情况|取决于|视情况|以上|以下|之后|之前|以后|以前|左右|大于|小于|超过|至少|最多不|够的话|没有的话|就行的话|等到|到时候",
        ),
        **tagged(
            PhraseTag.PAST,
            "以前|以前用|以前穿|之前|原来|本来|本来想|本来想用|上次|上个月|昨天|去年|去年我们|曾经|早上喝|一直用|刚才说|以前喜欢|想去|原本",
        ),
        **tagged(
            PhraseTag.EXCESS,
            "太多|太多了|太少|太少了|太大|太大了|太小|太小了|太老|太老了|太新|太新了|太早|太早了|太晚|太晚了|太贵|太贵了|太慢|太慢了|太快|太长|太长了|太短|太短了|太难|太吵|太甜|太累了|太冷|太热|太远|太远了|有点多|有点少|有点早|有点晚|有点贵|踩过坑|去过了|不好用|睡不着|不在",
        ),
        **tagged(PhraseTag.LINK, "是"),
        **tagged(PhraseTag.MODIFIER, "半|一半|半个|多半|差不多|几乎|半小时多"),
        **tagged(PhraseTag.OBJECTION, "意见|异议|毛病|问题|反对|不行的|不可以的"),
        **tagged(
            PhraseTag.NOT,
            "不要|不是|不选|别选|别|不想要|不喜欢|不用|不需要|不想|去掉|排除|没|没有|不加|不放|不喝|不去|别要|别放|别加|覆盖|丢掉|扔掉|代替|而不是|不坐|不吃|不听|不上|不穿|不发|不删|不存|不能|不可以|并不|绝不|决不|千万别|不得",
        ),
        **tagged(PhraseTag.EXCEPT, "除了|除|除去|除开|除了不要"),
        **tagged(
            PhraseTag.EXCEPT_BEFORE,
            "以外都要|之外都要|除外|以外|之外",
            *(
                f"{denied}{rest}{wanted}"
                for denied in (
                    "不用",
                    "不要",
                    "别要",
                    "不选",
                    "就算了",
                    "就不要了",
                    "就不用了",
                    "就不请了",
                )
                for rest in (
                    "别的",
                    "其他",
                    "其他的",
                    "其它",
                    "其它的",
                    "其余",
                    "其余的",
                    "剩下的",
                    "其他人",
                )
                for wanted in ("都要", "都可以", "都行", "都选", "都加", "全要", "都请", "都备份")
            ),
        ),
        **tagged(PhraseTag.BUT, "而是|但是|但|换成|改成|不过|可是|然而|只是|却"),
        **tagged(
            PhraseTag.CORRECTION,
            "不对|等等|等一下|等下|我是说|说错了|错了|不不|不对不对|应该说|我的意思是|哦不|噢不|啊不|嗯不|不不不是|哎不|不是不是|不是吧",
        ),
        **tagged(PhraseTag.NO, "不", is_article=True),
        **tagged(PhraseTag.UNSURE, "不一定|未必|说不准|再看看|看情况吧|不好说|难说"),
        **tagged(PhraseTag.AND, "也|也要|也行", is_weak=True),
        **tagged(PhraseTag.AFFIRM, "就够了|够了|就好|就行|就行了|就可以|就可以了|足够|足够了"),
        **tagged(PhraseTag.EXCESS, "不够|不够用|太挤"),
        **tagged(
            PhraseTag.NONE,
            *(
                f"{all_of}{too}{denied}"
                for all_of in "哪个 哪里 哪儿 谁 什么 一个 一张 一样 一份 一间 一项 一条 一封".split()
                for too in "都也"
                for denied in "别 不 不用 不要 没 不想 不需要 甭".split()
            ),
        ),
        **tagged(
            PhraseTag.ALL,
            *(
                f"一{counter}都{kept}"
                for counter in "个张样份间项条封"
                for kept in (
                    "别落下",
                    "不落下",
                    "别落",
                    "不落",
                    "不能少",
                    "别少",
                    "不能落",
                    "别漏",
                    "别漏掉",
                    "不能漏",
                    "别忘",
                    "要",
                )
            ),
            *(
                f"一{counter}{kept}"
                for counter in "个样份间项"
                for kept in ("不落", "不少", "不漏")
            ),
            *(
                f"{all_of}都{verb}"
                for all_of in (
                    "到处",
                    "全部",
                    "每个",
                    "每样",
                    "每间",
                    "哪儿",
                    "哪里",
                    "样样",
                    "统统",
                    "通通",
                )
                for verb in (
                    *_VERBS,
                    "扫",
                    "来",
                    "请",
                    "叫",
                    "备份",
                    "打扫",
                    "清理",
                    "装上",
                    "加上",
                )
            ),
            *(
                f"{rest}{all_of}{verb}"
                for rest in (
                    "其他",
                    "其他的",
                    "其它",
                    "其它的",
                    "别的",
                    "其余",
                    "其余的",
                    "剩下的",
                    "其他人",
                    "别人",
                    "另外的",
                )
                for all_of in ("都", "全", "全都")
                for verb in (
                    *_VERBS,
                    "扫",
                    "来",
                    "请",
                    "叫",
                    "叫上",
                    "备份",
                    "要",
                    "可以",
                    "行",
                    "加上",
                    "好",
                )
            ),
            *(f"另外{count}{counter}" for count in ("两", "三", "四") for counter in "个样项间"),
            "全加上|都加上|全来|都叫上|全叫上|全都来|都安排上|全安排上|一锅端|全套|来全套|全给我来一份|每个都来|每样都来|每样来点|每样来一份|都给我|全给我",
        ),
        **tagged(
            PhraseTag.ALL,
            "到处|到处都要|哪儿都要|每个地方|别的都要|其他都要|其他都开|其他都扫|其余都要|剩下的都要|剩下都要|别的都|其他的都要|其他的都|五样都要|样都要",
        ),
        **tagged(
            PhraseTag.FILLER,
            "有空|有时间|麻烦|一杯|杯|谢谢|文件|喝|放点|放|点|存|上|钟|赶紧|赶快|快点|尽快|好久没|很久没|好长时间没|好久没有|非要选|硬要选|非要说|一定要选",
        ),
        **tagged(PhraseTag.QUESTION, "多久|多远|多大|多长|几点|咸不咸|哪天|还剩"),
        **tagged(PhraseTag.WORKDAYS, "工作日|平日|平时|周一到周五|上班的时候"),
        **tagged(PhraseTag.WEEKEND, "周末|周末两天|双休日"),
        **tagged(PhraseTag.FILLER, "@|说实话"),
        **tagged(PhraseTag.BUT, "而是", is_weak=True),
        # Thinking aloud, before the answer.
        **tagged(
            PhraseTag.UNSURE,
            "想想|让我想想|我想想|想一想|让我想一想|我想一想|让我看看|我看看",
            is_weak=True,
        ),
        **tagged(PhraseTag.CORRECTION, "算了还是|不了还是|算了我还是|算了算了还是|算了那还是"),
        **tagged(
            PhraseTag.PAST,
            "平时|平常|通常|上次|以前|过了|昨晚|前天|刚刚|刚才|刚|刚刚才|才|早上刚|中午刚",
        ),
        **tagged(
            PhraseTag.NOT_BEFORE,
            "有了|家里有|家里还有|已经有了|还没用完|没带|卖完了|没票了|没位子了|关门了|放不下|打不开|吃腻了|看腻了|听腻了",
        ),
        **tagged(PhraseTag.MODIFIER, "不只|不仅|不光|不止"),
        **tagged(PhraseTag.CONDITION, "比"),
        **tagged(PhraseTag.NOT, "比起|与其|比起来"),
        **tagged(
            PhraseTag.AFFIRM,
            "不就是|不就|不得不选|不得不|只得|少不了|离不开|别忘了|别忘|别忘记|不要忘了|不能没有|不能少|不可少|何不|必须有|必须要|一定要|首先是|最想要|最想",
        ),
        **tagged(PhraseTag.UNSURE, "说不定|没准|没准儿|搞不好|不见得"),
        **tagged(PhraseTag.FILLER, "不用说|不用想|不用问|没的说|没得说|没得选|毫不犹豫|不瞒你说"),
    }


def _yes_or_no() -> dict[str, PhraseMeaning]:
    return {
        **tagged(
            PhraseTag.YES,
            "嗯嗯嗯|妥|妥了|中|成|走起|搞起|安排|收到|收到了|没毛病|没意见|我没意见|没有意见|没异议|无异议|可以了|可以啊|行的|好哒|好滴|好的好的|嗯好|y|ok的|okok|确认|同意的|就是|必须的|必须|当然行|没事|那当然|正是|准了|批准|放心|👍|👌|✅|🙆|对的对的|是是是|要得|干吧|冲|都行吧|好说|没啥问题|我看行|我觉得行|我觉得可以|有何不可|不是问题|那好|那行|那好吧",
        ),
        **tagged(PhraseTag.QUESTION, "真的|真的吗|确定吗|你确定"),
        **tagged(
            PhraseTag.YES, "嗯呢|没什么不可以的|有什么不行的|有什么不可以的|没啥不行的|都备份好了"
        ),
        **tagged(PhraseTag.NO, "当然不|绝对不行|绝对不|不了|先不要|否"),
        # Verbs that rule an option out; here the question may be about just that.
        **tagged(PhraseTag.UNKNOWN, "覆盖|丢掉|扔掉|代替|去掉|排除"),
        **tagged(
            PhraseTag.UNSURE,
            "不是不可以|不是不行|不是不能|也不是不行|也不是不可以|也不是不能|不是不想|又不是不行",
        ),
        # "You are welcome" answers thanks.
        **tagged(PhraseTag.UNSURE, "不客气|不用客气|别客气|不用谢|不谢"),
        **tagged(PhraseTag.NO, "不用了谢谢|不用谢谢|不了谢谢|不要了谢谢|谢谢不用了|谢谢不用"),
        **tagged(
            PhraseTag.NO, "还是别了|还是不了|还是不用了|没必要了|用不着|用不到|大可不必|没这必要"
        ),
        **tagged(
            PhraseTag.YES,
            *(
                f"{head}{tail}"
                for head in ("就是", "正是", "是")
                for tail in ("它", "这个", "那个", "他", "她", "这样", "的")
            ),
            *(
                f"{head}{tail}"
                for head in ("早就", "去年就", "已经", "一直都", "当然", "肯定", "早")
                for tail in ("有了", "有", "有的")
            ),
            "有一个|有两个|有啊|有呀|有呢|那最好了|最好了|那太好了|那就太好了|再好不过|再好不过了|求之不得|非常乐意|很乐意|乐意|愿意|我愿意|麻烦了|麻烦你了|麻烦您了|麻烦你|拜托了|辛苦了|有劳了|准了|批准|允许|同意|我同意|赞成|我赞成|没错|正确|完全正确|千真万确|那当然|必须的|必须|一定|肯定|肯定的|毫无疑问|好主意|好想法|不错的主意|这主意不错|正合我意|就这么办|就这样吧|就这么定了|说得对|说的对|可不是嘛|是的呢|对对对|是是是|行行行|好好好|要要要|怎么不|求你了|快点吧|赶紧吧",
        ),
        **tagged(
            PhraseTag.NO,
            *(
                f"{head}{tail}"
                for head in ("不是", "不对")
                for tail in ("它", "这个", "那个", "他", "她", "这样", "的", "是另一个", "是别的")
            ),
            "没呢|没有呢|还没呢|还没有|没有过|从来没有|从没有过|没用过|没注册过|没做过|错了|错的|弄错了|搞错了|不对的|不允许|不同意|我不同意|反对|我反对|拒绝|不批准|不感兴趣|没兴趣|我自己来|我自己做|我自己弄|自己来|不用了谢谢|不用谢谢|不必了|没必要|没这个必要|不需要了|想都别想|做梦|门都没有|绝不|绝不行|绝对不行|当然不行|当然不|肯定不|肯定不行|怎么可能|不可能|那可不行|那不行|这不行|另一个|是另一个|别的那个|恐怕不行|算了吧|免了|免了吧",
        ),
    }


def _function_words() -> dict[str, PhraseMeaning]:
    """Return what surrounds a choice and does not change it: particles, hedges, politeness."""
    return tagged(
        PhraseTag.FILLER,
        "从上面数|从上往下|从上到下|从左数|如果可以|如果可以的话|可以的话|如果方便",
        "如果方便的话|方便的话|如果行的话|不介意的话|如果不麻烦|如果不麻烦的话|不好意思|劳驾",
        "有劳|辛苦了|辛苦|麻烦你|麻烦您|麻烦了|谢谢你|谢谢您|多谢|感谢|谢啦|谢了|谢谢啦|挺好",
        "挺好的|很好|蛮好|蛮好的|还不错|不错|比较合适|最合适|合适|更合适|也挺好|好一点|好一些",
        "好些|好点|听起来不错|看起来不错|我看|我想想|让我看看|我看看|依我看|要我说|我说",
        "我个人|个人觉得|老实说|说真的|坦白说|其实|当然|肯定|绝对|一定|必须|毫无疑问",
        "还是|照旧|老样子|跟平时一样|一如既往|今天|今晚|今天就|今晚就|这回|这一次|当下|目前",
        "那么|那就来|那就选|那就用|然后|反正|总之|最后还是|最终|到底|毕竟|我说了|我说过",
        "我说过了|我说过的|我说的是|说的是|我刚才说|我刚说了|刚说了|刚才说了|都说了|我都说了",
        "早说了|早就说了|说过了|我已经说了|已经说了|我告诉过你|普通的|普通|一般的|正常的|正常",
        "就普通的|平常的|咱|俺|我方|我这边|我这|给我来杯|给我来|给我来一杯|给我来个|给我上",
        "来一杯|来一份|来一个|来份|来杯|来点|来点儿|来壶|整一个|弄个|搞个|点个|点一个",
        "点一杯|要一个|要一杯|要杯|要个|要份|喝点|喝杯|喝个|喝点儿|吃点|吃个|听点|听听|听个",
        "放个|放首|放一首|播放|坐个|订个|订在|定在|定个|设成|设为|设个|设到|调成|调到|选择用",
        "打算用|打算|准备用|准备|决定用|考虑用|倾向于|我倾向于|倾向|偏向|我偏向|我更喜欢",
        "更喜欢|我比较喜欢|比较喜欢|更想要|更想|宁愿|我宁愿|宁可|选哪个都不如|就定|就定了",
        "就这么定了|定了|就它了|就这个了|得了|好啦|行啦|啦|咯|呗|哟|哇|嘿|嗨|哎|唉|嗯嗯|额额",
        "呃呃|那啥|那什么|这个嘛|这么着|叫做|名字叫|名为|那款|这款|那种|这种|那一种|那版",
        "那个版本|版本|款|颜色|色的|尺码|尺寸|码|哥们|师傅|哈哈|哈哈哈|嘻嘻",
        "呵呵",
    )


def _words() -> dict[str, PhraseMeaning]:
    return {
        **tagged(
            PhraseTag.YES,
            "是|是的|对|对的|对啊|好|好的|好啊|好吧|可以|行|行啊|嗯|嗯嗯|没问题|当然|当然可以|要的|确定|没错",
            "可以的|是啊|对对|对对对|正确|同意|没错没错|就这样|就这么办|请继续|继续吧|好呀|好嘞|当然了|想要的",
            "当然是|当然要|去吧|做吧|来吧|没关系|不错|ok|okay|肯定|是呀|对呀|行吧|愿意|我愿意",
        ),
        **tagged(
            PhraseTag.NO,
            "不|不可以|不好意思不用|不用了|不了|不要了|算了不用|不是的|不同意|不行不行|不愿意|当然不|当然不是",
            "绝对不行|绝对不要|不可能|不要不要|不必|不必了|不对吧|错误|错的|别做|先不要|不做",
        ),
        **tagged(
            PhraseTag.UNSURE,
            "没想好|还没想好|我还没想好|不知道|我不知道|不确定|我不确定|不清楚|不太清楚|说不好|想一想|想想|让我想想|我想想|拿不准|也许|可能",
        ),
        **tagged(
            PhraseTag.QUESTION,
            "什么|是什么|为什么|怎么|怎样|哪个|哪一个|哪个是|吗|呢|几个|多少|谁|哪里|什么时候|啥|是啥",
            "有没有|是不是|能不能|是哪个|如何|哪种|哪些|有什么|什么意思",
        ),
        **tagged(
            PhraseTag.FILLER,
            "我|我想|我想要|想要|想|请|选|选择|就|就是|吧|的|呃|啊|呀|哦|额|那|那么|给我|来|帮我|谢谢|用|应该|个",
            "了|就选|就用|还是选|我觉得|觉得|我认为|比较好|最好|更好|好了|那就|我就|我要选|我要的是|要选|麻烦|选项",
            "请选|请给我|我喜欢|喜欢|我的选择是|我的答案是|答案是|答案|嗯就|先|一下|吧好|帮我选|给我选|使用|我想选",
            "我想用|我用|就好|就行|就行了|就可以|就可以了|比较|这|之|里|里面|里的|其中|这次|现在|我们|咱们|以外|之外",
            "好吗|可以吗|行吗|好不好|可不可以|行不行|号|那我|我会选|我会|会选|决定|决定选|我决定|我决定选|那我选|那我要|是|看|看看|地|得|一个叫|叫|项|种",
            "条|个吧|拜托|哈|嘛|喔|诶|噢|唔|那就选|那就要|就来|来个|按|按照|走|去",
        ),
        # Proposes or asks.
        "怎么样": PhraseMeaning(tag=PhraseTag.QUESTION, is_weak=True, is_doubtful=True),
        **tagged(
            PhraseTag.FILLER,
            "叭|哒|滴|哈|der|鸭|喽|吖|走起|安排上|冲冲冲|盘它|整起|得嘞|试试|试试看|试一试|转转|逛逛|尝尝|看看吧|吃顿|来顿|去顿|打会儿|待着|歇着|那位|这位|那种的|那家|这家|那边的|的那种|那一种|的那位|这一种"
            "|大夫|师傅|老师|先生|女士|小姐|经理|总|哥|姐|妥妥的|必须的|首选|优先|为主|为先|就成|也成|也行|就中|就它吧|就这样|就他|就她|就他了|就她了|绝绝子|yyds|完事|完事儿|够用|够用了|足矣|吧吧|吧亲|谢谢哈|谢啦哈|3q|3x|thx|plz|pls|给我|帮我弄|帮我订|帮我叫|帮我点|帮我放|给安排",
        ),
        **tagged(PhraseTag.FILLER, "门口|门前|前面|那边|那里|里面|附近|旁边|碰头|见面"),
    }  # fmt: skip


def _commands() -> dict[str, PhraseMeaning]:
    return {
        **commands(
            CommandKind.REPEAT,
            "刚才说的什么|刚才说什么|刚刚说的什么|刚才说了什么|啊什么|再来一次|再说一遍|再说一次|重复|重复一遍|重复一下|再念一遍|再读一遍|再来一遍|没听清|我没听清|没听清楚|你说什么",
            "请再说一遍|请重复|再讲一遍|没听见|没听到|再听一遍|再念一次|再读一次|有哪些选项|选项是什么|有什么选项",
            "都有什么|都有哪些|有哪些|再说|再一遍|再一次|能再说一遍吗|可以再说一遍吗|什么来着|重新说|重新说一遍",
            "麻烦再说一遍|请你再说一遍|请重复一遍|再重复一遍|念一遍|读一遍|我没听到|没听懂",
        ),
        **commands(
            CommandKind.SLOWER,
            "慢一点|慢点|说慢点|说慢一点|慢点说|慢一些|慢慢说|太快了|请慢一点|再慢一点|请说慢一点|读慢一点|慢|太快",
            "念慢一点|能慢一点吗|慢一点说|慢些",
        ),
        **commands(
            CommandKind.EXPLAIN,
            "是什么来着",
            "解释|解释一下|说明|说明一下|介绍|介绍一下|详细说说|说说|讲讲|详细介绍|是什么意思|什么意思|详细一点|说一下",
            "具体说说|多说一点|讲一下|请解释|请解释一下|详细说明|请介绍|请介绍一下|说说看|告诉我|跟我说说|给我讲讲",
            "详细解释|详细解释一下|具体介绍|请说明|请说明一下|关于",
        ),
        **commands(
            CommandKind.COMPARE,
            "有什么区别|区别|区别是什么|有什么不同|不同|比较一下|对比|对比一下|有何区别|的区别|有啥区别|差别|差异",
            "有什么差别|的区别是什么|有什么不一样|不一样|之间的区别|之间有什么区别|的差别|哪里不同|哪个更好|相比",
        ),
        **commands(
            CommandKind.BACK,
            "上一个问题|返回|回去|上一题|退回|上一步|回到上一个|后退|回到上一题|回上一题|返回上一题|返回上一步|前一个问题",
            "回到上一个问题|退回去|往回|倒回去|上一个",
        ),
        **commands(
            CommandKind.SKIP,
            "跳过|下一题|下一个问题|略过|跳过这个|跳过这题|过|不回答|先跳过|跳过吧|这题跳过|跳过这个问题|跳过去|pass",
        ),
        **commands(
            CommandKind.MORE, "还有吗|更多|继续|下一页|接着说|还有什么|继续念|继续说|还有别的吗|继续读|接着念|还有哪些|往下"
        ),
        **commands(
            CommandKind.CANCEL,
            "取消|算了|停|停止|停下|别问了|不问了|取消吧|终止|退出|停下来|不做了|取消这个|算了吧|结束|停一下|别说了",
            "请取消|中止|请停止|放弃|不弄了",
        ),
        **commands(
            CommandKind.DECIDE,
            "你看着加|你看着安排|你安排|你看着选|看你的|我没什么偏好|没什么偏好|没偏好|你觉得呢|你做主|你替我们选|你帮我们选|你给我们选|替我们选|帮我们选",
            "你决定|你来决定|你选|你来选|随便|都行|随你|你定|无所谓|都可以|你看着办|由你决定|听你的|你说了算|任意|哪个都行",
            "你帮我选|随便选|随便哪个|你来定|你挑|随意|看着办|你帮我决定|都好|怎么都行|你拿主意|哪个都可以|我都行|我无所谓",
            "随便你|任选|任选一个|随便选一个|你替我选|你替我决定|你自己选|你自己决定|你觉得哪个好就哪个",
        ),
        **commands(
            CommandKind.LATER,
            "回头再说|回头说|等我问问|等我问一下|我问问|让我问问|我问一下|我再想想|我考虑一下|考虑一下|待会儿再说|吃完饭再问我|再问我|明天再说|下周再说|等我|改天再说|到时候再说|过两天|下次吧|下次|下回",
            "现在先不|先不选|晚点告诉你|我晚点告诉你|稍后告诉你",
            "等一会儿再问|等一会儿再问我|等一会儿|等一会|现在不方便|现在没空|不方便|现在很忙|以后再说|待会再问|晚点再问|稍后|待会儿|等会儿|以后再问|现在不行|先不说|过会儿|晚点|下次再说|等会|待会|以后|回头再说",
            "稍后再说|稍后再问|待会再说|晚点再说|等会再说|现在不要|现在不想|过一会儿|过一会儿再问|晚些时候|改天|回头再问|等会儿再问",
            "待会儿再问|以后再问我|晚点再问我|稍后再问我|待会儿再问我|等会儿再说|过会儿再说|先放着|暂时不",
        ),
        **commands(
            CommandKind.OTHER,
            "不用了谢谢|不用了|不了谢谢|不订了|不听了|不用放|不备份了|不喝了|不去了|我不渴|不需要了|都不需要|不加了|不用备份|换一天|换一个时间|都不方便|都没空",
            "都不是|都不合适|都不行|别的|其他|其他的|其它|其它的|另外的|我自己说|没有合适的|都不满意|换一个|都不喜欢|都不对|都不好",
            "没有我想要的|以上都不是|一个都不行|另外的选项|别的选项|其他选项|其它选项|没有一个合适|没有一个合适的|没有合适|没有一个行",
            "都不太合适|没一个合适|自己输入|我要别的|我想要别的|没有我要的|哪个都不行|两个都不要|两个都不行|两个都不是|全都不是",
            "全都不行|以上都不对|都不理想|我有别的想法|换别的|换个别的",
        ),
        **commands(
            CommandKind.OTHER,
            *(f"不{verb}{end}" for verb in _VERBS for end in ("了", "啦", "了吧")),
            is_weak=True,
        ),
        **commands(
            CommandKind.OTHER,
            "不看了好多了|好多了|已经好了|用不着了|没必要了|不需要啦|都不想要|没一个想要的|没有喜欢的|没有想要的",
        ),
        **commands(
            CommandKind.LATER,
            *(
                f"{when}再{verb}"
                for when in ("一会儿", "等会儿", "等会", "待会儿", "待会", "晚点", "回头", "以后", "过会儿", "过会", "明天", "改天", "下次", "等下", "晚些")
                for verb in (*_VERBS, "付", "说", "定", "想", "问", "聊", "")
            ),
            "我再想想|再想想|让我再想想|容我想想|我想想再说|我考虑考虑|考虑考虑",
        ),
        **commands(CommandKind.OTHER, "不用了谢谢|不用谢谢|不了谢谢|不要了谢谢|谢谢不用了|谢谢不用"),
        **commands(
            CommandKind.DECIDE,
            *(f"{word}{rest}" for word in ("哪里", "哪儿", "什么时候", "谁", "哪天", "怎样", "什么", "哪种", "哪一个") for rest in ("都行", "都可以", "都好", "都成", "都无所谓")),
            "随便哪里|随便什么时候|随便哪天|抛硬币吧|抛个硬币|你是专家|你最懂|两个都行|两个都可以|两者都行",
        ),
        **commands(
            CommandKind.LATER,
            "我睡一觉再说|明天再说吧|下周再弄|下周做|明天做|我下周做|我明天做|明天再问我|下周再问我|我先问问|我要先问一下|我得先问问|我确认一下再说",
        ),
    }  # fmt: skip


_PLACES: Final = ("", "十", "百", "千")


def _compound(n: int) -> Iterator[str]:
    """Yield how a number from 21 to 9999 is said: by places, and digit by digit."""
    digits = [(place, n // 10**place % 10) for place in (3, 2, 1, 0)]
    yield "".join(
        "零一二三四五六七八九"[digit] + _PLACES[place] for place, digit in digits if digit
    )
    yield "".join("零一二三四五六七八九"[int(digit)] for digit in str(n))
    zeros = len(str(n)) - len(str(n).rstrip("0"))
    if n > 100 and zeros and n // 10 ** (zeros + 1) % 10:  # "三百二"
        yield "".join(
            "零一二三四五六七八九"[digit] + (_PLACES[place] if place > zeros else "")
            for place, digit in digits
            if digit
        )


@cache
def _answers() -> Lexicon:
    return Lexicon(
        script=WritingScript.CHARACTERS,
        rewrites=(
            # Alone a yes; before other words "but".
            (r"^(?:可|整|昂)[。.!！~]*$", "可以"),
            # What is named is pointed at again: "离得近就去那儿".
            (
                r"(?<=\w)就(?:去|选|订|用|吃|要|买)?(?:那儿|那里|那边|它|那家)(?:了|吧)?[。.!！]*$",
                "所以就用它",
            ),
            # "Whichever you like best" is the assistant's to decide.
            (
                r"(?:你(?:觉得|看|说|认为))?哪(?:个|种|一个|家)[^哪，,。]{1,6}就[^哪，,。]{1,2}哪(?:个|种|一个|家)?",
                "你决定",
            ),
            # What is denied twice is wished.
            (r"非([^，,。]{1,6})不可", r"要\1"),
            # "周一三五" is Monday, Wednesday and Friday.
            (
                r"周([一二三四五六日天]{2,})(?!点|个|号|月|楼)",
                lambda days: "".join(f"周{day}" for day in days[1]),
            ),
            # 8 sounds like 吧.
            (r"(?<=[\u4e00-\u9fff])(?<![选第号项是要])8$", "吧"),
            # Inside a sentence 呢 asks nothing, and 就 or 还是 before its end draws a conclusion.
            (r"呢(?=[，,、])", ""),
            (r"(?<=了)没有?[?？]?$", "吗"),
            (r"(?<![还都也])没有?(?=[^，,。有没]{1,6}就)", "如果没"),
            # What was done already ends a sentence: "厨房扫过了扫客厅".
            (r"(?<=过了)(?=[^，,。！!吧呢吗\s])", "，"),
            (r"(过[^，,。过了]{1,6}了)(?=[^，,。！!吧呢吗\s])", r"\1，"),
            (r"(?<=[^，,。])(?:还是|就)(?=[^，,。是不没别还就]{1,8}吧[。！!]?$)", "那就"),
            # "红茶去糖" is tea without sugar, "去冰岛" a journey.
            (
                r"[去免无](?=(?:[糖冰奶盐油葱蒜辣蛋肉]|牛奶|香菜|芝士|咖啡因)(?![^\W去免无少加不吧]))",
                "不加",
            ),
        ),
        # Later ones win.
        phrases={
            **_function_words(),
            **_words(),
            **_joins(),
            **_clauses(),
            **_positions(),
            **_commands(),
            **extremes("zh"),
        },
        for_yes_or_no={
            **_yes_or_no(),
            **tagged(PhraseTag.FILLER, "就|吧|来|用|只能|直接|加|改|换|拿|选|喜欢"),
            **tagged(
                PhraseTag.YES, "要|我要|就要|想要|还是要|继续|有|有的|是|就是|好|对|行|可以|好了"
            ),
            **tagged(
                PhraseTag.NO,
                "不不不|不了不了|不好|不行|不要|不可以|不能|不必要|没必要|没有必要|没这个必要|不ok|n|否|不是|别|别了|别呀|千万别|想都别想|免了|得了吧|先别|先不|先不要|还是别|还是算了|还是不要|留着|留着吧|先留着|先留着吧|👎|❌|🙅|没门|休想|才不|才不要|当然不行",
                "不用了|不用了谢谢|不用谢谢",
            ),
            **commands(
                CommandKind.LATER,
                "下个月|下周|下星期|明年|改天|过几天|下个月再说|下周再说|以后再说|回头再说|再说吧|不急|先不急|不着急",
                is_weak=True,
            ),
            **tagged(PhraseTag.FILLER, "马上|立刻|立马|这就|一个|一个吧|一下|一下吧"),
            **tagged(PhraseTag.NO, "这次算了"),
            **tagged(PhraseTag.NO, "没有|没|不对|不要|不行|不是|不用|不需要|不想要|不好|不"),
            **tagged(PhraseTag.YES, "有了|家里有|家里还有|已经有了"),
            **tagged(
                PhraseTag.UNKNOWN,
                "除|没带|卖完了|没票了|没位子了|关门了|放不下|打不开|吃腻了|看腻了|听腻了",
            ),
            **tagged(
                PhraseTag.NO,
                *(f"不{verb}了" for verb in _VERBS),
                "不用不用",
                "别啊",
                "别嘛",
                "打住",
                "慢着",
            ),
            **tagged(
                PhraseTag.YES,
                "可啊|可的|得嘞|好嘞您|好嘞|得咧|木问题|木有问题|么问题|请便|您请便|太好了|那太好了|好der|好哒哒|好叭|行叭|可以叭|行吧行吧|中中中|整吧|来来来|搞吧|弄吧|开整"
                "|要啊|要呀|当然要啊|要的呀|嗯哪|嗯啦|阔以|可以滴|好嘀|好勒|好咧|好的呀|好的呢|好的哦|好呢|没得问题|莫得问题|尽管来|随时可以|我没问题|我同意了|ojbk|okk|okay的|oki|欧克|欧了|收到收到|赞成票",
            ),
        },
        afterwards=words("以后 回头 晚点 稍后 下次"),
        halves=words("半"),
        rest=("其他", "其它", "别的", "其余", "剩下", "另外", "别人"),
        closings=words("吧 好了 就行 就好 就可以 就可以了 就行了 得了"),
        counters="张本块瓶杯只件双条辆间套页篇句题盘碗片场首点号个人名位天年月日次层台份种项条级轮小分",
        number_words=_NUMBERS.cardinals,
        compound_number=_compound,
        point_words=("点",),
        letter_names={},
        label_variants=(
            (r"医生", "大夫"),
            *(
                (
                    rf"^([{_SURNAMES}])(?:[\u4e00-\u9fff]{{1,2}}|老师|医生|先生|女士|叔叔|阿姨|经理|师傅)$",
                    called,
                )
                for called in (
                    r"小\1",
                    r"老\1",
                    r"姓\1",
                    r"\1姓",
                    r"\1总",
                    r"\1老师",
                    r"\1先生",
                    r"\1女士",
                    r"\1哥",
                    r"\1姐",
                    r"\1工",
                )
            ),
            (r"(?:早上|上午|中午|下午|晚上)(?=\d)", ""),
            (r"(?<=点)(?:半|30分?)", "半"),
            (r"(?<=点)半", "30"),
            (r"^30分钟$", "半小时"),
            (r"^半小时$", "半个小时"),
            (r"^半个小时$", "半个钟头"),
            (r"^15分钟$", "一刻钟"),
            (r"^周(?=.$)", "星期"),
            (r"^星期(?=.$)", "礼拜"),
            (r"日$", "天"),
            *(
                (rf"^(?:下午|晚上){hour}(?:点|:)(?:半|30分?)$", f"{hour + 12}:30")
                for hour in range(1, 12)
            ),
            *((rf"^(?:下午|晚上){hour}点$", f"{hour + 12}:00") for hour in range(1, 12)),
            *((rf"^(?:下午|晚上){hour}点$", f"{hour + 12}点") for hour in range(1, 12)),
            (r"(?<=点)$", "整"),
            (r"(?<=\d)个人", "人"),
            (r"(?<=\d)(?:个?人|号)", ""),
            (r"^1(?:个)?小时$", "60分钟"),
            (r"^60分钟$", "1小时"),
            (r"^1(?:个)?小时$", "一个钟头"),
            (r"^1小时$", "一个小时"),
            (r"^小号$", "s"),
            (r"^中号$", "m"),
            (r"^大号$", "l"),
            (r"^(?:加大号|特大号)$", "xl"),
            (r"(?i)^word ?文档$", "docx"),
            (r"(?i)^excel ?表格$", "xlsx"),
            (r"^纯文本$", "txt"),
            (r"^开发环境$", "dev"),
            (r"^生产环境$", "prod"),
            (r"^预发布?环境$", "staging"),
            (r"^测试环境$", "test"),
            (r"^妈妈$", "老妈"),
            (r"^爸爸$", "老爸"),
            (r"^妈妈$", "我妈"),
            (r"^爸爸$", "我爸"),
            (r"^妈妈$", "母亲"),
            (r"^爸爸$", "父亲"),
            *((r"^删除$", said) for said in ("删", "删掉", "删了", "删了吧", "删掉吧")),
            *(
                (r"^不删除$", said)
                for said in (
                    "不删",
                    "留着",
                    "先留着",
                    "留着吧",
                    "保留",
                    "先不删",
                    "千万别删",
                    "能不删就不删",
                )
            ),
        ),
        either_way=r"([\u3400-\u9fff])[不没]\1",
        objections="介意|反对|有意见",
        symbol_words={"+": "加", "#": "井", "&": "和"},
        variants=dict(
            zip(
                "個項種條號兩倆後對沒當題問選擇還別這過說請幾麼為釋區複決稍離給來們樣開頭錯應該覺認麻煩壹貳參肆伍陸柒捌玖"
                "甲間薦議確續聽見讀講遍斷無隨編據稱詳細紹與較變換進慢點見帶錄處實際終結棄違願動輸數碼從倒並餘歡喜樂謝"
                "會麽妳您著儘盡它們讓幫個隻種幺",
                "个项种条号两俩后对没当题问选择还别这过说请几么为释区复决稍离给来们样开头错应该觉认麻烦一二三四五六七八九"
                "甲间荐议确续听见读讲遍断无随编据称详细绍与较变换进慢点见带录处实际终结弃违愿动输数码从倒并余欢喜乐谢"
                "会么你你着尽尽它们让帮个只种一",
                strict=True,
            )
        ),
    )


_STOP_ALARM: Final = (
    r"(?:好的?|好了|请|把|那|嘿)*(?:闹钟|计时器|定时器|提醒|声音|铃声|它|这个)?(?:给我)?"
    r"(?:停(?:下来?|止|一下|吧|了)?|关(?:掉|了|闭|上)?|别(?:再)?响了?|不要(?:再)?响了?|取消|安静(?:点|一点)?|够了"
    r"|我?起来了|我?醒了|知道了)(?:闹钟|计时器|定时器|提醒|声音|铃声)?(?:吧|了|啊|谢谢)*"
)
_RING_AGAIN: Final = r"(?:再)?(?:响|提醒我?|叫我?|说|叫醒我)?(?:吧)?"
_SNOOZE: Final = (
    rf"(?:稍后|晚点|等会儿?|待会儿?|过会儿?|一会儿)(?:再)?{_RING_AGAIN}",
    r"等一下再(?:响|提醒我?|叫我?|说)(?:吧)?",
    rf"(?:再睡|让我再睡|再等){NUMBER}分钟?(?:吧)?",
    rf"(?:过)?{NUMBER}分钟(?:后|以后|之后)?再?{_RING_AGAIN}",
    r"(?:贪睡|小睡)(?:一下)?",
)

_MAY_I: Final = r"(?:请|我想|我要|我想要|让我|帮我|可以)?"
_CHANGE: Final = r"(?:改|修改|更改|改变|改一下|修改一下|更改一下|换)"
_QUESTION_NUMBER: Final = rf"第?{NUMBER}(?:个|道)?(?:问题|题)"
_ANSWER_CHANGES: Final = (
    rf"{_MAY_I}{_CHANGE}(?:我的|我)?(?:答案|回答)(?:一下)?",
    rf"{_MAY_I}{_CHANGE}(?:我)?(?:对)?{_QUESTION_NUMBER}的?(?:答案|回答)(?:一下)?",
    rf"{_MAY_I}把(?:我)?(?:对)?{_QUESTION_NUMBER}的?(?:答案|回答){_CHANGE}(?:一下)?",
)

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

_PLEASE: Final = r"(?:请|再|麻烦|帮我|你|先|能|可以|能不能|给我|那|好)*"
_SAY: Final = r"(?:告诉我|读|念|说说|说|讲讲|讲|重复|列|听|报|介绍|解释|说明)(?:一?[遍次下]|出来|出|给我|我|听听|听)*"
_AGAIN: Final = r"(?:再?一?[遍次下]|再|吧|吗|好吗|是什么|是啥)*"
_QUESTION_REQUESTS: Final = {
    QuestionRequest.ABOUT: (
        r"(?:这|这个|这个问题|这道题|问题|那|那个|它)?(?:都)?是?(?:[关關][于於]什么|有[关關]什么|讲什么|说什么"
        r"|在?问什么|什么问题|干什么用|怎么回事)(?:的)?(?:问题|事|内容)?(?:的|呢|啊|来着)?",
        r"你(?:在|是|要|想)*问(?:我)?什么(?:呢|啊)?",
        r"(?:你)?为什么(?:要)?问(?:我)?(?:这个)?(?:问题)?(?:呢|啊)?",
        rf"{_PLEASE}告诉我(?:这|这个问题)是?[关關][于於]什么的?",
    ),
    QuestionRequest.NOTE: (
        rf"{_PLEASE}{_SAY}(?:这个问题的?|问题的?|相[关關]的?|详细的?|更多的?|有[关關]的?|那个|这个)?"
        rf"(?:背景|说明|[备備][注註]|上下文|背景信息|背景情况|情况说明|注释|[附]?注)(?:信息|情况|资料)?{_AGAIN}",
        r"(?:背景|[备備][注註]|上下文)(?:是|有|说|讲|写)(?:的是|了)?(?:什么|啥|哪些)(?:呢|啊)?",
        r"有(?:没有|什么)?(?:背景|[备備][注註]|说明)(?:信息)?(?:吗)?",
    ),
    QuestionRequest.OPTIONS: (
        rf"{_PLEASE}{_SAY}(?:所有|全部|这些|那些)?(?:的)?(?:选项|选择){_AGAIN}",
        rf"{_PLEASE}把?(?:所有)?选项(?:都)?(?:再|重新)?(?:读|念|说|讲|报|列)(?:一?[遍次下]|出来|给我听)*(?:吧|吗)?",
        r"(?:都|还)?有(?:哪些|什么|啥)(?:选项|选择|可选)(?:的)?(?:呢|来着)?",
        r"(?:选项|选择)(?:都|还)?(?:是|有)(?:什么|哪些|啥|哪几个)(?:呢|来着)?",
    ),
    QuestionRequest.CHOSEN: (
        r"我?(?:刚才|刚刚|之前|已经|现在|到现在|目前|前面|都)*(?:选择|选|挑|回答|答|选中)(?:了|的是|的|过)"
        r"(?:什么|哪个|哪些|哪一个|哪几个|啥|几号)(?:了|呢|来着|啊)?",
        r"(?:已经|现在|目前)*(?:选中|选|[预預]选|默认)(?:了|的)?(?:是)?(?:什么|哪个|哪些|哪一个)(?:了|呢)"
        r"|(?:已经|现在|目前)+(?:选中|选|[预預]选|默认)(?:了|的)(?:是)?(?:什么|哪个|哪些|哪一个)",
        r"我的(?:答案|选择|回答)(?:是|都是)(?:什么|哪个|哪些|啥)(?:来着|呢)?",
    ),
    QuestionRequest.BEFORE: (
        r"(?:上一个|上一道|前一个|前一道|前面的|之前的|刚才的|上个|前面那个|刚才那个|上一?)(?:问题|题目|题)"
        r"(?:是|问的是|问|说的是|说|讲|问了)(?:什么|啥|哪个|怎么问的)(?:来着|呢|了)?",
        rf"{_PLEASE}{_SAY}(?:上一个|上一道|前一个|前面的|之前的|刚才的|上个)(?:问题|题目|题){_AGAIN}",
        r"(?:你)?(?:刚才|刚刚|之前|前面|上次)问(?:了|的|的是|我)*(?:什么|啥)(?:来着|呢)?",
    ),
    QuestionRequest.KEEP: (
        r"(?:就|那就|还是)?(?:保持|[维維]持)(?:不变|这样|原样|默认|现状|原来的)(?:吧|就好|就行)?",
        r"(?:就|那就)这样(?:吧|好了|就好|就行|了)?",
        r"(?:就)?不(?:用|要|必)?(?:改|变|换)(?:了|它|动)?(?:吧)?",
        r"(?:就|那就)?(?:用|按|选|选择)?(?:默认|[预預][设設]|已经?选的|已选中?的|选好的)(?:的|值|选项|那个)?(?:就好|就行|吧|就可以)?",
    ),
}

_ANSWER_CORRECTIONS: Final = phrases(
    """
        其实|不其实|还是|不对|不对不对|哦不对|啊不对|等等|不等等|等一下|等下|我是说|不我是说|我的意思是|说错了|我说错了|错了|应该是
        哦不|啊不|改成|换成|改选|我想改成|我想换成|抱歉|对不起|算了还是
    """
)


CHINESE: Final = Language(
    code="zh",
    answers=_answers,
    question_requests=_QUESTION_REQUESTS,
    turn_endings=TurnEndings(
        sounds=words(
            "和 跟 或者 或是 还有 以及 因为 但是 可是 然后 所以 如果 比如 比如说 把 给 嗯 呃 还是 的话 "
            "关于 關於 還有 因為 然後 還是 的話"
        ),
        bare=words("在 从 到 向 很 我 你 帮我 请"),
        starters=phrases("请|帮我|我想|我要|你能|能不能|请问|给我|告诉我"),
        least=6,
        is_spaced=False,
    ),
    agreements=phrases("是|是的|对|好|好的|行|可以|嗯|没错"),
    courtesy=phrases("请|吧|了|啊"),
    backchannels=Backchannels(
        listening=phrases(
            "哦|噢|喔|啊|呃|额|唔|好吧|好啊|对对|对的|是啊|明白|明白了|知道了|知道|了解|原来如此|"
            "真的|真的吗|哇|这样|这样啊|谢谢|谢谢你|太好了|不错|有道理|當然"
        ),
        answering=phrases("嗯嗯|继续|当然"),
    ),
    stop_commands=StopCommands(
        stop=phrases(
            "停|停下|停下来|停一下|停止|停吧|快停|别说了|不要说了|别讲了|不要再说了|别再说了|"
            "别念了|安静|安静点|请安静|闭嘴|够了|可以了别说了|行了别说了|打住|等一下|等等|等一等|"
            "等下|等会儿|稍等|稍等一下|先等一下|暂停|取消|取消吧|算了|算了吧|没什么|不用了|当我没说|别管了|不用说了"
        ),
        courtesy=phrases("喂|不好意思|先"),
    ),
    farewell_replies=FarewellReplies(
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
    ),
    read_on_replies=ReadOnReplies(
        read_on=phrases(
            "继续|请继续|继续吧|继续读|继续念|继续说|接着|接着读|接着念|接着说|读吧|念吧|说吧|读下去|念下去|说下去|要|需要|好啊|好呀|当然|剩下的|都读|"
            "全部"
        ),
        end=phrases(
            "不|不要|不用|不用了|不必|不必了|不需要|算了|够了|不了|别读了|别念了|别说了|我自己看|我自己读|我看屏幕"
        ),
    ),
    sample="今天的天气非常好。",
    sentence_breaks=SentenceBreaks(
        clause_chars=8,
    ),
    pronunciation=Pronunciation(
        money={"$": "{n}美元", "€": "{n}欧元", "£": "{n}英镑", "¥": "{n}元", "₩": "{n}韩元"},
        units={
            "km/h": "每小时{n}公里",
            "m/s": "每秒{n}米",
            "km²": "{n}平方公里",
            "m²": "{n}平方米",
            "m³": "{n}立方米",
            "km": "{n}公里",
            "cm": "{n}厘米",
            "mm": "{n}毫米",
            "kg": "{n}公斤",
            "ml": "{n}毫升",
            "KB": "{n}千字节",
            "MB": "{n}兆字节",
            "GB": "{n}吉字节",
            "°C": "{n}摄氏度",
            "°F": "{n}华氏度",
            "%": "百分之{n}",
        },
        powers=("平方", "立方"),
    ),
    hallucinations=phrases(
        "谢谢观看|"
        "謝謝觀看|"
        "谢谢大家|"
        "请不吝点赞 订阅 转发 打赏支持明镜与点点栏目|"
        "字幕由amara org社区提供"
    ),
    wake_spellings={
        "hey jarvis": ("嘿贾维斯", "嗨贾维斯", "嘿 贾维斯"),
        "alexa": ("亚历克莎", "艾丽莎"),
        "hey mycroft": ("嘿麦克罗夫特",),
    },
    numbers=_NUMBERS,
    answer_corrections=_ANSWER_CORRECTIONS,
    denials=phrases("不|不是|不要"),
    alarm_commands=AlarmCommands(stop=_STOP_ALARM, snooze=_SNOOZE, amounts={"几": 5, "三十": 30}),
    answer_changes=_ANSWER_CHANGES,
    memory=MemoryWords(
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
    ),
    place_counters=words("号 號"),
    time_units={
        1: words("秒 秒钟"),
        60: words("分 分钟"),
        3600: words("小时 个小时 钟头 个钟头"),
        86_400: words("天 日"),
        604_800: words("周 星期 个星期"),
    },
    question_words=QuestionWords(
        recommended=("(推荐)", "(推薦)", "（推荐）", "（推薦）"),
        other=phrases("其他"),
        secret="密码|密碼|口令",
        forbidding="不要|请勿|切勿",
        either_or="还是|還是|或者",
    ),
)
