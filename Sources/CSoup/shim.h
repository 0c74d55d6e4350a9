#pragma once

#include "../CGLib/shim.h"

#include <libsoup/soup.h>

/* The limits can be set only when a session is made, by a call that Swift cannot make: it takes any number of
 * arguments. */
static inline SoupSession *optimist_soup_session_new(int connections) {
  return (SoupSession *)g_object_new(
      soup_session_get_type(), "max-conns", connections, "max-conns-per-host", connections, NULL);
}

/* The whole certificate (DER). To be released; NULL if there is none. */
static inline GByteArray *optimist_certificate_bytes(GTlsCertificate *certificate) {
  GByteArray *bytes = NULL;
  g_object_get(certificate, "certificate", &bytes, NULL);
  return bytes;
}
