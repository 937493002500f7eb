"""The addresses of runs, their answers, and what is compared of them."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from secqa.app.jobs import Jobs, after
from secqa.app.person import person_of
from secqa.app.runs.comparing import compare_page, compared_question_page
from secqa.app.runs.judging import judge, judge_page
from secqa.app.runs.reports import Files, Reports, report_file, report_page
from secqa.app.runs.run_pages import answer_page, run_page, runs_page
from secqa.app.runs.waiting import before_comparison, before_list, before_report, before_run
from secqa.app.web import SHEET_AGE, To, download, go_to, html, posted
from secqa.app.workplace import Workplace
from secqa.evaluation.report.rendering import bundled_text

_RUN = "/runs/{name}"


def routes(to: To, jobs: Jobs) -> list[Route]:
    """The list, runs beside each other, a run, an answer, and what is judged."""
    files, reports = Files(), Reports()

    def report(place: Workplace, request: Request) -> Response:
        return html(report_page(place, request.query_params, reports))

    def written(place: Workplace, request: Request) -> Response:
        work = report_file(place, request.query_params, reports, files)
        return go_to(jobs.start("Report as a file", work).address)

    def kept(_place: Workplace, request: Request) -> Response:
        return download(files.find(request.path_params["file"]), "text/html", "report.html")

    listed = after(jobs, "Scoring the runs", before_list)
    scored = after(jobs, "Scoring the run", before_run)
    compared = after(jobs, "Scoring the runs", before_comparison)
    reported = after(jobs, "Drawing the charts", before_report(reports))
    return [
        Route("/runs", to(listed(_runs))),
        Route("/runs/chart.css", to(_sheet)),
        Route("/runs/compare", to(compared(_compare))),
        Route("/runs/compare/question", to(compared(_compared_question))),
        Route("/runs/report", to(reported(report))),
        Route("/runs/report", to(written), methods=["POST"]),
        Route("/runs/reports/{file}", to(kept)),
        Route(_RUN, to(scored(_run))),
        Route(f"{_RUN}/judge", to(scored(_judge))),
        Route(f"{_RUN}/judge", to(_judged), methods=["POST"]),
        Route(f"{_RUN}/{{question_id}}", to(scored(_answer))),
    ]


def _runs(place: Workplace, request: Request) -> Response:
    return html(runs_page(place, request.query_params))


def _run(place: Workplace, request: Request) -> Response:
    return html(run_page(place, request.path_params["name"], request.query_params))


def _answer(place: Workplace, request: Request) -> Response:
    path = request.path_params
    return html(answer_page(place, path["name"], path["question_id"], request.query_params))


def _compare(place: Workplace, request: Request) -> Response:
    return html(compare_page(place, request.query_params))


def _compared_question(place: Workplace, request: Request) -> Response:
    return html(compared_question_page(place, request.query_params))


def _sheet(_place: Workplace, _request: Request) -> Response:
    headers = {"cache-control": SHEET_AGE}
    return Response(bundled_text("chart.css"), media_type="text/css", headers=headers)


def _judge(place: Workplace, request: Request) -> Response:
    name, person = request.path_params["name"], person_of(request)
    return html(judge_page(place, name, request.query_params, person))


def _judged(place: Workplace, request: Request) -> Response:
    name, person = request.path_params["name"], person_of(request)
    return go_to(judge(place, name, posted(request), person))
