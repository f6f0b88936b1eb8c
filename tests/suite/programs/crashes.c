#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    puts("\033[31mred");
    fflush(stdout);
    abort();
}
