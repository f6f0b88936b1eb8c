/* Declares by itself what the library does not have. */
int akgl_no_such_function(int number);
int akgl_another_function(void);

int main(void)
{
    return akgl_no_such_function(akgl_another_function());
}
