"""Voice messages: heard as words, and replies sent as voice messages where they are wished."""

import numpy as np
import pytest

from assistant.channels.telegram.seams import VoiceMessage
from assistant.errors import ModelFileError
from assistant.home import Home
from assistant.voice.audio.ogg_opus import encode_voice_message
from tests.helpers.llm.scripted_model import ScriptedModel, says
from tests.helpers.telegram.running_channel import polling
from tests.helpers.telegram.server import TelegramServer
from tests.helpers.telegram.users import TelegramUser

RECORDING = encode_voice_message(np.zeros(8000, np.float32), sample_rate_hz=16_000)


class FakeSpeech:
    """Implements `Speech`: hears what it was told, and speaks silence."""

    def __init__(self, *heard: str) -> None:
        self.heard = list(heard)
        self.recordings: list[bytes] = []
        self.spoken: list[str] = []
        self.problem: ModelFileError | None = None

    async def transcribe(self, recording: bytes) -> str:
        """Return the next words."""
        self.recordings.append(recording)
        if self.problem is not None:
            raise self.problem
        return self.heard.pop(0)

    async def speak(self, text: str) -> VoiceMessage | None:
        """Note what was spoken."""
        self.spoken.append(text)
        return VoiceMessage(data=RECORDING, duration_s=1)


async def test_a_voice_message_is_answered_like_words(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    speech = FakeSpeech(" how are you ")
    model = ScriptedModel(script=[says("Fine.")])
    async with polling(home, telegram, ada, model=model, speech=speech) as bot:
        ada.send_voice(RECORDING)
        await bot.until(lambda: ada.chat.texts == ["🎤 how are you", "Fine.", ""])
        assert "voice" in ada.chat.from_bot[2].raw
        assert model.requests[0].messages[-1].text.endswith("how are you")
        assert (speech.recordings, speech.spoken) == ([RECORDING], ["Fine."])
        await bot.handled()
        assert telegram.refusals == []


@pytest.mark.parametrize(
    ("wanted", "to_voice", "to_text"),
    [("never", False, False), ("voice", True, False), ("always", True, True)],
)
async def test_replies_are_spoken_where_that_is_wished(
    home: Home,
    telegram: TelegramServer,
    ada: TelegramUser,
    wanted: str,
    to_voice: bool,
    to_text: bool,
) -> None:
    speech = FakeSpeech("one")
    model = ScriptedModel(script=[says("First."), says("Second.")])
    async with polling(
        home, telegram, ada, model=model, speech=speech, voice_replies=wanted
    ) as bot:
        ada.send_voice(RECORDING)
        ada.send("two")
        await bot.until(lambda: "Second." in ada.chat.texts)
        await bot.handled()
        assert speech.spoken == ["First."] * to_voice + ["Second."] * to_text


async def test_what_is_not_understood_is_told_and_the_model_is_not_asked(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    speech = FakeSpeech("")
    async with polling(home, telegram, ada, speech=speech) as bot:
        ada.send_voice(RECORDING)
        await bot.until(lambda: ada.chat.texts == ["I didn't catch that, please say it again"])
        ada.send_voice(RECORDING, duration_s=301)
        await bot.until(lambda: "too long" in ada.chat.texts[-1])
        speech.problem = ModelFileError("The recogniser's file is missing.", hint="Get it.")
        ada.send_voice(RECORDING)
        await bot.until(
            lambda: ada.chat.texts[-1] == "The recogniser's file is missing.\n\nGet it."
        )


async def test_a_message_that_breaks_the_program_keeps_no_other_from_its_turn(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    speech = FakeSpeech()  # which breaks where there is nothing left to hear
    model = ScriptedModel(script=[says("Fine.")])
    async with polling(home, telegram, ada, model=model, speech=speech) as bot:
        ada.send_voice(RECORDING)
        ada.send("how are you?")
        await bot.until(lambda: ada.chat.texts == ["An error occurred while processing.", "Fine."])
        await bot.handled()


async def test_without_a_recogniser_the_user_is_told(
    home: Home, telegram: TelegramServer, ada: TelegramUser
) -> None:
    async with polling(home, telegram, ada) as bot:
        ada.send_voice(RECORDING)
        await bot.until(lambda: ada.chat.texts == ["I cannot listen to voice messages here."])
