/* Fails with a long output, of which the ledger repeats the end. */
#include <stdio.h>

int main(void)
{
    for (int line = 1; line <= 100; line++) {
        printf("line %d\n", line);
    }
    fflush(stdout);
    fprintf(stderr, "expected 3, found 4\n");
    return 3;
}
