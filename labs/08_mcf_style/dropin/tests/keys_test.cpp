// Values of a thread at the end of the process, which is not that of the thread.
#include <kev/testing/child_process.hpp>
#include <kev/thread.h>

#include <gtest/gtest.h>

namespace kev::lab08 {
namespace {

void tell(void*) {
    testing::tell_parent("destructor");
}

int return_from_main_with_a_value() {
    static kev_key key;
    if (kev_key_create(&key, tell) != 0 || kev_key_set(key, &key) != 0) return 1;
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

} // namespace
} // namespace kev::lab08
