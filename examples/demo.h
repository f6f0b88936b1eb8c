/*
 * demo.h: what the example games share and what is not about libakgl: the command line, recorded
 * input, the window, the clock. What they draw with is in demo_draw.h.
 *
 * A recording is a text file, one change of the buttons a line: the number of the step and the
 * buttons that are down from that step on, as letters (L R U D for the arrows, A for space, - for
 * none). The line "end" gives the last step. A game that takes steps of one fixed length plays a
 * recording to the same end on every machine.
 */
#ifndef AKGL_EXAMPLES_DEMO_H
#define AKGL_EXAMPLES_DEMO_H

#include <SDL3/SDL.h>
#include <akgl/error.h>

#include <stdio.h>
#include <string.h>

#define DEMO_STEPS_PER_SECOND 60
/** The length of every step in seconds. */
#define DEMO_STEP (1.0f / DEMO_STEPS_PER_SECOND)
/** The longest game that a recording can hold: ten minutes. */
#define DEMO_MAX_STEPS (600 * DEMO_STEPS_PER_SECOND)

enum {
    DEMO_LEFT = 1,
    DEMO_RIGHT = 2,
    DEMO_UP = 4,
    DEMO_DOWN = 8,
    DEMO_SPACE = 16,
};

/** The buttons at every step. */
typedef struct demo_Recording {
    unsigned char buttons[DEMO_MAX_STEPS];
    int steps;
} demo_Recording;

/** How a game was asked to run. */
typedef struct demo_Options {
    /** Play the recording without a window. */
    bool headless;
    /** Where to write the player's input; NULL: nowhere. */
    const char *record;
    /** The recording to play. */
    const char *play;
    /** Where demo_write_bits writes; NULL: nowhere. */
    FILE *bits;
} demo_Options;

/** Reads the command line; false where it was wrong or asked for help. */
static inline bool demo_options(int argc, char **argv, demo_Options *options)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--demo") == 0) {
            options->headless = true;
        } else if (strcmp(argv[i], "--play") == 0 && i + 1 < argc) {
            options->headless = true;
            options->play = argv[++i];
        } else if (strcmp(argv[i], "--record") == 0 && i + 1 < argc) {
            options->record = argv[++i];
        } else if (strcmp(argv[i], "--bits") == 0 && i + 1 < argc &&
                   (options->bits = fopen(argv[++i], "w")) != NULL) {
            options->headless = true;
        } else {
            printf("usage: %s [--demo | --play FILE | --record FILE] [--bits FILE]\n"
                   "  --demo         play the recorded input without a window\n"
                   "  --play FILE    the same with another recording\n"
                   "  --record FILE  play in a window and write the input to FILE\n"
                   "  --bits FILE    as --demo, and write the player's numbers to FILE, a line for each step\n",
                   argv[0]);
            return false;
        }
    }
    return true;
}

/** True where there is a display that somebody can look at. Ask after akgl_game_init. */
static inline bool demo_has_display(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();

    return driver != NULL && strcmp(driver, "dummy") != 0 && strcmp(driver, "offscreen") != 0;
}

static const char demo_letters[] = "LRUDA";

static inline akerr_ErrorContext AKERR_NOIGNORE *demo_recording_load(demo_Recording *recording, const char *path)
{
    FILE *file = fopen(path, "r");
    char line[128];
    int number = 0;
    unsigned held = 0;
    PREPARE_ERROR(e);

    FAIL_ZERO_RETURN(e, file, AKERR_IO, "%s cannot be read; start the game in the repository's root", path);
    memset(recording, 0, sizeof *recording);
    ATTEMPT {
        while (fgets(line, sizeof line, file) != NULL) {
            int step = 0;
            char word[16] = "";

            number++;
            if (line[0] == '#' || line[0] == '\n') {
                continue;
            }
            if (sscanf(line, "%d %15s", &step, word) != 2 || step < recording->steps || step >= DEMO_MAX_STEPS) {
                FAIL_BREAK(e, AKERR_FORMAT, "%s, line %d: %s", path, number, line);
            }
            while (recording->steps < step) {
                recording->buttons[recording->steps++] = (unsigned char)held;
            }
            if (strcmp(word, "end") == 0) {
                break;
            }
            held = 0;
            for (const char *letter = word; *letter != '\0'; letter++) {
                const char *found = strchr(demo_letters, *letter);
                if (found != NULL) {
                    held |= 1u << (found - demo_letters);
                }
            }
        }
    } CLEANUP {
        fclose(file);
    } PROCESS(e) {
    } FINISH(e, true);
    SUCCEED_RETURN(e);
}

static inline akerr_ErrorContext AKERR_NOIGNORE *demo_recording_save(const demo_Recording *recording,
                                                                     const char *path)
{
    FILE *file = fopen(path, "w");
    unsigned held = 0;
    PREPARE_ERROR(e);

    FAIL_ZERO_RETURN(e, file, AKERR_IO, "%s cannot be written", path);
    fprintf(file, "# step and the buttons held from then on: L R U D, A for space, - for none\n");
    for (int step = 0; step < recording->steps; step++) {
        if (recording->buttons[step] != held) {
            char word[8] = "-";
            int length = 0;

            held = recording->buttons[step];
            for (int bit = 0; demo_letters[bit] != '\0'; bit++) {
                if (held & 1u << bit) {
                    word[length++] = demo_letters[bit];
                    word[length] = '\0';
                }
            }
            fprintf(file, "%d %s\n", step, word);
        }
    }
    fprintf(file, "%d end\n", recording->steps);
    FAIL_NONZERO_RETURN(e, fclose(file), AKERR_IO, "%s cannot be written", path);
    SUCCEED_RETURN(e);
}

/** Adds a line to the file of --bits, if there is one: the bits of each number as eight hexadecimal digits. */
static inline void demo_write_bits(const demo_Options *options, const float *numbers, int count)
{
    for (int i = 0; options->bits != NULL && i < count; i++) {
        Uint32 bits;

        memcpy(&bits, &numbers[i], sizeof bits);
        fprintf(options->bits, "%08x%c", (unsigned)bits, i + 1 < count ? ' ' : '\n');
    }
}

/** A window with a renderer that covers `width` x `height` pixels of the game, scaled to fit. */
static inline akerr_ErrorContext AKERR_NOIGNORE *demo_window(const char *title, int width, int height,
                                                             SDL_Window **window, SDL_Renderer **renderer)
{
    PREPARE_ERROR(e);

    FAIL_ZERO_RETURN(
        e, SDL_CreateWindowAndRenderer(title, 2 * width, 2 * height, SDL_WINDOW_RESIZABLE, window, renderer),
        AKGL_ERR_SDL, "no window: %s", SDL_GetError());
    SDL_SetRenderVSync(*renderer, 1);
    SDL_SetRenderLogicalPresentation(*renderer, width, height, SDL_LOGICAL_PRESENTATION_LETTERBOX);
    SUCCEED_RETURN(e);
}

/** Handles the window's events; false once the player wants to leave (Esc, or the window's own button). */
static inline bool demo_events(void)
{
    SDL_Event event;

    while (SDL_PollEvent(&event)) {
        if (event.type == SDL_EVENT_QUIT ||
            (event.type == SDL_EVENT_KEY_DOWN && event.key.scancode == SDL_SCANCODE_ESCAPE)) {
            return false;
        }
    }
    return true;
}

/** The buttons that are down now. */
static inline unsigned demo_buttons(void)
{
    const bool *keys = SDL_GetKeyboardState(NULL);

    return (keys[SDL_SCANCODE_LEFT] ? DEMO_LEFT : 0) | (keys[SDL_SCANCODE_RIGHT] ? DEMO_RIGHT : 0) |
           (keys[SDL_SCANCODE_UP] ? DEMO_UP : 0) | (keys[SDL_SCANCODE_DOWN] ? DEMO_DOWN : 0) |
           (keys[SDL_SCANCODE_SPACE] ? DEMO_SPACE : 0);
}

/** How many steps are due, given the clock of the last call; 0 in *clock starts it. Never more than 5. */
static inline int demo_steps_due(Uint64 *clock)
{
    const Uint64 step = SDL_NS_PER_SECOND / DEMO_STEPS_PER_SECOND, now = SDL_GetTicksNS();
    Uint64 due;

    if (*clock == 0 || now - *clock > 5 * step) {
        *clock = now - step;
    }
    due = (now - *clock) / step;
    *clock += due * step;
    return (int)due;
}

#endif
