// Plain data: no steps, for a race is found in whatever order the two accesses come.
#include <kev/checker/operations.hpp>

#include <kev/checker/run.hpp>

#include "data_race.hpp"

namespace kev::checker {

namespace {

plain_object& plain_object_at(run& r, void const* address, std::uint64_t outside) {
    plain_object* const known = r.data().find_plain(address);
    if (known != nullptr) return *known;
    r.need_room();
    return r.data().make_plain(address, outside, nullptr);
}

void note(run& r, char const* operation, plain_object const& object, std::uint64_t before,
          std::uint64_t after, source_place where) {
    // Data without a name, such as the links of a queue, is checked as well. A schedule that told
    // every step of it would hide what matters.
    if (!r.recording() || object.name == nullptr) return;
    r.record({.operation = operation,
              .object = r.name_of(object.address, object.name),
              .has_value = true,
              .before = before,
              .after = after,
              .where = where});
}

} // namespace

void make_plain(void const* address, std::uint64_t initial, char const* name,
                source_place where) noexcept {
    run* const r = run::active();
    if (r == nullptr) return;
    r->need_room();
    plain_object& made = r->data().make_plain(address, initial, name);
    if (!r->settings().making_is_an_access) {
        made.done = {};
        return;
    }
    race other;
    if (r->data().write_plain(made.done, r->self(), where, other))
        fail(*r, {"makes", "used", address, name}, other, where);
}

std::uint64_t read_plain(void const* address, std::uint64_t outside, source_place where) noexcept {
    run* const r = run::active();
    if (r == nullptr) return outside;
    plain_object& object = plain_object_at(*r, address, outside);
    note(*r, "read", object, object.value, object.value, where);
    race other;
    if (r->data().read_plain(object.done, r->self(), where, other))
        fail(*r, {"reads", "wrote", address, object.name}, other, where);
    if (r->settings().making_is_an_access)
        r->observe(object.value);
    else
        r->remember(object.value); // which object it was is no part of the history otherwise
    return object.value;
}

void write_plain(void const* address, std::uint64_t& outside, std::uint64_t value,
                 source_place where) noexcept {
    run* const r = run::active();
    if (r == nullptr) {
        outside = value;
        return;
    }
    plain_object& object = plain_object_at(*r, address, outside);
    note(*r, "write", object, object.value, value, where);
    race other;
    if (r->data().write_plain(object.done, r->self(), where, other))
        fail(*r, {"writes", other.wrote ? "wrote" : "read", address, object.name}, other, where);
    if (object.value != value) ++r->me().wrote;
    object.value = value;
}

} // namespace kev::checker
