// A test program that ends where no test program should, and one test that fails before.
#include <gtest/gtest.h>

TEST(Crashes, AfterOneThatFails) {
    EXPECT_EQ(1, 2) << "as it should";
}
TEST(Crashes, AfterOneThatIsSkipped) {
    GTEST_SKIP();
}
TEST(Crashes, ByANullPointer) {
    int volatile* volatile nowhere = nullptr;
    *nowhere = 1;
}
