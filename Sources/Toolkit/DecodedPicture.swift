/// The pixels of a picture, which may pass from one thread to another.
package struct DecodedPicture: Equatable, Sendable {
  package let width: Int
  package let height: Int
  /// Red, green, blue and, if ``hasAlpha``, how opaque it is: a byte each, row by row without gaps.
  package let pixels: [UInt8]
  package let hasAlpha: Bool

  /// The bytes from one row to the next.
  package var stride: Int { width * (hasAlpha ? 4 : 3) }
}
