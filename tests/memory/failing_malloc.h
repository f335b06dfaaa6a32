#ifndef VJP_TESTS_MEMORY_FAILING_MALLOC_H
#define VJP_TESTS_MEMORY_FAILING_MALLOC_H

#ifdef __cplusplus
extern "C" {
#endif

/* From here on the n-th allocation of the process fails, counted from 0; with `all` every further one too. */
void malloc_fails_from(long n, int all);
/* How many were refused since. */
long malloc_works_again(void);
/* That are allocated now. */
long malloc_blocks(void);

#ifdef __cplusplus
}
#endif

#endif
