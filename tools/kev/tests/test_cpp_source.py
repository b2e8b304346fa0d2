"""cpp_source finds the functions of a source, and the one around a line."""
import unittest

from kev.core import cpp_source
from kev.races import race_data, variants

SOURCE = """\
namespace a {

class alignas(4) lock final {
public:
    // a brace in a comment: {
    void take(int count,
              int more) noexcept {
        if (count) {
            use("}", '{', 1'000'000);
        }
        each([&] { more++; });
    }

    template <class T>
    bool is_free() const { return word_.load() == 0; }

private:
    kev::atomic<int> word_{0, "word"};
};

} // namespace a
"""


class Functions(unittest.TestCase):
    """functions() and names()"""

    def test_only_the_outermost_with_their_names(self):
        self.assertEqual(cpp_source.functions(SOURCE), (
            cpp_source.Function("take", 6, 12), cpp_source.Function("is_free", 14, 15),
            cpp_source.Function("", 18, 18)))

    def test_a_second_function_of_a_name_has_a_number(self):
        text = "x() : a(1) {}\n[[nodiscard]] x(int) noexcept {\n}\nvoid operator()(int) {}\nauto f = [](int) {};\n"
        self.assertEqual([(name, each.first) for name, each in cpp_source.names(text).items()],
                         [("x", 1), ("x 2", 2), ("operator()", 4), ("", 5)])


class CodeShape(unittest.TestCase):
    """code_shape()"""

    TEXT = """\
namespace word {
constexpr bool is_free(state_t state) noexcept {
    state_t const bits = state & locked;
    return bits == 0;
}
constexpr state_t next(state_t state, int& count) noexcept {
    for (auto const& each : all) count += each;
    return state - locked;
}
}
"""

    def is_the_same(self, *changes):
        """Whether the text has the same shape after these replacements."""
        changed = self.TEXT
        for before, after in changes:
            self.assertIn(before, changed)
            changed = changed.replace(before, after)
        return cpp_source.code_shape(self.TEXT) == cpp_source.code_shape(changed)

    def test_a_local_may_have_another_name_in_one_function_alone(self):
        self.assertTrue(self.is_the_same(("bits", "left")))
        self.assertTrue(self.is_the_same(("state_t state, int", "state_t old, int"), ("return state -", "return old -")))
        self.assertTrue(self.is_the_same(("each", "one"), ("count", "sum")))

    def test_another_constant_type_or_local_is_another_function(self):
        for change in (("& locked", "& waking"), ("state_t const bits", "int const bits"), ("bits == 0", "state == 0"),
                       ("- locked", "- count"), ("is_free", "is_taken")):
            self.assertFalse(self.is_the_same(change), change)


class Schedules(unittest.TestCase):
    """The schedules of the catalogue: every step's function is found."""

    def test_the_lines_begin_with_the_function_that_the_step_names(self):
        places = {(step["file"], step["line"], step["function"]) for race in race_data.load()
                  for step in race["schedule"]["steps"] if step["line"] and step["function"] != "operator()"}
        self.assertGreater(len(places), 100)
        for name, line, function in sorted(places):
            text = variants.text_of(name)
            first, last = cpp_source.around(text, line)
            head = "\n".join(text.split("\n")[first - 1:first + 2])
            self.assertIn(function, head, f"{name}:{line}")
            self.assertLess(last - first, 50, f"{name}:{line}")


if __name__ == "__main__":
    unittest.main()
