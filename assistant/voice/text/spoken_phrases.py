"""Sentences of Parley's own that are spoken, in the language of the voice that says them. Pure.

The interface's catalogues know English, Korean and Chinese; a voice may speak others. What is most
often said has its words in `Language` for these; anything else is said in English.
"""

from typing import Final

from assistant.languages import LANGUAGES
from assistant.languages.language import SpokenPhrases
from assistant.locale import INTERFACE_LANGUAGES, mark, text_in

CODE_ON_SCREEN: Final = mark("The code is on the screen.")
TABLE_ON_SCREEN: Final = mark("The table is on the screen.")
FORMULA_ON_SCREEN: Final = mark("The formula is on the screen.")
A_FORMULA: Final = mark("a formula")
A_LINK: Final = mark("a link")
LINK_TO: Final = mark("link to {domain}")
NOT_UNDERSTOOD: Final = mark("I didn't catch that, please say it again")
SHALL_WE_END: Final = mark("Shall we end the conversation?")
GOODBYE: Final = mark("Goodbye.")
LEFT_ON_SCREEN: Final = mark("I'll leave the question on the screen.")
NO_ANSWER: Final = mark("I could not get an answer.")
BROKEN_OFF: Final = mark("The answer breaks off here.")
REST_ON_SCREEN: Final = mark("The rest is on the screen. Shall I go on?")
FILLERS: Final = (
    mark("One moment."),
    mark("Let me look."),
    mark("I'm still at it."),
    mark("Just a second."),
)
"""Said where a reply takes its time, one after the other."""
STILL_WORKING: Final = mark("I'm still working on it; a tool is taking its time.")
STILL_WAITING: Final = mark("I'm still waiting for the model to answer.")


def phrase_for_voice(language: str, text: str) -> tuple[str, str]:
    """Return `text` for a voice, and the language it is in.

    Args:
        language: ISO 639-1 code of the voice.
        text: A message id: one of this module, or any other that is marked.
    """
    if language in INTERFACE_LANGUAGES:
        return text_in(language, text), language
    phrases = LANGUAGES[language].spoken_phrases if language in LANGUAGES else None
    elsewhere = None if phrases is None else _by_message(phrases).get(text)
    return (text, "en") if elsewhere is None else (elsewhere, language)


def _by_message(phrases: SpokenPhrases) -> dict[str, str]:
    return {
        CODE_ON_SCREEN: phrases.code_on_screen,
        TABLE_ON_SCREEN: phrases.table_on_screen,
        FORMULA_ON_SCREEN: phrases.formula_on_screen,
        A_FORMULA: phrases.a_formula,
        A_LINK: phrases.a_link,
        LINK_TO: phrases.link_to,
        NOT_UNDERSTOOD: phrases.not_understood,
        SHALL_WE_END: phrases.shall_we_end,
        GOODBYE: phrases.goodbye,
        LEFT_ON_SCREEN: phrases.left_on_screen,
        NO_ANSWER: phrases.no_answer,
        BROKEN_OFF: phrases.broken_off,
        STILL_WORKING: phrases.still_working,
        STILL_WAITING: phrases.still_waiting,
        REST_ON_SCREEN: phrases.rest_on_screen,
        **dict(zip(FILLERS, phrases.fillers, strict=True)),
    }
