/// One element of an XML document with what is inside it.
struct XMLElement: Hashable, Sendable {
  let name: XMLName
  /// By local name, without those in a namespace.
  var attributes: [String: String] = [:]
  /// All text directly inside it, with references resolved and CDATA sections included.
  var text = ""
  var children: [XMLElement] = []

  /// The first child of a name.
  func child(_ name: XMLName) -> XMLElement? {
    children.first { $0.name == name }
  }

  func children(_ name: XMLName) -> [XMLElement] {
    children.filter { $0.name == name }
  }

  /// ``text`` without the white space around it (XML 1.0 §2.3), which programs add as they like.
  var trimmedText: String {
    func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    guard let first = text.utf8.firstIndex(where: { !isSpace($0) }),
      let last = text.utf8.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(text[first...last])
  }
}
