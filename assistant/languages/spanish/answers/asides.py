"""What stands beside a choice in Spanish and does not change it."""

from typing import Final

from assistant.languages.asides import Asides, Limit

ASIDES: Final = Asides(
    remarks=(
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
    enough="basta|es suficiente|suficiente",
    hedges="quizás|quizá|tal vez|a lo mejor|igual",
    limits={
        Limit.BELOW: "antes de|menos de|por debajo de",
        Limit.ABOVE: "después de|más de|por encima de",
        Limit.AT_MOST: "como mucho|no más de|como máximo",
        Limit.AT_LEAST: "al menos|a partir de|como mínimo|por lo menos",
    },
)
