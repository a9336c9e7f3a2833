"""What another process may have the engine do, and what it hears."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.channels.web.api.model.remote_access import (
    MAX_MESSAGES,
    RemoteCommand,
    RemoteEvent,
    admitted,
    crossing,
)
from assistant.errors import AnswerRefused, AssistantError, AttachmentRefused, RefusalReason
from assistant.llm.messages_api.pictures import image_block
from assistant.protocol.commands import Command
from assistant.protocol.conversation import (
    MessageRejected,
    QueuedMessagesChanged,
    Say,
    UnsentMessagesReturned,
)
from assistant.protocol.events import EngineEvent
from assistant.protocol.messages import (
    Attachment,
    DocumentPart,
    HistoryLoaded,
    HistoryMessage,
    ImagePart,
    TextPart,
    ToolPart,
)
from assistant.protocol.notices import Notice
from assistant.protocol.questions import (
    AnswerQuestion,
    PresentQuestionAgain,
    SaveDraft,
)
from assistant.protocol.turns import TurnStarted
from assistant.questions.model.pending_question import PendingQuestion
from assistant.questions.model.question import (
    Answer,
    Answered,
    Cancelled,
    CancelReason,
    Channel,
    Draft,
    Method,
    Origin,
    Provenance,
    Purpose,
    QuestionSet,
    Response,
)
from tests.helpers.pictures import png
from tests.helpers.protocol.members import member_of
from tests.helpers.questions.builders import question_set

AT = datetime(2026, 5, 1, 12, tzinfo=UTC)
LIGHTENED = {
    HistoryLoaded, MessageRejected, QueuedMessagesChanged, TurnStarted, UnsentMessagesReturned,
}  # fmt: skip
VALUES = settings(
    max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
REFUSED = {
    "RenameConversation", "DeleteConversation", "DeleteEverything", "BranchFrom",
    "ExportConversations", "ImportConversations", "CopyConversation", "ExportDecisions",
    "ToggleMicrophone", "Mute", "PushToTalk", "Dictate", "CancelDictation",
    "ListWakeWords", "DeleteWakeWord", "BeginEnrolment", "RecordPhrase", "DropRecording",
    "TryWakeWord", "SaveWakeWord", "DeleteVoices", "EndEnrolment",
    "StarterFilesChanged", "ModelChanged", "RulesChanged", "VoiceChanged", "ApiChanged",
    "TelegramChanged", "SyncChanged", "SettingsSaved",
    "SaveMemory", "CompactMemory", "ReadArchived",
    "ListPersonas", "UsePersona", "CreateWorkspace", "SaveAgent",
    "ListTools", "SetToolClass", "EnableTool", "ListToolCalls",
    "ListTrash", "RestoreFile", "EmptyTrash",
    "ListServers", "SaveServer", "RemoveServer", "ReconnectServer", "SignInToServer",
    "CancelSignIn", "SignOutOfServer", "UseServerPrompt",
    "MapTelegramAccount", "UnlinkTelegramAccount",
    "TrySync", "RemoveDevice", "RejoinDevices", "EncryptRecords", "OpenRecords",
    "ChangePassphrase", "MakeRecoveryCode",
    "ListAgentSetups", "SetUpAgent", "AskTestQuestion",
    "TryMicrophone", "TrySpeaker", "TryEcho", "EndSoundTrials", "FindModels", "TryModelKey",
    "AskFirstQuestion",
}  # fmt: skip
"""What loosens, sets up, opens the microphone or tells a secret; and what no terminal does."""
UNHEARD = {
    "ConversationCopied", "MemorySaved", "ArchivedRead", "PersonasListed", "WorkspaceCreated",
    "AgentSaved", "ToolsListed", "ToolCallsListed", "TrashListed", "ServersListed", "ServerSaved",
    "SyncTried", "RecoveryCodeMade", "PassphraseTried", "SettingsArrived", "ContextSent",
    "TranscriptInterim", "TranscriptFinal", "MicrophoneLevel", "SpeechStarted", "SentenceSpoken",
    "SpeechStopped", "WakeWordsListed", "EnrolmentChanged", "EnrolmentLevel", "WakeWordTried",
    "DictationChanged", "AgentSetupsListed", "SoundTried", "ModelsFound", "ModelKeyTried",
}  # fmt: skip


def pending(questions: QuestionSet) -> PendingQuestion:
    return PendingQuestion(
        id=questions.id,
        questions=questions,
        origin=Origin(channel=Channel.DESKTOP, conversation_id="c"),
        asked_at=AT,
        draft=Draft(),
        is_presented=True,
        deadline=AT,
    )


def given_by(channel: Channel, method: Method) -> Provenance:
    return Provenance(channel=channel, method=method, at=datetime(2020, 1, 1, tzinfo=UTC))


def response_of(command: Command) -> Response:
    assert isinstance(command, AnswerQuestion)
    assert command.channel is Channel.API
    return command.response


@pytest.mark.parametrize("kind", get_args(Command), ids=lambda kind: kind.__name__)
def test_each_command_is_carried_out_or_refused(kind: type[Command]) -> None:
    @VALUES
    @given(member_of(kind))
    def decided(command: Command) -> None:
        if kind.__name__ in REFUSED:
            with pytest.raises(AssistantError, match="in Parley's window"):
                admitted(command, pending=(), at=AT)
            return
        if isinstance(command, Say):  # files are judged by their bytes, below
            command = replace(command, attachments=())
        assert type(admitted(command, pending=(), at=AT)) is kind

    decided()


SOURCE = image_block(png(), "image/png").source["data"]
PICTURE = ImagePart(media_type="image/png", data=SOURCE, name="cat.png")
TEXT = DocumentPart(name="a.txt", media_type="text/plain", text="words", characters=5)


def test_files_that_were_judged_are_let_in() -> None:
    command = Say(text="look", attachments=(PICTURE, TEXT))
    assert admitted(command, pending=(), at=AT) == command


@pytest.mark.parametrize(
    "forged",
    [
        replace(PICTURE, media_type="image/gif"),
        replace(PICTURE, data="no base64!"),
        replace(PICTURE, data="aGk="),
        replace(PICTURE, name="two\nlines"),
        replace(TEXT, media_type="text/html"),
        replace(TEXT, text="x" * 40_001),
        replace(TEXT, data="aGk="),
        replace(TEXT, pages=-1),
    ],
)
def test_files_that_only_claim_to_be_judged_are_refused(forged: Attachment) -> None:
    with pytest.raises(AttachmentRefused):
        admitted(Say(text="look", attachments=(TEXT, forged)), pending=(), at=AT)


@pytest.mark.parametrize(
    "event",
    [
        TurnStarted(turn_id="t", text="look", spoken=False, attachments=(PICTURE, TEXT)),
        MessageRejected(text="look", attachments=(PICTURE, TEXT)),
        UnsentMessagesReturned(conversation_id="c", texts=(), attachments=(PICTURE, TEXT)),
        QueuedMessagesChanged(waiting=(("w", ""),), attachments={"w": (PICTURE, TEXT)}),
    ],
)
def test_of_files_their_names_are_heard(event: EngineEvent) -> None:
    told = str(crossing(event))
    assert SOURCE not in told
    assert "words" not in told
    assert "cat.png" in told
    assert "a.txt" in told


def test_what_is_refused_and_not_heard_is_written_down_here() -> None:
    assert {kind.__name__ for kind in get_args(Command)} == REFUSED | {
        kind.__name__ for kind in get_args(RemoteCommand)
    }
    assert {kind.__name__ for kind in get_args(EngineEvent)} == UNHEARD | {
        kind.__name__ for kind in get_args(RemoteEvent)
    }


@pytest.mark.parametrize("kind", get_args(EngineEvent), ids=lambda kind: kind.__name__)
def test_each_event_is_heard_or_stays(kind: type[EngineEvent]) -> None:
    @VALUES
    @given(member_of(kind))
    def decided(event: EngineEvent) -> None:
        told = crossing(event)
        if kind.__name__ in UNHEARD:
            assert told is None
        elif kind not in LIGHTENED:
            assert told == event

    decided()


@VALUES
@given(st.sampled_from(Channel), st.sampled_from(Method))
def test_an_answer_counts_as_given_now_through_the_api(channel: Channel, method: Method) -> None:
    answered = Answered(answers=(), provenance=given_by(channel, method))
    command = AnswerQuestion(questions_id="q", response=answered, channel=channel)
    response = response_of(admitted(command, pending=(), at=AT))
    assert isinstance(response, Answered)
    by_hand = {Method.CLICK, Method.KEY, Method.TYPED}
    assert response.provenance == Provenance(
        channel=Channel.API, method=method if method in by_hand else Method.TYPED, at=AT
    )


@pytest.mark.parametrize("reason", CancelReason)
def test_it_is_the_user_who_cancels(reason: CancelReason) -> None:
    command = AnswerQuestion(
        questions_id="q", response=Cancelled(reason=reason), channel=Channel.DESKTOP
    )
    response = response_of(admitted(command, pending=(), at=AT))
    assert isinstance(response, Cancelled)
    assert response.reason is CancelReason.USER
    assert response.provenance is not None
    assert response.provenance.channel is Channel.API


def test_a_permission_is_neither_given_nor_prepared_nor_put_again() -> None:
    asked = pending(question_set().model_copy(update={"purpose": Purpose.CONFIRM}))
    answered = Answered(answers=(), provenance=given_by(Channel.DESKTOP, Method.CLICK))
    for command in (
        AnswerQuestion(questions_id=asked.id, response=answered, channel=Channel.DESKTOP),
        SaveDraft(questions_id=asked.id, draft=Draft()),
        PresentQuestionAgain(questions_id=asked.id),
    ):
        with pytest.raises(AnswerRefused) as raised:
            admitted(command, pending=(asked,), at=AT)
        assert raised.value.reason is RefusalReason.NOT_ALLOWED


def test_selections_are_kept_as_far_as_they_fit() -> None:
    asked = pending(question_set())
    question = asked.questions.questions[0]
    known = question.options[0].id
    draft = Draft(
        answers={
            question.id: Answer(question_id="another", option_ids=(known, "no such")),
            "no such": Answer(question_id="no such"),
        }
    )
    kept = admitted(SaveDraft(questions_id=asked.id, draft=draft), pending=(asked,), at=AT)
    assert kept == SaveDraft(
        questions_id=asked.id,
        draft=Draft(answers={question.id: Answer(question_id=question.id, option_ids=(known,))}),
    )


def test_words_are_said_as_they_were_submitted() -> None:
    said = Say(text="Hello", conversation_id="c")
    assert admitted(said, pending=(), at=AT) == said


def test_a_long_conversation_is_told_from_its_end_and_without_pictures() -> None:
    picture = ImagePart(media_type="image/png", data="AAAA")
    tool = ToolPart(tool_use_id="t", name="read", arguments="{}", images=(picture,))
    messages = tuple(
        HistoryMessage(
            message_id=str(n), role="user", text="x", parts=(TextPart(text="x"), picture, tool)
        )
        for n in range(MAX_MESSAGES + 3)
    )
    told = crossing(HistoryLoaded(conversation_id="c", messages=messages, shown=5))
    assert isinstance(told, HistoryLoaded)
    assert [one.message_id for one in told.messages] == [str(n) for n in range(3, MAX_MESSAGES + 3)]
    assert told.shown == 2
    for message in told.messages:
        assert message.parts == (
            TextPart(text="x"),
            ToolPart(tool_use_id="t", name="read", arguments="{}"),
        )


def test_a_notice_keeps_what_may_be_done_about_it() -> None:
    notice = Notice(code="any", text="Any.")
    assert crossing(notice) is notice
