"""A finished game goes into the archive in the transaction of its last move: its row, its places, the ratings that it changes."""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, Row, delete, func, insert, select, text, update
from sqlalchemy.exc import DBAPIError

from kotva import games
from kotva.engine.errors import KotvaError
from kotva.engine.game import Json
from kotva.server import ratings
from kotva.server.ratings import BOT, RatedSeat, Rating
from kotva.server.rows import LESSON, SitterRow, TableRow
from kotva.server.schema import FINISHED, MOVES, PLACES, RATINGS, TABLES
from kotva.server.table_rows import read_tables

PUBLIC = "public"
_LOCK = 7_240_001  # of PostgreSQL: games that end at the same moment are numbered one after the other
_LOG = logging.getLogger("kotva.server")


def finish(db: Connection, table: str, at: float, moves: int) -> None:
    """Put a table that has just ended into the archive. A fault here does not undo the last move: `catch_up` tries again."""
    try:
        with db.begin_nested():
            row = read_tables(db, select(TABLES).where(TABLES.c.id == table))[0]
            _enter(db, row, at, moves)
    except DBAPIError:
        raise
    except Exception:
        _LOG.exception("table %s could not be put into the archive", table)


def catch_up(db: Connection, most: int = 200) -> int:
    """Put in games that ended before there was an archive, the oldest first; how many."""
    known = select(FINISHED.c.table_id).where(FINISHED.c.table_id == TABLES.c.id).exists()
    games_only = ~TABLES.c.origin.startswith(LESSON, autoescape=True)
    wanted = select(TABLES).where(TABLES.c.status == "over", TABLES.c.outcome.is_not(None), games_only, ~known)
    rows = read_tables(db, wanted.order_by(TABLES.c.changed, TABLES.c.id).limit(most))
    for row in rows:
        count = select(func.count()).select_from(MOVES).where(MOVES.c.table_id == row.id)
        _enter(db, row, row.changed, db.execute(count).scalar_one())
    return len(rows)


def rename_places(db: Connection, person: str, old: str, new: str) -> None:
    """A player has another name, in the archive too."""
    here = (PLACES.c.person == person) & (PLACES.c.name == old)
    db.execute(update(PLACES).where(here).values(name=new, sought=sought(new)))


def sought(name: str) -> str:
    """A name as searches compare it: without case and accents."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))[:40]


def _enter(db: Connection, row: TableRow, at: float, moves: int) -> None:
    if row.outcome is None or row.origin.startswith(LESSON):
        return
    if db.dialect.name == "postgresql":
        db.execute(text("select pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    number = 1 + (db.execute(select(func.max(FINISHED.c.number))).scalar() or 0)
    ranks, scores = _numbers(row.outcome, "ranks", row.seats), _numbers(row.outcome, "scores", row.seats)
    won = _was_won(row.game, str(row.outcome.get("reason", "")))
    drawn = won and row.seats > 1 and all(rank == 1 for rank in ranks)
    values = {
        "number": number,
        "table_id": row.id,
        "game": row.game,
        "seats": row.seats,
        "title": row.title,
        "preset": _preset(row),
        "public": row.access == PUBLIC and not row.origin,
        "rated": row.rated,
        "why": ratings.FRIENDLY,
        "reason": str(row.outcome.get("reason", ""))[:32],
        "drawn": drawn,
        "moves": moves,
        "began": row.created,
        "ended": at,
    }
    db.execute(insert(FINISHED).values(values))
    db.execute(
        insert(PLACES),
        [
            {
                "table_id": row.id,
                "seat": sitter.seat,
                "number": number,
                "person": sitter.left_by or sitter.person,
                "level": "" if sitter.left_by or sitter.person else sitter.level,
                "name": sitter.name,
                "sought": sought(sitter.name),
                "rank": ranks[sitter.seat],
                "score": scores[sitter.seat],
                "won": won and not drawn and ranks[sitter.seat] == 1 and not _is_gone(sitter),
                "is_left": _is_gone(sitter),
            }
            for sitter in row.sitters
        ],
    )
    _fold(db, number)


def _is_gone(sitter: SitterRow) -> bool:
    """Left, or away at the end with a bot in the seat: it would pay to vanish from a lost game otherwise."""
    return sitter.left_by is not None or bool(sitter.level and sitter.person)


def _numbers(outcome: Mapping[str, Json], name: str, seats: int) -> list[int]:
    given = outcome.get(name)
    found = [value if isinstance(value, int) else 0 for value in given] if isinstance(given, list) else []
    return (found + [0] * seats)[:seats]


def _was_won(game_id: str, name: str) -> bool:
    """Whether an end by this reason has a winner; a game that was only stopped has none."""
    try:
        reasons = games.load(game_id).rules.reasons
    except (KotvaError, ImportError):
        return True
    return all(reason.won for reason in reasons if reason.name == name)


def _preset(row: TableRow) -> str:
    """The preset with exactly these options; none where there is no such, or the game is not here."""
    try:
        game = games.load(row.game)
        for preset in game.rules.presets:
            if dict(game.choose_options(row.seats, preset.options).given) == row.options:
                return preset.name
    except (KotvaError, ImportError):
        return ""
    return "" if row.options else "standard"


# -- ratings -----------------------------------------------------------------------------------------------------------


def recompute(db: Connection) -> int:
    """Fold all finished games again, from nothing; how many changed a rating."""
    db.execute(delete(RATINGS))
    nothing = {"mu_before": None, "sigma_before": None, "mu": None, "sigma": None}
    db.execute(update(PLACES).where(PLACES.c.mu.is_not(None)).values(nothing))
    db.execute(update(FINISHED).where(FINISHED.c.rated).values(why=ratings.FRIENDLY))
    numbers = list(db.execute(select(FINISHED.c.number).where(FINISHED.c.rated).order_by(FINISHED.c.number)).scalars())
    return sum(_fold(db, number) for number in numbers)


def _fold(db: Connection, number: int) -> bool:
    """What one more game says; whether it changes ratings. It reads nothing but the archive, so that all can be folded again."""
    game = db.execute(
        select(FINISHED, TABLES.c.position)
        .join(TABLES, TABLES.c.id == FINISHED.c.table_id)
        .where(FINISHED.c.number == number)
    ).one()
    if not game.rated:
        return False
    places = db.execute(select(PLACES).where(PLACES.c.table_id == game.table_id).order_by(PLACES.c.seat)).all()
    seats = [RatedSeat(_player(place), place.rank, place.is_left) for place in places]
    why = ratings.why_not(
        seats,
        rated=True,
        from_start=game.position is None,
        won=_was_won(game.game, game.reason),
        together=_together(db, game, seats),
    )
    db.execute(update(FINISHED).where(FINISHED.c.number == number).values(why=why))
    if why:
        return False
    here = (RATINGS.c.game == game.game) & (RATINGS.c.seats == game.seats)
    players = {seat.player for seat in seats}
    known = {
        row.player: Rating(row.mu, row.sigma, row.games)
        for row in db.execute(select(RATINGS).where(here, RATINGS.c.player.in_(sorted(players))))
    }
    bots = _measured(game.game, game.seats)
    known |= {player: bots[player] for player in players & bots.keys()}
    for seat, place, after in zip(seats, places, ratings.rate(seats, known), strict=True):
        before = known.get(seat.player, Rating())
        if seat.player in bots:
            after = before  # what the arena has measured stays
        db.execute(
            update(PLACES)
            .where(PLACES.c.table_id == game.table_id, PLACES.c.seat == place.seat)
            .values(mu_before=before.mu, sigma_before=before.sigma, mu=after.mu, sigma=after.sigma)
        )
        values = {"mu": after.mu, "sigma": after.sigma, "games": after.games, "at": game.ended}
        if seat.player in players - bots.keys():
            players.discard(seat.player)
            if seat.player in known:
                db.execute(update(RATINGS).where(here, RATINGS.c.player == seat.player).values(values))
            else:
                fresh = {"player": seat.player, "game": game.game, "seats": game.seats, **values}
                db.execute(insert(RATINGS).values(fresh))
    return True


def _measured(game_id: str, seats: int) -> dict[str, Rating]:
    """The bots of a game whose strength the arena has measured, as players."""
    try:
        shares = games.load(game_id).bots.measured.get(seats)
    except (KotvaError, ImportError):
        return {}
    return {} if shares is None else {BOT + level: rating for level, rating in ratings.of_bots(seats, shares).items()}


def _player(place: Row[tuple[object, ...]]) -> str:
    return str(place.person or (BOT + place.level if place.level else ""))


def _together(db: Connection, game: Row[tuple[object, ...]], seats: Sequence[RatedSeat]) -> int:
    """How many games that counted these players, and nobody else, have finished within a week before this one."""
    one = next((seat.player for seat in seats if not seat.is_bot), None)
    if one is None:
        return 0
    lately = db.execute(
        select(FINISHED.c.table_id)
        .join(PLACES, PLACES.c.table_id == FINISHED.c.table_id)
        .where(PLACES.c.person == one, PLACES.c.number < game.number, FINISHED.c.why == "")
        .where(FINISHED.c.game == game.game, FINISHED.c.seats == game.seats)
        .where(FINISHED.c.ended > game.ended - ratings.WEEK)
    ).scalars()
    tables = list(lately)
    if not tables:
        return 0
    others: dict[str, list[str]] = {}
    for place in db.execute(select(PLACES).where(PLACES.c.table_id.in_(tables))):
        others.setdefault(place.table_id, []).append(_player(place))
    same = sorted(seat.player for seat in seats)
    return sum(sorted(found) == same for found in others.values())
