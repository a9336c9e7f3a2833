"""Verbs of opposite actions in Spanish, and how they are denied."""

from typing import Final

from assistant.languages.action_words import ActionWords

_KEEP: Final = (
    "conserv*|consérv*|guard*|guárd*|déja*|dejar*|deja|deje*|dejad*|manten*|mantén*|qued*|quéd*"
)
_DELETE: Final = (
    "borr*|bórr*|elimin*|elimín*|quit*|quít*|suprim*|suprím*|tira|tirar*|tíra*|tires|tires*|"
    "deshazte|descart*|descárt*"
)

ACTION_WORDS: Final = ActionWords(
    pairs=(
        (_DELETE, _KEEP),
        (
            "sobrescrib*|sobreescrib*|reemplaz*|sustitu*",
            _KEEP + "|copia*|renombr*|otro nombre",
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
        ("añad*|añád*|inclu*|pon|ponle|ponga|agreg*|agrég*", "sin|omit*|" + _DELETE),
        ("acept*|acépt*|permit*|aprueb*|aprob*", "rechaz*|rechác*|deneg*|bloque*|prohíb*"),
        ("bloque*|bloqué*", "desbloque*|deja*_abiert*|déja*_abiert*"),
        ("conect*|conéct*", "desconect*|desconéct*"),
        ("muestr*|muéstr*|mostrar*", "ocult*|ocúlt*|escond*"),
        ("cambi*|cámbi*|modific*|mueve*|muév*|restablec*", _KEEP),
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
    aversion=(
        r"\b(?:l[oae]s? (?:odi\w*|detesto|soporto|aguanto)|hart[oa]s?|alérgic\w*|horrible|asco)\b"
    ),
    adverse=r"\b(?:odi\w*|alérgic\w*|no|nunca|horrible|hart\w*|sin|ayer|mal|mal[oa]s?|solo|sólo|pero|ya|nada)\b",
    leaving=r"\bdej(?:a|e|ad|ar|amos|emos)\b(?! (?:me|nos)\b)",
    choosing_before=r"\b(?:ganas de|les encantan?|les gustan?|prefieren|quieren|haz|hagamos|vaya a|vayan a|enséñame|tomaré|quiero|quería|prefiero|elijo|escojo|me quedo con|nos quedamos con|vamos con|ponme|póngame|usa|usemos|cojo|dame|deme|optaría por|opto por|voy con|vamos (?:a|con|por)|apuesto por|me gustaría|quisiera|digamos|diría|elige|escoge|llama a|reserva|pide|pon|usamos|mejor|que l[oae]s? \w+|\w*[áéíóú]\w*l[oa]s?|\w*[áéíóú]\w*(?:me|nos|le|les)|ponl[oa]s?|\w+(?:é|emos|aremos|iremos)|(?:podríamos|podemos|deberíamos) (?:ir|comer|tomar|pedir|hacer|probar|empezar)|(?:voto|me inclino|votaría) por|(?:yo )?(?:empezaría|empezamos|empieza|empecemos) (?:por|con)(?: lo de[l]?)?|primero|(?:me|nos|le|les) (?:gusta|gustan|gustaría|encanta|encantan|apetece|apetecen|va mejor|vendría mejor))(?: (?:el|la|los|las|un|una|de|del|a|al|mi|en|con|por|para))* *$",
    choosing_after=(
        r"^ (?:por favor|está bien|me va bien|me vale|vale|va bien|es perfecto|es mejor|gracias|mismo"
        r"|misma|estaría bien|sería (?:perfecto|mejor|ideal)|basta|me parece bien)"
        r"(?: (?:gracias|entonces|por favor|para mí))* *$"
        r"|^ (?:es|queda|parece|se ve|suena) (?:mucho )?(?:más (?!car[oa]|fe[oa]|lent[oa]|lejos)\w+|mejor|bien|genial) *$"
    ),
    comment=r"(?:desde|porque|yo|ya|que|tengo|hace|estoy|me|nos|mi|mis|tenemos|lo|la|los|las|hay|así|pues|somos|soy|nuestr\w*|se|te)\b",
    dissent=r"\b(?:mejor no|prefiero que no|preferiría que no|no lo hag[aá]s?|por favor no|ahora no|(?<!no )me (?:importa|molesta))\b",
)
