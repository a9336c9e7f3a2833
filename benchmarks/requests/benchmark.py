"""Sends every request of a table through the rules, then through the built-in model."""

from collections.abc import Callable, Collection, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Final

from assistant.catalog import Catalog
from assistant.clock import Clock
from assistant.errors import ModelFileError
from assistant.llm.messages_api.model_client import ModelClient
from assistant.llm.starter.client import StarterClient
from assistant.llm.starter.guided.prompt_files import guided_prompts
from assistant.llm.starter.model_files import StarterFiles
from assistant.tools.descriptions import SHIPPED
from benchmarks.model.run import Run
from benchmarks.progress import BenchProgress
from benchmarks.requests.figures import Judged, sum_up
from benchmarks.requests.model_reply import ask_model
from benchmarks.requests.request_set import RequestSample
from benchmarks.requests.rule_outcome import rule_outcome
from benchmarks.requests.verdict import Outcome

RULES_ALONE: Final = "none"
"""The tier without a model."""
_UNASKED_TIER: Final = "smallest"
"""Of the model that stands behind the rules where none is asked."""
_TIMEOUT_S: Final = 120.0
_UNDONE: Final = Outcome(kind=None)
_EVERY: Final = 25
"""After how many requests it is told how far the bench is."""


async def measure_tier(
    samples: Sequence[RequestSample],
    *,
    tier: str,
    models: Path,
    clock: Clock,
    progress: BenchProgress,
) -> Run:
    """Return how requests are treated with a built-in model, or with none.

    Args:
        tier: As the catalogue names it, or `RULES_ALONE`.

    Raises:
        ModelFileError: If the model's file is missing.
        ModelLoadError: If the model cannot be loaded.
        ProviderError: If the model cannot be asked.
    """
    refusals = {prompt.declined for prompt in guided_prompts(declines=True).values()}
    is_asked = tier != RULES_ALONE
    async with aclosing(_client(tier if is_asked else _UNASKED_TIER, models, clock)) as model:
        return await measure_assistant(
            samples,
            tier=tier,
            model=model,
            is_asked=is_asked,
            tools=shipped_tools(),
            is_refusal=lambda text: text.strip() in refusals,
            elapsed=clock.monotonic,
            tell=lambda done: progress.count(done, len(samples)) if done % _EVERY == 0 else None,
        )


def shipped_tools() -> frozenset[str]:
    return frozenset(file.stem.replace("-", "_") for file in Path(str(SHIPPED)).iterdir())


def _client(tier: str, models: Path, clock: Clock) -> StarterClient:
    names = {one.name for one in Catalog.load() if one.starter and one.starter.tier == tier}
    found = [model for model in StarterFiles.at(models).models if model.name in names]
    if not found:
        raise ModelFileError(f"The catalogue has no built-in model of the tier {tier}.")
    return StarterClient(model=found[0], timeout_s=_TIMEOUT_S, clock=clock)


async def measure_assistant(
    samples: Sequence[RequestSample],
    *,
    tier: str,
    model: ModelClient,
    is_asked: bool,
    tools: Collection[str],
    is_refusal: Callable[[str], bool],
    elapsed: Callable[[], float],
    tell: Callable[[int], None],
) -> Run:
    """Return how requests are treated.

    Args:
        model: What answers where no rule does. Closed by the caller.
        is_asked: Whether it does; otherwise nothing is done there.
        is_refusal: Whether words of the model say that a request cannot be done.
        elapsed: Seconds on a clock that only runs forward.
        tell: Called with the number of requests done.

    Raises:
        ProviderError: If the model cannot be asked.
    """
    if is_asked:
        await model.warm_up()
    judged: list[Judged] = []
    for done, sample in enumerate(samples, start=1):
        outcome = rule_outcome(sample, model, tools)
        if outcome is None and is_asked:
            outcome = await ask_model(
                model,
                sample.text,
                language=sample.language,
                is_refusal=is_refusal,
                elapsed=elapsed,
            )
        judged.append((sample, outcome or _UNDONE))
        tell(done)
    return sum_up(tier, judged)
