#include <libsecret/secret.h>

#include "forward.h"

/* The file's name has the version of the interface in it, which is also that of the headers. */
#define LIBRARY "libsecret-1.so.0"

FORWARD(GQuark, secret_error_get_quark, (void), ())
FORWARD(gboolean, secret_item_delete_sync, (SecretItem *item, GCancellable *cancellable, GError **error),
        (item, cancellable, error))
FORWARD(gboolean, secret_item_get_locked, (SecretItem *item), (item))
FORWARD(SecretValue *, secret_item_get_secret, (SecretItem *item), (item))
FORWARD(gboolean, secret_item_load_secret_sync, (SecretItem *item, GCancellable *cancellable, GError **error),
        (item, cancellable, error))
FORWARD(gboolean, secret_item_set_secret_sync,
        (SecretItem *item, SecretValue *value, GCancellable *cancellable, GError **error),
        (item, value, cancellable, error))
FORWARD(GType, secret_service_get_type, (void), ())
FORWARD(GList *, secret_service_search_sync,
        (SecretService *service, const SecretSchema *schema, GHashTable *attributes, SecretSearchFlags flags,
         GCancellable *cancellable, GError **error),
        (service, schema, attributes, flags, cancellable, error))
FORWARD(gboolean, secret_service_store_sync,
        (SecretService *service, const SecretSchema *schema, GHashTable *attributes, const char *collection,
         const char *label, SecretValue *value, GCancellable *cancellable, GError **error),
        (service, schema, attributes, collection, label, value, cancellable, error))
FORWARD(gint, secret_service_unlock_sync,
        (SecretService *service, GList *objects, GCancellable *cancellable, GList **unlocked, GError **error),
        (service, objects, cancellable, unlocked, error))
FORWARD(const char *, secret_value_get, (SecretValue *value, gsize *length), (value, length))
FORWARD(SecretValue *, secret_value_new, (const char *secret, gssize length, const char *type), (secret, length, type))
FORWARD(void, secret_value_unref, (gpointer value), (value))
