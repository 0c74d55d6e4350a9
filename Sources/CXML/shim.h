#pragma once

#include <libxml/xmlversion.h>

/* Where libxml2 was built with ICU, its headers include ICU's, which contradict those of the ICU that Swift's Foundation
 * brings along. They are needed for one struct only, and nothing here knows what is in it. */
#undef LIBXML_ICU_ENABLED

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/xmlwriter.h>
