// The error of the last call of Windows, which belongs to the program.
#pragma once

#include <kev/native/windows_api.hpp>

namespace kev::dropin {

// TlsGetValue() sets the last error to 0 when it succeeds. But a value of a thread may be asked for between a call of
// the system and the question why it failed, as GCC's thread_local objects do. So it has to stay.
class last_error_stays {
public:
    last_error_stays() noexcept : error_(GetLastError()) {}
    ~last_error_stays() { SetLastError(error_); }
    last_error_stays(last_error_stays const&) = delete;
    last_error_stays& operator=(last_error_stays const&) = delete;

private:
    DWORD error_;
};

} // namespace kev::dropin
