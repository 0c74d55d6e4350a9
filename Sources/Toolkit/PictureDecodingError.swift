/// Why data is not shown as a picture.
package enum PictureDecodingError: Error, Equatable, Sendable {
  /// It is not in a supported format, or this computer cannot read that format.
  case unsupported
  /// The picture claims to be larger than any profile picture.
  case tooLarge
  /// It begins like a picture but is not valid.
  case damaged
  /// Decoding needs more memory or time than a profile picture may, or ended the process.
  case tooCostly
  /// No decoder process can be started.
  case unavailable
}
