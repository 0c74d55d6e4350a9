import Basics
import CSoup
import Core
import FoundationEssentials

/// A picture as the cache stores it in a file.
///
/// The file begins with a magic number and the length of a JSON header, which contains a checksum of the
/// rest.
struct StoredPicture: Hashable, Sendable {
  let data: Data
  let validator: PictureValidator?
  /// When the server was last asked whether the picture is current.
  let fetchedAt: Timestamp

  private struct Head: Codable {
    let validator: PictureValidator?
    let fetchedAt: Timestamp
    let checksum: String
  }

  private static let mark = Array("optimist picture 1\n".utf8)
  private static let longestHead = 4096
  /// The largest valid file.
  static let maxFileBytes = HTTPPictureSource.maxBytes + mark.count + 2 + longestHead

  init(data: Data, validator: PictureValidator?, fetchedAt: Timestamp) {
    self.data = data
    self.validator = validator
    self.fetchedAt = fetchedAt
  }

  /// Nil if the file is damaged.
  init?(file: Data) {
    let bytes = Data(file)
    let start = Self.mark.count + 2
    guard bytes.count >= start, bytes.starts(with: Self.mark) else { return nil }
    let length = Int(bytes[Self.mark.count]) << 8 | Int(bytes[Self.mark.count + 1])
    guard length <= Self.longestHead, bytes.count >= start + length,
      let head = try? JSONDecoder().decode(Head.self, from: bytes[start..<start + length])
    else { return nil }
    data = Data(bytes[(start + length)...])
    guard Self.checksum(data) == head.checksum else { return nil }
    validator = head.validator
    fetchedAt = head.fetchedAt
  }

  /// Nil if it cannot be encoded.
  var file: Data? {
    let head = Head(
      validator: validator, fetchedAt: fetchedAt, checksum: Self.checksum(data))
    guard let text = try? JSONEncoder().encode(head), text.count <= Self.longestHead else {
      return nil
    }
    return Data(Self.mark + [UInt8(text.count >> 8), UInt8(text.count & 0xff)]) + text + data
  }

  /// The file name for a URL, from which the URL cannot be derived.
  static func fileName(of url: String) -> String { checksum(Data(url.utf8)) }

  /// SHA-256 in hexadecimal digits.
  private static func checksum(_ data: Data) -> String {
    data.withUnsafeBytes { bytes in
      let text = g_compute_checksum_for_data(
        G_CHECKSUM_SHA256, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
        gsize(bytes.count))
      defer { g_free(text) }
      return text.map { String(cString: $0) } ?? ""
    }
  }
}
