/* GLib, GObject and GIO as Swift sees them. */
#ifndef OPTIMIST_CGLIB_SHIM_H
#define OPTIMIST_CGLIB_SHIM_H

#define GLIB_DISABLE_DEPRECATION_WARNINGS

#include <malloc.h>
#include <gio/gio.h>
#include <glib-unix.h>
#include <libintl.h>
#include <locale.h>
#include <string.h>
#include <sys/timerfd.h>

#include "executor.h"

/* ---- The dispatch main queue: exported by libdispatch, in no public header ---- */

extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

#endif
