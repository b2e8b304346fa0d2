// Threads on Windows: CreateThread, and a record of each thread in a slot of the system.
//
// A thread that was started here calls the destructors of its values before its function returns to the system: then it
// owns no lock of the system, and a destructor may do what it likes. For a thread that other code started, the
// system's call at its end is the only chance, and comes under the loader's lock.
#include "last_error.hpp"
#include "thread_record.hpp"

#include <cerrno>
#include <cstdlib>

#include <kev/gthr_core.h>
#include <kev/lab08/nt_shutdown.hpp>

namespace kev::dropin {

namespace {

constinit std::atomic<DWORD> slot{TLS_OUT_OF_INDEXES};

// No static object with a guard: a guard may need a value of a thread.
DWORD make_slot() noexcept {
    DWORD const made = TlsAlloc();
    DWORD found = TLS_OUT_OF_INDEXES;
    // relaxed: a slot is a number, and the system has what belongs to it.
    if (slot.compare_exchange_strong(found, made, std::memory_order_relaxed)) return made;
    TlsFree(made); // another thread was faster
    return found;
}

DWORD this_slot() noexcept {
    // relaxed: as above.
    DWORD const found = slot.load(std::memory_order_relaxed);
    return found != TLS_OUT_OF_INDEXES ? found : make_slot();
}

bool adopt(thread_record* record) noexcept {
    return TlsSetValue(this_slot(), record) != FALSE;
}

// A record for a thread that other code has started.
thread_record* make_foreign_record() noexcept {
    thread_record* const made = make_record();
    if (made == nullptr) return nullptr;
    HANDLE const process = GetCurrentProcess();
    if (DuplicateHandle(process, GetCurrentThread(), process, &made->handle, SYNCHRONIZE, FALSE,
                        0) != FALSE &&
        adopt(made))
        return made;
    thread_leaves(*made);
    return nullptr;
}

// As POSIX: the thread's objects end before its values.
void end_all(thread_record& mine) noexcept {
    end_objects(mine);
    end_values(mine);
}

DWORD WINAPI run(void* argument) {
    auto* const mine = static_cast<thread_record*>(argument);
    bool const adopted = adopt(mine);
    mine->result = mine->function(mine->argument);
    if (adopted)
        end_all(*mine); // the rest follows in at_thread_end()
    else
        thread_leaves(*mine);
    return 0;
}

// By now the thread's C++ objects have ended, too, and may have set values again.
void at_thread_end() noexcept {
    thread_record* const mine = known_record();
    if (mine == nullptr) return;
    end_all(*mine);
    leave_after_the_end(*mine);
}

// A DLL with this code is unloaded. The system calls at_thread_event() for that before it calls the DLL's atexit functions,
// which destroy the DLL's static objects.
constinit bool is_being_unloaded = false;

void give_slot_back() noexcept {
    all_threads_leave();
    // relaxed: no other thread runs this code any more.
    DWORD const found = slot.exchange(TLS_OUT_OF_INDEXES, std::memory_order_relaxed);
    if (found != TLS_OUT_OF_INDEXES) TlsFree(found);
}

void end_objects_of_this_thread() noexcept {
    if (thread_record* const mine = known_record()) end_objects(*mine);
}

// The last code of the module: no code asks for the values of a thread any more. A static object's destructor may have made
// thread_local objects.
void at_module_end() noexcept {
    end_objects_of_this_thread();
    if (is_being_unloaded) give_slot_back();
}

// It is registered before all others, so it is called last. 101 is the first priority that a program may use.
[[gnu::constructor(101)]] void call_at_module_end() noexcept {
    static_cast<void>(
        std::atexit(at_module_end)); // fails without memory, and then the slot stays taken
}

bool is_program(void* module) noexcept {
    return module == GetModuleHandleA(nullptr);
}

// The third argument does not say whether the process is ending, as it does in DllMain. The system reserves it.
void NTAPI at_thread_event(void* module, DWORD reason, void* /*reserved*/) {
    if (reason == DLL_THREAD_DETACH) at_thread_end();
    if (reason != DLL_PROCESS_DETACH || is_program(module)) return;
    end_objects_of_this_thread(); // before the DLL's static objects
    // At the end of the process the other threads were killed, and nothing is given back.
    is_being_unloaded = RtlDllShutdownInProgress() == 0;
}

} // namespace

// The system calls the functions of this section in the order of its names. The compiler's own thread_local objects end in
// .CRT$XLD, those of winpthreads in .CRT$XLF.
[[gnu::section(".CRT$XLY"), gnu::used]] PIMAGE_TLS_CALLBACK const thread_event = at_thread_event;

thread_record* known_record() noexcept {
    // relaxed: as in make_slot().
    DWORD const found = slot.load(std::memory_order_relaxed);
    if (found == TLS_OUT_OF_INDEXES) return nullptr;
    return static_cast<thread_record*>(TlsGetValue(found));
}

thread_record* this_record() noexcept {
    thread_record* const found = known_record();
    return found != nullptr ? found : make_foreign_record();
}

} // namespace kev::dropin

using namespace kev::dropin;

extern "C" {

int __kev_thread_create(__kev_thread* created, void* (*function)(void*), void* argument) {
    thread_record* const record = make_record();
    if (record == nullptr) return EAGAIN;
    record->function = function;
    record->argument = argument;
    record->users.store(2, std::memory_order_relaxed); // relaxed: nobody else knows the record yet
    // Suspended, so that its handle is in the record before it can look there.
    record->handle = CreateThread(nullptr, 0, run, record, CREATE_SUSPENDED, nullptr);
    if (record->handle == nullptr) {
        thread_leaves(*record);
        leave(*record);
        return EAGAIN;
    }
    *created = reinterpret_cast<__kev_thread>(record);
    ResumeThread(record->handle);
    return 0;
}
int __kev_thread_join(__kev_thread thread, void** result) {
    auto* const record = reinterpret_cast<thread_record*>(thread);
    if (record == known_record()) return EDEADLK;
    WaitForSingleObject(record->handle, INFINITE);
    if (result != nullptr) *result = record->result;
    leave(*record);
    free_ended();
    return 0;
}
int __kev_thread_detach(__kev_thread thread) {
    leave(*reinterpret_cast<thread_record*>(thread));
    return 0;
}
__kev_thread __kev_thread_self(void) {
    last_error_stays const here;
    return reinterpret_cast<__kev_thread>(this_record());
}
void __kev_thread_yield(void) {
    SwitchToThread();
}
void __kev_thread_exit(void* result) {
    if (thread_record* const mine = known_record()) {
        mine->result = result;
        end_all(*mine);
    }
    ExitThread(0);
}

} // extern "C"
