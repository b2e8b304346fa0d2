// Atomic operations as steps of a run.
#include <kev/checker/operations.hpp>

#include <kev/checker/run.hpp>

#include "data_race.hpp"
#include "remains.hpp"
#include "store_choice.hpp"
#include "texts.hpp"

namespace kev::checker {

namespace {

fingerprint hash_of_address(void const* address) noexcept {
    return mix(reinterpret_cast<std::uintptr_t>(address));
}

atomic_object& object_at(run& r, void const* address, std::uint64_t outside) {
    atomic_object* const known = r.data().find_atomic(address);
    if (known != nullptr) return *known;
    r.need_room();
    return r.data().make_atomic(address, outside, nullptr, hash_of_address(address));
}

// The object of a step. A thread that uses an object must have heard that it was made. A thread that makes another in
// its place must have heard of all that was done to it.
atomic_object& use(run& r, void const* address, std::uint64_t outside, source_place where) {
    atomic_object& object = object_at(r, address, outside);
    if (!r.settings().making_is_an_access) return object;
    race other;
    if (r.data().read_plain(object.life, r.self(), where, other))
        fail(r, {"uses", "made", address, object.name}, other, where);
    return object;
}

void note(run& r, char const* operation, atomic_object const& object, std::uint64_t before,
          std::uint64_t after, std::memory_order order, char const* text, source_place where) {
    if (!r.recording()) return;
    r.record({.operation = operation,
              .object = r.name_of(object.address, object.name),
              .has_value = true,
              .before = before,
              .after = after,
              .order = name_of(order),
              .note = text,
              .where = where});
}

// For people: whether what stands behind that store comes before others that were made already.
char const* early_or_not(atomic_object const& object, std::size_t behind) {
    return behind == object.newest_number() ? "" : "comes before others that were made already";
}

// A load, or the failed half of a compare-exchange: reads store number `index`.
std::uint64_t take(run& r, atomic_object& object, std::size_t index, std::memory_order order) {
    if (order == std::memory_order_seq_cst) r.depend_on_order();
    r.data().read(object, index, r.self(), order);
    r.depend_on_read(object, index);
    r.observe(object.history[index].value);
    r.looked_at(object.looked_at, index == object.newest_number());
    return object.history[index].value;
}

// The stores between which a store stands: it depends on them.
fingerprint neighbors(atomic_object& object, std::size_t behind) {
    fingerprint const before = object.history[behind].hash;
    std::size_t const next = object.history[behind].place + 1u;
    return next < object.order.size() ? mix(before, object.at(next).hash) : before;
}

// A store, or the second half of a read-modify-write, right behind store number `behind`.
void put(run& r, atomic_object& object, std::uint64_t value, std::memory_order order, bool modifies,
         std::size_t behind) {
    if (order == std::memory_order_seq_cst) r.depend_on_order();
    fingerprint const overwritten = neighbors(object, behind);
    std::uint64_t const before = object.history[behind].value;
    bool const differs = object.newest().value != value;
    if (modifies) r.data().read(object, behind, r.self(), order);
    r.data().write(object, value, r.self(), order, modifies, behind);
    r.depend_on_write(object, overwritten);
    r.observe(modifies ? before : 0);
    if (differs)
        r.changed(object.looked_at);
    else if (modifies)
        r.looked_at(object.looked_at);
}

std::uint64_t result_of(modify how, std::uint64_t old, std::uint64_t operand) noexcept {
    switch (how) {
    case modify::exchange:
        return operand;
    case modify::add:
        return old + operand;
    case modify::subtract:
        return old - operand;
    case modify::bit_and:
        return old & operand;
    case modify::bit_or:
        return old | operand;
    case modify::bit_xor:
        return old ^ operand;
    }
    return old;
}

} // namespace

void make_atomic(void const* address, std::uint64_t initial, char const* name,
                 source_place where) noexcept {
    run* const r = run::active();
    if (r == nullptr) return;
    r->need_room();
    atomic_object& made = r->data().make_atomic(address, initial, name, r->new_identity());
    if (!r->settings().making_is_an_access) return;
    race other;
    if (r->data().write_plain(made.life, r->self(), where, other))
        fail(*r, {"makes", other.wrote ? "made" : "used", address, name}, other, where);
}

std::uint64_t load(void const* address, std::uint64_t outside, std::memory_order order,
                   source_place where) noexcept {
    run* const r = run::active();
    if (r == nullptr) return outside;
    r->point(step::look, address, where);
    atomic_object& object = use(*r, address, outside, where);
    std::size_t const index = store_to_read(*r, object, order);
    bool const stale = index != object.newest_number();
    std::uint64_t const value = take(*r, object, index, order);
    note(*r, "load", object, value, value, order, stale ? "reads an old value" : "", where);
    return value;
}

void store(void const* address, std::uint64_t& outside, std::uint64_t value,
           std::memory_order order, source_place where) noexcept {
    run* const r = run::active();
    if (r == nullptr) {
        outside = value;
        return;
    }
    r->point(step::change);
    atomic_object& object = use(*r, address, outside, where);
    std::size_t const behind = store_to_follow(*r, object, order);
    char const* const text = early_or_not(object, behind);
    std::uint64_t const before = object.history[behind].value;
    put(*r, object, value, order, false, behind);
    note(*r, "store", object, before, value, order, text, where);
}

std::uint64_t read_modify_write(void const* address, std::uint64_t& outside, modify how,
                                std::uint64_t operand, unsigned bits, std::memory_order order,
                                source_place where) noexcept {
    std::uint64_t const mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    run* const r = run::active();
    if (r == nullptr) {
        std::uint64_t const before = outside;
        outside = result_of(how, before, operand) & mask;
        return before;
    }
    r->point(step::change);
    atomic_object& object = use(*r, address, outside, where);
    std::size_t const behind = store_to_follow(*r, object, order);
    char const* const text = early_or_not(object, behind);
    std::uint64_t const before = object.history[behind].value;
    std::uint64_t const after = result_of(how, before, operand) & mask;
    put(*r, object, after, order, true, behind);
    note(*r, name_of(how), object, before, after, order, text, where);
    return before;
}

bool compare_exchange(void const* address, std::uint64_t& outside, std::uint64_t& expected,
                      std::uint64_t desired, bool weak, std::memory_order success,
                      std::memory_order failure, source_place where) noexcept {
    run* const r = run::active();
    if (r == nullptr) {
        if (outside != expected) {
            expected = outside;
            return false;
        }
        outside = desired;
        return true;
    }
    r->point(step::change);
    atomic_object& object = use(*r, address, outside, where);
    std::size_t const read = store_to_compare(*r, object, expected, success, failure);
    bool const newest = read == object.newest_number();
    std::uint64_t const before = object.history[read].value;
    char const* const operation = weak ? "compare_exchange_weak" : "compare_exchange_strong";
    bool const may_fail = before == expected && weak;
    if (may_fail && r->settings().limits.weak_failures == no_bound) clear_remains();
    bool const spurious = may_fail && r->fails_without_reason();
    if (before != expected || spurious) {
        if (spurious) r->reached("a weak compare-exchange failed");
        r->observe(0); // that it failed
        take(*r, object, read, failure);
        char const* const text = spurious ? "fails without a reason"
                                 : newest ? "fails"
                                          : "fails by an old value";
        note(*r, operation, object, before, before, failure, text, where);
        expected = before;
        return false;
    }
    char const* const text = early_or_not(object, read);
    put(*r, object, desired, success, true, read);
    note(*r, operation, object, before, desired, success, text, where);
    return true;
}

void fence(std::memory_order order, source_place where) noexcept {
    run* const r = run::active();
    if (r == nullptr || order == std::memory_order_relaxed) return;
    if (order == std::memory_order_seq_cst && r->settings().limits.weak_memory()) {
        r->point(step::change);
        r->depend_on_order();
    }
    r->data().fence(r->self(), order);
    if (r->recording()) r->record({.operation = "fence", .order = name_of(order), .where = where});
}

void light_fence(source_place where) noexcept {
    run* const r = run::active();
    if (r == nullptr) return;
    if (r->settings().limits.weak_memory()) {
        r->point(step::change);
        r->depend_on_order();
    }
    r->data().light_fence(r->self());
    if (r->recording()) r->record({.operation = "asymmetric_fence_light", .where = where});
}

void heavy_fence(source_place where) noexcept {
    run* const r = run::active();
    if (r == nullptr) return;
    if (r->settings().limits.weak_memory()) {
        r->point(step::change);
        r->depend_on_order();
    }
    r->data().heavy_fence(r->self());
    if (r->recording()) r->record({.operation = "asymmetric_fence_heavy", .where = where});
}

void rest(char const* call, source_place where) noexcept {
    run* const r = run::active();
    if (r == nullptr) return;
    r->rest();
    if (r->recording()) r->record({.operation = call, .where = where});
}

} // namespace kev::checker
