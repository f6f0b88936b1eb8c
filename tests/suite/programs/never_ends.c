/* With a child of its own, which must not outlive it. */
#include <sys/types.h>
#include <unistd.h>

int main(void)
{
    (void)fork();
    for (;;) {
        pause();
    }
}
