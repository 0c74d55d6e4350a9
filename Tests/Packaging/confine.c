/* Gives up what PictureWorker gives up, and tries it all the same; prints what still works.
 *
 * Modes: calls, memory, processor, wall. The last two end by a signal. */
#include <errno.h>
#include <glib.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>

#include "confine.h"

#define MEGABYTE (1024 * 1024)

static int failures;

/* A descriptor, a process or anything else that is not negative is a success. */
static void refused(const char *what, long result) {
  if (result < 0 && errno == EPERM) return;
  printf("%s: %ld, %s\n", what, result, strerror(errno));
  failures++;
}

static void *nothing(void *data) { return data; }

static void try_calls(void) {
  char *none[] = {NULL};
  pthread_t thread;
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  refused("reading a file", open("/etc/hostname", O_RDONLY));
  refused("making a file", open("/tmp/confine-test", O_WRONLY | O_CREAT, 0600));
  refused("a socket", socket(AF_INET, SOCK_STREAM, 0));
  refused("a local socket", socket(AF_UNIX, SOCK_STREAM, 0));
  refused("a program", execve("/bin/true", none, none));
  refused("a process", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  refused("a thread", pthread_create(&thread, NULL, nothing, NULL) == 0 ? 0 : -1);
  refused("ending another process", kill(getppid(), 0));
  refused("looking into another process", ptrace(PTRACE_SEIZE, 1, 0, 0));
  refused("memory that is code", (long)mmap(NULL, 4096, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  refused("making memory code", mprotect(memory, 4096, PROT_READ | PROT_EXEC));
  refused("more limits", optimist_limit(RLIMIT_NOFILE, 100));
  refused("another filter", prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0));
}

int main(int count, char **arguments) {
  const char *mode = count > 1 ? arguments[1] : "";
  if (!optimist_limit_resources(64 * MEGABYTE, 10) || !optimist_refuse_system_calls()) return 2;
  if (strcmp(mode, "calls") == 0) {
    try_calls();
  } else if (strcmp(mode, "memory") == 0) {
    if (!malloc(32 * MEGABYTE)) failures++, puts("32 MB cannot be had");
    if (malloc(48 * MEGABYTE)) failures++, puts("more than 64 MB can be had");
  } else if (strcmp(mode, "processor") == 0) {
    optimist_end_after(1, 0);
    for (volatile unsigned long turns = 0;; turns++) continue;
  } else if (strcmp(mode, "wall") == 0) {
    struct timespec minute = {60, 0};
    optimist_end_after(0, 1);
    nanosleep(&minute, NULL);
  } else {
    return 2;
  }
  fflush(stdout);
  _exit(failures ? 1 : 0);
}
