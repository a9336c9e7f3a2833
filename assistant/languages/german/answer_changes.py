"""How answers are taken back in German."""

from typing import Final

from assistant.languages.language import phrases

ANSWER_CORRECTIONS: Final = phrases(
    """
        eigentlich|nein eigentlich|eigentlich doch|moment|nein moment|moment mal|warte|nein warte|warte mal|ach nein|ach ne|äh nein
        ich meine|ich meinte|nein ich meine|nein ich meinte|ich wollte sagen|entschuldigung|sorry|quatsch|halt|nein halt
        doch lieber|nein lieber|nein doch|nein doch lieber|lieber doch|dann doch|dann doch lieber|korrektur|besser gesagt
        nimm doch|ich nehme doch|oder doch|ändere es auf|ändere das auf
    """
)

DENIALS: Final = phrases("nein|nee|ne|nö")
