"""What is said in French in passing."""

from typing import Final

from assistant.languages.language import (
    Backchannels,
    FarewellReplies,
    ReadOnReplies,
    StopCommands,
    phrases,
)

AGREEMENTS: Final = phrases("oui|ouais|bien sûr|d'accord")

COURTESY: Final = phrases("s'il te plaît|s'il vous plaît|merci|maintenant")

BACKCHANNELS: Final = Backchannels(
    listening=phrases(
        "oui oui|ah bon|ah oui|bon|bien|tres bien|cest ca|je vois|entendu|compris|"
        "j ai compris|voila|euh|hein|merci|vraiment|ca marche|c est vrai|parfait|genial"
    ),
    answering=phrases("daccord|c est ca|tout a fait|continue"),
)

STOP_COMMANDS: Final = StopCommands(
    stop=phrases(
        "arrete|arretez|arrete toi|arrete ca|arrete de parler|arretez de parler|stoppe|"
        "tais toi|taisez vous|silence|chut|ca suffit|assez|c est bon arrete|attends|attendez|"
        "attends un peu|un instant|une seconde|une minute|un moment|annule|annuler|laisse tomber|laissez tomber|oublie|oublie ca|peu importe|tant pis|laisse|du calme|"
        "la ferme|stop stop"
    ),
    courtesy=phrases("sil te plait|pardon"),
)

FAREWELL_REPLIES: Final = FarewellReplies(
    goodbye=phrases(
        "non c'est tout|non merci c'est tout|"
        "au revoir|bonne nuit|à plus tard|à bientôt|bonne journée|bonne soirée|"
        "c'est tout|ce sera tout|rien d'autre|termine la conversation|"
        "terminer la conversation|mets fin à la conversation|j'ai fini|j'ai terminé"
    ),
    end=phrases(
        "oui s'il te plaît|oui s'il vous plaît|vas-y|allez-y|termine|terminez|terminer|"
        "on peut terminer|tu peux terminer|vous pouvez terminer|on termine|fini|"
        "c'est fini|c'est bon|plus rien|arrête|arrêter|on arrête|on peut arrêter|stop|"
        "salut|ça suffit|volontiers|absolument|exactement|on a fini|parfait|finissons|"
        "terminons"
    ),
    keep=phrases(
        "non|nan|non merci|pas encore|pas maintenant|pas tout de suite|continue|continuez|"
        "on continue|continuons|attends|attendez|un instant|un moment|une seconde|une minute|"
        "reste|restez|pas du tout|n'arrête pas|ne t'arrête pas|ne termine pas|ne terminez pas|"
        "je n'ai pas fini|pas fini|j'ai pas fini|ce n'est pas fini|"
        "ne termine pas la conversation|je suis encore là|je suis toujours là|surtout pas"
    ),
    courtesy=phrases(
        "merci beaucoup|alors|bon|ben|bah|euh|eh bien|et|la conversation|donc|à toi aussi"
    ),
)

READ_ON_REPLIES: Final = ReadOnReplies(
    read_on=phrases(
        "continue|continuez|vas y|allez y|poursuis|poursuivez|la suite|lis la suite|"
        "lisez la suite|le reste|oui s'il te plaît|oui s'il vous plaît|oui vas y|encore|"
        "volontiers|bien sûr que oui|ok|okay"
    ),
    end=phrases(
        "non|non merci|pas la peine|ce n'est pas la peine|pas maintenant|inutile|"
        "ça suffit|c'est bon|laisse|laissez|laisse tomber|je lirai|je vais lire|"
        "je le lirai moi même"
    ),
)
