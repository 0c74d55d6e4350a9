import CXML
import FoundationEssentials

/// Reads XML with libxml2 and hands over each child of the root as soon as it is complete, so that an answer with
/// thousands of responses is never in memory as a tree.
///
/// Only the five predefined entities and character references are resolved. A document type ends the reading, so
/// nothing is ever declared, expanded or loaded from elsewhere. Encodings that libxml2 knows are converted.
final class XMLStream {
  private let onRoot: (XMLName) throws(XMLFailure) -> Void
  private let onChild: (XMLElement) throws(XMLFailure) -> Void
  /// The elements that are open below the root, the outermost first.
  private var open: [XMLElement] = []
  /// The text of the innermost open element; appended to bytes, because pieces may end inside a character.
  private var texts: [[UInt8]] = []
  private var depth = 0
  private var elements = 0
  private var elementsOfChild = 0
  private var failure: XMLFailure?
  private var context: xmlParserCtxtPtr?

  private init(
    onRoot: @escaping (XMLName) throws(XMLFailure) -> Void,
    onChild: @escaping (XMLElement) throws(XMLFailure) -> Void
  ) {
    self.onRoot = onRoot
    self.onChild = onChild
  }

  /// Reads a document.
  /// - Parameters:
  ///   - limit: the most bytes.
  ///   - onRoot: gets the name of the root, and may throw to read no further.
  ///   - onChild: gets each child of the root, and may throw to read no further.
  static func read(
    _ data: Data, limit: Int = XMLLimits.bytes,
    onRoot: @escaping (XMLName) throws(XMLFailure) -> Void,
    onChild: @escaping (XMLElement) throws(XMLFailure) -> Void
  ) throws(XMLFailure) {
    guard data.count <= limit else { throw .tooLarge(limit: limit) }
    let stream = XMLStream(onRoot: onRoot, onChild: onChild)
    let line = stream.parse(data)
    if let failure = stream.failure { throw failure }
    if let line { throw .malformed(line: line) }
  }

  /// - Returns: the line of the first error; nil if the document is well-formed.
  private func parse(_ data: Data) -> Int? {
    initializeLibrary
    var handler = Self.handler()
    let itself = Unmanaged.passUnretained(self).toOpaque()
    guard let context = xmlCreatePushParserCtxt(&handler, itself, nil, 0, nil) else { return 1 }
    self.context = context
    defer {
      self.context = nil
      xmlFreeParserCtxt(context)
    }
    // Without NOENT, an ampersand in an attribute would stay escaped. It can load no entities, because none can be
    // declared.
    let options = [XML_PARSE_NOENT, XML_PARSE_NONET, XML_PARSE_NOERROR, XML_PARSE_NOWARNING]
    xmlCtxtUseOptions(context, Int32(options.reduce(0) { $0 | $1.rawValue }))
    let isRead = data.withUnsafeBytes { raw -> Bool in
      let bytes = raw.bindMemory(to: CChar.self)
      var place = 0
      while place < bytes.count, failure == nil {
        let piece = min(Self.piece, bytes.count - place)
        let start = bytes.baseAddress.map { $0 + place }
        xmlParseChunk(context, start, Int32(piece), 0)
        guard context.pointee.wellFormed == 1 else { return false }
        place += piece
        if Self.isTagTooLong(context) { stop(.tooMany) }
      }
      if failure == nil { xmlParseChunk(context, nil, 0, 1) }
      return context.pointee.wellFormed == 1
    }
    return isRead ? nil : max(Int(xmlSAX2GetLineNumber(context)), 1)
  }

  /// Bytes that libxml2 gets at a time.
  private static let piece = 64 << 10
  /// The longest unfinished tag, in bytes. Older versions of libxml2 compare each attribute of a tag with every other
  /// before they report any: 100,000 attributes take half a minute.
  private static let longestTag = 128 << 10

  /// Whether the part that libxml2 has not read yet begins with a tag that is too long.
  private static func isTagTooLong(_ context: xmlParserCtxtPtr) -> Bool {
    guard let input = context.pointee.input, let start = input.pointee.cur,
      let end = input.pointee.end
    else { return false }
    return end - start > longestTag && start.pointee == UInt8(ascii: "<")
  }

  private func stop(_ failure: XMLFailure) {
    if self.failure == nil { self.failure = failure }
    if let context { xmlStopParser(context) }
  }

  // MARK: What libxml2 reports

  private func begin(_ name: XMLName, attributes: [String: String]) {
    depth += 1
    elements += 1
    guard failure == nil else { return }
    guard depth <= XMLLimits.depth else { return stop(.tooDeep) }
    guard elements <= XMLLimits.elements else { return stop(.tooMany) }
    if depth == 1 {
      do throws(XMLFailure) { try onRoot(name) } catch { stop(error) }
      return
    }
    elementsOfChild = depth == 2 ? 1 : elementsOfChild + 1
    guard elementsOfChild <= XMLLimits.elementsOfResponse else { return stop(.tooMany) }
    open.append(XMLElement(name: name, attributes: attributes))
    texts.append([])
  }

  private func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard failure == nil, let last = texts.indices.last else { return }
    guard texts[last].count + bytes.count <= XMLLimits.text else {
      return stop(.tooLarge(limit: XMLLimits.text))
    }
    texts[last].append(contentsOf: bytes)
  }

  private func end() {
    depth -= 1
    guard failure == nil, var element = open.popLast(), let bytes = texts.popLast() else { return }
    element.text = String(decoding: bytes, as: UTF8.self)
    if open.isEmpty {
      do throws(XMLFailure) { try onChild(element) } catch { stop(error) }
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  private static func from(_ pointer: UnsafeMutableRawPointer?) -> XMLStream? {
    pointer.map { Unmanaged<XMLStream>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func handler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.internalSubset = { pointer, _, _, _ in XMLStream.from(pointer)?.stop(.documentType) }
    handler.startElementNs = {
      pointer, local, _, namespace, _, _, count, defaulted, attributes in
      guard let stream = XMLStream.from(pointer) else { return }
      guard count <= XMLLimits.attributes, defaulted == 0 else { return stream.stop(.tooMany) }
      let name = XMLName(namespace: string(namespace), local: string(local))
      stream.begin(name, attributes: values(attributes, count: Int(count)))
    }
    handler.endElementNs = { pointer, _, _, _ in XMLStream.from(pointer)?.end() }
    handler.characters = { pointer, bytes, count in
      XMLStream.from(pointer)?.text(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
    handler.cdataBlock = handler.characters
    handler.ignorableWhitespace = handler.characters
    return handler
  }
}

private func string(_ bytes: UnsafePointer<xmlChar>?) -> String {
  bytes.map { String(cString: $0) } ?? ""
}

/// Each attribute is five pointers: local name, prefix, namespace, first byte of the value, and the byte after it.
private func values(
  _ pointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
) -> [String: String] {
  guard let pointers else { return [:] }
  var values: [String: String] = [:]
  for place in stride(from: 0, to: count * 5, by: 5) where pointers[place + 2] == nil {
    guard let start = pointers[place + 3], let end = pointers[place + 4] else { continue }
    let bytes = UnsafeBufferPointer(start: start, count: end - start)
    values[string(pointers[place])] = String(decoding: bytes, as: UTF8.self)
  }
  return values
}

/// Has to be called once before libxml2 is used on several threads.
private let initializeLibrary: Void = xmlInitParser()
