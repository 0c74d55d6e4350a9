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

static inline GtkWidget *optimist_alert_new(GtkWidget *over, const char *heading, const char *body) {
#if ADW_CHECK_VERSION(1, 5, 0)
  (void)over;
  return GTK_WIDGET(adw_alert_dialog_new(heading, body));
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

/* ---- Banner: since 1.3; NULL before, and the caller builds its own. ---- */

static inline GtkWidget *optimist_banner_new(void) {
#if ADW_CHECK_VERSION(1, 3, 0)
  GtkWidget *banner = adw_banner_new("");
  adw_banner_set_use_markup(ADW_BANNER(banner), FALSE);
  return banner;
#else
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
