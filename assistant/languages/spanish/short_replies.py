"""What is said in Spanish in passing."""

from typing import Final

from assistant.languages.language import (
    Backchannels,
    FarewellReplies,
    ReadOnReplies,
    StopCommands,
    phrases,
)

AGREEMENTS: Final = phrases("sí|si|claro|por supuesto|vale|de acuerdo|bueno")

COURTESY: Final = phrases("por favor|gracias|ahora|ya")

BACKCHANNELS: Final = Backchannels(
    listening=phrases(
        "si si|ya veo|vale vale|muy bien|entiendo|entendido|perfecto|eso|eso es|ajá|aja|"
        "gracias|en serio|continua|ya|asi es|cierto|que bien|esta bien"
    ),
    answering=phrases("exacto|sigue"),
)

STOP_COMMANDS: Final = StopCommands(
    stop=phrases(
        "para|para ya|para para|parate|parar|basta|basta ya|ya basta|alto|detente|callate|"
        "calla|silencio|suficiente|ya es suficiente|espera|espera un momento|espere|"
        "un momento|un segundo|un minuto|deja de hablar|pausa|cancela|cancelar|olvidalo|olvidelo|dejalo|dejelo|no importa|da igual|no sigas"
    ),
    courtesy=phrases("oye|perdon"),
)

FAREWELL_REPLIES: Final = FarewellReplies(
    goodbye=phrases(
        "no eso es todo|no gracias eso es todo|"
        "adiós|hasta luego|hasta pronto|chao|chau|nos vemos|hasta mañana|"
        "hasta la vista|eso es todo|es todo|nada más|termina la conversación|"
        "terminar la conversación|cierra la conversación"
    ),
    end=phrases(
        "claro que sí|está bien|sí por favor|adelante|termina|terminar|terminemos|"
        "puedes terminar|podemos terminar|finaliza|finalizar|acaba|acabar|acabemos|fin|"
        "hemos terminado|he terminado|ya está|ya no|basta|para|buenas noches|cerrar|"
        "ciérrala|perfecto|listo|ya terminé|ya acabé"
    ),
    keep=phrases(
        "no|no gracias|todavía no|aún no|ahora no|no todavía|continúa|continúe|continuemos|"
        "sigue|siga|sigamos|seguimos|espera|espere|un momento|un segundo|un minuto|"
        "no termines|no termine|no la termines|no pares|no acabes|no he terminado|"
        "no hemos terminado|sigo aquí|aquí sigo|todavía no he terminado|quédate|no cierres|"
        "no quiero terminar|aún no he terminado|mejor no"
    ),
    courtesy=phrases("muchas gracias|entonces|pues|eh|y|la conversación|bien"),
)

READ_ON_REPLIES: Final = ReadOnReplies(
    read_on=phrases(
        "sigue|siga|continúa|continúe|continua|adelante|sigue leyendo|lee el resto|"
        "el resto|más|sí por favor|sí claro|sí sigue|dale|venga|ok|okay"
    ),
    end=phrases(
        "no|no gracias|no hace falta|no es necesario|ahora no|déjalo|déjelo|ya está|"
        "está bien así|basta|suficiente|es suficiente|lo leo yo|ya lo leo yo|lo leeré yo"
    ),
)
