"""What stands beside a choice and does not change it, in the languages that write words apart.

Praise, wishes, reasons that give none, endings: "would be nicer", "just to be safe", "and that's it".
Whatever else a phrase means in a language goes before.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum
from typing import Final

from assistant.languages.lexicon import (
    CommandKind,
    PhraseMeaning,
    PhraseTag,
    commands,
    tagged,
)

_ASIDES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": (
        "somewhere|someplace|something like|somewhere like|kind|sort|type|style|regular|normal|plain"
        "|ordinary|usual|proper|actual|version|format|seat",
        *(
            f"{wish} to {verb}"
            for wish in ("want", "like", "love", "prefer", "going", "need", "id like", "i want")
            for verb in "have get go be take see eat drink play watch wear stay try do use".split()
        ),
        "would be nicer|would be easier|would be cheaper|would be more convenient|would be safer"
        "|would be smarter|would be quicker|would be enough|would be plenty|would work|would do",
        "is nicer|is easier|is simpler|is quicker|is faster|is cooler|is fun|is more fun|is closer"
        "|is safest|is safer|is more than enough|is all right|is alright|is just right|is just fine"
        "|is my favourite|is my favorite|is mine|is cool|is okay with me|is fine by me",
        "sounds tasty|sounds delicious|sounds fun|sounds cool|sounds better|sounds best|sounds about right"
        "|sounds more like it|looks better|looks nicer|looks cool|makes sense|makes more sense"
        "|makes the most sense|has my vote|gets my vote|will work|should work|should be fine"
        "|should be enough|should be good|does the job|will do the job|would suit me|suits me fine"
        "|suits me better|fits better|fits us|will be plenty|will be enough",
        "we will take|well take|well have|well go with|we will go with|wed like|we would like|we want"
        "|were going with|we prefer|wed prefer|wed rather|id sooner|id much rather|i better take"
        "|i should|i should take|i might|i might go with|might as well|i may as well|in the mood for"
        "|im in the mood for|more of a|im more of a|hit me with|gimme|lemme have|lemme get",
        "just to be safe|to be safe|to be on the safe side|just in case|just to be on the safe side",
        "and nothing else|and nothing more|thats all|and thats all|and thats it|and that is all"
        "|that is all|full stop|and be done with it|and done",
        "you can|you could|you may|we can|we could|he should|she should|they should|he can|they can|he should come to|they should come to|come to"
        "|send him to|send him round to|send them to|send her to|go through|come through|through",
        "at all|in between|somewhere in between|something in between|show me|lets look at|lets see"
        "|belongs on|belong on|belongs in|belong in|they belong in|they belong on",
        "of course|surely|for once|from this|all day|at all costs|if it has to be|no question",
        "i have to say|i must say|if you ask me|in my opinion|i imagine|i would imagine|if im honest",
        "if thats ok|if thats okay|if thats alright|if that is ok|if that works|if its not too much trouble"
        "|if you dont mind|if its still free|if its still available|if thats still possible|if thats possible"
        "|if thats ok with everyone|if thats ok with you|on my own|by myself|you know what|i reckon|god|oh god",
        "and then well see|then well see|and well see after that|and well take it from there"
        "|if you make me choose|if i have to choose|if i had to pick|if i had to choose|if i must|if you insist|if i really have to"
        "|i can|i can do|i can make|im free|im available|unfortunately|sadly|anythings fine but|anythings fine with me but|anything is fine but|im easy but|i dont mind but|both are fine but|they all sound good but|all good but|theyre all nice but|all the same to me but|in ages|for ages"
        "|all week|this week|this time|all day long"
        "|but quickly|but quick|but make it quick|but hurry",
    ),
    "de": (
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
    "fr": (
        "qu'il vienne|qu'elle vienne|qu'il passe par|qu'ils viennent|je les aimerais|je l'aimerais"
        "|je les voudrais|je le voudrais|je les préfère|j'aimerais|toujours",
        "tu|vous|tu peux|vous pouvez|j'ai envie de|j'ai envie d'|j'aurais envie de|envie de|je vais faire"
        "|montre-moi|montrez-moi|faisons|on fait|voyons",
        "quelque chose de|quelque chose|quelque part|un truc|un truc comme|genre|un peu de|normal|normale"
        "|normaux|ordinaire|habituel|habituelle",
        "ça ira|ça ira très bien|ira très bien|ça suffira|ça me suffit|me suffit|me suffira|me suffisent"
        "|suffira|suffiront|ça suffira largement|suffit largement|ça fera l'affaire|fera très bien l'affaire",
        "ça me tente|me tente|me tente bien|ça me tente bien|me tente plus|me convient mieux|me convient bien"
        "|ça me convient|m'ira|m'ira bien|m'ira très bien|me plaît|me plaît bien|me plaît plus|me plaît mieux"
        "|m'arrange|m'arrange mieux|m'arrangerait|a l'air bien|a l'air bon|a l'air sympa",
        "serait sympa|serait plus sympa|serait plus simple|serait plus pratique|sera parfait|sera très bien"
        "|ce serait bien|ce serait mieux|ce serait parfait|ça serait bien|ça serait mieux|c'est mieux"
        "|c'est le mieux|c'est plus simple|c'est plus pratique|est mieux|est plus pratique|est plus simple"
        "|est mon préféré|est ma préférée",
        "j'aimerais bien|je voudrais bien|je veux bien|je le préfère|je la préfère|je les préfère"
        "|je prendrai|je prendrais|on prendra|on prendrait|je prendrais bien|je prendrais plutôt",
        "je pense|je pense que|je crois|je crois que|je suppose|j'imagine|à mon avis|il me semble"
        "|pour être honnête|franchement|disons plutôt|si tu veux bien|si vous voulez bien|si ça te va",
        "c'est tout|et c'est tout|rien d'autre|et rien d'autre|et puis c'est tout|un point c'est tout",
        "par sécurité|au cas où|par précaution|pour être sûr|pour être sûre|histoire d'être sûr",
        "si c'est encore possible|si c'est ok|si ça vous va|si ça ne dérange pas|si ça dérange pas|si tu peux"
        "|si vous pouvez|si c'est encore libre|tu sais quoi|mon dieu|oh là là",
        "s'il faut choisir|si je dois choisir|si je devais choisir|s'il faut vraiment choisir|si vraiment il faut choisir"
        "|malheureusement|hélas|n'importe quel jour|tout me va mais|ça m'est égal mais|les deux me vont mais|peu importe mais|partant pour|partante pour"
        "|et après on verra|et puis on verra|et on verra après|et on verra ensuite|et après on voit"
        "|mais vite|mais rapidement|mais dépêche-toi",
        "pour une fois|cette fois-ci|cette fois|comme d'habitude|donne-moi|sers-moi|fais-moi|mettez-moi",
    ),
    "es": (
        "únicamente|exclusivamente|que entre|que venga|que vengan",
        "puedes|podrías|tengo ganas de|tengo antojo de|haz|hagamos|haremos|muéstrame|enséñame|que vaya|que vayan",
        "algo de|algo así como|un poco de|en algún sitio de|normal|normales|corriente|de siempre",
        "es suficiente|me basta|me basta con|con eso basta|me vale con|vale con|me sirve|me viene bien"
        "|me viene mejor|me va mejor|me gusta más|me gusta|me parece mejor|suena bien|suena mejor"
        "|pinta bien|mola|mola más|me mola|me mola más|es más cómodo|es más práctico|es lo mejor|va genial"
        "|va perfecto|es perfecto|es más fácil|sería más fácil|estaría mejor|estaría genial|sería genial"
        "|serán suficientes|será suficiente|bastará|bastará con|sobra|me llega",
        "quiero ser|quiero tener|quiero ir|quiero ver|quiero comer|quiero beber|quiero usar|quiero jugar"
        "|me apetece|me apetecen|hoy me apetece|hoy me apetecen|me apetece más|preferiría|prefiero ir",
        "supongo|supongo que|supongo que sí que|creo|yo creo|creo que|yo creo que|yo diría|yo diría que"
        "|diría que|imagino|me imagino|en mi opinión|la verdad|sinceramente|si te parece",
        "por si acaso|para estar seguros|para estar seguro|por seguridad|por si las moscas"
        "|para ir sobre seguro",
        "si todavía se puede|si aún se puede|si no es molestia|si no te importa|si puedes|si sigue libre|sabes qué"
        "|dios mío|madre mía|por dios",
        "si tengo que elegir|puestos a elegir|si hay que elegir|si tuviera que elegir|puesto a elegir"
        "|por desgracia|desgraciadamente|lamentablemente|cualquier día|me viene bien|me vienen bien|me vienen mejor|a mí me da igual pero|me da igual pero|me dan igual pero|todo me va bien pero|los dos me valen pero|casi mejor"
        "|y luego ya vemos|y luego ya veremos|y después ya vemos|y ya veremos|y luego vemos|y ya vemos"
        "|pero rápido|pero rapidito|pero deprisa",
        "y ya está|y nada más|nada más|y ya|y punto|eso es todo|y eso es todo|y listo",
        "pues|venga|anda|hala|hazme|dame|por una vez|esta vez|como siempre|que sea|que sean",
    ),
}
_ENOUGH: Final[Mapping[str, str]] = {
    "en": "enough|is enough for me",
    "de": "genug|es reicht|das reicht",
    "fr": "ça suffit|ça me suffit|assez",
    "es": "basta|es suficiente|suficiente",
}
"""What ends everything where it is said alone, and behind a name says that no more is needed."""
_HEDGES: Final[Mapping[str, str]] = {
    "en": "maybe|perhaps|possibly|maybe just",
    "de": "vielleicht|womöglich|eventuell",
    "fr": "peut-être|peut être|éventuellement",
    "es": "quizás|quizá|tal vez|a lo mejor|igual",
}
"""What softens a choice: "the tea, maybe"."""


class Limit(IntEnum):
    """How an amount bounds what is meant; the `value` of such a `CONDITION`."""

    BELOW = 1
    ABOVE = 2
    AT_MOST = 3
    AT_LEAST = 4


_LIMITS: Final[Mapping[str, Mapping[Limit, str]]] = {
    "en": {
        Limit.BELOW: "before|below|under|less than|earlier than|sooner than|fewer than|cheaper than",
        Limit.ABOVE: "after|above|more than|later than|longer than",
        Limit.AT_MOST: "at most|no more than|no later than|by at the latest|up to",
        Limit.AT_LEAST: "at least|no less than|no earlier than",
    },
    "de": {
        Limit.BELOW: "vor|unter|weniger als|früher als|kürzer als",
        Limit.ABOVE: "nach|über|mehr als|später als|länger als",
        Limit.AT_MOST: "höchstens|maximal|nicht mehr als|bis spätestens|spätestens um",
        Limit.AT_LEAST: "mindestens|ab|frühestens um|wenigstens",
    },
    "fr": {
        Limit.BELOW: "avant|moins de|en dessous de|plus tôt que",
        Limit.ABOVE: "après|plus de|au-dessus de|plus tard que",
        Limit.AT_MOST: "au plus|au maximum|pas plus de",
        Limit.AT_LEAST: "au moins|à partir de|au minimum",
    },
    "es": {
        Limit.BELOW: "antes de|menos de|por debajo de",
        Limit.ABOVE: "después de|más de|por encima de",
        Limit.AT_MOST: "como mucho|no más de|como máximo",
        Limit.AT_LEAST: "al menos|a partir de|como mínimo|por lo menos",
    },
}
SOFTENING: Final = 1
"""The `value` of an `UNSURE` that only softens what is named beside it."""


def asides(language: str) -> dict[str, PhraseMeaning]:
    """Return the asides of a language; they stand behind whatever else a phrase means."""
    return tagged(PhraseTag.FILLER, *_ASIDES[language])


def hedges(language: str) -> dict[str, PhraseMeaning]:
    """Return the words of a language that soften a choice."""
    return tagged(PhraseTag.UNSURE, _HEDGES[language], value=SOFTENING)


def endings(language: str) -> dict[str, PhraseMeaning]:
    """Return what ends everything in a language, or says that something is enough."""
    return {
        phrase: replace(meaning, is_doubtful=True)
        for phrase, meaning in commands(CommandKind.CANCEL, _ENOUGH[language], is_weak=True).items()
    }


def limits(language: str) -> dict[str, PhraseMeaning]:
    """Return what bounds an amount in a language."""
    return {
        phrase: meaning
        for limit, texts in _LIMITS[language].items()
        for phrase, meaning in tagged(PhraseTag.CONDITION, texts, value=limit).items()
    }
