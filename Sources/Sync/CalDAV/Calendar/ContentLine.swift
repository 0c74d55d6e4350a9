import Basics

/// One content line (RFC 5545 §3.1): a property with its parameters and its value, or BEGIN or END.
///
/// A line that came from a server is written back as it came, folds included. Only its ends become CR LF, because XML
/// has made them LF on the way.
struct ContentLine: Hashable, Sendable {
  /// The name in upper case; empty for a line that is not a content line but is kept.
  let name: String
  /// The line without folds and without its end.
  @Exact private(set) var text: String
  /// The line with folds, each part ended by CR LF.
  let raw: [UInt8]

  /// - Parameters:
  ///   - unfolded: the bytes of ``text``.
  ///   - raw: see ``raw``; nil folds the text anew.
  /// - Returns: nil if the bytes are not UTF-8.
  init?(unfolded: [UInt8], raw: [UInt8]?) {
    guard let text = String(validating: unfolded, as: UTF8.self) else { return nil }
    self.text = text
    self.raw = raw ?? ContentLine.folded(text)
    let end = unfolded.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
    let name = unfolded[..<(end ?? 0)]
    self.name =
      name.allSatisfy(isNameByte) ? String(decoding: name, as: UTF8.self).uppercased() : ""
  }

  /// A new line.
  /// - Parameters:
  ///   - parameters: as they are written, without the semicolons between them.
  ///   - value: escaped as its type requires, see ``CalendarText/escaped(_:)``. Control characters other than tab are left
  ///     out (RFC 5545 §3.1).
  init(_ name: String, _ parameters: [String] = [], _ value: String) {
    self.name = name
    let header = ([name] + parameters).joined(separator: ";")
    let text = CalendarText.withoutControls(header + ":" + value)
    self.text = text
    raw = ContentLine.folded(text)
  }

  /// The parameters and the value, both as they are written.
  var parts: (parameters: [String], value: String) {
    var isQuoted = false
    let end = text.utf8.firstIndex { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ":") && !isQuoted
    }
    guard let end else { return (split(text[...]), "") }
    return (split(text[..<end]), String(text[end...].utf8.dropFirst()) ?? "")
  }

  /// The parameters in the part before the value.
  private func split(_ header: Substring) -> [String] {
    var isQuoted = false
    return header.utf8.split(omittingEmptySubsequences: false) { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ";") && !isQuoted
    }.dropFirst().map { String(decoding: $0, as: UTF8.self) }
  }

  /// The line for libical: folded, because libical reads long lines very slowly.
  /// - Parameter byte: put before and after a value with white space at its ends, which libical would cut off; nil for
  ///   a value that is not a text.
  func forLibical(guardedBy byte: UInt8?) -> (bytes: [UInt8], isGuarded: Bool) {
    func isSpace(_ byte: UInt8?) -> Bool {
      byte.map { (0x09...0x0D).contains($0) || $0 == 0x20 } ?? false
    }
    if let byte {
      let (_, value) = parts
      if isSpace(value.utf8.first) || isSpace(value.utf8.last) {
        let character = String(Unicode.Scalar(byte))
        let header = String(decoding: text.utf8.dropLast(value.utf8.count), as: UTF8.self)
        return (ContentLine.folded(header + character + value + character), true)
      }
    }
    return (raw.count < 1024 ? raw : ContentLine.folded(text), false)
  }

  /// The parameters as they are written, except some.
  /// - Parameter names: the parameters to leave out, in upper case.
  func parameters(without names: Set<String> = []) -> [String] {
    parts.parameters.filter { !names.contains($0.splitExactly(at: "=", most: 1)[0].uppercased()) }
  }

  /// Lines of 75 bytes at most, none of which ends inside a character (RFC 5545 §3.1).
  private static func folded(_ text: String) -> [UInt8] {
    var raw: [UInt8] = []
    raw.reserveCapacity(text.utf8.count + text.utf8.count / 24 + 2)
    let bytes = Array(text.utf8)
    var rest = bytes[...]
    // The space after a fold counts.
    var width = 75
    while rest.count > width {
      var end = rest.startIndex + width
      while rest[end] & 0xC0 == 0x80 { end -= 1 }
      raw += rest[..<end]
      raw += [0x0D, 0x0A, 0x20]
      rest = rest[end...]
      width = 74
    }
    raw += rest
    return raw + [0x0D, 0x0A]
  }
}

private func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
    true
  default: false
  }
}
