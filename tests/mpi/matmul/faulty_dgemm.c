/* Stands before the dgemm of the BLAS and before pwrite (LD_PRELOAD) and spoils them on rank 1, as FAULT says:
 *   wrong   one element of the fifth product is off by 1e-3
 *   nan     it is no number
 *   signal  with the fifth product comes SIGUSR1
 *   disk    the first byte of what is written is another */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_rank_1(void) {
  const char* rank = getenv("OMPI_COMM_WORLD_RANK");
  return rank && strcmp(rank, "1") == 0;
}

ssize_t pwrite(int descriptor, const void* bytes, size_t count, off_t at) {
  static ssize_t (*real)(int, const void*, size_t, off_t);
  if (!real) real = (__typeof__(real))dlsym(RTLD_NEXT, "pwrite");
  const char* fault = getenv("FAULT");
  if (count == 0 || !is_rank_1() || !fault || strcmp(fault, "disk") != 0) return real(descriptor, bytes, count, at);
  char* spoiled = malloc(count);
  memcpy(spoiled, bytes, count);
  spoiled[0] ^= 1;
  const ssize_t written = real(descriptor, spoiled, count, at);
  free(spoiled);
  return written;
}

void cblas_dgemm(int order, int trans_a, int trans_b, int m, int n, int k, double alpha, const double* a, int lda,
                 const double* b, int ldb, double beta, double* c, int ldc) {
  static void (*real)(int, int, int, int, int, int, double, const double*, int, const double*, int, double, double*, int);
  static int calls = 0;
  if (!real) real = (__typeof__(real))dlsym(RTLD_NEXT, "cblas_dgemm");
  real(order, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
  if (!is_rank_1() || ++calls != 5) return;
  if (strcmp(getenv("FAULT"), "wrong") == 0) c[0] += 1e-3;
  if (strcmp(getenv("FAULT"), "nan") == 0) c[0] = __builtin_nan("");
  if (strcmp(getenv("FAULT"), "signal") == 0) raise(SIGUSR1);
}
