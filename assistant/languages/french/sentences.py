"""French. Pure."""

from typing import Final

from assistant.languages.language import phrases
from assistant.languages.sentence_table import (
    IntentName,
    OpenRequest,
    SentenceTable,
    SpokenLengths,
    SpokenNames,
    SpokenNumbers,
    SpokenSums,
)

_UNITS: Final = (
    "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize "
    "dix-sept dix-huit dix-neuf"
).split()
_TENS: Final = ("vingt", "trente", "quarante", "cinquante", "soixante")


def _cardinals() -> dict[str, int]:
    below = {word.replace("-", " "): n for n, word in enumerate(_UNITS)}
    found = below | {"une": 1}
    for tens, ten in enumerate(_TENS, start=2):
        found[ten] = tens * 10
        found |= {f"{ten} {one}": tens * 10 + n for one, n in below.items() if 1 < n < 10}
        found |= {f"{ten} et {one}": tens * 10 + 1 for one in ("un", "une")}
    found |= {f"soixante {one}": 60 + n for one, n in below.items() if n >= 10}
    found |= {
        "soixante et onze": 71,
        "quatre vingts": 80,
        "quatre vingt": 80,
        "quatre vingt une": 81,
    }
    found |= {f"quatre vingt {one}": 80 + n for one, n in below.items() if n}
    found |= {"septante": 70, "huitante": 80, "nonante": 90}
    return found


def _parts_of_hours() -> dict[str, float]:
    found = {"demi heure": 1800.0, "quart d'heure": 900.0, "quart": 900.0, "demi minute": 30.0}
    found |= {f"{one} {phrase}": s for phrase, s in found.items() for one in ("un", "une", "le")}
    return found | {
        "trois quarts d'heure": 2700.0,
        "trois quart d'heure": 2700.0,
        "trois quarts": 2700.0,
    }


_RULES: Final = {
    # Words.
    "det": "[un nouveau|une nouvelle|un autre|une autre|un|une|le|la|l'|les|mon|ma|mes|ce|cet|cette|d'un|d'une|notre|des]",
    "the": "(le|la|l'|mon|ma|ce|cet|cette|notre)",
    "me": "[moi|me|m'|nous|m]",
    "set": "(mets|met|mettre|mettez|lance|lancer|lancez|lances|démarre|démarrer|démarrez|programme|programmer|programmez|règle|régler|réglez|crée|créer|créez|active|activer|activez|ajoute|ajouter|fais|faire|commence|commencer|prépare|déclenche|déclencher|enclenche|donne|donner|il me faut|il me faudrait|j'ai besoin de|j'ai besoin d'|je veux|je voudrais|j'aimerais|j'aimerais avoir|je veux avoir|nouveau|nouvelle|pose|poser|allume|allumer|configure|configurer|place|planifie)",
    "show": "(montre|montrer|montrez|lis|lire|lisez|affiche|afficher|affichez|donne|donner|donnez|dis|dire|liste|lister|énumère|fais voir|ouvre|récite|voir)",
    "cancel": "(annule|annuler|annulez|supprime|supprimer|supprimez|arrête|arrêter|arrêtez|éteins|éteindre|éteignez|coupe|couper|stoppe|stopper|désactive|désactiver|désactivez|enlève|enlever|efface|effacer|retire|retirer|stop|interromps|débarrasse moi de|vire)",
    "tell": "(dis|dire|dites|donne|donner|donnez|indique|sais tu|tu sais|tu as|as tu|vous avez|t'as|je veux savoir|je voudrais savoir|j'aimerais savoir)",
    "now": "[maintenant|actuellement|en ce moment|là|exactement|au juste|ici|chez nous]",
    "what": "(qu'est ce que|qu'est ce qu'|quest ce que|quest ce qu'|que|qu'|c'est quoi)",
    # Timers.
    "timer": "(minuteur|minuterie|timer|compte à rebours|chrono|chronomètre|minuteurs)",
    "for": "[de|d'|sur|avec|durée]",
    "for_less": "(pour|à)",  # with an hour they name a time of day
    "alarm": "(réveil|réveille matin)",
    "kinds": "(minuteurs{kind:timer}|minuteries{kind:timer}|timers{kind:timer}|comptes à rebours{kind:timer}|alarmes{kind:alarm}|réveils{kind:alarm}|rappels{kind:reminder})",
    "kind": "(minuteur{kind:timer}|minuterie{kind:timer}|timer{kind:timer}|compte à rebours{kind:timer}|chrono{kind:timer}|alarme{kind:alarm}|réveil{kind:alarm}|rappel{kind:reminder})",
    "any_kind": "(minuteur|minuterie|timer|compte à rebours|alarme|réveil|rappel|minuteurs|minuteries|timers|alarmes|réveils|rappels)",
    # Moments.
    "part": "(du matin{part:am}|le matin{part:am}|matin{part:am}|dans la matinée{part:am}|de l'après midi{part:afternoon}|l'après midi{part:afternoon}|après midi{part:afternoon}|dans l'après midi{part:afternoon}|du soir{part:evening}|le soir{part:evening}|soir{part:evening}|dans la soirée{part:evening}|de la nuit{part:night}|dans la nuit{part:night})",
    "h": "(heures|heure|h)",
    "clock": """
        {hour} <h> (et demie|et demi){past:30}
        {hour} <h> (et quart|et un quart|un quart){past:15}
        {hour} <h> trois quarts{past:45}
        {hour} <h> (moins le quart|moins un quart|moins quart){to:15}
        {hour} <h> moins {to}
        {hour} <h> [et] {past} [minutes]
        {digital} [h]
        (midi et demi|midi et demie){hour:12}{past:30}{part:noon}
        (midi et quart){hour:12}{past:15}{part:noon}
        midi{hour:12}{part:noon}
        minuit{hour:0}{part:tonight}
        {hour} <h> [pile|précises|précise|tapantes]
        {hour}
    """,
    "corrected_clock": "[{other} [<h>] <correct>] <clock>",
    "correct": "(non|non pardon|pardon|euh non|non attends|attends|je veux dire|je voulais dire|enfin|plutôt|ou plutôt|non plutôt|désolé|désolée|oups|excuse moi|correction|ah non|non non) [à|pour]",
    "weekday": "(lundi{weekday:0}|mardi{weekday:1}|mercredi{weekday:2}|jeudi{weekday:3}|vendredi{weekday:4}|samedi{weekday:5}|dimanche{weekday:6})",
    "some_day": "(lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)",
    "weekdays": "(lundis{weekday:0}|mardis{weekday:1}|mercredis{weekday:2}|jeudis{weekday:3}|vendredis{weekday:4}|samedis{weekday:5}|dimanches{weekday:6})",
    "month": "(janvier{month:1}|février{month:2}|mars{month:3}|avril{month:4}|mai{month:5}|juin{month:6}|juillet{month:7}|août{month:8}|septembre{month:9}|octobre{month:10}|novembre{month:11}|décembre{month:12})",
    "day": """
        après demain{day:2}
        demain{day:1}
        aujourd'hui{day:0}
        ce matin{day:0}{span:am}
        cette nuit{day:0}{span:tonight}
        ce soir{day:0}{span:tonight}
        cet après midi{day:0}{span:afternoon}
        <weekday> de la semaine prochaine{week:1}
        la semaine prochaine <weekday>{week:1}
        [ce|le] <weekday> [qui vient]
        [le] {dom} <month>
        [le] <weekday> {dom} <month>
    """,
    "repeat": """
        (tous les jours de la semaine|en semaine|du lundi au vendredi|les jours de semaine|chaque jour de semaine|tous les jours ouvrés|les jours ouvrés|de lundi à vendredi){every:weekday}
        (tous les jours|chaque jour|quotidiennement){every:day}
        (tous les matins|chaque matin){every:day}{span:am}
        (tous les soirs|chaque soir){every:day}{span:evening}
        (le week end|le weekend|tous les week ends|tous les weekends|chaque week end|chaque weekend){every:weekend}
        chaque <weekday>{every:day}
        (tous les|les) (<weekday>|<weekdays>){every:day}
    """,
    "time": "[à|a|vers|pour|sur|dès] <corrected_clock> [<part>]",
    "when": """
        [pour] <day> [<part>] <time>
        <time> [pour] <day> [<part>]
        <time> [pour] <repeat>
        [pour] <repeat> <time>
        <time>
    """,
    "after": "(dans|d'ici|au bout de|au bout d'|dans environ) {length}|{length} plus tard",
    # Reminders.
    "remind": "(rappelle|rappeler|rappelez|rappelles|fais penser|faire penser|n'oublie pas de rappeler)",
    "of": "(de|d'|que|qu'|pour|à|au|le|la|l'|les|mon|ma|mes|qu'il faut|que je dois|de ne pas oublier de)",
    "new_reminder": "[<set>] <me> <det> rappel",
    # Lists.
    "list_noun": "(liste (de|des|d'|pour les) (courses|commissions|achats|course)){list:courses}|(to do list|todo list|todo|to do|liste (de|des|d') (tâches|choses à faire|trucs à faire)|liste à faire){list:tâches}|liste (de|des|d'|du|pour le|pour la|pour les|pour) {list}",
    "poss": "(la|ma|notre|une|cette|les|mes)",
    "a_list": "<poss> (<list_noun>|liste)",
    "to_list": "(à|sur|dans|a) (<poss> <list_noun>|<poss> liste)|aux (courses{list:courses})|(sur|dans) la (todo{list:tâches}|to do{list:tâches})",
    "from_list": "(de|dans|sur) (<poss> <list_noun>|<poss> liste)",
    "on_list": "(sur|dans|à) (<poss> <list_noun>|<poss> liste)",
    "add": "(ajoute|ajouter|ajoutez|ajoutes|mets|met|mettre|mettez|note|noter|écris|écrire|inscris|inscrire|rajoute|rajouter|marque|marquer|rajoutes)",
    "remove": "(enlève|enlever|enlevez|retire|retirer|retirez|supprime|supprimer|efface|effacer|raye|rayer|barre|barrer|ôte|coche|cocher|vire)",
    # Volume.
    "bit": "[un peu|un petit peu|encore un peu|beaucoup|encore|bien|d'un cran|un chouia|légèrement]",
    "wday": "(aujourd'hui|demain|après demain|maintenant|ce soir|cet après midi|ce matin|dehors|ce week end|ce weekend|cette semaine|la semaine prochaine|demain matin|demain soir|actuellement|<some_day>|cette nuit|en ce moment)",
    "where": "(à|en|au|sur|dans|aux) {place}",
}

SENTENCES: Final = SentenceTable(
    code="fr",
    rules=_RULES,
    before=(
        "bonjour|salut|hé|hey|coucou|bonsoir|ok|okay|d'accord|alors|bon|eh bien|et|puis|ensuite|maintenant|parley|jarvis|hey jarvis|dis jarvis|dis parley|alexa|dis|dis donc|écoute|"
        "excuse moi|pardon|désolé|désolée|merci|super|parfait|oui|au fait|tiens|ah|oh|vite|toi|"
        "[est ce que] (tu peux|vous pouvez|tu pourrais|vous pourriez|on peut|tu veux bien|vous voulez bien|tu veux|je peux te demander de|je peux vous demander de|tu serais capable de) [aussi|simplement|peut être|rapidement|vite|encore] [me|m'|nous|te|t']|"
        "(peux tu|pouvez vous|pourrais tu|pourriez vous|veux tu|veux tu bien|voudrais tu|voulez vous) [aussi|simplement|rapidement|encore] [me|m'|nous]|"
        "(j'aimerais que tu|je voudrais que tu|je veux que tu|il faut que tu|il faudrait que tu) [me|m'|nous]|tu [me|m'|nous]|"
        "(merci de|veuillez|prière de|est ce possible de|est il possible de|serait il possible de|c'est possible de|ce serait possible de|j'aimerais|je voudrais|je veux|j'ai besoin de|aide moi à) [me|m'|nous]|"
        "fais moi plaisir et|sois gentil et|sois gentille et|aurais tu la gentillesse de"
    ),
    after=(
        "merci|merci beaucoup|merci bien|merci d'avance|d'accord|ok|okay|maintenant|tout de suite|immédiatement|parley|jarvis|pour moi|pour nous|"
        "tu peux|tu veux bien|si tu peux|si possible|si tu veux bien|hein|alors|encore|aussi|dès que possible|vite|rapidement|mon ami|stp|svp|"
        "c'est possible|de nouveau|veux tu|oui|à nouveau|quand tu peux"
    ),
    courtesy="merci|merci beaucoup|merci bien|merci d'avance|parley|jarvis",
    polite=phrases("s'il te plaît|s'il te plait|s'il vous plaît|s'il vous plait|stp|svp|juste|donc"),
    fillers=phrases("euh|heu|hum|hmm|ben|bah|hein|mh|beh"),
    corrections=phrases(
        "non|non pardon|pardon|euh non|non attends|attends|attends non|je veux dire|je voulais dire|enfin|plutôt|ou plutôt|non plutôt|désolé|"
        "désolée|oups|excuse moi|correction|ah non|non non|non désolé|non de|non d'|non mets|mets plutôt|non je veux dire"
    ),
    after_correction=phrases("de|pour"),
    takes_back=phrases(
        "non pardon|euh non|non attends|attends non|je voulais dire|ou plutôt|non plutôt|ah non|laisse tomber|oublie ça|non je|non non|non désolé|je veux dire|non"
    ),
    numbers=SpokenNumbers(
        cardinals=_cardinals(),
        hundreds=phrases("cent|cents"),
        thousands=phrases("mille"),
        millions=phrases("million|millions"),
        points=phrases("virgule|point"),
        ones=phrases("un|une"),
        ordinals={"premier": 1},
        decimal_sign=",",
    ),
    lengths=SpokenLengths(
        units={
            **dict.fromkeys("s sec seconde secondes".split(), 1),
            **dict.fromkeys("m min mn minute minutes".split(), 60),
            **dict.fromkeys("h heure heures".split(), 3600),
            **dict.fromkeys("jour jours".split(), 86_400),
            **dict.fromkeys("semaine semaines".split(), 604_800),
        },
        whole=_parts_of_hours(),
        half_after=phrases("et demie|et demi"),
        half_before=phrases("et demie|et demi"),
        joins=phrases("et"),
    ),
    sums=SpokenSums(
        operators={
            "plus": "+", "et": "+", "moins": "-", "fois": "*", "multiplié par": "*", "multipliés par": "*", "x": "*",
            "divisé par": "/", "divisés par": "/", "divisée par": "/", "sur": "/", "puissance": "**",
            "à la puissance": "**", "exposant": "**",
        },
        after={"au carré": "**2", "au cube": "**3", "euros": "", "€": ""},
        before={
            "moins": "-", "la racine carrée de": "sqrt", "racine carrée de": "sqrt", "racine de": "sqrt",
            "la racine de": "sqrt", "√": "sqrt",
        },
        forms={
            "{a} (pour cent|pourcent|pourcents|%) (de|d'|sur) {b} [euros|€]": "{a} / 100 * {b}",
            "{b} [euros|€] moins {a} (pour cent|pourcent|%)": "{b} - {a} / 100 * {b}",
            "{b} [euros|€] plus {a} (pour cent|pourcent|%)": "{b} + {a} / 100 * {b}",
            "[la] somme de {a} et [de] {b}": "{a} + {b}",
            "(additionne|additionner|ajoute|ajouter) {a} (et|à|plus) {b}": "{a} + {b}",
            "(soustrais|soustraire|retire|enlève|ôte) {a} (de|à) {b}": "{b} - {a}",
            "[la] différence entre {a} et {b}": "{a} - {b}",
            "(multiplie|multiplier) {a} (par|et) {b}": "{a} * {b}",
            "[le] produit de {a} (et|par) [de] {b}": "{a} * {b}",
            "(divise|diviser) {a} par {b}": "{a} / {b}",
            "[la] moitié de {a}": "{a} / 2",
            "[le|un] tiers de {a}": "{a} / 3",
            "[le|un] quart de {a}": "{a} / 4",
            "[le] double de {a}": "2 * {a}",
            "[le] triple de {a}": "3 * {a}",
        },
    ),
    and_words=phrases("et|ainsi que|et aussi|plus|et puis"),
    dots=phrases("point|dot"),
    applications={
        **dict.fromkeys(("gestionnaire de fichiers", "fichiers", "explorateur de fichiers", "explorateur"), "files"),
        **dict.fromkeys(("éditeur de texte", "éditeur", "bloc notes"), "text editor"),
        **dict.fromkeys(("calculatrice", "calculette"), "calculator"),
        **dict.fromkeys(("navigateur", "navigateur web", "navigateur internet"), "web browser"),
        **dict.fromkeys(("console", "invite de commandes", "ligne de commande"), "terminal"),
        **dict.fromkeys(("paramètres", "réglages", "paramètres système", "panneau de configuration"), "settings"),
        **dict.fromkeys(("calendrier", "agenda"), "calendar"),
        **dict.fromkeys(("mail", "mails", "messagerie", "e mail", "boîte mail", "courrier", "boite mail"), "mail"),
        **dict.fromkeys(("caméra", "appareil photo", "webcam"), "camera"),
        **dict.fromkeys(("lecteur de musique", "lecteur audio"), "music"),
        **dict.fromkeys(("lecteur vidéo", "lecteur de vidéos"), "videos"),
        **dict.fromkeys(("photos", "galerie", "visionneuse d'images"), "photos"),
        **dict.fromkeys(("gestionnaire des tâches", "moniteur système", "gestionnaire de tâches"), "system monitor"),
        **dict.fromkeys(("logithèque", "magasin d'applications"), "software"),
        **dict.fromkeys(("cartes", "plans"), "maps"),
        "contacts": "contacts", "application horloge": "clocks", "horloge": "clocks", "météo": "weather",
        "capture d'écran": "screenshot",
    },
    articles=phrases("le|la|les|un|une|du|des|de la|mon|ma|mes|notre|nos"),
    excluded=phrases(
        "je|tu|il|elle|on|nous|vous|ils|elles|me|te|se|moi|toi|lui|qui|que|quoi|quand|où|pourquoi|comment|quel|quelle|quels|quelles|est|sont|"
        "suis|es|était|sera|ai|as|a|ont|avait|peux|peut|pourrait|va|vais|dois|doit|devrait|pas|ne|et|ou|mais|si|parce|car|donc|ce|cette|ces|"
        "cet|mets|lance|arrête|pour|avec|sur|dans|chaque|tous|toutes|tout|un|une|le|la|les|au|aux|à|en|par|anglais|français|dit|"
        "aujourd'hui|demain|hier|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|heure|heures|minuteur|réveil|alarme|rappel|note|notes|"
        "liste|lis|sonné|sonne|ici|là|alors|comme|plus|moins|très|autre|même|soir|matin|jours|y|encore|maintenant|raconte|temps|dernier|dernière|message|question|réponse|euros|dollars"
    ),
    never_items=phrases(
        "je|tu|il|elle|on|nous|vous|ils|elles|me|te|se|moi|toi|lui|qui|que|quoi|quand|où|pourquoi|comment|quel|quelle|est|sont|suis|pas|ne|si|rien|sauf|excepté|hormis|aucun|aucune|"
        "parce|ça|cela|ceci|ce|cette|tout|rappelle|dit|quelque|chose|nom|noms|minuteur|nombre|nombres|colonne|colonnes|ligne|lignes|doublons|éléments|élément|mots|fonction|valeurs|j'ai|c'est|n'est"
    ),
    fact_starts=phrases("je|j'ai|j'aime|j'habite|j'adore|nous|on|mon|ma|mes|notre|nos|j"),
    fact_verbs=phrases("est|sont|était|a|ont|aime|déteste|habite|travaille|s'appelle|c'est|suis|ai|appelle"),
    names=SpokenNames(
        measures=phrases(
            "demi|demie|quart|quarts|tiers|virgule|point|moins|plus|négatif|négative|fois|double|triple|"
            "douzaine|dizaine|quinzaine|vingtaine|plusieurs|quelques|peu|environ|presque|à peu près|"
            "exactement|prochain|prochaine|prochains|prochaines|dernier|dernière|derniers|dernières|passé|"
            "passée|précédent|précédente|suivant|suivante|chaque|tous|toutes|autre|autres|hier|avant hier|"
            "tôt|tard|bientôt|pile|mensuel|mensuellement|quotidien|hebdomadaire|week end|weekend|week ends|"
            "weekends|mois|an|ans|année|années|heure|heures|aube|crépuscule|lever du soleil|"
            "coucher du soleil|coucher de soleil|lever de soleil|noël|pâques|toussaint|halloween|pentecôte|"
            "ascension|nouvel an|saint sylvestre|saint valentin|épiphanie|ramadan|aïd|anniversaire|vacances|"
            "férié|fériés|été|hiver|automne|printemps|janvier|février|mars|avril|mai|juin|juillet|août|"
            "septembre|octobre|novembre|décembre|utc|gmt|cet|cest|est|pst|fuseau|jamais|pas|sans|aucun|"
            "aucune"
        ),
        never_first=phrases(
            "à|a|au|aux|en|dans|sur|pour|par|avec|avant|après|depuis|jusqu'à|jusqu|jusque|vers|entre|"
            "pendant|dès|chez|sous|ou|et|mais|ni|si|car|donc|sauf|sinon|aujourd'hui|demain|ce soir|"
            "maintenant|encore|de nouveau|à nouveau|juste|seulement|moi|nous|puis|il y a"
        ),
        never_last=phrases(
            "à|a|au|aux|en|dans|sur|pour|par|avec|avant|après|depuis|jusqu'à|jusqu|vers|entre|pendant|dès|"
            "chez|sous|de|du|des|d'|ou|et|mais|ni|si|car|que|sauf|sinon|le|la|les|un|une|mon|ma|mes|ce|"
            "cette|aujourd'hui|demain|ce soir|matin|soir|midi|minuit"
        ),
        manners=phrases(
            "silencieux|silencieuse|discret|discrète|bruyant|bruyante|fort|forte|doux|douce|récurrent|"
            "récurrente|répété|répétée|répétitif|vieux|vieille|ancien|ancienne|mauvais|mauvaise|faux|actuel|"
            "actuelle|grand|grande|petit|petite|aléatoire|même"
        ),
        nothing=phrases(
            "rien|de rien|rien du tout|non|aucun|aucune|aucune idée|je ne sais pas|je sais pas|sais pas|"
            "j'en sais rien|peu importe|n'importe quoi|quelque chose|j'ai oublié|laisse tomber|"
            "ça|cela|ceci|le|la|celui-là|celle-là|cette chose"
        ),
        limits=phrases(
            "sauf|excepté|hormis|jusqu'à|jusqu'au|jusqu'en|hier|avant hier|il y a|à moins|ni|chaque|tous les|toutes les|le mois prochain|la semaine prochaine|l'année prochaine|le mois dernier|la semaine dernière|un jour sur deux"
        ),
    ),
    open_requests=(
        OpenRequest(
            sentences="""
                <me> <remind> <me> <when>
                <me> <remind> <me> <after>
                <when> <me> <remind> <me>
                <after> <me> <remind> <me>
                <new_reminder> [pour|à] <when>
                <new_reminder> <after>
                <new_reminder> (de|pour) {length}
            """,
            question="",
            options=("Appeler quelqu'un", "Prendre mes médicaments", "Faire une pause"),
            answers=("{}", "de {}"),
        ),
    ),
    default_list="courses",
    sentences={
        IntentName.STOP: """
            (stop|arrête|arrêtez|arrête toi|arrête ça|arrête de parler|tais toi|taisez vous|silence|chut|ça suffit|c'est bon|c'est bon merci|assez|annule|annule ça|annuler|laisse tomber|pause|la ferme|ferme la|stoppe|n'en dis pas plus|tu peux arrêter|tu peux t'arrêter|t'arrêter|arrêter|arrêter de parler|te taire|ça va comme ça|on arrête|suffit|doucement stop|laisse|oublie|tant pis) [(stop|ça suffit|arrête|c'est bon|tais toi|assez)]
        """,
        IntentName.GET_TIME: """
            quelle heure (est il|il est|qu'il est|est ce|avons nous|on a) <now> [<where>] <now>
            (il est|c'est|on est à) quelle heure <now> [<where>] <now>
            quelle heure
            [<tell>] [moi] [quelle est|c'est quoi] l'heure [qu'il est|exacte|actuelle] <now> [<where>] <now>
            <tell> <me> quelle heure il est <now> [<where>]
            (quelle est|c'est quoi) l'heure [exacte|actuelle] <now> [<where>]
            (tu peux me|peux tu me) (donner|dire) l'heure
            <me> (dire|donner|indiquer) l'heure [qu'il est] <now> [<where>]
            <me> (dire|donner) quelle heure il est <now> [<where>]
            (avez vous|tu as|t'as|as tu) l'heure
            [quelle] heure [<where>]
            <where> il est quelle heure
        """,
        IntentName.GET_DATE: """
            (quel jour|quelle date|le combien|quel jour de la semaine) (est on|sommes nous|on est|nous sommes|est ce|est il|c'est) <now> [aujourd'hui]
            (on est|nous sommes|c'est) (quel jour|le combien|quelle date|le quel jour) <now> [aujourd'hui]
            (aujourd'hui) (on est|nous sommes|c'est) (quel jour|le combien|quelle date)
            (quelle est|c'est quoi) la date [d'aujourd'hui|du jour|aujourd'hui|actuelle|de ce jour] <now>
            quel est le jour [d'aujourd'hui|de la semaine]
            <tell> <me> (la date|quel jour on est|quel jour nous sommes|le jour) [d'aujourd'hui|du jour|aujourd'hui]
            <me> (dire|donner) (la date|quel jour on est) [d'aujourd'hui|du jour|aujourd'hui]
            [la] date [d'aujourd'hui|du jour|aujourd'hui]
            (quel jour|quelle date|le combien) (on sera|serons nous|sera t on|est|ce sera|on est|tombe|sera) <day>
            <day> (c'est|on sera|ce sera|on est|sera) (quel jour|quelle date|le combien)
            (c'est|on sera|ce sera) (quel jour|quelle date|le combien) <day>
            (quelle est|quelle sera) la date (de|du|d') <day>
            (quel jour|quelle date) (était ce|on était|était on|c'était) hier{day:-1}
            hier (c'était|on était) (quel jour|quelle date|le combien){day:-1}
            (en quelle année|quelle année|quel mois|en quel mois) (sommes nous|est on|on est|nous sommes|est ce) <now>
            (on est|nous sommes) (en quelle année|quelle année|quel mois|en quel mois) <now>
            (est on|on est|sommes nous|est ce qu'on est|c'est) [bien] <some_day> [ou <some_day>] [aujourd'hui]
        """,
        IntentName.CALCULATE: """
            [combien font|combien fait|combien ça fait|ça fait combien|ça fait quoi|quel est|quelle est|quels sont|combien|calcule|calculer|calcule moi|calculez|compte|résous|dis moi combien font|dis moi combien fait|c'est combien|c'est quoi|que font|que fait|que vaut|combien vaut|combien donne|donne moi|dis moi|qu'est ce que|qu'est ce que font|qu'est ce que donne|me calculer|me dire combien font|à combien est égal|<what>] {expression} [=|égale|égal|égal à|est égal à|ça fait|font|fait|donne] [combien|quoi]
        """,
        IntentName.SET_TIMER: """
            [<set>] <me> <det> <timer> <me> <for> {length}
            [<set>] <me> <det> <timer> <me> <for_less> {short}
            [<set>] <me> <det> <timer> <for> {length} (pour|pour le|pour la|pour les|pour l'|appelé|nommé|nommée|intitulé) <det> {label}
            [<set>] <me> <det> <timer> <for_less> {short} (pour|pour le|pour la|pour les|pour l'|appelé|nommé|nommée|intitulé) <det> {label}
            [<set>] <me> <det> <timer> (pour|pour le|pour la|pour les|appelé|nommé|des|du|de la) <det> {label} (de|d'|à|sur|pour) {length}
            [<set>] <me> <det> <timer> (pour les|pour le|pour la|pour l'|pour) {label} {length}
            [<set>] <me> <det> <timer> {label} <for> {length}
            [<set>] <me> <det> <timer> {label} <for_less> {short}
            (chronomètre|décompte|compte|minute) {length}
            [<set>] <me> {length} (au minuteur|sur le minuteur|au compteur|de minuteur|de minuterie|de compte à rebours)
            (préviens|prévenir|prévenez|préviens tu|avertis|avertir|alerte|alerter|appelle|bipe|notifie|dis|fais signe|sonne|fais moi signe) <me> <after>
            <me> (prévenir|avertir|alerter|faire signe) <after>
            (préviens|prévenir|avertis|avertir|alerte|dis) <me> (quand|lorsque|dès que|une fois que) {length} (sont passées|se sont écoulées|seront passées|sont écoulées|se seront écoulées|est passée|est passé|seront écoulées)
            <after> (préviens|avertis|alerte|bipe) <me>
            (sonne|sonner|bipe) <after>
            (réveille|réveiller|réveillez|réveilles) <me> <after>{kind:alarm}
            <after> (réveille|réveiller) <me>{kind:alarm}
            [<set>] <me> <det> (alarme|réveil) <after>{kind:alarm}
            (compte|décompte|fais un décompte) [à rebours] [de|depuis|pendant] {length}
        """,
        IntentName.WAKE_UP: """
            (réveille|réveiller|réveillez|réveilles|lève|tire) <me> [du lit] <when>
            <when> (réveille|réveiller) <me>
            <me> (réveiller|lever) <when>
            (je dois|je veux|il faut que je|j'ai besoin de|je voudrais|il faut) (me lever|me réveiller|être debout|être levé|me réveille|me lève|sois debout) <when> [réveille moi|mets un réveil|mets moi un réveil|tu peux me réveiller|tu peux mettre un réveil]
            [<set>] <me> <det> <alarm> <me> <when>
            [<set>] <me> <when> <det> <alarm>
            <when> [<set>] <me> <det> <alarm>
            [<set>] <me> <det> alarme [pour] demain{day:1} [<part>] <time>
            [<set>] <me> <det> alarme <time> [pour] demain{day:1} [<part>]
            [<set>] <me> <det> <alarm> (appelé|nommé|intitulé) {label} <when>
        """,
        IntentName.SET_ALARM: """
            [<set>] <me> <det> alarme <me> <when>
            [<set>] <me> <when> <det> alarme
            <when> [<set>] <me> <det> alarme
            [<set>] <me> <det> alarme (appelée|nommée|intitulée) {label} <when>
            [<set>] <me> <det> alarme <when> (appelée|nommée|intitulée|pour le|pour la|pour l'|pour mon|pour ma) {label}
            (sonne|fais sonner l'alarme) <when>
        """,
        IntentName.SET_REMINDER: """
            <me> <remind> <me> <when> (de|d'|que|qu'|pour) {text}
            <me> <remind> <me> <after> (de|d'|que|qu'|pour) {text}
            <me> <remind> <me> (de|d'|que|qu'|pour) {text} <when>
            <me> <remind> <me> (de|d'|que|qu'|pour) {text} <after>
            <me> <remind> <me> <day> [<part>] (de|d'|que|qu'|pour) {text} <time>
            <me> <remind> <me> <when> {text}
            <me> <remind> <me> <after> {text}
            <me> <remind> <me> (le|la|les|mon|ma|mes|l'|mon rdv|à) {text} <when>
            <me> <remind> <me> (le|la|les|mon|ma|mes|l') {text} <after>
            <when> <me> <remind> <me> (de|d'|que|qu') {text}
            <after> <me> <remind> <me> (de|d'|que|qu') {text}
            <new_reminder> [pour] <when> [pour|de|d'|que|:] {text}
            <new_reminder> <after> [pour|de|d'|que|:] {text}
            <new_reminder> (pour|de|d'|que|:) {text} <when>
            <new_reminder> (pour|de|d'|que|:) {text} <after>
            (dis|préviens|dire|prévenir) <me> <when> (de|d'|que|qu') {text}
            (dis|préviens|dire|prévenir) <me> <after> (de|d'|que|qu') {text}
            (dis|préviens) <me> (de|d') {text} <after>
            (dis|préviens) <me> (de|d') {text} <when>
            (ne me laisse pas oublier|ne me laisse pas oublier <when>) (de|d'|que) {text} [<when>]
            (je veux|j'aimerais|je voudrais) (qu'on me rappelle|que tu me rappelles) <when> (de|d'|que) {text}
            (je veux|j'aimerais|je voudrais) (qu'on me rappelle|que tu me rappelles) (de|d'|que) {text} <when>
        """,
        IntentName.LIST_TIMERS: """
            (il reste|il me reste|reste t il|il nous reste) combien [de temps|de minutes] [encore] [sur|au|pour|avant la fin de] [le|l'|mon|du] [<any_kind>|minuteur {label}]
            combien [de temps|de minutes|de secondes] (il reste|reste t il|il me reste|me reste t il|est ce qu'il reste|est ce qu'il me reste|reste) [encore] [sur|au|pour|avant] [le|l'|mon|la] [fin du] [<any_kind>|minuteur {label}]
            combien de temps (avant|jusqu'à) (la fin|le réveil|la sonnerie|l'alarme|la fin du minuteur)
            combien de temps encore
            (quels|quelles|quel) <any_kind> (sont en cours|j'ai|ai je|sont actifs|sont actives|sont réglés|sont réglées|sont programmés|sont programmées|est en cours|tourne|tournent|sont mis|sont mises|y a t il|il y a) [mis|mise|programmés|programmées|réglés|en cours|pour demain]
            <show> <me> [tous] [les|mes|toutes mes|toutes les|la liste des|la liste de mes] <any_kind> [en cours|actifs|actives]
            mes <any_kind>
            (ai je|j'ai|est ce que j'ai|y a t il|il y a|est ce qu'il y a|j'ai mis) (un|une|des|encore un|encore une) <any_kind> [en cours|actif|active|programmé|programmée|pour demain|pour aujourd'hui|demain|aujourd'hui|réglé|réglée]
            (quand|à quelle heure) (sonne|sera|est|se termine|est ce que sonne|va sonner|est réglé|est réglée|se déclenche) [le|l'|mon|ma|la] [prochain|prochaine] <any_kind>
            (le|l'|mon|ma|la) [prochain|prochaine] <any_kind> (sonne|est|est réglé|est réglée|est prévu) (quand|à quelle heure|pour quand)
            (quel est|quelle est|c'est quand) [le|l'|mon|ma|la] (prochain|prochaine) <any_kind>
            (où en est|où en sont) (le|mon|les|mes) <any_kind> [{label}]
            (temps restant|état du minuteur) [sur le minuteur|du minuteur]
        """,
        IntentName.CANCEL_TIMER: """
            <cancel> (tous les|toutes les|tous mes|toutes mes) <kinds>{all:yes}
            <cancel> (les|mes) <kinds>{all:yes}
            <cancel> <det> <kind>
            <cancel> <det> <kind> (de|d'|à|pour) <corrected_clock> [<part>]
            <cancel> <det> <kind> (de|d'|des|du|pour|pour le|pour la|pour les|de la|de l'|appelé|appelée|nommé|nommée) <det> {label}
            <cancel> <det> <kind> {label}
            je n'ai plus besoin (du|de l'|de la|de mon|de ma) <kind>
            (plus besoin|oublie) (du|de l'|de la|de mon|le|la|l'|mon) <kind>
        """,
        IntentName.READ_NOTES: """
            <show> <me> [toutes] [mes|les|la|ma|mes dernières|ma dernière] (notes|note|dernière note|dernières notes)
            mes notes
            (quelles|qu'est ce que j'ai comme|j'ai quoi comme) notes [j'ai|ai je|est ce que j'ai|y a t il|prises]
            (quelles) notes (j'ai|ai je|est ce que j'ai) [prises|faites|écrites] (sur|à propos de|concernant|pour) {query}
            (qu'est ce qu'il y a|qu'y a t il|il y a quoi|qu'est ce que j'ai|que disent|que contiennent|qu'est ce que j'ai écrit) (dans mes|dans les|mes) notes
            (ai je|j'ai|est ce que j'ai|il y a|y a t il) (des|une|d'autres) (notes|note)
            (ai je|j'ai|est ce que j'ai|il y a|y a t il) (des|une) (notes|note) (sur|à propos de|concernant|pour) {query}
            <show> <me> [toutes] (mes|les|la|ma) (notes|note) (sur|à propos de|à propos du|concernant|pour|de|du) {query}
            (cherche|chercher|trouve|trouver|recherche) [dans] (mes|les|la|ma) (notes|note) [sur|à propos de|concernant] {query}
            (qu'est ce que j'ai|qu'ai je|j'ai) (noté|écrit) [quoi] (sur|à propos de|concernant) {query}
        """,
        IntentName.DELETE_NOTE: """
            (supprime|supprimer|supprimez|efface|effacer|jette|jeter|enlève|enlever|retire) (la|ma|cette|les|mes) (note|notes) (sur|à propos de|à propos du|concernant|de|du|des|de la|appelée|nommée|pour|intitulée|avec) <det> {label}
            (supprime|efface|jette|enlève) (la|ma|cette) note {label}
        """,
        IntentName.SHOW_LIST: """
            (qu'est ce qu'il y a|qu'y a t il|il y a quoi|qu'est ce que j'ai|j'ai quoi|qu'est ce qu'on a|que contient|y a quoi|qu'est ce qui est|qu'est ce qui reste|qu'est ce qu'il reste|il reste quoi) [encore|d'autre|comme choses] <on_list>
            que contient <a_list>
            (qu'est ce que je dois|qu'est ce qu'on doit|que dois je|je dois|on doit|qu'est ce qu'il faut|il faut) [encore] acheter [quoi]{list:courses}
            <show> <me> <a_list>
            <me> (montrer|lire|afficher) <a_list>
            <show> <me> [toutes] (mes|les) listes
            (quelles listes) (j'ai|ai je|y a t il|existent)
            (il y a|y a t il|est ce qu'il y a|j'ai) [encore] (quelque chose|autre chose) <on_list>
            ma <list_noun>
            <tell> <me> ce (qu'il y a|que j'ai) <on_list>
        """,
        IntentName.REMOVE_FROM_LIST: """
            <remove> {items} <from_list>
            <remove> <from_list> {items}
            (coche|cocher|raye|rayer|barre|barrer) {items}
            (j'ai|on a) [déjà] (acheté|pris) {items} [tu peux] (enlève|retire|raye|enlever|retirer|rayer|supprime) [le|la|les] <from_list>
        """,
        IntentName.ADD_TO_LIST: """
            <add> <me> {items} [aussi] <to_list>
            <add> <me> <to_list> {items}
            {items} <to_list>
            (il faut|on a besoin de|on a besoin d'|j'ai besoin de|il me faut|il nous faut|il manque|il n'y a plus de|il n'y a plus d'|on n'a plus de|on n'a plus d'|je n'ai plus de|il faut acheter|je dois acheter) {items} [tu peux] <add> [le|la|les|l'|en|ça] <to_list>
            (il faut|il manque|j'ai besoin de) {items} <to_list>
            (courses{list:courses}|liste de courses{list:courses}|à acheter{list:courses}|à faire{list:tâches}|todo{list:tâches}) : {items}
        """,
        IntentName.LAST_REQUEST: """
            <what> (je viens de|je t'ai|j'ai|je t'avais|je vous ai|je viens juste de) [te|vous] [demandé|dit|demander|dire] [juste avant|avant|à l'instant|tout à l'heure|en dernier|il y a un instant|de faire] [demandé|dit] [juste avant|avant|à l'instant|tout à l'heure|en dernier]
            (je t'ai|je viens de te) (demandé|demander|dit|dire) quoi [juste avant|avant|à l'instant|tout à l'heure|en dernier]
            (quelle était|c'était quoi|quelle est|répète|répéter|redis moi) ma (dernière|précédente) (question|demande|requête|phrase)
            (répète|répéter|redis) ce que (je viens de|j'ai|je t'ai) [dire|dit|te dire|te demander|demandé]
            qu'ai je [dit|demandé] [juste avant|avant|à l'instant|en dernier]
            qu'est ce que c'était ma dernière (question|demande)
            c'était quoi ma question
        """,
        IntentName.RECALL: """
            <what> [est ce que] (tu sais|sais tu|tu connais|vous savez|tu te rappelles|tu as retenu|tu retiens|as tu retenu) [déjà] (sur moi|de moi|à mon sujet|à propos de moi){all:yes}
            (tu sais|tu as retenu|tu te rappelles) quoi (sur moi|de moi|à mon sujet){all:yes}
            <what> (tu as|as tu) (mémorisé|retenu|enregistré|gardé) [sur moi|de moi|à mon sujet]{all:yes}
            <what> (tu te souviens|te souviens tu|tu te rappelles|te rappelles tu) [de moi|à mon sujet]{all:yes}
            (de quoi te souviens tu|de quoi tu te souviens|tu te souviens de quoi){all:yes}
            <what> (tu sais|sais tu|tu te rappelles) (sur|de|à propos de) (mon|ma|mes) {query}
            <what> je t'ai dit (sur|à propos de|de) [mon|ma|mes|les|le|la] {query}
            (tu te souviens|te souviens tu|est ce que tu te souviens) (de mon|de ma|de mes) {query}
            (tu connais|connais tu) (mon|ma|mes) {query}
            (dis moi|montre moi) ce que tu sais (sur moi|de moi){all:yes}
        """,
        IntentName.FORGET: """
            (oublie|oublier|oubliez) [tout] ce que je t'ai dit (sur|à propos de|de|concernant|au sujet de|à propos du|à propos des) [mon|ma|mes|le|la|les|l'] {text}
            (oublie|oublier) que {text}
            (oublie|oublier) (mon|ma|mes) {label}
            (oublie|oublier|efface|effacer) [tout] ce que tu sais (sur|de) (mon|ma|mes) {label}
            (efface|effacer|supprime|supprimer) (mon|ma|mes) {label} de ta mémoire
        """,
        IntentName.REMEMBER: """
            (souviens toi|souvenez vous|rappelle toi|te souvenir|te rappeler) (que|qu'|du fait que) {text}
            (retiens|retenir|retenez|mémorise|mémoriser|garde en mémoire|garde en tête|enregistre|n'oublie pas|note bien|sache) (que|qu') {text}
            (retiens|mémorise|souviens toi|rappelle toi|retiens ceci|souviens toi de ceci|retiens bien) [:] {fact}
            {fact} (retiens le|souviens t'en|souviens toi en|rappelle toi en|mémorise le|retiens ça|n'oublie pas|souviens toi de ça)
            (pour info|pour ton information|pour que tu le saches) {fact} [retiens le|retiens ça]
        """,
        IntentName.ADD_NOTE: """
            (note|nouvelle note|mémo|note à moi même) : {text}
            (prends|prendre|prenez|prends en) note (que|qu'|de|d'|:) {text}
            (prends|prendre|prenez) [en] note !de !d' !sur {text}
            (note|noter|notez|noter que) (que|qu'|ceci|ça|bien que) {text}
            (note|notez|noter) <me> (que|qu'|de|d'|:) {text}
            (note|notez) (acheter|appeler|faire|prendre|payer|envoyer|réserver|penser à) {fact}
            (écris|écrire|écrivez|crée|créer|ajoute|ajouter|fais|faire|enregistre|enregistrer|prends|prendre|rédige|laisse) <me> (une|une nouvelle|une petite) note (que|qu'|disant que|disant|qui dit|qui dit que|avec|:|pour dire que|pour dire) {text}
            (écris|crée|ajoute|fais|enregistre|prends|prendre) <me> (une|une nouvelle|une petite) note !sur !de !pour !à !dans {text}
            (écris|écrire|note|noter|ajoute|ajouter|mets) (dans|à) mes notes [que|qu'|:] {text}
            (ajoute|ajouter|mets|mettre|écris|note) {text} (dans|à) mes notes
            (note|noter) {fact}
        """,
        IntentName.SET_VOLUME: """
            [mets|mettre|règle|régler|ajuste|passe] [le|ton] (volume|son) [à|au|sur|a] {level} [pour cent|pourcent|%]
            (monte|monter|baisse|baisser|augmente|augmenter|diminue|diminuer) [le|ton] (volume|son) (à|au|sur|a|jusqu'à) {level} [pour cent|pourcent|%]
            (mets|monte|baisse|passe) [toi] (à|sur) {level} (pour cent|pourcent|%)
            [mets|mettre|monte|règle] [le|ton] (volume|son) (au maximum|à fond|au max|maximum|max|maximal|à son maximum){level:100}
            [mets|règle] [le] (volume|son) (à la moitié|à moitié|au milieu){level:50}
            {level} (pour cent|pourcent|%) de volume
        """,
        IntentName.VOLUME_UP: """
            [parle|parler|parlez|mets|mettre|dis le|mets toi] <bit> plus fort
            (monte|monter|augmente|augmenter|montez|hausse|pousse|remonte) [<bit>] (le volume|le son|la voix|ta voix) <bit>
            (monte|augmente) <bit>
            (volume|son) <bit> plus (fort|haut)
            plus de (volume|son)
            (tu parles|c'est|tu es) [<bit>] (trop bas|pas assez fort|trop doucement|trop faible)
            (je ne t'entends pas|je t'entends pas|je t'entends mal|je n'entends rien|j'entends rien|je ne t'entends pas bien|je t'entends à peine)
            (parle|parler) <bit> plus haut
        """,
        IntentName.VOLUME_DOWN: """
            [parle|parler|parlez|mets|mettre] <bit> moins fort
            (baisse|baisser|diminue|diminuer|réduis|réduire|baissez|descends) [<bit>] (le volume|le son|la voix|ta voix|d'un ton) <bit>
            (baisse|diminue) <bit>
            (volume|son) <bit> (moins fort|plus bas)
            [parle|parler] <bit> plus bas
            moins de (volume|son|bruit)
            (tu parles|c'est|tu es) [<bit>] trop fort
            (trop fort|pas si fort|ne crie pas|arrête de crier)
        """,
        IntentName.OPEN_ADDRESS: """
            (ouvre|ouvrir|ouvrez|va|aller|allez|visite|visiter|navigue|affiche|afficher|montre moi|charge|emmène moi|rends toi) [sur|à|vers|jusqu'à] [la|le] [site|site web|page|page web|adresse|site internet] {address} [dans le navigateur]
        """,
        IntentName.OPEN_APPLICATION: """
            (ouvre|ouvrir|ouvrez|ouvres|lance|lancer|lancez|lances|démarre|démarrer|exécute|exécuter|passe sur|passe à|va sur|affiche) <me> [le|la|l'|les|mon|ma|mes|un|une] [application|appli|logiciel|programme] {application}
            (je veux|je voudrais|j'aimerais) (ouvrir|utiliser|lancer) [le|la|l'|les|mon|ma] {application}
        """,
        IntentName.WHO_ARE_YOU: """
            (qui es tu|tu es qui|t'es qui|qui êtes vous|vous êtes qui|qui t'es) [au juste|exactement|vraiment|donc]
            (qu'es tu|tu es quoi|qu'est ce que tu es|t'es quoi|c'est quoi toi) [au juste|exactement]
            (comment tu t'appelles|comment t'appelles tu|tu t'appelles comment|quel est ton nom|c'est quoi ton nom|ton nom c'est quoi|comment vous appelez vous|quel est votre nom)
            as tu un nom
            (qui t'a|qui est ce qui t'a|quelle entreprise t'a) (créé|créée|fait|conçu|développé|programmé|fabriqué|inventé|entraîné|construit)
            (par qui as tu été|tu as été) (créé|conçu|développé|programmé) [par qui]
            (es tu|tu es|est ce que tu es|t'es|êtes vous) (chatgpt|chat gpt|gpt|siri|alexa|claude|gemini|cortana|copilot|qwen|llama|google|un humain|humain|une ia|une intelligence artificielle|un robot|un ordinateur|réel|un bot|un modèle de langage|une machine|une personne|une vraie personne|un assistant)
            (quel modèle|quel modèle de langage|quelle ia|quel llm) (es tu|utilises tu|tu utilises|tu es)
            (à qui|avec qui) (je parle|est ce que je parle|ai je l'honneur|parle je)
            (présente toi|te présenter)
            (parle moi de toi|dis moi qui tu es|me dire qui tu es)
            (qui est derrière toi|d'où viens tu|tu viens d'où)
        """,
        IntentName.DECLINE: """
            (quel temps fait il|quel temps il fait|il fait quel temps|quel temps fera t il|quel temps fera|quel temps il fera|il fera quel temps|quel temps va t il faire|il va faire quel temps|quel temps) [<wday>] [<where>] [<wday>]
            [quelle est|c'est quoi|donne moi|dis moi|quelles sont|me donner] [la|les] (météo|prévisions météo|prévision météo|prévisions) [<wday>|de demain|d'aujourd'hui|du jour|du week end|pour demain|pour ce week end] [<where>] [<wday>]
            (va t il|est ce qu'il va|il va|est ce que ça va) (pleuvoir|neiger|faire beau|faire froid|faire chaud|geler) [<wday>] [<where>] [<wday>]
            (pleut il|il pleut|est ce qu'il pleut|neige t il|est ce qu'il neige|pleuvra t il|fera t il beau|fera t il froid|fera t il chaud|est ce qu'il fait froid|est ce qu'il fait chaud|il fait froid|il fait chaud|est ce qu'il fera beau) [<wday>] [<where>] [<wday>]
            (ai je besoin d'|j'ai besoin d'|faut il prendre|je dois prendre|est ce que j'ai besoin d'|est ce qu'il faut prendre|dois je prendre) (un parapluie|un manteau|une veste|le parapluie|de la crème solaire) [<wday>]
            (quelle température|quelle est la température|il fait combien|combien de degrés|quelle température fait il|quelle température il fait) [fait il|il fait|y a t il] [dehors] [<wday>] [<where>] [<wday>]
            (quelles sont|donne moi|lis moi|dis moi|montre moi|quoi de neuf dans|me lire|me donner|qu'est ce qu'il y a dans|qu'est ce qu'il y a aux) [les|aux] [dernières|nouvelles] (nouvelles|actualités|actus|infos|informations|news|gros titres) [du jour|d'aujourd'hui|aujourd'hui|de ce matin|du matin]
            (les infos|les actualités|les actus|actualités|les nouvelles du jour)
            (que se passe t il|qu'est ce qui se passe|quoi de neuf) dans (le monde|l'actualité) [aujourd'hui|en ce moment]
            (appelle|appeler|appelez|téléphone à|téléphoner à|passe un coup de fil à|rappelle !moi !toi) !comment <det> {someone} [au téléphone|sur son portable]
            (compose|compose le|appelle le) numéro (de|d') {someone}
            (appelle|appeler|commande|commander|réserve|réserver|trouve) <me> (un|une) (taxi|uber|vtc|voiture) [pour <det> {place}|pour aller à {place}|à la gare|pour l'aéroport|pour la gare]
            (envoie|envoyer|envoyez|écris|écrire|rédige) (un|une) (mail|e mail|email|courriel|message|sms|texto|whatsapp) (à|au|aux) <det> {someone} [pour|disant|pour dire|pour lui dire|que|qui dit|:|et dis lui] [{anything}]
            (réponds|répondre) (au|à) (mail|message|sms|dernier mail|dernier message) [de {someone}]
            (dis|dire) à {someone} par (sms|mail|message) {anything}
            (lis|lire|vérifie|vérifier|consulte|consulter|regarde) <me> (mes|les) [nouveaux|derniers] (mails|e mails|emails|messages|sms|courriels)
            (ai je|j'ai|est ce que j'ai) (des|de nouveaux|reçu des|un nouveau|reçu de nouveaux) (mails|mail|e mails|emails|messages|message|sms)
            (quel est|c'est quoi|donne moi) le (score|résultat) [du|de|de la|des] [{anything}]
            (qui a gagné|qui gagne|qui mène) [le match|hier|hier soir|la course|le {anything}|l'élection] [hier|aujourd'hui|hier soir]
            [quel est|quel est le|donne moi|c'est quoi|à combien est|combien vaut] [le|l'] (cours|prix|taux de change|cac 40|dow jones|bitcoin) [actuel] [de l'|du|de|de la|des|d'] (action|bitcoin|or|essence|pétrole|euro|dollar|gazole|ethereum|l'action|gasoil) [{anything}]
            (combien coûte|combien vaut|quel est le prix de|quel est le prix d'|quel est le cours de) (le|l'|un|la|une|du) (bitcoin|or|essence|gazole|billet d'avion|vol|billet de train|pétrole|dollar|euro) [{anything}]
            (combien coûte|quel est le prix de|quel est le prix d'|combien coûtent) {anything} (aujourd'hui|en ce moment|actuellement|sur amazon|maintenant)
            [quel est] le cours de la bourse [aujourd'hui]
            [comment va|à combien est] (le cac 40|le cac|la bourse|le bitcoin) [aujourd'hui|ce matin]
            (réserve|réserver|trouve|trouver|cherche|chercher|achète|acheter) <me> (un|une|des) (vol|hôtel|table|chambre|chambre d'hôtel|billet|billets|train|place|places|billet de train|billet d'avion|vols) [{anything}]
            (commande|commander|achète|acheter) <me> {anything} (sur amazon|en ligne|sur internet|sur {place})
            (commande|commander) <me> (une|un|des|de la|du|deux|trois) (pizza|pizzas|sushi|sushis|burger|repas|nourriture|fleurs|kebab) [{anything}]
            (à quelle heure|quand) (part|passe|est|arrive) le prochain (bus|train|métro|tram|vol|avion|tgv) [pour|vers|de|à] [{anything}]
            (le|la|l'|les|est ce que le|est ce que la) {anything} (est ouvert|est ouverte|est il ouvert|est elle ouverte|est fermé|est fermée|sont ouverts) [aujourd'hui|maintenant|dimanche|ce soir]
            (à quelle heure|quand) (ferme|ouvre) {anything} [aujourd'hui|ce soir|demain]
            (où est|où en est) (mon|ma) (colis|livraison|commande|taxi|téléphone|portable)
            (y a t il|il y a|est ce qu'il y a|comment est) [des|du|de la|beaucoup de|la|le] (bouchons|circulation|trafic|embouteillages) [sur|pour|vers|à] [{anything}]
            (joue|jouer|mets|mettre|lance|passe|passer) <me> [de la|une|un|le|la|du|le dernier|la dernière] (musique|chanson|morceau|radio|playlist|podcast|album|jazz|film|livre audio) [{anything}]
            (cherche|chercher|recherche|rechercher|regarde) {anything} (sur internet|sur google|sur le web|en ligne)
            (cherche|chercher|recherche|rechercher|regarde) (sur internet|sur google|sur le web|en ligne) {anything}
            (poste|poster|publie|publier|partage|partager|tweete) {anything} sur (twitter|x|facebook|instagram|tiktok|linkedin|mastodon)
            (allume|allumer|éteins|éteindre|baisse|monte|augmente) (la lumière|les lumières|la lampe|la télé|la télévision|le chauffage|la radio|la clim|la climatisation|le four) [dans|du|de la|de|au] [{place}]
            (qu'est ce qu'il y a|qu'y a t il|il y a quoi|y a quoi) (à la télé|au cinéma|sur netflix) [ce soir|aujourd'hui]
            (où est|où se trouve|trouve) (le|la|l'|moi le|moi la|une|un) (supermarché|pharmacie|station service|boulangerie|restaurant|banque|gare|hôpital) (le plus proche|la plus proche|près d'ici|à proximité)
        """,
    },
    replies={
        "time": "Il est {time}.",
        "time_in": "À {place}, il est {time}, {date}.",
        "date": "Nous sommes le {date}.",
        "date_of": "C'est le {date}.",
        "result": "Ça fait {value}.",
        "about": "Ça fait environ {value}.",
        "timer_set": "Minuteur réglé : {length}.",
        "timer_set_named": "Minuteur « {label} » réglé : {length}.",
        "alarm_set": "Alarme réglée : {day}, {time}.",
        "alarm_repeats": "Alarme réglée : {days}, {time}.",
        "reminder_at": "Je te le rappellerai {day} à {time} : {text}",
        "reminder_in": "Je te le rappellerai dans {length} : {text}",
        "task_at": "À {time}. Que dois-je te rappeler ?",
        "task_on": "{day} à {time}. Que dois-je te rappeler ?",
        "task_in": "Dans {length}. Que dois-je te rappeler ?",
        "no_timers": "Rien n'est réglé.",
        "timer": "minuteur",
        "alarm": "alarme",
        "reminder": "rappel",
        "left": "{name} : encore {length}.",
        "rings_at": "{name} : {day}, {time}.",
        "ringing": "{name} : en train de sonner.",
        "cancelled": "Annulé : {names}.",
        "which_one": "Il y en a plusieurs. Dis-moi lequel.",
        "noted": "C'est noté : {text}",
        "no_notes": "Il n'y a pas de notes.",
        "notes": "Tes notes : {names}.",
        "note_deleted": "La note « {name} » est à la corbeille.",
        "added": "Ajouté à la liste « {list} » : {items}.",
        "known_items": "Déjà sur la liste « {list} » : {items}.",
        "list": "Sur la liste « {list} » : {items}.",
        "list_empty": "La liste « {list} » est vide.",
        "lists": "Tes listes : {names}.",
        "no_lists": "Il n'y a pas de listes.",
        "ticked": "Coché : {items}.",
        "remembered": "Je m'en souviendrai.",
        "recalled": "Je me souviens : {facts}",
        "nothing_recalled": "Je ne me souviens de rien à ce sujet.",
        "forgotten": "C'est oublié.",
        "last_request": "Tu as demandé : « {text} »",
        "no_last_request": "Tu ne m'as rien demandé avant cela.",
        "stopped": "D'accord.",
        "volume": "Le volume est à {level} pour cent.",
        "loudest": "Je ne peux pas parler plus fort. Le reste est le volume de l'ordinateur.",
        "opened": "J'ouvre {name}.",
        "who": "Je suis Parley, un assistant vocal et textuel libre sur cet ordinateur. Ce que je ne sais pas faire moi-même, un petit modèle de langage intégré y répond.",
        "decline": "Je ne peux pas le faire sans un plus grand modèle ou Internet. Une clé d'API ou un serveur de modèles avec des outils aiderait : on peut en ajouter dans les paramètres.",
        "failed": "Ça n'a pas marché.",
        "refused": "D'accord, je n'y touche pas.",
        "not_found": "Je n'ai rien trouvé qui corresponde.",
        "unknown_place": "Je ne sais pas quelle heure il est à {place}.",
        "unknown_application": "Je n'ai trouvé aucune application nommée {name}.",
        "every_day": "tous les jours",
        "weekdays": "en semaine",
        "today": "aujourd'hui",
        "tomorrow": "demain",
    },
)  # fmt: skip
