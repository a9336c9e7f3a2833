"""How Spanish words requests that leave nothing open, or something."""

from typing import Final

from assistant.languages.request_forms import RequestForms

_SELF: Final = r"(?:me|nos|le)?"
_POINTS: Final = r"(?:esto|eso|aquello|este|esta|ese|esa|lo|la|algo)(?: (?:por favor|para mí))*$"
_SOME: Final = r"(?:un|una|otro|otra|algún|alguna|unos|unas)"
_MANY: Final = r"(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|[1-9]\d?|algunos|algunas|varios|varias|unos|unas)"
_PIECES: Final = r"(?:haikus?|chistes?|poemas?|poesías?|acertijos?|adivinanzas?|historias?|cuentos?|fábulas?|trabalenguas|canción|refrán|refranes|citas?|cumplidos?|anécdotas?|datos?|curiosidad|curiosidades)"
_TEXTS: Final = r"(?:e-?mails?|mails?|correos?|cartas?|mensajes?|notas?|tarjetas?|textos?|respuestas?|discursos?|invitación|eslogan|párrafos?|artículos?|disculpa|queja|función|script|programa)"

REQUEST_FORMS: Final = RequestForms(
    before=r"(?:(?:por favor|oye|hola|ok|vale|ahora|entonces|y|parley),? )*(?:(?:puedes|podrías|puede|me puedes|quiero que) (?:por favor )?)?",
    after=r"(?:,? (?:por favor|gracias|para mí))*",
    complete=(
        rf"(?:escribe|escribir|escríbe|cuenta|contar|cuénta|di|decir|dí|da|dar|compón|inventa|canta|haz){_SELF} (?:{_SOME}|{_MANY})(?: [\w-]+){{0,2}}? {_PIECES}\b.*",
        rf"(?:explica|explicar|explíca|describe|describir|descríbe|define|definir|resume|resumir|compara|deletrea){_SELF} (?!{_POINTS}).{{3,}}",
        rf"(?:da|dar|di|nombra|cita|menciona|propón|sugiere|escribe|enumera|dime|dame){_SELF} {_MANY} (?!(?:minuto|segundo|hora|día)s?\b).{{3,}}",
        rf"(?:traduce|traducir|tradúce){_SELF} (?!{_POINTS}).+ (?:al|a|en) \w+",
        r"cómo se (?:dice|escribe|deletrea|pronuncia) .+|qué (?:significa|quiere decir) .+|cuál es la diferencia .+",
        rf"(?:escribe|escribir|escríbe|redacta|redactar|redácta|prepara){_SELF} (?:un|una|el|la)(?: [\w-]+){{0,2}}? {_TEXTS}\b.* (?:para (?:decir|decirle|avisar|agradecer|pedir|explicar|invitar|disculparme)|que|diciendo|sobre|acerca|porque)\b.+",
        rf"(?:escribe|escríbe|redacta){_SELF} (?:un|una)(?: [\w-]+){{0,2}}? (?:{_TEXTS}|felicitación) (?:de cumpleaños|de agradecimiento|de disculpa|de renuncia|de felicitación|de bienvenida|de pésame|de navidad)\b.*",
        r"(?:traduce|reformula|corrige|mejora|acorta|resume|simplifica|haz|reescribe|revisa)\b[^:\n]{0,80}[:\n]\s*\S.+",
    ),
    open=(
        r"ayúda(?:me|nos) .+|(?:me |nos )?ayudar(?:me|nos)? a .+",
        r"(?:qué|cuál|cuáles|dónde|adónde|a dónde)\b.* (?:debería|deberíamos|debo|compro|cocino|hago|conviene|va mejor|mejor para mí)\b.*|(?:debería|deberíamos|debo) .+|qué (?:compro|cocino|hago|hacemos|regalo|ceno|me pongo)\b.*",
        r"(?:planea|planifica|organiza|prepara|haz)(?:me|nos)? (?:un|una|mi|mis|unas) (?:viaje|vacaciones|plan|programa|rutina|fiesta|menú)\b.*|(?:recomiénda|sugiére|aconséja)(?:me|nos) (?:un|una|algo|algún|alguna)\b.*|(?:recomienda|sugiere) (?:un|una|algo)\b.*",
        r"(?:no (?:puedo decidir|me decido|sé (?:qué|cuál|dónde|adónde))|quiero (?:aprender|empezar|comprar)|busco (?:un|una)|necesito (?:un|una))\b.*",
        rf"(?:escribe|escríbe|redacta){_SELF} (?:un|una|algo)(?: {_TEXTS})?(?: para mí)?",
    ),
    pointing=rf"(?:traduce|tradúce|explica|explíca|resume|corrige|corríge|mejora|reformula){_SELF}(?: {_POINTS})?",
)
