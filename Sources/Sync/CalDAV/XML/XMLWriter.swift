import Basics
import CXML
import FoundationEssentials

/// Writes an XML document with libxml2, which escapes texts and attributes.
///
/// Each namespace has one prefix, declared at the root. Characters that XML cannot contain (XML 1.0 §2.2: control
/// characters other than tab and line ends) are left out of texts.
struct XMLWriter {
  private let writer: xmlTextWriterPtr

  /// - Parameter content: writes what is inside the root.
  static func document(_ root: XMLName, _ content: (XMLWriter) -> Void) -> Data {
    // Both are nil only when there is no memory, which ends a Swift program anywhere else as well.
    guard let buffer = xmlBufferCreate() else { preconditionFailure("no memory") }
    defer { xmlBufferFree(buffer) }
    guard let pointer = xmlNewTextWriterMemory(buffer, 0) else { preconditionFailure("no memory") }
    let writer = XMLWriter(writer: pointer)
    xmlTextWriterStartDocument(pointer, "1.0", "UTF-8", nil)
    xmlTextWriterStartElement(pointer, writer.qualified(root))
    for (namespace, prefix) in prefixes {
      xmlTextWriterWriteAttribute(pointer, "xmlns:" + prefix, namespace)
    }
    content(writer)
    xmlTextWriterEndDocument(pointer)
    // This also writes the rest to the buffer.
    xmlFreeTextWriter(pointer)
    guard let bytes = xmlBufferContent(buffer) else { return Data() }
    return Data(bytes: bytes, count: Int(xmlBufferLength(buffer)))
  }

  /// Writes an element.
  /// - Parameter attributes: names without a namespace, in this order.
  func element(
    _ name: XMLName, _ attributes: KeyValuePairs<String, String> = [:],
    _ content: (XMLWriter) -> Void = { _ in }
  ) {
    xmlTextWriterStartElement(writer, qualified(name))
    if !XMLWriter.prefixes.contains(where: { $0.namespace.isExactly(name.namespace) }) {
      xmlTextWriterWriteAttribute(writer, "xmlns", allowed(name.namespace))
    }
    for (key, value) in attributes { xmlTextWriterWriteAttribute(writer, key, allowed(value)) }
    content(self)
    xmlTextWriterEndElement(writer)
  }

  /// Writes an element that consists of a text.
  func element(
    _ name: XMLName, _ attributes: KeyValuePairs<String, String> = [:], text: String
  ) {
    element(name, attributes) { _ in xmlTextWriterWriteString(writer, allowed(text)) }
  }

  private static let prefixes: [(namespace: String, prefix: String)] = [
    ("DAV:", "d"), ("urn:ietf:params:xml:ns:caldav", "c"),
    ("http://calendarserver.org/ns/", "cs"), ("http://apple.com/ns/ical/", "ai"),
  ]

  private func qualified(_ name: XMLName) -> String {
    let known = XMLWriter.prefixes.first { $0.namespace.isExactly(name.namespace) }
    return known.map { "\($0.prefix):\(name.local)" } ?? name.local
  }

  private func allowed(_ text: String) -> String {
    guard !text.unicodeScalars.allSatisfy(XMLRepair.isAllowed) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter(XMLRepair.isAllowed)))
  }
}
