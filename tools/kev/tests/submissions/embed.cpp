// 03/plain-data fails: directives
// has the compiler read a file
namespace {
char const text[] = {
#embed "/etc/passwd"
};
} // namespace
// In the starter:
