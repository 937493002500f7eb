"""Provide templates, style sheets, scripts and data for the pages of reports.

The templates escape all texts. Details that a reader unfolds later are compressed, so that
thousands of answers stay small.
"""

import json
import zlib
from base64 import b64encode
from functools import partial
from typing import Any

from secqa.files import bundled_templates, bundled_text
from secqa.metrics.number_text import short

templates = partial(bundled_templates, "secqa.evaluation.report")
"""The templates of this folder."""
report_text = partial(bundled_text, "secqa.evaluation.report")
"""The text of a style sheet or script of the report, by its name."""


def format_value(value: object, unit: str) -> str:
    """A value with its unit; texts as they are, several values by semicolon, None as a dash."""
    if value is None:
        return "—"
    if isinstance(value, tuple | list):
        return "; ".join(format_value(item, unit) for item in value)
    return short(value, unit) if isinstance(value, int | float) else str(value)


def packed(data: dict[str, Any]) -> str:
    """JSON, compressed (zlib) and in base64: letters, digits, "+", "/" and "=" alone."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(text.encode("utf-8", "replace"))).decode()
