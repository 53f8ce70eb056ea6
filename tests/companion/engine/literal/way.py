"""B5, B6 and N3: where a canoe ends that spends its points on the water."""

from literal.board import COURSES


def downstream(start, points, whirlpool):
    """Every end of a way down. Each space costs 1; nobody paddles over the falls, only the whirlpool throws."""
    ends = set()
    for course in COURSES:
        if start in course and points > 0:
            index = course.index(start) + points
            if index < course.index("falls"):
                if course[index] == whirlpool:
                    index += 1
                ends.add(course[index])
    return ends


def upstream(start, points, whirlpool):
    """Every end of a way up: the surplus is wasted on the beach alone, entering the whirlpool costs 2."""
    ends = set()
    for course in COURSES:
        if start in course[1:] and points > 0:
            index = course.index(start)
            left = points
            while left > 0 and course[index] != "beach":
                price = 2 if course[index - 1] == whirlpool else 1
                if price > left:
                    break
                left -= price
                index -= 1
            if course[index] == whirlpool:
                index += 1
            ends.add(course[index])
    return ends


def climbed(start, end):
    """Spaces gained upstream, negative downstream."""
    return next(
        course.index(start) - course.index(end) for course in COURSES if start in course and end in course
    )
