public import FoundationEssentials

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
