// 03/plain-data fails: does not compile
// an undeclared name
// In the starter:
void thread(int) {
    undeclared();
}
