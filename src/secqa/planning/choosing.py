"""Lines of programs that put companies, years or metrics in order and take from the top.

In: the question with its terms. Out: lines, the last of which sets `answer`.
"""

from secqa.planning.program import quoted
from secqa.planning.setting import Setting
from secqa.understanding.wanted import Kind, Returns


def ranked(setting: Setting, item: str, items: str, place: str) -> list[str]:
    """Companies or years in order, the first `Wanted.top` of them where so many are asked for."""
    lines = _sorted(setting, item, items, place)
    chosen = f"ranked[:{setting.ask.wanted.top}]" if setting.ask.wanted.top else "ranked"
    return [*lines, f'answer = "\\n".join([str(item) for item in {chosen}])']


def best(setting: Setting, item: str, items: str, place: str) -> list[str]:
    """The first of the ranking: itself, its value, or another metric of it."""
    wanted = setting.ask.wanted
    company, year = place.split(", ")
    lines = [*_sorted(setting, item, items, place), f"best = ranked[{wanted.place - 1}]"]
    if wanted.returns is Returns.VALUE:
        return [*lines, "answer = ranking[best]"]
    if wanted.returns in {Returns.COMPANY, Returns.YEAR}:
        return _chosen(setting, lines)
    same = setting.terms.term(wanted.ranking, "company", "year")
    other = next(
        p for p in setting.terms.different() if setting.terms.term(p, "company", "year") != same
    )
    company, year = (text.replace(item, "best") for text in (company, year))
    value = setting.terms.term(other, company, year)
    if wanted.with_value:
        return [*lines, f"other = {value}", 'answer = f"{best}\\n{other}"']
    return [*lines, f"answer = {value}"]


def best_metric(setting: Setting) -> list[str]:
    """The one of several metrics, under the name that the question has for it."""
    places = setting.terms.different()
    names = [quoted(setting.terms.said(place)) for place in places]
    values = [
        setting.terms.term(place, setting.first(), str(setting.when.latest)) for place in places
    ]
    reverse = ", reverse=True" if setting.ask.wanted.highest else ""
    return _chosen(setting, [
        "ranking = {",
        *(f"    {name}: {value}," for name, value in zip(names, values, strict=True)),
        "}",
        f"ranked = sorted(ranking, key=lambda metric: ranking[metric]{reverse})",
        "best = ranked[0]",
    ])  # fmt: skip


def _sorted(setting: Setting, item: str, items: str, place: str) -> list[str]:
    wanted = setting.ask.wanted
    company, year = place.split(", ")
    ranking = setting.terms.measured(wanted.ranking, company, year)
    reverse = ", reverse=True" if wanted.highest else ""
    return [
        f"ranking = {{{item}: {ranking} for {item} in {items}}}",
        f"ranked = sorted(ranking, key=lambda {item}: ranking[{item}]{reverse})",
    ]


def _chosen(setting: Setting, lines: list[str]) -> list[str]:
    """The best itself, its value or its lead with it where they are asked for."""
    wanted = setting.ask.wanted
    if wanted.lead:
        ahead = "ranking[best] - ranking[ranked[1]]"
        if wanted.lead is Kind.PERCENT_DIFFERENCE:
            ahead = f"({ahead}) / ranking[ranked[1]]"
        return [*lines, f"ahead = abs({ahead})", 'answer = f"{best}\\n{ahead}"']
    both = 'f"{best}\\n{ranking[best]}"'
    return [*lines, f"answer = {both if wanted.with_value else 'best'}"]
