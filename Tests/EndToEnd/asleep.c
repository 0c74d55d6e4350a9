/* A computer that sleeps, for one program (LD_PRELOAD). The file named by ASLEEP says how many seconds it has slept.
 * The wall clock is ahead by them, and a change is told to timers of the wall clock as the kernel tells a resume:
 * they fire, and whoever reads them gets ECANCELED (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 1024 };
static volatile int is_timer[MOST], is_cancelled[MOST];
static volatile long slept;

static int set_time(int timer, int flags, const struct itimerspec *new, struct itimerspec *old) {
  return (int)syscall(SYS_timerfd_settime, timer, flags, new, old);
}

static void *watch(void *path) {
  for (;;) {
    long seconds = slept;
    FILE *file = fopen(path, "r");
    if (file) {
      if (fscanf(file, "%ld", &seconds) != 1) seconds = slept;
      fclose(file);
    }
    if (seconds != slept) {
      slept = seconds;
      struct itimerspec now = {.it_value = {.tv_sec = 1}};
      for (int timer = 0; timer < MOST; timer++) {
        if (!is_timer[timer]) continue;
        is_cancelled[timer] = 1;
        set_time(timer, TFD_TIMER_ABSTIME, &now, NULL);
      }
    }
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
  }
  return NULL;
}

__attribute__((constructor)) static void begin(void) {
  pthread_t thread;
  char *path = getenv("ASLEEP");
  if (path && pthread_create(&thread, NULL, watch, path) == 0) pthread_detach(thread);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += slept;
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  int result = (int)syscall(SYS_gettimeofday, time, zone);
  if (result == 0) time->tv_sec += slept;
  return result;
}

int timerfd_create(int clock, int flags) {
  int timer = (int)syscall(SYS_timerfd_create, clock, flags);
  if (clock == CLOCK_REALTIME && timer >= 0 && timer < MOST) is_timer[timer] = 1;
  return timer;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *new, struct itimerspec *old) {
  struct itimerspec moved = *new;
  if (timer >= 0 && timer < MOST && is_timer[timer] && (flags & TFD_TIMER_ABSTIME)) {
    moved.it_value.tv_sec -= slept;
    if (moved.it_value.tv_sec <= 0) moved.it_value.tv_sec = 1;
  }
  return set_time(timer, flags, &moved, old);
}

ssize_t read(int file, void *bytes, size_t count) {
  ssize_t result = syscall(SYS_read, file, bytes, count);
  if (file >= 0 && file < MOST && is_timer[file] && is_cancelled[file]) {
    is_cancelled[file] = 0;
    errno = ECANCELED;
    return -1;
  }
  return result;
}

int close(int file) {
  if (file >= 0 && file < MOST) is_timer[file] = is_cancelled[file] = 0;
  return (int)syscall(SYS_close, file);
}
