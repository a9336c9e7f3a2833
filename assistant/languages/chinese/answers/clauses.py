"""What joins, denies and explains in Chinese answers."""

from typing import Final

from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged

VERBS: Final = "买看去吃喝听坐订点选要加放发打存装开关改换骑走玩逛做弄搞用"
"""Verbs of what is offered."""


def joins() -> dict[str, PhraseMeaning]:
    """Return what joins and takes back what is named."""
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
        **tagged(PhraseTag.EXCEPT_BEFORE, "除外"),
        **tagged(PhraseTag.EXCEPT_BEFORE, "以外都要|之外都要", value=1),
        # Verbs with a syllable that makes an exception elsewhere.
        **tagged(PhraseTag.UNKNOWN, "删除|移除|清除|去除|解除|扣除|除夕"),
        **tagged(PhraseTag.BUT, "要|而是|但是|但|换成|改成|我要|我选|就要"),
        **tagged(
            PhraseTag.CORRECTION,
            "不对|等等|等一下|等下|我是说|说错了|错了|不不|不对不对|应该说|我的意思是",
        ),
    }


def clauses() -> dict[str, PhraseMeaning]:
    """Return what denies, compares and gives reasons."""
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
            "除外|以外|之外",
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
        **tagged(
            PhraseTag.EXCESS,
            "不够|不够用|太挤|不好喝|不好吃|不好看|不好玩|不好听|难喝|难吃|难看|难听",
        ),
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
                    *VERBS,
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
                    *VERBS,
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
