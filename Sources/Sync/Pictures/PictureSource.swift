public import FoundationEssentials

/// A source of people's pictures.
///
/// The server and the cache in front of it implement the same protocol, so callers do not know which of them
/// answers.
public protocol PictureSource: Sendable {
  /// The bytes of a picture: at most ``HTTPPictureSource/maxBytes``, beginning like a PNG, JPEG, WebP or GIF.
  /// Only the decoder finds out whether it is a complete picture.
  /// - Parameter url: as a server sent it; whether it may be requested is decided here.
  func picture(at url: String) async throws(PictureError) -> Data
}
