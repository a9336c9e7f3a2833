"""What is most often said, in German."""

from typing import Final

from assistant.languages.language import SpokenPhrases

SPOKEN_PHRASES: Final = SpokenPhrases(
    code_on_screen="Der Code ist auf dem Bildschirm.",
    table_on_screen="Die Tabelle ist auf dem Bildschirm.",
    formula_on_screen="Die Formel ist auf dem Bildschirm.",
    a_formula="eine Formel",
    a_link="ein Link",
    link_to="Link zu {domain}",
    not_understood="Das habe ich nicht verstanden, bitte noch einmal",
    shall_we_end="Wollen wir das Gespräch beenden?",
    goodbye="Bis bald.",
    left_on_screen="Ich lasse die Frage auf dem Bildschirm stehen.",
    no_answer="Ich konnte keine Antwort bekommen.",
    broken_off="Die Antwort bricht hier ab.",
    rest_on_screen="Der Rest steht auf dem Bildschirm. Soll ich weiterlesen?",
    fillers=("Einen Moment.", "Ich sehe nach.", "Ich bin noch dabei.", "Nur eine Sekunde."),
    still_working="Ich arbeite noch daran, ein Werkzeug braucht seine Zeit.",
    still_waiting="Ich warte noch auf die Antwort des Modells.",
)
