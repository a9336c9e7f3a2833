"""What may be asked in German of a question that waits."""

from typing import Final

from assistant.languages.question_request import QuestionRequest

_LEAD: Final = (
    r"(?:(?:und|aber|also|ok|okay|moment|warte|entschuldigung|äh|ähm|hm|ja|nein|bitte|erst) )*"
    r"(?:(?:kannst du|können sie|könntest du|könnten sie) )?(?:(?:mir|bitte|mal) )*"
)
_TAIL: Final = (
    r"(?: (?:bitte|noch mal|noch einmal|nochmal|nochmals|wieder|erneut|vor|auf|an|dazu|hier|denn|mal|jetzt"
    r"|vorlesen|lesen|sagen|nennen|erzählen|erklären|wiederholen|aufzählen|geben|erläutern|hören|davon))*"
)
_SAY: Final = (
    r"(?:(?:sag|sage|nenn|nenne|erzähl|erzähle|gib|lies|lese|erklär|erkläre|wiederhol|wiederhole|zähl|zähle"
    r"|sagen sie|nennen sie|lesen sie|erklären sie|wiederholen sie|geben sie|ich brauche|ich möchte|ich will"
    r"|was ist|was war|wie ist|gibt es|hast du)(?: (?:mir|uns|bitte|mal|noch|noch mal|noch einmal|nochmal))* )?"
)
_NOTE: Final = (
    r"(?:hintergrund|hintergründe|hintergrundinfos|hintergrundinformationen|notiz|anmerkung|kontext|zusammenhang"
    r"|erläuterung)"
)
_CHOICES: Final = r"(?:optionen|möglichkeiten|antworten|auswahlmöglichkeiten|antwortmöglichkeiten)"
_BEFORE_THIS: Final = r"(?:vorige|letzte|vorherige|vorhergehende|frühere|vorangegangene)"
_ALREADY: Final = r"(?: (?:denn|bisher|schon|bis jetzt|hier|vorhin|zuletzt|eben|gerade|jetzt|bereits|noch mal|nochmal))*"
_PICKED: Final = r"(?:gewählt|ausgewählt|genommen|gesagt|geantwortet|angekreuzt|entschieden)"
QUESTION_REQUESTS: Final = {
    QuestionRequest.ABOUT: (
        rf"{_LEAD}(?:sag mir )?(?:worum|um was)"
        r"(?: (?:geht es|gehts|es geht|es))(?: (?:hier|dabei|da|denn|eigentlich|bei dieser frage|bei der frage"
        r"|in dieser frage|in der frage|geht|überhaupt|genau))*",
        rf"{_LEAD}was (?:ist|soll) das(?: (?:hier|denn))*(?: für eine frage)",
        rf"{_LEAD}wovon handelt (?:das|die frage|diese frage)(?: hier| denn)*",
        rf"{_LEAD}was (?:fragst du|fragen sie|willst du wissen|wollen sie wissen)(?: mich| da| denn| hier| eigentlich)*",
        rf"{_LEAD}(?:warum|wieso|weshalb) (?:fragst du|fragen sie)(?: mich)?(?: das)?",
    ),
    QuestionRequest.NOTE: (
        rf"{_LEAD}{_SAY}(?:(?:den|die|der|das|einen|eine|mehr|zum|etwas|den ganzen|die ganze|dazu einen|dazu eine) )?"
        rf"{_NOTE}(?: (?:dazu|dieser frage|der frage|zu dieser frage|zur frage|davon|hierzu))?{_TAIL}",
        rf"{_LEAD}(?:was steht in der notiz|was sagt die notiz){_TAIL}",
    ),
    QuestionRequest.OPTIONS: (
        rf"{_LEAD}(?:lies|lese|lesen sie|sag|sage|nenn|nenne|wiederhol|wiederhole|zähl|zähle)"
        rf"(?: (?:mir|bitte|mal|noch mal|noch einmal|nochmal))* (?:die|alle|alle die|meine) {_CHOICES}{_TAIL}",
        rf"{_LEAD}(?:was|welche|wie) (?:waren|sind)(?: noch mal| nochmal| noch einmal| noch)* (?:die|meine)"
        rf" {_CHOICES}{_TAIL}",
        rf"{_LEAD}welche {_CHOICES} (?:gibt es|gab es|habe ich|hab ich|hatte ich|stehen zur auswahl){_TAIL}",
        rf"{_LEAD}(?:die )?{_CHOICES}(?: (?:bitte|noch mal|noch einmal|nochmal|vorlesen|wiederholen|nennen))+",
    ),
    QuestionRequest.CHOSEN: (
        rf"{_LEAD}(?:sag mir )?(?:was|welche|welches|welchen|welche option|welche antwort|wofür) (?:habe|hab|hatte)"
        rf" ich(?: mich)?{_ALREADY} {_PICKED}",
        rf"{_LEAD}(?:was|welche|welche option) ist{_ALREADY}"
        r" (?:gewählt|ausgewählt|vorausgewählt|angekreuzt|vorgewählt|voreingestellt)",
        rf"{_LEAD}(?:was|wie|welche) (?:ist|war|waren|sind) meine (?:antwort|antworten|auswahl|wahl){_ALREADY}",
    ),
    QuestionRequest.BEFORE: (
        rf"{_LEAD}(?:was|wie|welche) (?:war|ist|lautete|hiess)(?: noch mal| nochmal)? die {_BEFORE_THIS} frage{_TAIL}",
        rf"{_LEAD}(?:was|wie|welche) (?:war|lautete)(?: noch mal| nochmal)? die frage (?:davor|vorher|zuvor|vor dieser){_TAIL}",
        rf"{_LEAD}(?:lies|sag|nenn|wiederhol|wiederhole)(?: (?:mir|bitte|noch mal|noch einmal))* die"
        rf" (?:{_BEFORE_THIS} frage|frage davor|frage vorher){_TAIL}",
        rf"{_LEAD}was (?:hast du|haben sie)(?: mich)? (?:vorher|davor|zuvor|eben|vorhin) gefragt",
    ),
    QuestionRequest.KEEP: (
        rf"{_LEAD}(?:das |es )?(?:so )(?:lassen|belassen|bleibt es)",
        rf"{_LEAD}(?:lass|lasse|lassen sie|belass|belasse|lassen wir) (?:es|das)(?: (?:bitte|so|dabei|wie es ist|stehen))*",
        rf"{_LEAD}(?:es |das )?(?:bleibt|bleib|bleibe|bleiben wir|ich bleibe|kann)(?: (?:es|das))? (?:dabei|so|so bleiben)",
        rf"{_LEAD}(?:ich )?(?:behalte|behalten|behalt|nimm|nehme)(?: (?:ich|wir))? (?:die auswahl|die vorauswahl"
        r"|die voreinstellung|was gewählt ist|das ausgewählte|den standard)(?: bitte| bei)*",
        rf"{_LEAD}(?:die vorauswahl|die voreinstellung|den standard|standard)(?: (?:bitte|nehmen|behalten))*",
    ),
}
