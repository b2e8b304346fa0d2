// One table for a program and its DLLs: without it, a notifier in a DLL does not find a waiter of the program.
//
// The modules are linked one by one, so the table has no name that a linker knows. They find it by a section of shared memory
// that is named after the process. Each module maps the section at an address of its own, and the system's sleep by address
// needs one address for all. So the first view is the table, and its address is in the section.
//
// The section's handle and the first view stay until the process ends: a thread may sleep there when its module has gone.
#include <kev/lab08/wait_table.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include <kev/native/windows_api.hpp>

namespace kev::lab08 {

namespace {

struct section {
    std::atomic<section*> first_view;
    wait_table table;
};

// The system's memory is zero, which is what the constructors would have written.
static_assert(std::atomic<section*>::is_always_lock_free && alignof(section) <= 4096);

// The last digit changes with the meaning of the slots.
constexpr char section_prefix[] = "kev-wait-slots-1-";

class section_name {
public:
    section_name() noexcept {
        for (char const* from = section_prefix; *from != 0; ++from) append(*from);
        append_digits(GetCurrentProcessId());
        append_digits(secret_of_process());
    }
    char const* text() const noexcept { return text_.data(); }

private:
    // No other process can make a section of this name before us. The product hides what the system encodes pointers with.
    static std::uint64_t secret_of_process() noexcept {
        auto const encoded = reinterpret_cast<std::uintptr_t>(EncodePointer(nullptr));
        return std::uint64_t{encoded} * std::uint64_t{0x9E37'79B9'7F4A'7C15} >> 32;
    }
    void append(char one) noexcept { text_[size_++] = one; }
    void append_digits(std::uint64_t number) noexcept {
        for (int shift = 60; shift >= 0; shift -= 4)
            append("0123456789abcdef"[number >> shift & 15]);
    }

    std::array<char, sizeof section_prefix + 32> text_{};
    std::size_t size_ = 0;
};

// Its handle and its view are closed unless they are kept.
class open_section {
public:
    open_section() noexcept
        : handle_(CreateFileMappingA(INVALID_HANDLE_VALUE, nullptr, PAGE_READWRITE, 0,
                                     sizeof(section), section_name().text())),
          view_(handle_ == nullptr
                    ? nullptr
                    : static_cast<section*>(MapViewOfFile(handle_, FILE_MAP_WRITE, 0, 0, 0))) {}
    ~open_section() {
        if (kept_) return;
        if (view_ != nullptr) UnmapViewOfFile(view_);
        if (handle_ != nullptr) CloseHandle(handle_);
    }
    open_section(open_section const&) = delete;
    open_section& operator=(open_section const&) = delete;

    // Null if the system has refused the section.
    section* first_view() noexcept {
        if (view_ == nullptr) return nullptr;
        section* found = nullptr;
        // relaxed: an address is all that is passed. The memory was zero before it had an address.
        kept_ = view_->first_view.compare_exchange_strong(found, view_, std::memory_order_relaxed);
        return kept_ ? view_ : found;
    }

private:
    HANDLE handle_;
    section* view_;
    bool kept_ = false;
};

wait_table& find_table(wait_table& own) noexcept {
    DWORD const error = GetLastError(); // the program's
    open_section opened;
    section* const first = opened.first_view();
    SetLastError(error);
    return first != nullptr ? first->table : own;
}

constinit std::atomic<wait_table*> found_by_this_module{nullptr};

} // namespace

wait_table& shared_wait_table(wait_table& own) noexcept {
    // relaxed: as for the section's address.
    wait_table* known = found_by_this_module.load(std::memory_order_relaxed);
    if (known != nullptr) return *known;
    wait_table& found = find_table(own);
    // relaxed: as above. All threads of the module use what the first one found.
    return found_by_this_module.compare_exchange_strong(known, &found, std::memory_order_relaxed)
               ? found
               : *known;
}

} // namespace kev::lab08
