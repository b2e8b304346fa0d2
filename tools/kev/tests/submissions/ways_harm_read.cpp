// 03/ways-in-and-out fails: directives
// asks what is readable
#if __has_include("/etc/hostname")
#error SCRATCH READABLE
#endif
#if __has_include(<../labs/03_fast_mutex/answers/plain-data/scenario.cpp>)
#error ANSWERS READABLE
#endif
#if __has_include(<../docs/instructor/answers/exam.md>)
#error EXAM ANSWERS READABLE
#endif
#if __has_include(<../.git/HEAD>)
#error GIT READABLE
#endif
#if __has_include("/etc/passwd")
#error PASSWD READABLE
#endif
#if __has_include("/root/.bashrc")
#error ROOT HOME READABLE
#endif
#error NOTHING READABLE
