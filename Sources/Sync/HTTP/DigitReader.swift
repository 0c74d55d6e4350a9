import Basics

/// Reads fixed formats byte by byte: ASCII digits and literal text, nothing else.
///
/// It allocates nothing: a page of documents has ten times in each of them.
struct DigitReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Reads a text.
  static func read<T>(_ text: String, _ body: (inout DigitReader) -> T) -> T {
    var text = text
    return text.withUTF8 { bytes in
      var reader = DigitReader(bytes)
      return body(&reader)
    }
  }

  var isAtEnd: Bool { place == bytes.count }

  /// Moves past `text` if it comes next.
  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - place >= count else { return false }
    for index in 0..<count where bytes[place + index] != text.utf8Start[index] { return false }
    place += count
    return true
  }

  /// Exactly this many digits as a number; nil, without moving, if there are fewer.
  mutating func number(digits count: Int) -> Int? {
    guard bytes.count - place >= count else { return nil }
    var number = 0
    for index in place..<place + count {
      guard let digit = Self.digit(bytes[index]) else { return nil }
      number = number * 10 + digit
    }
    place += count
    return number
  }

  /// All digits from here on.
  /// - Parameter count: how many of them are kept, at most 18; missing ones count as zeros behind the others.
  /// - Returns: how many there were, and the kept ones as a number.
  mutating func fraction(keeping count: Int) -> (digits: Int, number: Int) {
    var found = 0
    var number = 0
    while place < bytes.count, let digit = Self.digit(bytes[place]) {
      if found < count { number = number * 10 + digit }
      found += 1
      place += 1
    }
    for _ in min(found, count)..<count { number *= 10 }
    return (found, number)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int(byte - UInt8(ascii: "0")) : nil
  }
}
