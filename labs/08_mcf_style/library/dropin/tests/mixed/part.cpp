#include <mutex>

void use(std::mutex& mutex) {
    std::scoped_lock const lock(mutex);
}
