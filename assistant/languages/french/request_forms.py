"""How French words requests that leave nothing open, or something."""

from typing import Final

from assistant.languages.request_forms import RequestForms

_SELF: Final = r"(?:[- ](?:moi|nous))?"
_POINTS: Final = (
    r"(?:ça|cela|ceci|ce|cet|cette|le|la|les|quelque chose)(?: (?:pour moi|s'il te plaît|stp))*$"
)
_SOME: Final = r"(?:un|une|encore un|encore une|un autre|une autre|du|de la|des)"
_MANY: Final = r"(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|[1-9]\d?|quelques|plusieurs)"
_PIECES: Final = r"(?:haïkus?|blagues?|poèmes?|poésie|devinettes?|énigmes?|histoires?|contes?|fables?|virelangues?|chanson|proverbes?|citations?|compliments?|anecdotes?|faits?)"
_TEXTS: Final = r"(?:e-?mails?|mails?|courriels?|lettres?|messages?|mots?|cartes?|notes?|textes?|réponses?|discours|invitations?|slogans?|paragraphes?|articles?|excuses?|réclamation|fonctions?|scripts?|programmes?)"

REQUEST_FORMS: Final = RequestForms(
    before=r"(?:(?:s'il te plaît|s'il vous plaît|stp|salut|bonjour|ok|alors|et|parley),? )*(?:(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu peux|est-ce que tu peux|j'aimerais que tu) (?:m'|me |nous )?)?",
    after=r"(?:,? (?:s'il te plaît|s'il vous plaît|stp|merci|pour moi))*",
    complete=(
        rf"(?:écris|écrire|écrivez|raconte|raconter|racontez|dis|dire|donne|donner|compose|composer|invente|chante|fais){_SELF} (?:{_SOME}|{_MANY})(?: [\w-]+){{0,2}}? {_PIECES}\b.*",
        rf"(?:explique|expliquer|expliquez|décris|décrire|définis|définir|résume|résumer|compare|comparer|épelle|épeler){_SELF} (?!{_POINTS}).{{3,}}",
        rf"(?:donne|cite|propose|dis|nomme|trouve|suggère|écris|liste){_SELF} {_MANY} (?!(?:minute|seconde|heure|jour)s?\b).{{3,}}",
        rf"(?:traduis|traduire|traduisez){_SELF} (?!{_POINTS}).+ en \w+",
        r"comment (?:dit-on|on dit|dire|s'écrit|écrit-on) .+|que (?:veut dire|signifie) .+|quelle est la différence .+",
        rf"(?:écris|écrire|rédige|rédiger|compose|prépare){_SELF} (?:un|une|le|la)(?: [\w-]+){{0,2}}? {_TEXTS}\b.* (?:pour (?:dire|lui dire|annoncer|remercier|demander|expliquer|inviter|m'excuser)|que|qui|disant|sur|à propos|au sujet|parce que)\b.+",
        rf"(?:écris|écrire|rédige|rédiger){_SELF} (?:un|une)(?: [\w-]+){{0,2}}? {_TEXTS} (?:d'anniversaire|de remerciements?|d'excuses?|de démission|de félicitations|de bienvenue|de condoléances|de noël)\b.*",
        r"(?:traduis|reformule|corrige|améliore|raccourcis|résume|simplifie|rends|réécris|vérifie)\b[^:\n]{0,80} ?[:\n]\s*\S.+",
    ),
    open=(
        r"aide(?:z)?[- ](?:moi|nous) .+|(?:m'|nous )?aider à .+",
        r"(?:quel|quelle|quels|quelles)\b.* (?:devrais|devrait|dois|doit|faut|choisir|acheter|prendre|convient|conviendrait|mieux)\b.*|.*(?:que|quoi|où|qu'est-ce que)\b.* (?:devrais|dois|devrions|devons|faut|pourrais)\b.*|(?:devrais|dois|devrions|faut)[- ].+",
        r"(?:planifie|organise|prépare|fais)(?:[- ](?:moi|nous))? (?:un|une|mon|ma|des|nos) (?:voyage|vacances|plan|programme|planning|fête|menu|week-end)\b.*|(?:recommande|conseille|suggère|propose)(?:[- ](?:moi|nous))? (?:un|une|quelque chose)\b.*",
        r"(?:je n'arrive pas à (?:choisir|me décider)|je ne sais pas (?:quoi|quel|quelle|où)|je sais pas (?:quoi|quel|quelle|où)|je (?:veux|voudrais) (?:apprendre|commencer|acheter|me mettre)|je cherche (?:un|une)|j'ai besoin d'(?:un|une))\b.*",
        rf"(?:écris|rédige){_SELF} (?:un|une|quelque chose)(?: {_TEXTS})?(?: pour moi)?",
    ),
    pointing=rf"(?:traduis|explique|résume|corrige|améliore|reformule){_SELF}(?: {_POINTS})?",
)
