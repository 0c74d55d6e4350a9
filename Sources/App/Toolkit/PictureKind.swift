import FoundationEssentials

/// The kinds of pictures that are shown, told by their first bytes and not by what a server says.
///
/// The raw value is the name of the kind in GdkPixbuf.
enum PictureKind: String, Equatable {
  case png
  case jpeg
  case gif
  case webp

  init?(_ data: Data) {
    let head = [UInt8](data.prefix(12))
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if head.starts(with: Array("GIF8".utf8)) {
      self = .gif
    } else if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).elementsEqual("WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }

  /// Whether the end is there too, where its absence goes unnoticed: what is missing of a PNG would be
  /// shown as whatever stood in that memory before.
  func isWhole(_ data: Data) -> Bool {
    guard self == .png else { return true }
    let end = Array("IEND".utf8)
    // Some write something after the end.
    let tail = [UInt8](data.suffix(4096))
    return tail.indices.contains { tail[$0...].starts(with: end) }
  }
}
