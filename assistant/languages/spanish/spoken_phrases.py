"""What is most often said, in Spanish."""

from typing import Final

from assistant.languages.language import SpokenPhrases

SPOKEN_PHRASES: Final = SpokenPhrases(
    code_on_screen="El código está en la pantalla.",
    table_on_screen="La tabla está en la pantalla.",
    formula_on_screen="La fórmula está en la pantalla.",
    a_formula="una fórmula",
    a_link="un enlace",
    link_to="enlace a {domain}",
    not_understood="No lo he entendido, por favor repítelo",
    shall_we_end="¿Terminamos la conversación?",
    goodbye="Hasta luego.",
    left_on_screen="Dejo la pregunta en la pantalla.",
    no_answer="No he podido obtener una respuesta.",
    broken_off="La respuesta se corta aquí.",
    rest_on_screen="El resto está en la pantalla. ¿Sigo?",
    fillers=("Un momento.", "Déjame mirar.", "Sigo en ello.", "Solo un segundo."),
    still_working="Sigo trabajando en ello, una herramienta está tardando.",
    still_waiting="Todavía espero la respuesta del modelo.",
)
