/// Why there is no picture.
public enum PictureError: Error, Hashable, Sendable {
  /// It cannot be had at present: no network, or a server that cannot serve.
  case unavailable
  /// The URL is none that may be asked.
  case addressNotAllowed
  /// The server does not have it or does not give it.
  case refused(status: Int)
  /// It is larger than ``HTTPPictureSource/maxBytes``.
  case tooLarge
  /// What came is not a picture of a kind that can be shown.
  case notAPicture
  /// Nobody waits for it any more.
  case cancelled
}
