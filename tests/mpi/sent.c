/* Counts what each process sends to whom: a layer between a program and MPI, to be preloaded. MPI_Finalize writes lines
   "from to tag messages bytes" to $UNEVEN_SENT.FROM. Ranks are those of MPI_COMM_WORLD; empty messages do not count. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { most = 4096 };
static struct { int to, tag; long messages, bytes; } sent[most];
static int used;

static void count(int numbers, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  MPI_Group inside, world;
  int size, rank, i;
  if (numbers == 0) return;
  PMPI_Type_size(type, &size);
  PMPI_Comm_group(comm, &inside);
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Group_translate_ranks(inside, 1, &to, world, &rank);
  PMPI_Group_free(&inside);
  PMPI_Group_free(&world);
  for (i = 0; i < used && (sent[i].to != rank || sent[i].tag != tag); ++i) continue;
  if (i == most) abort();
  if (i == used) ++used;
  sent[i].to = rank;
  sent[i].tag = tag;
  ++sent[i].messages;
  sent[i].bytes += (long)numbers * size;
}

int MPI_Isend(const void *data, int numbers, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request) {
  count(numbers, type, to, tag, comm);
  return PMPI_Isend(data, numbers, type, to, tag, comm, request);
}

int MPI_Send(const void *data, int numbers, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  count(numbers, type, to, tag, comm);
  return PMPI_Send(data, numbers, type, to, tag, comm);
}

int MPI_Finalize(void) {
  char name[4096];
  int me, i;
  FILE *file;
  PMPI_Comm_rank(MPI_COMM_WORLD, &me);
  snprintf(name, sizeof name, "%s.%d", getenv("UNEVEN_SENT"), me);
  file = fopen(name, "w");
  if (!file) abort();
  for (i = 0; i < used; ++i)
    fprintf(file, "%d %d %d %ld %ld\n", me, sent[i].to, sent[i].tag, sent[i].messages, sent[i].bytes);
  fclose(file);
  return PMPI_Finalize();
}
