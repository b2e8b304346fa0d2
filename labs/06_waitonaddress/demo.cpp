// Lab 06 at work: waiting on a value, step by step. Runs on ntdll and on the emulation.
#include <kev/lab06/address_condition_variable.hpp>
#include <kev/lab06/address_mutex.hpp>
#include <kev/lab06/wait_on_address.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using namespace kev::lab06;

// Lines come from several threads: each is printed whole.
void say(char const* who, char const* what) {
    static std::mutex guard;
    std::lock_guard const lock(guard);
    std::printf("  %-8s %s\n", who, what);
}

kev::atomic<std::uint32_t> door{0};

bool wait_at_the_door(std::uint32_t undesired, std::chrono::milliseconds limit) {
    return wait_on_address_for(&door, &undesired, sizeof undesired, limit);
}

void waiting_on_a_value() {
    std::printf("\n1. A thread sleeps while a variable has a value that it does not want.\n");
    door = 0;
    std::jthread waiter([] {
        say("waiter", "wait_on_address(&door, 0)");
        std::uint32_t const closed = 0;
        while (door.load() == closed) wait_on_address(&door, &closed, sizeof closed);
        say("waiter", "woken: the door is open");
    });
    while (!process_table().bucket_of(&door).occupied()) std::this_thread::yield();
    std::this_thread::sleep_for(20ms);
    say("opener", "door = 1, and wake_by_address_single(&door)");
    door = 1;
    wake_by_address_single(&door);
}

void no_wait_and_no_waiter() {
    std::printf("\n2. Nothing is promised: no waiter, no wait, and neither call blocks.\n");
    wake_by_address_all(&door);
    say("opener", "wake_by_address_all: no waiter was there, and that is no error");
    wait_at_the_door(0, 1h);
    say("waiter", "wait_on_address(&door, 0) returns at once: the door is at 1");
    say("waiter", wait_at_the_door(1, 20ms) ? "woken for no reason"
                                            : "waits 20 ms for another value: timed out");
}

void the_buffer_and_its_price() {
    std::printf(
        "\n3. An alert for a thread that does not sleep is kept. Hence the spurious wake.\n");
    alert(this_thread_id());
    say("other", "alerts this thread, which does not wait");
    say("waiter", wait_at_the_door(1, 1h) ? "wait_on_address returns true, though no thread woke it"
                                          : "timed out (an alert was lost)");
    say("waiter", wait_at_the_door(1, 20ms) ? "again true" : "the next wait: timed out");
}

void order_is_no_promise() {
    std::printf("\n4. First come, first served, until a waiter looks in between.\n");
    static std::atomic<int> arrived{0};
    kev::atomic<std::uint32_t> tokens{0};
    auto const take = [&](char const* name) {
        ++arrived;
        for (std::uint32_t there = tokens.load();; there = tokens.load()) {
            if (there == 0)
                wait_on_address(&tokens, &there, sizeof there);
            else if (tokens.compare_exchange_strong(there, there - 1))
                break;
        }
        say(name, "has a token");
    };
    std::vector<std::jthread> waiters;
    for (char const* name : {"first", "second"}) {
        int const before = arrived;
        waiters.emplace_back(take, name);
        while (arrived == before) std::this_thread::yield();
        std::this_thread::sleep_for(30ms);
        say(name, "waits for a token");
    }
    say("stranger", "wakes one, with nothing to give: the first looks, and queues again");
    wake_by_address_single(&tokens);
    std::this_thread::sleep_for(30ms);
    for (int i = 0; i < 2; ++i) {
        say("giver", "one token, one wake");
        tokens.fetch_add(1);
        wake_by_address_single(&tokens);
        std::this_thread::sleep_for(30ms);
    }
}

void locks_of_four_bytes() {
    std::printf(
        "\n5. Locks on top, 4 bytes each: mutex %zu, condition variable %zu; a waiter takes "
        "%zu bytes of its own stack.\n",
        sizeof(address_mutex<>), sizeof(address_condition_variable), sizeof(waiter));
    address_mutex<> mutex;
    address_condition_variable filled;
    int content = 0;
    std::jthread consumer([&] {
        std::unique_lock lock(mutex);
        filled.wait(lock, [&] { return content != 0; });
        say("consumer", "found what the producer left");
    });
    std::this_thread::sleep_for(20ms);
    {
        std::lock_guard const guard(mutex);
        content = 1;
    }
    filled.notify_one();
}

void misuse() {
    std::printf("\n6. Misuse is an error with a reason.\n");
    std::array<char, 3> three{};
    try {
        wait_on_address(three.data(), three.data(), three.size());
    } catch (std::system_error const& error) {
        say("waiter", error.what());
    }
}

} // namespace

int main() {
    std::printf("Lab 06: sleep until a value changes.\n");
    waiting_on_a_value();
    no_wait_and_no_waiter();
    the_buffer_and_its_price();
    order_is_no_promise();
    locks_of_four_bytes();
    misuse();
}
