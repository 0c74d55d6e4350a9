/// Why there is no picture.
public enum PictureError: Error, Hashable, Sendable {
  /// It cannot be had at present, or not at all.
  case unavailable
}
