"""Builders that `tests.evaluation.report.test_html_report` and other tests share."""

from dataclasses import replace
from pathlib import Path

from tests.support.run_builders import made_benchmark, right_answer
from tests.support.runs_cases import SETTINGS

from secqa.corpus.corpus_store import Corpus
from secqa.evaluation.report.html_report import report_of, write_report
from secqa.evaluation.runs import Prediction, Run, append_prediction, open_run, read_run
from secqa.facts.fact import Evidence
from secqa.reading.reading import Passage

EVIL = '</script><script>alert("x")</script><img src=x onerror=alert(1)>\u2028&lt;'


def reported(runs: list[Run], folder: Path, corpus: Corpus | None = None) -> str:
    write_report(report_of(runs), folder / "report.html", corpus)
    return (folder / "report.html").read_text(encoding="utf-8")


def evil_run(folder: Path, corpus: Corpus | None = None) -> Run:
    """Every text that comes from filings, models or users tries to break out."""
    benchmark = made_benchmark()
    document = corpus.documents[0].document_id if corpus else EVIL
    first = replace(benchmark.questions[0], text=EVIL, companies=(EVIL,))
    fact = first.facts[0]
    place = Evidence(document, 2, 2, 1, 1, 2, EVIL)
    gold = Passage(document, 1, EVIL, EVIL, EVIL)
    first = replace(
        first,
        facts=(replace(fact, company=EVIL, metric=EVIL, document_id=document, evidence=(place,)),),
        passages=(gold,),
        metrics=(EVIL,),
        type=EVIL,
    )
    bad = replace(benchmark, questions=(first, *benchmark.questions[1:]), command=EVIL)
    settings = replace(
        SETTINGS,
        benchmark=bad.fingerprint,
        corpus=corpus.fingerprint if corpus else EVIL,
        command=EVIL,
        system=EVIL,
        model=EVIL,
    )
    open_run(folder, settings, bad)
    answer = right_answer(first)
    reading = replace(
        answer.readings[0], question=EVIL, quote=EVIL, why=EVIL, document_id=document, page=2,
        element=2, row=1, column=2,
    )  # fmt: skip
    answer = replace(
        answer,
        value=EVIL,
        program=EVIL,
        error=EVIL,
        readings=(reading,),
        passages=(Passage(document, 1, EVIL, EVIL, EVIL, 0.5),),
        notes=(EVIL,),
        pages=((EVIL, 1),),
    )
    append_prediction(folder, Prediction(first.question_id, 8, answer))
    return read_run(folder)
