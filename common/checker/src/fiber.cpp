#include <kev/checker/fiber.hpp>

#include "context.hpp"
#include "sanitizer_fibers.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>

namespace kev::checker {

namespace {

#if defined(KEV_ASAN) || defined(KEV_TSAN)
constexpr std::size_t stack_size = 512 * 1024; // instrumented frames are large
#else
constexpr std::size_t stack_size = std::size_t{64} * 1024;
#endif

// One thread runs all fibers, so plain variables do: the fiber that runs, and the fiber that ran before.
fiber* running = nullptr;
fiber* previous = nullptr;

} // namespace

fiber::fiber() : stack_(new_stack(stack_size)), size_(stack_size) {}

fiber::fiber(host_tag) noexcept
    : host_(true), context_(host_context()), sanitizer_thread_(sanitizer::this_thread()) {
    running = this;
}

fiber::~fiber() {
    if (host_) return;
    if (context_ != nullptr) drop_context(context_);
    if (stack_ != nullptr) drop_stack(stack_, size_);
    sanitizer::drop_thread(sanitizer_thread_);
}

void fiber::start(entry function, void* argument) {
    function_ = function;
    argument_ = argument;
    sanitizer::forget(stack_, size_);
    sanitizer_stack_ = nullptr;
    sanitizer_thread_ = sanitizer::fresh_thread(sanitizer_thread_, ++starts_);
    context_ = new_context(context_, stack_, size_, [] { begin(); });
}

void fiber::switch_to(fiber& other) {
    previous = this;
    running = &other;
    sanitizer::leaving(&sanitizer_stack_, other.stack_, other.size_, other.sanitizer_thread_);
    switch_context(context_, other.context_);
    arrived();
}

std::span<std::byte const> fiber::in_use() const noexcept {
#if defined(KEV_ASAN) || defined(KEV_TSAN)
    return {}; // a sanitizer keeps variables elsewhere
#else
    std::byte const* const lowest = stack_pointer(context_);
    if (lowest == nullptr || stack_ == nullptr) return {};
    return {lowest, static_cast<std::size_t>(stack_ + size_ - lowest)};
#endif
}

void fiber::wipe() noexcept {
    if (!in_use().empty()) std::fill_n(stack_, size_, std::byte{});
}

bool fiber::has_on_stack(void const* address) const noexcept {
    std::less<> const before; // of two objects that have nothing to do with each other
    void const* const bottom = stack_;
    return stack_ != nullptr && !before(address, bottom) &&
           before(address, static_cast<void const*>(stack_ + size_));
}

void fiber::arrived() noexcept {
    // The host's bounds are learnt here; those of the others do not change.
    void const* bottom = nullptr;
    std::size_t size = 0;
    sanitizer::arrived(sanitizer_stack_, &bottom, &size);
    if (previous->host_ && bottom != nullptr) {
        previous->stack_ = const_cast<std::byte*>(static_cast<std::byte const*>(bottom));
        previous->size_ = size;
    }
}

void fiber::begin() noexcept {
    running->arrived();
    running->function_(running->argument_);
    std::abort(); // an entry function never returns
}

} // namespace kev::checker
