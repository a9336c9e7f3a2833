"""Spanish. Pure."""

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
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince "
    "dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro "
    "veinticinco veintiséis veintisiete veintiocho veintinueve"
).split()
_TENS: Final = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split()
_HUNDREDS: Final = (
    "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos "
    "novecientos"
).split()


def _cardinals() -> dict[str, int]:
    """Return numbers up to 999: hundreds have words of their own."""
    below = {word: n for n, word in enumerate(_UNITS)}
    below |= {"un": 1, "una": 1, "veintiún": 21, "veintiuna": 21}
    units = {word: n for word, n in below.items() if 0 < n < 10}
    for tens, ten in enumerate(_TENS, start=3):
        below[ten] = tens * 10
        below |= {f"{ten} y {one}": tens * 10 + n for one, n in units.items()}
    found = below | {"cien": 100}
    for n, head in enumerate(_HUNDREDS, start=1):
        found[head] = n * 100
        found |= {f"{head} {word}": n * 100 + more for word, more in below.items() if more}
    return found


def _parts_of_hours() -> dict[str, float]:
    found = {"media hora": 1800.0, "medio minuto": 30.0, "cuarto de hora": 900.0, "cuarto": 900.0}
    found |= {"un cuarto de hora": 900.0, "un cuarto": 900.0, "una media hora": 1800.0}
    found |= {"tres cuartos de hora": 2700.0, "tres cuartos": 2700.0, "hora y media": 5400.0}
    return found | {"hora y cuarto": 4500.0, "minuto y medio": 90.0, "medio día": 43_200.0}


_RULES: Final = {
    # Words.
    "det": "[un nuevo|una nueva|otro|otra|un|una|el|la|los|las|mi|mis|ese|esa|este|esta|nuestro|nuestra|nuevo|nueva|de|del]",
    "set": "(pon|ponme|poner|ponerme|pones|ponga|póngame|ponnos|poné|coloca|colócame|inicia|iniciar|iníciame|inicias|empieza|empezar|arranca|arrancar|comienza|comenzar|activa|activar|actívame|programa|programar|prográmame|configura|configurar|crea|crear|créame|establece|establecer|haz|hazme|hacer|fija|fijar|agrega|agregar|añade|añadir|lanza|lanzar|prepara|quiero|quisiera|necesito|dame|deja|ajusta|ajustar|nuevo|nueva|enciende|encender|me gustaría|hace falta)",
    "show": "(muestra|muéstrame|mostrar|mostrarme|enseña|enséñame|enseñarme|lee|léeme|leer|leerme|dime|dame|decirme|lista|listar|enumera|abre|ver|quiero ver|quiero oír)",
    "cancel": "(cancela|cancelar|cancélame|cancelas|quita|quitar|quítame|borra|borrar|bórrame|elimina|eliminar|apaga|apagar|apágame|para|parar|detén|detener|desactiva|desactivar|anula|anular|suprime|suprimir|termina|corta)",
    "tell": "(dime|dame|decirme|darme|me dices|me das|me puedes decir|sabes|muéstrame|indícame|quiero saber|quisiera saber|me gustaría saber|tienes)",
    "now": "[ahora|ahora mismo|en este momento|actualmente|exactamente|ya|aquí|por aquí]",
    # Timers.
    "timer": "(temporizador|cronómetro|cuenta atrás|cuenta regresiva|timer|minutero)",
    "for": "[de|para|por|a|con|durante|en]",
    "kinds": "(temporizadores{kind:timer}|timers{kind:timer}|cuentas atrás{kind:timer}|alarmas{kind:alarm}|despertadores{kind:alarm}|recordatorios{kind:reminder})",
    "kind": "(temporizador{kind:timer}|timer{kind:timer}|cronómetro{kind:timer}|cuenta atrás{kind:timer}|cuenta regresiva{kind:timer}|alarma{kind:alarm}|despertador{kind:alarm}|recordatorio{kind:reminder})",
    "any_kind": "(temporizador|temporizadores|timer|timers|cronómetro|cuenta atrás|alarma|alarmas|despertador|despertadores|recordatorio|recordatorios)",
    # Moments.
    "part": "(de la mañana{part:am}|por la mañana{part:am}|en la mañana{part:am}|de la madrugada{part:am}|por la tarde{part:afternoon}|de la tarde{part:afternoon}|en la tarde{part:afternoon}|de la noche{part:tonight}|por la noche{part:tonight}|en la noche{part:tonight}|del mediodía{part:noon}|del medio día{part:noon}|a m{part:am}|am{part:am}|p m{part:pm}|pm{part:pm})",
    "clock": """
        [las|la] {hour} [horas] y media{past:30}
        [las|la] {hour} [horas] y cuarto{past:15}
        [las|la] {hour} [horas] menos cuarto{to:15}
        [un] cuarto para las {hour}{to:15}
        [las|la] {hour} [horas] menos {to}
        {to} [minutos] para las {hour}
        [las|la] {digital} [h|horas]
        [las|la] {hour} [horas] y {past} [minutos]
        [las|la] {hour} [horas] {minute} [minutos]
        (mediodía|medio día|el mediodía|las doce del mediodía|las 12 del mediodía){hour:12}{part:noon}
        (medianoche|media noche|la medianoche|las doce de la noche|las 12 de la noche){hour:0}{part:tonight}
        [las|la] {hour} [horas|h] [en punto]
    """,
    "corrected_clock": "[[las|la] {other} <correct>] <clock>",
    "correct": "(no perdón|perdón|no espera|espera|quiero decir|quise decir|digo|mejor|o mejor|mejor dicho|o sea|no mejor|disculpa|no no|corrijo|perdona|ay no|ah no) [a]",
    "weekday": "(lunes{weekday:0}|martes{weekday:1}|miércoles{weekday:2}|jueves{weekday:3}|viernes{weekday:4}|sábado{weekday:5}|domingo{weekday:6})",
    "some_day": "(lunes|martes|miércoles|jueves|viernes|sábado|domingo)",
    "weekdays": "(lunes{weekday:0}|martes{weekday:1}|miércoles{weekday:2}|jueves{weekday:3}|viernes{weekday:4}|sábados{weekday:5}|domingos{weekday:6})",
    "month": "(enero{month:1}|febrero{month:2}|marzo{month:3}|abril{month:4}|mayo{month:5}|junio{month:6}|julio{month:7}|agosto{month:8}|septiembre{month:9}|setiembre{month:9}|octubre{month:10}|noviembre{month:11}|diciembre{month:12})",
    "day": """
        pasado mañana{day:2}
        mañana{day:1}
        hoy{day:0}
        esta mañana{day:0}{span:am}
        esta noche{day:0}{span:tonight}
        esta tarde{day:0}{span:afternoon}
        [el] <weekday> de la (semana que viene|próxima semana|semana próxima){week:1}
        [el|este] <weekday>
        [el] {dom} de <month>
        [el] <weekday> {dom} de <month>
    """,
    "repeat": """
        (todos los días|cada día|a diario|diariamente|diario){every:day}
        (todas las mañanas|cada mañana){every:day}{span:am}
        (todas las noches|cada noche){every:day}{span:tonight}
        (de lunes a viernes|entre semana|los días laborables|los días de semana|todos los días laborables|los días entre semana|cada día laborable|lunes a viernes){every:weekday}
        (los fines de semana|cada fin de semana|todos los fines de semana|el fin de semana){every:weekend}
        (todos los|cada|los) (<weekday>|<weekdays>){every:day}
    """,
    "time": "[a|sobre|para|hacia|al|a eso de] <corrected_clock> [<part>]",
    "when": """
        [para] <day> [<part>] <time>
        <time> [para|de] <day> [<part>]
        <time> [para] <repeat>
        [para] <repeat> <time>
        <part> <time>
        <time>
    """,
    "after": "(en|dentro de|después de|de aquí a|tras|al cabo de|en unos) {length}|{length} (después|más tarde)",
    # Reminders.
    "remind": "(recuérdame|recordarme|me recuerdas|me recuerde|recuérdeme|me recuerdes|hazme acordar|acuérdame|recordame|recuérdanos|me haces acordar)",
    "of": "(que tengo que|que debo|que|de que|de|lo de|para|sobre)",
    "new_reminder": "[<set>] <det> recordatorio",
    # Lists.
    "list_noun": "lista (de la compra|de compras|de las compras|del súper|del super|del supermercado|del mercado){list:compra}|(lista (de tareas|de pendientes|de cosas por hacer|de cosas que hacer)|to do|todo list){list:tareas}|lista (de|del|de la|de los|de las|para la|para el|para) {list}",
    "poss": "(la|mi|nuestra|una|esta|esa)",
    "a_list": "<poss> (<list_noun>|lista)",
    "to_list": "(a|en) (<poss> <list_noun>|<poss> lista)|a las compras{list:compra}",
    "from_list": "(de|en) (<poss> <list_noun>|<poss> lista)",
    "on_list": "(en|a) (<poss> <list_noun>|<poss> lista)",
    "add": "(añade|añadir|añádeme|añades|agrega|agregar|agrégame|agregas|pon|ponme|poner|pones|apunta|apúntame|apuntar|anota|anótame|anotar|mete|meter|incluye|incluir|suma|escribe|escribir|coloca|apuntas)",
    "remove": "(quita|quitar|quítame|borra|borrar|elimina|eliminar|saca|sacar|tacha|tachar|marca|retira|retirar|táchame)",
    # Volume.
    "bit": "[un poco|un poquito|mucho|algo|un pelín|bastante|un poco más|todavía|aún]",
    "wday": "(hoy|mañana|pasado mañana|ahora|ahora mismo|esta noche|esta tarde|fuera|afuera|este fin de semana|el fin de semana|esta semana|la semana que viene|la próxima semana|mañana por la mañana|el <some_day>|para mañana|para hoy|en este momento)",
    "where": "(en|por) {place}",
}

SENTENCES: Final = SentenceTable(
    code="es",
    rules=_RULES,
    before=(
        "hola|hey|oye|eh|buenos días|buenas|buenas tardes|buenas noches|ok|okay|vale|bueno|bien|pues|entonces|y|a ver|venga|vamos|parley|jarvis|hey jarvis|oye jarvis|oye parley|alexa|mira|"
        "perdona|perdón|disculpa|gracias|genial|sí|claro|ahora|luego|después|también|por cierto|escucha|che|ah|oh|rápido|"
        "(puedes|podrías|puede|podría|quieres|te importaría|te importa|me puedes|me podrías|nos puedes|podés|serías capaz de|puedo pedirte) [también|rápidamente] [me|nos]|me|nos|"
        "(quiero que|quisiera que|me gustaría que|necesito que|te pido que) [me]|(es posible|sería posible|haz el favor de|hazme el favor de|quisiera|quiero|me gustaría|necesito|ayúdame a|se puede|podemos|tienes que)|"
        "sé amable y|si puedes|si no te importa|sería tan amable de"
    ),
    after=(
        "gracias|muchas gracias|vale|ok|okay|ahora|ahora mismo|ya|inmediatamente|enseguida|parley|jarvis|para mí|para nosotros|puedes|podrías|"
        "si puedes|si es posible|quieres|entonces|también|otra vez|de nuevo|cuanto antes|rápido|amigo|tío|anda|venga|cuando puedas|me haces el favor|"
        "si no te importa|sí|porfa"
    ),
    courtesy="gracias|muchas gracias|parley|jarvis",
    polite=phrases("por favor|porfa|porfavor|porfi|plis|simplemente"),
    fillers=phrases("eh|ehm|em|este eh|mmm|hmm|uh|ehh|mm"),
    corrections=phrases(
        "no|no perdón|perdón|no espera|espera|espera no|quiero decir|quise decir|digo|mejor|o mejor|mejor dicho|o sea|no mejor|disculpa|no no|corrijo|"
        "perdona|ay no|ah no|no digo|no de|no que sean|no pon|no mejor de|que sean|no quiero decir"
    ),
    after_correction=phrases("de|por"),
    takes_back=phrases(
        "no perdón|no espera|espera no|quiero decir|quise decir|o mejor|mejor dicho|no mejor|no no|ay no|ah no|no digo|olvídalo|no quiero decir|no mejor"
    ),
    numbers=SpokenNumbers(
        cardinals=_cardinals(),
        thousands=phrases("mil"),
        millions=phrases("millón|millones"),
        points=phrases("coma|punto"),
        ones=phrases("un|una"),
        ordinals={"primero": 1},
        decimal_sign=",",
    ),
    lengths=SpokenLengths(
        units={
            **dict.fromkeys("s seg segundo segundos".split(), 1),
            **dict.fromkeys("m min minuto minutos minutito minutitos".split(), 60),
            **dict.fromkeys("h hora horas".split(), 3600),
            **dict.fromkeys("día días".split(), 86_400),
            **dict.fromkeys("semana semanas".split(), 604_800),
        },
        whole=_parts_of_hours(),
        half_after=phrases("y media|y medio"),
        half_before=phrases("y media|y medio"),
        joins=phrases("y|con"),
    ),
    sums=SpokenSums(
        operators={
            "más": "+", "y": "+", "menos": "-", "por": "*", "multiplicado por": "*", "x": "*", "veces": "*",
            "entre": "/", "dividido entre": "/", "dividido por": "/", "dividido": "/", "sobre": "/",
            "elevado a": "**", "elevado a la": "**", "a la potencia de": "**",
        },
        after={"al cuadrado": "**2", "al cubo": "**3", "euros": "", "€": ""},
        before={
            "menos": "-", "la raíz cuadrada de": "sqrt", "raíz cuadrada de": "sqrt", "raíz de": "sqrt",
            "la raíz de": "sqrt", "√": "sqrt",
        },
        forms={
            "[el] {a} (por ciento|porciento|%) de {b} [euros|€]": "{a} / 100 * {b}",
            "{b} [euros|€] menos [el] [un] {a} (por ciento|%)": "{b} - {a} / 100 * {b}",
            "{b} [euros|€] más [el] [un] {a} (por ciento|%)": "{b} + {a} / 100 * {b}",
            "[la] suma de {a} (y|más) {b}": "{a} + {b}",
            "(suma|sumar|súmame) {a} (y|más|con|a) {b}": "{a} + {b}",
            "(resta|restar|réstale) {a} (a|de) {b}": "{b} - {a}",
            "[la] diferencia entre {a} y {b}": "{a} - {b}",
            "(multiplica|multiplicar) {a} (por|y) {b}": "{a} * {b}",
            "[el] producto de {a} (y|por) {b}": "{a} * {b}",
            "(divide|dividir) {a} (entre|por) {b}": "{a} / {b}",
            "[la] mitad de {a}": "{a} / 2",
            "[un] tercio de {a}": "{a} / 3",
            "[un] cuarto de {a}": "{a} / 4",
            "[el] doble de {a}": "2 * {a}",
            "[el] triple de {a}": "3 * {a}",
        },
    ),
    and_words=phrases("y|e|así como|y también|más|además de"),
    dots=phrases("punto|dot"),
    applications={
        **dict.fromkeys(("gestor de archivos", "archivos", "explorador de archivos", "explorador", "administrador de archivos"), "files"),
        **dict.fromkeys(("editor de texto", "editor de textos", "editor", "bloc de notas"), "text editor"),
        **dict.fromkeys(("calculadora",), "calculator"),
        **dict.fromkeys(("navegador", "navegador web", "navegador de internet"), "web browser"),
        **dict.fromkeys(("consola", "línea de comandos", "símbolo del sistema"), "terminal"),
        **dict.fromkeys(("ajustes", "configuración", "panel de control", "preferencias"), "settings"),
        **dict.fromkeys(("calendario", "agenda"), "calendar"),
        **dict.fromkeys(("correo", "correo electrónico", "mail", "email", "cliente de correo"), "mail"),
        **dict.fromkeys(("cámara", "webcam"), "camera"),
        **dict.fromkeys(("reproductor de música", "reproductor"), "music"),
        **dict.fromkeys(("reproductor de vídeo", "reproductor de video"), "videos"),
        **dict.fromkeys(("fotos", "galería", "visor de imágenes"), "photos"),
        **dict.fromkeys(("administrador de tareas", "monitor del sistema"), "system monitor"),
        **dict.fromkeys(("tienda de aplicaciones", "centro de software"), "software"),
        **dict.fromkeys(("mapas",), "maps"),
        "contactos": "contacts", "reloj": "clocks", "captura de pantalla": "screenshot",
    },
    articles=phrases("el|la|los|las|un|una|unos|unas|mi|mis|nuestro|nuestra|algo de"),
    excluded=phrases(
        "yo|tu|el|ella|nosotros|ellos|me|se|nos|lo|le|les|mi|que|quien|cuando|donde|por|porque|como|cual|cuales|cuanto|cuanta|es|son|esta|estan|"
        "era|fue|sera|soy|eres|ser|estar|ha|he|has|hay|puede|puedo|puedes|debe|debo|deberia|no|y|o|pero|si|entonces|este|ese|esa|esos|estos|pon|quita|"
        "para|con|sobre|en|a|al|del|de|cada|todos|todas|todo|un|una|la|los|las|ingles|frances|dijo|dice|hoy|manana|ayer|lunes|martes|miercoles|jueves|"
        "viernes|sabado|domingo|hora|horas|temporizador|alarma|despertador|recordatorio|nota|notas|lista|lee|sono|suena|aqui|alli|asi|mas|menos|muy|otro|"
        "mismo|noche|tarde|dias|ahora|cuentame|tiempo|sirve|ti|ultimo|ultima|mensaje|pregunta|respuesta"
    ),
    never_items=phrases(
        "yo|tú|él|ella|nosotros|ellos|me|te|se|nos|lo|le|mí|ti|que|quién|quien|cuándo|cuando|dónde|donde|porque|cómo|como|cuál|es|son|soy|está|no|si|nada|menos|salvo|excepto|ningún|ninguna|añadí|agregué|puse|apunté|metí|compré|"
        "esto|eso|ese|esa|este|esta|todo|recuérdame|dijo|dice|algo|nombre|nombres|temporizador|hay|"
        "número|números|columna|columnas|fila|filas|línea|duplicados|elementos|elemento|palabras|función|valores"
    ),
    fact_starts=phrases("yo|soy|estoy|tengo|vivo|trabajo|me|mi|mis|nuestro|nuestra|nosotros|somos|tenemos|odio|prefiero"),
    fact_verbs=phrases("es|son|está|están|era|tiene|tienen|vive|trabaja|odia|necesita|llama|gusta|gustan|cumple"),
    names=SpokenNames(
        measures=phrases(
            "medio|media|cuarto|cuartos|tercio|coma|punto|menos|más|negativo|negativos|negativa|veces|doble|"
            "triple|docena|docenas|varios|varias|unos|unas|pocos|pocas|casi|aproximadamente|exactamente|"
            "próximo|próxima|próximos|próximas|último|última|últimos|últimas|pasado|pasada|anterior|"
            "siguiente|siguientes|cada|todos|todas|otro|otra|otros|otras|ayer|anteayer|antier|temprano|"
            "pronto|tarde|diario|semanal|mensual|mensualmente|fin de semana|fines de semana|mes|meses|año|"
            "años|hora|horas|amanecer|atardecer|anochecer|alba|navidad|navidades|nochebuena|nochevieja|"
            "año nuevo|reyes|semana santa|pascua|halloween|ramadán|carnaval|san valentín|cumpleaños|"
            "aniversario|vacaciones|festivo|festivos|feriado|feriados|verano|invierno|otoño|primavera|enero|"
            "febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|"
            "utc|gmt|cet|cest|est|pst|huso|nunca|jamás|no|sin|ningún|ninguna"
        ),
        never_first=phrases(
            "a|al|en|de|del|para|por|con|antes|después|desde|hasta|hacia|entre|durante|sobre|tras|o|u|y|e|"
            "pero|ni|si|sino|porque|salvo|excepto|menos|hoy|mañana|esta noche|esta tarde|ahora|luego|"
            "otra vez|de nuevo|solo|me|nos|hace|que"
        ),
        never_last=phrases(
            "a|al|en|de|del|para|por|con|antes|después|desde|hasta|hacia|entre|durante|sobre|tras|o|u|y|e|"
            "pero|ni|si|sino|porque|salvo|excepto|que|el|la|los|las|un|una|mi|mis|hoy|mañana|esta noche|"
            "esta tarde|noche|mediodía|medianoche"
        ),
        manners=phrases(
            "silencioso|silenciosa|ruidoso|ruidosa|fuerte|suave|recurrente|repetido|repetida|repetitivo|"
            "repetitiva|viejo|vieja|antiguo|antigua|malo|mala|equivocado|falso|falsa|actual|grande|pequeño|"
            "pequeña|aleatorio|aleatoria|mismo|misma"
        ),
        nothing=phrases(
            "nada|nada de nada|no|ninguno|ninguna|no sé|no lo sé|ni idea|no tengo idea|da igual|"
            "cualquier cosa|lo que sea|algo|se me olvidó|olvídalo|"
            "eso|esto|ello|aquello|lo|ese|este|esa cosa|esta cosa"
        ),
        limits=phrases(
            "salvo|excepto|hasta|ayer|anteayer|a menos|ni|sino|cada|todos los|todas las|que viene|próximo mes|próxima semana|próximo año|mes pasado|semana pasada"
        ),
    ),
    open_requests=(
        OpenRequest(
            sentences="""
                <remind> <when>
                <remind> <after>
                <when> <remind>
                <after> <remind>
                <new_reminder> [para|a] <when>
                <new_reminder> <after>
                <new_reminder> (de|para) {length}
            """,
            question="",
            options=("Llamar a alguien", "Tomar mi medicina", "Hacer una pausa"),
            answers=("{}", "que {}"),
        ),
    ),
    default_list="compra",
    sentences={
        IntentName.STOP: """
            (para|stop|alto|basta|basta ya|detente|cállate|calla|callate|silencio|para ya|deja de hablar|ya basta|ya está|ya está bien|suficiente|es suficiente|cancela|cancelar|cancélalo|olvídalo|déjalo|pausa|para de hablar|no sigas|chitón|shh|cierra la boca|párate|ya vale|vale ya|callarte|parar|dejar de hablar|cierra el pico|quieto) [(para|basta|ya basta|ya está|stop|cállate|suficiente|es suficiente)]
        """,
        IntentName.GET_TIME: """
            qué hora (es|tenemos|será|son|tienes) <now> [<where>] <now>
            qué horas son <now> [<where>]
            qué hora <now> es <now> [<where>]
            qué hora
            <tell> [la|qué] hora [actual|exacta|que es|es] <now> [<where>] <now>
            (cuál es|cuál es la|dime cuál es) [la] hora [actual|exacta] <now> [<where>]
            [la] hora [actual|exacta] [<where>] <now>
            tienes hora
            <where> qué hora es <now>
            (decir|dar) la hora
        """,
        IntentName.GET_DATE: """
            (qué día|qué fecha|a qué día|a qué fecha|qué día de la semana|a qué|a cuánto|a cuántos) (es|estamos|tenemos) <now> [hoy] [<now>]
            hoy (qué día|qué fecha|a qué día) (es|estamos|tenemos)
            hoy (es|qué es) (qué día|qué fecha)
            (cuál es|dime cuál es) la fecha [de hoy|actual] [hoy]
            <tell> (la fecha|qué día es|qué fecha es|el día) [de hoy|hoy|actual]
            [la] fecha [de hoy|actual|hoy]
            (qué día|qué fecha|qué día de la semana|en qué día) (es|será|cae|fue) <day>
            <day> (qué día|qué fecha) (es|será|cae)
            (cuál es|cuál será) la fecha (de|del) <day>
            (qué día|qué fecha) (fue|era) ayer{day:-1}
            ayer (qué día|qué fecha) (fue|era){day:-1}
            (en qué año|qué año|en qué mes|qué mes) (es|estamos|estamos ahora|vivimos) <now>
            (es|hoy es|es hoy) <some_day> [o <some_day>] [hoy]
        """,
        IntentName.CALCULATE: """
            [cuánto es|cuánto son|cuánto da|cuánto dan|cuánto hace|cuánto hacen|cuánto sería|cuánto vale|cuántos son|cuál es|cuál es el|cuál es la|qué es|qué da|calcula|calcular|calcúlame|cuánto|cuanto me da|a cuánto equivale|resuelve|dime cuánto es|dime cuánto son|dime|sabes cuánto es|haz la cuenta de|decirme cuánto es|me dices cuánto es] {expression} [=|es|son|igual a|es igual a] [cuánto|qué]
        """,
        IntentName.SET_TIMER: """
            [<set>] <det> <timer> <for> {length}
            [<set>] <det> <timer> <for> {length} (para|para el|para la|para los|para las|llamado|con nombre|que se llame|de nombre) <det> {label}
            [<set>] <det> <timer> (para|para el|para la|para los|para las|llamado|de la|del|de los|de) {label} (de|a|en|con|por|durante) {length}
            [<set>] <det> <timer> (para|para el|para la|para los|para las|de la|del) {label} {length}
            [<set>] <det> <timer> {label} <for> {length}
            (cronometra|cuenta|temporiza) {length}
            [<set>] {length} (en el temporizador|de temporizador|en el reloj|de cuenta atrás|en el cronómetro)
            (avísame|avisarme|me avisas|avísanos|alértame|notifícame|llámame|dime|me dices|hazme una señal|suena) <after>
            (avísame|avisarme|me avisas|avísanos|alértame|dime) (cuando|en cuanto|una vez que) (pasen|hayan pasado|pase|transcurran|se cumplan|haya pasado) {length}
            <after> (avísame|alértame|me avisas)
            (despiértame|despertarme|me despiertas|levántame) <after>{kind:alarm}
            <after> (despiértame|me despiertas){kind:alarm}
            [<set>] <det> (alarma|despertador) <after>{kind:alarm}
            (haz|empieza|inicia) una cuenta (atrás|regresiva) [de|desde] {length}
        """,
        IntentName.WAKE_UP: """
            (despiértame|despertarme|me despiertas|levántame|despiértanos|levantarme|me despiertes|despiérteme) <when>
            <when> (despiértame|me despiertas)
            (tengo que|necesito|quiero|debo|hay que) (levantarme|despertarme|estar despierto|estar despierta|despertar|madrugar) <when> [despiértame|pon una alarma|ponme una alarma|me despiertas|pon el despertador]
            [<set>] <det> despertador <when>
            [<set>] <when> <det> despertador
            <when> [<set>] <det> despertador
            [<set>] <det> despertador (llamado|de nombre) {label} <when>
            [<set>] <det> alarma [para] mañana{day:1} [<part>] <time>
            [<set>] <det> alarma <time> [para|de] mañana{day:1} [<part>]
            [<set>] <det> alarma para (despertarme|levantarme) <when>
        """,
        IntentName.SET_ALARM: """
            [<set>] <det> alarma <when>
            [<set>] <when> <det> alarma
            <when> [<set>] <det> alarma
            [<set>] <det> alarma (llamada|de nombre) {label} <when>
            [<set>] <det> alarma <when> (llamada|de nombre|para el|para la|para mi) {label}
        """,
        IntentName.SET_REMINDER: """
            <remind> <when> <of> {text}
            <remind> <after> <of> {text}
            <remind> <of> {text} <when>
            <remind> <of> {text} <after>
            <remind> <day> [<part>] [<of>] {text} <time>
            <remind> <when> {text}
            <remind> <after> {text}
            <remind> !que {text} <when>
            <remind> !que {text} <after>
            <when> <remind> [<of>] {text}
            <after> <remind> [<of>] {text}
            <new_reminder> [para] <when> [para|de|que|:] {text}
            <new_reminder> <after> [para|de|que|:] {text}
            <new_reminder> (para|de|que|:) {text} <when>
            <new_reminder> (para|de|que|:) {text} <after>
            (dime|avísame|me avisas) <when> [de] que {text}
            (dime|avísame|me avisas) <after> [de] que {text}
            (dime|avísame|me avisas) (de que|que|para) {text} <when>
            (dime|avísame|me avisas) (de que|que|para) {text} <after>
            (avísame|me avisas) <when> para {text}
            (no dejes que|no dejes que me) [me] olvide (de|que|de que) {text} <when>
            (no dejes que) [<when>] [me] olvide (de|que|de que) {text}
        """,
        IntentName.LIST_TIMERS: """
            cuánto [tiempo] (le queda|queda|me queda|falta|le falta|nos queda|resta|le resta) [aún|todavía] [a|al|en|para|del|de] [el|la|mi|los|que termine el|que suene el|que suene la|que acabe el] [<any_kind>] [(de|de la|del|para la|para el|de los|de las) {label}]
            (cuántos minutos|cuántos segundos|cuántas horas) (quedan|faltan|le quedan|me quedan) [en|al|para] [el|la] [<any_kind>]
            cuánto falta para que (suene|termine|acabe) (el|la|mi) <any_kind>
            (qué|cuáles|cuántos|cuántas) [son] [mis] <any_kind> (tengo|hay|están|están activos|están activas|tengo puestas|tengo puestos|tengo activos|están puestas|están puestos|están en marcha|hay en marcha|tengo programadas|tengo programados) [puesto|puesta|puestas|puestos|activo|activos|activas|ahora|para hoy|para mañana|programadas|programados|en marcha]
            <show> [todos|todas] [los|las|mis|todas mis|todos mis] <any_kind> [activos|activas|que tengo]
            mis <any_kind>
            (tengo|hay) [algún|alguna|un|una|algunas|algunos] <any_kind> [puesto|puesta|puestas|puestos|activo|activa|para hoy|para mañana|hoy|mañana|en marcha|programada|programado]
            (cuándo|a qué hora) (suena|sonará|es|termina|acaba|está puesta|está puesto|sonara) [el|la|mi] [próxima|próximo|siguiente] <any_kind>
            (para qué hora|a qué hora) (está|tengo) [puesta|puesto] [el|la|mi] (alarma|despertador)
            (cuál es|cuándo es) [el|la|mi] (próxima|próximo|siguiente) <any_kind>
            (cómo va|cómo van) (el|mi|los|mis) <any_kind>
            tiempo restante [del temporizador]
        """,
        IntentName.CANCEL_TIMER: """
            <cancel> (todos los|todas las|todos mis|todas mis) <kinds>{all:yes}
            <cancel> (los|las|mis) <kinds>{all:yes}
            <cancel> <det> <kind>
            <cancel> <det> <kind> (de|a|para) <corrected_clock> [<part>]
            <cancel> <det> <kind> (de|del|de la|de los|de las|para|para el|para la|para los|llamado|llamada) <det> {label}
            <cancel> <det> <kind> {label}
            ya no necesito (el|la|mi) <kind>
            (olvida|olvídate del|olvídate de la) [el|la|mi] <kind>
        """,
        IntentName.READ_NOTES: """
            <show> [todas] [mis|las|la|mi|mis últimas|mi última|la última] (notas|nota|últimas notas|última nota)
            mis notas
            (qué|cuáles) notas (tengo|hay|son|he tomado|he hecho)
            (qué) notas (tengo|hay|he tomado) (sobre|de|acerca de) {query}
            (qué hay|qué tengo|qué dice|qué pone|qué dicen|qué tengo apuntado) [en] mis notas
            (tengo|hay) (alguna|algunas|una) (nota|notas) [sobre|de|acerca de {query}]
            (tengo|hay) (alguna|algunas|una) (nota|notas) (sobre|de|acerca de) {query}
            <show> [todas] (mis|las|la|mi) (notas|nota) (sobre|de|acerca de|del|de la) {query}
            (busca|buscar|encuentra|búscame) [en] (mis|las|la|mi) (notas|nota) [sobre|de|acerca de] {query}
            qué (apunté|anoté|escribí|he apuntado|tengo apuntado) (sobre|de|acerca de) {query}
        """,
        IntentName.DELETE_NOTE: """
            (borra|borrar|elimina|eliminar|quita|quitar|tira|suprime) (la|mi|esa|las|mis) (nota|notas) (sobre|de|del|de la|acerca de|llamada|para|con) <det> {label}
            (borra|elimina|quita) (la|mi|esa) nota {label}
        """,
        IntentName.SHOW_LIST: """
            (qué hay|qué tengo|qué tenemos|qué queda|qué pone|qué hay apuntado|qué me queda|qué había|qué está|hay algo|tengo algo|hay algo más|queda algo) [aún|todavía|apuntado|puesto] <on_list>
            (qué tengo que|qué tenemos que|qué hay que|qué debo|qué necesito|qué me falta) comprar{list:compra}
            <show> <a_list>
            <show> <list_noun>
            (qué contiene|qué dice|qué incluye) <a_list>
            <show> [todas] (mis|las) listas
            (qué|cuáles) listas (tengo|hay)
            mi <list_noun>
            <tell> (qué hay|lo que hay|qué tengo) <on_list>
        """,
        IntentName.REMOVE_FROM_LIST: """
            <remove> {items} <from_list>
            <remove> <from_list> {items}
            (tacha|tachar|marca como comprado|marca como comprada) {items}
            (ya compré|ya he comprado|ya tengo|compré|he comprado) {items} (quítalo|quítala|quítalos|quítalas|táchalo|bórralo|bórrala|puedes quitarlo|puedes quitarla) <from_list>
        """,
        IntentName.ADD_TO_LIST: """
            <add> {items} [también] <to_list>
            <add> <to_list> {items}
            {items} <to_list>
            (hace falta|hacen falta|necesito|necesitamos|falta|faltan|no queda|no quedan|no hay|se acabó|se acabaron|se ha acabado|se han acabado|tengo que comprar|hay que comprar) {items} (ponlo|ponla|ponlos|ponlas|añádelo|añádela|añádelos|añádelas|apúntalo|apúntala|apúntalos|agrégalo|agrégala|agrégalos|agrégalas|puedes añadirlo|puedes apuntarlo) <to_list>
            (hace falta|necesito|falta|faltan) {items} <to_list>
            (compra{list:compra}|lista de la compra{list:compra}|compras{list:compra}|tareas{list:tareas}|pendientes{list:tareas}) : {items}
        """,
        IntentName.LAST_REQUEST: """
            qué (te|les|) (acabo de|he|había|acababa de) [te] (preguntar|preguntado|decir|dicho|pedir|pedido|preguntarte|decirte|pedirte) [ahora|antes|ahora mismo|hace un momento|justo antes|justo ahora]
            qué (te|) (pregunté|dije|pedí|estaba preguntando|estaba diciendo) [ahora|antes|ahora mismo|hace un momento|justo antes|por último|la última vez]
            qué he (dicho|preguntado|pedido) [antes|justo antes|ahora mismo|hace un momento]
            (cuál fue|cuál era|repite|repíteme|dime) mi (última|anterior) (pregunta|petición|orden|frase)
            (cuál fue|cuál era|repite|repíteme|dime) mi (pregunta|petición) anterior
            (repite|repíteme) lo que (he dicho|dije|te he dicho|te dije|te pedí|acabo de decir)
            qué fue lo último que te (dije|pregunté|pedí)
        """,
        IntentName.RECALL: """
            qué (sabes|recuerdas|has aprendido|te acuerdas|conoces|has guardado|has memorizado) (de mí|sobre mí|acerca de mí){all:yes}
            qué (recuerdas|has memorizado|te he dicho sobre mí|te he contado de mí|te he contado sobre mí){all:yes}
            de qué te acuerdas{all:yes}
            qué (sabes|recuerdas) (de|sobre|acerca de) (mi|mis) {query}
            qué te (dije|conté|he dicho|he contado) (de|sobre|acerca de) [mi|mis|el|la|los|las] {query}
            (te acuerdas de|recuerdas|conoces|sabes) (mi|mis) {query}
            (dime|cuéntame) (qué|lo que) sabes (de mí|sobre mí){all:yes}
        """,
        IntentName.FORGET: """
            (olvida|olvidar|olvídate de) [todo] lo que te (dije|conté|he dicho|he contado) (sobre|de|acerca de) [mi|mis|el|la|los|las] {text}
            (olvida|olvídate de) que {text}
            (olvida|olvídate de) (mi|mis) {label}
            (olvida|borra|elimina) [todo] lo que sabes (de|sobre) (mi|mis) {label}
            (borra|elimina) (mi|mis) {label} de tu memoria
        """,
        IntentName.REMEMBER: """
            (recuerda|recordar|acuérdate de|acuérdate|ten en cuenta|memoriza|memorizar|guarda|ten presente|no olvides|no te olvides de|apúntate|recuerde) que {text}
            (recuerda|recuerda esto|memoriza|memoriza esto|acuérdate de esto) [:] {fact}
            {fact} (recuérdalo|acuérdate|memorízalo|no lo olvides|tenlo en cuenta|acuérdate de eso|recuerda eso)
            (para que lo sepas|para tu información|que sepas que) {fact} [recuérdalo]
        """,
        IntentName.ADD_NOTE: """
            (nota|nueva nota|nota mental|nota para mí) : {text}
            (toma|tomar|tome) (nota|nota de|una nota) (que|de que|:) {text}
            (toma|tomar) nota !de !sobre {text}
            (apunta|apúntame|apuntar|anota|anótame|anotar|toma nota de) que {text}
            (apunta|apúntame|apuntar|anota|anótame|anotar) [:|esto|lo siguiente] !maneras !en !a !mi !la !el !cómo !qué !por {text}
            (apunta|apúntame|anota|anótame) (mi|la|el) {fact}
            (escribe|escribir|crea|crear|haz|hazme|hacer|añade|añadir|agrega|agregar|guarda|guardar|pon|deja) (una|una nueva|una nota nueva) nota (que diga|que diga que|diciendo|que ponga|que|con|:|con el texto|para decir que) {text}
            (escribe|crea|haz|hazme|añade|agrega|guarda|pon|hacer|crear|escribir) (una|una nueva) nota !sobre !de !para !a !en !con {text}
            (escribe|anota|apunta|añade|agrega|pon) (en|a) mis notas [que|:] {text}
            (añade|agrega|pon|escribe|apunta|anota) {text} (en|a) mis notas
        """,
        IntentName.SET_VOLUME: """
            [pon|poner|ponme|ajusta|ajustar|cambia|deja] [el|tu] (volumen|sonido) [a|al|en|hasta] [el|un] {level} [por ciento|porciento|%]
            (sube|subir|baja|bajar|aumenta|aumentar|reduce|reducir) [el|tu] (volumen|sonido) (a|al|hasta) [el|un] {level} [por ciento|porciento|%]
            (súbelo|bájalo|ponlo|ponte|sube|baja) (a|al|hasta) [el] {level} (por ciento|porciento|%)
            [pon|sube|subir|poner] [el|tu] (volumen|sonido) (al máximo|a tope|máximo|a todo volumen|al tope){level:100}
            [pon|baja|poner] [el] (volumen|sonido) a la mitad{level:50}
            {level} (por ciento|%) de volumen
        """,
        IntentName.VOLUME_UP: """
            [habla|hablar|hable|ponlo|dilo|pon|háblame|habla tú] <bit> más (alto|fuerte)
            (sube|subir|súbele|aumenta|aumentar|incrementa|suba|subí) [<bit>] (el volumen|el sonido|la voz|volumen|al volumen|el tono) <bit>
            (sube|súbelo|súbele) <bit>
            más (volumen|sonido)
            volumen <bit> más alto
            (hablas|está|estás|es) [<bit>|muy|demasiado] (bajo|bajito|flojo)
            (no te oigo|no te escucho|no te oigo bien|no te escucho bien|no se oye|no oigo nada|casi no te oigo|apenas te oigo)
        """,
        IntentName.VOLUME_DOWN: """
            [habla|hablar|hable|ponlo|pon|háblame] <bit> (más bajo|más bajito|más flojo|más suave)
            (baja|bajar|bájale|disminuye|disminuir|reduce|reducir|baje|bajá) [<bit>] (el volumen|el sonido|la voz|volumen|al volumen|el tono) <bit>
            (baja|bájalo|bájale) <bit>
            menos (volumen|sonido|ruido|alto|fuerte)
            volumen <bit> más bajo
            (hablas|está|estás|es) [muy|demasiado] (alto|fuerte)
            (no grites|no tan alto|no tan fuerte|demasiado alto|muy alto)
        """,
        IntentName.OPEN_ADDRESS: """
            (abre|abrir|ábreme|ve|ir|entra|entrar|visita|visitar|navega|navegar|muéstrame|carga|llévame|accede) [a|en|hasta] [la|el] [página|web|página web|sitio|sitio web|dirección] [de] {address} [en el navegador]
        """,
        IntentName.OPEN_APPLICATION: """
            (abre|abrir|ábreme|abres|lanza|lanzar|inicia|iniciar|ejecuta|ejecutar|arranca|arrancar|cambia a|ve a|abrirme|abrí) [el|la|los|las|mi|mis|un|una] [aplicación|programa|app] {application}
            (quiero|quisiera|necesito) (abrir|usar|utilizar) [el|la|los|las|mi] {application}
        """,
        IntentName.WHO_ARE_YOU: """
            (quién eres|quién eres tú|tú quién eres|quién es usted|quién sos) [realmente|en realidad]
            (qué eres|qué eres tú|tú qué eres) [exactamente]
            (cómo te llamas|cómo se llama usted|cuál es tu nombre|cuál es su nombre|tienes nombre|tienes un nombre)
            (quién te|qué empresa te) (ha creado|creó|hizo|ha hecho|desarrolló|programó|diseñó|inventó|entrenó|ha desarrollado|ha programado)
            (eres|eres tú|acaso eres) (chatgpt|chat gpt|gpt|siri|alexa|claude|gemini|cortana|copilot|qwen|llama|google|un humano|humano|una ia|una inteligencia artificial|un robot|un ordenador|real|un bot|un modelo de lenguaje|una máquina|una persona|una persona real|un asistente|una computadora)
            (qué modelo|qué modelo de lenguaje|qué ia) (eres|usas|utilizas)
            con quién (hablo|estoy hablando)
            (preséntate|presentarte)
            (háblame de ti|cuéntame sobre ti|dime quién eres|decirme quién eres)
            (quién está detrás de ti|de dónde vienes|de dónde eres)
        """,
        IntentName.DECLINE: """
            (qué tiempo|qué clima) (hace|hará|va a hacer|hay|tenemos|habrá|tendremos) [<wday>] [<where>] [<wday>]
            (cómo está|cómo estará|cómo va a estar|cuál es|cómo es|dime|qué dice|cuál será|qué tal) [el] (tiempo|clima|pronóstico|pronóstico del tiempo) [<wday>|para <wday>|de <wday>] [<where>] [<wday>]
            [el] (tiempo|clima|pronóstico|pronóstico del tiempo|previsión del tiempo) [<wday>|para <wday>|de <wday>] [<where>] [<wday>]
            (va a|irá a|crees que va a) (llover|nevar|hacer frío|hacer calor|hacer sol|hacer buen tiempo) [<wday>] [<where>] [<wday>]
            (llueve|nieva|lloverá|nevará|está lloviendo|está nevando|hace frío|hace calor|hace sol|hará frío|hará calor|hará sol) [<wday>] [<where>] [<wday>]
            (necesito|hace falta|debo llevar|me llevo|tengo que llevar|necesitaré) (un paraguas|paraguas|abrigo|chaqueta|un abrigo|una chaqueta|el paraguas|crema solar) [<wday>]
            (qué temperatura|cuántos grados|a cuántos grados|cuál es la temperatura|a qué temperatura) [hace|hay|estamos|hará] [<wday>] [<where>] [<wday>]
            (cuáles son|dime|léeme|dame|qué hay en|cuéntame|ponme|leerme|muéstrame|qué dicen) [las] [últimas] (noticias|titulares) [de hoy|del día|hoy]
            [las] (últimas noticias|noticias de hoy|noticias|noticias del día)
            qué (pasa|está pasando|ha pasado|hay de nuevo) en (el mundo|las noticias) [hoy]
            (llama|llamar|telefonea|marca) (a|al) <det> {someone} [por teléfono]
            (llámame|pídeme|pide|llama|reserva|consígueme|pedirme|pedir) [a] (un|una) (taxi|uber|cabify|coche) [para ir a {place}|al aeropuerto|a la estación|a casa|para <day>]
            (marca|marcar) el número de {someone}
            (envía|enviar|envíale|manda|mandar|mándale|escribe|escríbele|escribir|enviarle|mandarle) [a {someone}] (un|una) (correo|email|mail|mensaje|sms|whatsapp|correo electrónico|carta) (a|al) <det> {someone} [que diga|diciendo|diciéndole|para decir|que|:|y dile] [{anything}]
            (envíale|mándale|escríbele|enviarle|mandarle|escribirle) (un|una) (correo|email|mail|mensaje|sms|whatsapp) [a|al] [{anything}]
            (dile|decirle) a {someone} (por|en) (whatsapp|mensaje|correo) {anything}
            (responde|contesta) (al|a) (correo|mensaje|último correo|último mensaje) [de {someone}]
            (lee|léeme|revisa|comprueba|mira|leerme) (mis|los) [nuevos|últimos] (correos|emails|mails|mensajes|whatsapps)
            (tengo|hay) (algún|nuevos|un|correos|mensajes|algún nuevo) [correo|correos|mensaje|mensajes|email] [nuevo|nuevos|sin leer]
            (cómo va|cómo quedó|cómo van|cuál es el resultado del|cuál fue el resultado de|cuál es el marcador del|cómo ha quedado) [el] (partido|madrid|barça|barcelona|real madrid|partido del {anything}|partido de {anything}) [{anything}]
            (quién ganó|quién gana|quién va ganando|quién ha ganado) [el partido|ayer|la carrera|anoche|las elecciones|la liga|hoy] [ayer|hoy|anoche]
            (cuánto cuesta|cuánto vale|a cuánto está|a cómo está|cuál es el precio de|cuál es el precio del|cuál es la cotización del|cuál es la cotización de|precio del|precio de) [el|la|un|una] (bitcoin|oro|gasolina|diésel|dólar|euro|petróleo|luz|vuelo|billete|billete de avión|billete de tren|acción|ethereum) [{anything}]
            (cuánto cuesta|cuánto vale|cuál es el precio de) {anything} (hoy|ahora|ahora mismo|en amazon|actualmente|en este momento)
            (cómo está|cómo va|a cuánto está|cómo cerró) (la bolsa|el ibex|el dow jones|el nasdaq|el bitcoin|el dólar) [hoy|ahora]
            (reserva|reservar|resérvame|busca|buscar|búscame|encuentra|compra|cómprame) (un|una|unos) (vuelo|hotel|mesa|habitación|billete|tren|entrada|entradas|vuelos|billete de tren|billete de avión) [{anything}]
            (pide|pídeme|compra|cómprame|encarga|pedir|comprar) {anything} (en amazon|por internet|online|en línea|a domicilio)
            (pide|pídeme|encarga|pedir) (una|un|unas|dos|tres) (pizza|pizzas|sushi|hamburguesa|comida|flores|kebab) [{anything}]
            (pide|pedir) (pizza|comida|sushi) [{anything}]
            (a qué hora|cuándo) (sale|pasa|llega|es) el próximo (autobús|bus|tren|metro|tranvía|vuelo|avión|ave) [a|para|hacia|de] [{anything}]
            (está|están) [abierto|abierta|abiertos] {anything} [abierto|abierta|abiertos|cerrado|cerrada] (hoy|ahora|el domingo|ahora mismo)
            (a qué hora|cuándo|hasta qué hora) (cierra|abre) {anything} [hoy|mañana]
            (dónde está|dónde anda) mi (paquete|pedido|envío|taxi|móvil|teléfono)
            (hay|cómo está|cómo va) [mucho|el] (tráfico|atasco|atascos|tránsito) [en|para|hacia|a] [{anything}]
            (pon|ponme|reproduce|toca|reproducir) [algo de|la|una|un|el|mi|música de] (música|canción|radio|lista de reproducción|podcast|álbum|jazz|disco|película|audiolibro) [{anything}]
            (busca|buscar|búscame) {anything} (en internet|en google|en la web|online)
            (busca|buscar|búscame) (en internet|en google|en la web|online) {anything}
            (publica|publicar|comparte|sube|tuitea) {anything} en (twitter|x|facebook|instagram|tiktok|linkedin|mastodon)
            (enciende|encender|apaga|apagar|baja|sube|prende) (la luz|las luces|la lámpara|la tele|la televisión|la calefacción|la radio|el aire acondicionado|el horno|el aire) [de la|del|de|en] [{place}]
            (qué echan|qué ponen|qué hay|qué dan) (en la tele|en el cine|en netflix|en televisión) [hoy|esta noche]
            (dónde está|dónde hay|dónde queda|busca) (el|la|un|una) (supermercado|farmacia|gasolinera|panadería|restaurante|banco|estación|hospital|cajero) (más cercano|más cercana|más cerca|cerca|cerca de aquí)
        """,
    },
    replies={
        "time": "Son las {time}.",
        "time_in": "En {place} son las {time} del {date}.",
        "date": "Hoy es {date}.",
        "date_of": "Es {date}.",
        "result": "Son {value}.",
        "about": "Son aproximadamente {value}.",
        "timer_set": "Temporizador puesto: {length}.",
        "timer_set_named": "Temporizador «{label}» puesto: {length}.",
        "alarm_set": "Alarma puesta: {day}, {time}.",
        "alarm_repeats": "Alarma puesta: {days}, {time}.",
        "reminder_at": "Te lo recordaré: {day}, {time}: {text}",
        "reminder_in": "Te lo recordaré dentro de {length}: {text}",
        "task_at": "A las {time}. ¿Qué te recuerdo?",
        "task_on": "{day} a las {time}. ¿Qué te recuerdo?",
        "task_in": "En {length}. ¿Qué te recuerdo?",
        "no_timers": "No hay nada puesto.",
        "timer": "temporizador",
        "alarm": "alarma",
        "reminder": "recordatorio",
        "left": "{name}: quedan {length}.",
        "rings_at": "{name}: {day}, {time}.",
        "ringing": "{name}: está sonando.",
        "cancelled": "Cancelado: {names}.",
        "which_one": "Hay varios. Dime cuál.",
        "noted": "Anotado: {text}",
        "no_notes": "No hay notas.",
        "notes": "Tus notas: {names}.",
        "note_deleted": "La nota «{name}» está en la papelera.",
        "added": "Añadido a la lista «{list}»: {items}.",
        "known_items": "Ya está en la lista «{list}»: {items}.",
        "list": "En la lista «{list}»: {items}.",
        "list_empty": "La lista «{list}» está vacía.",
        "lists": "Tus listas: {names}.",
        "no_lists": "No hay listas.",
        "ticked": "Tachado: {items}.",
        "remembered": "Lo recordaré.",
        "recalled": "Recuerdo: {facts}",
        "nothing_recalled": "No recuerdo nada sobre eso.",
        "forgotten": "Lo he olvidado.",
        "last_request": "Has preguntado: «{text}»",
        "no_last_request": "No me has preguntado nada antes de esto.",
        "stopped": "Vale.",
        "volume": "El volumen está al {level} por ciento.",
        "loudest": "No puedo hablar más alto. El resto es el volumen del ordenador.",
        "opened": "Abro {name}.",
        "who": "Soy Parley, un asistente de voz y texto abierto en este ordenador. Lo que no sé hacer yo mismo lo responde un pequeño modelo de lenguaje integrado.",
        "decline": "No puedo hacerlo sin un modelo más grande o internet. Una clave de API o un servidor de modelos con herramientas ayudaría: se puede añadir en los ajustes.",
        "failed": "No ha funcionado.",
        "refused": "De acuerdo, lo dejo.",
        "not_found": "No he encontrado nada que encaje.",
        "unknown_place": "No sé qué hora es en {place}.",
        "unknown_application": "No he encontrado ninguna aplicación llamada {name}.",
        "every_day": "todos los días",
        "weekdays": "de lunes a viernes",
        "today": "hoy",
        "tomorrow": "mañana",
    },
)  # fmt: skip
