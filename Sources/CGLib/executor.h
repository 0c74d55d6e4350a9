/* Swift's tasks run in a pool of threads of GLib's.
 *
 * By itself the runtime hands them to libdispatch's shared queues, which look once a second, for as long
 * as the process lives, how many of their threads are busy (src/event/workqueue.c of
 * swift-corelibs-libdispatch). These threads wake up for work and for nothing else. The hook and what it is
 * called with: include/swift/Runtime/Concurrency.h of Swift. Task.sleep goes around it: Task.pause in Core
 * takes its place. */
#ifndef OPTIMIST_EXECUTOR_H
#define OPTIMIST_EXECUTOR_H

#include <glib.h>
#include <stdint.h>

#define OPTIMIST_SWIFTCALL __attribute__((swiftcall))

typedef OPTIMIST_SWIFTCALL void (*OptimistEnqueue)(void *job);

extern OPTIMIST_SWIFTCALL void (*swift_task_enqueueGlobal_hook)(void *job, OptimistEnqueue original);
/* The executor that is none in particular is two words of zero. */
extern OPTIMIST_SWIFTCALL void swift_job_run(void *job, void *identity, uintptr_t implementation);

static void optimist_run_job(gpointer job, gpointer data) {
  (void)data;
  swift_job_run(job, NULL, 0);
}

/* Made by optimist_install_executor, when there are no other threads yet. */
static GThreadPool *optimist_jobs(void) {
  static GThreadPool *pool;
  /* Some jobs wait for the disk: more threads than such work needs processors. No job computes for long, so
   * that a large computer needs no more of them than a small one. */
  if (!pool) pool = g_thread_pool_new(optimist_run_job, NULL, (int)MIN(g_get_num_processors(), 2) + 2, FALSE, NULL);
  return pool;
}

static OPTIMIST_SWIFTCALL void optimist_enqueue(void *job, OptimistEnqueue original) {
  (void)original;
  g_thread_pool_push(optimist_jobs(), job, NULL);
}

/* Takes over from libdispatch. To be called once, before the first task is made. */
static inline void optimist_install_executor(void) {
  optimist_jobs();
  swift_task_enqueueGlobal_hook = optimist_enqueue;
}

#endif
