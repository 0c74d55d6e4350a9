/* GTK 4.8 and newer as Swift sees it. Swift imports no macros with casts and no variadic functions;
 * what the app needs of those, and every difference between GTK versions, stands here. */
#ifndef OPTIMIST_CGTK_SHIM_H
#define OPTIMIST_CGTK_SHIM_H

#define GDK_DISABLE_DEPRECATION_WARNINGS
#define GLIB_DISABLE_DEPRECATION_WARNINGS

#include <gtk/gtk.h>
#include <glib-unix.h>
#include <libintl.h>
#include <locale.h>
#include <sys/timerfd.h>

/* ---- The dispatch main queue: exported by libdispatch, in no public header ---- */

extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

/* ---- A GObject that carries one Swift object ---- */

typedef struct {
  GObject parent_instance;
  gpointer box;
} OptimistBoxedObject;

/* ---- Accessibility ---- */

static inline void optimist_accessible_set_label(GtkWidget *widget, const char *label) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static inline void optimist_accessible_reset_label(GtkWidget *widget) {
  gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

static inline void optimist_accessible_set_description(GtkWidget *widget, const char *text) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                 -1);
}

static inline void optimist_accessible_set_labelled_by(GtkWidget *widget, GtkWidget *label) {
  gtk_accessible_update_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label,
                                 NULL, -1);
}

static inline void optimist_accessible_set_hidden(GtkWidget *widget, gboolean hidden) {
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, hidden, -1);
}

/* Before 4.14 there is no way to speak a text that is no widget's: nothing happens. */
static inline void optimist_accessible_announce(GtkWidget *widget, const char *message,
                                                gboolean urgent) {
#if GTK_CHECK_VERSION(4, 14, 0)
  gtk_accessible_announce(GTK_ACCESSIBLE(widget), message,
                          urgent ? GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_HIGH
                                 : GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
#else
  (void)widget, (void)message, (void)urgent;
#endif
}

/* Before 4.12 the row widget, which is the parent of the item's child, is labelled itself. */
static inline void optimist_list_item_set_accessible_label(GtkListItem *item, const char *label) {
#if GTK_CHECK_VERSION(4, 12, 0)
  gtk_list_item_set_accessible_label(item, label);
#else
  GtkWidget *child = gtk_list_item_get_child(item);
  GtkWidget *row = child ? gtk_widget_get_parent(child) : NULL;
  if (row) optimist_accessible_set_label(row, label);
#endif
}

/* The role of a widget can only be given when it is made. */
static inline GtkWidget *optimist_box_new_with_role(GtkOrientation orientation, int spacing,
                                                    GtkAccessibleRole role) {
  return GTK_WIDGET(g_object_new(GTK_TYPE_BOX, "orientation", orientation, "spacing", spacing,
                                 "accessible-role", role, NULL));
}

#endif
