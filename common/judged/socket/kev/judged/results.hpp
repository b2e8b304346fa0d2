/// @file
/// Where main() of a judged program writes what it has found. What the judged code prints counts for nothing.
///
/// The judge names an open socket in the environment, and has written a password into it. It believes only what comes
/// back between two copies of the password. The password is read before any constructor of the judged code runs.
///
/// All names are internal to the source that includes this: the judged code is linked into the same program, and has to
/// find no function that it could call.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace kev::judged {
namespace {

constexpr char variable[] = "KEV_RESULTS=";

struct {
    int socket = -1;
    char password[32] = {};
} asked;

// Empties the variable, so that nobody finds the socket's number there, and gives no child the socket.
void read_password(int, char**, char** environment) {
    for (; *environment != nullptr; ++environment) {
        char* const value = *environment + sizeof variable - 1;
        if (std::strncmp(*environment, variable, sizeof variable - 1) != 0 || *value == '\0')
            continue;
        int const socket = std::atoi(value);
        *value = '\0';
        if (read(socket, asked.password, sizeof asked.password) != sizeof asked.password) return;
        fcntl(socket, F_SETFD, FD_CLOEXEC);
        asked.socket = socket;
        return;
    }
}

#ifdef __ELF__
// The loader calls what is in this section before the constructors of the program and of its libraries.
[[gnu::section(".preinit_array"), gnu::used]] void (*const before_all)(int, char**,
                                                                       char**) = read_password;
#endif

/// What main() writes for the judge.
class results {
public:
    results() {
        if (asked.socket < 0) return;
        file_ = fdopen(asked.socket, "w");
        write_password();
    }
    results(results const&) = delete;
    results& operator=(results const&) = delete;

    /// Where to write; null if no judge has asked.
    std::FILE* file() const { return file_; }

    /// Says that this was all. Results without it are none: the judged code may have ended the program.
    void complete() { write_password(); }

private:
    void write_password() {
        if (file_ == nullptr) return;
        std::fwrite(asked.password, 1, sizeof asked.password, file_);
        std::fflush(file_);
    }

    std::FILE* file_ = nullptr;
};

} // namespace
} // namespace kev::judged
