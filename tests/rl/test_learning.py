"""Networks as checkpoints and bots, and the example that trains one."""

from __future__ import annotations

import json
import random
import sys
from importlib import util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cuberails import registry
from cuberails.core import BadInput
from cuberails.rl.actions import Actions
from cuberails.rl.encoding import encoder
from cuberails.rl.network import About, Network, NetworkBot

EXAMPLE = Path(__file__).parents[2] / "examples" / "learning"
SMALL = EXAMPLE / "small.csv"
BOARD = registry.game("chicago-express").load_board(SMALL)


def network(players: int = 3, raises: int | None = 4) -> Network:
    """A network of random weights for the small board."""
    rng = np.random.default_rng(1)
    ours = encoder("chicago-express", players, BOARD)
    inputs = ours.vector(ours_start(players), 0).shape[0]
    outputs = Actions(registry.game("chicago-express"), ours.parts.actions, BOARD, raises).count
    shapes = {"w0": (inputs, 16), "b0": (16,), "wp": (16, outputs), "bp": (outputs,), "wv": (16, 1), "bv": (1,)}
    weights = {name: rng.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()}
    return Network(About(ours.name, "small", players, raises), weights)


def ours_start(players: int) -> Any:
    return registry.game("chicago-express").new(players, BOARD)


def learning() -> Any:
    """The example, as a module."""
    if "learn" not in sys.modules:
        spec = util.spec_from_file_location("learn", EXAMPLE / "learn.py")
        assert spec
        assert spec.loader
        sys.modules["learn"] = util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules["learn"])
    return sys.modules["learn"]


def test_a_checkpoint_is_read_as_it_was_written(tmp_path: Path) -> None:
    made = network()
    made.save(tmp_path / "net.npz")
    read = Network.load(tmp_path / "net.npz")
    assert read.about == made.about
    rows = np.ones((2, made.weights["w0"].shape[0]), np.float32)
    for one, two in zip(made(rows), read(rows), strict=True):
        assert np.array_equal(one, two)


def test_a_network_plays_legal_actions_to_the_end() -> None:
    bot, state, rng = NetworkBot(network()), ours_start(3), random.Random(1)
    while state.legal():
        action = bot.choose(state, rng, None)
        assert action in state.legal()
        odds = bot.odds(state)
        assert odds.sum() == pytest.approx(1)
        state.apply(action)


def test_a_network_refuses_a_table_it_was_not_made_for() -> None:
    bot = NetworkBot(network())
    with pytest.raises(BadInput, match=r"plays chicago-express/1 on the board small with 3 players, not .* with 4 players"):
        bot.choose(ours_start(4), random.Random(1), None)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "missing.npz is no checkpoint: the file cannot be read"),
        (b"text", "it is no NumPy archive"),
        ({"about": np.array('{"format": "other/1"}')}, "its format is other/1, this program reads cuberails-network/1"),
        ({"about": np.array("[]")}, "its format is \\[\\]"),
        ({"about": np.array("{}")}, "its format is None"),
        ({"about": np.array('{"format": "cuberails-network/1", "colour": 1}')}, "it does not say what it is for"),
        (
            {"about": np.array('{"format": "cuberails-network/1", "encoding": "x/1", "board": "b", "players": 2, "raises": null}')},
            "the weights .* are missing",
        ),
    ],
)
def test_files_that_are_no_checkpoints(tmp_path: Path, content: Any, words: str) -> None:
    path = tmp_path / "missing.npz"
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content:
        np.savez(path, **content)
    with pytest.raises(BadInput, match=words):
        NetworkBot(path)


def test_weights_that_do_not_fit_together(tmp_path: Path) -> None:
    made = network()
    made.weights["wp"] = made.weights["wp"][1:]
    made.save(tmp_path / "net.npz")
    with pytest.raises(BadInput, match=r"net\.npz is no checkpoint: its weights do not fit together"):
        NetworkBot(tmp_path / "net.npz")


def test_a_damaged_file_is_no_checkpoint(tmp_path: Path) -> None:
    path, rng, refused = tmp_path / "net.npz", random.Random(1), 0
    network().save(path)
    whole = path.read_bytes()
    for _ in range(200):
        damaged = bytearray(whole)
        damaged[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged[: rng.choice([None, len(whole) // 2])])
        try:
            NetworkBot(path)
        except BadInput:
            refused += 1
    assert refused > 150


def test_the_trained_network_answers_like_the_one_that_plays() -> None:
    torch = pytest.importorskip("torch", reason="needs PyTorch: pip install cuberails[train]")
    learner = learning().Learner(learning().Settings(), seed=3)
    rows = np.random.default_rng(0).random((5, learner.hidden[0].in_features), np.float32)
    with torch.no_grad():
        for theirs, ours in zip(learner.forward(torch.from_numpy(rows)), learner.network()(rows), strict=True):
            assert np.allclose(theirs.numpy(), ours, atol=1e-5)


def test_advantages_of_a_game() -> None:
    """With lambda 0.97 and nothing paid before the end: by hand."""
    seat = learning().Seat()
    seat.rows, seat.values = [None, None], [0.5, 0.25]
    last = 1 - 0.25
    assert seat.advantages(1.0) == pytest.approx([0.25 - 0.5 + 0.97 * last, last])


def test_self_play_is_the_same_for_the_same_seed() -> None:
    learn = learning()
    settings = learn.Settings()
    one, two, other = (learn.collect(network(raises=10), settings, 3, seed) for seed in (1, 1, 2))
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    assert len(one.action) != len(other.action) or not np.array_equal(one.action, other.action)
    assert one.mask[np.arange(len(one.action)), one.action].all()


def test_training_writes_a_checkpoint_and_a_curve(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs PyTorch: pip install cuberails[train]")
    learn = learning()
    arguments = ["learn.py", "train", "--iterations", "1", "--games", "4", "--evaluate", "3", "--opponents", "random"]
    files = {"--out": tmp_path / "net.npz", "--log": tmp_path / "curve.jsonl"}
    before, sys.argv = sys.argv, [*arguments, *[str(part) for pair in files.items() for part in pair]]
    try:
        learn.main()
    finally:
        sys.argv = before
    rows = [json.loads(line) for line in files["--log"].read_text().splitlines()]
    assert [row["iteration"] for row in rows] == [0, 1]
    assert rows[1]["decisions"] > 0
    assert NetworkBot(files["--out"]).choose(ours_start(3), random.Random(1), None) in ours_start(3).legal()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--players", "9"], "chicago-express is for 2 to 6 players, not 9"),
        (["--opponents", "random,nobody"], "There is no bot “nobody”"),
        (["--games", "0"], "a whole number from 1"),
    ],
)
def test_what_training_refuses_before_the_last_curve_is_overwritten(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "curve.jsonl"
    log.write_text("the last curve")
    monkeypatch.setattr(sys, "argv", ["learn.py", "train", "--log", str(log), "--out", str(tmp_path / "net.npz"), *arguments])
    with pytest.raises(SystemExit) as refused:
        learning().main()
    assert words in str(refused.value) + capsys.readouterr().err
    assert log.read_text() == "the last curve"


@pytest.mark.long
def test_it_learns_to_beat_random_players() -> None:
    """The fair share of the wins is a third; a minute of training is worth more than 80%."""
    pytest.importorskip("torch", reason="needs PyTorch: pip install cuberails[train]")
    learn = learning()
    settings = learn.Settings()
    *_, (trained, _) = learn.train(settings, iterations=15, games=128, seed=1)
    assert learn.evaluate(trained, settings, "random", 150) > 0.8


@pytest.mark.long
def test_ray_workers_play_the_games_a_single_process_plays() -> None:
    ray = pytest.importorskip("ray", reason="needs Ray: pip install cuberails[cluster]")
    learn = learning()
    settings = learn.Settings()
    try:
        spread = learn.workers(2, settings)(network(raises=10), 4, 7)
    finally:
        ray.shutdown()
    here = learn.join([learn.collect(network(raises=10), settings, 2, 7000 + part) for part in range(2)])
    assert all(np.array_equal(a, b) for a, b in zip(spread, here, strict=True))
