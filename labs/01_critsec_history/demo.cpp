// Lab 01 at work: four generations of the critical section run out of handles.
#include <kev/lab01/critical_section_2000.hpp>
#include <kev/lab01/critical_section_keyed.hpp>
#include <kev/lab01/critical_section_nt4.hpp>
#include <kev/lab01/critical_section_xp.hpp>
#include <kev/lab01/section_fields_text.hpp>
#include <kev/world.hpp>

#include <array>
#include <atomic>
#include <cstdio>
#include <string>
#include <thread>

namespace {

using namespace kev::lab01;

constexpr std::size_t quota = 100;
constexpr std::size_t wanted = 1'000;

void say(char const* what, std::string const& state) {
    std::printf("  %-54s %s\n", what, state.c_str());
}

std::string handles_in_use() {
    return std::to_string(kernel::used().handles) + " of " + std::to_string(quota) +
           " handles in use";
}

// Calls, and returns how the call ended.
template <typename Call>
std::string outcome_of(Call call) {
    try {
        call();
        return "returns";
    } catch (raised const& failure) {
        return std::string("RAISES ") + failure.what();
    }
}

// Makes up to `wanted` sections in a process with `quota` handles.
template <typename Section>
void make_many(char const* label) {
    kernel::boot();
    kernel::set_limits({.handles = quota});
    static std::array<Section, wanted> sections;
    std::size_t made = 0;
    std::string how = "all returned";
    for (; made < wanted; ++made) {
        std::string const each = outcome_of([&] { sections[made].initialize(); });
        if (each == "returns") continue;
        how = "the next " + each;
        break;
    }
    std::printf("  %-22s %4zu sections made, %s; %s\n", label, made, how.c_str(),
                handles_in_use().c_str());
    for (std::size_t i = 0; i < made; ++i) sections[i].destroy();
}

// A waiter meets an owned section while the process has no handle left.
template <typename Section>
void contend_without_handles(char const* label) {
    std::printf("\n  %s\n", label);
    kernel::boot();
    kernel::set_limits({.handles = 0});
    Section section;
    section.initialize();
    section.enter();
    say("the owner has entered:", describe(section.fields()));
    std::string entered;
    std::atomic<bool> gave_up{false};
    std::jthread waiter([&] {
        entered = outcome_of([&] { section.enter(); });
        if (entered == "returns") section.leave();
        gave_up = true;
    });
    while (kernel::keyed_event_sleepers() == 0 && !gave_up) kev::yield();
    say(gave_up ? "a waiter has come and gone:" : "a waiter has come and sleeps:",
        describe(section.fields()));
    std::string const left = outcome_of([&] { section.leave(); });
    waiter.join();
    std::printf("  the waiter's enter() %s\n", entered.c_str());
    say(("the owner's leave() " + left + ":").c_str(), describe(section.fields()));
    bool const free = section.try_enter();
    say("and now, can a thread enter?", free ? "yes" : "no: no thread owns it, and none ever will");
    if (free) section.leave();
    section.destroy();
}

// Shows what a debugger learns from the handle in LockSemaphore.
template <typename Section>
void look_with_a_debugger(char const* label) {
    kernel::boot();
    kernel::set_limits({});
    Section section;
    section.initialize();
    section.enter();
    std::jthread waiter([&] {
        section.enter();
        section.leave();
    });
    auto const semaphore = [&] { return section.fields().lock_semaphore; };
    auto const sleeps = [&] {
        return semaphore() != kernel::no_handle ? kernel::waiters_of(semaphore()) == 1
                                                : kernel::keyed_event_sleepers() == 1;
    };
    while (!sleeps()) kev::yield();
    std::string const seen = semaphore() != kernel::no_handle
                                 ? "handle " + std::to_string(semaphore()) + ": an event, 1 waiter"
                                 : "no handle: nothing to look at";
    std::printf("  %-22s LockSemaphore is %s\n", label, seen.c_str());
    section.leave();
    waiter.join();
    section.destroy();
}

} // namespace

int main() {
    std::printf("Lab 01: a process has %zu handles and wants %zu critical sections.\n", quota,
                wanted);
    std::printf("\n1. Making them.\n");
    make_many<critical_section_nt4>("before Windows 2000");
    make_many<critical_section_2000>("Windows 2000");
    make_many<critical_section_xp>("Windows XP");
    make_many<critical_section_keyed>("keyed events only");
    std::printf("\n2. The first contention, when no handle is left.\n");
    contend_without_handles<critical_section_2000>("Windows 2000");
    contend_without_handles<critical_section_xp>("Windows XP");
    std::printf("\n3. Why Vista kept the events: what a debugger finds while one thread waits.\n");
    look_with_a_debugger<critical_section_xp>("Windows XP");
    look_with_a_debugger<critical_section_keyed>("keyed events only");
}
