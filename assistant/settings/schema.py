"""Every setting: its type, its limits, and what the settings window shows of it.

Defaults are in `config/default.toml`. Pages of the window, `parley config show`, and what is said
of a wrong value read everything else from here.
"""

import math
import platform
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum
from typing import Annotated, Final, Literal, cast, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.fields import FieldInfo

from assistant.locale import _, mark

SettingValue = str | float | bool


@dataclass(frozen=True, slots=True)
class SettingControl:
    """How the settings window shows a setting; texts are marked for translation.

    A truth value is a switch; what has choices is a list, what has a step a slider between the
    field's limits, and anything else is typed.
    """

    title: str
    hint: str = ""
    _: KW_ONLY
    heading: str = ""
    """Of the group that begins with it."""
    placeholder: str = ""
    choices: Mapping[SettingValue, str] = field(default_factory=dict[SettingValue, str])
    """The values that are offered and their texts; other values may be possible."""
    step: float = 0
    shows: str = "{n:.2f}"
    """The format of the number beside a slider."""


class SettingScope(Enum):
    """Whose a setting is."""

    USER = "user"
    """The user's: it is the same on all their devices."""
    DEVICE = "device"
    """A device's: what it is connected to, what it can do, and whom it lets in."""


USER: Final = SettingScope.USER
DEVICE: Final = SettingScope.DEVICE


class _Section(BaseModel):
    # All schemas are built at once, when `load` needs them. Rust's regular expressions take a tenth
    # of a second to compile what repeats \w up to 64 times.
    model_config = ConfigDict(
        frozen=True, extra="forbid", defer_build=True, regex_engine="python-re"
    )


NonEmpty = Annotated[str, Field(min_length=1, description=mark("a text that is not empty"))]

Name = Annotated[
    str,
    Field(
        pattern=r"^[\w][\w.-]{0,63}\Z",
        description=mark("a name of letters, digits, dots, hyphens and underscores"),
    ),
]
"""A file name that cannot leave its folder."""


SHORTCUT: Final = (
    r"(?i)^ *((?=.*(ctrl|alt|super) *\+)((ctrl|alt|shift|super) *\+ *){1,4}"
    r"([a-z0-9]|space|insert|home|end|pause)|((ctrl|alt|shift|super) *\+ *){0,4}f([1-9]|1[0-9]|2[0-4]))?"
    r" *\Z"
)
"""Of a shortcut that works everywhere, or nothing: none that a text needs."""

Shortcut = Annotated[
    str,
    DEVICE,
    Field(
        pattern=SHORTCUT,
        max_length=60,
        description=mark(
            "keys such as Ctrl+Alt+P: Ctrl, Alt, Shift or Super, and a letter, a digit, Space or an"
            " F key"
        ),
    ),
]


class UiSettings(_Section):
    """The window."""

    language: Annotated[
        Literal["auto", "en", "ko", "zh"],
        USER,
        SettingControl(
            mark("Language"),
            choices={"auto": mark("System default"), "en": "English", "ko": "한국어", "zh": "中文"},
        ),
    ]
    theme: Annotated[
        Literal["auto", "light", "dark", "contrast"],
        USER,
        SettingControl(
            mark("Appearance"),
            choices={
                "auto": mark("System default"),
                "light": mark("Light"),
                "dark": mark("Dark"),
                "contrast": mark("High contrast"),
            },
        ),
    ]
    text_scale: Annotated[
        float,
        DEVICE,
        Field(ge=0.8, le=2.0),
        SettingControl(mark("Text size"), step=0.1, shows="{n:.0%}"),
    ]
    close_to_tray: Annotated[
        bool,
        DEVICE,
        SettingControl(
            mark("Go on when the window is closed"),
            mark(
                "In the panel, where it shows icons: the wake word is still heard. To end Parley,"
                " choose Quit in its menu, or press Ctrl+Q."
            ),
            heading=mark("On the desktop"),
        ),
    ]
    start_at_login: Annotated[
        bool,
        DEVICE,
        SettingControl(
            mark("Start when I log in"),
            mark("In the panel, without the window. Linux only."),
        ),
    ]
    notifications: Annotated[
        bool,
        DEVICE,
        SettingControl(
            mark("Notifications of the desktop"),
            mark(
                "While you look elsewhere: questions with their options as buttons, timers that ring,"
                " and replies that took long."
            ),
        ),
    ]
    shortcut_window: Annotated[
        Shortcut,
        SettingControl(
            mark("Shortcut that shows and hides the window"),
            mark(
                "Works while other programs are in front; such as Ctrl+Alt+P, empty for none. Where"
                " the desktop asks you about it, it is what you say there. Linux only."
            ),
            placeholder=mark("None"),
        ),
    ]
    shortcut_talk: Annotated[
        Shortcut,
        SettingControl(
            mark("Shortcut that opens and ends a conversation by voice"),
            mark("The same, for the microphone button: hold it to talk."),
            placeholder=mark("None"),
        ),
    ]
    shortcut_bar: Annotated[
        Shortcut,
        SettingControl(
            mark("Shortcut that shows and hides the compact bar"),
            mark("The same, for the small window that stays on top: Ctrl+B in this one."),
            placeholder=mark("None"),
        ),
    ]
    shortcut_dictation: Annotated[
        Shortcut,
        SettingControl(
            mark("Shortcut that dictates into the program in front"),
            mark(
                "Hold it, speak, let go: your words are typed where the cursor is. Names that Parley"
                " should know are under Voice. Off while this is empty. Linux only."
            ),
            placeholder=mark("None"),
        ),
    ]
    first_run: Annotated[str, DEVICE]
    history_open: Annotated[bool, DEVICE]
    told_of_tray: Annotated[bool, DEVICE]
    window_place: Annotated[str, DEVICE]
    bar_open: Annotated[bool, DEVICE]
    bar_place: Annotated[str, DEVICE]


class LlmSettings(_Section):
    """The language model."""

    profile: Annotated[
        Literal["auto", "anthropic", "local", "starter"],
        DEVICE,
        SettingControl(
            mark("Which model answers"),
            mark("Takes effect with the next conversation."),
            choices={
                "auto": mark("Choose for me"),
                "anthropic": "Anthropic",
                "local": mark("A server of mine"),
                "starter": mark("The built-in model"),
            },
        ),
    ]
    model: Annotated[NonEmpty, USER, SettingControl(mark("Anthropic model"))]
    models: Annotated[str, DEVICE]
    base_url: Annotated[str, DEVICE]
    local_url: Annotated[
        str,
        DEVICE,
        SettingControl(
            mark("Address of the local server"),
            mark("Ollama, llama-server, LM Studio, vLLM and others work."),
        ),
    ]
    local_model: Annotated[
        str,
        DEVICE,
        SettingControl(mark("Model on the local server"), placeholder=mark("The first it offers")),
    ]
    local_accepted: Annotated[str, DEVICE]
    starter_model: Annotated[
        str,
        DEVICE,
        SettingControl(
            mark("Built-in model"),
            mark(
                "A model that is not here yet is downloaded; the one in use answers until then. The"
                " memory is what the computer should have in all."
            ),
            choices={
                "auto": mark("The best this computer has memory for"),
                "smollm2-135m-instruct": mark("SmolLM2 135M: 0.1 GB, any computer"),
                "qwen2.5-coder-0.5b-instruct": mark("Qwen2.5 0.5B: 0.5 GB, with 3 GB of memory"),
                "qwen2.5-coder-1.5b-instruct": mark("Qwen2.5 1.5B: 1.1 GB, with 8 GB of memory"),
                "qwen3-1.7b": mark("Qwen3 1.7B: 1.8 GB, with 12 GB of memory"),
                "qwen3-4b": mark("Qwen3 4B: 2.5 GB, with 20 GB of memory and a fast processor"),
            },
        ),
    ]
    starter_download: Annotated[
        bool,
        DEVICE,
        SettingControl(
            mark("Download a better built-in model"),
            mark("In the background, up to 1.1 GB, only while the built-in model answers."),
        ),
    ]
    intents: Annotated[
        Literal["rules first", "model first"],
        USER,
        SettingControl(
            mark("Timers, lists, sums and the like"),
            mark(
                "Parley does them by itself in under a second, or leaves even these to the model."
            ),
            choices={
                "rules first": mark("Without a model"),
                "model first": mark("By the model, where it can be reached"),
            },
        ),
    ]
    max_output_tokens: Annotated[int, USER, Field(ge=256, le=64_000)]
    thinking: Annotated[bool, USER]
    timeout_s: Annotated[float, DEVICE, Field(ge=5, le=300)]
    retries: Annotated[int, DEVICE, Field(ge=0, le=5)]

    @property
    def offered_models(self) -> tuple[str, ...]:
        """Models that a conversation may switch to, each once, without the first."""
        return _listed(self.models)


def _asked_ahead(value: object) -> object:
    """Accept the boolean of older versions; it never costs more than was agreed to."""
    known = {"true": "sparing", "false": "off"}
    return known.get(str(value).lower(), value) if isinstance(value, bool | str) else value


class VoiceSettings(_Section):
    """Microphone, wake word, recogniser and voice."""

    enabled: Annotated[bool, DEVICE, SettingControl(mark("Use the microphone and the speaker"))]
    input_device: Annotated[str, DEVICE, SettingControl(mark("Microphone"))]
    output_device: Annotated[str, DEVICE, SettingControl(mark("Speaker"))]
    echo: Annotated[
        Literal["cancel", "headset"],
        DEVICE,
        SettingControl(
            mark("You hear Parley through"),
            mark("With loudspeakers Parley's own voice is taken out of what the microphone hears."),
            choices={"cancel": mark("Loudspeakers"), "headset": mark("Headphones or a headset")},
        ),
    ]
    volume: Annotated[
        int,
        DEVICE,
        Field(ge=10, le=100),
        SettingControl(mark("Volume of the voice"), mark("In percent; “louder” changes it too.")),
    ]
    follow_noise: Annotated[
        bool,
        DEVICE,
        SettingControl(
            mark("Speak louder where it is loud"),
            mark("By up to 6 dB, as the noise of the room grows."),
        ),
    ]
    answer_whispers: Annotated[
        bool,
        DEVICE,
        SettingControl(mark("Answer softly when I whisper")),
    ]
    earcons: Annotated[
        bool,
        USER,
        SettingControl(
            mark("Short tones"),
            mark("When it wakes, has understood, waits for you, or something failed."),
        ),
    ]
    other_media: Annotated[
        Literal["off", "duck", "pause"],
        DEVICE,
        SettingControl(
            mark("Other programs while I speak with Parley"),
            mark("Music and films come back when the conversation by voice is over. Linux only."),
            choices={
                "off": mark("Play on"),
                "duck": mark("Are turned down"),
                "pause": mark("Players are paused, others turned down"),
            },
        ),
    ]
    while_locked: Annotated[
        bool,
        DEVICE,
        SettingControl(
            mark("Go on while the screen is locked"),
            mark(
                "Otherwise nothing is heard or said until it is unlocked, and what rings rings"
                " without words. Linux only."
            ),
        ),
    ]
    wake_word: Annotated[
        NonEmpty,
        DEVICE,
        SettingControl(
            mark("Wake word"),
            heading=mark("Waking"),
            choices={
                "hey_jarvis": "hey jarvis",
                "alexa": "alexa",
                "hey_mycroft": "hey mycroft",
                "hey_rhasspy": "hey rhasspy",
            },
        ),
    ]
    wake_threshold: Annotated[
        float,
        DEVICE,
        Field(ge=0.1, le=0.99),
        SettingControl(
            mark("How sure Parley must be of the wake word"),
            mark("Higher wakes less often by mistake."),
            step=0.01,
        ),
    ]
    wake_check: Annotated[
        bool,
        DEVICE,
        SettingControl(
            mark("Check doubtful calls"),
            mark("The recogniser listens again; it takes a third of a second."),
        ),
    ]
    only_my_voice: Annotated[
        bool,
        DEVICE,
        SettingControl(
            mark("Only my voice"),
            mark(
                "Other voices and the television are left alone. Your voice is learned when you"
                " record a wake word; the microphone button makes any voice count."
            ),
        ),
    ]
    push_to_talk: Annotated[
        bool,
        DEVICE,
        SettingControl(
            mark("Listen only while I hold the key or the button"),
            mark("Ctrl+Space, or the microphone button. Holding them always works."),
        ),
    ]
    turn_end: Annotated[
        Literal["patient", "balanced", "quick"],
        USER,
        SettingControl(
            mark("How long you may pause"),
            mark("Until Parley takes it that you have finished."),
            heading=mark("Your turn"),
            choices={
                "patient": mark("Patient: I think while I speak"),
                "balanced": mark("Balanced"),
                "quick": mark("Quick: answer at once"),
            },
        ),
    ]
    learn_pauses: Annotated[bool, USER, SettingControl(mark("Learn from my pauses"))]
    barge_in: Annotated[
        bool,
        DEVICE,
        SettingControl(
            mark("Stop speaking when I speak"),
            mark("Otherwise only the wake word and Stop interrupt it."),
        ),
    ]
    languages: Annotated[
        str,
        USER,
        Field(
            pattern=r"^ *([a-z]{2,3}( *, *[a-z]{2,3})*)? *\Z",
            description=mark("codes of languages with commas, such as en, ko"),
        ),
        SettingControl(
            mark("Languages you speak"),
            mark("Codes with commas, such as en, ko; empty for all it knows."),
        ),
    ]
    names: Annotated[
        str,
        USER,
        SettingControl(
            mark("Names it should know"),
            mark("Names and words that are often misheard, with commas."),
        ),
    ]
    voice: Annotated[
        NonEmpty, USER, SettingControl(mark("Voice of the replies"), heading=mark("Replies"))
    ]
    voices: Annotated[
        str,
        USER,
        Field(
            pattern=r"^ *([a-z]{2,3} *= *[^,=\s]+( *, *[a-z]{2,3} *= *[^,=\s]+)*)? *\Z",
            description=mark("languages and their voices, such as de=de_DE-thorsten-medium"),
        ),
        SettingControl(
            mark("Voices of other languages"),
            mark(
                "Language and voice, such as de=de_DE-thorsten-medium, with commas. Where none is named,"
                " a downloaded one speaks."
            ),
        ),
    ]
    plain_voice: Annotated[
        bool,
        USER,
        SettingControl(
            mark("A plain voice where there is no other"),
            mark("eSpeak sounds like a machine, but it reads Korean, Chinese and many more."),
        ),
    ]
    speed: Annotated[
        float,
        USER,
        Field(ge=0.5, le=2.0),
        SettingControl(mark("Speed of the voice"), step=0.05, shows="{n:.2f}×"),
    ]
    speak_typed_turns: Annotated[
        bool, USER, SettingControl(mark("Speak replies to typed words too"))
    ]
    long_reply_s: Annotated[
        int,
        USER,
        Field(ge=0, le=600),
        SettingControl(
            mark("Ask before reading a long reply to its end"),
            mark("After so many seconds of speech; 0 or empty reads everything."),
        ),
    ]
    speculate: Annotated[
        Literal["off", "sparing", "eager"],
        BeforeValidator(_asked_ahead),
        USER,
        SettingControl(
            mark("Ask the model while I may still go on"),
            mark(
                "Replies come sooner. Nothing is kept, said or done until you finish. A paid model"
                " also charges for wasted requests, each with the whole conversation; one on this"
                " computer only takes processor time for them."
            ),
            choices={
                "off": mark("Never"),
                "sparing": mark("Sparingly: at most one wasted request a turn"),
                "eager": mark("Eagerly: at most three"),
            },
        ),
    ]
    stt_model: Annotated[NonEmpty, DEVICE]
    device: Annotated[Literal["auto", "cpu", "cuda"], DEVICE]
    language: Annotated[
        str,
        USER,
        Field(
            pattern=r"^(auto|[a-z]{2,3})\Z",
            description=mark("auto or a language's code, such as en or ko"),
        ),
    ]
    pause_ms: Annotated[int, DEVICE, Field(ge=32, le=800)]
    endpoint_silence_ms: Annotated[int, USER, Field(ge=300, le=3000)]
    no_speech_timeout_s: Annotated[float, USER, Field(ge=2, le=60)]
    ending_timeout_s: Annotated[float, USER, Field(ge=2, le=60)]
    max_utterance_s: Annotated[float, USER, Field(ge=5, le=300)]
    barge_in_ms: Annotated[int, DEVICE, Field(ge=60, le=1000)]

    @property
    def wake_words(self) -> tuple[str, ...]:
        """Each once."""
        return _listed(self.wake_word)

    @property
    def language_codes(self) -> tuple[str, ...]:
        """ISO 639-1 codes that may be detected; empty for all that are known."""
        return _listed(self.languages)

    @property
    def expected_names(self) -> tuple[str, ...]:
        """Names and words the recogniser should expect."""
        return _listed(self.names)

    @property
    def voice_by_language(self) -> dict[str, str]:
        """By ISO 639-1 code."""
        pairs = (entry.partition("=") for entry in _listed(self.voices))
        return {language.strip(): voice.strip() for language, _equals, voice in pairs}


def _listed(text: str) -> tuple[str, ...]:
    parts = (part.strip() for part in text.split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


_DELAYS: Final[Mapping[SettingValue, str]] = {
    -1: mark("Never"),
    0: mark("At once"),
    60: mark("After a minute"),
    300: mark("After five minutes"),
    900: mark("After a quarter of an hour"),
    3600: mark("After an hour"),
}


class QuestionSettings(_Section):
    """How questions are put."""

    channel: Annotated[
        Literal["tool", "skill"],
        DEVICE,
        SettingControl(
            mark("How the model asks"),
            mark(
                "A tool call suits most models. Choose its own words for a model that"
                " cannot call tools. What it asks in its own words is always recognised."
                " Takes effect with the next start."
            ),
            choices={"tool": mark("By a tool call"), "skill": mark("In its own words")},
        ),
    ]
    timeout_s: Annotated[
        float,
        USER,
        Field(ge=0, le=86_400),
        SettingControl(
            mark("How long a question waits for you"),
            mark(
                "The clock starts when you can see or hear the question and rests while you"
                " are at it. When it runs out, nothing is chosen for you."
                " Takes effect with the next start."
            ),
        ),
    ]
    max_rounds: Annotated[
        int,
        USER,
        Field(ge=1, le=50),
        SettingControl(
            mark("Questions in a row"),
            mark(
                "After this many, the assistant goes on with what you have chosen."
                " Takes effect with the next start."
            ),
            step=1,
            shows="{n:.0f}",
        ),
    ]
    result_format: Annotated[
        Literal["list", "sentence"],
        USER,
        SettingControl(
            mark("How your answers are written for the model"),
            mark("The content is the same. Takes effect with the next start."),
            choices={"list": mark("As a list"), "sentence": mark("As a sentence")},
        ),
    ]
    arm_delay_ms: Annotated[
        int,
        USER,
        Field(ge=0, le=2000),
        SettingControl(
            mark("Ignore keys and clicks at first"),
            mark(
                "A question that has just appeared takes no answer for so long, so that what"
                " you meant for another window answers nothing."
            ),
            step=50,
            shows=mark("{n:.0f} ms"),
        ),
    ]
    model_reads_answers: Annotated[
        bool,
        USER,
        SettingControl(
            mark("Let the model read answers that are unclear"),
            mark(
                "What Parley would ask you back about is first sent to the model you set up:"
                " the question, its options and your words, nothing else. Never for permissions,"
                " and not to the built-in model."
            ),
        ),
    ]
    terminal_numbers: Annotated[
        bool,
        USER,
        SettingControl(
            mark("Number the options in the terminal"),
            mark("The keys work without the numbers too. Takes effect with the next start."),
        ),
    ]
    undo_s: Annotated[
        float,
        USER,
        Field(ge=0, le=30),
        SettingControl(
            mark("Offer to undo an answer"),
            mark("How long after a click or a key. At 0 it is not offered."),
            step=1,
            shows=mark("{n:.0f} s"),
        ),
    ]
    presenter: Annotated[
        str,
        DEVICE,
        Field(max_length=64),
        SettingControl(
            mark("Who shows questions"),
            mark(
                "An MCP server with the tool provide_choice can show a choice its own way, on a"
                " phone for example, beside the window. The first answer counts."
                " Takes effect with the next start."
            ),
        ),
    ]
    client_forms: Annotated[
        Literal["auto", "first", "never"],
        USER,
        SettingControl(
            mark("Questions of coding agents"),
            mark(
                "Some agents can show a question in their own window. The first answer counts."
                " Agents that are started afterwards follow it."
            ),
            choices={
                "auto": mark("Here and in the agent"),
                "first": mark("In the agent first"),
                "never": mark("Here alone"),
            },
        ),
    ]


_TIME: Final = r"([01][0-9]|2[0-3]):[0-5][0-9]"
_QUIET: Final = rf" *{_TIME}-{_TIME}( +(notification|spoken|phone))* *"


class EscalationSettings(_Section):
    """How a question gets louder that nobody answers."""

    notify_after_s: Annotated[
        int,
        USER,
        Field(ge=-1, le=86_400),
        SettingControl(
            mark("A notification with a sound"),
            mark("While you look at another window."),
            heading=mark("When nobody answers a question"),
            choices=_DELAYS,
        ),
    ]
    speak_after_s: Annotated[
        int,
        USER,
        Field(ge=-1, le=86_400),
        SettingControl(
            mark("Said aloud"),
            mark(
                "Only if somebody spoke, or was at keyboard or mouse, in the last ten minutes; not"
                " in a call, and not behind a locked screen."
            ),
            choices=_DELAYS,
        ),
    ]
    phone_after_s: Annotated[
        int,
        USER,
        Field(ge=-1, le=86_400),
        SettingControl(
            mark("Asked on the phone"),
            mark("By the linked Telegram accounts, too."),
            choices=_DELAYS,
        ),
    ]
    quiet: Annotated[
        str,
        USER,
        Field(
            pattern=rf"^({_QUIET}(,{_QUIET})*)?\Z",
            description=mark("nothing, or hours such as 22:00-07:00"),
        ),
        SettingControl(
            mark("Quiet hours"),
            mark(
                "Nothing gets louder in them. If only some steps are to be quiet, name them:"
                " notification, spoken, phone."
            ),
            placeholder="22:00-07:00, 12:30-13:30 spoken phone",
        ),
    ]
    digest: Annotated[
        bool,
        USER,
        SettingControl(
            mark("One list when quiet hours are over"),
            mark("Of all that waits for an answer, instead of each question by itself."),
        ),
    ]


class ToolSettings(_Section):
    """What tools may do."""

    timeout_s: Annotated[float, DEVICE, Field(ge=1, le=120)]
    max_rounds: Annotated[int, DEVICE, Field(ge=1, le=50)]
    voice_confirm: Annotated[
        bool,
        DEVICE,
        SettingControl(
            mark("A spoken yes is enough for Sensitive tools"),
            mark("Takes effect at the next start. Restricted tools never take it."),
        ),
    ]
    classes: Annotated[
        str,
        USER,
        Field(
            pattern=r"^ *([\w-]{1,64}(@[0-9a-f]{32})? *= *(safe|sensitive|restricted)"
            r"( *, *[\w-]{1,64}(@[0-9a-f]{32})? *= *(safe|sensitive|restricted))*)? *\Z",
            description=mark("tools and their classes, such as open_address = safe"),
        ),
    ]
    enabled: Annotated[str, DEVICE]

    @property
    def enabled_tools(self) -> frozenset[str]:
        """Restricted tools that may run once the user confirms them."""
        return frozenset(_listed(self.enabled))


_EXCEPTION: Final = (
    r"[^=, ][^=,]*= *"
    r"((silent|sound|spoken)( +phone +[0-9]{1,4})?|phone +[0-9]{1,4}) *"
)


class CodingAgentSettings(_Section):
    """How coding agents ask, and make themselves heard."""

    attention: Annotated[
        Literal["silent", "sound", "spoken"],
        DEVICE,
        SettingControl(
            mark("When a coding agent waits or is done"),
            mark(
                "Two different sounds, if voice is on. While a voice session is open, or always if"
                " spoken, Parley also says which agent it is and reads its questions; then it"
                " listens for your answer, as after the wake word."
            ),
            choices={
                "silent": mark("Silent"),
                "sound": mark("A sound"),
                "spoken": mark("A sound, and spoken"),
            },
        ),
    ]
    attention_exceptions: Annotated[
        str,
        DEVICE,
        Field(
            pattern=rf"^ *({_EXCEPTION}(, *{_EXCEPTION})*)?\Z",
            description=mark("names of agents or projects, such as codex = silent"),
        ),
        SettingControl(
            mark("Exceptions"),
            mark(
                "By agent or project, * for all: silent, sound or spoken, and phone with the"
                " minutes after which it is told there that one still waits or is done."
            ),
            placeholder="codex = silent, webshop = spoken phone 5, api = phone 20",
        ),
    ]
    permissions_on: Annotated[
        str,
        DEVICE,
        Field(
            pattern=r"^ *((web|telegram|api)( *, *(web|telegram|api))*)? *\Z",
            description=mark("nothing, or some of web, telegram, api"),
        ),
    ]

    @property
    def permission_channels(self) -> tuple[str, ...]:
        """Where permissions may be given besides this machine's screen."""
        return _listed(self.permissions_on)


class ContextSettings(_Section):
    """What is sent to the model."""

    max_characters: Annotated[int, DEVICE, Field(ge=4_000, le=2_000_000)]
    recent_messages: Annotated[int, USER, Field(ge=5, le=500)]
    summary: Annotated[bool, USER]


class MemorySettings(_Section):
    """What is remembered."""

    automatic: Annotated[bool, USER]


class ApiSettings(_Section):
    """How other programs on this machine reach Parley."""

    enabled: Annotated[
        bool,
        DEVICE,
        SettingControl(
            mark("Let other programs reach Parley"),
            mark(
                "From this computer alone, and only with the token that Parley writes into a"
                " file that only you can read. Takes effect at once."
            ),
        ),
    ]
    port: Annotated[
        int,
        DEVICE,
        Field(ge=0, le=65_535),
        SettingControl(
            mark("Port"),
            mark("A fixed one for scripts that expect it. Takes effect at once."),
            placeholder=mark("Any that is free"),
        ),
    ]
    token: Annotated[
        str,
        DEVICE,
        Field(
            pattern=r"^([A-Za-z0-9_-]{22,200})?\Z",
            repr=False,
            description=mark("nothing, or at least 22 letters, digits, hyphens and underscores"),
        ),
    ]


class TelegramSettings(_Section):
    """How Parley is reached over Telegram."""

    enabled: Annotated[
        bool,
        DEVICE,
        SettingControl(
            mark("Reach Parley over Telegram"),
            mark("Nothing is sent or asked before there is a token. Takes effect at once."),
        ),
    ]
    backlog_messages: Annotated[int, USER, Field(ge=1, le=100)]
    backlog_ttl_s: Annotated[int, USER, Field(ge=60, le=86_400)]
    voice_replies: Annotated[
        Literal["never", "voice", "always"],
        USER,
        SettingControl(
            mark("Send replies as voice messages too"),
            choices={
                "never": mark("Never"),
                "voice": mark("To voice messages"),
                "always": mark("Always"),
            },
        ),
    ]
    take_documents: Annotated[
        bool,
        USER,
        SettingControl(
            mark("Read documents that you send there"),
            mark("Text and pictures. What a document says goes to the model."),
        ),
    ]
    ring_timers: Annotated[
        bool, USER, SettingControl(mark("Tell the phone too when a timer or reminder rings"))
    ]
    api_url: Annotated[
        str,
        DEVICE,
        Field(
            pattern=r"^https?://[^\s/?#@]+(/[^\s?#]*)?\Z",
            description=mark("an address such as https://api.telegram.org"),
        ),
    ]


class SyncSettings(_Section):
    """The database through which the user's devices are kept alike."""

    enabled: Annotated[
        bool,
        DEVICE,
        SettingControl(
            mark("Synchronise this device"),
            mark("With your other devices, through this database. Takes effect at once."),
        ),
    ]
    url: Annotated[
        str,
        DEVICE,
        Field(
            pattern=r"^(?!.*[?&]password=)"
            r"(postgresql://([^\s/@:?#]*@)?[^\s/@?#]*(/[^\s?#]*)?(\?[^\s#]*)?)?\Z",
            description=mark(
                "nothing, or an address such as postgresql://parley@db.example.org/parley,"
                " without the password"
            ),
        ),
        SettingControl(
            mark("Address of the database"),
            mark("PostgreSQL of your own or a cloud's. A password in it goes to the key store."),
            placeholder="postgresql://parley@db.example.org/parley",
        ),
    ]
    name: Annotated[
        str,
        DEVICE,
        Field(
            pattern=r"^[^\x00-\x1f\x7f]{0,64}\Z",
            description=mark("a text of one line, at most 64 characters"),
        ),
        SettingControl(
            mark("Name of this device"),
            mark("As your other devices list it."),
            placeholder=mark("The name of this computer"),
        ),
    ]

    @property
    def device_name(self) -> str:
        """The user's name for this device, else the computer's own."""
        return self.name.strip() or platform.node() or "Parley"


class UserSettings(_Section):
    """Whose memory and persona are used."""

    workspace: Annotated[Name, USER]
    agent: Annotated[Name, USER]
    user: Annotated[Name, USER]


class Settings(_Section):
    """Every setting. Build it with `load`, which merges the layers and knows where each is from."""

    ui: UiSettings
    llm: LlmSettings
    voice: VoiceSettings
    questions: QuestionSettings
    escalation: EscalationSettings
    tools: ToolSettings
    coding_agents: CodingAgentSettings
    context: ContextSettings
    memory: MemorySettings
    api: ApiSettings
    telegram: TelegramSettings
    sync: SyncSettings
    person: UserSettings


def controls(section: str) -> dict[str, SettingControl]:
    """What the settings window shows of a section, top to bottom, by key."""
    return {
        key: control
        for key, described in _fields(section).items()
        for control in described.metadata
        if isinstance(control, SettingControl)
    }


def limits(section: str, key: str) -> tuple[float, float]:
    """Minimum and maximum; raises KeyError if there is no such setting."""
    metadata = _fields(section)[key].metadata
    low = next((limit.ge for limit in metadata if hasattr(limit, "ge")), -math.inf)
    high = next((limit.le for limit in metadata if hasattr(limit, "le")), math.inf)
    return low, high


def allowed(section: str, key: str) -> str:
    """To follow "it must be"; raises KeyError if there is no such setting."""
    described = _fields(section)[key]
    if described.description:
        return _(described.description)
    if get_origin(described.annotation) is Literal:
        return _("one of {choices}").format(choices=", ".join(get_args(described.annotation)))
    if described.annotation is bool:
        return _("true or false")
    if described.annotation is str:
        return _("a text")
    low, high = limits(section, key)
    if described.annotation is int:
        return _("a whole number from {low} to {high}").format(low=low, high=high)
    return _("a number from {low} to {high}").format(low=low, high=high)


def is_secret(section: str, key: str) -> bool:
    """Whether a setting is never shown: its field is left out of `repr`.

    Raises:
        KeyError: If there is no such setting.
    """
    return not _fields(section)[key].repr


def scope(section: str, key: str) -> SettingScope:
    """Each field states its scope; without one it would stay on its device.

    Raises:
        KeyError: If there is no such setting.
    """
    marks = _fields(section)[key].metadata
    return next((each for each in marks if isinstance(each, SettingScope)), DEVICE)


def users_settings() -> tuple[tuple[str, str], ...]:
    """Section and key of every setting that travels with the user."""
    return tuple(
        (section, key)
        for section in Settings.model_fields
        for key in _fields(section)
        if scope(section, key) is SettingScope.USER
    )


def _fields(section: str) -> dict[str, FieldInfo]:
    section_type = Settings.model_fields[section].annotation
    return cast("type[BaseModel]", section_type).model_fields
