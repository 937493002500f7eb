"""How sure an answer is, in words that say what to do with it.

The number is fitted to how often such answers were right, so it can be said as so many of ten.
"""

from secqa.systems.answer import Answer
from secqa.systems.confidence import load_fit

_HALF = 0.5


def sure_said(answer: Answer, model: str) -> str:
    """What the confidence of an answer means; of a model's answers it was never measured."""
    sure = answer.confidence
    if model:
        return f"A rough guide: how sure to be was not measured for answers by {model}."
    if answer.passages:
        what = "pages this sure tell what was asked"
        do = "read the passages in their pages" if sure < load_fit().threshold else ""
    elif sure >= load_fit().threshold:
        what, do = "answers this sure are right", ""
    else:
        what = "answers this sure are right"
        do = "check the page first" if sure >= _HALF else "rather look for it yourself"
    return f"About {_share(sure)} {what}{f'; {do}' if do else ''}."


def _share(sure: float) -> str:
    """As so many of ten, or of a hundred where ten would be all of them."""
    return f"{sure:.0%}".removesuffix("%") + " of 100" if sure > 0.9 else f"{sure * 10:.0f} of 10"
