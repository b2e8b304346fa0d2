// What a process that is copied by fork() makes of the emulation, which is memory like any other.
#include <kev/lab02/emulation/keyed_event_table.hpp>

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>

namespace kev::lab02::emulation {
namespace {

constexpr deadline at_once{deadline::kind::now, 0};

// NT's queues are in the kernel, and hold threads; these hold records, and go with the memory that they are in.
TEST(Fork, CopiesThoseWhoSleepAndAReleaseMeetsTheCopy) {
    keyed_event_table table;
    thread_record sleeper;
    int const key = 0;
    ASSERT_FALSE(table.arrive(side::waiter, &key, sleeper)) << "nobody is there to meet";

    pid_t const child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        bool const met_a_copy = table.meet(side::releaser, &key, at_once) == outcome::met;
        bool const once = table.meet(side::releaser, &key, at_once) == outcome::timed_out;
        _exit(met_a_copy && once ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0) << "a release in the child goes to one who is not there";

    EXPECT_TRUE(sleeper.queued) << "and the one who is there sleeps on";
    EXPECT_EQ(table.meet(side::releaser, &key, at_once), outcome::met);
}

} // namespace
} // namespace kev::lab02::emulation
