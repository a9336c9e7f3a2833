"""Places in a list, in Chinese."""

from typing import Final

from assistant.languages.chinese.numbers import numeral
from assistant.languages.lexicon import PhraseMeaning, PhraseTag, tagged

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


def _numbers() -> dict[str, PhraseMeaning]:
    found: dict[str, PhraseMeaning] = tagged(PhraseTag.NUMBER, "零|0")
    for n in range(1, 21):
        numerals = [numeral(n), str(n)]
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


def positions() -> dict[str, PhraseMeaning]:
    """Return what points at places in the list."""
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
