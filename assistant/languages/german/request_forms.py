"""How German words requests that leave nothing open, or something."""

from typing import Final

from assistant.languages.request_forms import RequestForms

_SELF: Final = r"(?: (?:mir|uns))?"
_POINTS: Final = r"(?:das|dies|dieses|diesen|diese|es|ihn|sie|etwas|was)(?: (?:bitte|mal|für mich|mir|kurz|genauer))*$"
_SOME: Final = (
    r"(?:ein|eine|einen|noch ein|noch eine|noch einen|irgendein|irgendeinen|irgendeine|was|etwas)"
)
_MANY: Final = (
    r"(?:zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|[1-9]\d?|ein paar|einige|mehrere)"
)
_PIECES: Final = r"(?:haikus?|limericks?|witze?|rätsel|gedichte?|reim|geschichten?|gute-?nacht-?geschichte|märchen|fabel|zungenbrecher|lied|sprichwort|zitat|kompliment|fakten|fakt|anekdote)"
_TEXTS: Final = r"(?:e-?mails?|mails?|brief|briefe|nachricht|karte|notiz|text|antwort|gruß|glückwunsch|rede|einladung|slogan|absatz|aufsatz|artikel|entschuldigung|beschwerde|funktion|skript|programm)"

REQUEST_FORMS: Final = RequestForms(
    before=r"(?:(?:bitte|hey|hallo|ok|okay|jetzt|dann|also|und|parley),? )*(?:(?:kannst|könntest|würdest|magst) du (?:(?:mir|uns) )?(?:bitte |mal |kurz )*)?",
    after=r"(?:,? (?:bitte|danke|mal|für mich|erklären|schreiben|erzählen|übersetzen|nennen|zusammenfassen))*",
    complete=(
        rf"(?:(?:schreib|schreibe|erzähl|erzähle|sag|sage|gib|dichte|verfass|verfasse|sing|singe|erfinde|stell|stelle){_SELF} )?(?:bitte |mal |doch )*(?:{_SOME}|{_MANY})(?: [\w-]+){{0,2}}? {_PIECES}\b.*",
        rf"(?:erklär|erkläre|beschreib|beschreibe|definier|definiere|buchstabier|buchstabiere|vergleich|vergleiche){_SELF} (?:bitte |mal |kurz )*(?!{_POINTS}).{{3,}}",
        r"(?!(?:das|dies|dieses|es|ihn|sie) (?:erk|besch|def)).{3,} (?:erklären|beschreiben|definieren)",
        rf"fass(?:e)? (?!{_POINTS}).{{3,}} zusammen",
        rf"(?:nenn|nenne|gib|sag|sage|zähl|zähle|schreib|schreibe|schlag|schlage|such|suche){_SELF} {_MANY} (?!(?:minute|sekunde|stunde|tag)\w*).{{3,}}",
        rf"übersetz(?:e)?{_SELF} (?!{_POINTS}).+ (?:ins|in|auf) \w+",
        r"wie (?:sagt|heißt|schreibt) (?:man )?.+|was (?:heißt|bedeutet) .+|was ist der unterschied .+",
        rf"(?:schreib|schreibe|verfass|verfasse|entwirf|formulier|formuliere|mach|mache){_SELF} (?:ein|eine|einen)(?: [\w-]+){{0,3}}? (?:\w*{_TEXTS})\b.*(?:,? dass|,? weil|,? die|,? der|,? um| über| zum| zur| wegen) .+",
        rf"(?:schreib|schreibe|verfass|verfasse){_SELF} (?:ein|eine|einen)(?: [\w-]+){{0,2}}? (?:geburtstags|weihnachts|dankes|hochzeits|neujahrs|entschuldigungs|kündigungs)\w+\b.*",
        r"(?:übersetz|formulier|verbesser|korrigier|kürz|fass|mach|schreib|prüf)\w*\b[^:\n]{0,80}[:\n]\s*\S.+",
    ),
    open=(
        r"hilf (?:mir|uns),? .+|(?:kannst|könntest) du (?:mir|uns) .*helfen.*|.+ helfen",
        r"(?:welche|welcher|welches|welchen|was für (?:ein|eine|einen))\b.* (?:soll|sollte|sollen|sollten|passt|eignet|am besten|besser)\b.*",
        r"(?:was|wo|wohin|wann|wie|wen)\b.* (?:soll|sollte|sollen|sollten) (?:ich|wir)\b.*|(?:soll|sollte|sollen|sollten) (?:ich|wir) .+|was (?:koche|mache|esse|schenke|kaufe|ziehe) ich\b.*",
        r"plan(?:e)? .+|(?:mach|erstell|erstelle|schreib)(?: mir| uns)? (?:einen|eine) \w*(?:plan|programm|routine)\b.*|(?:empfiehl|schlag)(?: mir| uns)? (?:ein|eine|einen|etwas|was)\b.*",
        r"ich (?:kann mich nicht entscheiden|weiß nicht,? (?:was|welche\w*|wohin)|möchte .+ (?:lernen|anfangen|kaufen)|will .+ (?:lernen|anfangen|kaufen)|suche ein\w*|brauche ein\w*)\b.*",
        rf"(?:schreib|schreibe|verfass|verfasse){_SELF} (?:ein|eine|einen|etwas|was)(?: {_TEXTS})?(?: für mich)?",
    ),
    pointing=rf"(?:übersetz|übersetze|erklär|erkläre|verbesser|verbessere|korrigier|korrigiere|kürz|kürze){_SELF}(?: {_POINTS})?",
)
