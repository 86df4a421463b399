"""The plane in exact integers: points of Z[ζ], where ζ is a turn by 36°. No float decides anything. Source: section 9, W18.

A point is four integers (a, b, c, d) = a + bζ + cζ² + dζ³, x to the right, y up; ζ⁴ = ζ³ - ζ² + ζ - 1 and ζ⁵ = -1. A direction
k from 0 to 9 is ζ to the power k.
"""

from functools import lru_cache

Point = tuple[int, int, int, int]
Surd = tuple[int, int]
"""p + qφ with φ = (1 + √5) / 2."""

ORIGIN: Point = (0, 0, 0, 0)


def plus(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def minus(one: Point, other: Point) -> Point:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3]


def times(number: int, point: Point) -> Point:
    a, b, c, d = point
    return number * a, number * b, number * c, number * d


def turned(point: Point, steps: int) -> Point:
    """The point turned about the origin by so many times 36°, anticlockwise."""
    a, b, c, d = point
    steps %= 10
    if steps >= 5:
        a, b, c, d = -a, -b, -c, -d
        steps -= 5
    for _ in range(steps):
        a, b, c, d = -d, a + d, b - d, c + d
    return a, b, c, d


UNITS: tuple[Point, ...] = tuple(turned((1, 0, 0, 0), k) for k in range(10))
"""The edge of length 1 in each direction."""


def sign(number: Surd) -> int:
    """-1, 0 or 1 as p + qφ is less than, equal to or greater than 0."""
    a, b = 2 * number[0] + number[1], number[1]
    if a >= 0 and b >= 0:
        return 1 if a or b else 0
    if a <= 0 and b <= 0:
        return -1
    larger = a * a - 5 * b * b  # never 0: √5 is no fraction
    return 1 if (larger > 0) == (a > 0) else -1


def height(point: Point) -> Surd:
    """The imaginary part, in units of sin 36°."""
    _, b, c, d = point
    return b, c + d


def twice_width(point: Point) -> Surd:
    """Twice the real part."""
    a, b, c, d = point
    return 2 * a - c + d, b + c - d


def squared(point: Point) -> Surd:
    """The square of the distance from the origin."""
    a, b, c, d = point
    mixed = a * c + b * d - a * d
    return a * a + b * b + c * c + d * d - mixed, a * b + b * c + c * d + mixed


@lru_cache(maxsize=65536)
def side(point: Point, direction: int) -> int:
    """1 for a point left of the line through the origin in that direction, 0 on it, -1 right of it."""
    return sign(height(turned(point, -direction)))


def along(point: Point, direction: int) -> Surd:
    """Twice how far a point on the line through the origin in that direction lies along it."""
    return twice_width(turned(point, -direction))
