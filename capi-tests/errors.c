/*
 * akerror.h: every macro, the pool, its end, its threads, its traces.
 */
/* For clock_gettime, which C99 alone does not have. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <akgl/error.h>

#include "check.h"

_Static_assert(offsetof(akerr_ErrorContext, message) == 0, "message");
_Static_assert(offsetof(akerr_ErrorContext, arrayid) == 1024, "arrayid");
_Static_assert(offsetof(akerr_ErrorContext, status) == 1028, "status");
_Static_assert(offsetof(akerr_ErrorContext, handled) == 1032, "handled");
_Static_assert(offsetof(akerr_ErrorContext, refcount) == 1036, "refcount");
_Static_assert(offsetof(akerr_ErrorContext, fname) == 1040, "fname");
_Static_assert(offsetof(akerr_ErrorContext, function) == 1296, "function");
_Static_assert(offsetof(akerr_ErrorContext, lineno) == 1552, "lineno");
_Static_assert(offsetof(akerr_ErrorContext, reported) == 1556, "reported");
_Static_assert(offsetof(akerr_ErrorContext, stacktracebuf) == 1557, "stacktracebuf");
_Static_assert(offsetof(akerr_ErrorContext, stacktracebufptr) == 3608, "stacktracebufptr");
_Static_assert(AKERR_NULLPOINTER == 134 && AKERR_RELATIONSHIP == 147, "statuses");
_Static_assert(AKGL_ERR_BASE == 256 && AKGL_ERR_SDL == 256 && AKGL_ERR_LOGICINTERRUPT == 257, "statuses");

#define ROUNDS 1000000

static int in_use(void)
{
    int count = 0;

    for (int i = 0; i < AKERR_MAX_ARRAY_ERROR; i++) {
        count += AKERR_ARRAY_ERROR[i].refcount != 0;
    }
    return count;
}

/* Raises `status`, or nothing for 0. */
static akerr_ErrorContext AKERR_NOIGNORE *give(int status)
{
    PREPARE_ERROR(e);
    FAIL_NONZERO_RETURN(e, status, status, "given %d", status);
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *pass(int status)
{
    PREPARE_ERROR(e);
    PASS(e, give(status));
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *deep(int levels)
{
    PREPARE_ERROR(e);
    FAIL_ZERO_RETURN(e, levels, AKERR_INDEX, "bottom");
    PASS(e, deep(levels - 1));
    SUCCEED_RETURN(e);
}

/* A letter for each block that runs. */
static char path[32];

static void step(char letter)
{
    size_t length = strlen(path);

    path[length] = letter;
    path[length + 1] = '\0';
}

static akerr_ErrorContext AKERR_NOIGNORE *blocks(int status)
{
    PREPARE_ERROR(e);

    path[0] = '\0';
    ATTEMPT {
        step('a');
        CATCH(e, give(status));
        step('b');
    } CLEANUP {
        step('c');
    } PROCESS(e) {
        step('p');
    } HANDLE(e, AKERR_KEY) {
        step('1');
    } HANDLE_GROUP(e, AKERR_IO) {
        step('2');
    } HANDLE(e, ERANGE) {
        step('3');
    } FINISH(e, true);
    step('f');
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *with_default(int status)
{
    PREPARE_ERROR(e)
        ;
    /* Without semicolons, as the macros allow. */
    path[0] = '\0';
    ATTEMPT {
        CATCH(e, give(status))
        SUCCEED_BREAK(e)
    } CLEANUP {
    } PROCESS(e) {
    } HANDLE(e, AKERR_KEY) {
        step('k');
    } HANDLE_DEFAULT(e) {
        step('d');
    } FINISH(e, true)
    step('f');
    SUCCEED_RETURN(e)
}

static akerr_ErrorContext AKERR_NOIGNORE *not_passed_up(int status)
{
    PREPARE_ERROR(e);
    ATTEMPT {
        CATCH(e, give(status));
    } CLEANUP {
    } PROCESS(e) {
    } FINISH(e, false);
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *breaks(int which)
{
    PREPARE_ERROR(e);
    const void *nothing = NULL;

    ATTEMPT {
        if (which == 0) {
            FAIL_BREAK(e, AKERR_API, "plain");
        }
        if (which == 1) {
            FAIL_ZERO_BREAK(e, nothing, AKERR_ATTRIBUTE, "zero %s", "pointer");
        }
        if (which == 2) {
            FAIL_NONZERO_BREAK(e, strcmp("not", "equal"), AKERR_TYPE, "nonzero");
        }
        FAIL_ZERO_BREAK(e, 1 == 1, AKERR_BEHAVIOR, "never");
        FAIL_NONZERO_BREAK(e, nothing, AKERR_BEHAVIOR, "never");
    } CLEANUP {
    } PROCESS(e) {
    } FINISH(e, true);
    SUCCEED_RETURN(e);
}

/* An error in a loop inside ATTEMPT is not lost, and what follows the loop does not run. */
static akerr_ErrorContext AKERR_NOIGNORE *in_a_loop(int *calls_after)
{
    PREPARE_ERROR(e);
    ATTEMPT {
        for (int i = 0; i < 3; i++) {
            CATCH(e, give(i == 1 ? AKERR_FORMAT : 0));
        }
        CATCH(e, ((*calls_after)++, give(AKERR_KEY)));
    } CLEANUP {
    } PROCESS(e) {
    } FINISH(e, true);
    SUCCEED_RETURN(e);
}

/* A handler that fails itself, and one that raises anew quoting what it handles. */
static akerr_ErrorContext AKERR_NOIGNORE *failing_handler(bool quote)
{
    PREPARE_ERROR(e);
    ATTEMPT {
        CATCH(e, give(AKERR_KEY));
    } CLEANUP {
    } PROCESS(e) {
    } HANDLE(e, AKERR_KEY) {
        PASS(e, give(0));
        if (quote) {
            FAIL_RETURN(e, AKERR_VALUE, "because: %s", e->message);
        }
        CATCH(e, give(AKERR_INDEX));
    } HANDLE_DEFAULT(e) {
        step('!');
    } FINISH(e, true);
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *releasing_handler(void)
{
    PREPARE_ERROR(e);
    ATTEMPT {
        CATCH(e, give(AKERR_KEY));
    } CLEANUP {
    } PROCESS(e) {
    } HANDLE(e, AKERR_KEY) {
        RELEASE_ERROR(e);
    } HANDLE(e, AKERR_IO) {
        step('!');
    } HANDLE_DEFAULT(e) {
        step('!');
    } FINISH(e, true);
    SUCCEED_RETURN(e);
}

/* The first error is the one that is handed up, the second is noted. */
static akerr_ErrorContext AKERR_NOIGNORE *failing_cleanup(void)
{
    PREPARE_ERROR(e);
    ATTEMPT {
        CATCH(e, give(AKERR_KEY));
    } CLEANUP {
        PASS(e, give(AKERR_IO));
    } PROCESS(e) {
    } FINISH(e, true);
    SUCCEED_RETURN(e);
}

static akerr_ErrorContext AKERR_NOIGNORE *nested(void)
{
    PREPARE_ERROR(e);
    PREPARE_ERROR(inner);
    ATTEMPT {
        ATTEMPT {
            CATCH(inner, give(AKERR_KEY));
        } CLEANUP {
        } PROCESS(inner) {
        } HANDLE(inner, AKERR_KEY) {
            ATTEMPT {
                CATCH(e, give(AKERR_IO));
            } CLEANUP {
            } PROCESS(e) {
            } HANDLE(e, AKERR_IO) {
            } FINISH(e, true);
        } FINISH(inner, true);
        CATCH(e, give(AKERR_HEAP));
    } CLEANUP {
    } PROCESS(e) {
    } FINISH(e, true);
    SUCCEED_RETURN(e);
}

static void test_macros(void)
{
    CHECK_OK(blocks(0));
    CHECK(strcmp(path, "abcf") == 0);
    CHECK_OK(blocks(AKERR_KEY));
    CHECK(strcmp(path, "acp12f") == 0);
    CHECK_OK(blocks(AKERR_IO));
    CHECK(strcmp(path, "acp2f") == 0);
    CHECK_OK(blocks(ERANGE));
    CHECK(strcmp(path, "acp3f") == 0);
    CHECK_STATUS(blocks(AKERR_HEAP), AKERR_HEAP);
    CHECK(strcmp(path, "acp") == 0);

    CHECK_OK(with_default(0));
    CHECK(strcmp(path, "f") == 0);
    CHECK_OK(with_default(AKERR_KEY));
    CHECK(strcmp(path, "kf") == 0);
    CHECK_OK(with_default(4711));
    CHECK(strcmp(path, "df") == 0);

    CHECK_OK(not_passed_up(AKERR_KEY));
    CHECK_STATUS(breaks(0), AKERR_API);
    CHECK_STATUS(breaks(1), AKERR_ATTRIBUTE);
    CHECK_STATUS(breaks(2), AKERR_TYPE);
    CHECK_OK(breaks(3));

    int calls_after = 0;
    CHECK_STATUS(in_a_loop(&calls_after), AKERR_FORMAT);
    CHECK(calls_after == 0);

    path[0] = '\0';
    CHECK_STATUS(failing_handler(false), AKERR_INDEX);
    akerr_ErrorContext *quoted = failing_handler(true);
    CHECK(quoted != NULL && quoted->status == AKERR_VALUE);
    CHECK(quoted != NULL && strcmp(quoted->message, "because: given 139") == 0);
    RELEASE_ERROR(quoted);
    CHECK(quoted == NULL);
    CHECK_OK(releasing_handler());
    CHECK(path[0] == '\0');

    akerr_ErrorContext *first = failing_cleanup();
    CHECK(first != NULL && first->status == AKERR_KEY);
    CHECK(first != NULL && strstr(first->stacktracebuf, "then: given 143") != NULL);
    RELEASE_ERROR(first);
    CHECK_STATUS(nested(), AKERR_HEAP);
    CHECK(in_use() == 0);
}

static void test_contexts(void)
{
    akerr_ErrorContext *e = pass(AKERR_KEY);

    CHECK(e != NULL && e->refcount == 1 && !e->handled && !e->reported);
    CHECK(e == &AKERR_ARRAY_ERROR[e->arrayid]);
    CHECK(strcmp(e->message, "given 139") == 0);
    CHECK(strcmp(e->function, "give") == 0);
    CHECK(strcmp(e->fname, __FILE__) == 0);
    CHECK(e->lineno > 0);
    CHECK(strstr(e->stacktracebuf, ":give:") != NULL && strstr(e->stacktracebuf, ":pass:") != NULL);
    CHECK(e->stacktracebufptr == e->stacktracebuf + strlen(e->stacktracebuf));

    /* A second reference keeps it. */
    e->refcount++;
    CHECK(akerr_release_error(e) == e);
    CHECK(e->status == AKERR_KEY);
    CHECK(akerr_release_error(e) == NULL);
    CHECK(e->refcount == 0);
    /* Releasing a free one changes nothing. */
    CHECK(akerr_release_error(e) == NULL);
    CHECK(e->refcount == 0);
    CHECK(akerr_release_error(NULL) == NULL);

    /* A message of any length is cut to fit. */
    char longtext[5000];
    memset(longtext, 'x', sizeof longtext - 1);
    longtext[sizeof longtext - 1] = '\0';
    PREPARE_ERROR(cut);
    ATTEMPT {
        FAIL_BREAK(cut, AKERR_VALUE, "%s", longtext);
    } CLEANUP {
    }
    CHECK(cut != NULL && strlen(cut->message) == 1023);
    CHECK(cut != NULL && strlen(cut->stacktracebuf) < sizeof cut->stacktracebuf);
    for (int i = 0; i < 10; i++) {
        akerr_stamp_error(cut, AKERR_VALUE, longtext, longtext, i);
    }
    CHECK(strlen(cut->fname) == 255 && strlen(cut->function) == 255);
    CHECK(strlen(cut->stacktracebuf) == 2047);
    CHECK(cut->refcount == 1);
    RELEASE_ERROR(cut);

    /* A trace longer than its buffer ends with it. */
    e = deep(1000);
    CHECK(e != NULL && e->status == AKERR_INDEX);
    CHECK(strlen(e->stacktracebuf) == sizeof e->stacktracebuf - 1);
    CHECK(e->stacktracebufptr == e->stacktracebuf + sizeof e->stacktracebuf - 1);
    RELEASE_ERROR(e);

    /* NULL everywhere. */
    akerr_stamp_error(NULL, AKERR_KEY, NULL, NULL, 0);
    akerr_trace_error(NULL, NULL, NULL, 0);
    akerr_log_error(NULL, NULL, NULL, NULL, 0);
    CHECK(akerr_catch_error(NULL, NULL, NULL, NULL, 0) == NULL);
    e = akerr_next_error();
    CHECK(e != NULL && e->refcount == 1 && e->status == 0 && e->message[0] == '\0');
    akerr_stamp_error(e, AKERR_KEY, NULL, NULL, -1);
    akerr_trace_error(e, NULL, NULL, -1);
    CHECK(akerr_catch_error(e, NULL, NULL, NULL, 0) == e);
    CHECK(akerr_catch_error(e, e, NULL, NULL, 0) == e);
    CHECK(e->refcount == 1 && e->status == AKERR_KEY);
    /* A scribbled-on end pointer leads nowhere. */
    e->stacktracebufptr = (char *)(uintptr_t)0x10;
    akerr_trace_error(e, "file", "function", 1);
    CHECK(strcmp(e->stacktracebuf, "file:function:1\n") == 0);
    RELEASE_ERROR(e);
    akerr_init();
    CHECK(in_use() == 0);
}

static void test_names(void)
{
    static const struct {
        int status;
        const char *name;
    } names[] = {
        { AKERR_NULLPOINTER, "Null Pointer Error" }, { AKERR_KEY, "Key Error" }, { AKGL_ERR_SDL, "SDL Error" },
        { AKGL_ERR_LOGICINTERRUPT, "Logic Interrupt" }, { -5, "Unknown Error" }, { 99999, "Unknown Error" },
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        CHECK(strcmp(akerr_name_for_status(names[i].status, NULL), names[i].name) == 0);
    }
    for (int status = AKERR_NULLPOINTER; status <= AKERR_RELATIONSHIP; status++) {
        CHECK(strcmp(akerr_name_for_status(status, NULL), "Unknown Error") != 0);
    }
    CHECK(strcmp(akerr_name_for_status(ERANGE, NULL), strerror(ERANGE)) == 0);
    CHECK(strcmp(akerr_name_for_status(1000, "Out of arrows"), "Out of arrows") == 0);
    CHECK(strcmp(akerr_name_for_status(1000, NULL), "Out of arrows") == 0);
    for (int i = 0; i < 1000; i++) {
        akerr_name_for_status(2000 + i, "Many");
    }
    CHECK(strcmp(akerr_name_for_status(2000, NULL), "Many") == 0);
    CHECK(strcmp(akerr_name_for_status(2999, NULL), "Unknown Error") == 0);
}

static void test_full_pool(void)
{
    akerr_ErrorContext *held[AKERR_MAX_ARRAY_ERROR];

    for (int i = 0; i < AKERR_MAX_ARRAY_ERROR; i++) {
        held[i] = give(AKERR_KEY);
        CHECK(held[i]->arrayid == i);
    }
    akerr_ErrorContext *last = pass(AKERR_IO);
    CHECK(last != NULL && last->arrayid == -1 && last->status == AKERR_IO);
    CHECK(strcmp(last->message, "given 143") == 0);
    RELEASE_ERROR(last);
    CHECK_OK(blocks(AKERR_KEY));
    CHECK_STATUS(blocks(AKERR_HEAP), AKERR_HEAP);
    /* Two at once share one, and releasing both is harmless. */
    akerr_ErrorContext *one = give(AKERR_KEY);
    akerr_ErrorContext *two = give(AKERR_IO);
    RELEASE_ERROR(one);
    RELEASE_ERROR(two);
    for (int i = 0; i < AKERR_MAX_ARRAY_ERROR; i++) {
        CHECK(held[i]->status == AKERR_KEY && held[i]->refcount == 1);
        RELEASE_ERROR(held[i]);
    }
    CHECK(in_use() == 0);
}

static char logged[8192];

static void logger(const char *format, ...) AKERR_PRINTF_(1, 2);

static void logger(const char *format, ...)
{
    size_t length = strlen(logged);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(logged + length, sizeof logged - length, format, arguments);
    va_end(arguments);
}

static int unhandled_status;

static void unhandled(akerr_ErrorContext *e)
{
    unhandled_status = e->status;
}

static int like_main(int status)
{
    PREPARE_ERROR(e);
    ATTEMPT {
        CATCH(e, give(status));
    } CLEANUP {
    } PROCESS(e) {
    } HANDLE(e, AKERR_KEY) {
    } FINISH_NORETURN(e);
    return e == NULL ? 0 : 1;
}

static void test_log(void)
{
    CHECK(akerr_log_method == &akerr_default_logger);
    CHECK(akerr_handler_unhandled_error == &akerr_default_handler_unhandled_error);
    akerr_log_method("the default logger writes %s, %d and %.1f\n", "text", 7, 0.5);

    akerr_log_method = &logger;
    IGNORE(pass(AKERR_KEY));
    CHECK(strstr(logged, ":pass:") != NULL);
    CHECK(strstr(logged, ": Ignored error 139 (Key Error): given 139\n") != NULL);
    logged[0] = '\0';
    IGNORE(give(0));
    CHECK(logged[0] == '\0');

    akerr_ErrorContext *e = give(ERANGE);
    LOG_ERROR(e);
    CHECK(e->reported && strstr(logged, ": 34 (Numerical result out of range): given 34\n") != NULL);
    logged[0] = '\0';
    LOG_ERROR_WITH_MESSAGE(e, "While testing");
    CHECK(strstr(logged, ": While testing 34 (") != NULL);
    RELEASE_ERROR(e);
    logged[0] = '\0';

    akerr_handler_unhandled_error = &unhandled;
    CHECK(like_main(0) == 0 && like_main(AKERR_KEY) == 0);
    CHECK(unhandled_status == 0 && logged[0] == '\0');
    CHECK(like_main(AKERR_IO) == 0);
    CHECK(unhandled_status == AKERR_IO && strstr(logged, ": Unhandled error 143 (") != NULL);
    akerr_handler_unhandled_error = NULL;
    akerr_log_method = NULL;
    CHECK(like_main(AKERR_IO) == 0);
    IGNORE(give(AKERR_KEY));
    akerr_log_method = &akerr_default_logger;
    akerr_handler_unhandled_error = &akerr_default_handler_unhandled_error;
    CHECK(in_use() == 0);
}

/* The exit code of a program in which nobody takes this error. */
static int exit_code(int status)
{
    int result = -1;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child == 0) {
        akerr_log_method = NULL;
        like_main(status);
        _exit(99);
    }
    CHECK(child > 0 && waitpid(child, &result, 0) == child && WIFEXITED(result));
    return WEXITSTATUS(result);
}

/* Failure never looks like success. */
static void test_exit(void)
{
    CHECK(exit_code(AKERR_IO) == 143);
    CHECK(exit_code(AKGL_ERR_SDL) == 1);
    CHECK(exit_code(512) == 1);
    CHECK(exit_code(-3) == 1);
    CHECK(exit_code(AKERR_KEY) == 99);
    CHECK(exit_code(0) == 99);
}

static void *raise_and_check(void *seed)
{
    intptr_t wrong = 0;
    int base = 1000 * (int)(intptr_t)seed;

    for (int i = 0; i < 1000; i++) {
        akerr_ErrorContext *held[40];
        int count = 1 + i % 40;

        for (int j = 0; j < count; j++) {
            held[j] = give(base + j);
        }
        for (int j = 0; j < count; j++) {
            char expected[32];

            snprintf(expected, sizeof expected, "given %d", base + j);
            if (held[j]->arrayid >= 0 && (held[j]->status != base + j || strcmp(held[j]->message, expected) != 0)) {
                wrong++;
            }
            RELEASE_ERROR(held[j]);
        }
    }
    return (void *)wrong;
}

static void test_threads(void)
{
    pthread_t threads[8];

    for (intptr_t i = 0; i < 8; i++) {
        CHECK(pthread_create(&threads[i], NULL, raise_and_check, (void *)(i + 10)) == 0);
    }
    for (int i = 0; i < 8; i++) {
        void *wrong = NULL;

        pthread_join(threads[i], &wrong);
        CHECK(wrong == NULL);
    }
    CHECK(in_use() == 0);
}

static void test_many(void)
{
    clock_t from = clock();

    for (int i = 0; i < ROUNDS; i++) {
        akerr_ErrorContext *e = give(AKGL_ERR_LOGICINTERRUPT);

        RELEASE_ERROR(e);
    }
    double seconds = (double)(clock() - from) / CLOCKS_PER_SEC;

    printf("raise and release: %.0f ns\n", seconds / ROUNDS * 1e9);
    CHECK(in_use() == 0);
}

int main(void)
{
    test_many();
    test_contexts();
    test_macros();
    test_names();
    test_full_pool();
    test_log();
    test_exit();
    test_threads();
    return check_result();
}
