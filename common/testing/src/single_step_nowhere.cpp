// Where threads cannot be stopped after each instruction: nothing of this is ever called.
#include <kev/testing/single_step.hpp>

#include <cstdlib>

namespace kev::testing {

bool const threads_can_be_stepped = false;

void step_through(std::function<void()> const& /*call*/, std::function<bool()> const& /*visit*/) {
    std::abort();
}

revocable_memory::revocable_memory() : page_(std::calloc(1, 4096)) {}

revocable_memory::~revocable_memory() {
    std::free(page_);
}

void revocable_memory::take_away() noexcept {}

bool revocable_memory::was_touched() const noexcept {
    return false;
}

} // namespace kev::testing
