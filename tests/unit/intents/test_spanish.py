"""Spanish requests: what is understood, with which values, and what is left to the model."""

from datetime import datetime
from typing import Any

import pytest

from assistant.intents.recogniser import recognise

NOW = datetime(2026, 3, 4, 10, 15)  # a Wednesday

UNDERSTOOD: list[tuple[str, str, dict[str, Any]]] = [
    ("pon un temporizador de diez minutos", "set_timer", {"duration_s": 600}),
    ("¿Puedes ponerme un temporizador de una hora y media, por favor?", "set_timer", {"duration_s": 5400}),
    ("temporizador 5 min", "set_timer", {"duration_s": 300}),
    ("pon un temporizador de cinco no diez minutos", "set_timer", {"duration_s": 600}),
    ("eh inicia un temporizador de treinta y cinco minutos", "set_timer", {"duration_s": 2100}),
    ("temporizador para la pasta de ocho minutos", "set_timer", {"duration_s": 480, "label": "pasta"}),
    ("pon un temporizador de 10 minutos para la pizza", "set_timer", {"duration_s": 600, "label": "pizza"}),
    ("quiero un temporizador de un cuarto de hora", "set_timer", {"duration_s": 900}),
    ("temporizador de media hora", "set_timer", {"duration_s": 1800}),
    ("avísame en veinte minutos", "set_timer", {"duration_s": 1200}),
    ("avísame cuando pasen cuarenta y cinco minutos", "set_timer", {"duration_s": 2700}),
    ("cuenta atrás de 90 segundos", "set_timer", {"duration_s": 90}),
    ("despiértame dentro de dos horas", "set_timer", {"duration_s": 7200, "kind": "alarm"}),
    ("despiértame mañana a las siete", "set_alarm", {"time": "07:00", "date": 1}),
    ("¿Me pones una alarma a las seis y media?", "set_alarm", {"time": "18:30", "date": 0}),
    ("pon el despertador a las siete menos cuarto", "set_alarm", {"time": "06:45", "date": 1}),
    ("pon una alarma a las siete y cuarto de la mañana", "set_alarm", {"time": "07:15", "date": 1}),
    ("alarma a las 18:00", "set_alarm", {"time": "18:00", "date": 0}),
    ("pon una alarma a las siete de lunes a viernes", "set_alarm", {"time": "07:00", "days": [0, 1, 2, 3, 4]}),
    ("necesito levantarme mañana a las seis y diez", "set_alarm", {"time": "06:10", "date": 1}),
    ("recuérdame a las tres que llame a Ana", "set_reminder", {"text": "llame a Ana", "time": "15:00", "date": 0}),
    ("recuerdame en 20 minutos sacar el pan del horno", "set_reminder",
     {"text": "sacar el pan del horno", "duration_s": 1200}),
    ("¿puedes recordarme mañana al mediodía que tengo cita?", "set_reminder",
     {"text": "tengo cita", "time": "12:00", "date": 1}),
    ("recuérdame tomar la medicina esta noche a las ocho", "set_reminder",
     {"text": "tomar la medicina", "time": "20:00", "date": 0}),
    ("qué alarmas tengo", "list_timers", {}),
    ("cuánto le queda al temporizador", "list_timers", {}),
    ("cuánto tiempo queda", "list_timers", {}),
    ("cancela el temporizador", "cancel_timer", {"kind": "timer"}),
    ("Quita todas las alarmas.", "cancel_timer", {"kind": "alarm", "all": "yes"}),
    ("borra el temporizador de la pasta", "cancel_timer", {"kind": "timer", "label": "pasta"}),
    ("qué hora es", "get_time", {}),
    ("¿Qué hora es en Tokio?", "get_time", {"place": "Tokio"}),
    ("me dices la hora?", "get_time", {}),
    ("qué día es hoy", "get_date", {}),
    ("qué día es pasado mañana", "get_date", {"date": 2}),
    ("cuánto es diecisiete por veintitrés", "calculate", {"expression": "17 * 23"}),
    ("doscientos cinco menos treinta", "calculate", {"expression": "205 - 30"}),
    ("15% de 240", "calculate", {"expression": "15 / 100 * 240"}),
    ("calcula 12 dividido entre 4", "calculate", {"expression": "12 / 4"}),
    ("raíz cuadrada de 81", "calculate", {"expression": "sqrt(81)"}),
    ("Nota: el código es 4711", "add_note", {"text": "el código es 4711"}),
    ("apunta que el fontanero viene el viernes", "add_note", {"text": "el fontanero viene el viernes"}),
    ("apunta comprar una tarjeta para ana", "add_note", {"text": "comprar una tarjeta para ana"}),
    ("léeme mis notas", "read_notes", {}),
    ("borra la nota sobre el fontanero", "delete_note", {"label": "fontanero"}),
    ("Añade leche, huevos y pan a la lista de la compra", "add_to_list",
     {"items": ["leche", "huevos", "pan"], "list": "compra"}),
    ("pon mantequilla en la lista", "add_to_list", {"items": ["mantequilla"]}),
    ("qué hay en mi lista de la compra", "show_list", {"list": "compra"}),
    ("quita la leche de la lista de la compra", "remove_from_list", {"items": ["leche"], "list": "compra"}),
    ("Recuerda que soy alérgico a las nueces", "remember", {"text": "soy alérgico a las nueces"}),
    ("qué sabes de mí", "recall", {"all": "yes"}),
    ("olvida lo que te dije sobre las nueces", "forget", {"text": "nueces"}),
    ("qué te acabo de preguntar", "last_request", {}),
    ("para", "stop", {}),
    ("cállate", "stop", {}),
    ("más alto por favor", "volume_up", {}),
    ("¿puedes hablar un poco más bajo?", "volume_down", {}),
    ("pon el volumen al cuarenta por ciento", "set_volume", {"level": 40}),
    ("abre firefox", "open_application", {"application": "firefox"}),
    ("¿puedes abrir la calculadora?", "open_application", {"application": "calculator"}),
    ("ve a example punto org", "open_address", {"address": "https://example.org"}),
    ("quién eres", "who_are_you", {}),
    ("¿Qué tiempo hará mañana en Madrid?", "decline", {"place": "Madrid"}),
    ("llama a mamá", "decline", {}),
    ("pídeme un taxi", "decline", {}),
]  # fmt: skip

FOR_THE_MODEL = [
    "cómo funciona un temporizador",
    "mi alarma no sonó",
    "ella dijo pon un temporizador de diez minutos",
    "no pongas un temporizador de diez minutos",
    "debería poner una alarma a las siete",
    "pon un temporizador de diez minutos y cuéntame un chiste",
    "pon un temporizador",
    "recuérdame llamar a Ana",
    "recuerdo aquel verano",
    "qué hora era cuando empezó la guerra",
    "qué día es mejor para plantar tomates",
    "la lista es larga",
    "escribe una lista de diez frutas",
    "escribe un poema sobre la primavera",
    "abre la puerta",
    "abre tu corazón",
    "siempre olvido mi contraseña",
    "no olvides respirar",
    "quién inventó windows",
    "cuál es la diferencia entre una alarma y un temporizador",
    "el volumen de una esfera",
    "más alto que nunca",
    "cómo se llama esta película",
    "me llamo Ana",
    "diez minutos",
    "diecisiete",
    "para qué sirve un temporizador",
    "traduce pon un temporizador de diez minutos al inglés",
    "tomar notas es útil",
    "explícame qué es el precio de una acción",
    "el tiempo vuela",
    "para mí",
    "quita los números pares de la lista",
    "añade una columna a la lista",
    "elimina los duplicados de la lista",
    "llama a la función con dos argumentos",
    "olvida mi último mensaje",
    "para empezar",
]


@pytest.mark.parametrize(("text", "name", "slots"), UNDERSTOOD)
def test_a_request_is_understood_with_its_values(
    text: str, name: str, slots: dict[str, Any]
) -> None:
    found = recognise(text, NOW, prefer="es")
    assert found is not None
    assert (found.name.value, found.language, dict(found.slots)) == (name, "es", slots)


@pytest.mark.parametrize("prefer", ["es", "en"])
@pytest.mark.parametrize("text", FOR_THE_MODEL)
def test_what_is_not_understood_whole_is_for_the_model(text: str, prefer: str) -> None:
    assert recognise(text, NOW, prefer=prefer) is None
