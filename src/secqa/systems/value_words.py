"""A value of an answer in words, as screens and pages show it."""

from secqa.metrics.number_text import in_form, short_and_exact
from secqa.query.query import AS_IT_IS, AnswerForm


def spoken(value: float | str, unit: str, form: AnswerForm = AS_IT_IS) -> str:
    """ "$93.736 billion ($93,736,000,000)", or as the form wants it: "$93,736 million".

    Units are those of `Answer.unit`; a text stays as it is.
    """
    if isinstance(value, str):
        return value
    percent = form.unit == "percent" and unit == "pure"
    scale = form.scale if unit in ("USD", "shares", "count") else ""
    if not (percent or scale or form.decimals is not None):
        return short_and_exact(value, unit)
    return in_form(value, unit, scale, form.decimals, percent)
