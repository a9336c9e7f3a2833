"""What is most often said, in French."""

from typing import Final

from assistant.languages.language import SpokenPhrases

SPOKEN_PHRASES: Final = SpokenPhrases(
    code_on_screen="Le code est à l'écran.",
    table_on_screen="Le tableau est à l'écran.",
    formula_on_screen="La formule est à l'écran.",
    a_formula="une formule",
    a_link="un lien",
    link_to="lien vers {domain}",
    not_understood="Je n'ai pas compris, pouvez-vous répéter",
    shall_we_end="Voulez-vous terminer la conversation ?",
    goodbye="À bientôt.",
    left_on_screen="Je laisse la question à l'écran.",
    no_answer="Je n'ai pas pu obtenir de réponse.",
    broken_off="La réponse s'arrête ici.",
    rest_on_screen="La suite est à l'écran. Je continue ?",
    fillers=("Un instant.", "Je regarde.", "J'y travaille encore.", "Juste une seconde."),
    still_working="J'y travaille encore, un outil prend son temps.",
    still_waiting="J'attends encore la réponse du modèle.",
)
