"""Converts MCP servers between the user's definition and the stored configuration. Pure."""

from assistant.errors import ConfigError
from assistant.locale import _
from assistant.protocol.mcp_servers import ServerDefinition
from assistant.tools.mcp.model.configuration import HttpTarget, ServerConfig, StdioTarget


def config_of(definition: ServerDefinition) -> ServerConfig:
    if definition.url and definition.command:
        raise ConfigError(_("Write either a command or an address, not both."))
    return ServerConfig(
        name=definition.name,
        target=HttpTarget(
            url=definition.url,
            headers=dict(definition.headers),
            client_id=definition.client_id,
            callback_port=definition.callback_port,
        )
        if definition.url
        else StdioTarget(
            program=definition.command,
            arguments=definition.arguments,
            environment=dict(definition.environment),
            folder=definition.folder,
        ),
        is_enabled=definition.is_enabled,
        timeout_s=definition.timeout_s,
    )


def definition_of(config: ServerConfig) -> ServerDefinition:
    match config.target:
        case StdioTarget() as command:
            return ServerDefinition(
                name=config.name,
                command=command.program,
                arguments=command.arguments,
                environment=dict(command.environment),
                folder=command.folder,
                is_enabled=config.is_enabled,
                timeout_s=config.timeout_s,
            )
        case HttpTarget() as address:
            return ServerDefinition(
                name=config.name,
                url=address.url,
                headers=dict(address.headers),
                client_id=address.client_id,
                callback_port=address.callback_port,
                is_enabled=config.is_enabled,
                timeout_s=config.timeout_s,
            )
