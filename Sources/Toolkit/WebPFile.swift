/// The chunks of a WebP (RFC 9649).
package enum WebPFile {
  /// The pixels and their opacity (of an animation, the first frame's) in a file of their own.
  /// - Throws: `damaged` unless the file is as long as it says.
  package static func needed(of file: [UInt8]) throws(PictureDecodingError) -> [UInt8] {
    var reader = ByteReader(file, from: 4)
    let length = try reader.littleEndian(bytes: 4)
    _ = try reader.take(4)
    guard length >= 4, length <= file.count - 8 else { throw .damaged }
    let chunks = try Self.chunks(of: file[12..<8 + length])
    if let first = chunks.first(where: { $0.kind == Kind.frame }) {
      guard first.content.count >= 16 else { throw .damaged }
      return try picture(try Self.chunks(of: first.content.dropFirst(16)))
    }
    return try picture(chunks)
  }

  private struct Chunk {
    let kind: [UInt8]
    let content: ArraySlice<UInt8>

    /// The chunk as written in a file.
    var bytes: [UInt8] {
      let padding: [UInt8] = content.count % 2 == 0 ? [] : [0]
      return kind + WebPFile.littleEndian(content.count, bytes: 4) + content + padding
    }
  }

  private enum Kind {
    static let lossy = Array("VP8 ".utf8)
    static let lossless = Array("VP8L".utf8)
    static let features = Array("VP8X".utf8)
    static let opacity = Array("ALPH".utf8)
    static let frame = Array("ANMF".utf8)
  }

  private static func chunks(of bytes: ArraySlice<UInt8>) throws(PictureDecodingError) -> [Chunk] {
    var reader = ByteReader(Array(bytes))
    var chunks: [Chunk] = []
    while !reader.isAtEnd {
      let kind = Array(try reader.take(4))
      let length = try reader.littleEndian(bytes: 4)
      chunks.append(Chunk(kind: kind, content: try reader.take(length)))
      // Some encoders omit the last chunk's padding.
      if length % 2 == 1, !reader.isAtEnd { _ = try reader.byte() }
    }
    return chunks
  }

  private static func picture(_ chunks: [Chunk]) throws(PictureDecodingError) -> [UInt8] {
    if let lossless = chunks.first(where: { $0.kind == Kind.lossless }) {
      try checkLossless(lossless.content)
      return file([lossless])
    }
    guard let lossy = chunks.first(where: { $0.kind == Kind.lossy }) else { throw .damaged }
    let size = try lossySize(lossy.content)
    guard let opacity = chunks.first(where: { $0.kind == Kind.opacity }) else {
      return file([lossy])
    }
    let features: [UInt8] =
      [0x10, 0, 0, 0] + littleEndian(size.width - 1, bytes: 3)
      + littleEndian(size.height - 1, bytes: 3)
    return file([Chunk(kind: Kind.features, content: features[...]), opacity, lossy])
  }

  /// RFC 9649 §3.4.
  private static func checkLossless(_ content: ArraySlice<UInt8>) throws(PictureDecodingError) {
    var reader = ByteReader(Array(content.prefix(5)))
    guard try reader.byte() == 0x2F else { throw .damaged }
    let sizes = try reader.littleEndian(bytes: 4)
    guard PixbufDecoder.isAcceptable(1 + sizes & 0x3FFF, 1 + sizes >> 14 & 0x3FFF) else {
      throw .tooLarge
    }
  }

  /// RFC 6386 §9.1: a key frame contains its size.
  private static func lossySize(_ content: ArraySlice<UInt8>)
    throws(PictureDecodingError) -> (width: Int, height: Int)
  {
    var reader = ByteReader(Array(content.prefix(10)))
    _ = try reader.take(3)
    guard try reader.take(3).elementsEqual([0x9D, 0x01, 0x2A]) else { throw .damaged }
    let width = try reader.littleEndian(bytes: 2) & 0x3FFF
    let height = try reader.littleEndian(bytes: 2) & 0x3FFF
    guard PixbufDecoder.isAcceptable(width, height) else { throw .tooLarge }
    return (width, height)
  }

  private static func file(_ chunks: [Chunk]) -> [UInt8] {
    let body = Array("WEBP".utf8) + chunks.flatMap(\.bytes)
    return Array("RIFF".utf8) + littleEndian(body.count, bytes: 4) + body
  }

  fileprivate static func littleEndian(_ number: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
