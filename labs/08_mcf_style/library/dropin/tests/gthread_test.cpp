// Runs the cases of gthread_cases.c and objc_cases.c.
#include "gthread_cases.h"

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

struct named_case {
    char const* name;
    int (*run)();
};

void PrintTo(named_case const& one, std::ostream* out) {
    *out << one.name;
}

class Gthread : public ::testing::TestWithParam<named_case> {};

TEST_P(Gthread, Case) {
    EXPECT_EQ(GetParam().run(), 0) << "the line in the C file";
}

INSTANTIATE_TEST_SUITE_P(
    Interface, Gthread,
    ::testing::Values(
        named_case{"ThreadsAreStartedJoinedAndToldApart",
                   threads_are_started_joined_and_told_apart},
        named_case{"ThreadsCannotJoinThemselves", threads_cannot_join_themselves},
        named_case{"DetachedThreadsRun", detached_threads_run},
        named_case{"OnceCallsOnce", once_calls_once},
        named_case{"KeysAreOfEachThreadAndEndWithIt", keys_are_of_each_thread_and_end_with_it},
        named_case{"KeysStartEmptyWhenGivenOutAgain", keys_start_empty_when_given_out_again},
        named_case{"MutexesExcludeAndTimeOut", mutexes_exclude_and_time_out},
        named_case{"RecursiveMutexesCount", recursive_mutexes_count},
        named_case{"ConditionsWakeAndTimeOut", conditions_wake_and_time_out},
        named_case{"ConditionsGiveRecursiveMutexesUpEntirely",
                   conditions_give_recursive_mutexes_up_entirely}),
    [](auto const& one) { return std::string(one.param.name); });

#ifdef KEV_OBJC_CASES
INSTANTIATE_TEST_SUITE_P(ObjectiveC, Gthread,
                         ::testing::Values(named_case{"ObjcThreadsWaitAndExit",
                                                      objc_threads_wait_and_exit}),
                         [](auto const& one) { return std::string(one.param.name); });
#endif

} // namespace
} // namespace kev::lab08
