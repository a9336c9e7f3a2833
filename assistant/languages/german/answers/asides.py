"""What stands beside a choice in German and does not change it."""

from typing import Final

from assistant.languages.asides import Asides, Limit

ASIDES: Final = Asides(
    remarks=(
        "er soll|sie soll|sie sollen|er kann|kommen|gehen|durch|ausschließlich|lediglich|immer noch",
        "per|via|aufs|ins|du|kannst du|können sie|lust auf|ich hätte lust auf|hab lust auf|habe lust auf",
        "eher|am ehesten|irgendwo|so was wie|sowas wie|so etwas wie|normal|normale|normalen|normaler"
        "|normales|ganz normal|ganz normale|ganz normalen|übliche|üblichen|eigene|eigenen|eigenes",
        "ihn|ihm|sie|ihr|ihnen|bisschen|ein bisschen|ein wenig|haben|zu haben|nehmen|zu nehmen|machen|sein",
        "wär schön|wär gut|wär super|wär toll|wär besser|wär mir recht|wär mir lieber|wär mir am liebsten"
        "|wär nicht schlecht|wäre nicht schlecht|wäre nicht verkehrt|nicht schlecht|wäre besser"
        "|wäre schöner|wäre praktischer|wäre einfacher|wäre sinnvoll|wäre genug|würde reichen",
        "wären mir am liebsten|sind mir am liebsten|sind mir lieber|ist mir lieber|wären gut|wären schön"
        "|sie mir am liebsten|wären sie mir am liebsten|wär er mir am liebsten",
        "müsste reichen|müssten reichen|müsste passen|müsste gehen|müsste genügen|müsste klappen"
        "|reicht völlig|reicht vollkommen|reicht locker|reicht mir völlig|reicht aus|reichen völlig"
        "|genügt|genügt mir|genügen|sollte reichen|sollten reichen|sollte passen",
        "passt mir gut|passt mir besser|passt mir am besten|passt am besten|passt besser|passt gut"
        "|geht am besten|geht am schnellsten|geht schneller|geht auch|klingt besser|klingt am besten"
        "|klingt lecker|klingt spannend|gefällt mir|gefällt mir besser|gefällt mir am besten|gefallen mir"
        "|sieht besser aus|sieht gut aus|ist praktischer|ist praktisch|ist bequemer|ist einfacher"
        "|ist schneller|ist mein favorit|tut es auch|tuts auch|tuts",
        "finde ich gut|finde ich besser|finde ich am besten|find ich gut|find ich besser"
        "|find ich am besten|fände ich gut|fänd ich gut|fände ich besser",
        "würde ich nehmen|würd ich nehmen|würde ich sagen|würd ich sagen|ich würde|ich würde nehmen"
        "|ich würde sagen|hätte ich gern|hätte ich gerne|hätt ich gern|möchte ich haben|will ich haben",
        "glaub ich|glaube ich|denk ich|denke ich|schätze ich|schätz ich|vermute ich|meiner meinung nach"
        "|wenn du mich fragst|ehrlich gesagt|um ehrlich zu sein",
        "mach doch|mach doch einfach|mach einfach|machs|fahren wir|gehen wir|nehmen wir|spielen wir"
        "|machen wir|machen wir doch|wir nehmen|wir machen|wir gehen|wir fahren",
        "diesmal|dieses mal|und sonst nichts|sonst nichts|nichts weiter|und fertig|und das wars|das wars"
        "|und gut ist|mehr nicht|und basta",
        "wenns geht|wenn es geht|wenn möglich|wenn das geht|wenn das okay ist|wenn es noch geht|falls es noch geht"
        "|falls noch frei|wenn noch frei|wenn es nichts ausmacht|weißt du was|weißte was|oh gott|um gottes willen",
        "was mit|irgendwas mit|etwas mit|lust auf was|lust auf was mit|lust auf etwas|lust auf irgendwas|hab ich",
        "wenn ich mich entscheiden muss|wenn ich wählen muss|wenn ich wählen müsste|wenn es sein muss|wenns sein muss"
        "|leider|hab ich zeit|habe ich zeit|klingt alles gut aber|beides gut aber|eigentlich egal aber|mir egal aber|ist mir egal aber|mir ist es egal aber"
        "|schon lange nicht mehr|lange nicht mehr|ewig nicht mehr|schon ewig nicht mehr|mir wäre|mir wär"
        "|dann sehen wir weiter|und dann sehen wir weiter|und dann schauen wir|und dann schauen wir mal"
        "|aber schnell|aber flott|aber zügig",
        "zur sicherheit|sicherheitshalber|nur zur sicherheit|für alle fälle|vorsichtshalber",
    ),
    enough="genug|es reicht|das reicht",
    hedges="vielleicht|womöglich|eventuell",
    limits={
        Limit.BELOW: "vor|unter|weniger als|früher als|kürzer als",
        Limit.ABOVE: "nach|über|mehr als|später als|länger als",
        Limit.AT_MOST: "höchstens|maximal|nicht mehr als|bis spätestens|spätestens um",
        Limit.AT_LEAST: "mindestens|ab|frühestens um|wenigstens",
    },
)
