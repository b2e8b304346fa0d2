/// @file
/// What a scenario is, and how one is registered.
///
/// A scenario is a struct that holds the objects and says what each thread does with them:
///
///     struct two_lockers {
///         static constexpr int threads = 2;
///         kev::lab03::fast_mutex m;
///         kev::shared<int> counter{0, "counter"};
///         two_lockers() { kev::checker::name(m, "m"); }
///         void thread(int number) { ... }                 // from 1
///         void after() { kev::checker::require(...); }    // when all have ended
///     };
///
/// Threads that are equal cannot be told apart, and runs that differ in nothing but which of them did what are one to the
/// search. A scenario whose `void thread()` takes no number says that all are equal. One with a
/// `static constexpr int role_of(int number)` says that those of one role are: thread() is given the role in place of the
/// number.
///
/// It is built afresh for every run, at the same address. It must own no memory: a run that fails is
/// dropped without being unwound.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <kev/checker/source_place.hpp>
#include <kev/checker/verdict.hpp>

namespace kev::checker {

/// A scenario's type, erased.
struct scenario {
    int threads = 0;
    int (*role_of)(int number) = nullptr; ///< what thread() is given; threads of one role are equal
    std::size_t size = 0;
    std::size_t alignment = 0;
    void (*construct)(void* place) = nullptr;
    void (*thread)(void* place, int number) = nullptr;
    void (*after)(void* place) = nullptr;
};

/// Whether all threads of the struct S are equal.
template <typename S>
concept has_equal_threads = requires(S& s) {
    s.thread();
};

/// The role of a thread: its number, unless S says otherwise.
template <typename S>
constexpr int role_in(int number) {
    if constexpr (has_equal_threads<S>)
        return 1;
    else if constexpr (requires { S::role_of(number); })
        return S::role_of(number);
    else
        return number;
}

/// A role_of() for threads whose work stands in a list: the number of the first that does the same.
template <typename Work, std::size_t Threads>
constexpr int first_like(Work const (&all)[Threads], int number) {
    int first = 1;
    while (all[first - 1] != all[number - 1]) ++first;
    return first;
}

/// The erased form of the struct S. after() is optional.
template <typename S>
constexpr scenario make_scenario() {
    scenario made;
    made.threads = S::threads;
    made.size = sizeof(S);
    made.alignment = alignof(S);
    made.construct = [](void* place) { new (place) S(); };
    made.role_of = [](int number) { return role_in<S>(number); };
    made.thread = [](void* place, [[maybe_unused]] int number) {
        if constexpr (has_equal_threads<S>)
            static_cast<S*>(place)->thread();
        else
            static_cast<S*>(place)->thread(role_in<S>(number));
    };
    made.after = [](void* place) {
        if constexpr (requires(S & s) { s.after(); }) static_cast<S*>(place)->after();
    };
    return made;
}

/// How the values of one field are put into words: "owned, 1 waiting".
struct decoder {
    std::string field{}; ///< the name that the field was given, such as "word"
    std::string (*describe)(std::uint64_t value) = nullptr;
};

/// Everything about one exploration besides the code: what is expected, and how to show it.
struct case_description {
    std::string id{};      ///< unique: the catalogue's, as "M3", or one of its own, "fast_mutex/3"
    std::string lab{};     ///< "03"
    std::string variant{}; ///< the reference's name, or the folder under broken/
    std::string title{};   ///< what the threads do, in one line
    std::string promise{}; ///< what must hold, and does not in a broken variant
    bool broken = false;   ///< whether the variant is one under broken/
    std::vector<std::string> races{}; ///< of a reference: the ids of the broken variants beside it
    verdict expected = verdict::exhausted_clean;
    checker::options options{};
    std::vector<std::string> lanes{};      ///< names of the threads; "thread 1", ... if empty
    std::vector<std::string> must_reach{}; ///< states that the exploration is about: see reached()
    std::string goal{};                    ///< verdict::reachable: the state that is asked about
    std::vector<decoder> decoders{};
};

// The calls that a scenario's code may make.

/// The check of a scenario: ends the run with verdict::assertion if it does not hold.
void require(bool holds, char const* what, source_place where = source_place::current());

/// Notes that a state was reached. The exploration counts; a case that does not reach all it must
/// reach fails, for it has tested nothing.
void reached(char const* state);

/// Whether the thread sleeps in the kernel now. This is a step of the caller. Relacy does not know: in its
/// world the answer is always no, so a scenario must not wait for a yes.
bool is_asleep(int thread, source_place where = source_place::current());

/// Names an object that contains atomics: its field "word" is then shown as "m.word".
void name_range(void const* begin, std::size_t size, char const* name);
template <typename T>
void name(T const& object, char const* text) {
    name_range(std::addressof(object), sizeof(T), text);
}

} // namespace kev::checker
