#pragma once

/* Nothing to call: with this target, the functions of libsoup, libsecret, libical and libxml2 that the program uses
 * load their library at the first call (forward.h). Whoever calls another one of their functions adds it here. */
