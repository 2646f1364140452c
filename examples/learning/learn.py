"""Self-play on a small board: a network learns Chicago Express until it beats random players clearly.

    python examples/learning/learn.py train            minutes on one core; writes checkpoint.npz and curve.jsonl here
    python examples/learning/learn.py plot             draws curve.png
    cuberails arena chicago-express --players 3 --board small.csv --bots learned:Learned,random,greedy    (from this folder)

The method is proximal policy optimisation with illegal actions masked out; every seat of every game is played by
the network that learns. It needs the extra ``train``: pip install cuberails[train]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OMP_NUM_THREADS", "1")  # matrices this small are multiplied ten times slower by several threads

import numpy as np

from cuberails import bots
from cuberails.commands.shared import positive
from cuberails.core import BadInput
from cuberails.rl.network import About, Network, NetworkBot
from cuberails.rl.table import Table, payoff

HERE = Path(__file__).parent
HIDDEN = (128, 128)
PATIENCE = 0.97
"""GAE's lambda: how far an advantage looks ahead."""


class Settings(NamedTuple):
    """What is learned."""

    game: str = "chicago-express"
    players: int = 3
    board: Path | None = HERE / "small.csv"
    raises: int | None = 10

    def table(self) -> Table:
        return Table(self.game, self.players, board=self.board, raises=self.raises)


class Batch(NamedTuple):
    """Decisions of finished games, one row each."""

    seen: np.ndarray
    mask: np.ndarray
    action: np.ndarray
    log_odds: np.ndarray
    """The logarithm of the odds with which the action was drawn."""
    advantage: np.ndarray
    outcome: np.ndarray
    """What the value should have been."""


class Seat:
    """What one seat saw and did in one game."""

    def __init__(self) -> None:
        self.rows: list[tuple[np.ndarray, np.ndarray, int, float]] = []
        self.values: list[float] = []

    def advantages(self, won: float) -> np.ndarray:
        """Generalised advantages; nothing is paid before the end."""
        values = [*self.values, won]
        found, ahead = np.zeros(len(self.rows), np.float32), 0.0
        for at in reversed(range(len(self.rows))):
            ahead = values[at + 1] - values[at] + PATIENCE * ahead
            found[at] = ahead
        return found


def collect(network: Network, settings: Settings, games: int, seed: int) -> Batch:
    """Play some games at once, the network on every seat, until all are over."""
    rng = np.random.default_rng(seed)
    tables = [settings.table() for _ in range(games)]
    for table in tables:
        table.start(int(rng.integers(2**62)))
    seats = [[Seat() for _ in range(settings.players)] for _ in tables]
    running = list(range(games))
    while running:
        views = [tables[at].observe(tables[at].state.seat) for at in running]
        seen = np.stack([view["observation"] for view in views])
        masks = np.stack([view["action_mask"] for view in views]).astype(bool)
        policy, values = network(seen)
        logs = log_odds(policy, masks)
        drawn = np.argmax(logs + rng.gumbel(size=logs.shape), axis=1)
        for row, at in enumerate(running):
            table, action = tables[at], int(drawn[row])
            seat = seats[at][table.state.seat]
            seat.rows.append((seen[row], masks[row], action, logs[row, action]))
            seat.values.append(float(values[row]))
            table.step(action)
        running = [at for at in running if not tables[at].over]
    return gather(tables, seats)


def log_odds(policy: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """The logarithms of the odds of every action; minus infinity for illegal ones."""
    masked = np.where(masks, policy, -np.inf)
    masked -= masked.max(axis=1, keepdims=True)
    return masked - np.log(np.exp(masked).sum(axis=1, keepdims=True))


def gather(tables: list[Table], seats: list[list[Seat]]) -> Batch:
    """All decisions of all seats, with what came of them."""
    rows: list[Any] = []
    advantages, outcomes = [], []
    for table, around in zip(tables, seats, strict=True):
        for seat, won in zip(around, payoff(table.state, "win"), strict=True):
            advantage = seat.advantages(won)
            rows += seat.rows
            advantages.append(advantage)
            outcomes.append(advantage + np.array(seat.values, np.float32))
    seen, masks, actions, logs = zip(*rows, strict=True)
    return Batch(np.stack(seen), np.stack(masks), np.array(actions), np.array(logs, np.float32),
                 np.concatenate(advantages), np.concatenate(outcomes))  # fmt: skip


def join(batches: list[Batch]) -> Batch:
    return Batch(*(np.concatenate(parts) for parts in zip(*batches, strict=True)))


class Learner:
    """The network as PyTorch trains it."""

    def __init__(self, settings: Settings, seed: int) -> None:
        import torch

        self.torch = torch
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        table = settings.table()
        sizes = [int(np.prod(table.encoder.space("vector").shape)), *HIDDEN]
        self.about = About(table.encoder.name, table.state.board.id, settings.players, settings.raises)
        self.hidden = [torch.nn.Linear(a, b) for a, b in pairwise(sizes)]
        self.policy = torch.nn.Linear(sizes[-1], table.actions.count)
        self.value = torch.nn.Linear(sizes[-1], 1)
        torch.nn.init.uniform_(self.policy.weight, -0.01, 0.01)
        self.layers = {**{str(i): layer for i, layer in enumerate(self.hidden)}, "p": self.policy, "v": self.value}
        weights = [weight for layer in self.layers.values() for weight in layer.parameters()]
        self.optimizer = torch.optim.Adam(weights, lr=5e-4)

    def network(self) -> Network:
        """The weights as they are now, for playing."""
        found = {}
        for name, layer in self.layers.items():
            found[f"w{name}"] = layer.weight.detach().numpy().T.copy()
            found[f"b{name}"] = layer.bias.detach().numpy().copy()
        return Network(self.about, found)

    def forward(self, seen: Any) -> tuple[Any, Any]:
        for layer in self.hidden:
            seen = self.torch.relu(layer(seen))
        return self.policy(seen), self.torch.sigmoid(self.value(seen))[:, 0]

    def learn(self, batch: Batch, epochs: int = 3, size: int = 2048) -> None:
        """Proximal policy optimisation over the batch (clipped at 0.2)."""
        torch = self.torch
        seen, mask, action, old, advantage, outcome = (torch.from_numpy(part) for part in batch)
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        for _ in range(epochs):
            for rows in torch.randperm(len(seen)).split(size):
                policy, value = self.forward(seen[rows])
                logs = torch.log_softmax(policy.masked_fill(~mask[rows], -1e9), dim=1)
                chosen = logs.gather(1, action[rows, None])[:, 0]
                ratio = torch.exp(chosen - old[rows])
                gain = torch.minimum(ratio * advantage[rows], ratio.clamp(0.8, 1.2) * advantage[rows]).mean()
                entropy = -(logs.exp() * logs.masked_fill(~mask[rows], 0)).sum(1).mean()
                loss = -gain + torch.nn.functional.mse_loss(value, outcome[rows]) - 0.01 * entropy
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()


def evaluate(network: Network, settings: Settings, opponent: str, games: int, seed: str = "evaluation") -> float:
    """What part of the wins the network gets against bots of one kind, seats rotated; the fair part is 1 / players."""
    won = 0.0
    table = settings.table()
    for number in range(games):
        own = number % settings.players
        table.start(number)
        rng = random.Random(f"{seed}/{number}")
        seats = [NetworkBot(network) if seat == own else bots.load(opponent) for seat in range(settings.players)]
        while not table.over:
            table.act(seats[table.state.seat].choose(table.state.copy(), rng, None))
        won += payoff(table.state, "win")[own]
    return won / games


def workers(count: int, settings: Settings) -> Any:
    """How games are collected: here, or on so many Ray workers (extra ``cluster``). They depend on seed and number of parts only."""

    def shares(games: int, seed: int) -> list[tuple[int, int]]:
        parts = max(count, 1)
        return [(games // parts + (part < games % parts), seed * 1000 + part) for part in range(min(parts, games))]

    if not count:
        return lambda network, games, seed: join([collect(network, settings, *share) for share in shares(games, seed)])
    import ray

    ray.init(num_cpus=count, include_dashboard=False, log_to_driver=False, runtime_env={"env_vars": {"PYTHONPATH": str(HERE)}})
    remote = ray.remote(collect)

    def spread(network: Network, games: int, seed: int) -> Batch:
        held = ray.put(network)
        return join(ray.get([remote.remote(held, settings, *share) for share in shares(games, seed)]))

    return spread


def train(settings: Settings, iterations: int, games: int, seed: int, count: int = 0) -> Iterator[tuple[Network, dict[str, Any]]]:
    """The network after each iteration, and what there is to say of it."""
    learner = Learner(settings, seed)
    gatherer = workers(count, settings)
    start, decisions = time.monotonic(), 0
    for iteration in range(iterations + 1):
        network = learner.network()
        report = {"iteration": iteration, "decisions": decisions, "seconds": round(time.monotonic() - start, 1)}
        yield network, report
        if iteration < iterations:
            batch = gatherer(network, games, seed + iteration)
            decisions += len(batch.action)
            learner.learn(batch)


def run_train(args: argparse.Namespace) -> None:
    board = HERE / "small.csv" if args.board is None and args.game == "chicago-express" else args.board
    board = None if str(board) == "own" else board
    settings = Settings(args.game, args.players, board, args.raises)
    settings.table()  # refuses what cannot be, and so do the opponents, before the last curve is overwritten
    opponents = args.opponents.split(",")
    for opponent in opponents:
        bots.load(opponent)
    with args.log.open("w") as log:
        for network, report in train(settings, args.iterations, args.games, args.seed, args.workers):
            network.save(args.out)
            if report["iteration"] % args.every == 0 or report["iteration"] == args.iterations:
                for opponent in opponents:
                    report[opponent] = round(evaluate(network, settings, opponent, args.evaluate), 4)
                report |= {"players": settings.players, "evaluated": args.evaluate}
                log.write(json.dumps(report) + "\n")
                log.flush()
                print(report, flush=True)


def run_plot(args: argparse.Namespace) -> None:
    """The curve, with 95% intervals."""
    from matplotlib import pyplot

    try:
        rows = [json.loads(line) for line in args.log.read_text().splitlines()]
        rows[0]["decisions"], rows[0]["players"], rows[0]["evaluated"]
    except (ValueError, LookupError, TypeError):
        sys.exit(f"learn.py: {args.log} is no curve that learn.py train has written")
    skip = ("iteration", "decisions", "seconds", "players", "evaluated")
    figure, axes = pyplot.subplots(figsize=(8, 4.5))
    for opponent in [name for name in rows[0] if name not in skip]:
        x = [row["decisions"] / 1000 for row in rows]
        y = np.array([row[opponent] for row in rows])
        spread = 1.96 * np.sqrt(y * (1 - y) / rows[0]["evaluated"])
        axes.plot(x, y, marker=".", label=f"against {rows[0]['players'] - 1} × {opponent}")
        axes.fill_between(x, np.clip(y - spread, 0, 1), np.clip(y + spread, 0, 1), alpha=0.2)
    axes.axhline(1 / rows[0]["players"], color="grey", linestyle=":", label="fair share")
    axes.set(xlabel="thousand decisions of self-play", ylabel="share of the wins", ylim=(0, 1.02))
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(args.out, dpi=110)


def none_or_more(text: str) -> int:
    """The type of an argument that counts something there may be none of."""
    return 0 if text == "0" else positive(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = parser.add_subparsers(required=True)
    command = sub.add_parser("train", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    command.add_argument("--game", default="chicago-express")
    command.add_argument("--players", type=int, default=3)
    command.add_argument("--board", type=Path, help="the board file; own: the board of the game (default: small.csv for chicago-express)")
    command.add_argument("--raises", type=int, default=10, help="how many of the lowest bids it may choose from")
    command.add_argument("--iterations", type=positive, default=60)
    command.add_argument("--games", type=positive, default=128, help="games of self-play in each iteration")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--workers", type=none_or_more, default=0, help="play on so many Ray workers (extra cluster); 0: in this process")
    command.add_argument("--every", type=positive, default=5, help="evaluate every so many iterations")
    command.add_argument("--evaluate", type=positive, default=100, help="games of an evaluation against each opponent")
    command.add_argument("--opponents", default="random,lively,greedy", help="bots to evaluate against")
    command.add_argument("--out", type=Path, default=HERE / "checkpoint.npz")
    command.add_argument("--log", type=Path, default=HERE / "curve.jsonl")
    command.set_defaults(run=run_train)
    command = sub.add_parser("plot", formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    command.add_argument("--log", type=Path, default=HERE / "curve.jsonl")
    command.add_argument("--out", type=Path, default=HERE / "curve.png")
    command.set_defaults(run=run_plot)
    args = parser.parse_args()
    try:
        args.run(args)
    except ModuleNotFoundError as missing:
        sys.exit(f"learn.py: {missing.name} is missing: pip install cuberails[{'cluster' if missing.name == 'ray' else 'train'}]")
    except (BadInput, OSError) as problem:
        sys.exit(f"learn.py: {problem}")


if __name__ == "__main__":
    main()
