"""What is said in German in passing."""

from typing import Final

from assistant.languages.language import (
    Backchannels,
    FarewellReplies,
    ReadOnReplies,
    StopCommands,
    phrases,
)

AGREEMENTS: Final = phrases("ja|klar|na klar|genau|richtig|in ordnung|gut")

COURTESY: Final = phrases("bitte|danke|jetzt")

BACKCHANNELS: Final = Backchannels(
    listening=phrases(
        "jo|jep|aha|ach so|achso|ach|alles klar|verstehe|ich verstehe|verstanden|sehr gut|"
        "prima|super|na gut|interessant|echt|jawohl|toll|danke|danke schon|tatsachlich|so so|"
        "eben|naturlich"
    ),
    answering=phrases("jaja|stimmt|weiter"),
)

STOP_COMMANDS: Final = StopCommands(
    stop=phrases(
        "stopp|halt|hor auf|hor auf damit|hor auf zu reden|aufhoren|bitte aufhoren|sei still|"
        "sei ruhig|still|ruhe|ruhe bitte|leise|schluss|schluss jetzt|es reicht|das reicht|"
        "reicht|genug|warte|warte mal|warte kurz|warte bitte|moment|moment mal|einen moment|"
        "einen augenblick|sekunde|pause|abbrechen|vergiss es|vergiss das|lass es|lass gut sein|lass mal|egal|schon gut|nicht so wichtig|halt an|halt die klappe|stopp bitte"
    ),
    courtesy=phrases("mal|entschuldigung"),
)

FAREWELL_REPLIES: Final = FarewellReplies(
    goodbye=phrases(
        "nein das wars|nein das war alles|nein danke das wars|"
        "tschüss|tschüs|auf wiedersehen|auf wiederhören|gute nacht|bis später|bis dann|"
        "bis bald|ciao|das wars|das war es|das war alles|das ist alles|"
        "beende das gespräch|das gespräch beenden|gespräch beenden|ich bin fertig|"
        "wir sind fertig"
    ),
    end=phrases(
        "jawohl|jap|sicher|natürlich|gern|gerne|ja bitte|ja gerne|okay|einverstanden|"
        "beenden|beende es|ja beenden|wir können aufhören|du kannst aufhören|kannst du|"
        "können wir|machen wir schluss|schluss|ende|fertig|aufhören|hör auf|stopp|"
        "nichts mehr|reicht|das reicht|passt|mach das|tu das"
    ),
    keep=phrases(
        "nein|nee|nö|nein danke|noch nicht|jetzt nicht|nicht|nicht beenden|bitte nicht|"
        "bitte nicht beenden|lieber nicht|weiter|mach weiter|machen wir weiter|weitermachen|"
        "warte|warte mal|moment|moment mal|einen moment|einen moment bitte|eine sekunde|bleib|"
        "bleib da|nicht aufhören|hör nicht auf|ich habe noch etwas|ich bin noch da|"
        "ich bin noch nicht fertig|noch nicht fertig|beende das gespräch nicht|"
        "beende es nicht|wir sind noch nicht fertig|auf keinen fall"
    ),
    courtesy=phrases(
        "danke schön|vielen dank|dann|also|ach|äh|ähm|na|so|und|doch|das gespräch|dir|ihnen"
    ),
)

READ_ON_REPLIES: Final = ReadOnReplies(
    read_on=phrases(
        "weiter|mach weiter|bitte weiter|lies weiter|lies den rest|den rest|mehr|"
        "fahr fort|ja bitte|ja gern|ja gerne|gern|gerne|nur zu|los|unbedingt|natürlich|"
        "sicher|okay|ok"
    ),
    end=phrases(
        "nein|nee|nö|nein danke|nicht nötig|nicht jetzt|lass|lass es|lass gut sein|"
        "es reicht|das reicht|passt schon|schon gut|ich lese es selbst|ich lese selbst"
    ),
)
