/// Why bytes are not shown as a picture.
package enum PictureDecodingError: Error, Equatable, Sendable {
  /// They are none of the kinds of pictures that are shown, or this computer cannot read that kind.
  case unsupported
  /// The picture claims to be larger than any portrait.
  case tooLarge
  /// They begin like a picture and are none.
  case damaged
  /// Decoding them takes more memory or time than a portrait may, or ended the process that did it.
  case tooCostly
  /// No process can be started that decodes pictures.
  case unavailable
}
