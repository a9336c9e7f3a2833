"""What a channel may ask of the engine: the closed union `Command`, composed of the topics."""

from assistant.protocol.coding_agents import AgentSetupCommand, CodingAgentCommand
from assistant.protocol.conversation import ConversationCommand
from assistant.protocol.decisions import DecisionCommand
from assistant.protocol.dictation import DictationCommand
from assistant.protocol.first_run import FirstRunCommand
from assistant.protocol.folders import FolderCommand
from assistant.protocol.history import HistoryCommand
from assistant.protocol.mcp_servers import McpServerCommand
from assistant.protocol.memory import MemoryCommand
from assistant.protocol.models import ModelCommand
from assistant.protocol.personas import PersonaCommand
from assistant.protocol.questions import QuestionCommand
from assistant.protocol.settings import SettingsCommand
from assistant.protocol.sync import SyncCommand
from assistant.protocol.telegram import TelegramCommand
from assistant.protocol.timers import TimerCommand
from assistant.protocol.tools import ToolCommand
from assistant.protocol.voice import VoiceCommand
from assistant.protocol.wake_words import WakeWordCommand

Command = (
    ConversationCommand
    | QuestionCommand
    | HistoryCommand
    | DecisionCommand
    | VoiceCommand
    | WakeWordCommand
    | DictationCommand
    | ModelCommand
    | SettingsCommand
    | MemoryCommand
    | PersonaCommand
    | ToolCommand
    | FolderCommand
    | McpServerCommand
    | TimerCommand
    | TelegramCommand
    | SyncCommand
    | CodingAgentCommand
    | AgentSetupCommand
    | FirstRunCommand
)
