import FoundationEssentials

/// The accepted picture formats. SVG is not among them, because it is a drawing program rather than pixels.
enum PictureFormat: String, CaseIterable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case webp = "image/webp"
  case gif = "image/gif"

  /// - Parameter contentType: the header field (RFC 9110 §8.3).
  init?(contentType: String) {
    let type = contentType.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    self.init(rawValue: type)
  }

  /// Whether data begins like a file of this format.
  func begins(_ data: Data) -> Bool {
    let bytes = Array(data.prefix(12))
    switch self {
    case .png: return bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    case .jpeg: return bytes.starts(with: [0xff, 0xd8, 0xff])
    case .gif:
      return bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8))
    case .webp:
      return bytes.count == 12 && bytes.starts(with: Array("RIFF".utf8))
        && bytes[8...].elementsEqual("WEBP".utf8)
    }
  }
}
