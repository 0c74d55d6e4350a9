import CGtk

/// The chunks of a PNG (W3C PNG specification, third edition).
package enum PNGFile {
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The chunks that affect the pixels. No others are read, in particular no compressed texts and colour
  /// profiles.
  /// - Throws: `damaged` unless every chunk is complete up to `IEND` and the amount of pixel data matches the
  ///   picture's size: for missing pixels, old contents of memory would be shown.
  package static func needed(of file: [UInt8]) throws(PictureDecodingError) -> [UInt8] {
    var reader = ByteReader(file, from: signature.count)
    var needed = signature
    var header: Header?
    var pixels = Inflation()
    var hasPixels = false
    while true {
      let start = reader.position
      let length = try reader.number(bytes: 4)
      let kind = Array(try reader.take(4))
      let content = try reader.take(length)
      let sum = try reader.number(bytes: 4)
      guard header != nil || kind == Kind.header else { throw .damaged }
      switch kind {
      case Kind.header:
        guard header == nil else { throw .damaged }
        header = try Header(content)
      case Kind.palette, Kind.transparency:
        guard length <= 768, !hasPixels else { throw .damaged }
      case Kind.pixels:
        hasPixels = true
        try pixels.count(content, atMost: header?.dataLength ?? 0)
      case Kind.end:
        guard length == 0, hasPixels, pixels.hasEnded, pixels.total == header?.dataLength else {
          throw .damaged
        }
      default: continue
      }
      guard checksum(file[start + 4..<start + 8 + length]) == sum else { throw .damaged }
      needed += file[start..<reader.position]
      // Some encoders write more after the end.
      if kind == Kind.end { return needed }
    }
  }

  private enum Kind {
    static let header = Array("IHDR".utf8)
    static let palette = Array("PLTE".utf8)
    static let transparency = Array("tRNS".utf8)
    static let pixels = Array("IDAT".utf8)
    static let end = Array("IEND".utf8)
  }

  /// Initialises the lazy values.
  package static func prepare() {
    _ = checksum([0])
    _ = Inflation()
  }

  /// PNG's CRC (ISO 3309).
  package static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
    let sum = bytes.withUnsafeBufferPointer { bytes in
      var sum = UInt32.max
      for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
      return ~sum
    }
    return Int(sum)
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
  }
}

extension PNGFile {
  /// The contents of `IHDR`.
  private struct Header {
    /// The size of the uncompressed pixels in bytes, filter types included.
    let dataLength: Int

    init(_ content: ArraySlice<UInt8>) throws(PictureDecodingError) {
      var reader = ByteReader(Array(content))
      let width = try reader.number(bytes: 4)
      let height = try reader.number(bytes: 4)
      let depth = try Int(reader.byte())
      let colour = try reader.byte()
      _ = try reader.take(2)
      let isInterlaced = try reader.byte() != 0
      let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(colour)]
      guard reader.isAtEnd, let channels, [1, 2, 4, 8, 16].contains(depth) else { throw .damaged }
      guard width < 1 << 31, height < 1 << 31, PixbufDecoder.isAcceptable(width, height) else {
        throw .tooLarge
      }
      /// The size of one interlace pass that starts at a column and row, with these steps.
      func length(_ column: Int, _ columns: Int, _ row: Int, _ rows: Int) -> Int {
        let (across, down) = (
          (width - column + columns - 1) / columns, (height - row + rows - 1) / rows
        )
        return across > 0 ? max(0, down) * (1 + (across * channels * depth + 7) / 8) : 0
      }
      dataLength =
        isInterlaced
        ? length(0, 8, 0, 8) + length(4, 8, 0, 8) + length(0, 4, 4, 8) + length(2, 4, 0, 4)
          + length(0, 2, 2, 4) + length(1, 2, 0, 2) + length(0, 1, 1, 2)
        : length(0, 1, 0, 1)
    }
  }

  /// Counts the bytes of decompressed pixels without keeping them.
  private struct Inflation: ~Copyable {
    private let converter = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB)
    private var buffer = [UInt8](repeating: 0, count: 65536)
    private(set) var total = 0
    private(set) var hasEnded = false

    deinit {
      if let converter { g_object_unref(UnsafeMutableRawPointer(converter)) }
    }

    /// - Throws: `damaged` if it cannot be decompressed, or exceeds the limit.
    mutating func count(_ content: ArraySlice<UInt8>, atMost limit: Int)
      throws(PictureDecodingError)
    {
      var rest = content
      while !rest.isEmpty, !hasEnded {
        var (read, written): (gsize, gsize) = (0, 0)
        let result = rest.withUnsafeBytes { input in
          buffer.withUnsafeMutableBytes { output in
            g_converter_convert(
              converter, input.baseAddress, gsize(input.count), output.baseAddress,
              gsize(output.count), G_CONVERTER_NO_FLAGS, &read, &written, nil)
          }
        }
        guard result != G_CONVERTER_ERROR else { throw .damaged }
        rest = rest.dropFirst(Int(read))
        total += Int(written)
        hasEnded = result == G_CONVERTER_FINISHED
        guard total <= limit, read > 0 || written > 0 || hasEnded else { throw .damaged }
      }
    }
  }
}
