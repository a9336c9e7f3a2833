"""Handles the commands about workspaces and agents. Engine loop only."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from assistant.engine.command_dispatcher import CommandDispatcher
from assistant.errors import ConfigError
from assistant.home import Home
from assistant.locale import _
from assistant.memory.personas import PersonaFiles, PersonaRefusedError, find_persona
from assistant.protocol.events import EngineEvent
from assistant.protocol.notices import Notice
from assistant.protocol.personas import (
    AgentSaved,
    CreateWorkspace,
    ListPersonas,
    PersonasListed,
    SaveAgent,
    UsePersona,
    WorkspaceCreated,
)
from assistant.settings import UserSettings, save

_REFUSED: Final = "persona_refused"
_UNSAVED: Final = "persona_unsaved"


class PersonaCommands:
    """Lists, makes and switches workspaces and agents.

    Args:
        in_use: Returns whose memory and persona new conversations are held with.
        use: Begins a new conversation with others, and keeps to them.
    """

    def __init__(
        self,
        *,
        home: Home,
        in_use: Callable[[], UserSettings],
        use: Callable[[UserSettings], Awaitable[None]],
        emit: Callable[[EngineEvent], None],
    ) -> None:
        self._home = home
        self._files = PersonaFiles(home=home)
        self._in_use = in_use
        self._use = use
        self._emit = emit
        self._writing = asyncio.Lock()
        self._has_listed = False
        self._is_unsaved = False

    def register_commands(self, commands: CommandDispatcher) -> None:
        commands.register(ListPersonas, self._list_them)
        commands.register(UsePersona, self._use_one)
        commands.register(CreateWorkspace, self._create)
        commands.register(SaveAgent, self._save)

    async def _list_them(self, command: ListPersonas) -> None:
        self._has_listed = True
        await self._notify()

    async def _notify(self) -> None:
        """Emit the list if a channel asked for it once."""
        if not self._has_listed:
            return
        now = self._in_use()
        found = await asyncio.to_thread(self._files.find, workspace=now.workspace, agent=now.agent)
        self._emit(
            PersonasListed(
                workspaces=found.workspaces,
                agents=tuple(agent.name for agent in found.agents),
                personas=tuple((agent.name, agent.persona) for agent in found.agents),
                workspace=now.workspace,
                agent=now.agent,
            )
        )

    async def _use_one(self, command: UsePersona) -> None:
        async with self._writing:
            now = self._in_use()
            there = await asyncio.to_thread(
                self._files.find, workspace=now.workspace, agent=now.agent
            )
            found = find_persona(there, workspace=command.workspace, agent=command.agent)
            if found is None:
                self._emit(
                    Notice(
                        code=_REFUSED,
                        text=_("There is no persona {agent} or no workspace {workspace}.").format(
                            agent=command.agent, workspace=command.workspace
                        ),
                    )
                )
                await self._notify()
                return
            wanted = now.model_copy(update={"workspace": found[0], "agent": found[1]})
            await self._use(wanted)
            await self._keep(wanted)
        await self._notify()

    async def _keep(self, person: UserSettings) -> None:
        """Write the choice into the settings; if that fails it holds until the program ends."""
        try:
            for key in ("workspace", "agent"):
                value: str = getattr(person, key)
                await asyncio.to_thread(save, self._home, "person", key, value)
        except ConfigError as error:
            self._is_unsaved = True
            hint = error.hint or _("The setting holds until you quit.")
            self._emit(Notice(code=_UNSAVED, text=error.message, hint=hint))
            return
        if self._is_unsaved:
            self._is_unsaved = False
            self._emit(Notice(code=_UNSAVED, text="", resolved=True))

    async def _create(self, command: CreateWorkspace) -> None:
        async with self._writing:
            problem = ""
            try:
                await asyncio.to_thread(self._files.create_workspace, command.name)
            except PersonaRefusedError as error:
                problem = error.message
        if not problem:
            await self._notify()
        self._emit(WorkspaceCreated(name=command.name, problem=problem))

    async def _save(self, command: SaveAgent) -> None:
        async with self._writing:
            problem, conflict = "", None
            try:
                await asyncio.to_thread(
                    self._files.save_agent,
                    command.name,
                    command.persona,
                    replaces=command.replaces,
                )
            except PersonaRefusedError as error:
                problem, conflict = error.message, error.now
        if not problem:
            await self._notify()
        self._emit(AgentSaved(name=command.name, problem=problem, conflict=conflict))
