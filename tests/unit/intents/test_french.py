"""French requests: what is understood, with which values, and what is left to the model."""

from datetime import datetime
from typing import Any

import pytest

from assistant.intents.recogniser import recognise

NOW = datetime(2026, 3, 4, 10, 15)  # a Wednesday

UNDERSTOOD: list[tuple[str, str, dict[str, Any]]] = [
    ("mets un minuteur de dix minutes", "set_timer", {"duration_s": 600}),
    ("Est-ce que tu peux lancer un minuteur d'une heure et demie, s'il te plaît ?", "set_timer", {"duration_s": 5400}),
    ("minuteur 5 min", "set_timer", {"duration_s": 300}),
    ("mets un minuteur de cinq non dix minutes", "set_timer", {"duration_s": 600}),
    ("euh lance un minuteur de vingt et une minutes", "set_timer", {"duration_s": 1260}),
    ("minuteur pâtes huit minutes", "set_timer", {"duration_s": 480, "label": "pâtes"}),
    ("mets un minuteur de 10 minutes pour la pizza", "set_timer", {"duration_s": 600, "label": "pizza"}),
    ("Pourriez-vous démarrer un minuteur d'un quart d'heure", "set_timer", {"duration_s": 900}),
    ("un minuteur de trois quarts d'heure", "set_timer", {"duration_s": 2700}),
    ("préviens-moi dans vingt minutes", "set_timer", {"duration_s": 1200}),
    ("compte à rebours de 90 secondes", "set_timer", {"duration_s": 90}),
    ("minuteur 1h30", "set_timer", {"duration_s": 5400}),
    ("réveille-moi dans deux heures", "set_timer", {"duration_s": 7200, "kind": "alarm"}),
    ("réveille-moi demain à sept heures", "set_alarm", {"time": "07:00", "date": 1}),
    ("Mets le réveil à 6h45", "set_alarm", {"time": "06:45", "date": 1}),
    ("tu peux me réveiller à sept heures moins le quart", "set_alarm", {"time": "06:45", "date": 1}),
    ("mets une alarme à six heures et demie demain matin", "set_alarm", {"time": "06:30", "date": 1}),
    ("alarme à 18 heures", "set_alarm", {"time": "18:00", "date": 0}),
    ("réveil à sept heures tous les jours de la semaine", "set_alarm", {"time": "07:00", "days": [0, 1, 2, 3, 4]}),
    ("programme un réveil pour vendredi à huit heures et quart", "set_alarm", {"time": "08:15", "date": 2}),
    ("rappelle-moi à trois heures d'appeler Anne", "set_reminder",
     {"text": "appeler Anne", "time": "15:00", "date": 0}),
    ("rappelle-moi dans 20 minutes de sortir le pain", "set_reminder",
     {"text": "sortir le pain", "duration_s": 1200}),
    ("peux-tu me rappeler demain à midi que j'ai rendez-vous", "set_reminder",
     {"text": "j'ai rendez-vous", "time": "12:00", "date": 1}),
    ("rappelle-moi de prendre mes médicaments ce soir à huit heures", "set_reminder",
     {"text": "prendre mes médicaments", "time": "20:00", "date": 0}),
    ("quels minuteurs sont en cours", "list_timers", {}),
    ("il reste combien de temps sur le minuteur", "list_timers", {}),
    ("combien de temps reste-t-il", "list_timers", {}),
    ("annule le minuteur", "cancel_timer", {"kind": "timer"}),
    ("Éteins toutes les alarmes.", "cancel_timer", {"kind": "alarm", "all": "yes"}),
    ("supprime le minuteur des pâtes", "cancel_timer", {"kind": "timer", "label": "pâtes"}),
    ("quelle heure est-il ?", "get_time", {}),
    ("il est quelle heure à Tokyo", "get_time", {"place": "Tokyo"}),
    ("on est quel jour aujourd'hui", "get_date", {}),
    ("quel jour on sera après-demain", "get_date", {"date": 2}),
    ("combien font dix-sept fois vingt-trois", "calculate", {"expression": "17 * 23"}),
    ("deux cent cinq moins quatre-vingt-dix-sept", "calculate", {"expression": "205 - 97"}),
    ("15 % de 240", "calculate", {"expression": "15 / 100 * 240"}),
    ("calcule 12 divisé par 4", "calculate", {"expression": "12 / 4"}),
    ("quelle est la racine carrée de 81", "calculate", {"expression": "sqrt(81)"}),
    ("Note : le code est 4711", "add_note", {"text": "le code est 4711"}),
    ("prends note que le plombier vient vendredi", "add_note", {"text": "le plombier vient vendredi"}),
    ("lis-moi mes notes", "read_notes", {}),
    ("supprime la note sur le plombier", "delete_note", {"label": "plombier"}),
    ("Ajoute du lait, des œufs et du pain à la liste de courses", "add_to_list",
     {"items": ["lait", "œufs", "pain"], "list": "courses"}),
    ("mets du beurre sur la liste", "add_to_list", {"items": ["beurre"]}),
    ("ajoute de l'huile et l'ail à la liste", "add_to_list", {"items": ["huile", "ail"]}),
    ("qu'est-ce qu'il y a sur ma liste de courses", "show_list", {"list": "courses"}),
    ("enlève le lait de la liste des courses", "remove_from_list", {"items": ["lait"], "list": "courses"}),
    ("Souviens-toi que je suis allergique aux noix", "remember", {"text": "je suis allergique aux noix"}),
    ("qu'est-ce que tu sais sur moi", "recall", {"all": "yes"}),
    ("oublie ce que je t'ai dit sur les noix", "forget", {"text": "noix"}),
    ("qu'est-ce que je viens de te demander", "last_request", {}),
    ("tais-toi", "stop", {}),
    ("arrête", "stop", {}),
    ("plus fort s'il te plaît", "volume_up", {}),
    ("tu peux parler un peu moins fort", "volume_down", {}),
    ("mets le volume à quarante pour cent", "set_volume", {"level": 40}),
    ("ouvre firefox", "open_application", {"application": "firefox"}),
    ("tu peux ouvrir la calculatrice", "open_application", {"application": "calculator"}),
    ("va sur example point org", "open_address", {"address": "https://example.org"}),
    ("qui es-tu", "who_are_you", {}),
    ("Quel temps fera-t-il demain à Paris ?", "decline", {"place": "Paris"}),
    ("appelle maman", "decline", {}),
    ("appelle-moi un taxi", "decline", {}),
]  # fmt: skip

FOR_THE_MODEL = [
    "comment fonctionne un minuteur",
    "mon réveil n'a pas sonné",
    "elle a dit mets un minuteur de dix minutes",
    "ne mets pas de minuteur de dix minutes",
    "est-ce que je devrais mettre un réveil à sept heures",
    "mets un minuteur de dix minutes et raconte-moi une blague",
    "mets un minuteur",
    "rappelle-moi d'appeler Anne",
    "rappelle-toi",
    "quelle heure était-il quand la guerre a commencé",
    "quel jour est le meilleur pour planter des tomates",
    "la liste est longue",
    "écris une liste de dix fruits",
    "écris un poème sur le printemps",
    "ouvre la porte",
    "ouvre ton cœur",
    "j'oublie toujours mon mot de passe",
    "n'oublie pas de respirer",
    "qui a inventé windows",
    "quelle est la différence entre un réveil et un minuteur",
    "le volume d'une sphère",
    "plus fort que jamais",
    "comment s'appelle ce film",
    "je m'appelle Anne",
    "dix minutes",
    "dix-sept",
    "traduis mets un minuteur de dix minutes en anglais",
    "prendre des notes est utile",
    "explique-moi le cours de la bourse",
    "le temps passe vite",
    "supprime les doublons de la liste",
    "retire les nombres pairs de la liste",
    "oublie mon dernier message",
    "ajoute une colonne à la liste",
    "appelle la fonction avec deux arguments",
    "il fait combien en euros",
]


@pytest.mark.parametrize(("text", "name", "slots"), UNDERSTOOD)
def test_a_request_is_understood_with_its_values(
    text: str, name: str, slots: dict[str, Any]
) -> None:
    found = recognise(text, NOW, prefer="fr")
    assert found is not None
    assert (found.name.value, found.language, dict(found.slots)) == (name, "fr", slots)


@pytest.mark.parametrize("prefer", ["fr", "en"])
@pytest.mark.parametrize("text", FOR_THE_MODEL)
def test_what_is_not_understood_whole_is_for_the_model(text: str, prefer: str) -> None:
    assert recognise(text, NOW, prefer=prefer) is None
