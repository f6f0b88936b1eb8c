/* Calls, types, members and constants that no header declares. */
#include <akgl/actor.h>

int main(void)
{
    akgl_NoSuchType thing;
    akgl_Actor actor;

    actor.no_such_member = AKGL_NO_SUCH_CONSTANT;
    akgl_no_such_function(&actor, &thing);
    return 0;
}
