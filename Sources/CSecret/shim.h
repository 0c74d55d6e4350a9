#pragma once

// GLib belongs to the module CSoup, and libsecret's header leaves out what it finds included. With a
// second set of GLib's names in this module, Swift would find some of them only in files that import
// both.
#include "../CSoup/shim.h"

#include <libsecret/secret.h>

#include "prompt.h"

/// How the passwords and tokens of this app are found again: by the app and the account that they
/// belong to. The name of the schema is stored but not looked for: gnome-keyring does not find items
/// of a locked keyring by it, so that they would seem not to exist.
static inline const SecretSchema *optimist_secret_schema(void) {
  static const SecretSchema schema = {
      "io.github.optimist_todo.Optimist",
      SECRET_SCHEMA_DONT_MATCH_NAME,
      {{"account", SECRET_SCHEMA_ATTRIBUTE_STRING},
       {"application", SECRET_SCHEMA_ATTRIBUTE_STRING},
       {NULL, SECRET_SCHEMA_ATTRIBUTE_STRING}}};
  return &schema;
}

/// A new connection to a bus.
/// - Parameter address: of the bus; NULL for the session bus.
static inline GDBusConnection *optimist_secret_bus_connect(
    const char *address, GCancellable *cancellable, GError **error) {
  char *found = address
                    ? g_strdup(address)
                    : g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, cancellable, error);
  if (!found) return NULL;
  GDBusConnection *connection = g_dbus_connection_new_for_address_sync(
      found,
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
          G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
      NULL, cancellable, error);
  g_free(found);
  return connection;
}

/// libsecret chooses the session bus here, while the object is being made; the connection that was
/// given is used where there is no such choice.
static GObject *optimist_secret_service_construct(
    GType type, guint count, GObjectConstructParam *properties) {
  GObjectClass *parent = G_OBJECT_CLASS(g_type_class_peek(SECRET_TYPE_SERVICE));
  GObject *object = parent->constructor(type, count, properties);
  g_object_set(object, "g-bus-type", G_BUS_TYPE_NONE, NULL);
  return object;
}

static void optimist_secret_service_class_init(gpointer klass, gpointer data) {
  (void)data;
  G_OBJECT_CLASS(klass)->constructor = optimist_secret_service_construct;
  SecretServiceClass *service = (SecretServiceClass *)klass;
  service->prompt_sync = optimist_prompt_sync;
  service->prompt_async = optimist_prompt_async;
  service->prompt_finish = optimist_prompt_finish;
}

/// The Secret Service on a connection of the caller's own, with an open session. libsecret itself
/// offers only the session bus, with a connection shared by the whole process.
static inline SecretService *optimist_secret_service_open(
    GDBusConnection *connection, GCancellable *cancellable, GError **error) {
  static gsize type = 0;
  if (g_once_init_enter(&type)) {
    GType made = g_type_register_static_simple(
        SECRET_TYPE_SERVICE, "OptimistSecretService", sizeof(SecretServiceClass),
        optimist_secret_service_class_init, sizeof(SecretService), NULL, (GTypeFlags)0);
    g_once_init_leave(&type, made);
  }
  return (SecretService *)g_initable_new(
      type, cancellable, error, "g-connection", connection, "flags", SECRET_SERVICE_OPEN_SESSION,
      NULL);
}

/// What a failure means.
typedef enum {
  OPTIMIST_SECRET_OTHER,
  OPTIMIST_SECRET_UNAVAILABLE,
  OPTIMIST_SECRET_LOCKED,
  OPTIMIST_SECRET_TIMED_OUT,
} OptimistSecretFailure;

/// Classifies an error by domain and code. No error at all is what libsecret gives when a person
/// closes the question for the keyring's password.
static inline OptimistSecretFailure optimist_secret_failure(const GError *error) {
  if (!error) return OPTIMIST_SECRET_LOCKED;
  if (error->domain == SECRET_ERROR && error->code == SECRET_ERROR_IS_LOCKED)
    return OPTIMIST_SECRET_LOCKED;
  if (error->domain == G_IO_ERROR) {
    switch (error->code) {
      case G_IO_ERROR_CANCELLED: return OPTIMIST_SECRET_LOCKED;
      case G_IO_ERROR_TIMED_OUT: return OPTIMIST_SECRET_TIMED_OUT;
      case G_IO_ERROR_CLOSED: return OPTIMIST_SECRET_UNAVAILABLE;
      default: return OPTIMIST_SECRET_OTHER;
    }
  }
  if (error->domain == G_DBUS_ERROR) {
    switch (error->code) {
      case G_DBUS_ERROR_SERVICE_UNKNOWN:
      case G_DBUS_ERROR_NAME_HAS_NO_OWNER:
      case G_DBUS_ERROR_NO_SERVER:
      case G_DBUS_ERROR_DISCONNECTED:
      // The service went away in the middle of the call.
      case G_DBUS_ERROR_NO_REPLY:
      case G_DBUS_ERROR_SPAWN_EXEC_FAILED:
      case G_DBUS_ERROR_SPAWN_FORK_FAILED:
      case G_DBUS_ERROR_SPAWN_CHILD_EXITED:
      case G_DBUS_ERROR_SPAWN_CHILD_SIGNALED:
      case G_DBUS_ERROR_SPAWN_FAILED:
      case G_DBUS_ERROR_SPAWN_SETUP_FAILED:
      case G_DBUS_ERROR_SPAWN_CONFIG_INVALID:
      case G_DBUS_ERROR_SPAWN_SERVICE_INVALID:
      case G_DBUS_ERROR_SPAWN_SERVICE_NOT_FOUND:
      case G_DBUS_ERROR_SPAWN_PERMISSIONS_INVALID:
      case G_DBUS_ERROR_SPAWN_FILE_INVALID:
      case G_DBUS_ERROR_SPAWN_NO_MEMORY: return OPTIMIST_SECRET_UNAVAILABLE;
      case G_DBUS_ERROR_TIMED_OUT:
      case G_DBUS_ERROR_TIMEOUT: return OPTIMIST_SECRET_TIMED_OUT;
      default: return OPTIMIST_SECRET_OTHER;
    }
  }
  return OPTIMIST_SECRET_OTHER;
}
