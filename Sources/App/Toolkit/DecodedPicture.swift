/// The pixels of a picture, which may pass from one thread to another.
struct DecodedPicture: Equatable, Sendable {
  let width: Int
  let height: Int
  /// Red, green, blue and, if ``hasAlpha``, how opaque it is: a byte each, row by row without gaps.
  let pixels: [UInt8]
  let hasAlpha: Bool

  /// The bytes from one row to the next.
  var stride: Int { width * (hasAlpha ? 4 : 3) }
}
