#include "parts/helper.h"

int main(void)
{
    return helper_answer() == 42 && helper_says[0] == 'i' ? 0 : 1;
}
