"""The tour shows each lab on one screen of 24 lines and 80 columns, whatever the lab has to say."""
import unittest

from kev.core import labs
from kev.measure import results, screen, tour
from kev.measure.figures import LINUX

MORE = "  All of it: out/report.html, 1 of 8 labs so far"


def section_of(lab, figures=(), output="", world=LINUX):
    """A section of the report with these figures and this demonstration."""
    section = tour.new_section(lab)
    section["figures"] += figures
    section["demonstrations"] += [{"world": world, "output": output}] if output else []
    return section


def told(figures):
    """The figures with sentences of some lines, which a file of results does not keep."""
    return [{**each, "sentence": f"{each['title']} of this lab. " * 4} for each in figures]


class EveryLab(unittest.TestCase):
    """The screens of the labs, with the results that are in the repository."""

    def test_no_screen_is_higher_than_24_lines_or_wider_than_80_columns(self):
        long = "\n".join(f"{'step ' * 30}{number}" for number in range(40))
        count = 0
        for lab, found in results.published():
            for output in ("", "one line", long):
                for missing in ([], ["x" * 200], ["a\nb", "c"]):
                    section = section_of(lab, told(found["figures"]), output, found["world"])
                    made = screen.lines(section, found["world"], missing, MORE)
                    self.assertLessEqual(len(made) + screen.PROGRESS, 24, lab)
                    self.assertLessEqual(max(map(len, made)), 80, lab)
                    self.assertFalse([line for line in made if "\n" in line])
                    self.assertGreaterEqual(sum(line.startswith("  • ") for line in made), 1, lab)
                    count += 1
        self.assertGreaterEqual(count, 9 * len(labs.all_labs()))
