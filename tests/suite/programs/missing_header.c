/* The names behind a missing header count too. */
#include <akgl/no_such_header.h>
#include <other/none_either.h>

int main(void)
{
    return akgl_no_such_function(0);
}
