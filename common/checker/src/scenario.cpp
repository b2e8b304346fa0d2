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

bool is_asleep(int thread, source_place where) {
    run* const r = run::active();
    if (r == nullptr) return false;
    r->point(step::look, nullptr, where);
    bool const asleep = r->thread(static_cast<std::size_t>(thread)).is_asleep();
    r->remember(asleep);
    if (r->recording())
        r->record({.operation = "sees that " + r->name_of_thread(static_cast<std::size_t>(thread)) +
                                (asleep ? " sleeps" : " does not sleep"),
                   .where = where});
    return asleep;
}

void name_range(void const* begin, std::size_t size, char const* name) {
    if (run* const r = run::active()) r->name_range(begin, size, name);
}

} // namespace kev::checker
