import Basics
import CGtk
import Foundation

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Pictures that somebody made to do harm, of parts that a test puts together.
enum HostilePicture {
  // MARK: PNG

  /// A black PNG.
  /// - Parameters:
  ///   - extra: chunks between header and pixels.
  ///   - pixels: what is compressed in place of the rows that belong there.
  static func png(
    _ width: Int, _ height: Int, interlaced: Bool = false, extra: [UInt8] = [],
    pixels: [UInt8]? = nil
  ) -> Data {
    let rows = pixels ?? [UInt8](repeating: 0, count: (1 + width * 3) * height)
    let header = bigEndian(width, 4) + bigEndian(height, 4) + [8, 2, 0, 0, interlaced ? 1 : 0]
    return Data(
      PNGFile.signature + chunk("IHDR", header) + extra + chunk("IDAT", deflated(rows))
        + chunk("IEND", []))
  }

  static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(kind.utf8) + content
    return bigEndian(content.count, 4) + named + bigEndian(PNGFile.checksum(named[...]), 4)
  }

  static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    let converter = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 9)
    defer { g_object_unref(converter.map { UnsafeMutableRawPointer($0) }) }
    var output = [UInt8](repeating: 0, count: bytes.count / 100 + 1000)
    var (read, written): (gsize, gsize) = (0, 0)
    g_converter_convert(
      converter, bytes, gsize(bytes.count), &output, gsize(output.count), G_CONVERTER_INPUT_AT_END,
      &read, &written, nil)
    return Array(output.prefix(Int(written)))
  }

  // MARK: JPEG

  /// A grey progressive JPEG, of whose scans all but the first say nothing at all.
  static func jpeg(_ width: Int, _ height: Int, scans: Int, isEnded: Bool = true) -> Data {
    let blocks = (width + 7) / 8 * ((height + 7) / 8)
    // A table with one code of one bit: no difference, and the longest run of empty blocks.
    let lengths: [UInt8] = [1] + [UInt8](repeating: 0, count: 15)
    let emptyScan =
      segment(0xDA, [1, 1, 0, 1, 63, 0])
      + bits(String(repeating: "011111111111111", count: (blocks + 32766) / 32767))
    var file: [UInt8] = [0xFF, 0xD8]
    file += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    file += segment(0xC2, [8] + bigEndian(height, 2) + bigEndian(width, 2) + [1, 1, 0x11, 0])
    file += segment(0xC4, [0] + lengths + [0])
    file += segment(0xC4, [0x10] + lengths + [0xE0])
    file += segment(0xDA, [1, 1, 0, 0, 0, 0]) + [UInt8](repeating: 0, count: (blocks + 7) / 8)
    for _ in 1..<scans { file += emptyScan }
    return Data(file + (isEnded ? [0xFF, 0xD9] : []))
  }

  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + bigEndian(content.count + 2, 2) + content
  }

  private static func bits(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var (byte, count): (UInt8, Int) = (0, 0)
    for digit in text.utf8 + [UInt8](repeating: 49, count: (8 - text.utf8.count % 8) % 8) {
      byte = byte << 1 | (digit - 48)
      count += 1
      guard count == 8 else { continue }
      bytes += byte == 0xFF ? [0xFF, 0] : [byte]
      (byte, count) = (0, 0)
    }
    return bytes
  }

  // MARK: GIF and WebP

  /// A GIF of black pictures of one pixel.
  static func gif(
    pictures: Int, width: Int = 1, height: Int = 1, pictureWidth: Int = 1, isEnded: Bool = true
  ) -> Data {
    var file = Array("GIF89a".utf8) + littleEndian(width, 2) + littleEndian(height, 2)
    file += [0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF]
    let picture =
      [0x2C, 0, 0, 0, 0] + littleEndian(pictureWidth, 2) + [1, 0, 0, 2, 2, 0x44, 1, 0]
    for _ in 0..<pictures { file += picture }
    return Data(file + (isEnded ? [0x3B] : []))
  }

  /// A WebP that says this about its length.
  static func webp(_ chunks: [(String, [UInt8])], missing: Int = 0) -> Data {
    let body =
      Array("WEBP".utf8)
      + chunks.flatMap { kind, content in
        Array(kind.utf8) + littleEndian(content.count, 4) + content
          + (content.count % 2 == 1 ? [0] : [])
      }
    return Data(Array("RIFF".utf8) + littleEndian(body.count + missing, 4) + body)
  }

  /// The head of a lossless picture of this size.
  static func losslessHead(_ width: Int, _ height: Int) -> [UInt8] {
    [0x2F] + littleEndian((width - 1) | (height - 1) << 14, 4)
  }

  // MARK: Numbers

  static func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
    littleEndian(number, count).reversed()
  }

  static func littleEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
