"""When the model is asked before a turn is certain to be over, and when that is given up.

What is asked ahead has no effect of its own, but it costs a request. It is asked at a pause whose
words may be all. Eagerly it is asked the moment the pause begins, with the words of the newest draft
if hardly anything can have been said since, or with those of a quick draft of the pause: its transcript
is known a third of a second later, and keeps what says the same. Where only the user's own voice counts
it waits for whose voice it is.

It is not asked while the user speaks: of 107 requests that this would have made over 60 recorded turns,
one at each draft that looked finished, 89 would have been in vain, and 6 of 27 long turns would have
gained by the others. Half of the drafts have the last word only 0.25 s before its end.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from assistant.languages.same_words import same_words
from assistant.voice.events import VoicePaused
from assistant.voice.protocols import SAMPLE_RATE_HZ
from assistant.voice.questions.voice_prompt import HeardWords
from assistant.voice.session.policy.decision import Decision
from assistant.voice.session.policy.voice_actions import PlainAction, Speculate
from assistant.voice.session.policy.voice_events import RollingHeard
from assistant.voice.session.policy.voice_state import DraftedWords, PromptStage, Speculation
from assistant.voice.turn_taking.text_completeness import TextCompleteness

MOST_REQUESTS: Final[Mapping[Speculation, int]] = {
    Speculation.OFF: 0,
    Speculation.SPARING: 1,
    Speculation.EAGER: 3,
}
"""How often the model is asked ahead in one turn of the user's; LiveKit's preemptive generation
asks three times at most."""
RESERVED_FOR_PAUSES: Final = 1
"""So many of them are not spent on drafts: the words of a pause are more often all."""
MAX_SPEECH_S: Final = 10.0
"""Seconds of a turn after which it is not asked: whoever talks long pauses often."""
FRESH_S: Final = 0.4
"""Seconds of sound since a draft, the silence by which the pause was noticed among them, in which
hardly a word is said."""


def draft_heard(decision: Decision, event: RollingHeard, *, is_for_model: bool) -> None:
    """Note a draft, if it may be final; at a pause, ask about it."""
    may_be_all = is_for_model and event.completeness is TextCompleteness.FINISHED
    if decision.state.pause_id is not None:
        if may_be_all and _asks_about_drafts(decision):
            _ask(decision, event.words, speech_s=event.speech_s, kept=RESERVED_FOR_PAUSES)
        return
    draft = DraftedWords(event.words, event.speech_s) if may_be_all else None
    decision.state = replace(decision.state, draft=draft)


def pause_began(decision: Decision, event: VoicePaused) -> None:
    """The user may be done: ask about the newest draft, if it may be final."""
    draft = decision.state.draft
    decision.state = replace(decision.state, draft=None)
    speech_s = len(event.audio) / SAMPLE_RATE_HZ
    if draft is not None and _asks_about_drafts(decision) and speech_s - draft.speech_s <= FRESH_S:
        _ask(decision, draft.words, speech_s=speech_s, kept=RESERVED_FOR_PAUSES)


def _asks_about_drafts(decision: Decision) -> bool:
    """Whether the model is asked before the words of a pause, and their speaker, are known."""
    return decision.options.speculate is Speculation.EAGER and (
        decision.state.is_any_voice or not decision.options.checks_voice
    )


def pause_heard(
    decision: Decision, words: HeardWords, *, speech_s: float, is_for_model: bool
) -> None:
    """The words up to a pause may be final: ask about them, unless that is under way."""
    if is_for_model:
        _ask(decision, words, speech_s=speech_s, kept=0)
    else:
        withdraw(decision)


def withdraw(decision: Decision) -> None:
    """Cancel what was asked ahead."""
    if decision.state.asked_ahead:
        decision.state = replace(decision.state, asked_ahead="")
        decision.do(PlainAction.CANCEL_SPECULATION)


def _ask(decision: Decision, words: HeardWords, *, speech_s: float, kept: int) -> None:
    """Ask the model ahead, unless it was asked too often; replaces other words."""
    state = decision.state
    if state.asked_ahead and same_words(state.asked_ahead, words.text):
        return
    if (
        state.prompt is PromptStage.NONE
        and not decision.now.is_ringing
        and not decision.now.is_rest_offered
        and state.speculations < MOST_REQUESTS[decision.options.speculate] - kept
        and speech_s <= MAX_SPEECH_S
    ):
        decision.state = replace(state, speculations=state.speculations + 1, asked_ahead=words.text)
        decision.do(Speculate(words.text, language=words.language))
    else:
        withdraw(decision)
