/**
 * akerror.h: error contexts.
 *
 * A function that can fail returns `akerr_ErrorContext *`: NULL for success, else one context out
 * of a fixed pool, filled in with a status, a message, the place that raised it and a trace of the
 * places it passed. Nothing here allocates memory or jumps: the macros below are `if`, `switch`,
 * `break` and `return`, arranged so that no error is lost by accident.
 *
 *     akerr_ErrorContext AKERR_NOIGNORE *load(const char *path)
 *     {
 *         FILE *file = NULL;
 *         PREPARE_ERROR(e);
 *
 *         FAIL_ZERO_RETURN(e, path, AKERR_NULLPOINTER, "path");
 *         ATTEMPT {
 *             file = fopen(path, "rb");
 *             FAIL_ZERO_BREAK(e, file, AKERR_IO, "%s", path);
 *             CATCH(e, read_header(file));
 *         } CLEANUP {
 *             if (file != NULL) {
 *                 fclose(file);
 *             }
 *         } PROCESS(e) {
 *         } HANDLE(e, AKERR_FORMAT) {
 *             use_defaults();
 *         } FINISH(e, true);
 *         SUCCEED_RETURN(e);
 *     }
 *
 * Each macro that ends in a statement may be followed by a semicolon or not. Put braces around it
 * where it is the body of an `if` that has an `else`. Valid in C99 and later and in C++17 and later.
 *
 * Threads: any thread may raise, hand on and release errors. One context belongs to one thread at a
 * time, the one that holds it.
 */
#ifndef AKERROR_H
#define AKERROR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#if defined(__GNUC__)
/** Marks a function whose result must not be ignored. Stands before the `*` of its result. */
#define AKERR_NOIGNORE __attribute__((warn_unused_result))
#define AKERR_PRINTF_(text, first) __attribute__((format(printf, text, first)))
#else
#define AKERR_NOIGNORE
#define AKERR_PRINTF_(text, first)
#endif

/* Statuses. errno values are statuses too, unchanged; a game's own may be any other number. */

#define AKERR_NULLPOINTER  134 /**< A pointer that must not be NULL is. */
#define AKERR_OUTOFBOUNDS  135 /**< A place outside of what there is. */
#define AKERR_API          136 /**< A call that another library refused. */
#define AKERR_ATTRIBUTE    137 /**< A missing or wrong attribute. */
#define AKERR_TYPE         138 /**< A value of the wrong type. */
#define AKERR_KEY          139 /**< A name that is not known. */
#define AKERR_HEAP         140 /**< A pool that is full, or a slot that is not in use. */
#define AKERR_INDEX        141 /**< An index outside of its array. */
#define AKERR_FORMAT       142 /**< A file that is not what it should be. */
#define AKERR_IO           143 /**< A file that cannot be read. */
#define AKERR_REGISTRY     144 /**< A registry that cannot be used. */
#define AKERR_VALUE        145 /**< A value that makes no sense. */
#define AKERR_BEHAVIOR     146 /**< Something that must never happen did. */
#define AKERR_RELATIONSHIP 147 /**< Two things that cannot be related the way that was asked for. */

#define AKERR_MAX_ARRAY_ERROR 128                       /**< Contexts in the pool. */
#define AKERR_MAX_ERROR_CONTEXT_MESSAGE_LENGTH 1024     /**< Bytes of `message`. */
#define AKERR_MAX_ERROR_FNAME_LENGTH 256                /**< Bytes of `fname`. */
#define AKERR_MAX_ERROR_FUNCTION_LENGTH 256             /**< Bytes of `function`. */
#define AKERR_MAX_ERROR_STACKTRACE_BUF_LENGTH 2048      /**< Bytes of `stacktracebuf`. */

/** One raised error. Every text in it is NUL-terminated and cut to fit. */
typedef struct akerr_ErrorContext {
    /** What went wrong, in words. */
    char message[AKERR_MAX_ERROR_CONTEXT_MESSAGE_LENGTH];
    /** The context's index in `AKERR_ARRAY_ERROR`; -1 for a last-resort context. */
    int arrayid;
    /** What went wrong: an `AKERR_*`, an `AKGL_ERR_*`, an errno value or a status of your own. */
    int status;
    /** True once a `HANDLE` block has taken the error. */
    bool handled;
    /** How many holders the context has; 0 for a free one. */
    int refcount;
    /** The source file that raised the error. */
    char fname[AKERR_MAX_ERROR_FNAME_LENGTH];
    /** The function that raised the error. */
    char function[AKERR_MAX_ERROR_FUNCTION_LENGTH];
    /** The line that raised the error. */
    int lineno;
    /** True once the error has been written to the log. */
    bool reported;
    /** One line for each place the error passed, the origin first; what does not fit is left out. */
    char stacktracebuf[AKERR_MAX_ERROR_STACKTRACE_BUF_LENGTH];
    /** The end of the text in `stacktracebuf`. */
    char *stacktracebufptr;
} akerr_ErrorContext;

/** Writes text, `printf` style. */
typedef void (*akerr_LogFunction)(const char *format, ...);
/** Is given an error that nobody took. */
typedef void (*akerr_UnhandledErrorFunction)(akerr_ErrorContext *context);

#ifdef __cplusplus
extern "C" {
#endif

/** The pool, ready from the start. Read it to look for leaks: `refcount` is 0 in a free context. */
extern akerr_ErrorContext AKERR_ARRAY_ERROR[AKERR_MAX_ARRAY_ERROR];

/**
 * Where `LOG_ERROR`, `IGNORE` and `FINISH_NORETURN` write; at first `akerr_default_logger`. Put your
 * own function here before you start threads; NULL is silence.
 */
extern akerr_LogFunction akerr_log_method;

/**
 * What `FINISH_NORETURN` calls with an error that nobody took, at first
 * `akerr_default_handler_unhandled_error`. Put your own here before you start threads. When it
 * returns, the error is released and the program goes on. NULL: only that.
 */
extern akerr_UnhandledErrorFunction akerr_handler_unhandled_error;

/** Allowed at any time, any number of times, and not needed: the pool is ready from the start. */
void akerr_init(void);

/**
 * Claims a free context with `refcount` 1, status 0 and empty texts. The `FAIL_*` macros call it.
 *
 * Never NULL. When all contexts are in use, the calling thread's last-resort context comes back: it
 * works like any other and releasing it is harmless, but all errors that this thread raises until
 * there is room again share it. Any thread.
 */
akerr_ErrorContext *akerr_next_error(void);

/**
 * Gives up one reference to a context; at 0 it is free again.
 *
 * Returns NULL when it is free now, so that `e = akerr_release_error(e)` leaves nothing dangling, and
 * the context where somebody still holds a reference. NULL, a free context and a last-resort context
 * are accepted and change nothing. Any thread.
 */
akerr_ErrorContext *akerr_release_error(akerr_ErrorContext *context);

/**
 * The name of a status, "Key Error" for `AKERR_KEY`; an errno value carries the C library's text,
 * anything else is "Unknown Error". With `name` not NULL, gives the status that name first, 63 bytes
 * of it, for all threads. 256 names can be given; further ones are ignored.
 *
 * Never NULL. The text lives as long as the program; do not write to it. Any thread.
 */
char *akerr_name_for_status(int status, const char *name);

/** Writes to standard error, `printf` style, through `SDL_Log`. `format` is never NULL. Any thread. */
void akerr_default_logger(const char *format, ...) AKERR_PRINTF_(1, 2);

/**
 * Ends the program with the error's status as exit code, or with 1 where the status is not in
 * 1..255 or `context` is NULL.
 */
void akerr_default_handler_unhandled_error(akerr_ErrorContext *context);

/** Part of the `FAIL_*` macros: stamps a context whose message is written. NULL does nothing. */
void akerr_stamp_error(akerr_ErrorContext *context, int status, const char *file, const char *function, int line);

/** Part of `CATCH`, `PASS` and `FINISH`: adds a line to the trace. NULL does nothing. */
void akerr_trace_error(akerr_ErrorContext *context, const char *file, const char *function, int line);

/**
 * Part of `CATCH` and `PASS`: see there. Returns the context that `held` should be now: `held` itself
 * where `raised` is NULL. `held` may be NULL.
 */
akerr_ErrorContext *akerr_catch_error(akerr_ErrorContext *held, akerr_ErrorContext *raised, const char *file,
                                      const char *function, int line);

/**
 * Part of the macros that log: writes the trace, then the place, `note` (may be NULL), status, name
 * and message on one line; sets `reported`. NULL does nothing.
 */
void akerr_log_error(akerr_ErrorContext *context, const char *note, const char *file, const char *function, int line);

#ifdef __cplusplus
}
#endif

/* Part of the FAIL_* macros. The message may quote the very context it goes into. */
static inline akerr_ErrorContext *akerr_fail_(akerr_ErrorContext *context, int status, const char *file,
                                              const char *function, int line, const char *format, ...)
    AKERR_PRINTF_(6, 7);

static inline akerr_ErrorContext *akerr_fail_(akerr_ErrorContext *context, int status, const char *file,
                                              const char *function, int line, const char *format, ...)
{
    char message[AKERR_MAX_ERROR_CONTEXT_MESSAGE_LENGTH];
    va_list arguments;

    va_start(arguments, format);
    if (vsnprintf(message, sizeof message, format, arguments) < 0) {
        message[0] = '\0';
    }
    va_end(arguments);
    if (context == NULL) {
        context = akerr_next_error();
    }
    memcpy(context->message, message, strlen(message) + 1);
    akerr_stamp_error(context, status, file, function, line);
    return context;
}

/* Part of SUCCEED_*, FINISH and RELEASE_ERROR. */
static inline void akerr_drop_(akerr_ErrorContext *context)
{
    if (context != NULL) {
        (void)akerr_release_error(context);
    }
}

/* Part of CATCH and PASS: keeps what was raised, tells whether an error is pending. */
static inline bool akerr_caught_(akerr_ErrorContext **held, akerr_ErrorContext *raised, const char *file,
                                 const char *function, int line)
{
    if (raised != NULL) {
        *held = akerr_catch_error(*held, raised, file, function, line);
        return true;
    }
    return false;
}

/** Declares `e`, the error of this function: `PREPARE_ERROR(e);` before any other macro. */
#define PREPARE_ERROR(e) akerr_ErrorContext *e = NULL

/* Returning. Not inside an ATTEMPT block: they leave the function at once, without its CLEANUP. */

/** Returns success. */
#define SUCCEED_RETURN(e)                                                                                            \
    {                                                                                                                \
        akerr_drop_(e);                                                                                              \
        return NULL;                                                                                                 \
    }

/** `FAIL_RETURN(e, status, format, ...)` raises an error and returns it. */
#define FAIL_RETURN(e, status, ...)                                                                                  \
    {                                                                                                                \
        return akerr_fail_((e), (status), __FILE__, __func__, __LINE__, __VA_ARGS__);                                \
    }

/** `FAIL_ZERO_RETURN(e, x, status, format, ...)`: the same where `x` is 0, NULL or false. */
#define FAIL_ZERO_RETURN(e, x, status, ...)                                                                          \
    {                                                                                                                \
        if ((x) == 0) {                                                                                              \
            FAIL_RETURN(e, status, __VA_ARGS__)                                                                      \
        }                                                                                                            \
    }

/** `FAIL_NONZERO_RETURN(e, x, status, format, ...)`: the same where `x` is not 0. */
#define FAIL_NONZERO_RETURN(e, x, status, ...)                                                                       \
    {                                                                                                                \
        if ((x) != 0) {                                                                                              \
            FAIL_RETURN(e, status, __VA_ARGS__)                                                                      \
        }                                                                                                            \
    }

/**
 * Calls something that returns an error and returns that error at once, if any, with a line added to
 * its trace. Where `e` already holds an error that nobody has handled (in a CLEANUP block), that
 * first error is the one returned, the new one is noted in its trace and released.
 */
#define PASS(e, stmt)                                                                                                \
    {                                                                                                                \
        if (akerr_caught_(&(e), (stmt), __FILE__, __func__, __LINE__)) {                                             \
            return (e);                                                                                              \
        }                                                                                                            \
    }

/* Inside an ATTEMPT block: each of these leaves the block on an error, on to CLEANUP. They do so with
 * `break`: inside a loop or a switch within the block they leave only that, and the next CATCH then
 * leaves the block without making its call, so the error is not lost. */

/** Calls something that returns an error and leaves the ATTEMPT block if it does. */
#define CATCH(e, stmt)                                                                                               \
    {                                                                                                                \
        if (((e) != NULL && !(e)->handled) || akerr_caught_(&(e), (stmt), __FILE__, __func__, __LINE__)) {           \
            break;                                                                                                   \
        }                                                                                                            \
    }

/** `FAIL_BREAK(e, status, format, ...)` raises an error and leaves the ATTEMPT block. */
#define FAIL_BREAK(e, status, ...)                                                                                   \
    {                                                                                                                \
        (e) = akerr_fail_((e), (status), __FILE__, __func__, __LINE__, __VA_ARGS__);                                 \
        break;                                                                                                       \
    }

/** `FAIL_ZERO_BREAK(e, x, status, format, ...)`: the same where `x` is 0, NULL or false. */
#define FAIL_ZERO_BREAK(e, x, status, ...)                                                                           \
    {                                                                                                                \
        if ((x) == 0) {                                                                                              \
            FAIL_BREAK(e, status, __VA_ARGS__)                                                                       \
        }                                                                                                            \
    }

/** `FAIL_NONZERO_BREAK(e, x, status, format, ...)`: the same where `x` is not 0. */
#define FAIL_NONZERO_BREAK(e, x, status, ...)                                                                        \
    {                                                                                                                \
        if ((x) != 0) {                                                                                              \
            FAIL_BREAK(e, status, __VA_ARGS__)                                                                       \
        }                                                                                                            \
    }

/** Leaves the ATTEMPT block without an error. */
#define SUCCEED_BREAK(e)                                                                                             \
    {                                                                                                                \
        RELEASE_ERROR(e)                                                                                             \
        break;                                                                                                       \
    }

/* The blocks, in this order: ATTEMPT { } CLEANUP { } PROCESS(e) { } any number of HANDLEs, FINISH. */

/** Holds what may fail. */
#define ATTEMPT switch (0) case 0:

/** Runs after the ATTEMPT block, with or without an error. */
#define CLEANUP

/** Runs where there is an error, before the handlers; usually empty. */
#define PROCESS(e)                                                                                                   \
    if ((e) != NULL) {                                                                                               \
        (e)->handled = (e)->status == 0;                                                                             \
        switch (0) { case 0:

/** `HANDLE(e, status) { }`: runs for an error of that status, which is then handled. */
#define HANDLE(e, wanted)                                                                                            \
        if ((e) == NULL || (e)->handled) {                                                                           \
            break;                                                                                                   \
        }                                                                                                            \
        HANDLE_GROUP(e, wanted)

/** Like HANDLE, and runs too where the HANDLE or HANDLE_GROUP before it did: several statuses, one block. */
#define HANDLE_GROUP(e, wanted)                                                                                      \
        if ((e) != NULL && (e)->status == (wanted)) {                                                                \
            (e)->handled = true;                                                                                     \
        }                                                                                                            \
        if ((e) != NULL && (e)->handled)

/** Runs for any error that no HANDLE before it took, which is then handled. The last of the handlers. */
#define HANDLE_DEFAULT(e)                                                                                            \
        if ((e) == NULL || (e)->handled) {                                                                           \
            break;                                                                                                   \
        }                                                                                                            \
        (e)->handled = true;

/**
 * Ends what ATTEMPT began. A handled error is released. One that nobody took is returned from this
 * function where `passup` is true, and dropped where it is false.
 */
#define FINISH(e, passup)                                                                                            \
        }                                                                                                            \
    }                                                                                                                \
    if ((e) != NULL) {                                                                                               \
        if (!(e)->handled && (passup)) {                                                                             \
            akerr_trace_error((e), __FILE__, __func__, __LINE__);                                                    \
            return (e);                                                                                              \
        }                                                                                                            \
        RELEASE_ERROR(e)                                                                                             \
    }

/**
 * Ends what ATTEMPT began in a function that returns no error, such as `main`. An error that nobody
 * took is logged and given to `akerr_handler_unhandled_error`, which by default ends the program.
 */
#define FINISH_NORETURN(e)                                                                                           \
        }                                                                                                            \
    }                                                                                                                \
    if ((e) != NULL) {                                                                                               \
        if (!(e)->handled) {                                                                                         \
            LOG_ERROR_WITH_MESSAGE(e, "Unhandled error")                                                             \
            if (akerr_handler_unhandled_error != NULL) {                                                             \
                akerr_handler_unhandled_error(e);                                                                    \
            }                                                                                                        \
        }                                                                                                            \
        RELEASE_ERROR(e)                                                                                             \
    }

/** Calls something that returns an error; an error is logged and released, and the program goes on. */
#define IGNORE(stmt)                                                                                                 \
    {                                                                                                                \
        akerr_ErrorContext *akerr_ignored_ = (stmt);                                                                 \
        akerr_log_error(akerr_ignored_, "Ignored error", __FILE__, __func__, __LINE__);                              \
        akerr_drop_(akerr_ignored_);                                                                                 \
    }

/** Gives up `e`, which is NULL then. */
#define RELEASE_ERROR(e)                                                                                             \
    {                                                                                                                \
        akerr_drop_(e);                                                                                              \
        (e) = NULL;                                                                                                  \
    }

/** Writes `e` with its trace to the log. */
#define LOG_ERROR(e) akerr_log_error((e), NULL, __FILE__, __func__, __LINE__)

/** The same with a note of your own in front. */
#define LOG_ERROR_WITH_MESSAGE(e, note) akerr_log_error((e), (note), __FILE__, __func__, __LINE__);

#endif
