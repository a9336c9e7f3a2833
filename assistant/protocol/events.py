"""What the engine tells its listeners: the closed union `EngineEvent`, composed of the topics.

Every channel listens to the same events. Listeners are called on the engine thread and must not
block. Events are frozen. Times named `at` are seconds on the monotonic clock.
"""

from assistant.protocol.coding_agents import AgentSetupEvent, CodingAgentEvent
from assistant.protocol.conversation import ConversationEvent
from assistant.protocol.decisions import DecisionsListed
from assistant.protocol.dictation import DictationChanged
from assistant.protocol.first_run import FirstRunEvent
from assistant.protocol.folders import FolderEvent
from assistant.protocol.history import HistoryEvent
from assistant.protocol.mcp_servers import McpServerEvent
from assistant.protocol.memory import MemoryEvent
from assistant.protocol.messages import HistoryLoaded
from assistant.protocol.models import ModelSwitched
from assistant.protocol.notices import ModelAdvice, Notice
from assistant.protocol.personas import PersonaEvent
from assistant.protocol.questions import QuestionEvent
from assistant.protocol.sync import SyncEvent
from assistant.protocol.telegram import TelegramListed
from assistant.protocol.timers import TimerEvent
from assistant.protocol.tools import ToolEvent
from assistant.protocol.turns import TurnEvent
from assistant.protocol.voice import VoiceEvent
from assistant.protocol.wake_words import WakeWordEvent

EngineEvent = (
    ConversationEvent
    | TurnEvent
    | HistoryLoaded
    | QuestionEvent
    | HistoryEvent
    | DecisionsListed
    | VoiceEvent
    | WakeWordEvent
    | DictationChanged
    | ModelSwitched
    | MemoryEvent
    | PersonaEvent
    | ToolEvent
    | FolderEvent
    | McpServerEvent
    | TimerEvent
    | TelegramListed
    | SyncEvent
    | CodingAgentEvent
    | AgentSetupEvent
    | FirstRunEvent
    | Notice
    | ModelAdvice
)
