"""Sentences of Parley's own that are spoken, in the language of the voice that says them. Pure.

The interface's catalogues know English, Korean and Chinese; a voice may speak others. What is most
often said has its words here for these; anything else is said in English.
"""

from collections.abc import Mapping
from typing import Final

from assistant.locale import INTERFACE_LANGUAGES, mark, text_in

CODE_ON_SCREEN: Final = mark("The code is on the screen.")
TABLE_ON_SCREEN: Final = mark("The table is on the screen.")
FORMULA_ON_SCREEN: Final = mark("The formula is on the screen.")
A_FORMULA: Final = mark("a formula")
A_LINK: Final = mark("a link")
LINK_TO: Final = mark("link to {domain}")
NOT_UNDERSTOOD: Final = mark("I didn't catch that, please say it again")
SHALL_WE_END: Final = mark("Shall we end the conversation?")
NO_ANSWER: Final = mark("I could not get an answer.")
BROKEN_OFF: Final = mark("The answer breaks off here.")
FILLERS: Final = (
    mark("One moment."),
    mark("Let me look."),
    mark("I'm still at it."),
    mark("Just a second."),
)
"""Said while a tool takes its time, one after the other."""

_ELSEWHERE: Final[Mapping[str, Mapping[str, str]]] = {
    "de": {
        CODE_ON_SCREEN: "Der Code ist auf dem Bildschirm.",
        TABLE_ON_SCREEN: "Die Tabelle ist auf dem Bildschirm.",
        FORMULA_ON_SCREEN: "Die Formel ist auf dem Bildschirm.",
        A_FORMULA: "eine Formel",
        A_LINK: "ein Link",
        LINK_TO: "Link zu {domain}",
        NOT_UNDERSTOOD: "Das habe ich nicht verstanden, bitte noch einmal",
        SHALL_WE_END: "Wollen wir das Gespräch beenden?",
        NO_ANSWER: "Ich konnte keine Antwort bekommen.",
        BROKEN_OFF: "Die Antwort bricht hier ab.",
        FILLERS[0]: "Einen Moment.",
        FILLERS[1]: "Ich sehe nach.",
        FILLERS[2]: "Ich bin noch dabei.",
        FILLERS[3]: "Nur eine Sekunde.",
    },
    "fr": {
        CODE_ON_SCREEN: "Le code est à l'écran.",
        TABLE_ON_SCREEN: "Le tableau est à l'écran.",
        FORMULA_ON_SCREEN: "La formule est à l'écran.",
        A_FORMULA: "une formule",
        A_LINK: "un lien",
        LINK_TO: "lien vers {domain}",
        NOT_UNDERSTOOD: "Je n'ai pas compris, pouvez-vous répéter",
        SHALL_WE_END: "Voulez-vous terminer la conversation ?",
        NO_ANSWER: "Je n'ai pas pu obtenir de réponse.",
        BROKEN_OFF: "La réponse s'arrête ici.",
        FILLERS[0]: "Un instant.",
        FILLERS[1]: "Je regarde.",
        FILLERS[2]: "J'y travaille encore.",
        FILLERS[3]: "Juste une seconde.",
    },
    "es": {
        CODE_ON_SCREEN: "El código está en la pantalla.",
        TABLE_ON_SCREEN: "La tabla está en la pantalla.",
        FORMULA_ON_SCREEN: "La fórmula está en la pantalla.",
        A_FORMULA: "una fórmula",
        A_LINK: "un enlace",
        LINK_TO: "enlace a {domain}",
        NOT_UNDERSTOOD: "No lo he entendido, por favor repítelo",
        SHALL_WE_END: "¿Terminamos la conversación?",
        NO_ANSWER: "No he podido obtener una respuesta.",
        BROKEN_OFF: "La respuesta se corta aquí.",
        FILLERS[0]: "Un momento.",
        FILLERS[1]: "Déjame mirar.",
        FILLERS[2]: "Sigo en ello.",
        FILLERS[3]: "Solo un segundo.",
    },
    "ja": {
        CODE_ON_SCREEN: "コードは画面にあります。",
        TABLE_ON_SCREEN: "表は画面にあります。",
        FORMULA_ON_SCREEN: "数式は画面にあります。",
        A_FORMULA: "数式",
        A_LINK: "リンク",
        LINK_TO: "{domain}へのリンク",
        NOT_UNDERSTOOD: "聞き取れませんでした。もう一度お願いします",
        SHALL_WE_END: "会話を終わりますか？",
        NO_ANSWER: "答えを得られませんでした。",
        BROKEN_OFF: "答えはここで途切れています。",
        FILLERS[0]: "少々お待ちください。",
        FILLERS[1]: "確認します。",
        FILLERS[2]: "まだ作業中です。",
        FILLERS[3]: "もう少しです。",
    },
}


def phrase_for_voice(language: str, text: str) -> tuple[str, str]:
    """Return `text` for a voice, and the language it is in.

    Args:
        language: ISO 639-1 code of the voice.
        text: A message id: one of this module, or any other that is marked.
    """
    if language in INTERFACE_LANGUAGES:
        return text_in(language, text), language
    elsewhere = _ELSEWHERE.get(language, {}).get(text)
    return (text, "en") if elsewhere is None else (elsewhere, language)
