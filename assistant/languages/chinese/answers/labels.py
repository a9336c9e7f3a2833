"""What labels say in Chinese: days, times, degrees and forms of words."""

from typing import Final

from assistant.languages.label_words import LabelWords

LABELS: Final = LabelWords(
    degrees=r"(?:一点点?|有点|稍微?|很|非常|特别|超|越|更|最|比较|太)",
    weekdays=tuple(f"礼拜{day}|星期{day}|周{day}|週{day}" for day in "一二三四五六")
    + ("礼拜天|礼拜日|星期天|星期日|周日|周天|週日",),
    parts_of_day=(
        (range(5, 12), "上午|早上|早晨"),
        (range(11, 13), "中午|正午"),
        (range(12, 19), "下午"),
        (range(17, 24), "晚上|傍晚|夜里"),
    ),
    days=("今天|今晚|今日|今早", "明天|明晚|明早|明日", "后天|后晚|后早", "大后天"),
    short_parts=((range(5, 12), "早"), (range(17, 24), "晚")),
    counted_clock=("点", "分", "半"),
    quarters=("一刻", "两刻", "三刻"),
    zero="零",
    colour="色",
)
