/* Swift's tasks run in a pool of threads of GLib's.
 *
 * By itself the runtime hands them to libdispatch's shared queues, which look once a second, for as long
 * as the process lives, how many of their threads are busy (src/event/workqueue.c of
 * swift-corelibs-libdispatch). These threads wake up for work and for nothing else. The hook and what it is
 * called with: include/swift/Runtime/Concurrency.h of Swift. Task.sleep goes around it: Task.pause in Basics
 * takes its place. Why there is a hook: docs/decisions/0015. */
#ifndef OPTIMIST_EXECUTOR_H
#define OPTIMIST_EXECUTOR_H

#include <glib.h>
#include <stdint.h>

#define OPTIMIST_SWIFTCALL __attribute__((swiftcall))

typedef OPTIMIST_SWIFTCALL void (*OptimistEnqueue)(void *job);
/* How urgent a job is: the higher, the earlier. */
typedef uint8_t (*OptimistPriority)(void *job);

extern OPTIMIST_SWIFTCALL void (*swift_task_enqueueGlobal_hook)(void *job, OptimistEnqueue original);
/* The executor that is none in particular is two words of zero. */
extern OPTIMIST_SWIFTCALL void swift_job_run(void *job, void *identity, uintptr_t implementation);

static gint optimist_compare_jobs(gconstpointer a, gconstpointer b, gpointer priority) {
  OptimistPriority of = (OptimistPriority)priority;
  return (gint)of((void *)b) - (gint)of((void *)a);
}

/* Threads that begin with the most urgent of the jobs that wait, and of equal ones with the first. */
static inline GThreadPool *optimist_job_pool_new(GFunc run, int threads, OptimistPriority priority) {
  GThreadPool *pool = g_thread_pool_new(run, NULL, threads, FALSE, NULL);
  g_thread_pool_set_sort_function(pool, optimist_compare_jobs, (gpointer)priority);
  return pool;
}

static void optimist_run_job(gpointer job, gpointer data) {
  (void)data;
  swift_job_run(job, NULL, 0);
}

/* Made by optimist_install_executor, when there are no other threads yet. */
static GThreadPool *optimist_jobs(OptimistPriority priority) {
  static GThreadPool *pool;
  /* Some jobs wait for the disk: more threads than such work needs processors. No job computes for long, so
   * that a large computer needs no more of them than a small one. */
  if (!pool) pool = optimist_job_pool_new(optimist_run_job, (int)MIN(g_get_num_processors(), 2) + 2, priority);
  return pool;
}

static OPTIMIST_SWIFTCALL void optimist_enqueue(void *job, OptimistEnqueue original) {
  (void)original;
  g_thread_pool_push(optimist_jobs(NULL), job, NULL);
}

/* Takes over from libdispatch. To be called once, before the first task is made. Threads without work wait for more of it:
 * GLib keeps two of them, for 15 seconds, and whoever had the next work had to begin new threads, the window for
 * instance when a to-do is entered. */
static inline void optimist_install_executor(OptimistPriority priority) {
  GThreadPool *jobs = optimist_jobs(priority);
  g_thread_pool_set_max_unused_threads(g_thread_pool_get_max_threads(jobs));
  g_thread_pool_set_max_idle_time(0);
  swift_task_enqueueGlobal_hook = optimist_enqueue;
}

#endif
