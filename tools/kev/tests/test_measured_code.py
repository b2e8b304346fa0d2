"""Results know the code that they were measured on: what makes them stale, and what does not."""
import unittest
from unittest import mock

from kev.core import labs
from kev.measure import measured_code
from kev.measure.measured_code import changed_since, digest, digests, files_of

HEADER = """\
// how it is owned
#include <atomic>
class lock {
    bool owned = false; // nobody has it
    char const* name = "a // text";
};
"""


def code():
    """A small repository: lab 03 is built on lab 02 and measured with common/bench."""
    return {
        "labs/03_a/bench/pair_bench.cpp": '#include "locks.hpp"\n#include <kev/bench/run.hpp>\nint a;',
        "labs/03_a/bench/locks.hpp": "#include <kev/lab03/lock.hpp>\nint b;",
        "labs/03_a/include/kev/lab03/lock.hpp": "#include <kev/world.hpp>\n#include <kev/lab02/event.hpp>\n" + HEADER,
        "labs/03_a/include/kev/lab03/unmeasured.hpp": "int c;",
        "labs/02_b/bench/locks.hpp": "int d;",
        "labs/02_b/include/kev/lab02/event.hpp": "int e;",
        "labs/02_b/src/nt/event.cpp": "#include <kev/lab02/hidden.hpp>\nint f;",
        "labs/02_b/include/kev/lab02/hidden.hpp": "int g;",
        "common/bench/kev/bench/run.hpp": "int h;",
        "common/worlds/native/kev/world.hpp": "int i;",
    }


class Digests(unittest.TestCase):
    """digest()"""

    def test_comments_space_and_includes_make_no_difference(self):
        for other in (HEADER.replace("nobody has it", "free"), HEADER.replace("\n", "\n\n"),
                      "/* new\n lines */" + HEADER,
                      HEADER.replace("<atomic>", "<mutex>"), HEADER.replace("owned = false", "owned=false")):
            self.assertEqual(digest(other), digest(HEADER))

    def test_the_name_of_a_local_makes_none(self):
        self.assertEqual(digest("int f() {\n    int a = 1;\n    return a;\n}\n"),
                         digest("int f() {\n    int b = 1;\n    return b;\n}\n"))

    def test_names_values_and_texts_do(self):
        for other in (HEADER.replace("owned", "taken"), HEADER.replace("false", "true"),
                      HEADER.replace("a // text", "a // tex"),
                      HEADER.replace("bool owned", "boolowned"), HEADER.replace("};", "}; #define X")):
            self.assertNotEqual(digest(other), digest(HEADER))


class Measured(unittest.TestCase):
    """files_of()"""

    def test_includes_are_followed_and_headers_bring_their_library(self):
        others = {"labs/03_a/include/kev/lab03/unmeasured.hpp", "labs/02_b/bench/locks.hpp"}
        self.assertEqual(set(files_of("03_a", code())), set(code()) - others)

    def test_tests_and_other_worlds_are_no_part_of_it(self):
        for path in ("labs/03_a/tests/x_test.cpp", "common/worlds/model/kev/world.hpp", "common/checker/kev/x.hpp",
                     "labs/03_a/broken/flaw/kev/lab03/lock.hpp", "labs/03_a/README.md", "tools/soak/src/main.cpp"):
            self.assertFalse(measured_code.is_code(path), path)

    def test_each_lab_measures_its_own_headers(self):
        for lab in labs.all_labs():
            found = digests(lab.directory.name)
            for folder in (f"labs/{lab.directory.name}/include/", "common/bench/"):
                self.assertTrue([path for path in found if path.startswith(folder)], lab.number)


class Changed(unittest.TestCase):
    """changed_since(), stale()"""

    def changed(self, edits):
        """The findings after these edits: {path: new text, or None}."""
        now = {path: text for path, text in {**code(), **edits}.items() if text is not None}
        return changed_since(digests("03_a", code()), now)

    def test_it_names_what_changed(self):
        path = "labs/02_b/src/nt/event.cpp"
        self.assertEqual(self.changed({path: "int another;"}), [path])
        self.assertEqual(self.changed({path: None}), [path])

    def test_a_blank_line_a_move_and_what_is_not_measured_change_nothing(self):
        path = "labs/02_b/src/nt/event.cpp"
        self.assertEqual(self.changed({}), [])
        self.assertEqual(self.changed({path: code()[path] + "\n\n// x\n"}), [])
        self.assertEqual(self.changed({path: None, "labs/02_b/src/event.cpp": code()[path]}), [])
        self.assertEqual(self.changed({"labs/03_a/include/kev/lab03/unmeasured.hpp": "int x;"}), [])
        self.assertEqual(self.changed({"labs/03_a/bench/new.cpp": "int x;"}), [])

    def test_only_results_of_changed_code_are_stale(self):
        lab = labs.find_lab("03")
        found = [(lab, {"world": "Wine", "sources": {"labs/03_fast_mutex/gone.hpp": "00000000"}}),
                 (lab, {"world": "Linux", "sources": digests("03_fast_mutex")})]
        with mock.patch.object(measured_code.results, "published", return_value=found):
            self.assertEqual(measured_code.stale(), [(lab, "Wine", ["labs/03_fast_mutex/gone.hpp"])])


if __name__ == "__main__":
    unittest.main()
