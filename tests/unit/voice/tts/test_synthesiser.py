import asyncio
import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from typing_extensions import override

from assistant.errors import ModelLoadError
from assistant.home import Home
from assistant.voice.audio.loudness_normalization import SPEECH_DBFS, speech_dbfs
from assistant.voice.events import Samples
from assistant.voice.protocols import Synthesiser
from assistant.voice.tts.piper import PiperVoice, PiperVoiceFile, config_path, voice_language
from assistant.voice.tts.synthesiser import ThreadedSynthesiser, join_sentences, trim_silence
from assistant.voice.tts.voice_source import LoadedVoice

RATE_HZ = 1000
JOE = Home.locate().models / "en_US-joe-medium" / "en_US-joe-medium.onnx"


class ToneVoice:
    """Implements `LoadedVoice`: 100 ms of tone with 200 ms of silence around it for each word.

    It waits for `may_speak` and records what it says, how fast, and on which thread.
    """

    def __init__(self) -> None:
        self.sample_rate_hz = RATE_HZ
        self.said: list[tuple[str, float]] = []
        self.threads: set[str] = set()
        self.speaking = threading.Event()
        self.may_speak = threading.Event()
        self.may_speak.set()

    def say(self, text: str, *, speed: float) -> list[Samples]:
        self.speaking.set()
        assert self.may_speak.wait(10)
        self.said.append((text, speed))
        self.threads.add(threading.current_thread().name)
        silence = np.zeros(200, np.float32)
        return [np.concatenate((silence, np.full(100, 0.5, np.float32), silence))]


@dataclass(frozen=True)
class Source:
    """Implements `VoiceSource`: a Piper file that `make` loads."""

    model: Path
    make: Callable[[Path], LoadedVoice] = field(compare=False)
    is_light: bool = False

    @property
    def name(self) -> str:
        return self.model.stem

    @property
    def language(self) -> str:
        return PiperVoiceFile(self.model).language

    def is_present(self) -> bool:
        return PiperVoiceFile(self.model).is_present()

    def load(self) -> LoadedVoice:
        return self.make(self.model)


def write_config(model: Path, espeak_voice: str = "de") -> None:
    config = {"espeak": {"voice": espeak_voice}}
    config_path(model).write_text(json.dumps(config), encoding="utf-8")


def synthesiser_with(
    voice: ToneVoice, model: Path, *, speed: float = 1.0, gap_s: float = 0.2
) -> ThreadedSynthesiser:
    home = Source(model, lambda _: voice)
    return ThreadedSynthesiser(home=home, speed=speed, gap_s=gap_s)


@pytest.fixture
def voice() -> ToneVoice:
    return ToneVoice()


@pytest.fixture
def model(tmp_path: Path) -> Path:
    model = tmp_path / "voice.onnx"
    write_config(model, "en-us")
    return model


def test_silence_around_the_words_is_cut() -> None:
    loud = np.full(100, 0.5, np.float32)
    silence = np.full(300, 0.001, np.float32)
    cut = trim_silence(np.concatenate((silence, loud, silence)), RATE_HZ)
    assert cut.size == 100 + 2 * 15
    assert cut[0] == cut[-1] == 0.0


def test_trimming_does_not_change_what_it_was_given() -> None:
    samples = np.full(100, 0.5, np.float32)
    trim_silence(samples, RATE_HZ)
    assert np.all(samples == 0.5)


@pytest.mark.parametrize("samples", [np.zeros(0, np.float32), np.full(9, 1e-4, np.float32)])
def test_nothing_is_left_of_silence(samples: Samples) -> None:
    assert trim_silence(samples, RATE_HZ).size == 0


def test_sentences_are_joined_with_gaps() -> None:
    loud = np.full(100, 0.5, np.float32)
    result = join_sentences([loud, np.zeros(50, np.float32), loud], RATE_HZ, gap_s=0.2)
    assert result.size == 2 * (100 + 200)
    assert not result[100:300].any()


async def test_a_sentence_begins_at_once_and_ends_with_a_gap(voice: ToneVoice, model: Path) -> None:
    synthesiser: Synthesiser = synthesiser_with(voice, model, gap_s=0.3)
    samples, rate_hz = await synthesiser.synthesise("Hello there.")
    clause, _ = await synthesiser.synthesise("Hello there,")
    await synthesiser.aclose()
    loud = np.flatnonzero(samples > 0.1)
    assert rate_hz == RATE_HZ
    assert samples.dtype == np.float32
    assert loud[0] < 0.02 * RATE_HZ
    assert samples.size - loud[-1] == pytest.approx(0.315 * RATE_HZ, abs=3)
    assert clause.size < samples.size


async def test_faster_speech_has_shorter_gaps(voice: ToneVoice, model: Path) -> None:
    synthesiser = synthesiser_with(voice, model, speed=2.0, gap_s=0.3)
    samples, _ = await synthesiser.synthesise("Hello.")
    await synthesiser.aclose()
    assert voice.said == [("Hello.", 2.0)]
    assert samples.size == 100 + 2 * 15 + 150


@pytest.mark.parametrize("text", ["", "...", "—", "你好。"])
async def test_what_cannot_be_spoken_is_empty(text: str, voice: ToneVoice, model: Path) -> None:
    synthesiser = synthesiser_with(voice, model)
    samples, rate_hz = await synthesiser.synthesise(text)
    await synthesiser.aclose()
    assert (samples.size, rate_hz) == (0, RATE_HZ)
    assert voice.said == []


async def test_sentences_are_spoken_in_order_on_one_thread(voice: ToneVoice, model: Path) -> None:
    synthesiser = synthesiser_with(voice, model)
    await asyncio.gather(*(synthesiser.synthesise(f"Number {n}.") for n in range(5)))
    await synthesiser.aclose()
    assert [text for text, _ in voice.said] == [f"Number {n}." for n in range(5)]
    assert voice.threads == {"synthesiser_0"}


async def test_a_call_cancelled_before_its_turn_never_runs(voice: ToneVoice, model: Path) -> None:
    synthesiser = synthesiser_with(voice, model)
    voice.may_speak.clear()
    first = asyncio.create_task(synthesiser.synthesise("First."))
    second = asyncio.create_task(synthesiser.synthesise("Second."))
    await asyncio.to_thread(voice.speaking.wait, 10)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    voice.may_speak.set()
    await first
    await synthesiser.synthesise("Third.")
    await synthesiser.aclose()
    assert [text for text, _ in voice.said] == ["First.", "Third."]


async def test_closing_cancels_what_waits_and_joins_the_thread(
    voice: ToneVoice, model: Path
) -> None:
    synthesiser = synthesiser_with(voice, model)
    voice.may_speak.clear()
    first = asyncio.create_task(synthesiser.synthesise("First."))
    second = asyncio.create_task(synthesiser.synthesise("Second."))
    await asyncio.to_thread(voice.speaking.wait, 10)
    closing = asyncio.create_task(synthesiser.aclose())
    with pytest.raises(asyncio.CancelledError):
        await second
    voice.may_speak.set()
    await closing
    await first
    await synthesiser.aclose()
    assert [text for text, _ in voice.said] == ["First."]
    with pytest.raises(RuntimeError, match="shutdown"):
        await synthesiser.synthesise("Late.")


async def test_the_voice_is_loaded_once_at_the_first_use(model: Path) -> None:
    loads: list[str] = []

    def load(_: Path) -> ToneVoice:
        loads.append(threading.current_thread().name)
        return ToneVoice()

    synthesiser = ThreadedSynthesiser(home=Source(model, load))
    assert loads == []
    await synthesiser.warm_up()
    await synthesiser.synthesise("Hello.")
    await synthesiser.aclose()
    assert loads == ["synthesiser_0"]


async def test_a_voice_that_does_not_load_is_tried_again(model: Path) -> None:
    voices = [ModelLoadError("damaged"), ToneVoice()]

    def load(_: Path) -> ToneVoice:
        voice = voices.pop(0)
        if isinstance(voice, ModelLoadError):
            raise voice
        return voice

    synthesiser = ThreadedSynthesiser(home=Source(model, load))
    with pytest.raises(ModelLoadError, match="damaged"):
        await synthesiser.warm_up()
    await synthesiser.warm_up()
    await synthesiser.aclose()


class Shelf:
    """Loads voices by their file and remembers which were loaded and which is asked."""

    def __init__(self, folder: Path, *languages: str) -> None:
        self.paths = {language: folder / f"{language}.onnx" for language in languages}
        self.voices: dict[str, ToneVoice] = {}
        self.loads: list[str] = []
        for language, path in self.paths.items():
            path.write_bytes(b"")
            write_config(path, language)

    def load(self, path: Path) -> ToneVoice:
        self.loads.append(path.stem)
        return self.voices.setdefault(path.stem, ToneVoice())

    def synthesiser(self) -> ThreadedSynthesiser:
        home, *others = [Source(path, self.load) for path in self.paths.values()]
        return ThreadedSynthesiser(home=home, others=others)

    def said(self, language: str) -> list[str]:
        voice = self.voices.get(language)
        return [text for text, _ in voice.said] if voice else []


async def test_each_language_is_spoken_by_its_voice(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, "en", "de", "zh")
    synthesiser = shelf.synthesiser()
    await synthesiser.synthesise("Hello.", language="en")
    await synthesiser.synthesise("Hallo.", language="de")
    await synthesiser.synthesise("Bye.", language=None)
    await synthesiser.synthesise("你好。", language="zh")
    await synthesiser.synthesise("Olá.", language="pt")
    await synthesiser.aclose()
    assert shelf.said("en") == ["Hello.", "Bye.", "Olá."]
    assert shelf.said("de") == ["Hallo."]
    assert shelf.said("zh") == ["你好。"]


async def test_the_voice_that_was_chosen_for_a_language_goes_first(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, "en", "de", "fr")
    home, german, french = [Source(path, shelf.load) for path in shelf.paths.values()]
    synthesiser = ThreadedSynthesiser(home=home, chosen={"de": french}, others=[german, french])
    await synthesiser.synthesise("Hallo.", language="de")
    config_path(french.model).unlink()
    await synthesiser.synthesise("Danke.", language="de")
    await synthesiser.aclose()
    assert shelf.said("fr") == ["Hallo."]
    assert shelf.said("de") == ["Danke."]


async def test_a_voice_that_does_not_load_gives_way_to_the_next(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, "en", "de")
    home, german = [Source(path, shelf.load) for path in shelf.paths.values()]
    tries: list[Path] = []

    def fail(path: Path) -> LoadedVoice:
        tries.append(path)
        raise ModelLoadError("damaged")

    damaged = Source(tmp_path / "broken.onnx", fail)
    damaged.model.write_bytes(b"")
    write_config(damaged.model, "de")
    synthesiser = ThreadedSynthesiser(home=home, others=[damaged, german])
    await synthesiser.synthesise("Hallo.", language="de")
    await synthesiser.synthesise("Danke.", language="de")
    await synthesiser.aclose()
    assert shelf.said("de") == ["Hallo.", "Danke."]
    assert len(tries) == 1  # it is not tried again with every line


async def test_a_voice_that_comes_later_speaks_from_then_on(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, "en", "de")
    config_path(shelf.paths["de"]).rename(tmp_path / "later")
    known = PiperVoiceFile(shelf.paths["de"], speaks="de")
    home = Source(shelf.paths["en"], shelf.load)
    synthesiser = ThreadedSynthesiser(home=home, others=[known])
    assert not synthesiser.speaks("de")
    assert synthesiser.voice_to_fetch("de") == "de"
    (tmp_path / "later").rename(config_path(shelf.paths["de"]))
    assert synthesiser.speaks("de")
    assert synthesiser.voice_to_fetch("de") is None
    await synthesiser.aclose()


async def test_the_two_voices_used_last_are_kept(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, "en", "de", "fr")
    synthesiser = shelf.synthesiser()
    for language in ["en", "de", "en", "fr", "en", "de"]:
        await synthesiser.synthesise("OK.", language=language)
    await synthesiser.aclose()
    assert shelf.loads == ["en", "de", "fr", "de"]


async def test_light_voices_do_not_drive_the_others_out(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, "en", "de", "ko", "zh", "it")
    home, german, *plain = [Source(path, shelf.load) for path in shelf.paths.values()]
    light = [Source(each.model, shelf.load, is_light=True) for each in plain]
    synthesiser = ThreadedSynthesiser(home=home, others=[german, *light])
    for language in ["en", "de", "ko", "zh", "it", "en", "de", "ko"]:
        await synthesiser.synthesise("OK. 好", language=language)
    await synthesiser.aclose()
    assert shelf.loads == ["en", "de", "ko", "zh", "it"]


async def test_a_voice_is_warmed_up_once(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, "en", "de")
    synthesiser = shelf.synthesiser()
    await synthesiser.warm_up(language="de")
    await synthesiser.warm_up(language="de")
    await synthesiser.aclose()
    assert (shelf.loads, len(shelf.said("de"))) == (["de"], 1)


def test_a_language_is_spoken_if_the_files_of_its_voice_are_there(tmp_path: Path) -> None:
    synthesiser = Shelf(tmp_path, "en", "de", "fr").synthesiser()
    config_path(tmp_path / "fr.onnx").unlink()
    assert [synthesiser.speaks(code) for code in ("en", "de", "fr", "ko")] == [
        True,
        True,
        False,
        False,
    ]
    (tmp_path / "de.onnx").unlink()
    assert not synthesiser.speaks("de")


async def test_sentences_of_a_line_are_equally_loud(model: Path) -> None:
    class Uneven(ToneVoice):
        @override
        def say(self, text: str, *, speed: float) -> list[Samples]:
            return [np.full(200, level, np.float32) for level in (0.05, 0.2)]

    synthesiser = synthesiser_with(Uneven(), model, gap_s=0.2)
    samples, _ = await synthesiser.synthesise("One. Two.")
    await synthesiser.aclose()
    assert samples[100] == pytest.approx(samples[500], rel=0.05)


def test_a_speed_must_be_positive(model: Path) -> None:
    with pytest.raises(ValueError, match="speed"):
        ThreadedSynthesiser(home=PiperVoiceFile(model), speed=0.0)


@pytest.mark.parametrize(
    ("espeak_voice", "language"), [("en-us", "en"), ("cmn", "zh"), ("ko", "ko"), ("pt-br", "pt")]
)
def test_the_language_is_that_of_the_voice(
    espeak_voice: str, language: str, tmp_path: Path
) -> None:
    model = tmp_path / "voice.onnx"
    write_config(model, espeak_voice)
    assert voice_language(model) == language
    assert ThreadedSynthesiser(home=PiperVoiceFile(model)).language == language


async def test_the_language_of_a_voice_that_comes_later_is_found(
    voice: ToneVoice, tmp_path: Path
) -> None:
    model = tmp_path / "voice.onnx"
    synthesiser = synthesiser_with(voice, model)
    assert synthesiser.language == "en"
    write_config(model, "de")
    await synthesiser.warm_up()
    await synthesiser.aclose()
    assert synthesiser.language == "de"


def test_a_missing_voice_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(ModelLoadError, match="cannot be read") as caught:
        PiperVoice(tmp_path / "none.onnx")
    assert "parley models get" in caught.value.hint
    write_config(tmp_path / "half.onnx")
    with pytest.raises(ModelLoadError, match="is missing") as caught:
        PiperVoice(tmp_path / "half.onnx")
    assert "parley models get" in caught.value.hint


@pytest.mark.parametrize("config", ["{", "[]", "{}"], ids=["cut", "list", "empty"])
def test_a_damaged_description_is_a_load_error(config: str, tmp_path: Path) -> None:
    model = tmp_path / "voice.onnx"
    model.write_bytes(b"")
    config_path(model).write_text(config, encoding="utf-8")
    with pytest.raises(ModelLoadError):
        PiperVoice(model)


def test_a_damaged_model_is_a_load_error(tmp_path: Path) -> None:
    model = tmp_path / "voice.onnx"
    write_config(model)
    model.write_bytes(b"no model at all")
    with pytest.raises(ModelLoadError, match="cannot be loaded"):
        PiperVoice(model)


@pytest.fixture(scope="module")
def joe() -> PiperVoice:
    if not JOE.is_file():
        pytest.skip("the voice en_US-joe-medium is not there")
    return PiperVoice(JOE)


@pytest.mark.models
async def test_joe_speaks(joe: PiperVoice) -> None:
    synthesiser = ThreadedSynthesiser(home=Source(JOE, lambda _: joe))
    assert synthesiser.language == "en"
    await synthesiser.warm_up()
    short, rate_hz = await synthesiser.synthesise("Sure.")
    long, _ = await synthesiser.synthesise("It is five past one, Dr. Smith. Shall we go?")
    none, _ = await synthesiser.synthesise("…")
    await synthesiser.aclose()
    assert rate_hz == 22_050
    assert 0.2 < short.size / rate_hz < 1.2
    assert 1.5 < long.size / rate_hz < 6.0
    assert none.size == 0
    assert short[0] == long[0] == short[-1] == long[-1] == 0.0
    levels = [speech_dbfs(samples, rate_hz) or 0.0 for samples in (short, long)]
    assert levels == pytest.approx([SPEECH_DBFS, SPEECH_DBFS], abs=1.5)
    assert np.flatnonzero(np.abs(short) > 0.01)[0] < 0.03 * rate_hz
    assert 0.2 < np.abs(long).max() <= 0.95


@pytest.mark.models
def test_speed_changes_the_length(joe: PiperVoice) -> None:
    slow, fast = (
        sum(part.size for part in joe.say("The weather in Paris is mild.", speed=speed))
        for speed in (0.5, 2.0)
    )
    # Measured over twelve of each: 2.8 to 3.1, for the silence at both ends does not scale, and
    # Piper draws every utterance anew.
    assert slow / fast == pytest.approx(2.9, rel=0.15)
