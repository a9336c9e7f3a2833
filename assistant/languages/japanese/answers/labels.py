"""What labels say in Japanese: days, times, degrees and forms of words."""

from typing import Final

from assistant.languages.label_words import LabelWords

LABELS: Final = LabelWords(
    degrees=r"(?:ちょっとだけ|ちょっと|少し|すこし|とても|すごく|めっちゃ|かなり|もっと|一番|より)",
    weekdays=tuple(f"{day}曜|{day}曜日" for day in "月火水木金土日"),
    parts_of_day=(
        (range(5, 12), "朝|午前"),
        (range(12, 13), "昼|お昼|正午"),
        (range(12, 19), "午後"),
        (range(16, 19), "夕方"),
        (range(18, 24), "夜"),
    ),
    part_joint="の",
    days=("今日|今晩|今夜|本日", "明日|明晩", "明後日|あさって", "しあさって"),
    short_parts=((range(18, 24), "晩"),),
    counted_clock=("時", "分", "半"),
    colour="色",
)
