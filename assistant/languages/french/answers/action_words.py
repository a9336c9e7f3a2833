"""Verbs of opposite actions in French, and how they are denied."""

from typing import Final

from assistant.languages.action_words import ActionWords

_KEEP: Final = "gard*|conserv*|laiss*|préserv*"
_DELETE: Final = (
    "supprim*|effac*|enlev*|jet*|vire|virer|virez|élimin*|débarrass*|bazarde*|retir*|détrui*"
)

ACTION_WORDS: Final = ActionWords(
    pairs=(
        (_DELETE, _KEEP),
        ("écras*|remplac*", _KEEP + "|copie*|renomm*|autre nom"),
        ("annul*|résili*", _KEEP + "|maintien*|mainten*|continu*"),
        ("enregistr*|sauvegard*|sauv*", "abandonn*|" + _DELETE),
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
        ("ajout*|inclu*|met|mets|mettez|mettre", "exclu*|sans|" + _DELETE),
        ("accept*|autoris*|approuv*|permet*", "refus*|rejet*|déclin*|bloqu*|interdi*"),
        ("verrouill*|ferm*_à clé", "déverrouill*|laiss*_ouvert*"),
        ("connect*", "déconnect*"),
        ("affich*|montr*", "cach*|masqu*"),
        ("chang*|modifi*|déplac*|réinitialis*", _KEEP),
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
    aversion=(
        r"\b(?:en ai|marre|horreur|allergique|horrible|dégoûtant)\b|(?:\bl'|\bles? |\bla )(?:déteste|aime|supporte)"
    ),
    adverse=r"\b(?:déteste|allergique|pas|jamais|ne \w+ plus|horrible|marre|sans|hier|mauvais|seulement|mais|déjà|rien)\b|\bn'",
    leaving=r"\blaiss(?:e|es|er|ez|ons)\b(?![- ]?(?:moi|nous|tomber)\b)",
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
)
