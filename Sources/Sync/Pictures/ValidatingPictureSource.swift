public import FoundationEssentials

/// A source that tells whether a picture is still the one that is known (RFC 9110 §13).
public protocol ValidatingPictureSource: PictureSource {
  /// - Parameter known: what came with the picture that is known; nil: none is.
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

/// What a source says about a picture.
public enum PictureAnswer: Hashable, Sendable {
  case picture(Data, PictureValidator?)
  /// It is the one that is known.
  case unchanged
}
