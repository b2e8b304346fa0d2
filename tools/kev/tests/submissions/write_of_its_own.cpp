// 03/plain-data fails: in the place of a function of the system's
// write() is the submission's, and sees what main() writes
#include <unistd.h>
ssize_t write(int, void const*, size_t size) {
    return static_cast<ssize_t>(size);
}
// In the starter:
