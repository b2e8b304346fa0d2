#include <kev/world.hpp>

#include <kev/native/windows_api.hpp>

namespace kev::inline native_core {

clock::time_point clock::now() noexcept {
    LARGE_INTEGER rate{};
    LARGE_INTEGER count{};
    QueryPerformanceFrequency(&rate);
    QueryPerformanceCounter(&count);
    // In two parts: the product of the whole would overflow after some hours.
    constexpr std::int64_t second = period::den;
    std::int64_t const whole = count.QuadPart / rate.QuadPart * second;
    std::int64_t const part = count.QuadPart % rate.QuadPart * second / rate.QuadPart;
    return time_point(duration(whole + part));
}

void yield() noexcept {
    SwitchToThread();
}

} // namespace kev::inline native_core
