/* A part that does not compile: only the programs that need it suffer. */
int broken_part(void)
{
    return AKGL_NO_SUCH_CONSTANT;
}
