/* Runs in the suite's folder: its files are found by their path from there. */
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("parts/asset.txt", "r");
    int first = file == NULL ? EOF : fgetc(file);

    if (file != NULL) {
        fclose(file);
    }
    return first == '7' ? 0 : 1;
}
