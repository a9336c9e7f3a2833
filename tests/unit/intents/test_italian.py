"""Italian requests: what is understood, with which values, and what is left to the model."""

from datetime import datetime
from typing import Any

import pytest

from assistant.intents.recogniser import recognise

NOW = datetime(2026, 3, 4, 10, 15)  # a Wednesday

UNDERSTOOD: list[tuple[str, str, dict[str, Any]]] = [
    ("imposta un timer di dieci minuti", "set_timer", {"duration_s": 600}),
    ("Puoi mettermi un timer di un'ora e mezza, per favore?", "set_timer", {"duration_s": 5400}),
    ("timer 5 min", "set_timer", {"duration_s": 300}),
    ("metti un timer di cinque no dieci minuti", "set_timer", {"duration_s": 600}),
    ("ehm avvia un timer di trentacinque minuti", "set_timer", {"duration_s": 2100}),
    ("timer per la pasta di otto minuti", "set_timer", {"duration_s": 480, "label": "pasta"}),
    ("metti un timer di 10 minuti per la pizza", "set_timer", {"duration_s": 600, "label": "pizza"}),
    ("vorrei un timer di un quarto d'ora", "set_timer", {"duration_s": 900}),
    ("timer di mezz'ora", "set_timer", {"duration_s": 1800}),
    ("avvisami tra venti minuti", "set_timer", {"duration_s": 1200}),
    ("avvisami quando sono passati quarantacinque minuti", "set_timer", {"duration_s": 2700}),
    ("conto alla rovescia di 90 secondi", "set_timer", {"duration_s": 90}),
    ("svegliami fra due ore", "set_timer", {"duration_s": 7200, "kind": "alarm"}),
    ("svegliami domani alle sette", "set_alarm", {"time": "07:00", "date": 1}),
    ("mi metti una sveglia alle sei e mezza?", "set_alarm", {"time": "06:30", "date": 1}),
    ("metti la sveglia alle sette meno un quarto", "set_alarm", {"time": "06:45", "date": 1}),
    ("metti una sveglia alle sette e un quarto di mattina", "set_alarm", {"time": "07:15", "date": 1}),
    ("sveglia alle 18:00", "set_alarm", {"time": "18:00", "date": 0}),
    ("metti una sveglia alle sette dal lunedì al venerdì", "set_alarm", {"time": "07:00", "days": [0, 1, 2, 3, 4]}),
    ("devo alzarmi domani alle sei e dieci", "set_alarm", {"time": "06:10", "date": 1}),
    ("ricordami alle tre di chiamare Anna", "set_reminder", {"text": "chiamare Anna", "time": "15:00", "date": 0}),
    ("ricordami tra 20 minuti di sfornare il pane", "set_reminder",
     {"text": "sfornare il pane", "duration_s": 1200}),
    ("puoi ricordarmi domani a mezzogiorno che ho un appuntamento?", "set_reminder",
     {"text": "ho un appuntamento", "time": "12:00", "date": 1}),
    ("ricordami di prendere la medicina stasera alle otto", "set_reminder",
     {"text": "prendere la medicina", "time": "20:00", "date": 0}),
    ("che sveglie ho", "list_timers", {}),
    ("quanto manca al timer", "list_timers", {}),
    ("quanto tempo manca", "list_timers", {}),
    ("annulla il timer", "cancel_timer", {"kind": "timer"}),
    ("Cancella tutte le sveglie.", "cancel_timer", {"kind": "alarm", "all": "yes"}),
    ("cancella il timer della pasta", "cancel_timer", {"kind": "timer", "label": "pasta"}),
    ("che ore sono", "get_time", {}),
    ("Che ora è a Tokyo?", "get_time", {"place": "Tokyo"}),
    ("mi dici l'ora?", "get_time", {}),
    ("che giorno è oggi", "get_date", {}),
    ("che giorno è dopodomani", "get_date", {"date": 2}),
    ("quanto fa diciassette per ventitré", "calculate", {"expression": "17 * 23"}),
    ("duecentocinque meno trenta", "calculate", {"expression": "205 - 30"}),
    ("15% di 240", "calculate", {"expression": "15 / 100 * 240"}),
    ("calcola 12 diviso 4", "calculate", {"expression": "12 / 4"}),
    ("radice quadrata di 81", "calculate", {"expression": "sqrt(81)"}),
    ("Nota: il codice è 4711", "add_note", {"text": "il codice è 4711"}),
    ("annota che l'idraulico viene venerdì", "add_note", {"text": "l'idraulico viene venerdì"}),
    ("annota comprare un biglietto per anna", "add_note", {"text": "comprare un biglietto per anna"}),
    ("leggimi le mie note", "read_notes", {}),
    ("cancella la nota sull'idraulico", "delete_note", {"label": "idraulico"}),
    ("Aggiungi latte, uova e pane alla lista della spesa", "add_to_list",
     {"items": ["latte", "uova", "pane"], "list": "spesa"}),
    ("metti il burro nella lista", "add_to_list", {"items": ["burro"]}),
    ("aggiungi l'olio e un'arancia alla lista", "add_to_list", {"items": ["olio", "arancia"]}),
    ("cosa c'è nella mia lista della spesa", "show_list", {"list": "spesa"}),
    ("togli il latte dalla lista della spesa", "remove_from_list", {"items": ["latte"], "list": "spesa"}),
    ("Ricorda che sono allergico alle noci", "remember", {"text": "sono allergico alle noci"}),
    ("cosa sai di me", "recall", {"all": "yes"}),
    ("dimentica quello che ti ho detto sulle noci", "forget", {"text": "noci"}),
    ("cosa ti ho appena chiesto", "last_request", {}),
    ("basta", "stop", {}),
    ("stai zitto", "stop", {}),
    ("più forte per favore", "volume_up", {}),
    ("puoi parlare un po' più piano?", "volume_down", {}),
    ("metti il volume al quaranta per cento", "set_volume", {"level": 40}),
    ("apri firefox", "open_application", {"application": "firefox"}),
    ("puoi aprire la calcolatrice?", "open_application", {"application": "calculator"}),
    ("vai su example punto org", "open_address", {"address": "https://example.org"}),
    ("chi sei", "who_are_you", {}),
    ("Che tempo farà domani a Roma?", "decline", {"place": "Roma"}),
    ("chiama la mamma", "decline", {}),
    ("chiamami un taxi", "decline", {}),
]  # fmt: skip

FOR_THE_MODEL = [
    "come funziona un timer",
    "la mia sveglia non ha suonato",
    "lei ha detto metti un timer di dieci minuti",
    "non mettere un timer di dieci minuti",
    "dovrei mettere una sveglia alle sette",
    "metti un timer di dieci minuti e raccontami una barzelletta",
    "metti un timer",
    "ricordami di chiamare Anna",
    "ricordo quell'estate",
    "che ore erano quando è iniziata la guerra",
    "qual è il giorno migliore per piantare i pomodori",
    "la lista è lunga",
    "scrivi una lista di dieci frutti",
    "scrivi una poesia sulla primavera",
    "apri la porta",
    "apri il tuo cuore",
    "dimentico sempre la mia password",
    "non dimenticare di respirare",
    "chi ha inventato windows",
    "qual è la differenza tra una sveglia e un timer",
    "il volume di una sfera",
    "più forte che mai",
    "come si chiama questo film",
    "mi chiamo Anna",
    "dieci minuti",
    "diciassette",
    "a cosa serve un timer",
    "traduci metti un timer di dieci minuti in inglese",
    "prendere appunti è utile",
    "spiegami cos'è il prezzo di un'azione",
    "il tempo vola",
    "per me",
    "togli i numeri pari dalla lista",
    "aggiungi una colonna alla lista",
    "elimina i duplicati dalla lista",
    "chiama la funzione con due argomenti",
    "dimentica il mio ultimo messaggio",
    "tanto per cominciare",
    "ricordati chi sei",
]


@pytest.mark.parametrize(("text", "name", "slots"), UNDERSTOOD)
def test_a_request_is_understood_with_its_values(
    text: str, name: str, slots: dict[str, Any]
) -> None:
    found = recognise(text, NOW, prefer="it")
    assert found is not None
    assert (found.name.value, found.language, dict(found.slots)) == (name, "it", slots)


@pytest.mark.parametrize("prefer", ["it", "en"])
@pytest.mark.parametrize("text", FOR_THE_MODEL)
def test_what_is_not_understood_whole_is_for_the_model(text: str, prefer: str) -> None:
    assert recognise(text, NOW, prefer=prefer) is None
