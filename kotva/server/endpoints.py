"""The addresses of the API: what each does, what it takes and what it answers."""

from __future__ import annotations

from dataclasses import dataclass

from kotva.server import messages as m

ERRORS = {
    400: "the message cannot be read",
    403: "not your seat, or the table admits no spectators",
    404: "no such table",
    409: "the table has moved on: `packet` is fresh",
    422: "a rule forbids it: `clause` says which, `allowed` what is possible",
    429: "too much at once: wait a few seconds",
    503: "it cannot be stored now; nothing was changed, try again",
}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One address of the API."""

    method: str
    path: str
    does: str
    answer: type | None = None  # none: a file, or JSON without a fixed shape
    body: type | None = None
    query: tuple[tuple[str, str], ...] = ()
    errors: tuple[int, ...] = (404,)


_EYES = ("eyes", "through which of one's seats (from 0)")
ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/tables/{table}",
        "The table as the asker may see it, now or after `at` moves.",
        m.Packet,
        query=(_EYES, ("at", "after how many moves")),
        errors=(403, 404),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/moves",
        "A move. The same key sent again plays nothing and gives the same answer.",
        m.Packet,
        m.Move,
        errors=(400, 403, 404, 409, 422, 503),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/undo",
        "Take one's last action back.",
        m.Packet,
        m.Undo,
        errors=(400, 403, 404, 422, 503),
    ),
    Endpoint("POST", "/api/tables/{table}/sit", "Take a free seat.", m.Packet, m.Sit, errors=(400, 404, 409, 503)),
    Endpoint(
        "POST",
        "/api/tables/{table}/talk",
        "Say something at the table. The same key sent again says it once.",
        m.Said,
        m.SayLine,
        errors=(400, 403, 404, 429, 503),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/talk/report",
        "Report a line of talk to the moderators.",
        m.Said,
        m.ReportLine,
        errors=(400, 403, 404, 429, 503),
    ),
    Endpoint(
        "GET",
        "/api/next",
        "The next table that waits for the asker.",
        m.NextTable,
        query=(("after", "the table that is asked from"),),
        errors=(),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/ask",
        "Ask the other players for something, or do it where nobody has to be asked.",
        m.Packet,
        m.AskOthers,
        errors=(400, 403, 404, 503),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/answer",
        "Answer what another player has asked.",
        m.Packet,
        m.AnswerOther,
        errors=(400, 403, 404, 503),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/clock",
        "The person that opened the table stops its clock, lets it run or gives time.",
        m.Packet,
        m.ClockCall,
        errors=(400, 403, 404, 409, 422, 503),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/why",
        "Why can't I? For things on the table or for an action.",
        m.Reasons,
        query=(
            _EYES,
            ("items", "ids of things, with commas"),
            ("starts", "how the actions begin that are meant"),
            ("action", "a notation"),
        ),
        errors=(400, 403, 404),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/preview",
        "What an action would do, as far as the asker can know.",
        m.Preview,
        query=(_EYES, ("action", "a notation")),
        errors=(400, 403, 404),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/lesson",
        "How far the learner at the table of a lesson is; what is done is kept.",
        m.LessonStanding,
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/lesson/back",
        "Go back in a lesson, together with what the others answered.",
        m.LessonStanding,
        m.Back,
        errors=(400, 403, 404, 503),
    ),
    Endpoint(
        "POST",
        "/api/tables/{table}/lesson/solution",
        "The solution of a puzzle; asking before it is solved gives it up.",
        m.Solution,
        errors=(403, 404, 503),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/about",
        "What a thing on the table could do, as far as the asker can know.",
        m.AboutThing,
        query=(_EYES, ("item", "the id of a thing")),
        errors=(403, 404),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/statistics",
        "What can be counted in all that the asker was told, as panels.",
        m.Statistics,
        query=(_EYES,),
        errors=(403, 404),
    ),
    Endpoint(
        "GET",
        "/api/tables/{table}/hint",
        "What would you do? At tables with bots alone, not in tournaments, nor where the owner has switched it off.",
        m.Hint,
        query=(_EYES,),
        errors=(403, 404, 409),
    ),
    Endpoint(
        "GET",
        "/api/reviews/{name}",
        "The review of a finished game, or how far it is; asking begins it.",
        m.ReviewShown,
        errors=(404, 409),
    ),
    Endpoint("POST", "/api/replays", "Keep a record; the body is its text.", m.Loaded, errors=(422,)),
    Endpoint(
        "GET",
        "/api/replays/{name}",
        "One moment of a finished game or of a loaded record.",
        m.Packet,
        query=(_EYES, ("at", "after how many moves")),
        errors=(404, 409),
    ),
    Endpoint(
        "GET", "/api/replays/{name}/log", "All that happened, in sentences.", m.Lines, query=(_EYES,), errors=(404, 409)
    ),
    Endpoint("GET", "/api/replays/{name}/record.json", "The record as a file.", errors=(404, 409)),
    Endpoint(
        "GET",
        "/api/replays/{name}/verdict",
        "Whether the record is true: every move legal, all chance from its seed, its result and its seal right.",
        m.Verdict,
        errors=(404, 409),
    ),
    Endpoint("GET", "/api/openapi.json", "This description.", errors=()),
)
