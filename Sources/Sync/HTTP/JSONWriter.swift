import FoundationEssentials

/// Writes JSON (RFC 8259) value by value, without building a tree of it first; the counterpart of ``JSONReader``.
///
/// Commas are written automatically. The caller gives each value in an object its name.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether a value or an end stands before, so that a comma has to separate what comes next.
  private var isAfterValue = false

  /// - Parameter capacity: for how many bytes to make room.
  init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  mutating func object<E: Error>(_ members: (inout JSONWriter) throws(E) -> Void) throws(E) {
    begin("{")
    try members(&self)
    end("}")
  }

  mutating func array<E: Error>(_ elements: (inout JSONWriter) throws(E) -> Void) throws(E) {
    begin("[")
    try elements(&self)
    end("]")
  }

  /// Writes the name of the member whose value comes next.
  mutating func name(_ name: String) {
    text(name)
    bytes.append(UInt8(ascii: ":"))
    isAfterValue = false
  }

  mutating func text(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { own in
      if own.allSatisfy(Self.isPlain) {
        bytes.append(contentsOf: own)
      } else {
        for byte in own { addEscaped(byte) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func bool(_ flag: Bool) {
    separate()
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  // MARK: Parts

  private mutating func begin(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    isAfterValue = false
  }

  private mutating func end(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    isAfterValue = true
  }

  private mutating func separate() {
    if isAfterValue { bytes.append(UInt8(ascii: ",")) }
    isAfterValue = true
  }

  /// Whether a byte of a text stands for itself (RFC 8259 §7).
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func addEscaped(_ byte: UInt8) {
    if Self.isPlain(byte) {
      bytes.append(byte)
    } else if byte < 0x20 {
      bytes.append(contentsOf: "\\u00".utf8)
      for digit in [byte >> 4, byte & 0xF] {
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    } else {
      bytes += [UInt8(ascii: "\\"), byte]
    }
  }
}
