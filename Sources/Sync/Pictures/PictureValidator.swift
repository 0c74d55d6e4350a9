import Basics

/// The validator that identifies one version of a picture (RFC 9110 §8.8).
public struct PictureValidator: Hashable, Sendable, Codable {
  public let etag: String?
  public let lastModified: String?

  /// Longer ones are ignored.
  private static let longest = 500

  /// Nil if the server sent nothing usable.
  public init?(etag: String?, lastModified: String?) {
    self.etag = etag.flatMap(Self.usable)
    self.lastModified = lastModified.flatMap(Self.usable)
    if self.etag == nil, self.lastModified == nil { return nil }
  }

  /// The header fields of a conditional request.
  var headers: [String: String] {
    if let etag { return ["If-None-Match": etag] }
    return lastModified.map { ["If-Modified-Since": $0] } ?? [:]
  }

  private static func usable(_ text: String) -> String? {
    let isUsable =
      !text.isEmpty && text.utf8.count <= longest
      && text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
    return isUsable ? text : nil
  }
}
