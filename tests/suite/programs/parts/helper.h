extern const char *helper_says;
int helper_answer(void);
