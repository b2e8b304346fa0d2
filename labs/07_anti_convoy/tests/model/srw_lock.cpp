// The reader/writer lock, and P3.
#include <kev/lab02/gate.hpp>
#include <kev/lab07/srw_lock.hpp>
#include <kev/lab07/srw_view_text.hpp>

#include "scenarios.hpp"

namespace {

using namespace kev::checker;
using namespace kev::lab07;

// The first `Writers` threads write and the others read, each once. The first thread does so `More` more times.
template <int Writers, int Readers, int More = 0>
struct crowd {
    static constexpr int threads = Writers + Readers;
    srw_lock m;
    kev::shared<int> written{0, "written"};

    crowd() { name(m, "m"); }

    static constexpr int role_of(int number) {
        int const first = number <= Writers ? 1 : Writers + 1;
        return number > 1 && first == 1 && More > 0 ? 2 : first;
    }
    void thread(int number) {
        for (int round = 0; round <= (number == 1 ? More : 0); ++round) {
            if (number <= Writers) {
                m.lock();
                written.write(written.read() + 1);
                m.unlock();
            } else {
                m.lock_shared();
                if (written.read() == Writers + More) reached("a reader comes after all writers");
                m.unlock_shared();
            }
        }
    }

    void after() {
        require(written.read() == Writers + (Writers > 0 ? More : 0), "every write counts");
    }
};

// One thread writes; the other tries, in both ways.
struct writer_and_trier {
    static constexpr int threads = 2;
    srw_lock m;
    kev::shared<int> written{0, "written"};

    writer_and_trier() { name(m, "m"); }

    void thread(int number) {
        if (number == 1) {
            m.lock();
            written.write(written.read() + 1);
            m.unlock();
            return;
        }
        bool const shared = m.try_lock_shared();
        reached(shared ? "a reader's try succeeds" : "a reader's try fails");
        if (shared) {
            static_cast<void>(written.read());
            require(!m.try_lock(), "a reader shuts out writers");
            m.unlock_shared();
        } else if (m.try_lock()) {
            reached("a writer's try succeeds");
            written.write(written.read() + 1);
            m.unlock();
        }
    }
};

// One thread writes, one reads, and one tries to read. The writer can shut out the try, and the try the writer.
struct readers_and_trier {
    static constexpr int threads = 3;
    srw_lock m;
    kev::shared<int> written{0, "written"};

    readers_and_trier() { name(m, "m"); }

    void thread(int number) {
        if (number == 1) {
            m.lock();
            written.write(written.read() + 1);
            m.unlock();
        } else if (number == 2) {
            m.lock_shared();
            static_cast<void>(written.read());
            m.unlock_shared();
        } else if (m.try_lock_shared()) {
            reached("the try succeeds");
            static_cast<void>(written.read());
            m.unlock_shared();
        } else {
            reached("the try fails");
        }
    }
};

// P3: a writer releases the lock and comes back as a reader. While it owns the lock as a reader, it waits until reader 2
// owns it, too. Readers 2 and 3 may have been asleep when the writer left.
struct reader_waits_for_reader {
    static constexpr int threads = 3;
    srw_lock m;
    kev::lab02::gate second_is_in;

    reader_waits_for_reader() {
        name(m, "m");
        name(second_is_in, "second_is_in");
    }

    void thread(int number) {
        if (number == 1) {
            m.lock();
            m.unlock();
        }
        m.lock_shared();
        if (number == 1) second_is_in.pass();
        if (number == 2) second_is_in.open();
        m.unlock_shared();
    }
};

std::string describe_word(std::uint64_t word) {
    return srw_word::describe(static_cast<std::uintptr_t>(word));
}

case_description about(std::string id, std::string title, int bound) {
    case_description text;
    text.id = std::move(id);
    text.lab = "07";
    text.variant = "srw_lock";
    text.title = std::move(title);
    text.promise = "one writer or any number of readers, and every thread gets in";
    text.options.limits.preemptions = bound;
    text.decoders = {{"word", describe_word}};
    return text;
}

case_description slept(case_description text) {
    text.must_reach = {"a waiter slept", "a release found its waiter", "a wait found its releaser"};
    return text;
}

case_description weak(case_description text) {
    text.id += "-weak";
    text.options.limits.stale_loads = 1;
    return text;
}

bool const registered[] = {
    add_reference<crowd<2, 0, 1>>(slept(about("srw_lock/ww", "one writes twice, one once", 4))),
    add_reference<crowd<1, 1, 1>>(slept(about("srw_lock/wr", "one writes twice, one reads", 4))),
    add_reference<crowd<1, 1, 1>>(
        weak(slept(about("srw_lock/wr", "one writes twice, one reads", 3)))),
    add_reference<crowd<1, 2>>(slept(about("srw_lock/wrr", "one writes, two read", 3))),
    add_reference<crowd<2, 1>>(slept(about("srw_lock/wwr", "two write, one reads", 3))),
    add_reference<crowd<1, 2, 1>>(slept(about("srw_lock/busy", "one writes twice, two read", 2))),
    add_reference<crowd<1, 3>>(slept(about("srw_lock/wrrr", "one writes, three read", 2))),
    add_reference<crowd<2, 2>>(slept(about("srw_lock/wwrr", "two write, two read", 2))),
    add_reference<writer_and_trier>([] {
        case_description text = about("srw_lock/try", "one writes, the other tries both ways", 4);
        text.must_reach = {"a reader's try succeeds", "a reader's try fails",
                           "a writer's try succeeds"};
        return text;
    }()),
    add_reference<readers_and_trier>([] {
        case_description text = about("srw_lock/try-3", "one writes, one reads, one tries to", 2);
        text.must_reach = {"the try succeeds", "the try fails"};
        return text;
    }()),
};

bool const p3 = add_cases<reader_waits_for_reader>(
    [] {
        case_description text =
            about("srw_lock/readers", "a writer becomes a reader and waits for another reader", 2);
        text.promise = "while readers own the lock and no writer wants it, every reader gets in";
        text.lanes = {"writer, then reader", "reader 2", "reader 3"};
        text.must_reach = {"a waiter slept", "a release found its waiter"};
        return text;
    }(),
    {{.id = "P3", .variant = "steals_alone", .expected = verdict::deadlock}});

} // namespace
