// Threads on Windows: CreateThread, and a record of each in a fibre-local slot, which tells us when it ends.
#include "thread_record.hpp"

#include <cerrno>
#include <new>

#include <kev/lab08/nt_shutdown.hpp>

namespace kev::lab08::in_c {

namespace {

// at_end() is not the last that a thread does: under Wine 8 the destructors of its thread_local objects come after it.
// They find here what its name was, and make no new record, which nobody would take away.
DWORD slot_of_the_ended() noexcept {
    static DWORD const index = TlsAlloc();
    return index;
}

void WINAPI at_end(void* record) {
    // Windows calls this at the end of the process, too, for the one thread that is left. The others were killed,
    // one perhaps while it owned the guard of the keys. POSIX calls no destructors then, either.
    if (RtlDllShutdownInProgress() != 0) return;
    auto* const mine = static_cast<thread_record*>(record);
    end_values(*mine);
    // With fibres this may be the end of one of them, and its thread goes on.
    if (IsThreadAFiber() == FALSE) TlsSetValue(slot_of_the_ended(), mine);
    mine->leave();
}

// The slot is never freed, as that would call at_end for threads that go on. So at_end has to stay where it is: if it is
// in a DLL, that one is not unloaded any more.
DWORD make_slot() noexcept {
    HMODULE module = nullptr;
    if (GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                           reinterpret_cast<wchar_t const*>(&at_end), &module) == FALSE)
        return FLS_OUT_OF_INDEXES;
    return FlsAlloc(at_end);
}

DWORD slot() noexcept {
    static DWORD const index = make_slot();
    return index;
}

DWORD WINAPI run(void* record) {
    auto* const mine = static_cast<thread_record*>(record);
    bool const adopted = adopt(mine);
    mine->result = mine->function(mine->argument);
    if (!adopted) mine->leave(); // else at_end() will
    return 0;
}

} // namespace

bool adopt(thread_record* record) noexcept {
    return FlsSetValue(slot(), record) != FALSE;
}

thread_record* this_record() noexcept {
    void* const found = FlsGetValue(slot());
    if (found != nullptr) return static_cast<thread_record*>(found);
    if (TlsGetValue(slot_of_the_ended()) != nullptr) return nullptr;
    auto* const made = new (std::nothrow) thread_record;
    if (made == nullptr || adopt(made)) return made;
    delete made;
    return nullptr;
}

} // namespace kev::lab08::in_c

using kev::lab08::in_c::last_error_stays;
using kev::lab08::in_c::slot_of_the_ended;
using kev::lab08::in_c::this_record;
using kev::lab08::in_c::thread_record;

extern "C" {

int kev_thread_create(kev_thread* created, void* (*function)(void*), void* argument) {
    auto* const record = new (std::nothrow) thread_record;
    if (record == nullptr) return EAGAIN;
    record->function = function;
    record->argument = argument;
    record->users.store(2, std::memory_order_relaxed); // relaxed: nobody else knows the record yet
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
    last_error_stays const here;
    void const* const record = this_record();
    return reinterpret_cast<kev_thread>(record != nullptr ? record
                                                          : TlsGetValue(slot_of_the_ended()));
}
void kev_thread_yield(void) {
    SwitchToThread();
}

} // extern "C"
