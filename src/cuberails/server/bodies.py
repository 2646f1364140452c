"""The bodies of requests (docs/api.md): what is sent is checked here, once."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from cuberails.registry import GAMES
from cuberails.server.names import MOST_KEY, key_of, plain

MOST_SEATS = 6
MOST_MOVES = 5000
Level = Literal["random", "lively", "greedy", "easy", "medium", "hard", "expert"]
GameName = Literal["chicago-express", "german-railways", "credit-mobilier"]
assert set(get_args(GameName)) == set(GAMES)


NOT_PLAIN = PydanticCustomError("not_plain", "holds characters that cannot be seen")


def _line(text: str) -> str:
    if not plain(text):
        raise NOT_PLAIN
    return text


def _lines(text: str) -> str:
    """Several lines; the rest as in one."""
    _line(text.replace("\n", "").replace("\t", ""))
    return text


def _name(text: str) -> str:
    if not 0 < len(key_of(text)) <= MOST_KEY:
        raise NOT_PLAIN
    return text


def _text(least: int, most: int) -> StringConstraints:
    return StringConstraints(strip_whitespace=True, min_length=least, max_length=most)


Name = Annotated[str, _text(1, 40), AfterValidator(_line), AfterValidator(_name)]
Title = Annotated[str, _text(0, 80), AfterValidator(_line)]
Label = Annotated[str, _text(1, 80), AfterValidator(_line)]
Short = Annotated[str, _text(0, 64), AfterValidator(_line)]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200), AfterValidator(_lines)]
Mail = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200, pattern=r"^(\S+@\S+)?$"), AfterValidator(_line)]
SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
Number = Annotated[int, Field(ge=0, le=1_000_000)]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=400), AfterValidator(_line)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


def example(**value: Any) -> ConfigDict:
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [value]})


class Guest(Body):
    model_config = example(name="Ada")
    name: Name


class Account(Body):
    model_config = example(name="Ada", password="a long sentence", mail="ada@example.org")
    name: Name
    password: Password
    mail: Mail | None = None


class SignIn(Body):
    model_config = example(name="Ada", password="a long sentence")
    name: Name
    password: Annotated[str, StringConstraints(max_length=200)]


class Me(Body):
    model_config = example(name="Ada")
    name: Name | None = None
    mail: Mail | None = None


class NewPassword(Body):
    model_config = example(old="a long sentence", new="a longer sentence")
    old: Annotated[str, StringConstraints(max_length=200)]
    new: Password


class NewToken(Body):
    model_config = example(label="my bot")
    label: Label


class SeatWish(Body):
    """Who is to sit there."""

    kind: Literal["me", "bot", "open", "invited", "keep"]
    name: Name | None = None
    bot: Level | None = None
    seat: SeatNumber | None = None


class ClockWish(Body):
    kind: Literal["none", "move", "game"] = "none"
    seconds: Annotated[int, Field(ge=0, le=60 * 86400)] = 0
    increment: Annotated[int, Field(ge=0, le=86400)] = 0
    bot: Level = "easy"


class NewTable(Body):
    model_config = example(
        game="chicago-express", seats=[{"kind": "me"}, {"kind": "bot", "bot": "easy"}, {"kind": "bot", "bot": "easy"}], start=True
    )
    game: GameName
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=MOST_SEATS)]
    options: Annotated[dict[Annotated[str, StringConstraints(max_length=40)], Annotated[str, StringConstraints(max_length=40)]],
                       Field(max_length=10)] = {}  # fmt: skip
    board: Annotated[str, StringConstraints(max_length=60)] | None = None
    title: Title = ""
    visibility: Literal["public", "link"] = "link"
    clock: ClockWish = ClockWish()
    spectators: Literal["yes", "no"] = "yes"
    delay: Annotated[int, Field(ge=0, le=86400)] = 0
    start: bool = False


class Seats(Body):
    model_config = example(seats=[{"kind": "keep", "seat": 1}, {"kind": "keep", "seat": 0}, {"kind": "bot", "bot": "easy"}])
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=MOST_SEATS)]


class Sit(Body):
    model_config = example(seat=2, contribution="f3a1")
    seat: SeatNumber | None = None
    contribution: Short | None = None


class SeatOnly(Body):
    model_config = example(seat=2)
    seat: SeatNumber | None = None


class Nothing(Body):
    model_config = example()


class Contribution(Body):
    model_config = example(text="f3a1")
    text: Short


class Move(Body):
    model_config = example(seen=42, move="build NYC R6 Q7")
    seen: Number
    move: MoveText


class Seen(Body):
    model_config = example(seen=44)
    seen: Number


class Takeback(Body):
    model_config = example(seen=44, to=30)
    seen: Number
    to: Number


class Answer(Body):
    model_config = example(agree=True, to=30)
    agree: bool
    to: Number | None = None


class Resign(Body):
    model_config = example(bot="easy")
    seat: SeatNumber | None = None
    bot: Level = "easy"


class LimitWish(Body):
    model_config = example(up_to=14, then="pass", company="NYC")
    seat: SeatNumber | None = None
    company: Label | None = None
    up_to: Number
    then: Literal["pass", "ask"]


class Chat(Body):
    model_config = example(text="Good luck!")
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000), AfterValidator(_lines)]


class Notes(Body):
    model_config = example(text="Ben wants Chicago.")
    text: Annotated[str, StringConstraints(max_length=10_000), AfterValidator(_lines)]


class Partial(Body):
    model_config = example(partial=["build", "NYC", "R6"])
    partial: Annotated[list[MoveText], Field(max_length=20)]
    at: Number | None = None


class Why(Body):
    model_config = example(move="build NYC A5")
    move: MoveText | None = None
    partial: Annotated[list[MoveText], Field(max_length=20)] = []
    atom: MoveText | None = None
    at: Number | None = None


class Clone(Body):
    model_config = example(at=30)
    at: Number
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=MOST_SEATS)] | None = None
