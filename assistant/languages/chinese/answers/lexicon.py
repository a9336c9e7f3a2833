"""What the phrases of Chinese answers mean."""

from typing import Final

from assistant.languages.chinese.answers.clauses import VERBS, clauses, joins
from assistant.languages.chinese.answers.commands import command_phrases
from assistant.languages.chinese.answers.extremes import EXTREMES
from assistant.languages.chinese.answers.places import positions
from assistant.languages.chinese.answers.plain_phrases import (
    around_choice,
    plain_answers,
    plain_replies,
)
from assistant.languages.chinese.answers.spoken_numbers import compound_number
from assistant.languages.chinese.answers.usual_words import function_words, usual_words
from assistant.languages.chinese.answers.yes_or_no import yes_or_no
from assistant.languages.chinese.numbers import NUMBERS
from assistant.languages.extremes import extremes
from assistant.languages.language import words
from assistant.languages.lexicon import (
    CommandKind,
    Lexicon,
    PhraseTag,
    WritingScript,
    commands,
    tagged,
)

_SURNAMES: Final = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈"
    "姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤"
)
"""The commonest family names."""

LEXICON: Final = Lexicon(
    script=WritingScript.CHARACTERS,
    pointing=frozenset({"那", "这", "的那", "的这"}),
    wishing_all="都",
    bare_denial="不",
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
        # What is dropped before another is named: "飞机还是算了坐高铁".
        (r"(?<=[^，,。\s])(?:还是|就)?算了(?=[^，,。吧啊呢还\s]{2,})", "不要，"),
        # 呢 behind what still goes on asks nothing.
        (r"(?<=还)([^，,。?？]{1,8})呢$", r"\1"),
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
        **around_choice(),
        **function_words(),
        **usual_words(),
        **joins(),
        **clauses(),
        **plain_replies(),
        **positions(),
        **command_phrases(),
        **extremes(EXTREMES),
    },
    for_yes_or_no={
        **yes_or_no(),
        **plain_answers(),
        **tagged(PhraseTag.FILLER, "就|吧|来|用|只能|直接|加|改|换|拿|选|喜欢"),
        **tagged(PhraseTag.YES, "要|我要|就要|想要|还是要|继续|有|有的|是|就是|好|对|行|可以|好了"),
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
            *(f"不{verb}了" for verb in VERBS),
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
    otherwise=words("不然 否则 要不然 不然的话 不然就"),
    afterwards=words("以后 回头 晚点 稍后 下次"),
    halves=words("半"),
    rest=("其他", "其它", "别的", "其余", "剩下", "另外", "别人"),
    closings=words("吧 呗 啦 好了 就行 就好 就可以 就可以了 就行了 得了"),
    counters="张本块瓶杯只件双条辆间套页篇句题盘碗片场首点号个人名位天年月日次层台份种项条级轮小分",
    number_words=NUMBERS.cardinals,
    compound_number=compound_number,
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
        (r"周(?=[一二三四五六日天])", "星期"),
        (r"星期(?=[一二三四五六日天])", "礼拜"),
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
        (r"^(\d+)小时$", r"\1个小时"),
        (r"^2(?=个?小时)", "俩"),
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
