// Threads on Windows: CreateThread, and a record of each in a fibre-local slot, which tells us when it ends.
#include "thread_record.hpp"

#include <cerrno>
#include <new>

namespace kev::lab08::in_c {

namespace {

void WINAPI at_end(void* record) {
    auto* const mine = static_cast<thread_record*>(record);
    end_values(*mine);
    mine->leave();
}

DWORD slot() noexcept {
    static DWORD const index = FlsAlloc(at_end);
    return index;
}

DWORD WINAPI run(void* record) {
    auto* const mine = static_cast<thread_record*>(record);
    adopt(mine);
    mine->result = mine->function(mine->argument);
    return 0;
}

} // namespace

bool adopt(thread_record* record) noexcept {
    return FlsSetValue(slot(), record) != FALSE;
}

thread_record* this_record() noexcept {
    void* const found = FlsGetValue(slot());
    if (found != nullptr) return static_cast<thread_record*>(found);
    auto* const made = new (std::nothrow) thread_record;
    if (made != nullptr) adopt(made);
    return made;
}

} // namespace kev::lab08::in_c

using kev::lab08::in_c::this_record;
using kev::lab08::in_c::thread_record;

extern "C" {

int kev_thread_create(kev_thread* created, void* (*function)(void*), void* argument) {
    auto* const record = new (std::nothrow) thread_record;
    if (record == nullptr) return EAGAIN;
    record->function = function;
    record->argument = argument;
    record->users = 2;
    // Suspended, so that its handle is in the record before it can look there.
    record->handle =
        CreateThread(nullptr, 0, kev::lab08::in_c::run, record, CREATE_SUSPENDED, nullptr);
    if (record->handle == nullptr) {
        delete record;
        return EAGAIN;
    }
    *created = reinterpret_cast<kev_thread>(record);
    ResumeThread(record->handle);
    return 0;
}
int kev_thread_join(kev_thread thread, void** result) {
    auto* const record = reinterpret_cast<thread_record*>(thread);
    WaitForSingleObject(record->handle, INFINITE);
    if (result != nullptr) *result = record->result;
    record->leave();
    return 0;
}
int kev_thread_detach(kev_thread thread) {
    reinterpret_cast<thread_record*>(thread)->leave();
    return 0;
}
kev_thread kev_thread_self(void) {
    return reinterpret_cast<kev_thread>(this_record());
}
void kev_thread_yield(void) {
    SwitchToThread();
}

} // extern "C"
