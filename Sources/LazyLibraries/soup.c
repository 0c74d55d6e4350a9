#include <libsoup/soup.h>

#include "forward.h"

/* The file's name has the version of the interface in it, which is also that of the headers. */
#define LIBRARY "libsoup-3.0.so.0"

FORWARD(GType, soup_content_decoder_get_type, (void), ())
FORWARD(void, soup_message_add_flags, (SoupMessage *message, SoupMessageFlags flags), (message, flags))
FORWARD(SoupMessageHeaders *, soup_message_get_request_headers, (SoupMessage *message), (message))
FORWARD(SoupMessageHeaders *, soup_message_get_response_headers, (SoupMessage *message), (message))
FORWARD(SoupStatus, soup_message_get_status, (SoupMessage *message), (message))
FORWARD(void, soup_message_headers_foreach,
        (SoupMessageHeaders *headers, SoupMessageHeadersForeachFunc function, gpointer data),
        (headers, function, data))
FORWARD(goffset, soup_message_headers_get_content_length, (SoupMessageHeaders *headers), (headers))
FORWARD(const char *, soup_message_headers_get_list, (SoupMessageHeaders *headers, const char *name), (headers, name))
FORWARD(void, soup_message_headers_replace, (SoupMessageHeaders *headers, const char *name, const char *value),
        (headers, name, value))
FORWARD(SoupMessage *, soup_message_new, (const char *method, const char *location), (method, location))
FORWARD(void, soup_message_set_request_body_from_bytes, (SoupMessage *message, const char *type, GBytes *bytes),
        (message, type, bytes))
FORWARD(void, soup_session_abort, (SoupSession *session), (session))
FORWARD(GQuark, soup_session_error_quark, (void), ())
FORWARD(GType, soup_session_get_type, (void), ())
FORWARD(void, soup_session_remove_feature_by_type, (SoupSession *session, GType type), (session, type))
FORWARD(void, soup_session_send_async,
        (SoupSession *session, SoupMessage *message, int priority, GCancellable *cancellable,
         GAsyncReadyCallback callback, gpointer data),
        (session, message, priority, cancellable, callback, data))
FORWARD(GInputStream *, soup_session_send_finish, (SoupSession *session, GAsyncResult *result, GError **error),
        (session, result, error))
FORWARD(void, soup_session_set_proxy_resolver, (SoupSession *session, GProxyResolver *resolver), (session, resolver))
FORWARD(void, soup_session_set_user_agent, (SoupSession *session, const char *name), (session, name))
