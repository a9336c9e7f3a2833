"""What models and servers write in German questions."""

from typing import Final

from assistant.languages.language import QuestionWords, phrases

QUESTION_WORDS: Final = QuestionWords(
    recommended=("(empfohlen)",),
    other=phrases(
        "andere|anderes|anderer|andere option|eine andere option|sonstiges|sonstige"
        "|etwas anderes|was anderes|etwas ganz anderes"
    ),
    another=r"(?:eine?[nrms]? )?andere[nrms]?(?: \w+){1,2}",
    specify=(
        "(?:bitte )?(?:genauer )?(?:angeben|nennen|beschreiben|spezifizieren|eingeben"
        "|eintragen|ausfüllen|erläutern|präzisieren|erklären)|bitte (?:gib|geben sie|nenne"
        r"|nennen sie|beschreibe|beschreiben sie|schreib|schreiben sie)(?: \w+){0,3}"
    ),
    own_words=(
        "(?:eine )?eigene (?:antwort|eingabe|angabe)(?: eingeben| angeben| schreiben)?"
        "|selbst (?:eingeben|angeben)|ich (?:gebe|schreibe|tippe) (?:es "
        "|sie )?selbst(?: ein)?|freitext|freie (?:eingabe|antwort)|eigener text"
        "|benutzerdefinierte (?:antwort|eingabe)"
    ),
    secret=(
        r"\b(?:passwor[td]|kennwort|passphrase|geheimnis|api[ _-]?schlüssel|zugangscode"
        r"|zugriffstoken|privater schlüssel|kreditkarte(?:nnummer)?|pin)\b"
    ),
    forbidding=r"\b(?:nicht|nie|niemals|kein\w*|ohne)\b",
    either_or=r"\b(?:entweder\b.*\boder|\w+,? oder(?! nicht\b)) \w+",
)
