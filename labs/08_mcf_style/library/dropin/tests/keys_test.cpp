// A thread's own values, at the end of the thread and at the end of the process.
#include <kev/gthr_core.h>
#include <kev/testing/child_process.hpp>
#include <kev/testing/thread_end.hpp>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

void tell(void*) {
    testing::tell_parent("destructor");
}

int return_from_main_with_a_value() {
    static __kev_key key;
    if (__kev_key_create(&key, tell) != 0 || __kev_key_set(key, &key) != 0) return 1;
    testing::tell_parent("set");
    return 0;
}
testing::child_role const role("return-from-main-with-a-value", return_from_main_with_a_value);

TEST(Keys, EndWithTheirThreadAndNotWithTheProcess) {
    testing::child_process child("return-from-main-with-a-value");
    EXPECT_EQ(child.read_line(), "set");
    EXPECT_EQ(child.read_line(), "") << "nothing more is said";
    EXPECT_EQ(child.wait(), 0);
}

struct set_again {
    __kev_key key = 0;
    int times = 0;
};

void set_again_once(void* value) {
    auto* const mine = static_cast<set_again*>(value);
    if (++mine->times == 1) __kev_key_set(mine->key, mine);
}

void* set_a_value(void* value) {
    __kev_key_set(static_cast<set_again*>(value)->key, value);
    return nullptr;
}

TEST(Keys, AreEndedAgainIfADestructorSetsThem) {
    set_again mine;
    ASSERT_EQ(__kev_key_create(&mine.key, set_again_once), 0);
    __kev_thread thread = 0;
    ASSERT_EQ(__kev_thread_create(&thread, set_a_value, &mine), 0);
    ASSERT_EQ(__kev_thread_join(thread, nullptr), 0);
    EXPECT_EQ(mine.times, 2);
    EXPECT_EQ(__kev_key_delete(mine.key), 0);
}

__kev_thread noted = 0;

void note_the_name() {
    noted = __kev_thread_self();
}

void* note_at_the_end(void*) {
    testing::call_at_thread_end<note_the_name>();
    return nullptr;
}

// On Windows the values of a thread end before its thread_local objects do.
TEST(Threads, KeepTheirNameToTheLastDestructor) {
    __kev_thread thread = 0;
    ASSERT_EQ(__kev_thread_create(&thread, note_at_the_end, nullptr), 0);
    ASSERT_EQ(__kev_thread_join(thread, nullptr), 0);
    EXPECT_EQ(noted, thread);
}

__kev_key late_key = 0;
void const* found_late = nullptr;

void set_late() {
    __kev_key_set(late_key, &late_key);
    found_late = __kev_key_get(late_key);
}

void* set_at_the_end(void*) {
    testing::call_at_thread_end<set_late>();
    return nullptr;
}

TEST(Keys, KeepWhatIsSetInTheLastDestructor) {
    __kev_thread thread = 0;
    ASSERT_EQ(__kev_key_create(&late_key, nullptr), 0);
    ASSERT_EQ(__kev_thread_create(&thread, set_at_the_end, nullptr), 0);
    ASSERT_EQ(__kev_thread_join(thread, nullptr), 0);
    EXPECT_EQ(found_late, &late_key);
    EXPECT_EQ(__kev_key_delete(late_key), 0);
}

TEST(Keys, ThatThereAreNotAreAnError) {
    EXPECT_EQ(__kev_key_get(1u << 20), nullptr);
    EXPECT_NE(__kev_key_set(1u << 20, nullptr), 0);
    EXPECT_NE(__kev_key_delete(1u << 20), 0);
}

} // namespace
} // namespace kev::lab08
