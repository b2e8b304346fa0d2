"""Every rule of the check `style` is seen to accept good text and to refuse bad text."""
import tempfile
import unittest
from pathlib import Path

from kev.checks import style

GOOD = """\
#pragma once
#include <atomic>
/// A lock.
class mutex {
    void lock() {
        // acquire: pairs with U1 in unlock().
        word_.exchange(1, std::memory_order_acquire); // L1
    }
    void unlock() {
        word_.store(0, std::memory_order_release); // release: U1, pairs with L1.
    }
    void look() {
        // acquire on success: pairs with U1.
        // relaxed on failure: the loop asks again.
        word_.compare_exchange_weak(a, b, std::memory_order_acquire,
                                    std::memory_order_relaxed);
    }
};
"""


def source(text, name="a.hpp"):
    """A file in memory."""
    return style.Source(Path(name), text)


def found(rule, text, name="a.hpp"):
    """The texts that a rule finds."""
    return [message for _, message in rule(source(text, name))]


class Orders(unittest.TestCase):
    """The rule about memory orders."""

    def test_accepts_a_reason_above_and_at_the_end(self):
        self.assertEqual(found(style.check_orders, GOOD), [])

    def test_accepts_a_reason_above_several_lines_and_ignores_comments_and_strings(self):
        for text in ("// release: U1, pairs with L1.\nauto state =\n    x.fetch_sub(1, std::memory_order_release);\n",
                     '// not std::memory_order_relaxed\nsay("std::memory_order_relaxed");\n'):
            self.assertEqual(found(style.check_orders, text), [], text)

    def test_refuses_an_order_whose_own_reason_lacks(self):
        for text in ("x.load(std::memory_order_acquire);\n", "x.load(std::memory_order::relaxed);\n",
                     "// relaxed: nothing is read after.\nx.load(std::memory_order_acquire);\n",  # of another order
                     "// acquire: x\nx.load(std::memory_order_acquire);\n",
                     "// acquire.\nx.load(std::memory_order_acquire);\n",
                     "// relaxed: a hint.\na.load(std::memory_order_relaxed);\nb.load(std::memory_order_relaxed);\n",
                     "// acquire: pairs with U1.\n"
                     "x.compare_exchange_weak(a, b, std::memory_order_acquire, std::memory_order_relaxed);\n"):
            self.assertEqual(len(found(style.check_orders, text)), 1, text)

    def test_refuses_an_operation_that_states_no_order(self):
        for call in ("x.load();", "p->store(1);", "a.fetch_or(\n    2);", "x.compare_exchange_weak(a, b);"):
            self.assertEqual(len(found(style.check_implicit_orders, call + "\n")), 1, call)
        for call in ("x.load(std::memory_order_relaxed);", "x.store(1,\n  std::memory_order_release);",
                     "std::exchange(a, b);", "return base::load(order);", "word.load(order);"):
            self.assertEqual(found(style.check_implicit_orders, call + "\n"), [], call)

    def test_refuses_a_read_modify_write_that_may_become_a_load(self):
        for call in ("x.fetch_or(0, std::memory_order_acquire);", "p->fetch_add(0u,\n std::memory_order::relaxed);"):
            self.assertEqual(len(found(style.check_changes, call + "\n")), 1, call)
        for call in ("x.fetch_add(0, std::memory_order_release);", "x.fetch_add(01, std::memory_order_acquire);",
                     "x.fetch_add(1, std::memory_order_acquire);", "x.exchange(0, std::memory_order_acquire);"):
            self.assertEqual(found(style.check_changes, call + "\n"), [], call)


class Labels(unittest.TestCase):
    """The rule about partners."""

    def test_accepts_labels_at_line_ends_and_in_comments(self):
        self.assertEqual(list(style.check_labels([source(GOOD)])), [])

    def test_refuses_a_partner_that_does_not_exist(self):
        text = "// acquire: pairs with U9 in unlock().\nx.load(std::memory_order_acquire);\n"
        self.assertEqual(len(list(style.check_labels([source(text)]))), 1)

    def test_finds_the_partner_in_another_file_of_the_lab(self):
        here, there = source("// acquire: pairs with U2.\nf();\n"), source("g(); // U2\n", "b.hpp")
        self.assertEqual(list(style.check_labels([here, there])), [])

    def test_a_mention_is_no_definition(self):
        text = "// release: U1, pairs with L1, L2 and L3.\nf(); // L1\n// acquire: as L2, pairs with U1.\n"
        missing = sorted(message.split("'")[1] for _, _, message in style.check_labels([source(text)]))
        self.assertEqual(missing, ["pairs with L2", "pairs with L3"])

    def test_follows_a_list_into_the_next_line(self):
        text = "// release: pairs with\n// L7 in lock().\nf();\n"
        self.assertEqual(len(list(style.check_labels([source(text)]))), 1)

    def test_a_label_in_lower_case_is_one(self):
        text = "// release: u1, pairs with l1 and l2, on x86 too.\nf(); // l1\n"
        missing = [message.split("'")[1] for _, _, message in style.check_labels([source(text)])]
        self.assertEqual(missing, ["pairs with l2"])


class Macros(unittest.TestCase):
    """The rule about the preprocessor."""

    def test_accepts_includes_and_pragma_once(self):
        self.assertEqual(found(style.check_macros, GOOD), [])

    def test_refuses_conditions_and_definitions(self):
        text = "#if defined(_WIN32)\n#define X 1\n#else\n# ifdef Y\n#endif\n"
        self.assertEqual(len(found(style.check_macros, text)), 4)


class Splitting(unittest.TestCase):
    """Code and comments are told apart."""

    def test_strings_characters_and_digit_separators(self):
        code, comments = style.split_comments("a(\"// no\", '\\'', 1'000); // yes\n")
        self.assertEqual((code[0].strip(), comments[0]), ("a(\"\", '', 1'000);", "yes"))

    def test_a_block_comment_over_lines(self):
        code, comments = style.split_comments("a(); /* one\n two */ b();\n")
        self.assertEqual([line.strip() for line in code], ["a();", "b();"])
        self.assertEqual(comments, ["one", "two"])


class Whole(unittest.TestCase):
    """The program itself."""

    def check(self, files):
        """The findings in a made-up repository."""
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text, encoding="utf-8")
            labs = [lab for folder in sorted(root.glob("labs/*")) for lab in style.check_lab(folder)]
            return [(str(path.relative_to(root)), line) for path, line, _ in labs]

    def test_clean_repository(self):
        self.assertEqual(self.check({"labs/03_x/include/kev/lab03/a.hpp": GOOD}), [])

    def test_tests_and_benchmarks_need_no_reasons(self):
        bad = "x.load(std::memory_order_acquire);\n"
        self.assertEqual(self.check({f"labs/03_x/{folder}/a.cpp": bad
                                     for folder in ("tests", "bench")}), [])
        self.assertEqual(self.check({"labs/03_x/src/a.cpp": bad}), [("labs/03_x/src/a.cpp", 1)])

    def test_macros_are_refused_in_headers_only(self):
        files = {"labs/03_x/include/a.hpp": "#define A 1\n", "labs/03_x/src/a.cpp": "#define A 1\n"}
        self.assertEqual(self.check(files), [("labs/03_x/include/a.hpp", 1)])


if __name__ == "__main__":
    unittest.main()
