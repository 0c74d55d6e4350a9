/// Why there is no picture.
public enum PictureError: Error, Hashable, Sendable {
  /// Not available at the moment: no network, or a server that cannot serve.
  case unavailable
  /// The URL may not be requested.
  case addressNotAllowed
  /// The server does not have it or refuses it.
  case refused(status: Int)
  /// It is larger than ``HTTPPictureSource/maxBytes``.
  case tooLarge
  /// The data is not a picture of a supported format.
  case notAPicture
  /// Nobody waits for it any more.
  case cancelled
}
