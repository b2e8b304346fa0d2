// 03/plain-data fails: hangs
// an endless loop
// In the starter:
void thread(int) {
    m.lock();
    for (int volatile forever = 1; forever != 0;) {
    }
    m.unlock();
}
