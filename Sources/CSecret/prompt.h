#pragma once

#include <libsecret/secret.h>

// Asks the user for the keyring's password, in place of libsecret's own way (0.20), which
// - calls Dismiss when it is cancelled, on which gnome-keyring (42) ends with a failed assertion, and
// - never comes back when the keyring goes away while the question is open.
// Here a cancelled question is left alone; the keyring closes it once the caller has left the bus.
// https://specifications.freedesktop.org/secret-service/latest/org.freedesktop.Secret.Prompt.html

typedef struct {
  GDBusConnection *connection;
  guint signal;
  guint watch;
  GSource *cancellation;
  GVariantType *expected;
  gboolean is_ended;
} OptimistPrompt;

static void optimist_prompt_free(gpointer data) {
  OptimistPrompt *prompt = (OptimistPrompt *)data;
  g_object_unref(prompt->connection);
  if (prompt->expected) g_variant_type_free(prompt->expected);
  g_free(prompt);
}

/// Ends the task, the first time; takes the result or the error.
static void optimist_prompt_end(GTask *task, GVariant *result, GError *error) {
  OptimistPrompt *prompt = (OptimistPrompt *)g_task_get_task_data(task);
  if (prompt->is_ended) {
    if (result) g_variant_unref(result);
    g_clear_error(&error);
    return;
  }
  prompt->is_ended = TRUE;
  g_object_ref(task);
  g_dbus_connection_signal_unsubscribe(prompt->connection, prompt->signal);
  g_bus_unwatch_name(prompt->watch);
  if (prompt->cancellation) {
    g_source_destroy(prompt->cancellation);
    g_source_unref(prompt->cancellation);
  }
  if (error)
    g_task_return_error(task, error);
  else
    g_task_return_pointer(task, result, (GDestroyNotify)g_variant_unref);
  g_object_unref(task);
}

static void optimist_prompt_completed(
    GDBusConnection *connection, const char *sender, const char *path, const char *interface,
    const char *signal, GVariant *parameters, gpointer data) {
  GTask *task = (GTask *)data;
  const GVariantType *expected = ((OptimistPrompt *)g_task_get_task_data(task))->expected;
  gboolean is_dismissed = TRUE;
  GVariant *result = NULL;
  if (g_variant_is_of_type(parameters, G_VARIANT_TYPE("(bv)")))
    g_variant_get(parameters, "(bv)", &is_dismissed, &result);
  if (!is_dismissed && (!expected || g_variant_is_of_type(result, expected)))
    return optimist_prompt_end(task, result, NULL);
  if (result) g_variant_unref(result);
  optimist_prompt_end(
      task, NULL, g_error_new_literal(SECRET_ERROR, SECRET_ERROR_IS_LOCKED, "dismissed"));
}

static void optimist_prompt_vanished(GDBusConnection *connection, const char *name, gpointer data) {
  optimist_prompt_end(
      (GTask *)data, NULL,
      g_error_new_literal(G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER, "vanished"));
}

static gboolean optimist_prompt_cancelled(GCancellable *cancellable, gpointer data) {
  optimist_prompt_end(
      (GTask *)data, NULL, g_error_new_literal(G_IO_ERROR, G_IO_ERROR_CANCELLED, "cancelled"));
  return FALSE;
}

static void optimist_prompt_shown(GObject *source, GAsyncResult *result, gpointer data) {
  GError *error = NULL;
  GVariant *answer = g_dbus_connection_call_finish((GDBusConnection *)source, result, &error);
  if (answer) g_variant_unref(answer);
  if (error) optimist_prompt_end((GTask *)data, NULL, error);
  g_object_unref(data);
}

static void optimist_prompt_async(
    SecretService *service, SecretPrompt *secret_prompt, const GVariantType *expected,
    GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data) {
  GDBusProxy *proxy = (GDBusProxy *)secret_prompt;
  const char *name = g_dbus_proxy_get_name(proxy);
  const char *path = g_dbus_proxy_get_object_path(proxy);
  GTask *task = g_task_new(service, cancellable, callback, data);
  OptimistPrompt *prompt = g_new0(OptimistPrompt, 1);
  prompt->connection = (GDBusConnection *)g_object_ref(g_dbus_proxy_get_connection(proxy));
  prompt->expected = expected ? g_variant_type_copy(expected) : NULL;
  g_task_set_task_data(task, prompt, optimist_prompt_free);
  g_task_set_check_cancellable(task, FALSE);
  prompt->signal = g_dbus_connection_signal_subscribe(
      prompt->connection, name, "org.freedesktop.Secret.Prompt", "Completed", path, NULL,
      G_DBUS_SIGNAL_FLAGS_NONE, optimist_prompt_completed, g_object_ref(task), g_object_unref);
  prompt->watch = g_bus_watch_name_on_connection(
      prompt->connection, name, G_BUS_NAME_WATCHER_FLAGS_NONE, NULL, optimist_prompt_vanished,
      g_object_ref(task), g_object_unref);
  if (cancellable) {
    prompt->cancellation = g_cancellable_source_new(cancellable);
    g_source_set_callback(
        prompt->cancellation, (GSourceFunc)(void (*)(void))optimist_prompt_cancelled,
        g_object_ref(task), g_object_unref);
    g_source_attach(prompt->cancellation, g_main_context_get_thread_default());
  }
  g_dbus_connection_call(
      prompt->connection, name, path, "org.freedesktop.Secret.Prompt", "Prompt",
      g_variant_new("(s)", ""), NULL, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, cancellable,
      optimist_prompt_shown, task);
}

static GVariant *optimist_prompt_finish(
    SecretService *service, GAsyncResult *result, GError **error) {
  return (GVariant *)g_task_propagate_pointer((GTask *)result, error);
}

static void optimist_prompt_keep_result(GObject *source, GAsyncResult *result, gpointer data) {
  *(GAsyncResult **)data = (GAsyncResult *)g_object_ref(result);
}

static GVariant *optimist_prompt_sync(
    SecretService *service, SecretPrompt *prompt, GCancellable *cancellable,
    const GVariantType *expected, GError **error) {
  GMainContext *context = g_main_context_new();
  GAsyncResult *result = NULL;
  g_main_context_push_thread_default(context);
  optimist_prompt_async(
      service, prompt, expected, cancellable, optimist_prompt_keep_result, &result);
  while (!result) g_main_context_iteration(context, TRUE);
  GVariant *value = optimist_prompt_finish(service, result, error);
  g_object_unref(result);
  g_main_context_pop_thread_default(context);
  g_main_context_unref(context);
  return value;
}
