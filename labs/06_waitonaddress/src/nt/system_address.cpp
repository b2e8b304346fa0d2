// Found by name: an import library for these calls is not everywhere, and Windows 7 lacks them.
#include <kev/lab06/nt/system_address.hpp>

#include <kev/native/windows_api.hpp>

namespace kev::lab06::system {

namespace {

struct calls {
    HMODULE library = LoadLibraryW(L"api-ms-win-core-synch-l1-2-0.dll");
    BOOL(WINAPI* wait)
    (void volatile*, void*, SIZE_T, DWORD) = look_up<decltype(wait)>("WaitOnAddress");
    void(WINAPI* wake_single)(void*) = look_up<decltype(wake_single)>("WakeByAddressSingle");
    void(WINAPI* wake_all)(void*) = look_up<decltype(wake_all)>("WakeByAddressAll");

private:
    template <typename Function>
    Function look_up(char const* name) const noexcept {
        if (library == nullptr) return nullptr;
        return reinterpret_cast<Function>(reinterpret_cast<void*>(GetProcAddress(library, name)));
    }
};

calls const& the_calls() noexcept {
    static calls const found;
    return found;
}

} // namespace

bool is_there() noexcept {
    return the_calls().wait != nullptr && the_calls().wake_single != nullptr &&
           the_calls().wake_all != nullptr;
}

std::uint32_t wait_on_address(void const* address, void const* undesired, std::size_t size,
                              std::uint32_t milliseconds) noexcept {
    bool const woken = the_calls().wait(const_cast<void*>(address), const_cast<void*>(undesired),
                                        size, milliseconds) != FALSE;
    return woken ? 0 : GetLastError();
}

void wake_by_address_single(void const* address) noexcept {
    the_calls().wake_single(const_cast<void*>(address));
}

void wake_by_address_all(void const* address) noexcept {
    the_calls().wake_all(const_cast<void*>(address));
}

} // namespace kev::lab06::system
