"""Where cards lie, in whole numbers, held against floats: areas, lines and distances worked out in another way."""

import cmath
import math
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.games.global_pursuit.globe import CARDS, globe
from pbem.games.global_pursuit.lattice import ORIGIN, Point, Surd, height, sign, squared, turned, twice_width
from pbem.games.global_pursuit.tabletop import EDGES, Lying, Meeting, Tabletop, corners, laid_on, meeting

ZETA = cmath.exp(1j * math.pi / 5)
PHI = (1 + math.sqrt(5)) / 2
NEAR = 1e-9
POINTS = st.tuples(*[st.integers(-40, 40)] * 4)
CORNERS = st.tuples(*[st.integers(-2, 2)] * 4)
DIRECTIONS = st.integers(0, 9)


def place(point: Point) -> complex:
    return sum(number * ZETA**power for power, number in enumerate(point))


def size(number: Surd) -> float:
    return number[0] + number[1] * PHI


def cross(one: complex, other: complex) -> float:
    return (one.conjugate() * other).imag


def shared_area(one: Sequence[complex], other: Sequence[complex]) -> float:
    """The area of two clockwise pentagons in common: one cut by the edges of the other."""
    left = [*one]
    for start, end in zip(other, [*other[1:], other[0]], strict=True):
        cut = []
        for before, after in zip([left[-1], *left[:-1]], left, strict=True):
            inside = -cross(end - start, before - start), -cross(end - start, after - start)
            if inside[0] * inside[1] < 0:
                cut.append(before + (after - before) * inside[0] / (inside[0] - inside[1]))
            if inside[1] >= 0:
                cut.append(after)
        left = cut
        if not left:
            return 0.0
    return abs(sum(cross(left[number - 1], left[number]) for number in range(len(left)))) / 2


def share_part(one: Sequence[complex], other: Sequence[complex]) -> bool:
    """Whether two edges lie on one line and share a stretch, but not all of it."""
    for number in range(5):
        start, end = one[number], one[(number + 1) % 5]
        for against in range(5):
            first, last = other[against], other[(against + 1) % 5]
            if abs(cross(end - start, first - start)) > NEAR or abs(cross(end - start, last - start)) > NEAR:
                continue
            low, high = sorted(((end - start).conjugate() * (corner - start)).real for corner in (first, last))
            shared = min(1.0, high) - max(0.0, low)
            if NEAR < shared < 1 - NEAR:
                return True
    return False


@given(POINTS)
def test_signs_and_distances(point: Point) -> None:
    where = place(point)
    for exact, rough in ((height(point), where.imag / math.sin(math.pi / 5)), (twice_width(point), 2 * where.real)):
        assert size(exact) == pytest.approx(rough, abs=1e-6)
        assert sign(exact) == (0 if abs(rough) < 1e-7 else math.copysign(1, rough))
    assert size(squared(point)) == pytest.approx(abs(where) ** 2, abs=1e-5)


@given(POINTS, st.integers(-12, 12))
def test_turning(point: Point, steps: int) -> None:
    assert place(turned(point, steps)) == pytest.approx(place(point) * ZETA**steps, abs=1e-6)


@settings(max_examples=400)
@given(CORNERS, DIRECTIONS, DIRECTIONS)
def test_two_cards_share_area_or_a_part_of_an_edge_as_floats_have_it(at: Point, one: int, other: int) -> None:
    first, second = Lying("PP-01", ORIGIN, one), Lying("PP-02", at, other)
    shapes = [[place(corner) for corner in corners(card.at, card.direction)] for card in (first, second)]
    expected = Meeting.ALLOWED
    if shared_area(*shapes) > NEAR:
        expected = Meeting.OVERLAP
    elif share_part(*shapes):
        expected = Meeting.PART
    assert meeting(first, second) is meeting(second, first) is expected


def grown(random: Random, number: int, radius: int) -> Tabletop:
    """A table on which cards were laid at random, as they may lie."""
    cards = random.sample(CARDS, number)
    top = Tabletop([Lying(cards[0], ORIGIN, 0)], radius)
    for card in cards[1:]:
        free = [edge for edge in top.free_edges() if top.room(*edge)]
        if not free:
            break
        to, to_edge = random.choice(free)
        top = Tabletop([*top.lying, top.lay(card, random.randint(1, 5), to, to_edge)], radius)
    return top


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32).map(Random), st.sampled_from([0, 3, 4, 8]))
def test_what_may_be_laid_and_what_it_touches(random: Random, radius: int) -> None:
    top = grown(random, random.randint(1, 16), radius)
    shapes = {card.card: [place(corner) for corner in corners(card.at, card.direction)] for card in top.lying}
    middle = sum(shapes[top.lying[0].card]) / 5
    for to, to_edge in top.free_edges():
        new = top.lay("XX", random.randint(1, 5), to, to_edge)
        shape = [place(corner) for corner in corners(new.at, new.direction)]
        off = bool(radius) and any(abs(corner - middle) > radius + NEAR for corner in shape)
        hindered = any(shared_area(shape, other) > NEAR or share_part(shape, other) for other in shapes.values())
        assert (top.hindrance(new) is not None) == (off or hindered)
        assert (top.room(to, to_edge) is not None) == (not (off or hindered))
        touched = [
            (edge, card, other)
            for card, against in shapes.items()
            for edge in EDGES
            for other in EDGES
            if abs(shape[edge - 1] - against[other % 5]) < NEAR and abs(shape[edge % 5] - against[other - 1]) < NEAR
        ]
        assert top.touches(new) == touched


def test_a_card_lies_with_its_edge_on_the_edge_ordered() -> None:
    first = Lying("PP-01", ORIGIN, 3)
    for edge in EDGES:
        for to_edge in EDGES:
            new = laid_on(first, to_edge, "PP-02", edge)
            ours, theirs = corners(new.at, new.direction), corners(first.at, first.direction)
            assert (ours[edge - 1], ours[edge % 5]) == (theirs[to_edge % 5], theirs[to_edge - 1])


def test_ten_cards_close_a_ring_round_a_gap() -> None:
    top = Tabletop([Lying("PP-01", ORIGIN, 0)], 0)
    to, edge = "PP-01", 2
    for number in range(2, 11):
        card = f"PP-{number:02}"
        new = top.lay(card, 1, to, edge)
        touches = top.touches(new)
        assert top.hindrance(new) is None
        top = Tabletop([*top.lying, new], 0)
        to, edge = card, 4
    assert [card for _, card, _ in touches] == ["PP-01", "PP-09"]


def test_every_edge_of_the_globe_has_one_right_edge_on_four_cards() -> None:
    pairs = {
        (card, edge): [(other, to) for other in CARDS for to in EDGES if globe().match(card, edge, other, to)]
        for card in CARDS
        for edge in EDGES
    }
    for (card, edge), matching in pairs.items():
        assert len(matching) == 4
        assert len({globe().cards[other].face for other, _ in matching}) == 1
        assert all((card, edge) in pairs[other] for other in matching)
