"""How colours look to different eyes, and how far apart they are, for measuring pictures.

Simulation: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color
Vision Deficiency", 2009, severity 1.0, in linear light. Contrast: WCAG 2.2, relative luminance.
Difference: CIE 1976 ΔE*ab, from sRGB with its white D65; about 2.3 is just noticed.
"""

from enum import Enum
from functools import cache
from math import dist

Rgb = tuple[int, int, int]
Light = tuple[float, float, float]
"""Red, green and blue from 0 to 1, in linear light."""


class Eyes(Enum):
    """Kinds of colour vision: each is a matrix on linear red, green and blue."""

    MOST = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    PROTANOPIC = (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    )
    DEUTERANOPIC = (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    )
    TRITANOPIC = (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    )


@cache
def seen_light(colour: Rgb, eyes: Eyes) -> Light:
    """Return the light that looks to most people as the colour looks to these eyes."""
    light = [_linear(part / 255) for part in colour]
    red, green, blue = (
        min(max(sum(a * b for a, b in zip(row, light, strict=True)), 0.0), 1.0)
        for row in eyes.value
    )
    return red, green, blue


def contrast(one: Rgb, other: Rgb, eyes: Eyes = Eyes.MOST) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    low, high = sorted(_luminance(seen_light(colour, eyes)) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


@cache
def difference(one: Rgb, other: Rgb, eyes: Eyes = Eyes.MOST) -> float:
    """Return ΔE*ab of two colours, from 0 to about 100 between black and white."""
    return dist(_lab(seen_light(one, eyes)), _lab(seen_light(other, eyes)))


def _luminance(light: Light) -> float:
    red, green, blue = light
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _lab(light: Light) -> Light:
    red, green, blue = light
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = _luminance(light)
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    a, b, c = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z)
    )
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)
