/* What a process gives up before it reads the bytes of a stranger: memory and time without bound, files,
 * the network, other programs and other processes. Linux 5.0 or newer; seccomp(2), setrlimit(2). */
#ifndef OPTIMIST_CONFINE_H
#define OPTIMIST_CONFINE_H

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sched.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OPTIMIST_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OPTIMIST_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

/* Starts a program with nothing of this process but what is given: `socket` is its standard input, its
 * output goes nowhere, and every other descriptor is closed. Returns 0 or an error number. */
static inline int optimist_spawn(const char *program, char *const *arguments, char *const *environment,
                                 int socket, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  sigemptyset(&none);
  sigfillset(&all);
  if (!(error = posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO)) &&
      !(error = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)) &&
      !(error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)) &&
      !(error = posix_spawn_file_actions_addclosefrom_np(&actions, 3)) &&
      !(error = posix_spawnattr_setsigmask(&attributes, &none)) &&
      !(error = posix_spawnattr_setsigdefault(&attributes, &all)) &&
      !(error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)))
    error = posix_spawn(process, program, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/* Whether GdkPixbuf has glycin decode, which starts a confined process for each picture itself. */
static inline gboolean optimist_pixbuf_uses_glycin(void) {
  void *library = dlopen("libglycin-2.so.0", RTLD_LAZY | RTLD_NOLOAD);
  if (library) dlclose(library);
  return library != NULL;
}

static inline int optimist_limit(__rlimit_resource_t resource, rlim_t value) {
  struct rlimit limit = {value, value};
  return setrlimit(resource, &limit);
}

/* Bounds what this process may use from now on, besides what it uses already.
 *
 * memory: in bytes, of address space and of data. seconds: of processor time. Returns whether it worked. */
static inline gboolean optimist_limit_resources(rlim_t memory, rlim_t seconds) {
  unsigned long pages = 0, data = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (!file) return FALSE;
  int found = fscanf(file, "%lu %*u %*u %*u %*u %lu", &pages, &data);
  fclose(file);
  rlim_t page = (rlim_t)sysconf(_SC_PAGESIZE);
  return found == 2 && optimist_limit(RLIMIT_AS, pages * page + memory) == 0 &&
         optimist_limit(RLIMIT_DATA, data * page + memory) == 0 &&
         optimist_limit(RLIMIT_CPU, seconds) == 0 && optimist_limit(RLIMIT_CORE, 0) == 0 &&
         prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

/* Leaves this process nothing but its memory and the descriptors that it has: no other can be opened, no
 * process or thread started, no memory made executable. What is refused fails with EPERM, so that a library
 * that merely asks goes on. Returns whether it worked. */
static inline gboolean optimist_refuse_system_calls(void) {
#ifdef OPTIMIST_AUDIT_ARCH
#define OPTIMIST_ALLOW(call) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
/* The third argument is the protection. */
#define OPTIMIST_ALLOW_WITHOUT_EXEC(call)                                                             \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4),                                             \
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),                     \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),                                          \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OPTIMIST_AUDIT_ARCH, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      OPTIMIST_ALLOW(read), OPTIMIST_ALLOW(write), OPTIMIST_ALLOW(readv), OPTIMIST_ALLOW(writev),
      OPTIMIST_ALLOW(recvfrom), OPTIMIST_ALLOW(sendto), OPTIMIST_ALLOW(close), OPTIMIST_ALLOW(fstat),
      OPTIMIST_ALLOW(brk), OPTIMIST_ALLOW(munmap), OPTIMIST_ALLOW(mremap), OPTIMIST_ALLOW(madvise),
      OPTIMIST_ALLOW(futex), OPTIMIST_ALLOW(sched_yield), OPTIMIST_ALLOW(getrandom),
      OPTIMIST_ALLOW(getpid), OPTIMIST_ALLOW(gettid), OPTIMIST_ALLOW(tgkill),
      OPTIMIST_ALLOW(rt_sigaction), OPTIMIST_ALLOW(rt_sigprocmask), OPTIMIST_ALLOW(rt_sigreturn),
      OPTIMIST_ALLOW(sigaltstack), OPTIMIST_ALLOW(restart_syscall), OPTIMIST_ALLOW(setitimer),
      OPTIMIST_ALLOW(clock_gettime), OPTIMIST_ALLOW(gettimeofday), OPTIMIST_ALLOW(clock_nanosleep),
      OPTIMIST_ALLOW(exit), OPTIMIST_ALLOW(exit_group),
      OPTIMIST_ALLOW_WITHOUT_EXEC(mmap), OPTIMIST_ALLOW_WITHOUT_EXEC(mprotect),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
#undef OPTIMIST_ALLOW
#undef OPTIMIST_ALLOW_WITHOUT_EXEC
  struct sock_fprog program = {(unsigned short)(sizeof filter / sizeof *filter), filter};
  return optimist_limit(RLIMIT_FSIZE, 0) == 0 && optimist_limit(RLIMIT_NPROC, 0) == 0 &&
         optimist_limit(RLIMIT_NOFILE, 3) == 0 && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
#else
  return FALSE;
#endif
}

/* Ends this process when a piece of work takes too long: after so many seconds of processor time, or of
 * time; 0 and 0: the work is done. */
static inline void optimist_end_after(time_t processor, time_t wall) {
  struct itimerval limit = {{0, 0}, {processor, 0}};
  setitimer(ITIMER_PROF, &limit, NULL);
  limit.it_value.tv_sec = wall;
  setitimer(ITIMER_REAL, &limit, NULL);
}

/* Memory is given out empty, so that nothing of one picture can show through in another. */
static inline void optimist_clear_allocations(void) {
  mallopt(M_PERTURB, 0xff);
}

#endif
