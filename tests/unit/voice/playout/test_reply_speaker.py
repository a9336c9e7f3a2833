"""Tones, fillers, failures and languages of the voice, by the second."""

import numpy as np
import pytest

from assistant.errors import DeviceError, ModelLoadError
from assistant.protocol.models import FetchModelFiles
from assistant.protocol.notices import Notice, OpenSettings
from assistant.protocol.voice import SentenceSpoken, ToggleMicrophone
from assistant.questions.model.question import Channel
from assistant.voice.audio.earcons import Earcon, earcon_samples
from assistant.voice.events import OutputLost, OutputRestored
from assistant.voice.playout.fillers import MODEL_S
from assistant.voice.text.spoken_phrases import STILL_WAITING, STILL_WORKING
from tests.helpers.questions.builders import question_set
from tests.helpers.voice.fakes import FakePlayer, FakeSynthesiser
from tests.helpers.voice.session_harness import VoiceHarness

pytestmark = [pytest.mark.asyncio, pytest.mark.looptime]

UNAVAILABLE = "Voice output is unavailable"
FILLERS = ["One moment.", "Let me look.", "I'm still at it.", "Just a second."]


def tones(stage: VoiceHarness) -> list[tuple[float, Earcon]]:
    """Every tone that was played with its second."""
    by_samples = {earcon_samples(earcon).tobytes(): earcon for earcon in Earcon}
    return [(stage.second(at), by_samples[samples.tobytes()]) for at, samples in stage.player.cues]


def kinds(stage: VoiceHarness) -> list[Earcon]:
    return [earcon for _, earcon in tones(stage)]


class TestEarcons:
    async def test_a_turn_is_awake_understood_and_then_waits(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.until(1)
            stage.listener.wake()
            await stage.wait(0.1)
            await stage.say("what time is it")
            await stage.wait(0.5)
            stage.talk.answer("Ten o'clock. ", "Shall I wake you?")
            await stage.wait(5)
            assert tones(stage)[0] == (1.0, Earcon.WAKE)
            assert kinds(stage) == [Earcon.WAKE, Earcon.END_OF_TURN, Earcon.WAITING]
            understood = next(at for at, state in stage.states if state == "streaming/active")
            assert tones(stage)[1][0] == understood
            assert tones(stage)[2][0] == stage.states[-1][0]

    async def test_after_a_plain_reply_nothing_sounds(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("hello")
            stage.talk.answer("Hello to you.")
            await stage.wait(4)
            assert kinds(stage) == [Earcon.WAKE, Earcon.END_OF_TURN]

    async def test_the_question_to_end_waits_for_the_person(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("hello")
            stage.talk.answer("Hello.")
            await stage.wait(13)
            assert stage.lines[-1] == "Shall we end the conversation?"
            assert kinds(stage)[-1] is Earcon.WAITING

    async def test_an_interruption_is_not_told_by_a_tone(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("hello")
            stage.talk.reply("Is this a long question that goes on?\n")
            await stage.wait(1)
            stage.listener.begin()
            await stage.wait(1)
            assert stage.state == "listening/active"
            assert kinds(stage) == [Earcon.WAKE, Earcon.END_OF_TURN]

    async def test_a_turn_that_fails_sounds_so(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("hello")
            stage.talk.fail("No network.")
            await stage.wait(4)
            assert kinds(stage)[-1] is Earcon.ERROR

    async def test_typed_words_make_no_tone(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.talk.say("hello", spoken=False)
            stage.talk.fail("No network.")
            await stage.wait(4)
            assert kinds(stage) == []

    async def test_they_can_be_switched_off(self) -> None:
        async with VoiceHarness(earcons=False).running() as stage:
            await stage.wake_and_say("hello")
            stage.talk.answer("Shall I?")
            await stage.wait(4)
            await stage.say("hello")
            await stage.wait(1)
            stage.talk.fail("No network.")
            await stage.wait(4)
            assert kinds(stage) == []

    async def test_they_delay_neither_what_is_heard_nor_what_is_said(self) -> None:
        starts: list[list[tuple[float, str]]] = []
        for earcons in (True, False):
            async with VoiceHarness(earcons=earcons).running() as stage:
                await stage.wake_and_say("hello")
                stage.talk.answer("Hello to you, my friend. Shall I go on?")
                await stage.wait(6)
                starts.append([*stage.spoken, *stage.states])
        assert starts[0] == starts[1]

    async def test_a_tone_is_no_sentence(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("hello")
            await stage.wait(1)
            assert stage.talk.of(SentenceSpoken) == []


class TestFillers:
    async def test_a_slow_tool_is_bridged_once_a_turn(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("look it up")
            stage.talk.start_tool()
            await stage.wait(1.9)
            assert stage.lines == []
            await stage.wait(8)
            assert stage.lines == FILLERS[:1]
            assert stage.path[-2:] == ["speaking/active", "tool_calling/active"]
            stage.talk.finish_tool()
            stage.talk.answer("Here it is.")
            await stage.wait(4)
            assert stage.lines == [FILLERS[0], "Here it is."]
            assert stage.state == "listening/active"

    async def test_the_silence_counts_from_the_last_word(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("look it up")
            stage.talk.reply("I will look. ")
            stage.talk.start_tool()
            await stage.until_state("speaking/active")
            await stage.until_state("tool_calling/active")
            quiet = stage.t
            await stage.wait(5)
            assert [text for _, text in stage.spoken] == ["I will look.", FILLERS[0]]
            assert stage.spoken[1][0] == pytest.approx(quiet + 2.5 + 0.15, abs=0.15)

    async def test_a_long_wait_for_a_tool_is_explained_once(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("look it up")
            stage.talk.start_tool()
            await stage.wait(90)
            assert stage.lines == [FILLERS[0], STILL_WORKING]
            assert stage.state == "tool_calling/active"

    async def test_a_slow_model_is_given_longer_and_told_of_once(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("think")
            await stage.wait(MODEL_S - 0.6)
            assert stage.lines == []
            await stage.wait(1)
            assert stage.lines == FILLERS[:1]
            await stage.wait(90)
            assert stage.lines == [FILLERS[0], STILL_WAITING]
            stage.talk.answer("Here it is.")
            await stage.wait(4)
            assert stage.lines[-1] == "Here it is."
            assert stage.state == "listening/active"

    async def test_whoever_goes_on_after_such_a_sentence_is_joined_to_the_turn(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("think")
            await stage.wait(MODEL_S + 0.2)
            assert stage.state == "speaking/active"
            stage.listener.begin()
            await stage.say("of a number")
            await stage.wait(0.5)
            assert stage.talk.went_on == ["of a number"]

    async def test_a_pause_in_a_reply_that_was_begun_is_not_bridged(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("think")
            stage.talk.reply("One two three. ", "F")
            await stage.wait(20)
            assert stage.lines == ["One two three."]

    async def test_a_tool_that_is_quick_is_not_bridged_even_after_a_slow_model(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("think")
            await stage.wait(3)
            stage.talk.start_tool()
            await stage.wait(0.5)
            stage.talk.finish_tool()
            stage.talk.finish()
            await stage.wait(5)
            assert stage.lines == []

    async def test_the_reply_takes_the_place_of_a_filler_that_does_not_sound_yet(self) -> None:
        stage = VoiceHarness(synthesiser=FakeSynthesiser(seconds=1.0))
        async with stage.running():
            await stage.wake_and_say("look it up")
            stage.talk.start_tool()
            await stage.wait(2.5)
            stage.talk.finish_tool()
            stage.talk.answer("Here it is.")
            await stage.wait(5)
            assert stage.lines == ["Here it is."]
            assert stage.state == "listening/active"

    async def test_they_vary(self) -> None:
        async with VoiceHarness().running() as stage:
            for turn in range(5):
                await (stage.wake_and_say("look") if turn == 0 else stage.say("look"))
                await stage.wait(0.5)
                stage.talk.start_tool()
                await stage.wait(5)
                stage.talk.finish_tool()
                stage.talk.finish()
                await stage.until_state("listening/active")
            assert stage.lines == [*FILLERS, FILLERS[0]]

    async def test_a_question_to_the_person_is_not_dead_air(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("set it up")
            stage.talk.start_tool("ask_user_question")
            questions = question_set()
            stage.talk.ask(questions)
            await stage.wait(20)
            assert stage.lines == []
            stage.talk.settle(questions, None, Channel.DESKTOP)

    async def test_what_is_said_for_silence_is_not_what_was_heard_of_the_reply(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("look it up")
            stage.talk.reply("I will look. ")
            stage.talk.start_tool()
            await stage.wait(4.8)
            assert stage.lines[-1] == FILLERS[0]
            assert stage.state == "speaking/active"
            stage.listener.begin()
            await stage.wait(0.2)
            assert stage.talk.stopped == ["I will look."]


class TestFailures:
    async def test_a_failure_is_told_in_the_language_of_the_conversation(self) -> None:
        stage = VoiceHarness(synthesiser=FakeSynthesiser(others=frozenset({"de"})))
        stage.transcriber.language = "de"
        async with stage.running():
            await stage.wake_and_say("Wie spät ist es bei dir?")
            stage.talk.fail("Kein Netz.")
            await stage.wait(4)
            assert stage.lines == ["Ich konnte keine Antwort bekommen."]
            assert stage.synthesiser.languages == ["de"]
            assert stage.state == "listening/active"

    async def test_a_cancelled_turn_is_not_commented(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("hello")
            await stage.talk.stop_turn()
            await stage.wait(4)
            assert stage.lines == []

    async def test_the_failure_of_a_typed_turn_is_only_shown(self) -> None:
        async with VoiceHarness(speak_typed_turns=True).running() as stage:
            await stage.talk.say("hello", spoken=False)
            stage.talk.fail("No network.")
            await stage.wait(4)
            assert stage.lines == []

    async def test_without_a_voice_the_failure_is_only_shown(self) -> None:
        async with VoiceHarness(has_synthesiser=False).running() as stage:
            await stage.wake_and_say("hello")
            stage.talk.fail("No network.")
            await stage.wait(4)
            assert stage.notices.count("I could not get an answer.") == 0
            assert stage.state == "listening/active"


class TestLanguages:
    async def test_each_line_is_read_by_the_voice_of_its_language(self) -> None:
        synthesiser = FakeSynthesiser(others=frozenset({"ko"}))
        async with VoiceHarness(synthesiser=synthesiser).running() as stage:
            await stage.wake_and_say("how do you say it in Korean")
            stage.talk.answer("This is how you say it:\n지금은 열 시예요.\nThat is all of it.")
            await stage.wait(10)
            assert list(zip(synthesiser.said, synthesiser.languages, strict=True)) == [
                ("This is how you say it:", "en"),
                ("지금은 열 시예요.", "ko"),
                ("That is all of it.", "en"),
            ]
            assert stage.notices == []

    async def test_a_language_without_a_voice_is_shown_and_told_once(self) -> None:
        async with VoiceHarness().running() as stage:
            for turn in range(2):
                await (stage.wake_and_say("auf Deutsch") if turn == 0 else stage.say("noch mal"))
                await stage.wait(0.5)
                stage.talk.answer("Es ist zehn Uhr und die Sonne scheint. Klar!\n")
                await stage.wait(4)
                assert stage.state == "listening/active"
            assert stage.lines == []
            (notice,) = [event for event in stage.talk.of(Notice) if isinstance(event, Notice)]
            assert "German" in notice.text
            assert "de=de_DE-thorsten-medium" in notice.hint
            assert notice.code == "voice_language_missing_de"

    async def test_a_voice_that_the_catalogue_has_is_offered(self) -> None:
        synthesiser = FakeSynthesiser(to_fetch={"de": "de_DE-thorsten-medium"})
        async with VoiceHarness(synthesiser=synthesiser).running() as stage:
            await stage.wake_and_say("auf Deutsch")
            stage.talk.answer("Es ist zehn Uhr und die Sonne scheint. Klar! Danke.\n")
            await stage.wait(4)
            (notice,) = [event for event in stage.talk.of(Notice) if isinstance(event, Notice)]
            assert notice.hint == "Or run: parley models get de_DE-thorsten-medium"
            assert [(action.label, action.command) for action in notice.actions] == [
                (
                    "Download a voice for German",
                    FetchModelFiles(name="de_DE-thorsten-medium"),
                )
            ]

    async def test_where_only_the_plain_voice_is_left_its_switch_is_shown(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("how do you say it in Korean")
            stage.talk.answer("This is how you say it:\n지금은 열 시예요.\nThat is all of it.")
            await stage.wait(10)
            (notice,) = [event for event in stage.talk.of(Notice) if isinstance(event, Notice)]
            assert [action.command for action in notice.actions] == [
                OpenSettings(page="voice", field="voice_plain_voice")
            ]

    async def test_only_the_lines_without_a_voice_are_left_out(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("how do you say it in Chinese")
            stage.talk.answer("This is how you say it:\n现在十点。\nThat is all of it.")
            await stage.wait(10)
            assert stage.lines == ["This is how you say it:", "That is all of it."]

    async def test_the_voice_of_what_was_asked_is_loaded_while_the_model_writes(self) -> None:
        synthesiser = FakeSynthesiser(others=frozenset({"de"}))
        stage = VoiceHarness(synthesiser=synthesiser)
        stage.transcriber.language = "de"
        async with stage.running():
            await stage.wake_and_say("Wie spät ist es bei dir?")
            assert synthesiser.warmed == [None, "de"]
            stage.talk.reply("Klar!\n")
            await stage.wait(1)
            assert synthesiser.languages == ["de"]

    async def test_a_voice_that_breaks_takes_only_its_language_with_it(self) -> None:
        synthesiser = FakeSynthesiser(
            others=frozenset({"ko"}), errors={"ko": ModelLoadError("The file is damaged.")}
        )
        async with VoiceHarness(synthesiser=synthesiser).running() as stage:
            await stage.wake_and_say("how do you say it in Korean")
            stage.talk.answer("This is how you say it:\n지금은 열 시예요.\n네.\nThat is all of it.")
            await stage.wait(10)
            assert stage.lines == ["This is how you say it:", "That is all of it."]
            assert stage.state == "listening/active"
            assert UNAVAILABLE not in stage.notices
            (notice,) = [event for event in stage.talk.of(Notice) if isinstance(event, Notice)]
            assert notice.hint == "The file is damaged."

    async def test_a_voice_of_another_language_that_was_mended_is_used_next_time(self) -> None:
        synthesiser = FakeSynthesiser(
            others=frozenset({"ko"}), errors={"ko": ModelLoadError("The file is damaged.")}
        )
        async with VoiceHarness(synthesiser=synthesiser).running() as stage:
            await stage.wake_and_say("how do you say it in Korean")
            stage.talk.answer("지금은 열 시예요.\n")
            await stage.wait(1)
            assert stage.lines == []
            synthesiser.errors.clear()
            await stage.session.on_command(ToggleMicrophone())
            await stage.until_state("idle/inactive")
            await stage.wake_and_say("how do you say it in Korean")
            stage.talk.answer("지금은 열 시예요.\n")
            await stage.wait(4)
            assert stage.lines == ["지금은 열 시예요."]

    async def test_what_stands_for_code_is_said_in_the_language_of_the_reply(self) -> None:
        synthesiser = FakeSynthesiser(others=frozenset({"ko"}))
        async with VoiceHarness(synthesiser=synthesiser).running() as stage:
            await stage.wake_and_say("in Korean")
            stage.talk.answer("이렇게 하세요:\n```\nx = 1\n```\n")
            await stage.wait(6)
            assert synthesiser.languages == ["ko", "ko"]
            assert synthesiser.said[1] != "The code is on the screen."


class TestBeginnings:
    async def test_the_voice_does_not_fall_where_a_sentence_goes_on(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("hello")
            stage.talk.answer("The weather in Paris today is mild with some clouds.")
            await stage.wait(8)
            assert stage.synthesiser.said == [
                "The weather in Paris today is mild,",
                "with some clouds.",
            ]
            assert stage.lines == ["The weather in Paris today is mild", "with some clouds."]


class TestRecovery:
    async def test_a_voice_that_was_mended_is_used_at_the_next_session(self) -> None:
        synthesiser = FakeSynthesiser(warm_up_error=ModelLoadError("damaged"))
        async with VoiceHarness(synthesiser=synthesiser).running() as stage:
            assert stage.notices == [UNAVAILABLE]
            synthesiser.warm_up_error = None
            await stage.wake_and_say("hello")
            stage.talk.answer("Hello to you.")
            await stage.wait(4)
            assert stage.lines == ["Hello to you."]
            last = [event for event in stage.talk.of(Notice) if isinstance(event, Notice)][-1]
            assert last.resolved

    async def test_a_voice_that_is_still_broken_is_told_again_and_all_goes_on_as_text(self) -> None:
        synthesiser = FakeSynthesiser(warm_up_error=ModelLoadError("damaged"))
        async with VoiceHarness(synthesiser=synthesiser).running() as stage:
            await stage.wake_and_say("hello")
            stage.talk.answer("Hello to you.")
            await stage.wait(4)
            assert stage.lines == []
            assert set(stage.notices) == {UNAVAILABLE}
            assert stage.state == "listening/active"

    async def test_a_speaker_that_could_not_be_opened_is_tried_at_the_next_session(self) -> None:
        stage = VoiceHarness(player=FakePlayer(error=DeviceError("no speaker")))
        async with stage.running():
            assert stage.notices == [UNAVAILABLE]
            stage.player.error = None
            await stage.wake_and_say("hello")
            stage.talk.answer("Hello to you.")
            await stage.wait(4)
            assert stage.lines == ["Hello to you."]
            assert not stage.session.prompts.is_open or stage.state == "listening/active"

    async def test_a_speaker_lost_and_found_in_a_session_is_used_for_the_next_reply(self) -> None:
        async with VoiceHarness().running() as stage:
            await stage.wake_and_say("hello")
            stage.talk.reply("One two three four. ")
            await stage.wait(0.5)
            stage.player.tell(OutputLost(at=0, reason="unplugged"))
            await stage.wait(0)
            stage.talk.finish()
            assert stage.notices == [UNAVAILABLE]
            stage.player.tell(OutputRestored(at=0))
            await stage.wait(1)
            assert stage.state == "listening/active"
            await stage.say("again")
            await stage.wait(0.5)
            stage.talk.answer("Five.")
            await stage.wait(2)
            assert stage.lines[-1] == "Five."

    async def test_without_a_voice_no_prompt_is_open_for_questions(self) -> None:
        synthesiser = FakeSynthesiser(warm_up_error=ModelLoadError("damaged"))
        async with VoiceHarness(synthesiser=synthesiser).running() as stage:
            await stage.wake_and_say("hello")
            assert stage.state == "streaming/active"
            assert not stage.session.prompts.is_open


async def test_the_pause_after_a_line_does_not_shorten_what_was_heard_of_it() -> None:
    class Spoken(FakeSynthesiser):
        async def synthesise(  # type: ignore[override]
            self, text: str, *, language: str | None = None
        ) -> tuple[np.ndarray[tuple[int], np.dtype[np.float32]], int]:
            words = np.full(100, 0.5, np.float32)
            return np.concatenate((words, np.zeros(100, np.float32))), 100

    async with VoiceHarness(synthesiser=Spoken()).running() as stage:
        await stage.wake_and_say("hello")
        stage.talk.reply("One two three four. ")
        stage.talk.reply("And more of it.")
        await stage.wait(0.05 + 1.3)  # the words are over, the silence after them is not
        stage.listener.begin()
        await stage.wait(0.2)
        assert stage.talk.stopped == ["One two three four."]
