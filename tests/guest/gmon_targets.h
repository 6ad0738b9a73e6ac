/* A thousand functions, for tests of what calls them. */
#ifndef TESTS_GUEST_GMON_TARGETS_H
#define TESTS_GUEST_GMON_TARGETS_H

#define TARGETS 1024

static volatile int sink;

#define F1(n)                                        \
    static void __attribute__((noinline)) f##n(void) \
    {                                                \
        sink = __COUNTER__;                          \
    }
#define F4(n)   F1(n##0) F1(n##1) F1(n##2) F1(n##3)
#define F16(n)  F4(n##0) F4(n##1) F4(n##2) F4(n##3)
#define F64(n)  F16(n##0) F16(n##1) F16(n##2) F16(n##3)
#define F256(n) F64(n##0) F64(n##1) F64(n##2) F64(n##3)
/* clang-format off */
F256(0) F256(1) F256(2) F256(3)
/* clang-format on */

#define P1(n)   f##n,
#define P4(n)   P1(n##0) P1(n##1) P1(n##2) P1(n##3)
#define P16(n)  P4(n##0) P4(n##1) P4(n##2) P4(n##3)
#define P64(n)  P16(n##0) P16(n##1) P16(n##2) P16(n##3)
#define P256(n) P64(n##0) P64(n##1) P64(n##2) P64(n##3)
    static void (*const target[TARGETS])(void) = {P256(0) P256(1) P256(2) P256(3)};

/* Calls target i at each of 64 places. */
#define SITES      64
#define CALL_4(i)  target[i](), target[i](), target[i](), target[i]()
#define CALL_16(i) CALL_4(i), CALL_4(i), CALL_4(i), CALL_4(i)
#define CALL_64(i) CALL_16(i), CALL_16(i), CALL_16(i), CALL_16(i)

#endif
