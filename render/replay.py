"""A match as an animated GIF: pieces glide, fall off the edge and grow up.

The animation begins with the position before the first turn and ends with the still picture of the
last one. Equal matches give equal bytes on the same machine and Pillow build. A `Motion` repeats a
single turn.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from PIL import Image

from bot.game import (
    Bed,
    Entry,
    Kind,
    Piece,
    Position,
    SeamPiece,
    Seat,
    Square,
    Step,
    Turn,
    Win,
    play,
)
from bot.game.squares import Mask, mask_of
from render.banner import SHARE, Banner, Caption
from render.gif import Box, GifWriter
from render.motion import Act, MotionPace, Pose, acts_of
from render.scene import Ending, Scene
from render.stage import Stage, animation_colours, stage
from render.theme import DAY_QUILT, Theme

LARGEST: Final = 9_961_472
"""The most bytes of an animation: 9.5 MiB. Discord accepts 10 MiB for the whole request."""

PICTURE: Final = 50
"""Milliseconds between the pictures of a motion."""
FIRST: Final = 1200
"""Milliseconds before the first turn."""
REST: Final = 550
"""Milliseconds after each turn."""
LAST: Final = 4000
"""Milliseconds that the end is shown before the animation begins again."""
OPENING: Final = 2500
"""Milliseconds that the still picture is shown at the beginning of a motion."""


@dataclass(frozen=True, slots=True)
class Format:
    """The size of an animation, and how smoothly its pieces move."""

    size: int
    pace: MotionPace = MotionPace.FULL


FORMATS: Final = (
    Format(480),
    Format(360),
    Format(240),
    Format(240, MotionPace.BRIEF),
    Format(180, MotionPace.BRIEF),
    Format(180, MotionPace.STILL),
    Format(120, MotionPace.STILL),
)
"""The formats to try, in order, until an animation is small enough."""


@dataclass(frozen=True, slots=True)
class Animation:
    """A finished GIF and its format."""

    gif: bytes
    format: Format


@dataclass(frozen=True, slots=True)
class Motion:
    """The last turn of a scene, as an animation that repeats."""

    scene: Scene


class AnimationTooLong(Exception):
    """The match has too many turns for an animation of the allowed size."""

    def __init__(self, turns: int, largest: int) -> None:
        super().__init__(turns, largest)
        self.turns = turns
        self.largest = largest

    def __str__(self) -> str:
        return f"no animation of {self.turns} turns fits into {self.largest} bytes"


Report = Callable[[float], None]
"""Receives, from time to time, the finished fraction of an animation."""


def animation(
    start: Position,
    steps: Sequence[Step],
    report: Report | None = None,
    *,
    theme: Theme = DAY_QUILT,
    ending: Ending | None = None,
    caption: Caption | None = None,
    largest: int = LARGEST,
    formats: Sequence[Format] = FORMATS,
) -> Animation:
    """Return the animation of a match, in the first of the formats that makes it small enough.

    `ending` is the ending of the match if it was not won on the bed. A `caption` adds a banner
    above the bed. Raise `AnimationTooLong` if no format is small enough, or `ValueError` if the
    steps do not follow one another.
    """
    _require_sequence(start, steps)
    recent = 0.0
    for form in formats:
        above = 0 if caption is None else form.size // SHARE
        banner = None if caption is None else Banner(form.size, above, caption, theme)
        writer = _AnimationWriter(start, stage(form.size, theme, above), form.pace, banner=banner)
        begun = recent
        for done, step in enumerate(steps, 1):
            writer.play(step)
            if writer.bytes_so_far > largest:
                break
            if report is not None:
                recent = begun + (1 - begun) * done / len(steps)
                report(recent)
        else:
            gif = writer.finish(ending)
            if len(gif) <= largest:
                return Animation(gif, form)
    raise AnimationTooLong(len(steps), largest)


def animation_of_turns(
    start: Position,
    turns: Sequence[Turn],
    report: Report | None = None,
    *,
    theme: Theme = DAY_QUILT,
    ending: Ending | None = None,
    caption: Caption | None = None,
) -> Animation:
    """Return the animation of a match from its turns, for use in another process.

    Turns are faster to send to that process than steps. `report` is called there.
    """
    steps: list[Step] = []
    for turn in turns:
        steps.append(play(steps[-1].after if steps else start, turn))
    return animation(start, steps, report, theme=theme, ending=ending, caption=caption)


def draw_motion(motion: Motion) -> bytes:
    """Return a motion as a GIF: the still picture of its scene, the bed before the turn, the turn.

    Users who have turned animations off see only the first picture, so it shows the turn with
    arrows. Raise `ValueError` if the scene shows no whole turn.
    """
    step = motion.scene.last
    if not isinstance(step, Step):
        raise ValueError(f"{step} is not a turn that could move")
    form = FORMATS[0]
    writer = _AnimationWriter(
        step.before, stage(form.size, motion.scene.theme), form.pace, motion.scene
    )
    writer.play(step)
    return writer.written()


class _AnimationWriter:
    """Writes an animation turn by turn, and keeps the picture of the bed between two acts.

    Neither pool is lit until the end: a light that moved between the pools each turn would take a
    quarter of the animation's bytes, and the banner shows whose turn it is. The still picture of an
    `opening` comes before the start.
    """

    def __init__(
        self,
        start: Position,
        stage: Stage,
        pace: MotionPace,
        opening: Scene | None = None,
        banner: Banner | None = None,
    ) -> None:
        self._stage = stage
        self._pace = pace
        self._position = start
        self._placed: Square | None = None
        self._win: Win | None = None
        self._banner = banner
        self._number = 0
        bare = replace(start, orange_seam=None, gray_seam=None)
        self._bare = self._stage.whole(Scene(bare, theme=stage.theme))
        self._sewn: Image.Image | None = None
        if bare != start:
            self._show_pools(start)
        if banner is not None:
            self._paste(banner.of_turn(0, start.to_move), (0, 0))
        first = self._bed if opening is None else stage.whole(opening)
        stays = FIRST if opening is None else OPENING
        self._writer = GifWriter(first, *animation_colours(stage.theme.palette), stays)
        if opening is not None:
            self._writer.add(self._bed, self._everywhere, FIRST)

    @property
    def bytes_so_far(self) -> int:
        return self._writer.bytes_so_far

    def play(self, step: Step) -> None:
        """Add a turn, and a pause after it."""
        self._number += 1
        changed = self._announce(step.before.to_move)
        if self._pace is not MotionPace.STILL:
            for box in changed:
                self._writer.add(self._bed, box, PICTURE)
            changed = []
        if self._pace is not MotionPace.STILL and step.turn.recall is None:
            self._position = _with_piece_taken(step)
            self._writer.add(self._bed, self._show_pools(self._position), PICTURE)
        before, self._placed = self._placed, step.turn.placement.square
        if before is not None:
            changed += self._paint([before])
        for act in acts_of(step):
            changed = self._perform(act, changed)
        self._position, self._win = step.after, step.win
        changed.append(self._show_pools(step.after))
        self._writer.add(self._bed, _bounding_box(changed), REST)

    def finish(self, ending: Ending | None) -> bytes:
        """Add the still picture of the end, and return the file."""
        marked = self._stage.scene(self._position, self._placed)
        scene = replace(marked, win=self._win, ending=ending)
        picture = self._stage.whole(scene)
        if self._banner is not None:
            last = self._position.to_move.other if self._number else self._position.to_move
            picture.paste(self._banner.of_end(self._number, scene.ending, last))
        self._writer.add(picture, self._everywhere, LAST)
        return self.written()

    def written(self) -> bytes:
        """Return the file with the pictures added so far."""
        return self._writer.finish()

    @property
    def _everywhere(self) -> Box:
        return 0, 0, self._stage.size, self._stage.size

    @property
    def _bed(self) -> Image.Image:
        """The bed with its seam pieces. Their tracks cross squares, so they are drawn last."""
        if self._position.orange_seam is None and self._position.gray_seam is None:
            return self._bare
        if self._sewn is None:
            self._sewn = self._bare.copy()
            self._stage.draw_seams(self._sewn, self._position)
            for box in map(self._stage.pool_box, Seat):
                # Draw the cushions over the seam pieces beside them, as still pictures do.
                self._sewn.paste(self._bare.crop(box), box[:2])
        return self._sewn

    def _paste(self, picture: Image.Image, corner: tuple[int, int]) -> None:
        """Paste a picture onto the bed."""
        self._bare.paste(picture, corner)
        if self._sewn is not None:
            box = (*corner, corner[0] + picture.width, corner[1] + picture.height)
            if any(_overlap(box, self._stage.seam_box(entry)) for entry in self._entries()):
                self._sewn = None
            else:
                self._sewn.paste(picture, corner)

    def _entries(self) -> Iterator[Entry]:
        """Yield the entries of the seam pieces on the bed."""
        for seat in Seat:
            seam = self._position.seam_of(seat)
            if seam is not None:
                yield seam.entry

    def _announce(self, seat: Seat) -> list[Box]:
        """Show in the banner that a seat plays the next turn; return the banner's box."""
        if self._banner is None:
            return []
        banner = self._banner.of_turn(self._number, seat)
        self._paste(banner, (0, 0))
        return [(0, 0, *banner.size)]

    def _perform(self, act: Act, changed: list[Box]) -> list[Box]:
        """Play an act; return the boxes changed since the last picture, with those in `changed`."""
        touched = self._stand(dict.fromkeys(act.after))
        before = [*changed, *touched]
        for poses in act.pictures(self._pace):
            picture = self._bed.copy()
            now = [self._stamp(picture, pose) for pose in poses]
            self._writer.add(picture, _bounding_box((*before, *now)), PICTURE)
            before = now
        self._stand(act.after)
        if act.seams:
            touched = [self._move_seams(act.seams)]
        if self._pace is MotionPace.STILL:
            return [*changed, *touched]
        self._writer.add(self._bed, _bounding_box((*before, *touched)), PICTURE * act.stays)
        return []

    def _stand(self, pieces: Mapping[Square, Piece | None]) -> list[Box]:
        """Put pieces on squares, or clear them; return the boxes of the squares."""
        self._position = replace(self._position, bed=_with_pieces(self._position.bed, pieces))
        return self._paint(list(pieces))

    def _paint(self, squares: Sequence[Square]) -> list[Box]:
        """Draw squares as they are now; return their boxes."""
        boxes = [self._stage.square_box(square) for square in squares]
        for square, box in zip(squares, boxes, strict=True):
            self._paste(self._stage.square(self._position, square, self._placed), box[:2])
        return boxes

    def _move_seams(self, seams: Mapping[Seat, SeamPiece | None]) -> Box:
        """Move seam pieces and let their tracks be redrawn; return the box around them."""
        before = [self._position.seam_of(seat) for seat in seams]
        self._position = replace(
            self._position,
            orange_seam=seams.get(Seat.ORANGE, self._position.orange_seam),
            gray_seam=seams.get(Seat.GRAY, self._position.gray_seam),
        )
        self._sewn = None
        entries = [seam.entry for seam in (*before, *seams.values()) if seam is not None]
        return _bounding_box([self._stage.seam_box(entry) for entry in entries])

    def _stamp(self, picture: Image.Image, pose: Pose) -> Box:
        stage = self._stage
        figure = stage.figure(pose.sprite, pose.quarters, pose.tenths)
        width, height = figure.size
        left = round(stage.corner[0] + pose.across * stage.tile - width / 2)
        top = round(stage.corner[1] + pose.down * stage.tile - height / 2)
        figure.stamp(picture, left, top, stage.theme.palette)
        return left, top, left + width, top + height

    def _show_pools(self, position: Position) -> Box:
        boxes = [self._stage.pool_box(seat) for seat in Seat]
        for seat, box in zip(Seat, boxes, strict=True):
            self._paste(self._stage.pool(position, seat), box[:2])
        return _bounding_box(boxes)


def _with_piece_taken(step: Step) -> Position:
    """Return the position of a turn after its piece left the pool and before it is placed."""
    before, kind = step.before, step.turn.placement.kind
    orange, gray = (
        before.pool_of(seat).with_more(kind, -(seat is before.to_move)) for seat in Seat
    )
    return replace(before, orange_pool=orange, gray_pool=gray)


def _with_pieces(bed: Bed, pieces: Mapping[Square, Piece | None]) -> Bed:
    """Return the bed with these pieces on their squares; None empties a square."""
    standing = {square: piece for square, piece in bed if square not in pieces}
    standing |= {square: piece for square, piece in pieces.items() if piece is not None}

    def of(seat: Seat, kind: Kind) -> Mask:
        return mask_of(square for square, piece in standing.items() if piece == Piece(seat, kind))

    return Bed(*(of(seat, kind) for seat in Seat for kind in Kind))


def _bounding_box(boxes: Sequence[Box]) -> Box:
    """Return the box around some boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes have a pixel in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _require_sequence(start: Position, steps: Sequence[Step]) -> None:
    position = start
    for number, step in enumerate(steps, 1):
        if step.before != position:
            raise ValueError(f"turn {number} does not begin where the one before it has ended")
        position = step.after
