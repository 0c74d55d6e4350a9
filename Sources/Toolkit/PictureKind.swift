/// The supported picture formats, recognised by their first bytes and not by what a server says.
///
/// The raw value is GdkPixbuf's name of the format.
package enum PictureKind: String, Equatable, CaseIterable {
  case png
  case jpeg
  case gif
  case webp

  package init?(_ file: [UInt8]) {
    let head = file.prefix(12)
    if head.starts(with: PNGFile.signature) {
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

  /// The part of a file that a decoder needs: no comments, profiles or thumbnails, and only the first frame
  /// of an animation.
  /// - Throws: `damaged` if the file is incomplete, `tooLarge` or `tooCostly` if it claims to be.
  package func needed(of file: [UInt8]) throws(PictureDecodingError) -> [UInt8] {
    switch self {
    case .png: try PNGFile.needed(of: file)
    case .jpeg: try JPEGFile.needed(of: file)
    case .gif: try GIFFile.needed(of: file)
    case .webp: try WebPFile.needed(of: file)
    }
  }
}
