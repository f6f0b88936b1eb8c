/* Has no main( of its own, but in this comment; programs share it. */
#include "helper.h"

const char *helper_says = "int main(void)";

int helper_answer(void)
{
    return 42;
}
