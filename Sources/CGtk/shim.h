/* GTK 4.8 and newer as Swift sees it. Swift imports no macros with casts and no variadic functions;
 * what the app needs of those, and every difference between GTK versions, stands here. */
#ifndef OPTIMIST_CGTK_SHIM_H
#define OPTIMIST_CGTK_SHIM_H

#define GDK_DISABLE_DEPRECATION_WARNINGS
#define GLIB_DISABLE_DEPRECATION_WARNINGS

/* As a module, so that GLib's declarations belong to CGLib alone and are not parsed twice: a constant that
 * two modules own is found or not by the order in which a compiler run meets them. */
#include "../CGLib/shim.h"

#include <gtk/gtk.h>
#include <math.h>

#include "confine.h"

/* ---- A GObject that carries one Swift object ---- */

typedef struct {
  GObject parent_instance;
  gpointer box;
} OptimistBoxedObject;

/* Whether a widget is on its way for a moment when its state changes. */
static inline gboolean optimist_widget_is_animated(GtkWidget *widget) {
  gboolean animated = FALSE;
  g_object_get(gtk_widget_get_settings(widget), "gtk-enable-animations", &animated, NULL);
  return animated && gtk_widget_get_frame_clock(widget) != NULL;
}

/* ---- Accessibility ---- */

/* A widget that is labelled by another keeps that name whatever its own is. */
static inline void optimist_accessible_set_label(GtkWidget *widget, const char *label) {
  gtk_accessible_reset_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
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

/* expanded: -1 for a row that has nothing below it. */
static inline void optimist_accessible_set_branch(GtkWidget *row, int level, int expanded) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LEVEL, level, -1);
  if (expanded < 0)
    gtk_accessible_reset_state(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_STATE_EXPANDED);
  else
    gtk_accessible_update_state(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_STATE_EXPANDED, expanded, -1);
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

/* GTK from 4.10 on adds up the places of a widget and of those around it without their borders and
 * paddings, so that what screen readers take for a button lies beside it. */
#if GTK_CHECK_VERSION(4, 10, 0)
static inline gboolean optimist_widget_get_bounds(GtkAccessible *accessible, int *x, int *y, int *width,
                                                  int *height) {
  GtkWidget *widget = GTK_WIDGET(accessible);
  if (!gtk_widget_get_realized(widget)) return FALSE;
  GtkWidget *parent = gtk_widget_get_parent(widget);
  graphene_rect_t bounds, around = GRAPHENE_RECT_INIT(0, 0, 0, 0);
  if (!gtk_widget_compute_bounds(widget, parent ? parent : widget, &bounds)) return FALSE;
  /* A parent's own bounds begin where its border does: left of and above the origin of its children. */
  if (parent && !gtk_widget_compute_bounds(parent, parent, &around)) return FALSE;
  *x = (int)floorf(bounds.origin.x - around.origin.x);
  *y = (int)floorf(bounds.origin.y - around.origin.y);
  *width = (int)ceilf(bounds.size.width);
  *height = (int)ceilf(bounds.size.height);
  return TRUE;
}
#endif

/* To be called once GTK is initialised, before there are windows. */
static inline void optimist_accessible_correct_bounds(void) {
#if GTK_CHECK_VERSION(4, 10, 0)
  GtkAccessibleInterface *accessible = (GtkAccessibleInterface *)g_type_interface_peek(
      g_type_class_ref(GTK_TYPE_WIDGET), GTK_TYPE_ACCESSIBLE);
  accessible->get_bounds = optimist_widget_get_bounds;
#endif
}

/* Newer versions of GTK name the items of a menu by labels that they do not show to screen readers, and
 * so not at all. Names those in and below a widget by their texts. */
static inline void optimist_menu_name_items(GtkWidget *widget) {
#if GTK_CHECK_VERSION(4, 10, 0)
  if (strcmp(G_OBJECT_TYPE_NAME(widget), "GtkModelButton") == 0) {
    char *text = NULL;
    g_object_get(widget, "text", &text, NULL);
    if (text) {
      optimist_accessible_set_label(widget, text);
    }
    g_free(text);
    return;
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child))
    optimist_menu_name_items(child);
#else
  (void)widget;
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

/* A widget with a layout manager does not place its own content any more. */
static inline void optimist_widget_allocate_by_class(GtkWidget *widget, int width, int height) {
  GTK_WIDGET_GET_CLASS(widget)->size_allocate(widget, width, height, -1);
}

/* A new row has every change of its style pending, and GTK passes those on to the rows behind it, which then look up all
 * their styles anew: half a million instructions for each. It does not for a row that is hidden while its style is looked
 * up. To be called when the item is bound for the first time: then the row has its place. Newer versions of GTK are left
 * alone: nobody has counted there. */
static inline void optimist_list_item_prepare_style(GtkListItem *item) {
#if !GTK_CHECK_VERSION(4, 12, 0)
  GtkWidget *child = gtk_list_item_get_child(item);
  GtkWidget *row = child ? gtk_widget_get_parent(child) : NULL;
  GdkRGBA color;
  if (!row || !gtk_widget_get_next_sibling(row)) return;
  gtk_widget_set_visible(row, FALSE);
  gtk_style_context_get_color(gtk_widget_get_style_context(row), &color);
  gtk_widget_set_visible(row, TRUE);
#else
  (void)item;
#endif
}

/* Newer versions of GTK give the focus to a row without making it the place from which the arrow keys
 * go on, unless they are told which. */
static inline void optimist_list_view_focus_first(GtkWidget *list) {
#if GTK_CHECK_VERSION(4, 12, 0)
  gtk_list_view_scroll_to(GTK_LIST_VIEW(list), 0, GTK_LIST_SCROLL_FOCUS, NULL);
#endif
  gtk_widget_grab_focus(list);
}

/* The role of a widget can only be given when it is made. A check button that is one of several stays a check box to
 * screen readers before 4.10. */
static inline GtkWidget *optimist_radio_button_new(void) {
  return GTK_WIDGET(g_object_new(GTK_TYPE_CHECK_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_RADIO, NULL));
}

static inline GtkWidget *optimist_box_new_with_role(GtkOrientation orientation, int spacing,
                                                    GtkAccessibleRole role) {
  return GTK_WIDGET(g_object_new(GTK_TYPE_BOX, "orientation", orientation, "spacing", spacing,
                                 "accessible-role", role, NULL));
}

/* A node that draws a texture in a square. The renderer that draws with cairo converts the pixels of a texture each time
 * that it draws one, with floating point before 4.10: it gets a surface. "transfer full". */
static inline GskRenderNode *optimist_texture_node(GskRenderer *renderer, GdkTexture *texture, float size) {
  graphene_rect_t bounds = GRAPHENE_RECT_INIT(0, 0, size, size);
  if (!GSK_IS_CAIRO_RENDERER(renderer)) return gsk_texture_node_new(texture, &bounds);
  GskRenderNode *node = gsk_cairo_node_new(&bounds);
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gdk_texture_get_width(texture),
                                                        gdk_texture_get_height(texture));
  gdk_texture_download(texture, cairo_image_surface_get_data(surface), cairo_image_surface_get_stride(surface));
  cairo_surface_mark_dirty(surface);
  cairo_t *cairo = gsk_cairo_node_get_draw_context(node);
  cairo_scale(cairo, size / gdk_texture_get_width(texture), size / gdk_texture_get_height(texture));
  cairo_set_source_surface(cairo, surface, 0, 0);
  cairo_paint(cairo);
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
  return node;
}

#endif
