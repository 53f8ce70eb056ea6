"""The drawings of numbers: in the frame, told apart without colour, and harmless whatever is drawn."""

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
