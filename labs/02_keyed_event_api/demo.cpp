// Lab 02 at work: what the keyed-event calls do, step by step. Runs on ntdll and on the emulation.
#include <kev/lab02/keyed_event.hpp>

#include <array>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using kev::lab02::default_event;
using kev::lab02::keyed_event;
using kev::lab02::outcome;

// Lines come from several threads: each is printed whole, with the milliseconds since the step began.
class narrator {
public:
    void step(char const* title) {
        std::lock_guard const lock(guard_);
        start_ = std::chrono::steady_clock::now();
        std::printf("\n%s\n", title);
    }

    void say(char const* who, char const* what) {
        std::lock_guard const lock(guard_);
        auto const now = std::chrono::steady_clock::now() - start_;
        std::printf("  %4lld ms  %-9s %s\n",
                    static_cast<long long>(
                        std::chrono::duration_cast<std::chrono::milliseconds>(now).count()),
                    who, what);
    }

private:
    std::mutex guard_;
    std::chrono::steady_clock::time_point start_;
};

narrator tell;
std::array<long, 4> locks; // four places in memory: their addresses are the keys

void a_release_waits_for_its_waiter() {
    tell.step("1. A release blocks until a thread waits for the same key.");
    std::jthread releaser([] {
        tell.say("releaser", "NtReleaseKeyedEvent(key) ...");
        default_event.release(&locks[0]);
        tell.say("releaser", "... has returned: a waiter came");
    });
    std::this_thread::sleep_for(60ms);
    tell.say("waiter", "NtWaitForKeyedEvent(key) returns at once: a releaser is there");
    default_event.wait(&locks[0]);
}

void first_come_first_served() {
    tell.step("2. Waiters are served in the order in which they came.");
    std::vector<std::jthread> waiters;
    for (char const* name : {"waiter A", "waiter B", "waiter C"}) {
        waiters.emplace_back([name] {
            tell.say(name, "waits");
            default_event.wait(&locks[1]);
            tell.say(name, "woken");
        });
        std::this_thread::sleep_for(20ms);
    }
    for (int i = 0; i < 3; ++i) {
        default_event.release(&locks[1]);
        std::this_thread::sleep_for(20ms);
    }
}

void one_object_many_keys() {
    tell.step("3. One object serves every lock of the process: keys do not cross.");
    std::jthread waiter([] {
        default_event.wait(&locks[2]);
        tell.say("waiter", "woken by its own key");
    });
    std::this_thread::sleep_for(20ms);
    bool const alone = default_event.release_for(&locks[3], 30ms) == outcome::timed_out;
    tell.say("releaser", alone ? "another key: timed out, no thread waits for that key"
                               : "another key: met a waiter (that would be a bug)");
    default_event.release(&locks[2]);
}

void the_event_that_is_always_there() {
    tell.step("4. The object that XP made for critical sections is there under its name.");
    keyed_event const event = keyed_event::open(u"\\KernelObjects\\CritSecOutOfMemoryEvent");
    tell.say("opener", "\\KernelObjects\\CritSecOutOfMemoryEvent is open");
    bool const alone = event.wait_for(&locks[0], 10ms) == outcome::timed_out;
    tell.say("waiter", alone ? "waited 10 ms on it: timed out" : "met a releaser (unexpected)");
}

void misuse_has_a_name() {
    tell.step("5. Misuse is an error with a name.");
    try {
        default_event.wait(reinterpret_cast<char*>(&locks[0]) + 1);
    } catch (std::system_error const& error) {
        tell.say("waiter", error.what());
    }
    keyed_event closed = keyed_event::create();
    closed.close();
    try {
        closed.release(&locks[0]);
    } catch (std::system_error const& error) {
        tell.say("releaser", error.what());
    }
}

} // namespace

int main() {
    std::printf("Lab 02: a keyed event is a meeting place of one waiter and one releaser.\n");
    a_release_waits_for_its_waiter();
    first_come_first_served();
    one_object_many_keys();
    the_event_that_is_always_there();
    misuse_has_a_name();
}
