// The generations as GoogleTest sees them, and what the tests of all of them need.
#pragma once

#include <kev/lab01/critical_section_2000.hpp>
#include <kev/lab01/critical_section_keyed.hpp>
#include <kev/lab01/critical_section_nt4.hpp>
#include <kev/lab01/critical_section_xp.hpp>
#include <kev/testing/threads.hpp>

#include <array>
#include <thread>

#include <gtest/gtest.h>

namespace kev::lab01 {

using all_generations = ::testing::Types<critical_section_nt4, critical_section_2000,
                                         critical_section_xp, critical_section_keyed>;

/// Which resources a generation takes, and when.
template <typename Section>
struct appetite {
    static constexpr bool has_debug_record = !std::is_same_v<Section, critical_section_keyed>;
    static constexpr bool event_at_once = std::is_same_v<Section, critical_section_nt4>;
    static constexpr bool may_take_event = has_debug_record;
};

/// Enters in a second thread and waits there, announced or asleep, until the first one leaves.
template <typename Section>
class visitor {
public:
    explicit visitor(Section& section)
        : thread_([&section] {
              section.enter();
              section.leave();
          }) {
        testing::wait_until_true([&section] { return section.fields().lock_count == 1; });
    }

private:
    std::jthread thread_;
};

/// Sets the section up, and makes two threads collide in it once.
template <typename Section>
void contend_once(Section& section) {
    section.enter();
    visitor<Section> const other(section);
    section.leave();
}

} // namespace kev::lab01
