"""The JSON form of a query in a few lines, as prompts describe it to models.

The JSON schema of the same takes some 2,000 tokens, these lines a fifth of them.
"""

from secqa.query.form.layouts import LAYOUTS, OUTPUTS, Layout
from secqa.query.query import Query

_PLAIN = ("text", "metric")
"""Contents that the name of a field explains."""


def notation(without: frozenset[type] = frozenset()) -> str:
    """One line for each role: `value = number | {op: growth|cagr, of: value, base: value} | …`.

    A question mark follows fields that may be left out.
    """
    objects: dict[str, dict[str, list[str]]] = {"value": {"number": []}}
    for layout in LAYOUTS:
        if layout.made not in without | {Query}:
            ops = objects.setdefault(layout.role, {}).setdefault(_fields(layout), [])
            ops += layout.ops
    lines = [f"output = {' | '.join(OUTPUTS)}"]
    for role, alike in objects.items():
        lines.append(f"{role} = {' | '.join(_object(one, ops) for one, ops in alike.items())}")
    return "\n".join([*lines, "named = text | choice", "when = period | choice"])


def _object(fields: str, ops: list[str]) -> str:
    if fields == "number":
        return fields
    return f"{{op: {'|'.join(ops)}, {fields}}}" if ops else f"{{{fields}}}"


def _fields(layout: Layout) -> str:
    return ", ".join(
        f"{name}{'' if _is_needed(name, layout) else '?'}{_content(name, content)}"
        for name, content in layout.fields.items()
    )


def _is_needed(name: str, layout: Layout) -> bool:
    everywhere = all(name in names for names in layout.together)
    return everywhere and not layout.fields[name].endswith("?")


def _content(name: str, content: str) -> str:
    kind = content.removesuffix("?")
    if kind in (*_PLAIN, name):
        return ""
    return f": [{kind[:-1]}]" if kind.endswith("*") else f": {kind}"
