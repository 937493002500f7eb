"""How explanations are checked on real filings: `python benchmarks/explaining.py CORPUS`.

Sentences with figures are drawn from pages of CORPUS, each citing the paragraph that prints it: as
printed they must be kept. Then each figure is made wrong in one way at a time (a digit, a year, the
scale, an amount for a percentage and the other way round, what rose or fell), or another paragraph
is cited: these must be left out. A wrong figure that the paragraph prints as well is not counted.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from secqa.corpus.corpus_store import Corpus, open_corpus
from secqa.filings.document import ElementType
from secqa.reading.passages.text_units import sentences
from secqa.reading.reading import Passage
from secqa.systems.explaining.citations import check
from secqa.systems.explaining.cited_sources import CitedSource, source_of
from secqa.systems.explaining.request import CitedSentence

_NUMBER = re.compile(
    r"(?<![\w.,/-])(\$?)(\d+(?:,\d{3})*(?:\.\d+)?)(?![\w/-]|[,.]\d)( [mb]illion|%)?"
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_CONTRARY = {"increased": "decreased", "rose": "fell", "grew": "shrank", "increase": "decrease"}
_CONTRARY |= {word: other for other, word in _CONTRARY.items()}
_SCALES = {" million": " billion", " billion": " million"}


def drawn(corpus: Corpus, count: int, random: Random) -> Iterator[CitedSource]:
    """Paragraphs with figures, each as a source of its own."""
    documents = [entry for entry in corpus.entries if entry.pages]
    while count:
        entry = random.choice(documents)
        page = corpus.page(entry.metadata.document_id, random.randint(1, entry.pages))
        prose = [
            one.text
            for one in page.elements
            if one.type is ElementType.NARRATIVE_TEXT
            and any(found[1] or found[3] for found in _NUMBER.finditer(one.text))
        ]
        if prose:
            text = random.choice(prose)
            passage = Passage(entry.metadata.document_id, page.number, "", "", text, 1.0)
            yield source_of(1, passage, entry.metadata, page)
            count -= 1


def altered(sentence: str) -> Iterator[tuple[str, str, str]]:
    """(way, what is wrong now, the sentence with it)."""
    for found in _NUMBER.finditer(sentence):
        sign, number, after = found[1], found[2], found[3] or ""
        before, behind = sentence[: found.start()], sentence[found.end() :]
        if _YEAR.fullmatch(number) and not sign and not after:
            wrong = str(int(number) - 4)
            yield "year", wrong, before + wrong + behind
        if not sign and after != "%":
            continue
        digit = number[:-1] + str((int(number[-1]) + 3) % 10)
        yield "digit", digit, f"{before}{sign}{digit}{after}{behind}"
        if after in _SCALES:
            scaled = f"{number}{_SCALES[after]}"
            yield "scale", scaled, f"{before}{sign}{scaled}{behind}"
        if after == "%":
            yield "amount for percentage", f"${number}", f"{before}${number} million{behind}"
        elif after:
            yield "percentage for amount", f"{number}%", f"{before}{number}%{behind}"


def turned(sentence: str) -> Iterator[tuple[str, str, str]]:
    """The same of the one word that says what rose or fell."""
    said = [word for word in re.findall(r"\w+", sentence) if word in _CONTRARY]
    if len(said) == 1:
        wrong = _CONTRARY[said[0]]
        yield "direction", wrong, re.sub(rf"\b{said[0]}\b", wrong, sentence)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--count", type=int, default=300, help="Paragraphs.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="Print what is judged wrongly.")
    given = parser.parse_args()
    tried: Counter[str] = Counter()
    right: Counter[str] = Counter()

    def judge(way: str, text: str, source: CitedSource, keep: bool) -> None:
        problem = check(CitedSentence(text, (1,)), [source]).problem
        tried[way] += 1
        right[way] += keep == (not problem)
        if given.show and keep != (not problem):
            print(f"{way}: {text}\n   {problem or 'kept'}")

    before: CitedSource | None = None
    for source in drawn(open_corpus(given.corpus), given.count, Random(given.seed)):
        for sentence in sentences(source.text):
            if not any(found[1] or found[3] == "%" for found in _NUMBER.finditer(sentence)):
                continue
            judge("kept as printed", sentence, source, True)
            for way, wrong, text in (*altered(sentence), *turned(sentence)):
                if wrong not in source.text:
                    judge(way, text, source, False)
            if before is not None:
                judge("another paragraph", sentence, before, False)
        before = source
    for way, count in tried.items():
        print(f"{way:24}{right[way]:6} of {count:6}{right[way] / count:8.1%}")


if __name__ == "__main__":
    main()
