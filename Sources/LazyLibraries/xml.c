#include "../CXML/shim.h"
#include "forward.h"

/* The name of the file for the headers that this is compiled with. */
#if LIBXML_VERSION >= 21400
#define LIBRARY "libxml2.so.16"
#else
#define LIBRARY "libxml2.so.2"
#endif

FORWARD(const xmlChar *, xmlBufferContent, (const xmlBuffer *buffer), (buffer))
FORWARD(xmlBufferPtr, xmlBufferCreate, (void), ())
FORWARD(void, xmlBufferFree, (xmlBufferPtr buffer), (buffer))
FORWARD(int, xmlBufferLength, (const xmlBuffer *buffer), (buffer))
FORWARD(xmlParserCtxtPtr, xmlCreatePushParserCtxt,
        (xmlSAXHandlerPtr handler, void *data, const char *chunk, int size, const char *name),
        (handler, data, chunk, size, name))
FORWARD(int, xmlCtxtUseOptions, (xmlParserCtxtPtr parser, int options), (parser, options))
FORWARD(void, xmlFreeParserCtxt, (xmlParserCtxtPtr parser), (parser))
FORWARD(void, xmlFreeTextWriter, (xmlTextWriterPtr writer), (writer))
FORWARD(void, xmlInitParser, (void), ())
FORWARD(xmlTextWriterPtr, xmlNewTextWriterMemory, (xmlBufferPtr buffer, int compression), (buffer, compression))
FORWARD(int, xmlParseChunk, (xmlParserCtxtPtr parser, const char *chunk, int size, int is_last),
        (parser, chunk, size, is_last))
FORWARD(int, xmlSAX2GetLineNumber, (void *parser), (parser))
FORWARD(void, xmlStopParser, (xmlParserCtxtPtr parser), (parser))
FORWARD(int, xmlTextWriterEndDocument, (xmlTextWriterPtr writer), (writer))
FORWARD(int, xmlTextWriterEndElement, (xmlTextWriterPtr writer), (writer))
FORWARD(int, xmlTextWriterStartDocument,
        (xmlTextWriterPtr writer, const char *version, const char *encoding, const char *standalone),
        (writer, version, encoding, standalone))
FORWARD(int, xmlTextWriterStartElement, (xmlTextWriterPtr writer, const xmlChar *name), (writer, name))
FORWARD(int, xmlTextWriterWriteAttribute, (xmlTextWriterPtr writer, const xmlChar *name, const xmlChar *text),
        (writer, name, text))
FORWARD(int, xmlTextWriterWriteString, (xmlTextWriterPtr writer, const xmlChar *text), (writer, text))
