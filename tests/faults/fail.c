// SPDX-License-Identifier: MIT
// A preloaded library in which the k-th call of a kind fails, as a full disk or a lost network makes it fail.
//
//   UNEVEN_FAULT=KIND:K:ERRNO:PROGRAM:RANK:MODE   in the program of that name, on that rank (RANK -1: on all) fails
//                      once: the k-th call of the kind, from 1
//                      on: it and all later ones
//                      new, with K = 1: the first call by a stack of callers whose hash is not in the file
//                      UNEVEN_FAULT_STACKS, which then gets it
//   UNEVEN_FAULT_LOG=FILE                         gets a line for the first call that fails in each process
//
// Only calls count that the program itself makes, or the C++ library for it: Open MPI and OpenBLAS do not survive each
// failure of theirs. Standard error never fails, or nothing could be said. vfork fails on x86-64 only.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <mpi.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static char kind[16];
static long which;
static int error, from_then_on, new_ones;
static volatile int armed;
static atomic_long calls;
static const char* log_name;

static struct { uintptr_t begin, end, base; } ours[8];  // the program first, then the C++ library
static int parts;

static int part_of(uintptr_t address) {
  for (int i = 0; i < parts; ++i)
    if (address >= ours[i].begin && address < ours[i].end) return i;
  return -1;
}

static int take_part(struct dl_phdr_info* object, size_t size, void* first) {
  (void)size;
  const int program = !*(int*)first;
  *(int*)first = 1;
  if (!program && !strstr(object->dlpi_name, "libstdc++")) return 0;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)* segment = &object->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X) || parts == 8) continue;
    ours[parts].begin = object->dlpi_addr + segment->p_vaddr;
    ours[parts].end = ours[parts].begin + segment->p_memsz;
    ours[parts].base = object->dlpi_addr;
    ++parts;
  }
  return 0;
}

static uint64_t* stacks;  // hashes of those whose calls have failed
static size_t stack_count;
static const char* stacks_name;

static void read_stacks(void) {
  stacks_name = getenv("UNEVEN_FAULT_STACKS");
  const int file = (int)syscall(SYS_openat, AT_FDCWD, stacks_name, O_RDONLY);
  struct stat of;
  if (file < 0 || fstat(file, &of)) return;
  stack_count = (size_t)of.st_size / sizeof *stacks;
  if (stack_count) stacks = mmap(NULL, (size_t)of.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  syscall(SYS_close, file);
}

/// Opens the file for each piece, since the program may close what it has not opened.
static void append(const char* name, const void* bytes, size_t n) {
  const int file = name ? (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;
  if (file < 0) return;
  syscall(SYS_write, file, bytes, n);
  syscall(SYS_close, file);
}

__attribute__((constructor)) static void arm(void) {
  const char* wanted = getenv("UNEVEN_FAULT");
  char program[64], mode[8];
  int rank = -1;
  if (!wanted || sscanf(wanted, "%15[^:]:%ld:%d:%63[^:]:%d:%7s", kind, &which, &error, program, &rank, mode) != 6)
    return;
  const char* own = getenv("OMPI_COMM_WORLD_RANK");
  if (strcmp(program, program_invocation_short_name) || (rank >= 0 && own && atoi(own) != rank)) return;
  from_then_on = !strcmp(mode, "on");
  new_ones = !strcmp(mode, "new");
  log_name = getenv("UNEVEN_FAULT_LOG");
  int first = 0;
  dl_iterate_phdr(take_part, &first);
  if (new_ones) {
    backtrace((void* [1]){0}, 1);  // loads what it needs
    read_stacks();
  }
  armed = 1;
}

static void tell(long call, uintptr_t caller, const char* what) {
  char line[512];
  const int length = snprintf(line, sizeof line, "%s %ld %s at %#lx\n", kind, call, what, caller - ours[0].base);
  append(log_name, line, length < (int)sizeof line ? (size_t)length : sizeof line - 1);
}

/// The hash of this stack of callers, without other libraries; 0 if one of its calls has failed before.
static uint64_t new_stack(void) {
  void* callers[200];
  const int depth = backtrace(callers, 200);
  uint64_t hash = 14695981039346656037u;
  for (int i = 0; i < depth; ++i) {
    const int part = part_of((uintptr_t)callers[i]);
    if (part >= 0) hash = (hash ^ ((uintptr_t)callers[i] - ours[part].base)) * 1099511628211u;
  }
  for (size_t i = 0; i < stack_count; ++i)
    if (stacks[i] == hash) return 0;
  return hash;
}

/// Counts a call. Returns whether it is to fail, with errno set.
static int fails(const char* of, const void* caller, const char* what) {
  if (!armed || strcmp(of, kind)) return 0;
  const uintptr_t at = (uintptr_t)caller;
  uint64_t stack = 0;
  if (part_of(at) < 0 || (new_ones && (calls || !(stack = new_stack())))) return 0;
  const long call = ++calls;
  if (call != which && !(from_then_on && call > which)) return 0;
  if (call == which) tell(call, at, what);
  if (new_ones) append(stacks_name, &stack, sizeof stack);
  errno = error;
  return 1;
}

#define NEXT(name)               \
  static __typeof__(&name) next; \
  if (!next) next = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define FAILS(of, what) fails(of, __builtin_return_address(0), what)

// A call of fixed arguments: kind, type, what it returns then, name, parameters, arguments, what the log says.
#define CALL(of, type, failed, name, parameters, arguments, what) \
  type name parameters {                                          \
    NEXT(name);                                                   \
    return FAILS(of, what) ? failed : next arguments;             \
  }

#define OPEN(name, before, given)                                                                       \
  int name(before const char* path, int flags, ...) {                                                   \
    NEXT(name);                                                                                         \
    va_list more;                                                                                       \
    va_start(more, flags);                                                                              \
    const mode_t mode = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(more, mode_t) : 0; \
    va_end(more);                                                                                       \
    return FAILS("open", path) ? -1 : next(given path, flags, mode);                                    \
  }
#define FOLDER int folder,
#define GIVEN folder,
#define NONE
OPEN(open, NONE, NONE)
OPEN(open64, NONE, NONE)
OPEN(openat, FOLDER, GIVEN)
OPEN(openat64, FOLDER, GIVEN)
CALL("open", FILE*, NULL, fopen, (const char* path, const char* mode), (path, mode), path)
CALL("open", FILE*, NULL, fopen64, (const char* path, const char* mode), (path, mode), path)
CALL("open", DIR*, NULL, opendir, (const char* path), (path), path)
CALL("open", int, -1, mkstemp, (char* path), (path), path)
CALL("open", int, -1, mkostemp, (char* path, int flags), (path, flags), path)
CALL("open", char*, NULL, mkdtemp, (char* path), (path), path)

CALL("read", ssize_t, -1, read, (int file, void* to, size_t n), (file, to, n), "read")
CALL("read", ssize_t, -1, pread, (int file, void* to, size_t n, off_t at), (file, to, n, at), "pread")
CALL("read", ssize_t, -1, pread64, (int file, void* to, size_t n, off64_t at), (file, to, n, at), "pread64")

/// Standard error never fails, nor do pipes and sockets to other processes: they have no disk.
static int may_fail(int file) {
  struct stat of;
  return file == 1 || (file != 2 && !fstat(file, &of) && !S_ISFIFO(of.st_mode) && !S_ISSOCK(of.st_mode));
}
ssize_t write(int file, const void* from, size_t n) {
  NEXT(write);
  return may_fail(file) && FAILS("write", "write") ? -1 : next(file, from, n);
}
ssize_t writev(int file, const struct iovec* from, int n) {
  NEXT(writev);
  return may_fail(file) && FAILS("write", "writev") ? -1 : next(file, from, n);
}
CALL("write", ssize_t, -1, pwrite, (int file, const void* from, size_t n, off_t at), (file, from, n, at), "pwrite")
CALL("write", ssize_t, -1, pwrite64, (int file, const void* from, size_t n, off64_t at), (file, from, n, at),
     "pwrite64")
CALL("write", int, -1, ftruncate, (int file, off_t n), (file, n), "ftruncate")
CALL("write", int, -1, ftruncate64, (int file, off64_t n), (file, n), "ftruncate64")
CALL("write", int, -1, fallocate, (int file, int mode, off_t at, off_t n), (file, mode, at, n), "fallocate")
CALL("write", int, -1, fallocate64, (int file, int mode, off64_t at, off64_t n), (file, mode, at, n), "fallocate64")

CALL("sync", int, -1, fsync, (int file), (file), "fsync")
CALL("sync", int, -1, fdatasync, (int file), (file), "fdatasync")
CALL("rename", int, -1, rename, (const char* from, const char* to), (from, to), to)
CALL("rename", int, -1, linkat, (int a, const char* from, int b, const char* to, int flags), (a, from, b, to, flags),
     to)

CALL("map", void*, MAP_FAILED, mmap, (void* to, size_t n, int use, int flags, int file, off_t at),
     (to, n, use, flags, file, at), "mmap")
CALL("map", void*, MAP_FAILED, mmap64, (void* to, size_t n, int use, int flags, int file, off64_t at),
     (to, n, use, flags, file, at), "mmap64")
CALL("pipe", int, -1, pipe2, (int ends[2], int flags), (ends, flags), "pipe2")
CALL("pipe", int, -1, socketpair, (int domain, int type, int protocol, int ends[2]), (domain, type, protocol, ends),
     "socketpair")

// Not by dlsym, which allocates.
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
void* __libc_memalign(size_t, size_t);
void* malloc(size_t n) { return FAILS("malloc", "malloc") ? NULL : __libc_malloc(n); }
void* calloc(size_t n, size_t size) { return FAILS("malloc", "calloc") ? NULL : __libc_calloc(n, size); }
void* realloc(void* old, size_t n) { return FAILS("malloc", "realloc") ? NULL : __libc_realloc(old, n); }
void* aligned_alloc(size_t to, size_t n) { return FAILS("malloc", "aligned_alloc") ? NULL : __libc_memalign(to, n); }

int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*run)(void*), void* with) {
  NEXT(pthread_create);
  return FAILS("thread", "pthread_create") ? error : next(thread, how, run, with);
}

CALL("process", pid_t, -1, fork, (void), (), "fork")
#ifdef __x86_64__
// It returns twice, so no function may stand between it and its caller.
void* next_vfork;
__attribute__((constructor)) static void find_vfork(void) { next_vfork = dlsym(RTLD_NEXT, "vfork"); }
int vfork_fails(const void* caller) { return fails("process", caller, "vfork"); }
__attribute__((naked)) pid_t vfork(void) {
  __asm__(
      "mov (%rsp), %rdi\n\t"
      "sub $8, %rsp\n\t"
      "call vfork_fails@PLT\n\t"
      "add $8, %rsp\n\t"
      "test %eax, %eax\n\t"
      "jne 1f\n\t"
      "mov next_vfork@GOTPCREL(%rip), %rax\n\t"
      "jmp *(%rax)\n"
      "1: mov $-1, %eax\n\t"
      "ret");
}
#endif

#define MESSAGE(name, parameters, arguments) CALL("mpi", int, MPI_ERR_OTHER, name, parameters, arguments, #name)
#define BUFFER const void *b, int n, MPI_Datatype t
MESSAGE(MPI_Send, (BUFFER, int to, int tag, MPI_Comm c), (b, n, t, to, tag, c))
MESSAGE(MPI_Isend, (BUFFER, int to, int tag, MPI_Comm c, MPI_Request* r), (b, n, t, to, tag, c, r))
MESSAGE(MPI_Issend, (BUFFER, int to, int tag, MPI_Comm c, MPI_Request* r), (b, n, t, to, tag, c, r))
MESSAGE(MPI_Recv, (void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status* s),
        (b, n, t, from, tag, c, s))
MESSAGE(MPI_Irecv, (void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request* r),
        (b, n, t, from, tag, c, r))
MESSAGE(MPI_Mrecv, (void* b, int n, MPI_Datatype t, MPI_Message* m, MPI_Status* s), (b, n, t, m, s))
MESSAGE(MPI_Imrecv, (void* b, int n, MPI_Datatype t, MPI_Message* m, MPI_Request* r), (b, n, t, m, r))
MESSAGE(MPI_Iprobe, (int from, int tag, MPI_Comm c, int* here, MPI_Status* s), (from, tag, c, here, s))
MESSAGE(MPI_Improbe, (int from, int tag, MPI_Comm c, int* here, MPI_Message* m, MPI_Status* s),
        (from, tag, c, here, m, s))
MESSAGE(MPI_Wait, (MPI_Request * r, MPI_Status* s), (r, s))
MESSAGE(MPI_Waitall, (int n, MPI_Request r[], MPI_Status s[]), (n, r, s))
MESSAGE(MPI_Test, (MPI_Request * r, int* done, MPI_Status* s), (r, done, s))
MESSAGE(MPI_Testall, (int n, MPI_Request r[], int* done, MPI_Status s[]), (n, r, done, s))
MESSAGE(MPI_Testsome, (int n, MPI_Request r[], int* m, int done[], MPI_Status s[]), (n, r, m, done, s))
MESSAGE(MPI_Barrier, (MPI_Comm c), (c))
MESSAGE(MPI_Ibarrier, (MPI_Comm c, MPI_Request* r), (c, r))
MESSAGE(MPI_Bcast, (void* b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c))
MESSAGE(MPI_Ibcast, (void* b, int n, MPI_Datatype t, int root, MPI_Comm c, MPI_Request* r), (b, n, t, root, c, r))
MESSAGE(MPI_Reduce, (const void* b, void* to, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c),
        (b, to, n, t, op, root, c))
MESSAGE(MPI_Allreduce, (const void* b, void* to, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c), (b, to, n, t, op, c))
MESSAGE(MPI_Iallreduce, (const void* b, void* to, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c, MPI_Request* r),
        (b, to, n, t, op, c, r))
MESSAGE(MPI_Allgather, (BUFFER, void* to, int m, MPI_Datatype u, MPI_Comm c), (b, n, t, to, m, u, c))
MESSAGE(MPI_Allgatherv, (BUFFER, void* to, const int m[], const int at[], MPI_Datatype u, MPI_Comm c),
        (b, n, t, to, m, at, u, c))
MESSAGE(MPI_Comm_split, (MPI_Comm c, int color, int key, MPI_Comm* made), (c, color, key, made))
