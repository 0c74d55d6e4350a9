/* libadwaita 1.2 and newer as Swift sees it, with every difference between its versions. */
#ifndef OPTIMIST_CADWAITA_SHIM_H
#define OPTIMIST_CADWAITA_SHIM_H

#define GDK_DISABLE_DEPRECATION_WARNINGS
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#define ADW_DISABLE_DEPRECATION_WARNINGS

/* As a module, so that GTK's declarations belong to CGtk alone and are not parsed twice: a constant
 * that two modules own is found or not by the order in which a compiler run meets them. */
#include "../CGtk/shim.h"

#include <adwaita.h>

/* ---- Alerts: AdwAlertDialog since 1.5, AdwMessageDialog before. Both emit "response" (id). ---- */

#if ADW_CHECK_VERSION(1, 5, 0)
/* A dialog inside the window gives the focus back as if it were asked for by Tab: all that stands in an entry
 * is selected then, and the next key would replace it. */
static inline gboolean optimist_unselect_entry(gpointer window) {
  GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(window));
  if (focus && GTK_IS_EDITABLE(focus)) gtk_editable_select_region(GTK_EDITABLE(focus), -1, -1);
  return G_SOURCE_REMOVE;
}

static inline void optimist_unselect_entry_soon(gpointer window) {
  g_idle_add_full(G_PRIORITY_HIGH, optimist_unselect_entry, g_object_ref(window), g_object_unref);
}
#endif

static inline GtkWidget *optimist_alert_new(GtkWidget *over, const char *heading, const char *body) {
#if ADW_CHECK_VERSION(1, 5, 0)
  AdwDialog *alert = adw_alert_dialog_new(heading, body);
  GtkRoot *window = over ? gtk_widget_get_root(over) : NULL;
  if (window && GTK_IS_WINDOW(window))
    for (int i = 0; i < 2; i++) /* it may be when it begins to close, or when it has closed */
      g_signal_connect_object(alert, i ? "closed" : "response", G_CALLBACK(optimist_unselect_entry_soon),
                              window, G_CONNECT_SWAPPED);
  return GTK_WIDGET(alert);
#else
  return adw_message_dialog_new(over ? GTK_WINDOW(gtk_widget_get_root(over)) : NULL, heading, body);
#endif
}

static inline void optimist_alert_add_response(GtkWidget *alert, const char *id, const char *label,
                                               AdwResponseAppearance appearance) {
#if ADW_CHECK_VERSION(1, 5, 0)
  adw_alert_dialog_add_response(ADW_ALERT_DIALOG(alert), id, label);
  adw_alert_dialog_set_response_appearance(ADW_ALERT_DIALOG(alert), id, appearance);
#else
  adw_message_dialog_add_response(ADW_MESSAGE_DIALOG(alert), id, label);
  adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(alert), id, appearance);
#endif
}

static inline void optimist_alert_set_default_response(GtkWidget *alert, const char *id) {
#if ADW_CHECK_VERSION(1, 5, 0)
  adw_alert_dialog_set_default_response(ADW_ALERT_DIALOG(alert), id);
#else
  adw_message_dialog_set_default_response(ADW_MESSAGE_DIALOG(alert), id);
#endif
}

static inline void optimist_alert_set_close_response(GtkWidget *alert, const char *id) {
#if ADW_CHECK_VERSION(1, 5, 0)
  adw_alert_dialog_set_close_response(ADW_ALERT_DIALOG(alert), id);
#else
  adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(alert), id);
#endif
}

/* Puts a widget below the text. */
static inline void optimist_alert_set_extra_child(GtkWidget *alert, GtkWidget *child) {
#if ADW_CHECK_VERSION(1, 5, 0)
  adw_alert_dialog_set_extra_child(ADW_ALERT_DIALOG(alert), child);
#else
  adw_message_dialog_set_extra_child(ADW_MESSAGE_DIALOG(alert), child);
#endif
}

/* Puts the focus on the button of the default response. */
static inline void optimist_alert_focus_default(GtkWidget *alert) {
#if ADW_CHECK_VERSION(1, 5, 0)
  GtkWidget *button = adw_dialog_get_default_widget(ADW_DIALOG(alert));
#else
  GtkWidget *button = gtk_window_get_default_widget(GTK_WINDOW(alert));
#endif
  if (button) gtk_widget_grab_focus(button);
}

static inline void optimist_alert_present(GtkWidget *alert, GtkWidget *over) {
#if ADW_CHECK_VERSION(1, 5, 0)
  adw_dialog_present(ADW_DIALOG(alert), over);
#else
  (void)over;
  gtk_window_present(GTK_WINDOW(alert));
#endif
}

/* ---- Two panes: AdwNavigationSplitView since 1.4, AdwLeaflet before ---- */

#if ADW_CHECK_VERSION(1, 4, 0)
#define OPTIMIST_PANES_FOLDED "collapsed"
#define OPTIMIST_PANES_SHOWN "show-content"
#else
#define OPTIMIST_PANES_FOLDED "folded"
#define OPTIMIST_PANES_SHOWN "visible-child"
#endif

/* Panes that fold where they would not stand side by side. The titles of the pages are said nowhere:
 * both have header bars with titles of their own. */
static inline GtkWidget *optimist_panes_new(GtkWidget *sidebar, GtkWidget *content) {
#if ADW_CHECK_VERSION(1, 4, 0)
  GtkWidget *split = adw_navigation_split_view_new();
  AdwNavigationSplitView *view = ADW_NAVIGATION_SPLIT_VIEW(split);
  /* Widths that grow with the text, which is the default, would need more than the window has. */
  adw_navigation_split_view_set_sidebar_width_unit(view, ADW_LENGTH_UNIT_PX);
  adw_navigation_split_view_set_min_sidebar_width(view, 240);
  adw_navigation_split_view_set_max_sidebar_width(view, 280);
  adw_navigation_split_view_set_sidebar(view, adw_navigation_page_new(sidebar, "Optimist"));
  adw_navigation_split_view_set_content(view, adw_navigation_page_new(content, "Optimist"));
  GtkWidget *bin = adw_breakpoint_bin_new();
  gtk_widget_set_size_request(bin, 360, 200);
  adw_breakpoint_bin_set_child(ADW_BREAKPOINT_BIN(bin), split);
  AdwBreakpoint *narrow = adw_breakpoint_new(
      adw_breakpoint_condition_new_length(ADW_BREAKPOINT_CONDITION_MAX_WIDTH, 600, ADW_LENGTH_UNIT_PX));
  GValue folded = G_VALUE_INIT;
  g_value_init(&folded, G_TYPE_BOOLEAN);
  g_value_set_boolean(&folded, TRUE);
  adw_breakpoint_add_setter(narrow, G_OBJECT(split), OPTIMIST_PANES_FOLDED, &folded);
  g_value_unset(&folded);
  adw_breakpoint_bin_add_breakpoint(ADW_BREAKPOINT_BIN(bin), narrow);
  return bin;
#else
  GtkWidget *leaflet = adw_leaflet_new();
  adw_leaflet_append(ADW_LEAFLET(leaflet), sidebar);
  GtkWidget *separator = gtk_separator_new(GTK_ORIENTATION_VERTICAL);
  adw_leaflet_page_set_navigatable(adw_leaflet_append(ADW_LEAFLET(leaflet), separator), FALSE);
  adw_leaflet_append(ADW_LEAFLET(leaflet), content);
  adw_leaflet_set_can_navigate_back(ADW_LEAFLET(leaflet), TRUE);
  /* In each layout it sets the style classes of the widgets of its shadow, and GTK then looks again at the style of
   * every widget in the siblings behind these: the panes stand before them. */
  gtk_widget_insert_after(sidebar, leaflet, NULL);
  gtk_widget_insert_after(separator, leaflet, sidebar);
  gtk_widget_insert_after(content, leaflet, separator);
  return leaflet;
#endif
}

/* The widget that holds the panes, of what optimist_panes_new made; the functions below take it. */
static inline GtkWidget *optimist_panes_inner(GtkWidget *widget) {
#if ADW_CHECK_VERSION(1, 4, 0)
  return adw_breakpoint_bin_get_child(ADW_BREAKPOINT_BIN(widget));
#else
  return widget;
#endif
}

static inline gboolean optimist_panes_is_folded(GtkWidget *panes) {
#if ADW_CHECK_VERSION(1, 4, 0)
  return adw_navigation_split_view_get_collapsed(ADW_NAVIGATION_SPLIT_VIEW(panes));
#else
  return adw_leaflet_get_folded(ADW_LEAFLET(panes));
#endif
}

static inline void optimist_panes_show(GtkWidget *panes, GtkWidget *pane) {
#if ADW_CHECK_VERSION(1, 4, 0)
  AdwNavigationSplitView *view = ADW_NAVIGATION_SPLIT_VIEW(panes);
  AdwNavigationPage *content = adw_navigation_split_view_get_content(view);
  adw_navigation_split_view_set_show_content(view, adw_navigation_page_get_child(content) == pane);
#else
  adw_leaflet_set_visible_child(ADW_LEAFLET(panes), pane);
#endif
}

/* Has a pane stay when they fold. A leaflet would move the focus. */
static inline void optimist_panes_prefer(GtkWidget *panes, GtkWidget *pane) {
#if ADW_CHECK_VERSION(1, 4, 0)
  optimist_panes_show(panes, pane);
#endif
}

/* ---- A pane at the end: AdwOverlaySplitView since 1.4, AdwFlap before ---- */

#if ADW_CHECK_VERSION(1, 4, 0)
#define OPTIMIST_END_PANE_FOLDED "collapsed"
#define OPTIMIST_END_PANE_SHOWN "show-sidebar"
#else
#define OPTIMIST_END_PANE_FOLDED "folded"
#define OPTIMIST_END_PANE_SHOWN "reveal-flap"
#endif

#if ADW_CHECK_VERSION(1, 4, 0)
static inline void optimist_breakpoint_set_double(AdwBreakpoint *breakpoint, GObject *object,
                                                  const char *property, double number) {
  GValue value = G_VALUE_INIT;
  g_value_init(&value, G_TYPE_DOUBLE);
  g_value_set_double(&value, number);
  adw_breakpoint_add_setter(breakpoint, object, property, &value);
  g_value_unset(&value);
}
#else
/* A folded pane takes the whole width. The content must not want to grow then: in the layout that learns that the window
 * is too narrow both still stand side by side, and what grows would get less than it needs. */
static inline void optimist_end_pane_expand(AdwFlap *flap) {
  gboolean folded = adw_flap_get_folded(flap);
  gtk_widget_set_hexpand(adw_flap_get_flap(flap), folded);
  gtk_widget_set_hexpand(adw_flap_get_content(flap), !folded);
}
#endif

/* Content with a pane at its end, hidden at first. Narrower than 700 pixels the pane covers the content. */
static inline GtkWidget *optimist_end_pane_new(GtkWidget *content, GtkWidget *pane) {
#if ADW_CHECK_VERSION(1, 4, 0)
  GtkWidget *split = adw_overlay_split_view_new();
  AdwOverlaySplitView *view = ADW_OVERLAY_SPLIT_VIEW(split);
  adw_overlay_split_view_set_show_sidebar(view, FALSE);
  adw_overlay_split_view_set_pin_sidebar(view, TRUE);
  adw_overlay_split_view_set_enable_show_gesture(view, FALSE);
  adw_overlay_split_view_set_sidebar_position(view, GTK_PACK_END);
  adw_overlay_split_view_set_sidebar_width_unit(view, ADW_LENGTH_UNIT_PX);
  adw_overlay_split_view_set_min_sidebar_width(view, 340);
  adw_overlay_split_view_set_max_sidebar_width(view, 400);
  adw_overlay_split_view_set_sidebar_width_fraction(view, 0.36);
  adw_overlay_split_view_set_content(view, content);
  adw_overlay_split_view_set_sidebar(view, pane);
  GtkWidget *bin = adw_breakpoint_bin_new();
  gtk_widget_set_size_request(bin, 360, 200);
  adw_breakpoint_bin_set_child(ADW_BREAKPOINT_BIN(bin), split);
  AdwBreakpoint *narrow = adw_breakpoint_new(
      adw_breakpoint_condition_new_length(ADW_BREAKPOINT_CONDITION_MAX_WIDTH, 699, ADW_LENGTH_UNIT_PX));
  GValue folded = G_VALUE_INIT;
  g_value_init(&folded, G_TYPE_BOOLEAN);
  g_value_set_boolean(&folded, TRUE);
  adw_breakpoint_add_setter(narrow, G_OBJECT(split), OPTIMIST_END_PANE_FOLDED, &folded);
  g_value_unset(&folded);
  optimist_breakpoint_set_double(narrow, G_OBJECT(split), "max-sidebar-width", 700);
  optimist_breakpoint_set_double(narrow, G_OBJECT(split), "sidebar-width-fraction", 1);
  adw_breakpoint_bin_add_breakpoint(ADW_BREAKPOINT_BIN(bin), narrow);
  return bin;
#else
  GtkWidget *widget = adw_flap_new();
  AdwFlap *flap = ADW_FLAP(widget);
  adw_flap_set_flap_position(flap, GTK_PACK_END);
  adw_flap_set_reveal_flap(flap, FALSE);
  adw_flap_set_locked(flap, TRUE);
  adw_flap_set_swipe_to_open(flap, FALSE);
  /* While it folds slowly, the content is made narrower than it can be. */
  adw_flap_set_fold_duration(flap, 0);
  adw_flap_set_content(flap, content);
  adw_flap_set_flap(flap, pane);
  adw_flap_set_separator(flap, gtk_separator_new(GTK_ORIENTATION_VERTICAL));
  gtk_widget_set_size_request(pane, 340, -1);
  g_signal_connect(flap, "notify::folded", G_CALLBACK(optimist_end_pane_expand), NULL);
  optimist_end_pane_expand(flap);
  return widget;
#endif
}

/* The widget that holds the pane, of what optimist_end_pane_new made; the functions below take it. */
static inline GtkWidget *optimist_end_pane_inner(GtkWidget *widget) {
#if ADW_CHECK_VERSION(1, 4, 0)
  return adw_breakpoint_bin_get_child(ADW_BREAKPOINT_BIN(widget));
#else
  return widget;
#endif
}

static inline gboolean optimist_end_pane_is_folded(GtkWidget *widget) {
#if ADW_CHECK_VERSION(1, 4, 0)
  return adw_overlay_split_view_get_collapsed(ADW_OVERLAY_SPLIT_VIEW(widget));
#else
  return adw_flap_get_folded(ADW_FLAP(widget));
#endif
}

static inline gboolean optimist_end_pane_is_shown(GtkWidget *widget) {
#if ADW_CHECK_VERSION(1, 4, 0)
  return adw_overlay_split_view_get_show_sidebar(ADW_OVERLAY_SPLIT_VIEW(widget));
#else
  return adw_flap_get_reveal_flap(ADW_FLAP(widget));
#endif
}

static inline void optimist_end_pane_show(GtkWidget *widget, gboolean shown) {
#if ADW_CHECK_VERSION(1, 4, 0)
  GtkWidget *pane = adw_overlay_split_view_get_sidebar(ADW_OVERLAY_SPLIT_VIEW(widget));
#else
  GtkWidget *pane = adw_flap_get_flap(ADW_FLAP(widget));
#endif
  /* Before the pane has a size, the animation may divide by its width, and shows it at no place that there is. */
  GtkSettings *settings = gtk_widget_get_settings(widget);
  gboolean is_at_once = FALSE;
  if (gtk_widget_get_width(pane) == 0) g_object_get(settings, "gtk-enable-animations", &is_at_once, NULL);
  if (is_at_once) g_object_set(settings, "gtk-enable-animations", FALSE, NULL);
#if ADW_CHECK_VERSION(1, 4, 0)
  adw_overlay_split_view_set_show_sidebar(ADW_OVERLAY_SPLIT_VIEW(widget), shown);
#else
  adw_flap_set_reveal_flap(ADW_FLAP(widget), shown);
#endif
  if (is_at_once) gtk_settings_reset_property(settings, "gtk-enable-animations");
}

/* ---- A page with bars: AdwToolbarView since 1.4, a column before ---- */

static inline GtkWidget *optimist_page_new(void) {
#if ADW_CHECK_VERSION(1, 4, 0)
  return adw_toolbar_view_new();
#else
  return gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
#endif
}

static inline void optimist_page_add_top(GtkWidget *page, GtkWidget *bar) {
#if ADW_CHECK_VERSION(1, 4, 0)
  adw_toolbar_view_add_top_bar(ADW_TOOLBAR_VIEW(page), bar);
#else
  gtk_box_append(GTK_BOX(page), bar);
#endif
}

static inline void optimist_page_set_content(GtkWidget *page, GtkWidget *content) {
#if ADW_CHECK_VERSION(1, 4, 0)
  adw_toolbar_view_set_content(ADW_TOOLBAR_VIEW(page), content);
#else
  gtk_box_append(GTK_BOX(page), content);
#endif
}

static inline void optimist_page_add_bottom(GtkWidget *page, GtkWidget *bar) {
#if ADW_CHECK_VERSION(1, 4, 0)
  adw_toolbar_view_add_bottom_bar(ADW_TOOLBAR_VIEW(page), bar);
#else
  gtk_box_append(GTK_BOX(page), bar);
#endif
}

/* Leaves out the way back that header bars bring along since 1.4, where a page has its own. */
static inline void optimist_header_bar_without_back(GtkWidget *bar) {
#if ADW_CHECK_VERSION(1, 4, 0)
  adw_header_bar_set_show_back_button(ADW_HEADER_BAR(bar), FALSE);
#else
  (void)bar;
#endif
}

/* ---- Banner: since 1.3; NULL before, and the caller builds its own. ---- */

static inline GtkWidget *optimist_banner_new(GtkAccessibleRole role) {
#if ADW_CHECK_VERSION(1, 3, 0)
  return GTK_WIDGET(
      g_object_new(ADW_TYPE_BANNER, "use-markup", FALSE, "accessible-role", role, NULL));
#else
  (void)role;
  return NULL;
#endif
}

static inline void optimist_banner_set(GtkWidget *banner, const char *text, const char *button,
                                       gboolean revealed) {
#if ADW_CHECK_VERSION(1, 3, 0)
  adw_banner_set_title(ADW_BANNER(banner), text);
  adw_banner_set_button_label(ADW_BANNER(banner), button);
  adw_banner_set_revealed(ADW_BANNER(banner), revealed);
#else
  (void)banner, (void)text, (void)button, (void)revealed;
#endif
}

/* ---- About: AdwAboutDialog since 1.5, AdwAboutWindow before, with the same properties. ---- */

static inline GtkWidget *optimist_about_new(const char *name, const char *icon, const char *version,
                                            const char *developer, const char *copyright,
                                            const char *website, const char *issues,
                                            const char *release_notes, const char *debug_info,
                                            const char *translators) {
#if ADW_CHECK_VERSION(1, 5, 0)
  GType type = ADW_TYPE_ABOUT_DIALOG;
#else
  GType type = ADW_TYPE_ABOUT_WINDOW;
#endif
  return GTK_WIDGET(g_object_new(
      type, "application-name", name, "application-icon", icon, "version", version,
      "developer-name", developer, "copyright", copyright, "website", website, "issue-url", issues,
      "license-type", GTK_LICENSE_GPL_3_0, "release-notes", release_notes ? release_notes : "",
      "release-notes-version", version, "debug-info", debug_info, "debug-info-filename",
      "optimist-debug-info.txt", "translator-credits", translators, NULL));
}

static inline void optimist_about_present(GtkWidget *about, GtkWidget *over) {
#if ADW_CHECK_VERSION(1, 5, 0)
  /* A dialog inside the window keeps the keys of the application away from it. */
  GtkEventController *keys = gtk_shortcut_controller_new();
  gtk_shortcut_controller_add_shortcut(
      GTK_SHORTCUT_CONTROLLER(keys), gtk_shortcut_new(gtk_shortcut_trigger_parse_string("<Control>q"),
                                                      gtk_named_action_new("app.quit")));
  gtk_widget_add_controller(about, keys);
  adw_dialog_present(ADW_DIALOG(about), over);
#else
  gtk_window_set_transient_for(GTK_WINDOW(about), GTK_WINDOW(over));
  gtk_window_set_application(GTK_WINDOW(about), gtk_window_get_application(GTK_WINDOW(over)));
  gtk_window_set_destroy_with_parent(GTK_WINDOW(about), TRUE);
  gtk_window_set_modal(GTK_WINDOW(about), TRUE);
  gtk_window_present(GTK_WINDOW(about));
#endif
}

static inline void optimist_about_close(GtkWidget *about) {
#if ADW_CHECK_VERSION(1, 5, 0)
  adw_dialog_close(ADW_DIALOG(about));
#else
  gtk_window_close(GTK_WINDOW(about));
#endif
}

#endif
