/* Values of a thread, and their destructors. */
#include "cases.h"

static tss_t key, other_key;
static mtx_t guard;
static int ended;

static void note_end(void* value) {
    mtx_lock(&guard);
    ended += *(int*)value;
    mtx_unlock(&guard);
}
static void set_again(void* value) {
    ++ended;
    tss_set(key, value);
}

static int use_values(void* nothing) {
    static int one = 1;
    (void)nothing;
    CHECK(tss_get(key) == NULL && tss_get(other_key) == NULL);
    CHECK(tss_set(key, &one) == thrd_success);
    CHECK(tss_set(other_key, &ended) == thrd_success);
    thrd_yield();
    CHECK(tss_get(key) == &one && tss_get(other_key) == &ended);
    return 0;
}
static int set_it(void* value) {
    CHECK(tss_set(key, value) == thrd_success);
    return 0;
}
static int set_it_and_exit(void* value) {
    CHECK(tss_set(key, value) == thrd_success);
    thrd_exit(0);
}
static int set_null(void* nothing) {
    CHECK(tss_set(key, &key) == thrd_success);
    CHECK(tss_set(key, nothing) == thrd_success);
    return 0;
}

/* A destructor that always sets the value again is called so often, and not for ever. */
static int ends_so_often(thrd_start_t function) {
    ended = 0;
    CHECK(tss_create(&key, set_again) == thrd_success);
    CHECK(in_a_thread(function, &key) == 0);
    CHECK(ended == TSS_DTOR_ITERATIONS);
    tss_delete(key);
    return 0;
}

int values(void) {
    CHECK(mtx_init(&guard, mtx_plain) == thrd_success);
    CHECK(tss_create(&key, note_end) == thrd_success);
    CHECK(tss_create(&other_key, NULL) == thrd_success);
    CHECK(run_workers(use_values, NULL) == 0);
    CHECK(ended == workers);
    CHECK(tss_get(key) == NULL);
    CHECK(in_a_thread(set_null, NULL) == 0);
    CHECK(tss_set(key, &ended) == thrd_success);
    tss_delete(key); /* calls nobody */
    tss_delete(other_key);
    CHECK(ended == workers);
    CHECK(ends_so_often(set_it) == 0);
    return ends_so_often(set_it_and_exit);
}

int too_many_values(void) {
    enum { many = 5000 };
    static tss_t keys[many];
    int made = 0;
    while (made < many && tss_create(&keys[made], NULL) == thrd_success) ++made;
    CHECK(made > 0 && made < many);
    CHECK(tss_create(&key, NULL) == thrd_error);
    while (made > 0) tss_delete(keys[--made]);
    CHECK(tss_create(&key, NULL) == thrd_success);
    tss_delete(key);
    CHECK(tss_set(key, &key) == thrd_error);
    return 0;
}
