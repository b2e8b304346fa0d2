#include "thread_locals.hpp"

#include "thread_record.hpp"

#include <cstdlib>
#include <new>

namespace kev::dropin {

namespace {

void* zeros(void* old, std::size_t size) noexcept {
    HANDLE const heap = GetProcessHeap();
    void* const memory = old == nullptr ? HeapAlloc(heap, HEAP_ZERO_MEMORY, size)
                                        : HeapReAlloc(heap, HEAP_ZERO_MEMORY, old, size);
    if (memory == nullptr) std::abort();
    return memory;
}

// The pointer to the memory from the system lies before the object, which may want a wider alignment.
void*& given_for(void* object) noexcept {
    return static_cast<void**>(object)[-1];
}

} // namespace

void*& thread_locals::place(std::uintptr_t number) noexcept {
    if (number >= size_) {
        std::uintptr_t const size = number + 32;
        places_ = static_cast<void**>(zeros(places_, size * sizeof(void*)));
        size_ = size;
    }
    return places_[number];
}

void* thread_locals::make(std::size_t size, std::size_t alignment) noexcept {
    if (alignment < alignof(void*)) alignment = alignof(void*);
    void* const given = zeros(nullptr, size + alignment + sizeof(void*));
    auto const first = reinterpret_cast<std::uintptr_t>(given) + sizeof(void*);
    void* const object = reinterpret_cast<void*>((first + alignment - 1) / alignment * alignment);
    given_for(object) = given;
    return object;
}

void thread_locals::free_all() noexcept {
    for (std::uintptr_t i = 0; i < size_; ++i)
        if (places_[i] != nullptr) HeapFree(GetProcessHeap(), 0, given_for(places_[i]));
    if (places_ != nullptr) HeapFree(GetProcessHeap(), 0, places_);
    places_ = nullptr;
    size_ = 0;
}

bool end_object_later(thread_record& record, destructor_call destructor, void* object) noexcept {
    void* const memory = HeapAlloc(GetProcessHeap(), 0, sizeof(pending_destructor));
    if (memory == nullptr) return false;
    record.newest = new (memory) pending_destructor{destructor, object, record.newest};
    return true;
}

namespace {

// The newest, which is noted no longer.
pending_destructor take_newest(thread_record& record) noexcept {
    pending_destructor* const one = record.newest;
    pending_destructor const mine = *one;
    record.newest = one->next;
    HeapFree(GetProcessHeap(), 0, one);
    return mine;
}

} // namespace

void end_objects(thread_record& record) noexcept {
    while (record.newest != nullptr) {
        pending_destructor const one = take_newest(record); // the destructor may register another
        one.destructor(one.object);
    }
}

void forget_objects(thread_record& record) noexcept {
    while (record.newest != nullptr) take_newest(record);
}

} // namespace kev::dropin
