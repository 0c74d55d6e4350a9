/// Reads bytes sequentially, never beyond their end.
package struct ByteReader {
  package let bytes: [UInt8]
  package private(set) var position: Int

  package init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = min(max(0, position), bytes.count)
  }

  package var isAtEnd: Bool { position == bytes.count }

  /// The next byte, without moving past it.
  package var peek: UInt8? { isAtEnd ? nil : bytes[position] }

  package mutating func byte() throws(PictureDecodingError) -> UInt8 {
    guard let next = peek else { throw .damaged }
    position += 1
    return next
  }

  /// A big-endian number.
  /// - Parameter count: of bytes, at most four.
  package mutating func number(bytes count: Int) throws(PictureDecodingError) -> Int {
    try take(count).reduce(0) { $0 << 8 | Int($1) }
  }

  /// A little-endian number.
  /// - Parameter count: of bytes, at most four.
  package mutating func littleEndian(bytes count: Int) throws(PictureDecodingError) -> Int {
    try take(count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The next bytes.
  /// - Throws: `damaged` if there are not enough.
  package mutating func take(_ count: Int) throws(PictureDecodingError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - position else { throw .damaged }
    defer { position += count }
    return bytes[position..<position + count]
  }
}
