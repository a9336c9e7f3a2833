"""How answers are taken back in Japanese."""

from typing import Final

from assistant.languages.language import phrases

ANSWER_CORRECTIONS: Final = phrases(
    """
        やっぱり|いややっぱり|やっぱ|やはり|間違えた|間違えました|まちがえた|待って|ちょっと待って|いや待って|訂正|違う違う|いや違う|違った
        というか|言い間違えた|もとい|実は|そうじゃなくて|ごめん|ごめんなさい|すみません|いや
    """
)

DENIALS: Final = phrases("いいえ|いえ|違います")
