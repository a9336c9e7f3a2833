"""What labels say in Korean: days, times, degrees and forms of words."""

from typing import Final

from assistant.languages.label_words import LabelWords

LABELS: Final = LabelWords(
    degrees=r"(?:조금|약간|살짝|아주|매우|정말|진짜|너무|더|덜|제일|가장|좀)",
    weekdays=tuple(f"{day}욜|{day}요일" for day in "월화수목금토일"),
    parts_of_day=(
        (range(5, 12), "아침|오전"),
        (range(12, 13), "정오|점심|점심때|낮"),
        (range(12, 19), "오후"),
        (range(17, 24), "저녁|밤"),
    ),
    days=("오늘|당일", "내일", "모레|내일모레", "글피"),
    counted_clock=("시", "분", "반"),
    colour="색",
    plurals=("들",),
)
