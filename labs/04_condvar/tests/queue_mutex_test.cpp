// The mutex onto which waiters are moved is a Lockable like any other, and more: its next owner may
// destroy it.
#include <kev/lab04/queue_mutex.hpp>
#include <kev/testing/destruction_suite.hpp>
#include <kev/testing/lockable_suite.hpp>

namespace kev::testing {

using locks = ::testing::Types<lab04::queue_mutex>;
INSTANTIATE_TYPED_TEST_SUITE_P(Lab04, Lockable, locks);
INSTANTIATE_TYPED_TEST_SUITE_P(Lab04, Destruction, locks);

TEST(QueueMutex, MayBeDestroyedByItsLastUser) {
    // The last user frees the mutex, right after its own unlock. The user before it may still be in
    // unlock(). AddressSanitizer decides: an access after that is to memory that was freed.
    for (int round = 0; round < 500; ++round) {
        struct counted {
            lab04::queue_mutex mutex;
            int users = 3;
        };
        auto* const object = new counted;
        run_threads(3, [&](int index) {
            object->mutex.lock();
            if (index == 0) kev::yield(); // let the others run into it
            bool const last = --object->users == 0;
            object->mutex.unlock();
            if (last) delete object;
        });
    }
}

} // namespace kev::testing
