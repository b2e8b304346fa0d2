#include <kev/checker/case_entry.hpp>

#include <kev/checker/run.hpp>

#include "texts.hpp"

namespace kev::checker {

std::vector<case_entry>& cases() {
    static std::vector<case_entry> all;
    return all;
}

void require(bool holds, char const* what, source_place where) {
    run* const r = run::active();
    if (holds || r == nullptr) return;
    std::vector<std::string> text;
    if (r->recording()) {
        text.push_back(r->name_of_thread(r->self()) + " finds that this does not hold: " + what);
        text.push_back("in " + place(where));
    }
    r->fail(verdict::assertion, std::move(text));
}

void reached(char const* state) {
    if (run* const r = run::active()) r->reached(state);
}

void name_range(void const* begin, std::size_t size, char const* name) {
    if (run* const r = run::active()) r->name_range(begin, size, name);
}

} // namespace kev::checker
