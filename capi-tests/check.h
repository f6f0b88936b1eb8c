/*
 * The few macros that the C tests share. A failed check prints its place and goes on; a program
 * ends with `return check_result();`, which is nonzero when any check failed.
 */

#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <stdio.h>

#include <akgl/error.h>

static int check_count = 0;
static int check_failures = 0;

/* The condition holds. */
#define CHECK(condition)                                                                        \
    do {                                                                                        \
        check_count++;                                                                          \
        if (!(condition)) {                                                                     \
            check_failures++;                                                                   \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);             \
        }                                                                                       \
    } while (0)

/* The two numbers differ by no more than the tolerance; a NaN never does. */
#define CHECK_NEAR(actual, expected, tolerance)                                                 \
    do {                                                                                        \
        double check_actual = (double)(actual);                                                 \
        double check_expected = (double)(expected);                                             \
        check_count++;                                                                          \
        if (!(fabs(check_actual - check_expected) <= (double)(tolerance))) {                    \
            check_failures++;                                                                   \
            fprintf(stderr, "%s:%d: failed: %s is %.9g, not %.9g (give or take %g)\n", __FILE__, \
                    __LINE__, #actual, check_actual, check_expected, (double)(tolerance));      \
        }                                                                                       \
    } while (0)

/* The call succeeds. A context that it raised all the same is printed and released. */
#define CHECK_OK(call) check_status(__FILE__, __LINE__, #call, (call), 0)

/* The call raises this status. The context is released; its message must not be empty. */
#define CHECK_STATUS(call, expected) check_status(__FILE__, __LINE__, #call, (call), (expected))

static inline void check_status(const char *file, int line, const char *text,
                                akerr_ErrorContext *raised, int expected)
{
    int status = raised == NULL ? 0 : raised->status;
    const char *message = raised == NULL ? "" : raised->message;

    check_count++;
    if (status != expected) {
        check_failures++;
        fprintf(stderr, "%s:%d: failed: %s raised %d (%s), not %d\n", file, line, text, status,
                message, expected);
    } else if (raised != NULL && message[0] == '\0') {
        check_failures++;
        fprintf(stderr, "%s:%d: failed: %s raised %d without a message\n", file, line, text, status);
    }
    if (raised != NULL) {
        RELEASE_ERROR(raised);
    }
}

static inline int check_result(void)
{
    printf("%d checks, %d failed\n", check_count, check_failures);
    return check_failures == 0 && check_count > 0 ? 0 : 1;
}

#endif /* CHECK_H */
