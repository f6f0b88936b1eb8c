/* Chipmunk 7.0.1 includes this header on every system and uses it on macOS alone; glibc has it no more. */
#if defined(__has_include_next)
#if __has_include_next(<sys/sysctl.h>)
#include_next <sys/sysctl.h>
#endif
#endif
