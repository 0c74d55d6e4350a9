/* What the toolkit itself costs: the programs beside which the bench puts Optimist's figures.
 *
 *   floor window         an empty libadwaita window
 *   floor list COUNT     an entry above a GtkListView of COUNT labels; Enter appends a row and shows it
 *
 * OPTIMIST_TRACE names the file for the same trace as Sources/Toolkit/FrameTrace.swift writes, and OPTIMIST_TRACE_END
 * ends it as there. */

#include <adwaita.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *trace;
static const char *end;
static int submitted;
static gint64 frame_start;
static int unpainted = -1;
static GtkStringList *rows;
static GtkWidget *list_view;

static void mark(const char *event) {
  if (!trace) return;
  fprintf(trace, "%" G_GINT64_FORMAT " %s\n", g_get_monotonic_time(), event);
  fflush(trace);
  if (strcmp(event, "submit") == 0) submitted++;
}

static void note_rows(void) {
  char text[32];
  unpainted = rows ? (int)g_list_model_get_n_items(G_LIST_MODEL(rows)) : 0;
  snprintf(text, sizeof text, "rows %d", unpainted);
  mark(text);
}

static void before_paint(GdkFrameClock *clock, gpointer data) { frame_start = g_get_monotonic_time(); }

static void after_paint(GdkFrameClock *clock, gpointer data) {
  char text[64];
  long cost = (long)(g_get_monotonic_time() - frame_start);
  if (unpainted >= 0) snprintf(text, sizeof text, "frame %d %ld", unpainted, cost);
  else snprintf(text, sizeof text, "paint %ld", cost);
  mark(text);
  if (end && unpainted >= 0) {
    snprintf(text, sizeof text, "submit %d", submitted);
    if (strcmp(end, "frame") == 0 || strcmp(end, text) == 0) _exit(0);
  }
  unpainted = -1;
}

static void realized(GtkWidget *widget, gpointer data) {
  GdkFrameClock *clock = gtk_widget_get_frame_clock(widget);
  g_signal_connect(clock, "before-paint", G_CALLBACK(before_paint), NULL);
  g_signal_connect(clock, "after-paint", G_CALLBACK(after_paint), NULL);
}

static void setup(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
  GtkWidget *label = gtk_label_new(NULL);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child(item, label);
}

static void bind(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
  GtkStringObject *row = gtk_list_item_get_item(item);
  gtk_label_set_text(GTK_LABEL(gtk_list_item_get_child(item)), gtk_string_object_get_string(row));
}

static void entered(GtkEntry *entry, gpointer data) {
  mark("submit");
  gtk_string_list_append(rows, gtk_editable_get_text(GTK_EDITABLE(entry)));
  gtk_editable_set_text(GTK_EDITABLE(entry), "");
  gtk_widget_activate_action(list_view, "list.scroll-to-item", "u",
                             g_list_model_get_n_items(G_LIST_MODEL(rows)) - 1);
  note_rows();
}

static GtkWidget *list_page(int count) {
  GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *entry = gtk_entry_new();
  GtkWidget *scrolled = gtk_scrolled_window_new();
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
  rows = gtk_string_list_new(NULL);
  for (int number = 0; number < count; number++) {
    char text[64];
    snprintf(text, sizeof text, "To-do number %d with a title of usual length", number);
    gtk_string_list_append(rows, text);
  }
  g_signal_connect(factory, "setup", G_CALLBACK(setup), NULL);
  g_signal_connect(factory, "bind", G_CALLBACK(bind), NULL);
  list_view = gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(rows))), factory);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), list_view);
  gtk_widget_set_vexpand(scrolled, TRUE);
  g_signal_connect(entry, "activate", G_CALLBACK(entered), NULL);
  gtk_box_append(GTK_BOX(column), entry);
  gtk_box_append(GTK_BOX(column), scrolled);
  return column;
}

static void activate(GApplication *application, gpointer data) {
  char **arguments = data;
  GtkWidget *window = adw_application_window_new(GTK_APPLICATION(application));
  GtkWidget *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  gtk_window_set_default_size(GTK_WINDOW(window), 900, 640);
  gtk_box_append(GTK_BOX(column), adw_header_bar_new());
  if (strcmp(arguments[1], "list") == 0) gtk_box_append(GTK_BOX(column), list_page(atoi(arguments[2])));
  adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), column);
  g_signal_connect(window, "realize", G_CALLBACK(realized), NULL);
  note_rows();
  gtk_window_present(GTK_WINDOW(window));
}

int main(int count, char **arguments) {
  const char *path = getenv("OPTIMIST_TRACE");
  if (count < 2 || (strcmp(arguments[1], "list") == 0 && count < 3)) return 2;
  if (path) trace = fopen(path, "a");
  end = getenv("OPTIMIST_TRACE_END");
  AdwApplication *application = adw_application_new("io.github.optimist_todo.Floor", G_APPLICATION_NON_UNIQUE);
  g_signal_connect(application, "activate", G_CALLBACK(activate), arguments);
  return g_application_run(G_APPLICATION(application), 0, NULL);
}
