// 03/plain-data fails: without a step that the checker sees
// an endless loop
// In the starter:
void thread(int) {
    m.lock();
    for (int volatile forever = 1; forever != 0;) {
    }
    m.unlock();
}
