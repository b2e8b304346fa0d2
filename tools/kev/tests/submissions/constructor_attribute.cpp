// 03/plain-data fails: two underscores
// a function that runs before main()
__attribute__((constructor)) static void early() {}
// In the starter:
