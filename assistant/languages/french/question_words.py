"""What models and servers write in French questions."""

from typing import Final

from assistant.languages.language import QuestionWords, phrases

QUESTION_WORDS: Final = QuestionWords(
    recommended=("(recommandé)", "(recommandée)"),
    other=phrases(
        "autre|autres|autre option|une autre option|autre chose|quelque chose d'autre"
        "|quelque chose d’autre|autre réponse"
    ),
    another=r"(?:une? )?autres?(?: \w+){1,2}",
    specify=(
        "(?:veuillez |merci de |à )?(?:préciser|précisez|précise|spécifier|spécifiez"
        "|décrire|décrivez|indiquer|indiquez|expliquer|expliquez)(?: (?:s['’]il (?:vous"
        "|te) pla[iî]t|svp|ici))?"
    ),
    own_words=(
        "(?:ma|votre|ta) propre réponse|réponse (?:libre|personnalisée)|(?:saisir|écrire"
        "|entrer|taper) (?:ma|mon|votre|ta|ton|une)(?: propre)? (?:réponse|texte|option)"
        "|(?:texte|saisie) libre"
    ),
    secret=(
        r"\b(?:mot de passe|phrase secrète|clé (?:api|privée|secrète)|jeton d['’]accès"
        r"|carte (?:bancaire|de crédit)|cryptogramme|code pin)\b"
    ),
    forbidding=r"\b(?:ne|n['’]\w+|pas|jamais|sans|aucun\w*)\b",
    either_or=r"\b(?:soit\b.*\bsoit|\w+,? ou(?! (?:non|pas)\b)(?: bien)?) \w+",
)
