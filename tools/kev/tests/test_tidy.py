"""The check `tidy`: which sources are looked at, and what clang-tidy prints, cut into findings."""
import unittest

from kev.checks import tidy


def entry(source, command=""):
    """A compile command of a source of the repository."""
    return {"file": f"{tidy.ROOT}/{source}", "command": f"clang++ {command}"}


class Sources(unittest.TestCase):
    """Each once, and as the reference."""

    def test_a_scenario_is_taken_from_the_model_of_the_reference_alone(self):
        reference = entry("labs/03_fast_mutex/tests/model/a.cpp", "-Icommon/worlds/model")
        others = [entry("labs/03_fast_mutex/tests/model/a.cpp", "-Ilabs/03_fast_mutex/broken/no_claim"),
                  entry("labs/03_fast_mutex/tests/model/a.cpp", "-Icommon/worlds/relacy")]
        self.assertEqual(tidy.one_each([*others, reference, reference]), [reference])

    def test_what_only_relacy_has_is_left_out(self):
        self.assertEqual(tidy.one_each([entry("labs/06_w/src/relacy/a.cpp", "-Icommon/worlds/relacy")]), [])

    def test_a_folder_may_be_cut_short_and_the_build_folder_is_never_looked_at(self):
        three, four = entry("labs/03_fast_mutex/a.cpp"), entry("labs/04_condvar/a.cpp")
        entries = [three, four, entry("build/linux/generated.cpp"), {"file": "/usr/src/gtest.cc", "command": ""}]
        self.assertEqual(tidy.below(entries, ["labs/03"]), [three])
        self.assertEqual(tidy.below(entries, []), [three, four])


class Findings(unittest.TestCase):
    """clang-tidy's output."""

    def test_notes_and_quoted_lines_belong_to_the_finding_before_them(self):
        output = ("/r/a.hpp:3:5: error: a copy [performance-x,-warnings-as-errors]\n    int a;\n    ^\n"
                  "/r/b.hpp:1:1: note: from here\n"
                  "/r/a.hpp:9:5: warning: another [bugprone-y]\n")
        found = tidy.findings(output)
        self.assertEqual([place for place, _ in found], ["/r/a.hpp:3:5", "/r/a.hpp:9:5"])
        self.assertIn("from here", list(found.values())[0])

    def test_what_is_found_in_another_project_s_header_is_not_ours(self):
        text = "{}/a.hpp:3:5: error: a leak [clang-analyzer-x,-warnings-as-errors]\n"
        found = tidy.ours(tidy.findings(text.format("/usr/include") + text.format(tidy.ROOT)))
        self.assertEqual([place for place, _ in found], [f"{tidy.ROOT}/a.hpp:3:5"])

    def test_colours_are_left_out(self):
        found = tidy.findings("\033[1m/r/a.hpp:3:5: \033[0m\033[0;1;31merror: \033[0m\033[1ma copy [x-y,-w]\033[0m\n")
        self.assertEqual(found, {("/r/a.hpp:3:5", "x-y,-w]"): "/r/a.hpp:3:5: error: a copy [x-y,-w]"})

    def test_nothing_is_found_in_silence(self):
        self.assertEqual(tidy.findings("12 warnings generated.\n"), {})


if __name__ == "__main__":
    unittest.main()
