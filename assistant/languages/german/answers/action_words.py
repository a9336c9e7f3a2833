"""Verbs of opposite actions in German, and how they are denied."""

from typing import Final

from assistant.languages.action_words import ActionWords

_KEEP: Final = "behalt*|lass*|bleiben|bleibt|aufheb*|aufbewahr*|heb_auf|bewahr_auf|lass_stehen|belass*|erhalten"
_DELETE: Final = (
    "lösch*|gelöscht|entfern*|weg damit|wegwerf*|wirf_weg|werf*_weg|weg mit|schmeiß*|verwerf*|verwirf|"
    "mach*_weg|wegmach*|beseitig*|tilg*"
)

ACTION_WORDS: Final = ActionWords(
    pairs=(
        (_DELETE, _KEEP),
        ("überschreib*|ersetz*", _KEEP + "|kopie*|umbenenn*|anderen namen|anderem namen"),
        ("stornier*|abbrech*|brich_ab|absag*|sag_ab|kündig*", _KEEP + "|weiter*"),
        ("speicher*|gespeichert|sicher*", "verwerf*|verwirf"),
        (
            "einschalt*|schalt*_ein|anschalt*|schalt*_an|mach*_an|anmach*|aktivier*|dreh*_auf",
            "ausschalt*|schalt*_aus|abschalt*|schalt*_ab|mach*_aus|ausmach*|deaktivier*|lass*_aus|auslass*",
        ),
        ("lauter|erhöh*", "leiser|senk*|verringer*|reduzier*"),
        ("öffn*|aufmach*|mach*_auf|geöffnet", "schließ*|zumach*|mach*_zu|lass*_zu|geschlossen"),
        ("start*|beginn*|anfang*|fang_an", "stopp*|beend*|anhalt*|halt_an|paus*"),
        ("neu starte*|neustart*|starte*_neu", "warte*|weiterlauf*|lass_laufen"),
        ("send*|schick*|verschick*|abschick*|veröffentlich*", "zurückhalt*|warte*|behalt*"),
        ("installier*|aktualisier*|updat*", "deinstallier*|warte*|lass*"),
        ("hinzufüg*|füg_hinzu|aufnehm*", "weglass*|lass*_weg|" + _DELETE),
        ("annehm*|nimm_an|akzeptier*|erlaub*|genehmig*", "ablehn*|lehn_ab|verbiet*|blockier*"),
        (
            "sperr*|absperr*|abschließ*|verriegel*",
            "entsperr*|entriegel*|aufschließ*|lass_offen",
        ),
        ("stummschalt*|stumm*", "lass_an"),
        ("verbind*", "trenn*"),
        ("anzeig*|zeig*", "versteck*|verberg*|ausblend*"),
        ("änder*|verschieb*|bearbeit*|zurücksetz*", _KEEP),
        ("archivier*|ins archiv", "aus dem archiv"),
    ),
    denial_before=(
        r"\b(?:nicht|nie|niemals|kein\w*|ohne|statt|anstatt|bloß nicht|nichts)(?: \w+){0,3}? $"
    ),
    denial_after=r"^(?: (?!und\b|aber\b|doch\b)\w+){0,3}? (?:nicht|niemals)\b(?! nur)",
    consent=(
        r"\b(?:nur zu|mach(?:en sie)? (?:nur|ruhig|mal|es)|kein problem|kein ding|kein thema|gern[e]?|bitte sehr"
        r"|klar|passt|ist (?:schon )?(?:ok|okay|gut|in ordnung)|einverstanden|meinetwegen|von mir aus|leg los"
        r"|stört mich (?:gar |überhaupt |kein bisschen)?(?:nicht)?(?<!mich )|macht mir nichts(?: aus)?"
        r"|überhaupt nicht|gar nicht|kein bisschen|nicht im geringsten)\b"
    ),
    objects=r"\b(?:sie|es|ihn|ihm|das|die|den|der|alle|alles|mal|doch|einfach|ruhig|wieder|schon)\b",
    aversion=(
        r"\b(?:hass\w*|mag|vertrag\w*|kann) (?:ich )?(?:das|die|den|ihn|sie|es)\b|\b(?:das|die|den|ihn|sie|es) (?:hass\w*|mag ich nicht)|\b(?:satt|leid|allergisch|furchtbar|schrecklich|eklig)\b"
    ),
    adverse=r"\b(?:hass\w*|allergisch|nicht|kein\w*|nie|furchtbar|satt|leid|ohne|statt|genug|gestern|letztes mal|schlecht|schlimm|nur|schon|aber)\b",
    leaving=r"\blass(?:e|t|en)?\b(?! (?:uns|mich|es (?:bei|beim|auf|mit)|mal|doch)\b)",
    choosing_before=(
        r"\b(?:nehm\w*|nimm|wähl\w*|möcht\w*|will|wollen|hätte\w* gern\w*|bevorzug\w*|gib mir"
        r"|geben sie mir|bleib\w* bei|entscheide mich für|entscheiden uns für|ruf|rufe|buch|buche"
        r"|spiel|spiele|trinke|fahren|stell auf|bin für|sind für|dann|lieber|doch lieber|stimme für|tendiere zu[mr]?|bin eher für|wäre (?:eher )?für|schlage|gehen wir zu[mr]?)"
        r"(?: (?:ich|wir|mal|bitte|dann|lieber|den|die|das|einen|eine|ein|der|dem|zum|zur|mit|auf"
        r"|meine|meinen|mein|gern|gerne|in|im|zu|vor|bei|beim))* *$"
        r"|\b(?:lust auf|mögen|bevorzugen|gehör\w* (?:in|auf|zu|aufs|ins|zum)|zeig\w* mir|lass uns|brauchen? wir"
        r"|ich brauche?|koch\w*|bestell\w*)(?: (?:den|die|das|der|dem|einen|eine|ein|mal|bitte|nur|lieber))* *$"
        r"|(?:^|\b(?:bitte|dann|also|einfach|ja|ach|komm|na|gut|okay|ok|und)|,) *(?:leg|stell|gib|geben|bring|schick|pack|setz|tu|mach|speicher"
        r"|häng|lass|buch|nimm|hol|zieh|schreib|lad|kopier|verschieb|sortier|druck|öffne|trag|wirf|heb|sicher|benutz|verwend"
        r"|überweis|zahl|bezahl|kauf|fang|meld|frag|bestell|reservier|plan|sag|zeig|verleg|spiel)\w*"
        r"(?: (?:sie|es|ihn|das|die|alles|bitte|einfach|mal|mir|uns|ihm|ihr|doch|gleich|ruhig|lieber|erst|erstmal|heute|jetzt|da))*"
        r"(?: (?:in|auf|an|zu|bei|vor|im|am|zum|zur|beim|von|vom|aus|per|mit|nach|unter|für|als|ins|aufs|über|um))?"
        r"(?: (?:den|die|das|dem|der|einen|eine|ein|einer|einem|meinem|meiner|meinen|meine|mein))? *$"
    ),
    choosing_after=(
        r"^ (?:bitte|passt(?: mir)?|ist (?:gut|super|prima|okay|ok|perfekt|am besten)|reicht(?: mir)?"
        r"|wäre (?:gut|super|toll|schön|prima|am besten|perfekt|mir recht)|klingt gut|nehm ich"
        r"|nehme ich|nehmen wir|an)(?: (?:mir|dann|bitte|danke))* *$"
        r"|^(?: (?:ruhig|mal|doch|einfach|bitte|gleich|lieber))* (?:ab|weg|raus|rein|los|aus|auf|an|zu|vor)(?: (?:passt|so|bitte|danke|dann))* *$"
        r"|^ (?:passt|ginge|geht|wäre|ist) (?:mir |uns |da |wohl |auch |schon |immer |doch |echt |einfach )*(?:am besten|besser|gut|super|perfekt|viel besser|schöner|praktischer)"
        r"(?: (?:zum|zur|zu|in|im|ins|für|bei|beim)(?: \w+){1,3})? *$"
        r"|^ (?:sieht|klingt|wirkt|ist|schmeckt) (?:viel |am )?(?!schlechter|schlimmer|teurer)(?:\w+er|besten|gut|toll|super)(?: aus)? *$"
    ),
    comment=r"(?:seit|weil|ich|wir|er|sie|es|das|mir|uns|mein\w*|unser\w*|dein\w*|die|der|hier|da|denn|man|hab|habe|sonst)\b",
    dissent=(
        r"\b(?:bitte nicht|lieber nicht|besser nicht|bloß nicht|nicht jetzt|lass das|tu das nicht"
        r"|stört mich(?! nicht| gar| überhaupt| kein)|macht mir (?:schon )?(?:et)?was aus)\b"
    ),
)
