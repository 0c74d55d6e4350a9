/* GLib, GObject and GIO as Swift sees them. */
#ifndef OPTIMIST_CGLIB_SHIM_H
#define OPTIMIST_CGLIB_SHIM_H

#define GLIB_DISABLE_DEPRECATION_WARNINGS

#include <malloc.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <libintl.h>
#include <locale.h>
#include <spawn.h>
#include <string.h>
#include <sys/timerfd.h>

#include "executor.h"

/* ---- The dispatch main queue: exported by libdispatch, in no public header ---- */

extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

/* Closes all descriptors from this one on in the process that is started. Swift does not see the function itself. */
static inline int optimist_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

#endif
