"""What stands beside a choice in French and does not change it."""

from typing import Final

from assistant.languages.asides import Asides, Limit

ASIDES: Final = Asides(
    remarks=(
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
    enough="ça suffit|ça me suffit|assez",
    hedges="peut-être|peut être|éventuellement",
    limits={
        Limit.BELOW: "avant|moins de|en dessous de|plus tôt que",
        Limit.ABOVE: "après|plus de|au-dessus de|plus tard que",
        Limit.AT_MOST: "au plus|au maximum|pas plus de",
        Limit.AT_LEAST: "au moins|à partir de|au minimum",
    },
)
