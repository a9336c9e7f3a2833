"""Verbs of opposite actions in each language, and how they are denied.

Whoever is asked "shall I delete them?" often answers with a verb: "keep them", "lösch sie",
"지우지 마". In the words below `*` stands for the rest of a word and `_` for up to two words
between. Stems are enough: nothing is inflected.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionWords:
    """What one language calls actions and their opposites."""

    pairs: tuple[tuple[str, str], ...]
    """Words of an action, and of its opposite; `|` separates them."""
    denial_before: str
    """Pattern of what denies a verb and ends right before it."""
    denial_after: str = r"(?!)"
    """Pattern of what denies a verb and begins right after it."""
    condition_after: str = r"(?!)"
    """Pattern of an ending that makes a condition of a verb: "지우면"."""
    never_denied: str = r"(?!)"
    """Pattern of forms before which a "no" is an answer of its own: "no, bórralas"."""
    consent: str = r"(?!)"
    """Pattern of what lets something be done, whatever it is: "go ahead"."""
    dissent: str = r"(?!)"
    """Pattern of what forbids it: "I'd rather you didn't"."""
    comment: str = r"(?!)"
    """Pattern of how a sentence begins that only explains a yes: "it's cold"."""
    adverse: str = r"(?!)"
    """Pattern of what speaks against something: "allergic"."""
    choosing_before: str = r"(?!)"
    """Pattern of what chooses the name right after it: "I'll take"."""
    choosing_after: str = r"(?!)"
    """Pattern of what chooses the name right before it."""
    objects: str = r"(?!)"
    """Pattern of words beside a verb that stand for what was asked about."""
    nouns: str = r"(?!)"
    """Pattern of nouns, some of which look like verbs: "the post"."""
    are_apart: bool = True
    """Whether words are written apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionPatterns:
    """The words of a language, compiled."""

    pairs: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    denial_before: re.Pattern[str]
    denial_after: re.Pattern[str]
    condition_after: re.Pattern[str]
    never_denied: re.Pattern[str]
    consent: re.Pattern[str]
    dissent: re.Pattern[str]
    comment: re.Pattern[str]
    objects: re.Pattern[str]
    nouns: re.Pattern[str]
    adverse: re.Pattern[str]
    choosing_before: re.Pattern[str]
    choosing_after: re.Pattern[str]


_RIEUL: Final = "".join(chr(at) for at in range(0xAC00 + 8, 0xD7A4, 28))
"""Korean syllables that end in ㄹ, as verbs of a will do: "갈게", "쓸래"."""
_EN_KEEP: Final = (
    "keep*|leave|leaving|let them be|let it be|retain*|preserve*|hold on to|hang on to"
)
_EN_DELETE: Final = (
    "delet*|remov*|erase*|get rid of|throw_away|throw_out|wipe*|trash*|bin them|bin it|discard*|"
    "dump*|scrap*|toss*|clear them|clear it|destroy*|kill*|chuck_out|chuck_away|ditch*"
)
_DE_KEEP: Final = "behalt*|lass*|bleiben|bleibt|aufheb*|aufbewahr*|heb_auf|bewahr_auf|lass_stehen|belass*|erhalten"
_DE_DELETE: Final = (
    "lösch*|gelöscht|entfern*|weg damit|wegwerf*|wirf_weg|werf*_weg|weg mit|schmeiß*|verwerf*|verwirf|"
    "mach*_weg|wegmach*|beseitig*|tilg*"
)
_FR_KEEP: Final = "gard*|conserv*|laiss*|préserv*"
_FR_DELETE: Final = (
    "supprim*|effac*|enlev*|jet*|vire|virer|virez|élimin*|débarrass*|bazarde*|retir*|détrui*"
)
_ES_KEEP: Final = (
    "conserv*|consérv*|guard*|guárd*|déja*|dejar*|deja|deje*|dejad*|manten*|mantén*|qued*|quéd*"
)
_ES_DELETE: Final = (
    "borr*|bórr*|elimin*|elimín*|quit*|quít*|suprim*|suprím*|tira|tirar*|tíra*|tires|tires*|"
    "deshazte|descart*|descárt*"
)
_KO_KEEP: Final = "보관|유지|남겨|남기|남길|놔두|놔둬|냅두|냅둬|그대로 두|그대로 둬|그냥 두|그냥 둬|간직|보존|내버려"
_KO_DELETE: Final = "삭제|지우|지워|지울|지운|없애|없앨|버리|버려|버릴|제거|치우|치워|날려"
_ZH_KEEP: Final = "保留|留着|留下|留住|留吧|留|保存着|放着"
_ZH_DELETE: Final = "删除|删掉|删了|删|清除|清掉|清空|扔掉|扔了|扔|丢掉|丢了|去掉|移除|抹掉"
_JA_KEEP: Final = "残|保持|取ってお|取っとい|とっとい|とってお|置いと|保管|キープ|そのまま"
_JA_DELETE: Final = "削除|消|捨て|除去|破棄|けして|処分"

ACTION_WORDS: Final[Mapping[str, ActionWords]] = {
    "en": ActionWords(
        pairs=(
            (_EN_DELETE, _EN_KEEP),
            ("overwrit*|replac*|rewrit*", _EN_KEEP + "|copy|rename|another name"),
            ("cancel*|call_off|abort*", "keep*|continue|carry on|go through with"),
            ("sav*|store|back_up", "discard*|throw_away|lose"),
            (
                "turn_on|switch_on|enabl*|activat*|put_on|turning_on",
                "turn_off|switch_off|disabl*|deactivat*|leave_off|keep_off|shut_off|turning_off|put_out",
            ),
            ("turn_up|louder|rais*|increas*", "turn_down|quieter|lower*|decreas*|reduc*"),
            ("open*", "clos*|shut*|leave_closed|keep_closed"),
            ("start*|begin*|launch*|run", "stop*|end|halt*|paus*"),
            ("restart*|reboot*", "wait|keep_running|leave_running"),
            ("send*|mail*|post|publish*|submit*", "hold it|hold off|keep_back|wait"),
            ("install*|updat*|upgrad*", "uninstall*|wait|keep the old*|leave_as it is"),
            ("add*|includ*", "leave_out|leave out|omit*|exclud*|skip*|" + _EN_DELETE),
            ("accept*|approv*|allow*|permit*|merg*", "reject*|declin*|den*|refus*|block*|forbid*"),
            ("lock*", "unlock*|leave_open|leave_unlocked"),
            ("share*|publish*", "keep_private|keep_to myself"),
            ("subscrib*|sign_up|join*", "unsubscrib*|leave|opt_out"),
            ("mute*|silenc*", "unmute*|leave_on"),
            ("connect*", "disconnect*|unplug*"),
            ("buy*|order*|book*|reserv*", "hold off|wait"),
            ("show*|display*", "hide*|hidden"),
            ("chang*|modif*|edit*|mov*|reset*", _EN_KEEP),
            ("archiv*|put_in the archive|put_into the archive", "unarchiv*"),
        ),
        denial_before=(
            r"(?:\bdon'?t|\bdo not|(?<!why )\bnot|\bnever|\bno need to|\bwon'?t|\bwithout|\bneedn'?t"
            r"|\bshouldn'?t|\bwouldn'?t|\bavoid|\bcan'?t|\bcannot|\bdidn'?t|\bisn'?t|\baren'?t)(?: \w+){0,2} $"
        ),
        consent=(
            r"\b(?:go (?:right )?ahead|feel free|be my guest|no problem|no worries|by all means|fine by me"
            r"|fine with me|that'?s (?:fine|ok|okay|alright)|you can|do it|please do|not a problem|go for it"
            r"|(?:don'?t|wouldn'?t|do not|would not|doesn'?t) (?:really )?(?:mind|bother|care|disturb)(?: me)?)\b"
        ),
        nouns=r"\b(?:the|an?|my|our|your)\s+\w+",
        objects=r"\b(?:it|them|that|all|those|these|him|her|the)\b",
        adverse=r"\b(?:hat\w*|allergic|awful|terrible|sick of|tired of|dislik\w*|can'?t|cannot|never|don'?t|doesn'?t|not|isn'?t|aren'?t|won'?t|without|instead|avoid|used to|had|already have|already got|enough|yesterday|last time|wish|worse|bad|only|just|no|but)\b",
        choosing_before=(
            r"\b(?:love|loves|prefer|prefers|wants|fancy|show me|look at|in the mood for|belongs? (?:in|on|to))"
            r"(?: (?:a|an|the|some|my|our))* *$|"
            r"\b(?:(?:i'?ll|let'?s|lets|i'?d|we'?ll|i|we|please|can (?:i|we)|could (?:i|we)|just|so"
            r"|i'?m|we'?re|i am|we are|you can|you could|we should|i should|then|and)"
            r"(?: (?:like|love|to|probably|just|rather|definitely|going|gonna|please|better|now))*"
            r" (?:take|have|go (?:with|for|to)|going (?:with|for)|choose|choosing|pick|use|using|say|do"
            r"|try|want|like|prefer|get|talk to|speak (?:to|with)|stick with|settle (?:for|on)"
            r"|start with|begin with|wait (?:until|till|for)|play|book|order|make it|set it to|meet at|lean towards?|leaning towards?|vote for)"
            r"|(?:^|[,.;] *|\b(?:please|just|so|then|and|well|ok|okay|uh|um|oh) )(?:give me|get me|make it|make mine|bring me|put me down for|book me|sign me up for|call"
            r"|take|use|choose|pick|go (?:with|for)|play|book|ring|phone|set it to|start with))"
            r"(?: (?:a|an|the|some|to|have|that|cup|of|glass|my|our|it))* *$"
            r"|^(?:my|our) $"
            r"|(?:(?:^|\b(?:please|just|so|then|now|but|you|i'?ll|i will|let'?s|lets)) *(?!have\b|had\b)\w+"
            r"|\b(?:leave|put|give|send|take|drop|keep|bring)) (?:it|them)"
            r"(?: (?:up|down|over|all|there|back|straight))?"
            r"(?: (?:in|on|onto|into|to|with|at|under|by|from|out of|off|via|through|for))?(?: (?:a|an|the|my|our))? *$"
            r"|\b(?:send|drop|text|show|read|bring|get|make|play|buy|book|order) (?:me|us|him|her|it|them)"
            r"(?: (?:a|an|the|some|by|as|in|to))* *$"
        ),
        choosing_after=(
            r"^ (?:it is|then|please|thanks|thank you|sounds (?:good|great|fine|best|perfect)"
            r"|works(?: for me| best| fine)?|would be (?:great|good|nice|fine|best|perfect|lovely)"
            r"|is (?:fine|good|great|enough|best|perfect|ok|okay)|will do(?: nicely)?|suits me"
            r"|for me|for us)(?: (?:then|please|thanks|thank you|for me))* *$"
            r"|^ (?:looks|sounds|seems|feels|tastes|is)(?! .*\b(?:bad|worse|worst|awful|terrible|wrong|ugly|boring|too"
            r"|less|not|out|off|taken|gone|away|here|there|full|closed|broken|free|ready|sick)\b) (?:much |a lot |far |way |the )?(?:more \w+|\w+er|best|good|great|nice|perfect|fun)(?: to me)? *$"
            r"|^ would be (?:nicer|better|easier|best|great|nice|safer|more \w+) (?:for|with) (?:the|my|our|us|me)(?: \w+)? *$"
        ),
        comment=r"(?:since|i|we|they|he|she|it|there|my|our|you|that|this)(?:'\w+|\b)",
        dissent=(
            r"\b(?:please don'?t|(?:i'?d )?(?:rather|prefer) (?:if )?you (?:didn'?t|not)|i'?d prefer not|rather not"
            r"|don'?t do (?:it|that)|better not|please not|not now|don'?t(?! mind| care| bother)"
            r"|(?:i|do|would|really|kind of) mind|bothers me|disturbs me|i do(?= *$))\b"
        ),
    ),
    "de": ActionWords(
        pairs=(
            (_DE_DELETE, _DE_KEEP),
            ("überschreib*|ersetz*", _DE_KEEP + "|kopie*|umbenenn*|anderen namen|anderem namen"),
            ("stornier*|abbrech*|brich_ab|absag*|sag_ab|kündig*", _DE_KEEP + "|weiter*"),
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
            ("hinzufüg*|füg_hinzu|aufnehm*", "weglass*|lass*_weg|" + _DE_DELETE),
            ("annehm*|nimm_an|akzeptier*|erlaub*|genehmig*", "ablehn*|lehn_ab|verbiet*|blockier*"),
            (
                "sperr*|absperr*|abschließ*|verriegel*",
                "entsperr*|entriegel*|aufschließ*|lass_offen",
            ),
            ("stummschalt*|stumm*", "lass_an"),
            ("verbind*", "trenn*"),
            ("anzeig*|zeig*", "versteck*|verberg*|ausblend*"),
            ("änder*|verschieb*|bearbeit*|zurücksetz*", _DE_KEEP),
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
        adverse=r"\b(?:hass\w*|allergisch|nicht|kein\w*|nie|furchtbar|satt|leid|ohne|statt|genug|gestern|letztes mal|schlecht|schlimm|nur|schon|aber)\b",
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
    ),
    "fr": ActionWords(
        pairs=(
            (_FR_DELETE, _FR_KEEP),
            ("écras*|remplac*", _FR_KEEP + "|copie*|renomm*|autre nom"),
            ("annul*|résili*", _FR_KEEP + "|maintien*|mainten*|continu*"),
            ("enregistr*|sauvegard*|sauv*", "abandonn*|" + _FR_DELETE),
            (
                "allum*|activ*|met*_en marche|branch*",
                "étein*|désactiv*|coup*|laiss*_éteint*|débranch*",
            ),
            ("augment*|mont*|plus fort", "baiss*|rédui*|diminu*|moins fort"),
            ("ouvr*|ouvert*", "ferm*"),
            ("démarr*|lanc*|commenc*", "arrêt*|stopp*|paus*"),
            ("redémarr*|relanc*", "attend*|laiss*_tourner"),
            ("envo*|expédi*|publi*", "retien*|attend*"),
            ("install*|met*_à jour|actualis*", "désinstall*|attend*|laiss*"),
            ("ajout*|inclu*|met|mets|mettez|mettre", "exclu*|sans|" + _FR_DELETE),
            ("accept*|autoris*|approuv*|permet*", "refus*|rejet*|déclin*|bloqu*|interdi*"),
            ("verrouill*|ferm*_à clé", "déverrouill*|laiss*_ouvert*"),
            ("connect*", "déconnect*"),
            ("affich*|montr*", "cach*|masqu*"),
            ("chang*|modifi*|déplac*|réinitialis*", _FR_KEEP),
            ("archiv*", "désarchiv*"),
        ),
        denial_before=r"(?:(?:^|\W)n(?:e |'|’)(?:\w+['’ ]){0,2}|\bsans (?:\w+['’ ])?|\b(?<!pourquoi )pas (?:(?:la peine|besoin) )?(?:de |d['’])?(?:l[ea]s? )?|\bjamais |\bni )$",
        denial_after=r"^(?:-\w+){0,2}(?: \w+)? (?:pas|jamais|plus jamais)\b",
        consent=(
            r"\b(?:vas-y|allez-y|vas y|allez y|pas de (?:problème|souci)|aucun (?:problème|souci)|sans (?:problème|souci)"
            r"|je t['’]en prie|je vous en prie|d['’]accord|(?:fais|faites)(?:-le|(?=\W*$))|c['’]est bon|tu peux|vous pouvez|bien sûr"
            r"|(?:dérange|gêne|embête) pas)\b"
        ),
        objects=r"\b(?:ne|n|le|la|les|l|tout|tous|toutes|moi|en)\b",
        adverse=r"\b(?:déteste|allergique|pas|jamais|ne \w+ plus|horrible|marre|sans|hier|mauvais|seulement|mais|déjà|rien)\b|\bn'",
        choosing_before=r"\b(?:envie de|préfèrent|aiment|adorent|veulent|vais faire|va faire|faisons|fais|faites|montre-moi|on prend|prends|prenez|je veux|je voudrais|j'aimerais|je choisis|on part sur|je pars sur|partons sur|on va (?:sur|prendre)|je vais prendre|je préfère|mets(?:-moi)?|mettez|ce sera|donnez-moi|donne-moi|va pour|allez|disons|je dirais|optons pour|j'opte pour|je reste sur|restons sur|appelle|appelez|choisis|réserve|utilise|utilisons|je vais (?:à|sur)|je bois|plutôt|(?:je|on) \w+r(?:ai|a)|\w+-(?:le|la|les|moi|lui|leur)|(?:je|on|nous) commencer(?:ais|ait|ions) par|(?:on|nous) (?:pourrait|pourrions|peut|va|devrait) (?:aller|prendre|faire|essayer|manger|commencer)|(?:je|moi) (?:vote|penche|suis|serais)(?: plutôt)?(?: partante?)?(?: pour)?|allons)(?: (?:le|la|les|un|une|du|des|de la|plutôt|bien|à|au|pour|mon|ma|sur|dans|avec|en|chez|par|ça|tout|de|quand même|donc))* *(?:l'|de l')?$",
        choosing_after=(
            r"^ (?:s'il (?:te|vous) plaît|svp|stp|ça (?:me )?va|me va|ira|ira bien|c'est (?:bien|parfait"
            r"|bon|très bien)|fera l'affaire|serait (?:bien|parfait|super|mieux)|suffit|merci|alors"
            r"|ça marche|plutôt)(?: (?:merci|alors|pour moi))* *$"
            r"|^ (?:ira|irait|va|conviendra|conviendrait|passera|sera|serait) (?:très bien|bien|mieux|le mieux|parfaitement|parfait|super)"
            r"(?: (?:avec|pour|dans|chez)(?: (?:\w+|l'\w+)){1,3})? *$"
            r"|^ (?:est|fait|a l'air|semble) (?:bien |beaucoup )?plus (?!cher|chère|mauvais|loin|lent)\w+ *$"
        ),
        comment=r"(?:depuis|parce|je|j'|on|nous|il|elle|ils|elles|c'|ça|mon|ma|mes|y a|comme ça|(?:car|vu que|notre|nos|tu|vous)\b)",
        dissent=r"\b(?:je préfère(?:rais)? (?:que )?(?:non|pas)|plutôt pas|surtout pas|mieux vaut pas|pas maintenant|s['’]il (?:te|vous) plaît non|me (?:dérange|gêne|embête)(?! pas))\b",
    ),
    "es": ActionWords(
        pairs=(
            (_ES_DELETE, _ES_KEEP),
            (
                "sobrescrib*|sobreescrib*|reemplaz*|sustitu*",
                _ES_KEEP + "|copia*|renombr*|otro nombre",
            ),
            ("cancel*|cancél*|anul*|anúl*", "manten*|mantén*|sigue|seguir|continú*|conserv*"),
            ("guard*|guárd*|grab*", "descart*|descárt*|pierd*|borr*|bórr*"),
            (
                "enciend*|enciénd*|encend*|activ*|actív*|pon*_en marcha|prend*|prénd*",
                "apag*|apág*|desactiv*|desactív*|deja*_apagad*|déja*_apagad*",
            ),
            ("sub*|súb*|aument*|más alto", "baj*|báj*|reduc*|redúc*|más bajo"),
            ("abr*|ábr*|abier*", "cierr*|ciérr*|cerr*"),
            ("inici*|iníci*|empiez*|empiéz*|empez*|arranc*|arránc*", "par*|detén*|deten*|paus*"),
            ("reinici*|reiníci*", "esper*|sigue"),
            ("envi*|enví*|mand*|mánd*|public*|publíc*", "esper*|retén*"),
            ("instal*|instál*|actualiz*|actualíz*", "desinstal*|esper*|deja*|déja*"),
            ("añad*|añád*|inclu*|pon|ponle|ponga|agreg*|agrég*", "sin|omit*|" + _ES_DELETE),
            ("acept*|acépt*|permit*|aprueb*|aprob*", "rechaz*|rechác*|deneg*|bloque*|prohíb*"),
            ("bloque*|bloqué*", "desbloque*|deja*_abiert*|déja*_abiert*"),
            ("conect*|conéct*", "desconect*|desconéct*"),
            ("muestr*|muéstr*|mostrar*", "ocult*|ocúlt*|escond*"),
            ("cambi*|cámbi*|modific*|mueve*|muév*|restablec*", _ES_KEEP),
            ("archiv*|archív*", "desarchiv*"),
        ),
        denial_before=(
            r"(?:^|[^\w,] ?)(?:no|nunca|ni|sin|tampoco|jamás)"
            r"(?: (?:lo|la|los|las|le|les|me|te|se|nos|hay|que|hace|falta|quier\w*|puedes|vayas|va|van?s?|dese\w*|a|hay))* $"
        ),
        never_denied=r"\w*[áéíóú]\w*l[oa]s?",
        consent=(
            r"\b(?:adelante|sin problema|no hay problema|ningún problema|claro|hazlo|hágalo|dale|tranquil[oa]"
            r"|por supuesto|cómo no|como quieras|puedes|está bien|vale|no me (?:importa|molesta))\b"
        ),
        objects=r"\b(?:lo|la|los|las|todo|todos|todas|ya)\b",
        adverse=r"\b(?:odi\w*|alérgic\w*|no|nunca|horrible|hart\w*|sin|ayer|mal\w*|solo|sólo|pero|ya|nada)\b",
        choosing_before=r"\b(?:ganas de|les encantan?|les gustan?|prefieren|quieren|haz|hagamos|vaya a|vayan a|enséñame|tomaré|quiero|quería|prefiero|elijo|escojo|me quedo con|nos quedamos con|vamos con|ponme|póngame|usa|usemos|cojo|dame|deme|optaría por|opto por|voy con|vamos (?:a|con|por)|apuesto por|me gustaría|quisiera|digamos|diría|elige|escoge|llama a|reserva|pide|pon|usamos|mejor|que l[oae]s? \w+|\w*[áéíóú]\w*l[oa]s?|\w*[áéíóú]\w*(?:me|nos|le|les)|ponl[oa]s?|\w+(?:é|emos|aremos|iremos)|(?:podríamos|podemos|deberíamos) (?:ir|comer|tomar|pedir|hacer|probar|empezar)|(?:voto|me inclino|votaría) por|(?:yo )?(?:empezaría|empezamos|empieza|empecemos) (?:por|con)(?: lo de[l]?)?|primero|(?:me|nos|le|les) (?:gusta|gustan|gustaría|encanta|encantan|apetece|apetecen|va mejor|vendría mejor))(?: (?:el|la|los|las|un|una|de|del|a|al|mi|en|con|por|para))* *$",
        choosing_after=(
            r"^ (?:por favor|está bien|me va bien|me vale|vale|va bien|es perfecto|es mejor|gracias|mismo"
            r"|misma|estaría bien|sería (?:perfecto|mejor|ideal)|basta|me parece bien)"
            r"(?: (?:gracias|entonces|por favor|para mí))* *$"
            r"|^ (?:es|queda|parece|se ve|suena) (?:mucho )?(?:más (?!car[oa]|fe[oa]|lent[oa]|lejos)\w+|mejor|bien|genial) *$"
        ),
        comment=r"(?:desde|porque|yo|ya|que|tengo|hace|estoy|me|nos|mi|mis|tenemos|lo|la|los|las|hay|así|pues|somos|soy|nuestr\w*|se|te)\b",
        dissent=r"\b(?:mejor no|prefiero que no|preferiría que no|no lo hag[aá]s?|por favor no|ahora no|(?<!no )me (?:importa|molesta))\b",
    ),
    "ko": ActionWords(
        pairs=(
            (_KO_DELETE, _KO_KEEP),
            ("덮어쓰|덮어써|덮어쓸|덮어쓴|교체|바꿔치", _KO_KEEP + "|복사본|사본|다른 이름"),
            ("취소|해지", "유지|계속|그대로"),
            ("저장", "버리|버려"),
            ("켜|켤|켠|켰", "끄|꺼|끌|끈|껐"),
            ("올려|올리|높여|높이|키워|키우", "내려|내리|낮춰|낮추|줄여|줄이"),
            ("열어|열기|열까|열자|여세|열", "닫"),
            ("시작", "멈추|멈춰|중지|정지"),
            ("재시작|다시 시작|재부팅", "기다려|그대로"),
            ("보내|보낼|발송|전송|게시", "보류|기다려|대기"),
            ("설치|업데이트", "그대로|기다려"),
            ("추가|넣어|넣을|넣고|넣", "빼|뺄|제외|" + _KO_DELETE),
            ("수락|승인|허용|허락", "거절|거부|차단"),
            ("잠가|잠글|잠그", "열어"),
            ("연결", "끊"),
            ("보여|표시", "숨겨|숨기|감춰"),
            ("변경|수정|옮겨|옮길|초기화|바꿔|바꿀|바꾸", _KO_KEEP),
            ("예약", "보류"),
        ),
        denial_before=r"(?:^|\s)(?:안|못)\s?$",
        denial_after=(
            r"^[^\s]{0,3}?(?:지\s?(?:는\s?|도\s?|를\s?)?(?:마|말|않|못|맙)|(?:할\s?|울\s?)?\s?필요\s?(?:가\s?|는\s?|까지는\s?)?없|면\s?안\s?(?:돼|되)|\s?(?:안\s?(?:해|할|함)|\u1102\u1102|노노|금지))"
        ),
        condition_after=r"[가-힣]{0,2}면(?!\s?(?:안\s?)?(?:돼|되|됩|좋))",
        consent=r"괜찮|그러세요|그렇게 하|하세요|해도 (?:돼|됩|되)|문제\s?없|상관\s?없|편하게|그럼요|물론",
        dissent=r"하지\s?마|안\s?(?:돼|됩|했으면)|싫|곤란|나중에|지금은 (?:안|좀)",
        objects=r"그거|그것|둬|두세요|줘|주세요|놔|다|전부|모두",
        adverse=r"싫|알레르기|못|안 |않|없|말고|별로|지겨|질렸|어제|만\b",
        choosing_after=(
            r"^(?!도\s)[^말]*(?:좋을|나을|괜찮을|편할|맞을)\s?[것거]\s?같\S*\s*$|^(?:에|에다가?)?\s?한\s?표\S*\s*$|^(?:이|가)\s?(?:제일|가장)\s?(?:끌리|땡기|좋)\S*\s*$|^(?!도\s)(?:에서|에다|에|한테|에게|께|으로|로|을|를|걸로|거로|것으로|쪽으로|이|가)?\s?(?:\S+\s){0,2}?\S*?"
            rf"(?:[{_RIEUL}](?:게|래)요?|자|(?<![있없])죠|ㅂ시다|합시다|갑시다|씁시다|줘|줘요|주세요|주라|주십시오|둬|둬요|놔|놔요"
            r"|봐요|갑니다|하겠\S*|좋겠\S*|낫겠\S*|좋아요?|제일 좋|부탁\S*|만나요?|걸어|전화해|해|해요|예약해|진행해|결정\S*|면\s?[돼될되]\S*(?:\s것\s같\S*)?"
            r"|(?:가깝|가까[워울]|편하|편[해할]|나을|낫|끌[려리]|땡[겨기]|어울|필요[해하]|챙[겨기])[^\s?]*|나아요?|사야[^\s?]*(?:\s[돼해][^\s?]*)?)\s*$"
        ),
        comment=r"\S+(?:부터|요|다|어|아|해|네|지|워)\s*$",
        are_apart=False,
    ),
    "zh": ActionWords(
        pairs=(
            (_ZH_DELETE, _ZH_KEEP),
            ("覆盖|替换|盖掉", _ZH_KEEP + "|另存|副本|改名"),
            ("取消|退订", "保留|继续|留着"),
            ("保存|存", "丢弃|不存"),
            ("打开|开着|开启|启用|开", "关闭|关掉|关上|关着|关了|关|停用"),
            ("调高|调大|大声|升高", "调低|调小|小声|降低"),
            ("开始|启动", "停止|停下|暂停|停"),
            ("重启|重新启动", "等一下|等等|等会"),
            ("发送|发出|发给|发吧|发布|发", "等等|等一下|先等"),
            ("安装|更新|升级|装", "卸载"),
            ("添加|加上|加入|加", "去掉|不加|" + _ZH_DELETE),
            ("接受|同意|允许|批准", "拒绝|禁止|拦截"),
            ("锁", "解锁|开锁"),
            ("连接|连上", "断开"),
            ("显示", "隐藏"),
            ("修改|更改|移动|重置", "保留|保持|原样"),
            ("预订|订|预约", "再说"),
        ),
        denial_before=r"(?:不|别|勿|没|不要|不用|不必|无需|甭|先别|不想|不能|未|无须)(?:再|给我|急着|要|把[它他她]们?|把)?$",
        consent=r"没事|没关系|没问题|请便|可以|随意|尽管|好的|好吧|行|不介意|不反对|你.{0,4}吧",
        dissent=r"别|不行|不可以|最好不|先不|不要|(?<!不)介意",
        objects=r"[它他们了吧掉啊呗的把都全要]",
        adverse=r"不|没|讨厌|过敏|别|烦|昨天|上次|只|但",
        choosing_before=r"(?:从|放[回到进]|移[到进]|扔[到回进]|存[到进在]|还是|让|叫|找|买|吃|看|听|逛|骑|试试|给|走|刷|付|放在|搁|交给|送到|送去|我要|选|我选|来|用|改成|换成|给我来?|就要|就来|就用|就喝|就去|喝|去|坐|打给|请|放|点|订|定|存到|发给|部署到|那就|就|干脆|不如)(?:个|杯|一杯|份|一个|点)?$",
        choosing_after=r"^(?:里|上|里面|上面|那边|那儿)?(?:出|扣|取|拿|付|转|走|弄|做|写)(?:一下)?(?:吧|就行|就好|好了|呗)?$"
        r"|^(?:写|做|弄|装|穿|吃|开|看)?(?:起来)?(?:比较|更|最|挺|蛮)?(?:快|好|方便|省事|舒服|合适|划算|便宜|稳|安全|简单|好看|好吃|耐脏|耐用|亮)(?:一?[点些])?$"
        r"|^(?:那个|的|那边|里)?(?:吧|呗|走起|来吧|试试$|来$|一下$|转转$|去$|那位$|那种$|这个$|方便|一份$|合适|支付|付款|好了|就行|就好|就可以|得了|最好|比较好|更好|合适)",
        comment=r"(?:快|都快|就快|家里|反正|正好|刚好|从|去年|因为|已经|我|我们|这|那|它|有点|太|好|很|都)",
        are_apart=False,
    ),
    "ja": ActionWords(
        pairs=(
            (_JA_DELETE, _JA_KEEP),
            ("上書き|置き換え", _JA_KEEP + "|別名|コピー"),
            ("キャンセル|取り消|解約", "続け|そのまま|残"),
            ("保存|セーブ|取ってお|取っとい|とっとい|とってお", "破棄|捨て"),
            (
                "つけ|付け|オンに|点け|入れて|有効",
                "消|切って|切る|切っと|オフに|止め|けして|無効",
            ),
            ("上げ|大きく|強く", "下げ|小さく|弱く"),
            ("開け|開い|開き|開く|あけ", "閉じ|閉め|しめ"),
            ("始め|開始|起動|スタート", "止め|停止|やめ|中止"),
            ("再起動", "待|そのまま"),
            ("送信|送|公開|投稿", "保留|待"),
            ("インストール|更新|アップデート", "待|そのまま"),
            ("追加|入れ|加え", "抜い|外し|" + _JA_DELETE),
            ("承認|許可|受け入れ", "拒否|断|却下"),
            ("接続|つなぐ|つない", "切断"),
            ("表示", "隠"),
            ("変更|変え|移動|リセット", _JA_KEEP),
            ("予約", "保留"),
        ),
        denial_before=r"(?!)",
        denial_after=r"^[ぁ-ん]{0,3}?(?:ない|なく|なかった|ません|ずに|[うくすつぬむる]な(?:よ|って)?(?=$|[。、！]))",
        condition_after=r"[ぁ-ん]{0,3}(?:たら|れば|なら|と、)",
        consent=r"どうぞ|大丈夫|構いません|かまいません|問題な|いいです|いいよ|もちろん|平気",
        dissent=r"やめ(?!られ)|だめ|ダメ|困り|困る|嫌|ちょっと",
        objects=r"それ|全部|すべて|おいて|といて",
        adverse=r"嫌|アレルギー|ない|ません|だめ|昨日|前回|だけ|けど",
        choosing_after=(
            r"^(?:に|を|で|へ|が|の方で|のほうで|さんに|さん)?(?:します|しよう|しましょう|お願い|ください|下さい|決め|いいです|いきます|行きます|いこう|選びます"
            r"|もらいます|頼みます|する|しとく|しておく|いい(?:と思います|かな|よ|な)?$|会おう|使おう|使います)"
            r"|^(?:さん)?(?:に|を|で|へ)[^ないだけど]{0,6}?(?:て|で)(?:ください|下さい|くれる|もらえる|ほしい|おいて|といて|ね|よ)*$"
            r"|^(?:の?(?:やつ|方|ほう|ところ|中))?(?:に|を|で|へ|から)[^なだけ]{1,5}?(?:といて|どいて|ておいて|でおいて|ちゃって|じゃって|とこう|ておこう)"
            r"(?:ください|くれる|もらえる|ほしい|ね|よ)*$"
            r"|^(?:に|を|で|へ)?[^な]{0,4}(?:たい(?:です|な|ね)?|[こそともぼ]う|ろう)$|^かな$|^に一票(?:です|で|かな|ね)*$"
            r"|^(?:が|で)(?:一番|いちばん)?(?:無難|良さそう|よさそう|楽|便利|最高|ベスト|正解)(?:です|だ|かな|ね|よ|と思います)*$"
        ),
        comment=r"\S*(?:い|です|ます|る|だ|た|よ|ね|から)$",
        are_apart=False,
    ),
}


@cache
def action_patterns(language: str) -> ActionPatterns | None:
    """Return the compiled words of a language, or None if it has none."""
    words = ACTION_WORDS.get(language)
    if words is None:
        return None
    return ActionPatterns(
        pairs=tuple(
            (_either(one, are_apart=words.are_apart), _either(other, are_apart=words.are_apart))
            for one, other in words.pairs
        ),
        denial_before=re.compile(words.denial_before),
        denial_after=re.compile(words.denial_after),
        condition_after=re.compile(words.condition_after),
        never_denied=re.compile(words.never_denied),
        consent=re.compile(words.consent),
        dissent=re.compile(words.dissent),
        comment=re.compile(words.comment),
        objects=re.compile(words.objects, re.IGNORECASE),
        nouns=re.compile(words.nouns, re.IGNORECASE),
        adverse=re.compile(words.adverse),
        choosing_before=re.compile(words.choosing_before),
        choosing_after=re.compile(words.choosing_after),
    )


def _either(words: str, *, are_apart: bool) -> re.Pattern[str]:
    parts = sorted({part.strip() for part in words.split("|")}, key=len, reverse=True)
    found = "|".join(
        re.escape(part)
        .replace(r"\*", r"\w*")
        .replace("_", r"(?:[ -]\w+){0,2} ")
        .replace(r"\ ", " ")
        for part in parts
    )
    return re.compile(rf"(?<!\w)(?:{found})(?!\w)" if are_apart else f"(?:{found})")
