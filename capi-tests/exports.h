/*
 * Which exported functions a test has tried, held against what there is: the functions of
 * abi/symbols.txt, and their pointer arguments as the headers declare them.
 */

#ifndef EXPORTS_H
#define EXPORTS_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static struct {
    const char *name;
    int cases;
} tried[256];
static int tried_count;

static inline void tried_one(const char *name)
{
    int i = 0;

    while (i < tried_count && strcmp(tried[i].name, name) != 0) {
        i++;
    }
    if (i == tried_count && tried_count < 256) {
        tried[tried_count++].name = name;
    }
    tried[i].cases++;
}

static inline char *text_of(const char *path)
{
    static char text[1 << 19];
    FILE *file = fopen(path, "rb");
    size_t count;

    if (file == NULL) {
        perror(path);
        exit(2);
    }
    count = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[count] = '\0';
    return text;
}

/* How many arguments of a function are pointers, as the headers have it; -1 where none declares it. */
static inline int pointers_of(const char *name)
{
    static const char *const headers[] = {
        "akerror.h",          "akgl/actor.h",    "akgl/character.h",    "akgl/collision.h", "akgl/game.h",
        "akgl/heap.h",        "akgl/physics.h",  "akgl/pipeline.h",     "akgl/registry.h",  "akgl/partitioner.h",
        "akgl/staticstring.h", "akgl/tilemap.h", "akgl/feel.h",         "akgl/jump.h",
    };

    for (size_t h = 0; h < sizeof headers / sizeof *headers; h++) {
        char path[128], call[128];
        const char *at;
        bool comment = false;

        snprintf(path, sizeof path, "include/%s", headers[h]);
        snprintf(call, sizeof call, "%s(", name);
        for (at = text_of(path); *at != '\0'; at++) {
            if (strncmp(at, "/*", 2) == 0) {
                comment = true;
            } else if (strncmp(at, "*/", 2) == 0) {
                comment = false;
            } else if (!comment && strncmp(at, call, strlen(call)) == 0 && (at[-1] == '*' || at[-1] == ' ')) {
                const char *argument = at + strlen(call);
                int pointers = 0;
                bool found = false;

                for (const char *c = argument; *c != ';' && *c != '\0'; c++) {
                    found = found || *c == '*' || strncmp(c, "Func ", 5) == 0;
                    if (*c == ',' || *c == ')') {
                        pointers += found;
                        found = false;
                        if (*c == ')') {
                            break;
                        }
                    }
                }
                return pointers;
            }
        }
    }
    return -1;
}

/* No function of the library is without its cases, nor a pointer of one. */
static inline void nothing_is_left_out(void)
{
    static char symbols[1 << 16];
    int functions = 0;

    strcpy(symbols, text_of("abi/symbols.txt"));
    for (char *line = strtok(symbols, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char *end = strchr(line, ' ');
        int cases = 0, pointers;

        if (end == NULL || strcmp(end, " function") != 0) {
            continue;
        }
        *end = '\0';
        functions++;
        pointers = pointers_of(line);
        for (int i = 0; i < tried_count; i++) {
            if (strcmp(tried[i].name, line) == 0) {
                cases = tried[i].cases;
            }
        }
        if (cases != pointers) {
            fprintf(stderr, "%s has %d pointer arguments in the headers, and %d cases here\n", line, pointers, cases);
            CHECK(!"every pointer argument has its case");
        }
    }
    CHECK(functions >= 105);
    printf("%d functions\n", functions);
}

#endif /* EXPORTS_H */
