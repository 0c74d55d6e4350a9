/// The blocks of a GIF (GIF89a specification).
package enum GIFFile {
  /// The first frame with its colours and transparency.
  /// - Throws: `damaged` unless the file is complete up to the trailer.
  package static func needed(of file: [UInt8]) throws(PictureDecodingError) -> [UInt8] {
    var reader = ByteReader(file, from: 6)
    let width = try reader.littleEndian(bytes: 2)
    let height = try reader.littleEndian(bytes: 2)
    guard PixbufDecoder.isAcceptable(width, height) else { throw .tooLarge }
    let flags = try reader.byte()
    _ = try reader.take(2)
    _ = try reader.take(colourBytes(flags))
    var needed = Array(file[..<reader.position])
    var control: ArraySlice<UInt8> = []
    var hasPicture = false
    while true {
      let start = reader.position
      switch try reader.byte() {
      case Block.trailer:
        guard hasPicture else { throw .damaged }
        return needed + [Block.trailer]
      case Block.extension:
        let label = try reader.byte()
        try reader.passSubBlocks()
        if label == Block.graphicControl { control = file[start..<reader.position] }
      case Block.picture:
        _ = try reader.take(4)
        let width = try reader.littleEndian(bytes: 2)
        let height = try reader.littleEndian(bytes: 2)
        guard hasPicture || PixbufDecoder.isAcceptable(width, height) else { throw .tooLarge }
        _ = try reader.take(colourBytes(reader.byte()))
        _ = try reader.byte()
        try reader.passSubBlocks()
        if !hasPicture { needed += control + file[start..<reader.position] }
        hasPicture = true
      default: throw .damaged
      }
    }
  }

  /// The size of the colour table that these flags describe, in bytes.
  private static func colourBytes(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  private enum Block {
    static let picture: UInt8 = 0x2C
    static let `extension`: UInt8 = 0x21
    static let graphicControl: UInt8 = 0xF9
    static let trailer: UInt8 = 0x3B
  }
}

extension ByteReader {
  fileprivate mutating func passSubBlocks() throws(PictureDecodingError) {
    while case let length = try byte(), length > 0 { _ = try take(Int(length)) }
  }
}
