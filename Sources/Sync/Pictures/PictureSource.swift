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

/// A source that can say whether a known picture is still current (RFC 9110 §13).
public protocol ValidatingPictureSource: PictureSource {
  /// - Parameter known: the validator of the known picture; nil if there is none.
  func picture(at url: String, unless known: PictureValidator?) async throws(PictureError)
    -> PictureAnswer
}

extension ValidatingPictureSource {
  public func picture(at url: String) async throws(PictureError) -> Data {
    guard case .picture(let data, _) = try await picture(at: url, unless: nil) else {
      throw .notAPicture
    }
    return data
  }
}

/// A source's answer.
public enum PictureAnswer: Hashable, Sendable {
  case picture(Data, PictureValidator?)
  /// The known picture is current.
  case unchanged
}

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
