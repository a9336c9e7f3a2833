"""Questions that are put by voice: reading, asking, leaving.

While a question holds the prompt, what the user says is for it and never for the model. A question
that was left stays on the screen; the user comes back to it by calling.
"""

from dataclasses import replace

from assistant.protocol.conversation_state import (
    ConversationPhase,
    ConversationSignal,
    VoiceSessionState,
)
from assistant.questions.spoken.read_aloud import SpokenLine
from assistant.voice.questions.voice_prompt import PromptWithdrawn
from assistant.voice.session.policy.decision import Decision
from assistant.voice.session.policy.user_turns import answer_prompt
from assistant.voice.session.policy.voice_actions import (
    PlainAction,
    ReadQuestion,
    SpeakPrompt,
)
from assistant.voice.session.policy.voice_state import Attention, PromptStage, is_question_left
from assistant.voice.text.spoken_phrases import LEFT_ON_SCREEN


def taken_aside(decision: Decision) -> None:
    """A question that no turn waits for takes the prompt, and opens a session if none is."""
    decision.prompt_is(PromptStage.HELD)
    decision.state = replace(decision.state, is_prompt_aside=True, is_turn_unused=False)
    if decision.session is VoiceSessionState.INACTIVE:
        decision.attend(Attention.NONE)
        decision.state = replace(decision.state, is_opened_by_prompt=True)
        decision.signal(ConversationSignal.WAKE)


def put_aside(decision: Decision) -> None:
    """Something else begins: a question that no turn waits for stays on the screen."""
    if not decision.state.is_prompt_aside:
        return
    decision.lose_prompt()
    if decision.state.is_opened_by_prompt and decision.accepts(ConversationSignal.SESSION_ENDED):
        decision.signal(ConversationSignal.SESSION_ENDED)


def asked(decision: Decision, lines: tuple[SpokenLine, ...]) -> None:
    """Read a question and hear its answer; without lines only hear."""
    if lines:
        decision.prompt_is(PromptStage.READING)
        _read(decision, lines)
    else:
        decision.prompt_is(PromptStage.ASKING)
        decision.listen_anew()


def announced(decision: Decision, lines: tuple[SpokenLine, ...]) -> None:
    """Say something without listening."""
    decision.prompt_is(PromptStage.ANNOUNCING)
    _read(decision, lines)


def _read(decision: Decision, lines: tuple[SpokenLine, ...]) -> None:
    if decision.phase is ConversationPhase.LISTENING:
        decision.signal(ConversationSignal.QUESTION_SPOKEN)
    decision.do(ReadQuestion(lines))


def yielded(decision: Decision) -> None:
    """Stop asking, if a reply is waited for."""
    if decision.state.prompt.is_asking:
        answer_prompt(decision, PromptWithdrawn())
        stopped(decision)


def stopped(decision: Decision) -> None:
    """Stop saying and hearing the question; it stays pending."""
    decision.discard_turn()
    decision.discard_overlap()
    decision.do(PlainAction.WITHDRAW_QUESTION)
    if decision.state.is_prompt_aside:
        return
    if decision.phase in {ConversationPhase.LISTENING, ConversationPhase.SPEAKING}:
        decision.do(PlainAction.TELL_SPEECH_CUT)
        decision.signal(ConversationSignal.QUESTION_LEFT)


def abandoned(decision: Decision) -> None:
    """The user ignored a question: the session ends, and the question stays on the screen.

    The user can call for it; what an answer by hand leads to is shown, and opens no microphone.
    """
    if is_question_left(decision.state, decision.now):
        decision.signal(ConversationSignal.SESSION_ENDED)
        decision.do(PlainAction.MUTE_REPLY, SpeakPrompt(LEFT_ON_SCREEN))


def released(decision: Decision) -> None:
    """The question released the prompt: it is neither said nor heard any more.

    A session that it opened ends with it.
    """
    is_opened = decision.state.is_prompt_aside and decision.state.is_opened_by_prompt
    decision.prompt_is(PromptStage.NONE)
    decision.state = replace(decision.state, is_prompt_aside=False)
    decision.discard_turn()
    decision.discard_overlap()
    decision.do(PlainAction.WITHDRAW_QUESTION)
    if decision.phase is ConversationPhase.LISTENING:
        decision.rest()
    if is_opened and decision.accepts(ConversationSignal.SESSION_ENDED):
        decision.signal(ConversationSignal.SESSION_ENDED)
    decision.do(PlainAction.CHECK_SILENCE)  # what was silenced tells of no end
    decision.update_listening()
