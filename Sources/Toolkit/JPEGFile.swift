/// The segments of a JPEG (ITU-T T.81, annex B).
package enum JPEGFile {
  /// The most scans of a progressive picture; encoders write about ten.
  package static let mostScans = 50
  /// The most pixels of all scans together: each scan covers the whole picture.
  package static let mostPixelsScanned = 400_000_000

  /// The segments that affect the pixels, and the first one with an orientation (Exif). Colour profiles,
  /// thumbnails and comments are dropped.
  /// - Throws: `damaged` unless the file is complete up to the end of the image, `tooCostly` for too many
  ///   scans.
  package static func needed(of file: [UInt8]) throws(PictureDecodingError) -> [UInt8] {
    var reader = ByteReader(file, from: 2)
    var needed = Array(file.prefix(2))
    var pixels: Int?
    var scans = 0
    var hasOrientation = false
    while true {
      let start = reader.position
      guard try reader.byte() == Marker.prefix else { throw .damaged }
      var marker = try reader.byte()
      while marker == Marker.prefix { marker = try reader.byte() }
      if marker == Marker.end {
        guard scans > 0 else { throw .damaged }
        return needed + [Marker.prefix, Marker.end]
      }
      let length = try reader.number(bytes: 2)
      let content = try reader.take(length - 2)
      switch marker {
      case Marker.baseline, Marker.extended, Marker.progressive:
        guard pixels == nil else { throw .damaged }
        pixels = try Self.pixels(of: content)
      case Marker.quantization, Marker.huffman, Marker.restart, Marker.jfif, Marker.adobe: break
      case Marker.exif:
        guard !hasOrientation, content.starts(with: Array("Exif\0".utf8)) else { continue }
        hasOrientation = true
      case Marker.scan:
        guard let pixels else { throw .damaged }
        scans += 1
        guard scans <= mostScans, scans * pixels <= mostPixelsScanned else { throw .tooCostly }
        try reader.passScan()
      case Marker.application, Marker.comment: continue
      default: throw .unsupported
      }
      needed += file[start..<reader.position]
    }
  }

  /// The number of pixels in a frame.
  private static func pixels(of frame: ArraySlice<UInt8>) throws(PictureDecodingError) -> Int {
    var reader = ByteReader(Array(frame), from: 1)
    let height = try reader.number(bytes: 2)
    let width = try reader.number(bytes: 2)
    guard PixbufDecoder.isAcceptable(width, height) else { throw .tooLarge }
    return width * height
  }

  private enum Marker {
    static let prefix: UInt8 = 0xFF
    static let end: UInt8 = 0xD9
    static let scan: UInt8 = 0xDA
    static let baseline: UInt8 = 0xC0
    static let extended: UInt8 = 0xC1
    static let progressive: UInt8 = 0xC2
    static let huffman: UInt8 = 0xC4
    static let quantization: UInt8 = 0xDB
    static let restart: UInt8 = 0xDD
    static let jfif: UInt8 = 0xE0
    static let exif: UInt8 = 0xE1
    static let adobe: UInt8 = 0xEE
    static let application: ClosedRange<UInt8> = 0xE0...0xEF
    static let comment: UInt8 = 0xFE
  }
}

extension ByteReader {
  /// Skips a scan's coded pixels, up to the next marker.
  fileprivate mutating func passScan() throws(PictureDecodingError) {
    let marker = bytes.withUnsafeBufferPointer { bytes in
      var index = position
      while index + 1 < bytes.count {
        // A zero after 0xFF means that it is data, not a marker; restart markers belong to the scan.
        if bytes[index] == 0xFF, bytes[index + 1] != 0, !(0xD0...0xD7).contains(bytes[index + 1]) {
          return index
        }
        index += 1
      }
      return bytes.count
    }
    _ = try take(marker - position)
    guard !isAtEnd else { throw .damaged }
  }
}
