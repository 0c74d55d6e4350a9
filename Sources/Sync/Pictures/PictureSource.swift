#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Where pictures of people come from.
///
/// The server itself and the proxy before it look the same, so whoever asks does not know which of them
/// answers.
public protocol PictureSource: Sendable {
  /// The bytes of a picture, as they were served: whether they are a picture is for the reader to find
  /// out.
  /// - Parameter url: as a server told it; whether it may be asked is decided here.
  func picture(at url: String) async throws(PictureError) -> Data
}
