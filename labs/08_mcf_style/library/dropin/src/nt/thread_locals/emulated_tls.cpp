// The function that GCC calls for each use of a thread_local object where it emulates them, as on Windows. The objects are
// in the thread's record. So they are there until the system has ended the thread, and no destructor finds freed memory.
//
// Linked into a program, it takes the place of libgcc's. The objects of one program must all be reached by one of the two.
#include "../thread_record.hpp"

#include "../last_error.hpp"

#include <cstdlib>
#include <cstring>

namespace {

// The description that the compiler makes of an object: its size, its alignment, room for the number that we give it, and its initial value
// (null: zeros).
struct emulated_object {
    std::uintptr_t size;
    std::uintptr_t alignment;
    std::atomic<std::uintptr_t> number; // from 1; 0: none yet
    void const* initial;
};

constinit std::atomic<std::uintptr_t> last_number{0};

std::uintptr_t number_of(emulated_object& object) noexcept {
    // relaxed: a number is all that is passed.
    std::uintptr_t number = object.number.load(std::memory_order_relaxed);
    if (number != 0) return number;
    // relaxed: as above.
    std::uintptr_t const made = last_number.fetch_add(1, std::memory_order_relaxed) + 1;
    // relaxed: as above. If another thread was faster, our number stays unused.
    return object.number.compare_exchange_strong(number, made, std::memory_order_relaxed) ? made
                                                                                          : number;
}

} // namespace

extern "C" void* __emutls_get_address(emulated_object* object) {
    kev::dropin::last_error_stays const here;
    kev::dropin::thread_record* const record = kev::dropin::this_record();
    if (record == nullptr) std::abort(); // no memory, and no way to say so
    void*& place = record->locals.place(number_of(*object));
    if (place != nullptr) return place;
    place = kev::dropin::thread_locals::make(object->size, object->alignment);
    if (object->initial != nullptr)
        std::memcpy(place, object->initial, object->size);
    else
        std::memset(place, 0, object->size);
    return place;
}

extern "C" void __emutls_register_common(emulated_object* object, std::uintptr_t size,
                                         std::uintptr_t alignment, void const* initial) {
    if (object->size < size) {
        object->size = size;
        object->initial = nullptr;
    }
    if (object->alignment < alignment) object->alignment = alignment;
    if (initial != nullptr && size == object->size) object->initial = initial;
}
