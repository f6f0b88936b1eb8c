/* An error that nobody takes ends the program with its message. */
#include <akgl/physics.h>

int main(void)
{
    PREPARE_ERROR(e);
    ATTEMPT {
        CATCH(e, akgl_physics_init_arcade(NULL));
    } CLEANUP {
    } PROCESS(e) {
    } FINISH_NORETURN(e);
    return 0;
}
