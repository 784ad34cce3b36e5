"""Learning from self-play: a small network of a small game beats random; its numbers are the same wherever it runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from kotva import games
from kotva.arena.sequential import Bounds
from kotva.arena.simulate import simulate
from kotva.bots import Mcts, make
from kotva.bots.weighted import observer_of, own_evaluation, with_network
from kotva.engine.arrays import Rng, zeros
from kotva.engine.errors import KotvaError
from kotva.engine.evaluation import Evaluation
from kotva.engine.game import Game
from kotva.engine.learnt import LARGEST, NetworkFile, learnt, read_network
from kotva.engine.network import FINE, LearntEvaluation
from kotva.engine.playout import play_random
from kotva.train.__main__ import train
from kotva.train.fit import chances_of, fit, gather, to_whole
from kotva.train.rounds import LearningPlan, learn
from kotva.train.selfplay import SelfPlayTerms, play_more, read_games

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "docs" / "examples" / "ferry.py"


@pytest.fixture(scope="module")
def ferry() -> Game:
    return games.load_file(FILE)[0]


def terms(game: Game, **given: int) -> SelfPlayTerms:
    return SelfPlayTerms(game.id, game.version, 2, given.get("simulations", 5), given.get("seed", 1), alone=True)


def blank(width: int, hidden: int = 2, share: int = 4096, game: str = "bosman") -> NetworkFile:
    return NetworkFile(
        game, 2, hidden, (0,) * width * (hidden + 1), (1,) * width, (0,) * (hidden + 1), (0,) * hidden, share
    )


def test_a_small_network_of_ferry_beats_random(ferry: Game, tmp_path: Path) -> None:
    """It learns alone, from games that know nothing of positions; even would be 50 %."""
    plan = LearningPlan(2, games=150, simulations=20, hidden=12, epochs=30, alone=True)
    (report,) = learn(ferry, plan, tmp_path)
    assert report.before[1] == pytest.approx(np.log(2), abs=1e-3)
    assert report.after[1] < 0.64  # nats, on games held out
    results = simulate(ferry, 2, [f"weights:{tmp_path / 'network-1.bin'}:mcts:40", "random"], 60, seed=5)
    assert results.wins[0] / results.finished > 0.62


def test_whole_numbers_say_what_the_fitted_ones_do(ferry: Game, tmp_path: Path) -> None:
    play_more(tmp_path / "games.jsonl", ferry, terms(ferry), 40)
    data = gather(ferry, 2, read_games(tmp_path / "games.jsonl"), alone=True)
    fitted = fit(data, hidden=8, epochs=10)
    said = chances_of(fitted.net.strengths(data.dense(np.arange(len(data)), fitted.scale), data.own)[1])
    options = ferry.choose_options(2)
    network = to_whole("ferry", 2, fitted).network()
    evaluation, out, row = LearntEvaluation(Evaluation(), observer_of(ferry, options), network, 2), zeros(2), 0
    for game in read_games(tmp_path / "games.jsonl"):
        state = ferry.rules.new(options)
        for actor, action in game.played:
            evaluation.values(state, out)
            assert [int(x) / 1000 for x in out] == pytest.approx(said[row].tolist(), abs=0.009)
            row += 1
            state.apply(actor, action)
    assert row == len(data)
    assert said.std() > 0.02  # it does say something


SCRIPT = """
import random
from kotva import games
from kotva.bots.weighted import observer_of
from kotva.engine.arrays import COMPILED, Rng, zeros
from kotva.engine.network import LearntEvaluation, Network
from kotva.engine.playout import play_random
import sys

for name, seats in (("bosman", 2), ("hexxi", 3), ("triremes", 2)):
    game = games.load(name)
    options = game.choose_options(seats)
    observer, chance, out = observer_of(game, options), random.Random(1), zeros(seats)
    width = sum(span.size for span in observer.spans())
    into = [chance.randint(-30_000, 30_000) // 40 for _ in range(width * 5)]
    network = Network(4, into, [1] * width, [5000, -5000, 0, 700, 0], [900, -900, 300, -2000], 3000)
    evaluation = LearntEvaluation(game.bots.evaluation, observer, network, seats)
    for seed in range(12):
        state = game.rules.new(options)
        play_random(state, Rng(seed), 5 * seed)
        evaluation.values(state, out)
        print(name, seed, [int(x) for x in out])
print(COMPILED, file=sys.stderr)
"""


def test_the_numbers_are_the_same_compiled_and_interpreted() -> None:
    said = []
    for interpreted in ("0", "1"):
        environment = {**os.environ, "KOTVA_INTERPRETED": interpreted}
        command = [sys.executable, "-c", SCRIPT]
        done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
        said.append(done.stdout)
    assert said[0] == said[1]
    assert len(set(said[0].splitlines())) == 36
    assert sum("[500, 500]" in line for line in said[0].splitlines()) < 6  # the weights do count


def test_a_network_that_knows_nothing_changes_nothing() -> None:
    """The game's own chances come out again, as far as thousandths go."""
    game = games.load("bosman")
    options = game.choose_options(2)
    observer = observer_of(game, options)
    found = blank(sum(span.size for span in observer.spans()))
    evaluation, own, out = LearntEvaluation(game.bots.evaluation, observer, found.network(), 2), zeros(2), zeros(2)
    for seed in range(30):
        state = game.rules.new(options)
        play_random(state, Rng(seed), 3 * seed)
        game.bots.evaluation.values(state, own)
        evaluation.values(state, out)
        assert [int(x) for x in out] == pytest.approx([int(x) for x in own], abs=6)


def test_games_go_on_where_they_were_cut_off(ferry: Game, tmp_path: Path) -> None:
    """The n-th game depends on the seed and n alone, and a line that was cut off is played again."""
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    play_more(whole, ferry, terms(ferry), 12)
    lines = whole.read_text(encoding="utf-8").splitlines(keepends=True)
    cut.write_text("".join(lines[:6]) + lines[6][:20], encoding="utf-8")
    heard: list[int] = []
    play_more(cut, ferry, terms(ferry), 12, progress=heard.append)
    assert list(read_games(cut)) == list(read_games(whole))
    assert heard[0] == 5
    assert sum(heard) == 12


def test_games_of_other_terms_are_not_mixed(ferry: Game, tmp_path: Path) -> None:
    play_more(tmp_path / "games.jsonl", ferry, terms(ferry), 3)
    with pytest.raises(KotvaError, match="games of another kind"):
        play_more(tmp_path / "games.jsonl", ferry, terms(ferry, seed=2), 6)


def test_two_processes_play_the_games_of_one(ferry: Game, tmp_path: Path) -> None:
    for jobs in (1, 2):
        play_more(tmp_path / f"{jobs}.jsonl", ferry, terms(ferry), 8, jobs)
    one, two = (sorted(read_games(tmp_path / f"{jobs}.jsonl"), key=lambda game: game.number) for jobs in (1, 2))
    assert one == two


def test_a_match_judges_each_network_and_the_loser_plays_no_round(ferry: Game, tmp_path: Path) -> None:
    """The gate cannot be met here: a share of 99 % against 98 % is never had, so the second round is played without a network."""
    gate = Bounds(0.98, 0.99)
    plan = LearningPlan(2, games=20, simulations=4, rounds=2, hidden=2, epochs=2, alone=True, gate=gate, cap=10)
    reports = learn(ferry, plan, tmp_path)
    assert [report.verdict for report in reports] != ["better", "better"]
    heads = [json.loads((tmp_path / f"games-{n}.jsonl").read_text().splitlines()[0]) for n in (1, 2)]
    assert [head["weights"] for head in heads] == ["", ""]
    assert [head["seed"] for head in heads] == [2, 3]
    assert (reports[1].games, reports[0].games) == (40, 20)  # fitted anew to all
    rows = [json.loads(line) for line in (tmp_path / "rounds.jsonl").read_text().splitlines()]
    assert [row["hash"] for row in rows] == [read_network(tmp_path / f"network-{n}.bin").hash for n in (1, 2)]


def test_without_a_gate_a_network_plays_the_next_round(ferry: Game, tmp_path: Path) -> None:
    plan = LearningPlan(2, games=20, simulations=4, rounds=2, hidden=2, epochs=2, alone=True)
    learn(ferry, plan, tmp_path)
    head = json.loads((tmp_path / "games-2.jsonl").read_text().splitlines()[0])
    assert head["weights"] == read_network(tmp_path / "network-1.bin").hash


def test_the_command_learns_and_says_what_came_of_it(tmp_path: Path) -> None:
    given = ["--games", "20", "--simulations", "3", "--hidden", "2", "--epochs", "2", "--out", str(tmp_path)]
    done = CliRunner().invoke(train, [str(FILE), "--alone", *given])
    assert done.exit_code == 0, done.output
    assert "20 games" in done.output
    assert "loss on games held out" in done.output
    assert (tmp_path / "network-1.bin").stat().st_size < LARGEST


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nosuchgame"], "There is no game"),
        ([str(FILE), "--games", "3"], "at least 20 games"),
        ([str(FILE), "--gate", "60,50"], "two shares of wins"),
        ([str(FILE), "--hidden", "-1"], "at least 1"),
        (["bosman", "--seats", "3"], "is for 2, 4 players, not 3"),
    ],
)
def test_what_cannot_be_learnt_is_refused_in_a_sentence(tmp_path: Path, arguments: list[str], said: str) -> None:
    done = CliRunner().invoke(train, [*arguments, "--out", str(tmp_path)])
    assert done.exit_code == 1
    assert said in done.output


def test_a_file_that_is_not_whole_is_refused(tmp_path: Path) -> None:
    path, data = tmp_path / "network.bin", blank(690).data()
    path.write_bytes(data)
    assert read_network(path) == blank(690)
    for bad in (
        b"",
        b"{}\n",
        data[:-1],
        data[:-1] + b"\1",
        data + b"\0",
        data.replace(b"kotva-network-1", b"kotva-network-9"),
    ):
        path.write_bytes(bad)
        with pytest.raises(KotvaError, match="is no network, or not whole"):
            read_network(path)
    with pytest.raises(KotvaError, match="is no network"):
        make(f"weights:{path}:greedy")


def test_a_network_has_a_size(tmp_path: Path) -> None:
    with pytest.raises(KotvaError, match="fewer hidden units"):
        blank(3000, hidden=60).data()


def test_a_network_fits_one_game_and_one_number_of_players(tmp_path: Path) -> None:
    game = games.load("bosman")
    path = tmp_path / "network.bin"
    path.write_bytes(blank(690).data())
    two, four = game.choose_options(2), game.choose_options(4)
    assert isinstance(with_network(game, two, path).bots.evaluation, LearntEvaluation)
    with pytest.raises(KotvaError, match="does not fit here"):
        with_network(game, four, path)
    path.write_bytes(blank(690, game="hexxi").data())
    with pytest.raises(KotvaError, match="does not fit here"):
        with_network(game, two, path)
    path.write_bytes(blank(5).data())
    with pytest.raises(KotvaError, match="fit it anew"):
        learnt(game.bots.evaluation, observer_of(game, two), path)


def test_with_another_number_of_players_a_game_says_what_it_says_itself() -> None:
    game = games.load("bosman")
    options = game.choose_options(4)
    loud = blank(690)
    network = NetworkFile("bosman", 2, 2, (900,) * 690 * 3, loud.scale, (FINE,) * 3, (4096,) * 2, 0).network()
    evaluation = LearntEvaluation(game.bots.evaluation, observer_of(game, options), network, 2)
    state, own, out = game.rules.new(options), zeros(4), zeros(4)
    play_random(state, Rng(2), 40)
    game.bots.evaluation.values(state, own)
    evaluation.values(state, out)
    assert list(out) == list(own)


def test_everything_but_the_chances_is_the_games_own() -> None:
    """Whoever adds a method to `Evaluation` passes it on here, too."""
    missing = [
        name
        for name, member in vars(Evaluation).items()
        if not name.startswith("_") and callable(member) and name not in vars(LearntEvaluation)
    ]
    assert not missing


def test_a_bot_without_weights_is_the_plain_one() -> None:
    game = games.load("bosman")
    assert own_evaluation(with_network(game, game.choose_options(2), None)) is game.bots.evaluation
    match = game.choose_options(2)
    state = game.rules.new(match)
    while state.to_act() < 0:
        play_random(state, Rng(1), 1)
    view = game.view(state, int(state.to_act()), match)
    assert make("weights::mcts:50", 3).choose(view) == Mcts(3, simulations=50).choose(view)


def test_every_position_is_learnt_from_in_all_symmetries_of_the_board(tmp_path: Path) -> None:
    """HEXXI for two: across both lines between the bases, and half a turn."""
    hexxi = games.load("hexxi")
    plain = replace(hexxi, bots=replace(hexxi.bots, symmetries=lambda _state: ()))
    play_more(tmp_path / "games.jsonl", hexxi, SelfPlayTerms(hexxi.id, hexxi.version, 2, 2, 1, alone=True), 1)
    played = list(read_games(tmp_path / "games.jsonl"))
    once, often = gather(plain, 2, played), gather(hexxi, 2, played)
    assert len(often) == 4 * len(once)
    ones = np.ones(once.width, np.float32)
    same, images = once.dense(np.arange(len(once)), ones), often.dense(np.arange(len(often)), ones)
    images = images.reshape(len(once), 4, 2, -1)
    assert (images[:, 0].reshape(same.shape) == same).all()
    assert (np.sort(images, axis=3) == np.sort(images[:, :1], axis=3)).all()  # the same numbers, in other places
    assert all((images[:, 0] != images[:, n]).any() for n in (1, 2, 3))
    assert (often.target.reshape(len(once), 4, 2) == once.target[:, None]).all()
