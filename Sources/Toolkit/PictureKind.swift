/// The kinds of pictures that are shown, told by their first bytes and not by what a server says.
///
/// The raw value is the name of the kind in GdkPixbuf.
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

  /// What a decoder needs of a file: no comments, profiles or previews, and of an animation the first
  /// picture.
  /// - Throws: `damaged` if the file is not whole, `tooLarge` or `tooCostly` if it says that it is.
  package func needed(of file: [UInt8]) throws(PictureDecodingError) -> [UInt8] {
    switch self {
    case .png: try PNGFile.needed(of: file)
    case .jpeg: try JPEGFile.needed(of: file)
    case .gif: try GIFFile.needed(of: file)
    case .webp: try WebPFile.needed(of: file)
    }
  }
}
