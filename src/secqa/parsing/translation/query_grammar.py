"""Define the tokens of the translator's queries and their grammar.

Tokens are the nodes of a tree in preorder; the types of its children determine where a node ends. A
beam that follows the grammar only produces well-typed trees. Symbols (`M0`, `C1`, `P0`) refer to
mentions.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from secqa.parsing.translation.symbols import MOST
from secqa.query.period import EACH

END, STOP, NOTHING = "<end>", ".", "nothing"
"""The end of a query, the end of a list, and a question that no figure answers."""
AGGREGATES = ("sum", "average", "median", "minimum", "maximum")
CONSTANTS = (0.0, 1.0, 2.0, 3.0, 4.0, 12.0, 100.0, 360.0, 365.0, 1000.0, 1e6, 1e9, 0.5)
_CHOSEN = {"choice": "over", "company": "companies", "period": "years", "part": "parts"}
"""The types of a choice, and the type of its items."""
MODIFIERS = (*(f"rank {n}" for n in range(2, 6)), *(f"top {n}" for n in (0, 2, 3, 4, 5)))
STEPS = ("+1", "-q")
"""The year after a period, and the quarter before one."""
BACK = 4
"""Maximum years before a named period."""


@dataclass(frozen=True, slots=True)
class TokenRule:
    """The type of a token and of its children."""

    gives: str
    """Types: `value`, `truth`, `choice`, `list`, `company`, `period`, `part`, each also `named`,
    `companies`, `years`, `parts`."""
    needs: tuple[str, ...] = ()
    """Types of its children in order; `*` marks a list until `STOP`."""


@lru_cache(maxsize=4)
def grammar(metrics: tuple[str, ...]) -> Mapping[str, tuple[TokenRule, ...]]:
    """The rules of every token; several rules for several types."""
    rules: dict[str, tuple[TokenRule, ...]] = {}
    look = TokenRule("value", ("company", "period"))
    rules |= {f"M{i}": (look,) for i in range(MOST["M"])}
    rules |= {f"@{name}": (look,) for name in metrics}
    rules |= {f"N{i}": (TokenRule("value"),) for i in range(MOST["N"])}
    rules |= {f"#{value:g}": (TokenRule("value"),) for value in CONSTANTS}
    two = ("value", "value")
    rules |= {sign: (TokenRule("value", two),) for sign in ("+", "-", "*", "/", "growth", "cagr")}
    rules["part"] = (TokenRule("value", ("part", "value")),)
    rules["abs"] = (TokenRule("value", ("value",)),)
    rules |= {how: (TokenRule("value", ("over", "value")),) for how in AGGREGATES}
    rules["count"] = (TokenRule("value", ("over", "truth")),)
    rules |= {
        sign: (TokenRule("truth", two),) for sign in ("is >", "is >=", "is <", "is <=", "is =")
    }
    rules |= {how: (TokenRule("truth", ("truth", "truth")),) for how in ("and", "or")}
    rules["not"] = (TokenRule("truth", ("truth",)),)
    rules |= {how: (TokenRule("truth", ("over", "truth")),) for how in ("all", "any", "none")}
    rules["filter"] = (TokenRule("choice", ("over", "truth")),)
    rules["series"] = (TokenRule("choice", ("years", "value")),)
    for way in ("highest", "lowest"):
        rules[way] = (
            *(TokenRule(kind, (through, "value")) for kind, through in _CHOSEN.items()),
            *(TokenRule(f"ranked {kind}", (through, "value")) for kind, through in _CHOSEN.items()),
        )
        options = ("choice", "ranked choice")
        rules[f"{way} of"] = tuple(TokenRule(kind, ("value*",)) for kind in options)
    for name in MODIFIERS:
        rules[name] = tuple(
            TokenRule(given, (f"ranked {kind}",))
            for kind in _CHOSEN
            for given in (kind, f"ranked {kind}")
        )
    rules |= {f"C{i}": (TokenRule("company"),) for i in range(MOST["C"])}
    rules["unnamed"] = (TokenRule("company"),)
    rules[EACH] = (TokenRule("company"), TokenRule("period"), TokenRule("part"))
    rules |= {f"S{i}": (TokenRule("part"),) for i in range(MOST["S"])}
    rules |= {f"P{i}{step}": (TokenRule("period"),) for i in range(MOST["P"]) for step in STEPS}
    for base in (
        *(f"P{i}" for i in range(MOST["P"])),
        "latest",
        "latest quarter",
        "latest report",
        EACH,
    ):
        rules |= {
            f"{base}-{back}" if back else base: (TokenRule("period"),)
            for back in range(BACK + 1)
            if back or base != EACH
        }
    # Lists have names only, no choices.
    for kind in ("company", "period", "part"):
        named = {name: own for name, own in rules.items() if TokenRule(kind) in own}
        rules |= {name: (*own, TokenRule(f"named {kind}")) for name, own in named.items()}
    over = {
        "companies": ("named company*",), "mentioned": (), "everyone": (),
        "years": ("named period*",),
        "range": ("period", "period"), "since": ("period",), "until": ("period",), "always": (),
        "parts": ("named part*",), "segments": (), "regions": (), "products": (),
    }  # fmt: skip
    for span in ("years", "quarters", "reports"):
        over |= {f"last {n} {span}": () for n in range(2, 13)}
        over |= {f"last {n} {span} to": ("period",) for n in range(2, 13)}
    kinds = {"companies": "companies", "mentioned": "companies", "everyone": "companies"}
    kinds |= dict.fromkeys(("parts", "segments", "regions", "products"), "parts")
    for name, needs in over.items():
        rules[name] = tuple(TokenRule(kind, needs) for kind in (kinds.get(name, "years"), "over"))
    rules[NOTHING] = (TokenRule("choice"),)
    rules[STOP] = ()
    rules[END] = ()
    return rules


OUTPUTS = ("value", "truth", "choice")
"""Types of outputs."""


def remaining_needs(
    needs: tuple[str, ...], token: str, rules: Mapping[str, tuple[TokenRule, ...]]
) -> tuple[str, ...]:
    """The needed types after a token."""
    if token == END:
        return ()
    if token == NOTHING:
        return ("end",)
    rest, need = needs[:-1], needs[-1]
    if token == STOP:
        return rest
    wanted = need.rstrip("*+")
    options = rules[token]
    rule = next((rule for rule in options if rule.gives == wanted), None) or options[0]
    if need == "":
        rest = ("",)
        rule = next(rule for rule in options if rule.gives in OUTPUTS)
    elif need.endswith("*"):
        rest = (*rest, f"{wanted}+")
    elif need.endswith("+"):
        rest = needs
    return (*rest, *reversed(rule.needs))
