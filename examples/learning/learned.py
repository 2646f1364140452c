"""The network that ``learn.py train`` has left here, as a bot: ``--bots learned:Learned`` from this folder."""

from pathlib import Path

from cuberails.rl.network import NetworkBot


class Learned(NetworkBot):
    """Plays the checkpoint beside this file."""

    def __init__(self) -> None:
        super().__init__(Path(__file__).with_name("checkpoint.npz"))
