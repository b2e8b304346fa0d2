"""`kev mutate`: which changes it makes, what they are called, what it remembers. (No compiler here.)"""
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

from kev.core.labs import Lab, all_labs
from kev.mutation import mutate
from kev.mutation.alone import CHECKER, NOBODY
from kev.mutation.mutants import mutants_of
from kev.mutation.mutation_bench import Bench, hangs

HEADER = """\
#pragma once
// a comment with 1 == 2 and memory_order_acquire
#include <atomic>
namespace kev {
class lock {
public:
    bool take() noexcept {
        if (word_.exchange(1, std::memory_order_acquire) == 0) return true;
        return slow(3);
    }
    void give() noexcept {
        for (int i = 0; i < 2; ++i) kev::yield();
        word_.store(0, std::memory_order_release); // "a text, 7"
    }
    template <int Number = 5>
    std::array<int, 4> list();

private:
    bool slow(int rounds);
    kev::atomic<int> word_{0, "word 8"};
};
}
"""


def changes(source=HEADER):
    """(kind, before, after) of all mutants: the whole lines."""
    return [(one.kind, line_of(source, one.start, one.end),
             line_of(one.applied(source), one.start, one.start + len(one.text)))
            for one in mutants_of("a.hpp", source)]


def line_of(source, start, end):
    """The whole lines from start to end, as one line."""
    return " ".join(source[source.rfind("\n", 0, start) + 1:source.find("\n", end)].split())


def names(source=HEADER):
    """The names of all mutants of a lab's header."""
    return [one.name for one in mutants_of("labs/03_a/include/kev/lab03/emulation/a.hpp", source)]


class Mutants(unittest.TestCase):
    """What is changed, and what is not."""

    def test_orders_are_weakened(self):
        orders = [after for kind, _, after in changes() if kind == "order"]
        self.assertEqual(orders, [
            "if (word_.exchange(1, std::memory_order_relaxed) == 0) return true;",
            'word_.store(0, std::memory_order_relaxed); // "a text, 7"'])

    def test_operators_are_swapped_and_conditions_negated_once(self):
        afters = [after for _, _, after in changes()]
        self.assertIn("if (word_.exchange(1, std::memory_order_acquire) != 0) return true;", afters)
        self.assertIn("for (int i = 0; i <= 2; ++i) kev::yield();", afters)
        self.assertIn("for (int i = 0; i < 2; --i) kev::yield();", afters)
        self.assertFalse([after for after in afters if "!(word_" in after], "!= says the same")

    def test_a_condition_of_several_parts_is_negated_too(self):
        source = "void f() {\n    if (int a = g(); a && b == 1)\n        h();\n}\n"
        self.assertIn(("branch", "if (int a = g(); a && b == 1)", "if (int a = g(); !(a && b == 1))"),
                      changes(source))

    def test_statements_are_dropped_but_not_declarations_of_a_class(self):
        dropped = [before for kind, before, _ in changes() if kind == "statement"]
        self.assertEqual(dropped, [
            "if (word_.exchange(1, std::memory_order_acquire) == 0) return true;",
            "return slow(3);",
            "for (int i = 0; i < 2; ++i) kev::yield();",
            'word_.store(0, std::memory_order_release); // "a text, 7"'])

    def test_the_end_of_a_call_with_a_lambda_is_no_statement(self):
        source = "void f() noexcept {\n    each([&](int n) {\n        return g(n);\n    }, 1);\n}\n"
        self.assertEqual([before for kind, before, _ in changes(source) if kind == "statement"], ["return g(n);"])

    def test_a_look_is_left_out_and_the_newest_value_is_not_asked_for(self):
        source = ("void f() {\n    if (word_.load(std::memory_order_relaxed) == 0 || take()) return;\n"
                  "    while (may_wake(state)) ++n;\n    kev::read_newest(word_);\n}\n")
        self.assertEqual([after for kind, _, after in changes(source) if kind == "look"],
                         ["if (false) return;", "word_.load(std::memory_order_acquire);"])

    def test_constants_are_off_by_one(self):
        afters = [after for kind, _, after in changes() if kind == "constant"]
        self.assertIn("return slow(4);", afters)
        self.assertIn('kev::atomic<int> word_{1, "word 8"};', afters)
        self.assertFalse([after for after in afters if "word 9" in after or "text, 8" in after])

    def test_a_name_tells_the_header_the_function_and_the_change_in_its_line(self):
        for name in ("emulation/a.hpp: take: return slow([3 -> 4]);",
                     "emulation/a.hpp: take: [return slow(3); -> return;]",
                     "emulation/a.hpp: give: word_.store(0, std::memory_order_[release -> relaxed]);",
                     'emulation/a.hpp: kev::atomic<int> word_{[0 -> 1], "word 8"};'):
            self.assertIn(name, names())

    def test_a_name_survives_what_happens_elsewhere(self):
        before = names()
        self.assertEqual(len(set(before)), len(before))
        another = "    bool more() {\n        return slow(3);\n    }\n"
        for edited in (HEADER.replace("class lock", "// one line more\nclass lock"),
                       HEADER.replace('// "a text, 7"', "// why"),
                       HEADER.replace("    void give()", another + "    void give()")):
            self.assertEqual(set(before) - set(names(edited)), set())

    def test_the_second_of_a_name_in_a_function_is_numbered(self):
        twice = HEADER.replace("return slow(3);", "if (slow(1)) return slow(3);\n        return slow(3);")
        self.assertIn("emulation/a.hpp: take: return slow([3 -> 4]);", names(twice))
        self.assertEqual(len(set(names(twice))), len(names(twice)))
        last = "        return slow(3);\n"
        three = twice.replace(last + "    }", last + last + "    }")
        self.assertIn("emulation/a.hpp: take: return slow([3 -> 4]); (2)", names(three))


class Lists(unittest.TestCase):
    """The sample, and the explained survivors."""

    def test_every_explained_change_exists(self):
        for lab in all_labs():
            known = {one.name for one in mutate.all_mutants(lab)}
            self.assertEqual(mutate.read_explained(lab) - known, set(), lab.directory.name)

    def test_names_are_read_from_the_first_column_of_their_part(self):
        with tempfile.TemporaryDirectory() as name:
            tests = Path(name) / "tests"
            tests.mkdir()
            (tests / "mutations.md").write_text(
                f"| `a.hpp: 1` | before |\n\n{mutate.EXPLAINED}\n\n| change | why |\n|---|---|\n"
                "| `a.hpp: b [\\|\\| -> &&] c`<br>`a.hpp: 3` | as `a.hpp: 4` |\n\n## More\n\n| `a.hpp: 5` | later |\n",
                encoding="utf-8")
            found = mutate.read_explained(SimpleNamespace(directory=Path(name)))
        self.assertEqual(found, {"a.hpp: b [|| -> &&] c", "a.hpp: 3"})


class Limits(unittest.TestCase):
    """Programs that do not end, and what the processor spends on those that do."""

    def run_limited(self, script, usual=0.0):
        with tempfile.TemporaryDirectory() as folder:
            bench = mock.Mock(folder=Path(folder))
            return Bench._run_limited(bench, ["sh", "-c", script], usual)

    def test_a_loop_without_end_is_stopped_and_called_so(self):
        answer, spent = self.run_limited("while :; do :; done")
        self.assertTrue(hangs(answer))
        self.assertGreater(spent, 0.5)  # the limit counts ticks, `times` what was computed: less on a busy machine

    def test_the_watchdog_says_that_a_test_hangs(self):
        answer, _ = self.run_limited("echo 'watchdog: A.B made no progress; it hangs' >&2; kill -ABRT $$")
        self.assertTrue(hangs(answer))


LOCK = """\
#pragma once
class lock {
public:
    void give() noexcept {
        word_.store(0, std::memory_order_release); // U1
    }
private:
    kev::atomic<int> word_{0, "word"};
};
"""


class Remembered(unittest.TestCase):
    """What holds for the next call, in a repository with one lab and one header."""

    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.lab = Lab("03", self.root / "labs" / "03_lock")
        self.header = self.lab.directory / "include" / "kev" / "lab03" / "a.hpp"
        self.test = self.lab.directory / "tests" / "a_test.cpp"
        for path, text in ((self.header, LOCK), (self.test, "int a;\n")):
            path.parent.mkdir(parents=True)
            path.write_text(text, encoding="utf-8")
        self.enterContext(mock.patch.object(mutate, "ROOT", self.root))
        self.enterContext(mock.patch.object(mutate, "build_root", lambda: self.root / "build"))
        made = mutate.all_mutants(self.lab)
        about = {"code": mutate.code_of(made[0].file), "tests": mutate.digest(self.test.parent)}
        mutate.keep(self.lab, {one.name: {"change": one.name, "world": NOBODY if one.kind == "order" else CHECKER, **about}
                               for one in made})

    def known(self):
        """The kinds of the changes whose answers still hold."""
        made = mutate.all_mutants(self.lab)
        known = mutate.read(self.lab, made)
        return {one.kind for one in made if one.name in known}

    def test_an_answer_stays_when_a_comment_changes_and_goes_with_its_code(self):
        self.header.write_text(LOCK.replace("// U1", "// why"), encoding="utf-8")
        self.assertEqual(self.known(), {"order", "statement", "constant"})
        self.header.write_text(LOCK.replace("store(0", "store(1"), encoding="utf-8")
        self.assertEqual(self.known(), set())

    def test_what_nothing_noticed_is_tried_again_when_a_test_changes(self):
        self.test.write_text("int b;\n", encoding="utf-8")
        self.assertEqual(self.known(), {"statement", "constant"})
