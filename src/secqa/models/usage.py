"""What was asked of a model and what it cost, in words."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from secqa.models.open_model import OpenModel


def model_usage(model: "OpenModel") -> str:
    """What was asked of a model."""
    spent, kept = model.spent, model.cache.hits if model.cache else 0
    return (
        f"{model.name}: {spent.calls:,} calls, {kept:,} more from the cache; "
        f"{spent.input_tokens:,} tokens in, {spent.output_tokens:,} out; "
        f"{dollars(spent.known_cost)}"
    )


def dollars(cost: float | None) -> str:
    """A cost in words; that it is not known, where it is not."""
    if cost is None:
        return "cost unknown (no price for this model; see SECQA_PRICES)"
    return f"${cost:,.4f}" if cost < 1 else f"${cost:,.2f}"
