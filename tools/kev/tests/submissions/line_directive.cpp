// 03/ways-in-and-out fails: directives
// says that its lines are a test's
#line 1 "labs/03_fast_mutex/tests/conformance_test.cpp"
// In the starter:
