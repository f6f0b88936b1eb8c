/* A test as the original's are written: it prints something and returns 0. */
#include <stdio.h>

#include <akgl/physics.h>

int main(void)
{
    PREPARE_ERROR(e);
    ATTEMPT {
        CATCH(e, akgl_physics_init_null(akgl_physics));
    } CLEANUP {
    } PROCESS(e) {
    } FINISH_NORETURN(e);
    printf("a passing program's output is not repeated\n");
    return 0;
}
