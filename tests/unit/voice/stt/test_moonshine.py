from pathlib import Path

import pytest

from assistant.errors import ModelFileError, ModelLoadError
from assistant.home import Home
from assistant.voice.stt.moonshine import DECODER, ENCODER, VOCABULARY, MoonshineDrafter
from benchmarks.model.error_rate import word_errors
from tests.conftest import STRESS
from tests.helpers.audio.signals import recordings, silence

FOLDER = Home.locate().models / "moonshine-tiny-en"


@pytest.fixture(scope="module")
def drafter() -> MoonshineDrafter:
    return MoonshineDrafter(FOLDER)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="encoder_model"):
        MoonshineDrafter(tmp_path)


@pytest.mark.models
@pytest.mark.parametrize("content", [None, b"\x05<unk", b"\x81"])
def test_a_missing_or_damaged_vocabulary_is_told(tmp_path: Path, content: bytes | None) -> None:
    for name in (ENCODER, DECODER):
        (tmp_path / name).symlink_to(FOLDER / name)
    if content is not None:
        (tmp_path / VOCABULARY).write_bytes(content)
    with pytest.raises(ModelFileError if content is None else ModelLoadError):
        MoonshineDrafter(tmp_path)


@pytest.mark.models
def test_drafts_of_growing_sound_are_as_good_as_one_of_all_of_it(drafter: MoonshineDrafter) -> None:
    wrong = {"grown": 0, "at once": 0}
    words = 0
    for recording in recordings("speech")[: 8 if STRESS else 4]:
        audio = recording.samples()
        for end in range(8000, len(audio), 6400 if STRESS else 12_800):
            drafter.draft(audio[:end])
        heard = {"grown": drafter.draft(audio), "at once": MoonshineDrafter(FOLDER).draft(audio)}
        for how, text in heard.items():
            wrong[how] += word_errors(recording.label, text).errors
        words += word_errors(recording.label, "").words
    assert max(wrong.values()) < words / 5


@pytest.mark.models
def test_what_is_too_short_or_given_up_has_no_words(drafter: MoonshineDrafter) -> None:
    assert drafter.draft(silence(0.1)) == ""
    audio = recordings("speech")[0].samples()
    assert drafter.draft(audio, is_cancelled=lambda: True) == ""
