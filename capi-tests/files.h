/*
 * Small files for the C tests, written beside the program: `file_with(argv[0], text)` is the path of
 * a file that holds this text until the next call.
 */

#ifndef FILES_H
#define FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline const char *file_with_bytes(const char *program, const char *bytes, size_t count)
{
    static char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s.json", program);
    file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, count, file) != count || fclose(file) != 0) {
        perror(path);
        exit(2);
    }
    return path;
}

static inline const char *file_with(const char *program, const char *text)
{
    return file_with_bytes(program, text, strlen(text));
}

/* The call raises this status with a message that has this text in it. */
#define CHECK_SAYS(call, expected, part)                                                        \
    do {                                                                                        \
        akerr_ErrorContext *says_raised = (call);                                               \
        CHECK(says_raised != NULL && says_raised->status == (expected));                        \
        CHECK(says_raised != NULL && strstr(says_raised->message, (part)) != NULL);             \
        if (says_raised != NULL && strstr(says_raised->message, (part)) == NULL) {              \
            fprintf(stderr, "    message: %s\n", says_raised->message);                         \
        }                                                                                       \
        RELEASE_ERROR(says_raised);                                                             \
    } while (0)

/* How many error contexts are in use: 0 unless one leaked. */
static inline int contexts_in_use(void)
{
    int count = 0;

    for (int i = 0; i < AKERR_MAX_ARRAY_ERROR; i++) {
        count += AKERR_ARRAY_ERROR[i].refcount != 0;
    }
    return count;
}

#endif /* FILES_H */
