#include "data_race.hpp"

#include "texts.hpp"

#include <string>
#include <utility>
#include <vector>

namespace kev::checker {

void fail(run& r, racing const& what, race const& other, source_place where) {
    std::vector<std::string> text;
    if (r.recording()) {
        text.push_back(r.name_of_thread(r.self()) + ' ' + what.mine + ' ' +
                       r.name_of(what.address, what.name) + " in " + place(where));
        text.push_back(r.name_of_thread(other.thread) + ' ' + what.others + " it in " +
                       place(other.where));
        text.push_back("nothing orders the two");
    }
    r.fail(verdict::data_race, std::move(text));
}

} // namespace kev::checker
