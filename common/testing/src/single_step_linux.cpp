// The processor's own way to go by single steps: with the trap flag set it traps after each instruction, and the
// kernel makes a SIGTRAP of it. While a handler runs the flag is clear, and it is set again by the return.
#include <kev/testing/sanitizers.hpp>
#include <kev/testing/single_step.hpp>

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

namespace kev::testing {

bool const threads_can_be_stepped = !under_thread_sanitizer;

namespace {

constexpr greg_t trap_flag = 0x100;

// The state that the handlers use.
std::function<bool()> const* visitor = nullptr;
std::atomic<char*> page{nullptr};
std::atomic<bool> touched{false};
std::size_t page_size = 0;

void on_trap(int, siginfo_t*, void* context) {
    greg_t& flags = static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_EFL];
    if (visitor != nullptr && (*visitor)()) visitor = nullptr;
    flags = visitor != nullptr ? flags | trap_flag : flags & ~trap_flag;
}

// The instruction is tried again after this. If it was not our page, that ends the program as it should.
void on_fault(int, siginfo_t* info, void*) {
    char* const mine = page;
    auto const where = reinterpret_cast<std::uintptr_t>(info->si_addr);
    auto const begin = reinterpret_cast<std::uintptr_t>(mine);
    if (mine != nullptr && where >= begin && where < begin + page_size) {
        touched = true;
        mprotect(mine, page_size, PROT_READ | PROT_WRITE);
    } else {
        std::signal(SIGSEGV, SIG_DFL);
    }
}

using handler = void (*)(int, siginfo_t*, void*);

void handle(int signal, handler with) {
    struct sigaction action = {};
    action.sa_sigaction = with;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

} // namespace

void step_through(std::function<void()> const& call, std::function<bool()> const& visit) {
    handle(SIGTRAP, on_trap);
    visitor = &visit;
    std::raise(SIGTRAP); // returns with the flag set
    call();
    visitor = nullptr;
    std::raise(SIGTRAP); // returns with the flag clear
    std::signal(SIGTRAP, SIG_DFL);
}

revocable_memory::revocable_memory() {
    page_size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    page_ = mmap(nullptr, page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    touched = false;
    page = static_cast<char*>(page_);
    handle(SIGSEGV, on_fault);
}

revocable_memory::~revocable_memory() {
    std::signal(SIGSEGV, SIG_DFL);
    page = nullptr;
    munmap(page_, page_size);
}

void revocable_memory::take_away() noexcept {
    mprotect(page_, page_size, PROT_NONE);
}

bool revocable_memory::was_touched() const noexcept {
    return touched;
}

} // namespace kev::testing
