"""The drawings of numbers: in the frame, told apart without colour, and harmless whatever is drawn."""

import itertools
import re

from web import plots


def test_more_is_higher_and_everything_lies_in_the_frame():
    drawing = plots.lines(range(1, 8), [plots.Line("red", "R", [0, 1, 1, 3, 3, 4, 7])])
    points = [
        tuple(map(float, pair.split(","))) for pair in re.search(r'points="([^"]+)"', drawing)[1].split()
    ]
    assert [y for _, y in points] == sorted((y for _, y in points), reverse=True)
    assert all(0 <= x <= plots.WIDTH and 0 <= y <= plots.HEIGHT for x, y in points)


def test_lines_differ_by_dash_and_letter_and_not_by_colour_alone():
    drawing = plots.lines([1, 2], [plots.Line("red", "R", [1, 2]), plots.Line("blue", "B", [1, 2])])
    dashes = re.findall(r'stroke-dasharray="([^"]*)"', drawing)
    assert len(set(dashes)) == 2
    assert ">R</text>" in drawing
    assert ">B</text>" in drawing


def test_each_bar_bears_its_number():
    drawing = plots.bars([1, 2, 3], [0, 2, 5])
    assert drawing.count('class="bar"') == 3
    assert ">5</text>" in drawing


def test_nothing_to_draw_is_an_empty_frame():
    assert "<polyline" not in plots.lines([], [plots.Line("red", "R", [])])
    assert 'class="bar"' not in plots.bars([], [])


def test_words_in_a_drawing_are_escaped():
    assert "<b>" not in plots.lines([1], [plots.Line("<b>", "<b>", [1])])


LETTER_PX = 16
"""How large letters are in two plots side by side, in units of the drawing; its capitals fill 0.72 of that."""


def texts(drawing, kind=""):
    """Where letters stand: their anchor along, their base line, and what they say."""
    found = re.findall(rf'<text{kind} x="([\d.]+)" y="([\d.]+)">([^<]*)</text>', drawing)
    return [(float(x), float(y), said) for x, y, said in found]


def test_a_unit_is_a_pixel_of_a_narrow_phone_and_a_plot_is_twice_as_wide_as_high():
    [_, _, width, height] = map(float, re.search(r'viewBox="([^"]+)"', plots.bars([1], [1]))[1].split())
    assert 320 < width < 400
    assert 1.6 < width / height < 2.4


def test_numbers_and_letters_at_the_edges_are_whole_and_the_margins_small():
    drawing = plots.lines(range(40), [plots.Line("red", "W", [60] * 40)])
    numbers = [x for x, y, said in texts(drawing) if said == "60"]
    assert min(numbers) - 0.6 * LETTER_PX > 0, "two figures stand left of the axis"
    [(letter_x, _, _)] = texts(drawing, ' class="letter"')
    assert letter_x + 0.72 * LETTER_PX < 360, "a letter stands right of the last point"
    [(left, right), *_] = re.findall(r'<line class="grid" x1="([\d.]+)" x2="([\d.]+)"', drawing)
    assert max(float(left), 360 - float(right)) < 360 / 12


def test_the_number_of_the_highest_bar_and_the_rounds_below_the_axis_are_whole_and_the_bars_high():
    drawing = plots.bars(["first"], [5])
    [base_line] = [y for x, y, said in texts(drawing) if said == "5" and x > 100]
    figures_px = 10
    assert base_line - 0.72 * figures_px > 0
    bar_top, bar_px = map(
        float, re.search(r'class="bar" .*? y="([\d.]+)" .*? height="([\d.]+)"', drawing).groups()
    )
    [below] = [y for _, y, said in texts(drawing) if said == "first"]
    assert below - 0.72 * LETTER_PX > bar_top + bar_px, "what is written below touches no bar"
    assert bar_top < 180 / 12
    assert 180 - bar_top - bar_px < 180 / 6


def test_the_upright_axis_bears_a_handful_of_numbers_that_do_not_touch():
    drawing = plots.lines([1], [plots.Line("red", "R", [60])])
    heights = sorted(y for x, y, said in texts(drawing) if said.isdigit() and x < 28)
    assert 5 <= len(heights) <= 8
    assert min(later - earlier for earlier, later in itertools.pairwise(heights)) > 1.25 * LETTER_PX
