"""Tell where a question calls an income a loss, which turns what "largest" means.

Filings print a loss as a negative income, so the largest loss is the lowest net income.
"""

from secqa.metrics.catalogue import Catalogue
from secqa.metrics.senses import name_sense, names_income
from secqa.parsing.grammar.metric_links import MetricMention
from secqa.parsing.grammar.question_mentions import Mentions
from secqa.parsing.lexicon import stems_of

_LOSS = "negative"
"""The class of words such as "loss" and "lost"."""
_JUDGEMENTS = stems_of("judgement")


def losses_of(mentions: Mentions, catalogue: Catalogue) -> frozenset[str]:
    """The ids of metrics that are incomes, and losses wherever the question names them."""
    named = {link.metrics[0] for link in mentions.links if not link.line}
    gains = {link.metrics[0] for link in mentions.links if not _is_loss(link, mentions)}
    return frozenset(name for name in named - gains if name_sense(catalogue[name].name) > 0)


def size_of_losses(mentions: Mentions) -> int:
    """1 where the question asks for large losses, -1 for small ones, 0 where it does not say."""
    classes = {
        name
        for token, own in zip(mentions.tokens, mentions.classes, strict=True)
        if token.stem not in _JUDGEMENTS
        for name in own
    }
    return bool(classes & {"high", "more"}) - bool(classes & {"low", "less"})


def _is_loss(link: MetricMention, mentions: Mentions) -> bool:
    """Whether words name a loss; "net income (loss)" names both."""
    own = range(link.first, link.last)
    words = " ".join(mentions.tokens[at].text for at in own)
    return any(_LOSS in mentions.classes[at] for at in own) and not names_income(words)
