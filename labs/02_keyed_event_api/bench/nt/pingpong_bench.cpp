// The cost of a sleep and a wake-up: ntdll's keyed events against the system's other ways to sleep.
#include <kev/bench/options.hpp>
#include <kev/bench/ping_pong.hpp>
#include <kev/lab02/keyed_event.hpp>
#include <kev/native/windows_api.hpp>

#include <array>
#include <condition_variable>
#include <mutex>

namespace kev::bench {

namespace {

class keyed_event {
public:
    static constexpr bool counts_calls = false;
    void signal(int side) { lab02::default_event.release(&keys_[static_cast<std::size_t>(side)]); }
    void wait(int side) { lab02::default_event.wait(&keys_[static_cast<std::size_t>(side)]); }

private:
    std::array<long long, 2> keys_{};
};

class event_object {
public:
    static constexpr bool counts_calls = false;
    event_object() {
        for (HANDLE& event : events_) event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    }
    ~event_object() {
        for (HANDLE const event : events_) CloseHandle(event);
    }
    event_object(event_object const&) = delete;
    event_object& operator=(event_object const&) = delete;

    void signal(int side) { SetEvent(events_[static_cast<std::size_t>(side)]); }
    void wait(int side) { WaitForSingleObject(events_[static_cast<std::size_t>(side)], INFINITE); }

private:
    std::array<HANDLE, 2> events_{};
};

// Of Windows 8 and later, found by name: an import library for it is not everywhere.
struct address_calls {
    HMODULE library = LoadLibraryW(L"api-ms-win-core-synch-l1-2-0.dll");
    BOOL(WINAPI* wait)
    (void volatile*, void*, SIZE_T, DWORD) = look_up<decltype(wait)>("WaitOnAddress");
    void(WINAPI* wake)(void*) = look_up<decltype(wake)>("WakeByAddressSingle");

    bool exist() const noexcept { return wait != nullptr && wake != nullptr; }

private:
    template <typename Function>
    Function look_up(char const* name) const noexcept {
        return reinterpret_cast<Function>(reinterpret_cast<void*>(GetProcAddress(library, name)));
    }
};

address_calls const& address() {
    static address_calls const calls;
    return calls;
}

class wait_on_address {
public:
    static constexpr bool counts_calls = false;

    void signal(int side) {
        std::atomic<int>& mine = flags_[static_cast<std::size_t>(side)];
        mine.store(1, std::memory_order_release);
        address().wake(&mine);
    }

    void wait(int side) {
        std::atomic<int>& mine = flags_[static_cast<std::size_t>(side)];
        int undesired = 0;
        while (mine.load(std::memory_order_acquire) == 0)
            address().wait(&mine, &undesired, sizeof undesired, INFINITE);
        mine.store(0, std::memory_order_relaxed);
    }

private:
    std::array<std::atomic<int>, 2> flags_{};
};

} // namespace

void register_all() {
    add_ping_pong const add;
    add.operator()<keyed_event>("keyed_event");
    // A against A: how far apart two rows of the same thing are is the noise of the rest.
    add.operator()<keyed_event>("keyed_event_again");
    add.operator()<event_object>("event_object");
    if (address().exist()) add.operator()<wait_on_address>("WaitOnAddress");
}

} // namespace kev::bench
