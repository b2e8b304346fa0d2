// 03/plain-data passes
// std::scoped_lock, an array, and a lambda
#include <kev/lab03/fast_mutex.hpp>

#include <kev/scenarios/variants.hpp>
#include <kev/world.hpp>

#include <array>
#include <mutex>

namespace {

struct guarded {
    static constexpr int threads = 2;
    kev::lab03::fast_mutex m;
    std::array<kev::shared<int>, 2> cells{kev::shared<int>{0, "left"},
                                          kev::shared<int>{0, "right"}};

    void thread(int number) {
        auto const swap = [this, number]() -> void {
            std::scoped_lock const guard(m);
            cells[0].write(number);
            cells[1].write(cells[0].read());
        };
        swap();
    }
};

bool const registered = kev::checker::add_case<guarded>([] {
    kev::checker::case_description about;
    about.id = "plain-data";
    about.lab = "03";
    about.variant = "fast_mutex";
    about.title = "two threads swap";
    about.promise = "the next owner sees what the last one wrote";
    about.options.limits.preemptions = 1;
    return about;
}());

} // namespace
