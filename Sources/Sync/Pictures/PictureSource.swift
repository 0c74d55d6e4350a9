public import FoundationEssentials

/// Where pictures of people come from.
///
/// The server itself and the proxy before it look the same, so whoever asks does not know which of them
/// answers.
public protocol PictureSource: Sendable {
  /// The bytes of a picture, which are as many as ``HTTPPictureSource/maxBytes`` at most and begin like
  /// a PNG, JPEG, WebP or GIF. Whether they are a whole picture is for the reader to find out.
  /// - Parameter url: as a server told it; whether it may be asked is decided here.
  func picture(at url: String) async throws(PictureError) -> Data
}
