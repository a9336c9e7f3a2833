"""The fixed part of what a guided model reads: who it is, and turns that show how to reply.

One for each language, so that the turns are in the user's. It is the same for every request, so
the server keeps what it has read of it.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Self

from pydantic import BaseModel, ConfigDict, model_validator

from assistant.llm.messages_api.model_client import Profile
from assistant.llm.starter.guided.model.guided_reply import (
    DECLINE,
    MAX_OPTIONS,
    MIN_OPTIONS,
    GuidedAnswer,
    GuidedQuestion,
    GuidedRefusal,
    GuidedReply,
    write_reply,
)

QUESTION_TOOL: Final = "ask_user_question"
"""What a question becomes a call of."""
GUIDED_OUTPUT_TOKENS: Final = 256
GUIDED_MESSAGES: Final = 8
_REFUSAL_RULE: Final = f'{{"{DECLINE}"'
"""How the last line of the instructions begins."""
CHARACTERS_PER_TOKEN: Final = 1
"""The least that is seen: Korean and Chinese."""


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ExampleTurn(_Data):
    """What a user says, and one of three replies."""

    user: str
    answer: str | None = None
    ask: str | None = None
    options: tuple[str, ...] = ()
    decline: str | None = None

    @model_validator(mode="after")
    def _has_one_reply(self) -> Self:
        if sum(each is not None for each in (self.answer, self.ask, self.decline)) != 1:
            raise ValueError("a turn has one reply")
        if self.ask is not None and not MIN_OPTIONS <= len(self.options) <= MAX_OPTIONS:
            raise ValueError(f"a question has {MIN_OPTIONS} to {MAX_OPTIONS} options")
        return self

    @property
    def reply(self) -> GuidedReply:
        if self.answer is not None:
            return GuidedAnswer(text=self.answer)
        if self.ask is not None:
            return GuidedQuestion(question=self.ask, options=self.options)
        return GuidedRefusal(subject=self.decline or "")


class UserPhrases(_Data):
    """What the user says in effect where they do not choose, in their language."""

    you_decide: str
    none_fit: str
    later: str
    cancel: str


class GuidedPrompt(_Data):
    """The prompt of one language."""

    instructions: str
    turns: tuple[ExampleTurn, ...]
    declined: str
    """What the user reads where the model declines."""
    phrases: UserPhrases

    @property
    def may_decline(self) -> bool:
        return any(turn.decline is not None for turn in self.turns)

    def without_refusals(self) -> "GuidedPrompt":
        """Return it for a model that cannot tell what it cannot do: it answers or asks."""
        return self.model_copy(
            update={
                "instructions": self.instructions.partition(_REFUSAL_RULE)[0],
                "turns": tuple(turn for turn in self.turns if turn.decline is None),
            }
        )

    def chat(self) -> Iterator[tuple[str, str]]:
        """Yield the messages, each as role and content."""
        yield "system", self.instructions.strip()
        for turn in self.turns:
            yield "user", turn.user
            yield "assistant", write_reply(turn.reply)

    def readable(self) -> str:
        """Return all of it as one text, as the user reads it under what was sent."""
        lines = [self.instructions.strip(), ""]
        for turn in self.turns:
            lines += [f"> {turn.user}", write_reply(turn.reply)]
        return "\n".join(lines)


def guided_profile(
    model: str, *, context_tokens: int, prompts: Mapping[str, GuidedPrompt]
) -> Profile:
    """Return the profile of a built-in model whose replies follow a grammar.

    Args:
        model: Its name.
        context_tokens: How much it reads and writes together.
        prompts: Its prompts by ISO 639-1 code, the English one among them.
    """
    texts = {code: prompt.readable() for code, prompt in prompts.items()}
    return Profile(
        name="starter",
        model=model,
        tools=False,
        images=False,
        own_tools=frozenset({QUESTION_TOOL}),
        max_output_tokens=GUIDED_OUTPUT_TOKENS,
        context_characters=(context_tokens - GUIDED_OUTPUT_TOKENS) * CHARACTERS_PER_TOKEN,
        system_prompt=texts["en"],
        localized_prompts=texts,
        max_messages=GUIDED_MESSAGES,
    )
