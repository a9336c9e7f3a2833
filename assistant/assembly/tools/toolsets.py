"""The tools of the program by subject, in the order in which the model is told of them."""

import asyncio
from collections.abc import Callable, Iterator

from assistant import __version__
from assistant.clock import Clock
from assistant.coding_agents.model.session_board import SessionBoard
from assistant.engine.launch_options import LaunchOptions
from assistant.prompting.skills import SkillShelf
from assistant.tools.coding_agents.agent_tools import AgentStarter, AgentTools
from assistant.tools.history.history_tools import DecisionArchive, DecisionTools, HistoryTools
from assistant.tools.history.past_conversations import ConversationArchive
from assistant.tools.memory.memory_tools import MemoryTools, RememberedFacts
from assistant.tools.notes.list_tools import ListTools
from assistant.tools.notes.note_files import NoteFiles
from assistant.tools.notes.note_tools import NoteTools
from assistant.tools.questions.question_tools import QuestionTools
from assistant.tools.questions.skill_tools import SkillTools
from assistant.tools.system.applications import SystemApplications
from assistant.tools.system.clipboard_programs import ProgramClipboard
from assistant.tools.system.clipboard_tools import ClipboardTools
from assistant.tools.system.command_tools import CommandTools
from assistant.tools.system.host_access import FetchedPage, HostAccess, PageFetcher
from assistant.tools.system.model.addresses import OpenableAddress
from assistant.tools.system.opener import SystemOpener
from assistant.tools.system.opening_tools import OpeningTools
from assistant.tools.system.screen_tools import ScreenTools
from assistant.tools.system.shell import Shell
from assistant.tools.system.volume_tools import VolumeControl, VolumeTools
from assistant.tools.timers.keeper import TimerKeeper
from assistant.tools.timers.timer_tools import TimerTools
from assistant.tools.toolset import Toolset
from assistant.tools.utilities.utility_tools import UtilityTools
from assistant.tools.web.page_tools import PageTools
from assistant.tools.workspace.disk import Workspaces
from assistant.tools.workspace.file_change_tools import FileChangeTools
from assistant.tools.workspace.file_location import FileLocator
from assistant.tools.workspace.file_tools import FileTools
from assistant.tools.workspace.folder_tools import FolderTools
from assistant.tools.workspace.granted_folders import GrantedFolders
from assistant.tools.workspace.trash_tools import TrashTools


def question_toolsets(plan: LaunchOptions) -> Iterator[Toolset]:
    """Toolsets that every conversation has: to tell time and calculate, to ask, to read skills."""
    style = plan.settings.questions.result_format
    questions = QuestionTools(style=style, timeout_s=plan.settings.questions.timeout_s or None)
    yield UtilityTools(plan.clock)
    yield questions
    yield SkillTools(shelf=SkillShelf.of(plan.home), clock=plan.clock, questions=questions)


def system_toolsets(outside: HostAccess | None) -> Iterator[Toolset]:
    """Toolsets for the user's machine.

    Args:
        outside: What the surface has of the machine; None for one without a window.
    """
    outside = outside or HostAccess()
    yield OpeningTools(SystemOpener(), SystemApplications())
    yield ClipboardTools(outside.clipboard or ProgramClipboard())
    yield PageTools(LateFetcher())
    yield ScreenTools(outside.screen)
    yield CommandTools(Shell())


def home_toolsets(
    *,
    timers: TimerKeeper,
    board: Callable[[], SessionBoard],
    agents: AgentStarter,
    volume: VolumeControl,
    granted: GrantedFolders,
    past: ConversationArchive,
    decisions: DecisionArchive,
    memory: RememberedFacts,
    clock: Clock,
) -> Iterator[Toolset]:
    """Toolsets for what Parley keeps, and for the folders of the user."""
    workspaces = Workspaces()
    files = FileLocator(workspaces, granted)
    yield TimerTools(timers)
    yield AgentTools(board=board, starter=agents, clock=clock)
    yield VolumeTools(volume)
    yield ListTools(NoteFiles(workspaces=workspaces, folder="lists", kind="list"))
    yield NoteTools(NoteFiles(workspaces=workspaces, folder="notes", kind="note"), clock)
    yield FileTools(files, clock)
    yield FileChangeTools(files)
    yield TrashTools(files)
    yield FolderTools(granted)
    yield HistoryTools(past)
    yield DecisionTools(decisions)
    yield MemoryTools(memory)


class LateFetcher:
    """Implements `PageFetcher`; what speaks HTTP is loaded with the first page."""

    def __init__(self) -> None:
        self._fetcher: PageFetcher | None = None

    async def fetch(self, address: OpenableAddress) -> FetchedPage:
        """Raises AssistantError if the page cannot be fetched, or must not be."""
        if self._fetcher is None:
            self._fetcher = await asyncio.to_thread(_fetcher)
        return await self._fetcher.fetch(address)


def _fetcher() -> PageFetcher:
    from assistant.tools.web.page_fetcher import HttpPageFetcher

    return HttpPageFetcher(user_agent=f"Parley/{__version__}")
