"""The part of a question that asks: text in, the same with all else blanked out.

People greet, tell of themselves, say how to answer, define terms and name the statement to look
at. None of it asks, but words of it would be taken for metrics.
"""

import re

from secqa.metrics.catalogue import Catalogue
from secqa.understanding.links import MASK
from secqa.understanding.metric_links import link_metrics

# "…, where total debt is defined as: …": the catalogue has definitions of its own.
_DEFINITION = re.compile(
    r"(?:[.;?!]\s+[^.?!]{0,80}?|[,;]?\s*\bwhere\b[^.?!]{0,80}?)"
    r"\b(?:is|are) (?:here )?defined as\b.*|[.;?!]\s+define\b.*? as\b.*",
    re.IGNORECASE | re.DOTALL,
)
# "(using net income and dividends paid)" says where to look, "margin (as a percentage of
# revenue)" what a margin is.
_USING = re.compile(
    r"\((?:using|based on|taken? from|as per|from) [^()]*\)"
    r"|(?<=\bmargin )\(as an? (?:%|per ?cent(?:age)?) of [^()]*\)",
    re.IGNORECASE,
)
_STATEMENT = re.compile(
    r"\b(?:(?:consolidated )?statements? of (?:consolidated )?(?:cash flows?|income|operations"
    r"|earnings|financial position|comprehensive income|shareholders' equity)"
    r"|(?:cash flow|income|p&l|profit and loss|earnings) statements?|balance sheets?"
    r"|financial statements?|(?<!change )(?<!increase )(?<!decrease )in cash)\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    rf"[^?{MASK}\d]*?[:,]\s*(?=(?:what|how|which|who|whose|did|does|do|is|was|were|are|by how)\b)",
    re.IGNORECASE,
)
_POLITE_LEAD = re.compile(
    r"\W*(?:hi|hello|hey|please|ok|okay)?,? ?(?:i(?:'m| am|'d| would|'ve| have) (?:been )?"
    r"(?:looking for|interested in|curious (?:about|to know)|like to (?:know|see|have)|wondering"
    r"(?: about)?|after|asked for|trying to (?:find|work out))|i (?:need|want)(?: to know)?"
    r"|let me know|(?:can|could|would) you (?:please )?(?:tell|give|show|find|get)(?: out)?"
    r"(?: me| us)?|do you know|any idea)\b(?: the figures? (?:for|of))?",
    re.IGNORECASE,
)
# "I'm writing a piece on airlines: what …", "For my thesis on retail I need …".
_OF_MYSELF = re.compile(
    rf"[^?{MASK}\d]*?\b(?:i|i['’]m|we|my|our|we['’]re)\b[^?{MASK}\d:]*(?:[:,-] ?"
    r"(?=(?:what|how|which|who|whose|did|does|do|is|was|were|are|by how)\b)"
    r"|\b(?:i|we) (?:need|want)\b)",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:answer|question|information|details?|conclusions?|judge?ments?|according|based|agreement"
    r"|analyst|statements?)\b",
    re.IGNORECASE,
)
# "U.S. Retail" is one name.
_SENTENCE = re.compile(r".+?(?:(?<!\b[A-Z])[.?!](?=\s+[A-Z])|$)", re.DOTALL)
_IN_BRACKETS = re.compile(
    r"\((?:(?:that is|i\.e\.),? |see )?the [\"“]?([^()\"”]*?)[\"”]? line(?: item)?"
    r"(?: (?:in|of|on|from|under|within|among) [^()]*)?\)",
    re.I,
)


def without_definition(question: str) -> str:
    """The question without its definitions, names of statements blanked out."""
    text = _DEFINITION.sub("", question)
    text = _USING.sub(lambda parts: " " * len(parts.group()), text)
    return _STATEMENT.sub(lambda name: " " * len(name.group()), text)


def without_instructions(text: str, catalogue: Catalogue) -> str:
    """Blank what neither asks nor names a company: "Answer in USD millions."."""
    polite = _POLITE_LEAD.match(text)
    if polite:
        text = " " * polite.end() + text[polite.end() :]
    sentences = [match.group() for match in _SENTENCE.finditer(text)]
    if not any("?" in sentence for sentence in sentences):
        return "".join(_without_lead(sentence, catalogue) for sentence in sentences)
    asking = (s if "?" in s or MASK in s else " " * len(s) for s in sentences)
    return "".join(_without_lead(sentence, catalogue) for sentence in asking)


def line_in_brackets(typed: str) -> str:
    """Nothing but the line that brackets say is meant: "the diesel bill (the fuel line)"."""
    found = _IN_BRACKETS.search(typed)
    if found is None:
        return typed
    return "".join(
        sign if sign == MASK or found.start(1) <= at < found.end(1) else " "
        for at, sign in enumerate(typed)
    )


def _without_lead(sentence: str, catalogue: Catalogue) -> str:
    """ "Basing your judgments off of the balance sheet, what …" begins with what."""
    match = _OF_MYSELF.match(sentence) or _LEAD.match(sentence)
    if not match or not (match.re is _OF_MYSELF or _TOLD.search(match.group())):
        return sentence
    if any(link.metric for link in link_metrics(match.group(), catalogue)):
        return sentence
    return " " * match.end() + sentence[match.end() :]
