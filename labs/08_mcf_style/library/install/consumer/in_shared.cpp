// Uses the shared library. Ends with 0 if all is well.
#include <cstdio>

long count_together(int threads, int turns);

int main() {
    long const counted = count_together(4, 2'000);
    std::printf("%ld additions in a shared library\n", counted);
    return counted == 8'000 ? 0 : 1;
}
