"""Where the texts come from that the model sees in a conversation. Pure.

It is read from the stored messages each time, so nothing of it is forgotten when the program ends.
"""

import json
from collections.abc import Iterator, Sequence

from assistant.conversation.context.model.layers import ContextLayers
from assistant.conversation.history.message_history import HistoryEntry
from assistant.llm.messages_api.messages import (
    DocumentBlock,
    ImageBlock,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from assistant.llm.messages_api.model_client import ToolSpec
from assistant.tools.outgoing.model.outgoing_call import outgoing_call, place_of, web_address
from assistant.tools.outgoing.model.text_source import (
    PASTED_FROM,
    SERVER_MARK,
    TextSource,
    TracedText,
    source_of_result,
)
from assistant.tools.permission import CONFIRMATION_NEEDED


def traced_texts(
    entries: Sequence[HistoryEntry], layers: ContextLayers, specs: Sequence[ToolSpec]
) -> tuple[TracedText, ...]:
    memories = (layers.workspace_memory, layers.agent_memory, layers.personal_memory)
    texts = [TracedText(text=text, source=TextSource.MEMORY) for text in memories if text.strip()]
    texts += [_description(spec) for spec in specs if SERVER_MARK in spec.name]
    calls: dict[str, ToolUseBlock] = {}
    for entry in entries:
        texts += _of_message(entry, calls)
    return tuple(texts)


def _description(spec: ToolSpec) -> TracedText:
    schema = json.dumps(spec.input_schema, ensure_ascii=False)
    return TracedText(
        text=f"{spec.description}\n{schema}",
        source=TextSource.DESCRIPTION,
        place=spec.name.partition(SERVER_MARK)[0],
    )


def _of_message(entry: HistoryEntry, calls: dict[str, ToolUseBlock]) -> Iterator[TracedText]:
    content = entry.message.content
    results = [block for block in content if isinstance(block, ToolResultBlock)]
    for block in content:
        match block:
            case ToolUseBlock():
                calls[block.id] = block
            case ToolResultBlock() if (call := calls.get(block.tool_use_id)) is not None:
                yield from _of_call(call, block, entry)
            case TextBlock() if entry.role == "user" and entry.answers is None and not results:
                is_long = len(block.text) > PASTED_FROM
                source = TextSource.PASTED if is_long else TextSource.USER
                yield TracedText(text=block.text, source=source)
            case DocumentBlock():
                yield TracedText(text=f"{block.name}\n{block.text}", source=TextSource.FILES)
            case ImageBlock() if entry.role == "user" and not results:
                yield TracedText(text=block.name, source=TextSource.SCREEN)
            case _:
                pass


def _of_call(
    call: ToolUseBlock, result: ToolResultBlock, entry: HistoryEntry
) -> Iterator[TracedText]:
    outgoing = outgoing_call(call.name, call.input)
    source = source_of_result(call.name)
    place = outgoing.places[0] if outgoing is not None else ""
    if source is TextSource.PAGE:  # it may have been moved
        moved = web_address(entry.results.get(call.id, {}).get("address"))
        place = place if moved is None else place_of(moved)
    is_refused = result.is_error and result.content.startswith(CONFIRMATION_NEEDED)
    if is_refused and source is not TextSource.SERVER:
        return  # nothing was read
    if source is not None and result.content:
        yield TracedText(text=result.content, source=source, place=place)
    if outgoing is not None and not result.is_error:
        sent = json.dumps(call.input, ensure_ascii=False)
        for each in outgoing.places:
            yield TracedText(text=sent, source=TextSource.SENT, place=each)
