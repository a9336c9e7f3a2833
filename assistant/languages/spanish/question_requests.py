"""What may be asked in Spanish of a question that waits."""

from typing import Final

from assistant.languages.question_request import QuestionRequest

_LEAD: Final = (
    r"(?:(?:y|pero|bueno|ok|vale|espera|espere|perdón|perdona|eh|sí|no|primero|por favor) )*"
    r"(?:(?:puedes|podrías|puede|podría|me puedes|me podrías|quiero|quisiera|me gustaría) )?"
)
_TAIL: Final = (
    r"(?: (?:por favor|otra vez|de nuevo|una vez más|nuevamente|ahora|ya|entonces|primero|a ver))*"
)
_SAY: Final = (
    r"(?:lee|léeme|lea|léame|relee|di|dime|dígame|cuéntame|cuénteme|dame|deme|explica|explícame|explíqueme|repite|repíteme"
    r"|repita|recuérdame|leer|leerme|decir|decirme|contarme|darme|explicarme|repetir|repetirme|oír|saber|escuchar|necesito|vuelve a leer)"
)
_NOTE: Final = r"(?:contexto|nota|trasfondo|antecedentes|explicación|fondo|información de contexto)"
_CHOICES: Final = r"(?:opciones|respuestas|alternativas|posibilidades)"
_BEFORE_THIS: Final = r"(?:anterior|pasada|previa|última|de antes)"
_PICKED: Final = r"(?:elegí|elegido|escogí|escogido|seleccioné|seleccionado|respondí|respondido|dije|dicho|contesté|contestado|marqué|marcado)"
QUESTION_REQUESTS: Final = {
    QuestionRequest.ABOUT: (
        rf"{_LEAD}(?:dime )?(?:de|sobre) qué (?:se trata|trata|va|es|habla)(?: (?:esto|eso|esta pregunta|la pregunta|aquí))*{_TAIL}",
        rf"{_LEAD}(?:esto )?(?:a qué se refiere|para qué es)(?: (?:esto|esta pregunta|la pregunta))?{_TAIL}",
        rf"{_LEAD}(?:cuál es el tema)(?: de (?:la|esta) pregunta)?{_TAIL}",
        rf"{_LEAD}(?:qué me (?:estás preguntando|está preguntando|preguntas|pregunta)|por qué (?:me )?(?:preguntas|pregunta|lo preguntas)(?: eso| esto)?){_TAIL}",
    ),
    QuestionRequest.NOTE: (
        rf"{_LEAD}{_SAY}(?: (?:el|la|los|un poco de|más|toda la|todo el|una|algo de))? {_NOTE}"
        rf"(?: (?:de la pregunta|de esta pregunta|de esto))?{_TAIL}",
        rf"{_LEAD}(?:cuál es|cuáles son|qué dice|hay|hay algún|hay alguna|tiene)(?: (?:el|la|los|una|un))? {_NOTE}{_TAIL}",
        rf"{_LEAD}(?:el contexto|la nota){_TAIL}",
    ),
    QuestionRequest.OPTIONS: (
        rf"{_LEAD}{_SAY} (?:las|todas las|mis) {_CHOICES}{_TAIL}",
        rf"{_LEAD}(?:cuáles|qué) (?:son|eran|fueron) (?:las|mis) {_CHOICES}{_TAIL}",
        rf"{_LEAD}qué {_CHOICES} (?:hay|tengo|había|tenía|hay para elegir){_TAIL}",
        rf"{_LEAD}(?:las )?{_CHOICES}(?: (?:otra vez|de nuevo|una vez más))+{_TAIL}",
    ),
    QuestionRequest.CHOSEN: (
        rf"{_LEAD}(?:dime )?(?:qué|cuál|cuáles|qué opción)(?: (?:he|había|es lo que|fue lo que))?(?: ya)? {_PICKED}"
        rf"(?: (?:antes|hasta ahora|aquí))*{_TAIL}",
        rf"{_LEAD}(?:qué|cuál|qué opción) (?:está|hay|viene) (?:ya )?(?:elegido|elegida|seleccionado|seleccionada|marcado|marcada|escogido|escogida){_TAIL}",
        rf"{_LEAD}(?:cuál|cuáles) (?:es|fue|era|son|fueron) (?:mi respuesta|mi elección|mi selección|mis respuestas|mis elecciones){_TAIL}",
    ),
    QuestionRequest.BEFORE: (
        rf"{_LEAD}(?:cuál|qué) (?:era|fue|es) la (?:pregunta {_BEFORE_THIS}|{_BEFORE_THIS} pregunta){_TAIL}",
        rf"{_LEAD}{_SAY} la (?:pregunta {_BEFORE_THIS}|{_BEFORE_THIS} pregunta){_TAIL}",
        rf"{_LEAD}qué (?:me )?(?:preguntaste|preguntó|has preguntado|habías preguntado) (?:antes|primero|recién){_TAIL}",
    ),
    QuestionRequest.KEEP: (
        rf"{_LEAD}(?:déjalo|déjala|déjelo|lo dejo|la dejo|dejémoslo|dejarlo|déjalo todo)(?: (?:así|como está|tal cual|como estaba|igual))+{_TAIL}",
        rf"{_LEAD}(?:así está bien|tal cual|como está|me quedo con (?:eso|esa|ese|lo elegido|lo que está)|no lo cambies|no cambies nada){_TAIL}",
        rf"{_LEAD}(?:la opción )?(?:por defecto|predeterminada|el predeterminado|la que está elegida|lo que está elegido){_TAIL}",
    ),
}
