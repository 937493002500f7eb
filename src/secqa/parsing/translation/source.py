"""Write a question as input tokens of the translator.

A token is a bag of features whose vectors are added: stem, letters and classes of a word, symbol
and kind of a mention. The words of a metric follow its symbol, since they may tell which metric is
meant. Company names, figures and years are omitted; only the order of years counts.
"""

from collections.abc import Mapping

from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.lexicon import Token
from secqa.parsing.translation.symbols import Symbols

LONGEST = 110
"""Maximum tokens of a question."""
_LETTERS = 4


def source_tokens(
    mentions: Mentions, symbols: Symbols, unit_of: Mapping[str, str]
) -> list[list[str]]:
    """The features of each token. `unit_of` gives the unit of a metric by its id."""
    starts: dict[int, list[tuple[int, str]]] = {}
    for first, last, symbol in symbols.places:
        starts.setdefault(first, []).append((last, symbol))
    bags: list[list[str]] = [["^"]]
    inside: list[tuple[int, str]] = []
    for at, word in enumerate(mentions.tokens):
        bags += [[f"mark {mark}"] for mark in word.mark]
        if word.sentence:
            bags.append(["mark sentence"])
        for last, symbol in starts.get(at, ()):
            if symbol:
                bags.append(_mention(symbol, symbols, unit_of))
            inside.append((last, symbol))
        inside = [(last, symbol) for last, symbol in inside if last > at]
        if any(symbol[:1] in ("", "C") for _, symbol in inside):
            continue
        kinds = {symbol[0] for _, symbol in inside}
        is_number = any(sign.isdigit() for sign in word.text)
        if is_number and (mentions.time_tokens[at] or "N" in kinds):
            bag = ["digits"]
        else:
            bag = [*_word(word), *(f"class {name}" for name in mentions.classes[at])]
        bag += [f"in {symbol}" for _, symbol in inside]
        bag += [f"inside {kind}" for kind in sorted(kinds)]
        if mentions.time_tokens[at]:
            bag.append("time")
        bags.append(bag)
    if "?" in mentions.question:
        bags.append(["mark ?"])
    return [*bags[:LONGEST], ["$"]]


def _word(word: Token) -> list[str]:
    marked = f"<{word.stem}>"
    letters = [f"letters {marked[i : i + _LETTERS]}" for i in range(len(marked) - _LETTERS + 1)]
    return [f"word {word.stem}", *([f"form {word.text}"] * (word.text != word.stem)), *letters]


def _mention(symbol: str, symbols: Symbols, unit_of: Mapping[str, str]) -> list[str]:
    bag = [f"symbol {symbol}", f"kind {symbol[0]}"]
    if symbol[0] == "M" and int(symbol[1:]) < len(symbols.metrics):
        link = symbols.metrics[int(symbol[1:])]
        if link.line:
            bag.append("line")
        else:
            bag += [f"metric {link.metrics[0]}", f"unit {unit_of.get(link.metrics[0], '')}"]
            bag += [f"maybe {other}" for other in link.metrics[1:2]]
            bag.append(f"odds {min(int(-link.odds[0] * 2), 4)}")
    if symbol[0] == "P":
        ends = [period.end.year if period.end else period.year for period in symbols.periods]
        own = ends[int(symbol[1:])]
        years = sorted({year for year in ends if year is not None})
        if own is not None and len(years) > 1:
            bag.append(f"year {years.index(own)}")
            bag.append("last year" if own == years[-1] else "earlier year")
    return bag
