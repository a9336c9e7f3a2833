"""What is said in English to something that rings."""

from typing import Final

from assistant.languages.language import NUMBER, AlarmCommands

_ALARM_COURTESY: Final = r"(?:please|ok|okay|hey|oh|yes|yeah|all right|alright|thanks|thank you|now|just|can you|could you|will you)"
_RINGING: Final = (
    r"(?:it|that|this|the|my|ringing|timer|timers|alarm|alarms|reminder|noise|sound|beeping)"
)
_STOP_ALARM: Final = (
    rf"(?:{_ALARM_COURTESY} )*"
    rf"(?:(?:stop|end|silence|dismiss|mute|cancel|shut off|turn off|switch off)(?: {_RINGING})*"
    rf"|(?:turn|switch|shut)(?: {_RINGING})+ off"
    r"|off|enough|that s enough|quiet|be quiet|shut up|i m up|i m awake|i am up|i am awake)"
    rf"(?: {_ALARM_COURTESY})*"
)
_SNOOZE: Final = (
    rf"(?:{_ALARM_COURTESY} )*snooze(?: {_RINGING})*(?: for)?(?: {NUMBER} min(?:ute)?s?)?(?: {_ALARM_COURTESY})*",
    rf"(?:{_ALARM_COURTESY} )*(?:give me )?{NUMBER} more min(?:ute)?s?(?: {_ALARM_COURTESY})*",
    rf"(?:{_ALARM_COURTESY} )*(?:remind|wake|tell|ring) me(?: up)?(?: again)? in {NUMBER} min(?:ute)?s?"
    rf"(?: {_ALARM_COURTESY})*",
    rf"(?:{_ALARM_COURTESY} )*(?:(?:remind|tell) me(?: again)? )?(?:again )?later(?: {_ALARM_COURTESY})*",
    rf"(?:{_ALARM_COURTESY} )*not now(?: {_ALARM_COURTESY})*",
)

ALARM_COMMANDS: Final = AlarmCommands(
    stop=_STOP_ALARM,
    snooze=_SNOOZE,
    amounts={"a": 1, "a few": 5, "a couple of": 2, "thirty": 30},
)
