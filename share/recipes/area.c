/* SPDX-License-Identifier: MIT
 * An MPI program that takes its share from the environment: the area under 4 / (1 + x^2), which is pi.
 *
 *   mpicc area.c -o area
 *   plan-shares --count 100000000 speeds.json -o plan.json
 *   mpirun -n 4 with-share plan.json -- ./area 100000000
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* A number that with-share has set; ends the job without it. */
static long share(const char* name) {
  const char* text = getenv(name);
  if (!text) {
    fprintf(stderr, "area: %s is not set; expected to be started by with-share\n", name);
    MPI_Abort(MPI_COMM_WORLD, 64);
    exit(64);
  }
  return atol(text);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const long steps = argc > 1 ? atol(argv[1]) : 100000000;
  const long first = share("UNEVEN_FIRST"), count = share("UNEVEN_COUNT");
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  double part = 0, sum = 0, seconds = -MPI_Wtime(), slowest = 0;
  for (long i = first; i < first + count; ++i) {
    const double x = (i + 0.5) / steps;
    part += 4 / (1 + x * x);
  }
  seconds += MPI_Wtime();
  MPI_Reduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("pi = %.9f, slowest rank %.3f s\n", sum / steps, slowest);
  MPI_Finalize();
}
