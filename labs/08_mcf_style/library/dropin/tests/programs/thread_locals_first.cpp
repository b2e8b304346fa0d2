// The thread_local objects of the thread that leaves main() end before every static object and every function of atexit(),
// also those that came later: thread_locals_first PART. Ends with 0 if they do.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

// The kinds of the objects that ended, in that order: T, a thread_local object (they are all made with the first); S, a static object; A, a function of
// atexit().
std::string& order() {
    static auto* const text = new std::string; // never destroyed
    return *text;
}

// Made first, so that it ends last.
struct judge {
    ~judge() {
        std::size_t const thread_locals = order().find_first_not_of('T');
        bool const right = thread_locals > 0 && order().size() == thread_locals + 1;
        std::printf("%s: %s\n", order().c_str(), right ? "in order" : "out of order");
        std::fflush(stdout);
        std::_Exit(right ? 0 : 1);
    }
} last;

struct of_thread {
    ~of_thread() { order() += 'T'; }
    int used = 0;
};
thread_local of_thread mine;

struct later {
    ~later() { order() += 'S'; }
    int used = 0;
};
void make_a_static_object() {
    static later object;
    ++object.used;
}

// A thread_local object's destructor uses a static object that was made later.
struct user_of_name {
    ~user_of_name();
    int used = 0;
};
std::string& name() {
    static std::string text(64, 'n');
    return text;
}
user_of_name::~user_of_name() {
    order() += name() == std::string(64, 'n') ? "T" : "the static object had ended";
}
thread_local user_of_name user;

} // namespace

int main(int count, char** arguments) {
    char const* const part = count == 2 ? arguments[1] : "";
    if (std::strcmp(part, "static") == 0) {
        ++mine.used;
        make_a_static_object();
    } else if (std::strcmp(part, "atexit") == 0) {
        ++mine.used;
        return std::atexit([] { order() += 'A'; });
    } else if (std::strcmp(part, "exit") == 0) {
        ++mine.used;
        make_a_static_object();
        std::exit(0);
    } else if (std::strcmp(part, "used") == 0) {
        ++user.used;
        name();
        make_a_static_object();
    } else {
        return 2;
    }
    return 0;
}
