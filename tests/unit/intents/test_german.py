"""German requests: what is understood, with which values, and what is left to the model."""

from datetime import datetime
from typing import Any

import pytest

from assistant.intents.recogniser import recognise

NOW = datetime(2026, 3, 4, 10, 15)  # a Wednesday

UNDERSTOOD: list[tuple[str, str, dict[str, Any]]] = [
    ("stell einen timer auf zehn minuten", "set_timer", {"duration_s": 600}),
    ("Könntest du mir bitte einen Timer für anderthalb Stunden stellen?", "set_timer", {"duration_s": 5400}),
    ("Timer 5 Minuten", "set_timer", {"duration_s": 300}),
    ("mach mal nen timer auf fünf nein zehn minuten", "set_timer", {"duration_s": 600}),
    ("zehn minuten timer bitte", "set_timer", {"duration_s": 600}),
    ("Ich brauche einen 90-Sekunden-Timer", "set_timer", {"duration_s": 90}),
    ("Nudel-Timer acht Minuten", "set_timer", {"duration_s": 480, "label": "Nudel"}),
    ("stell den nudeltimer auf acht minuten", "set_timer", {"duration_s": 480, "label": "Nudel"}),
    ("timer auf eine stunde und zwanzig minuten", "set_timer", {"duration_s": 4800}),
    ("Timer 1,5 Stunden", "set_timer", {"duration_s": 5400}),
    ("stell einen timer auf eine dreiviertelstunde", "set_timer", {"duration_s": 2700}),
    ("eieruhr sechseinhalb minuten", "set_timer", {"duration_s": 390}),
    ("sag mir in zwanzig minuten bescheid", "set_timer", {"duration_s": 1200}),
    ("weck mich in zwei stunden", "set_timer", {"duration_s": 7200, "kind": "alarm"}),
    ("weck mich morgen früh um sieben", "set_alarm", {"time": "07:00", "date": 1}),
    ("Weck mich um halb acht", "set_alarm", {"time": "07:30", "date": 1}),
    ("kannst du mich morgen um viertel vor sieben wecken", "set_alarm", {"time": "06:45", "date": 1}),
    ("Stell den Wecker auf dreiviertel acht", "set_alarm", {"time": "07:45", "date": 1}),
    ("Wecker 6:30", "set_alarm", {"time": "06:30", "date": 1}),
    ("Stell einen Alarm auf 6:30", "set_alarm", {"time": "18:30", "date": 0}),
    ("wecker auf sechs uhr dreißig morgen früh", "set_alarm", {"time": "06:30", "date": 1}),
    ("Stell einen Wecker für 7 Uhr jeden Werktag", "set_alarm", {"time": "07:00", "days": [0, 1, 2, 3, 4]}),
    ("ich muss morgen um fünf nach halb sieben aufstehen", "set_alarm", {"time": "06:35", "date": 1}),
    ("erinnere mich um drei daran, Anna anzurufen", "set_reminder",
     {"text": "Anna anzurufen", "time": "15:00", "date": 0}),
    ("erinnere mich in 20 Minuten ans Brot", "set_reminder", {"text": "Brot", "duration_s": 1200}),
    ("Erinner mich morgen um 9 an den Zahnarzt", "set_reminder",
     {"text": "Zahnarzt", "time": "09:00", "date": 1}),
    ("kannst du mich heute abend um acht daran erinnern den müll rauszubringen", "set_reminder",
     {"text": "den müll rauszubringen", "time": "20:00", "date": 0}),
    ("welche wecker sind gestellt", "list_timers", {}),
    ("Wie lange läuft der Timer noch?", "list_timers", {}),
    ("zeig mir meine timer", "list_timers", {}),
    ("lösch den timer", "cancel_timer", {"kind": "timer"}),
    ("Stell alle Wecker aus.", "cancel_timer", {"kind": "alarm", "all": "yes"}),
    ("schalt den Nudel-Timer ab", "cancel_timer", {"kind": "timer", "label": "Nudel"}),
    ("wie spät ist es", "get_time", {}),
    ("Wie viel Uhr ist es gerade in Tokio?", "get_time", {"place": "Tokio"}),
    ("Welches Datum haben wir heute", "get_date", {}),
    ("was für ein tag ist übermorgen", "get_date", {"date": 2}),
    ("was ist siebzehn mal dreiundzwanzig", "calculate", {"expression": "17 * 23"}),
    ("wie viel sind zweihundertfünf minus dreißig", "calculate", {"expression": "205 - 30"}),
    ("15 % von 240", "calculate", {"expression": "15 / 100 * 240"}),
    ("rechne 12 geteilt durch 4", "calculate", {"expression": "12 / 4"}),
    ("Wurzel aus 81", "calculate", {"expression": "sqrt(81)"}),
    ("Notiz: der Code ist 4711", "add_note", {"text": "der Code ist 4711"}),
    ("schreib auf, dass der Klempner am Freitag kommt", "add_note", {"text": "der Klempner am Freitag kommt"}),
    ("lies mir meine notizen vor", "read_notes", {}),
    ("lösch die notiz über den klempner", "delete_note", {"label": "klempner"}),
    ("Setz Milch, Eier und Brot auf die Einkaufsliste", "add_to_list",
     {"items": ["Milch", "Eier", "Brot"], "list": "Einkauf"}),
    ("kannst du butter zur einkaufsliste hinzufügen", "add_to_list", {"items": ["butter"], "list": "Einkauf"}),
    ("was steht auf meiner einkaufsliste", "show_list", {"list": "Einkauf"}),
    ("zeig mir die to-do-liste", "show_list", {"list": "Aufgaben"}),
    ("streich die milch von der einkaufsliste", "remove_from_list", {"items": ["milch"], "list": "Einkauf"}),
    ("Merk dir, dass ich gegen Nüsse allergisch bin", "remember", {"text": "ich gegen Nüsse allergisch bin"}),
    ("was weißt du über mich", "recall", {"all": "yes"}),
    ("vergiss, was ich dir über Nüsse gesagt habe", "forget", {"text": "Nüsse"}),
    ("was habe ich dich gerade gefragt", "last_request", {}),
    ("hör auf", "stop", {}),
    ("Mach bitte etwas lauter", "volume_up", {}),
    ("kannst du leiser sprechen", "volume_down", {}),
    ("Stell die Lautstärke auf vierzig Prozent", "set_volume", {"level": 40}),
    ("öffne firefox", "open_application", {"application": "firefox"}),
    ("kannst du den Taschenrechner öffnen", "open_application", {"application": "calculator"}),
    ("geh auf example punkt org", "open_address", {"address": "https://example.org"}),
    ("wer bist du", "who_are_you", {}),
    ("Wie wird das Wetter morgen in Berlin?", "decline", {"place": "Berlin"}),
    ("ruf mama an", "decline", {}),
    ("bestell mir ein taxi", "decline", {}),
]  # fmt: skip

FOR_THE_MODEL = [
    "wie funktioniert ein timer",
    "mein wecker hat nicht geklingelt",
    "sie sagte stell einen timer auf zehn minuten",
    "stell keinen timer auf zehn minuten",
    "soll ich einen wecker für sieben stellen",
    "was wäre wenn ich einen timer auf zehn minuten stelle",
    "stell einen timer auf zehn minuten und erzähl mir einen witz",
    "stell einen timer",
    "erinnere mich an Anna",
    "wie spät war es als der krieg begann",
    "welcher tag ist am besten zum pflanzen",
    "die liste ist lang",
    "schreib eine liste mit zehn früchten",
    "schreib ein gedicht über den frühling",
    "setz dich auf die bank",
    "mach die tür auf",
    "öffne dein herz",
    "ich vergesse immer mein passwort",
    "vergiss nicht zu atmen",
    "wer hat windows erfunden",
    "wer bist du im film gewesen",
    "was ist der unterschied zwischen wecker und timer",
    "lautstärke einer kugel",
    "merk dir das",
    "wie merkt man sich namen",
    "erkläre mir was ein aktienkurs ist",
    "zehn minuten",
    "siebzehn",
    "übersetze stell einen timer auf zehn minuten ins englische",
    "notizen machen ist wichtig",
    "setz die werte in die liste ein",
    "nimm die zahlen aus der liste raus",
    "streiche die doppelten aus der liste",
    "füge eine spalte zur liste hinzu",
    "schreib auf deutsch",
    "schreib auf englisch einen satz",
    "vergiss meine letzte nachricht",
    "ruf die funktion mit zwei argumenten auf",
]


@pytest.mark.parametrize(("text", "name", "slots"), UNDERSTOOD)
def test_a_request_is_understood_with_its_values(
    text: str, name: str, slots: dict[str, Any]
) -> None:
    found = recognise(text, NOW, prefer="de")
    assert found is not None
    assert (found.name.value, found.language, dict(found.slots)) == (name, "de", slots)


@pytest.mark.parametrize("prefer", ["de", "en"])
@pytest.mark.parametrize("text", FOR_THE_MODEL)
def test_what_is_not_understood_whole_is_for_the_model(text: str, prefer: str) -> None:
    assert recognise(text, NOW, prefer=prefer) is None
