"""How a German turn ends that goes on."""

from typing import Final

from assistant.languages.language import TurnEndings, phrases, words

TURN_ENDINGS: Final = TurnEndings(
    sounds=words("und oder aber weil dass sondern obwohl falls äh ähm öh hm hmm"),
    always=words(
        "denn wenn der den dem des einen einem einer eines mein meine meinen meinem dein deine "
        "deinen deinem ihr ihre unser unsere für von zum zur im am beim vom ins sehr zwischen "
        "ohne gegen während trotz wegen"
    ),
    bare=words("die ein eine mit zu als wie ob ich du er wir in um über unter"),
    starters=phrases(
        "kannst du|kannst du mir|könntest du|könntest du mir|könnten sie|würdest du|ich möchte|"
        "ich will|ich hätte gern|ich hätte gerne|ich brauche|gib mir|zeig mir|sag mir|"
        "was ist|wo ist|wie ist|gibt es|stell|stelle|mach mir|erinnere mich"
    ),
    letter_nouns=words("option antwort buchstabe"),
)
