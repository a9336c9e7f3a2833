"""Builds the tools for user data: notes, lists, files, past conversations, memory."""

from collections.abc import Iterator
from typing import Any

from assistant.clock import Clock
from assistant.prompting.files import PromptFiles
from assistant.tools.descriptions import read_description
from assistant.tools.history.list_decisions import DecisionArchive, ListDecisions
from assistant.tools.history.past_conversations import ConversationArchive
from assistant.tools.history.read_conversation import ReadConversation
from assistant.tools.history.search_conversations import SearchConversations
from assistant.tools.memory.forget import Forgetter, ForgetTool
from assistant.tools.memory.recall import RecallTool
from assistant.tools.notes.add_note import AddNote
from assistant.tools.notes.delete_list import DeleteList
from assistant.tools.notes.delete_note import DeleteNote
from assistant.tools.notes.edit_list import EditList
from assistant.tools.notes.note_files import NoteFiles
from assistant.tools.notes.read_notes import ReadNotes
from assistant.tools.notes.show_list import ShowList
from assistant.tools.tool import Tool
from assistant.tools.workspace.delete_file import DeleteFile
from assistant.tools.workspace.disk import Workspaces
from assistant.tools.workspace.file_location import FileLocator
from assistant.tools.workspace.granted_folders import GrantedFolders
from assistant.tools.workspace.list_files import ListFiles
from assistant.tools.workspace.read_file import ReadFile
from assistant.tools.workspace.request_folder import RequestFolder
from assistant.tools.workspace.restore_deleted import RestoreDeleted
from assistant.tools.workspace.search_files import SearchFiles
from assistant.tools.workspace.write_file import WriteFile


def workspace_tools(
    *,
    past: ConversationArchive,
    decisions: DecisionArchive,
    memory: Forgetter,
    clock: Clock,
    own: PromptFiles,
    granted: GrantedFolders,
) -> Iterator[Tool[Any]]:
    """Make the tools for notes, lists, files and memory.

    Args:
        past: The stored conversations.
        decisions: What the user decided.
        memory: What is remembered.
        clock: Dates notes and ends long searches.
        own: Where their descriptions may be overridden.
        granted: Folders of the user that they may use.

    Raises:
        ConfigError: If a description cannot be used.
    """

    def description(name: str) -> str:
        return read_description(name, own)

    workspaces = Workspaces()
    files = FileLocator(workspaces, granted)
    lists = NoteFiles(workspaces=workspaces, folder="lists", kind="list")
    notes = NoteFiles(workspaces=workspaces, folder="notes", kind="note")
    yield EditList(description=description("edit-list"), lists=lists)
    yield ShowList(description=description("show-list"), lists=lists)
    yield DeleteList(description=description("delete-list"), lists=lists)
    yield AddNote(description=description("add-note"), notes=notes, clock=clock)
    yield ReadNotes(description=description("read-notes"), notes=notes)
    yield DeleteNote(description=description("delete-note"), notes=notes)
    yield ListFiles(description=description("list-files"), files=files)
    yield ReadFile(description=description("read-file"), files=files)
    yield SearchFiles(description=description("search-files"), files=files, clock=clock)
    yield WriteFile(description=description("write-file"), files=files)
    yield DeleteFile(description=description("delete-file"), files=files)
    yield RestoreDeleted(description=description("restore-deleted"), files=files)
    yield RequestFolder(description=description("request-folder"), granted=granted)
    yield SearchConversations(description=description("search-conversations"), past=past)
    yield ReadConversation(description=description("read-conversation"), past=past)
    yield ListDecisions(description=description("list-decisions"), decisions=decisions)
    yield RecallTool(description=description("recall"), recaller=memory)
    yield ForgetTool(description=description("forget"), forgetter=memory)
