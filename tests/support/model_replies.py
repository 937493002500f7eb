"""Models we write ourselves, which answer from a list."""

from collections.abc import Sequence

from secqa.models.model import Reply, Request


class Scripted:
    """Says its lines in order; a line that is an exception is raised. Keeps what it was asked."""

    def __init__(self, *lines: str | Exception) -> None:
        self.lines = list(lines)
        self.asked: list[Request] = []

    def __call__(self, request: Request) -> Reply:
        self.asked.append(request)
        line = self.lines.pop(0)
        if isinstance(line, Exception):
            raise line
        return reply(line)


def reply(text: str = "yes", tokens: tuple[int, int] = (100, 10)) -> Reply:
    return Reply(text, *tokens, cost=0.25)


def prompts(asked: Sequence[Request]) -> list[str]:
    return [request.prompt for request in asked]
