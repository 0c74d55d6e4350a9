import CGtk
import Foundation

/// Pictures for tests.
enum SamplePicture {
  /// Red, 8 by 8.
  static let png = make(8, 8)

  /// A picture of one colour.
  /// - Parameters:
  ///   - type: as GdkPixbuf calls it.
  ///   - colour: red, green, blue and opacity, a byte each.
  static func make(
    _ width: Int, _ height: Int, type: String = "png", colour: UInt32 = 0xFF00_00FF
  ) -> Data {
    guard let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, CInt(width), CInt(height)) else {
      return Data()
    }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    gdk_pixbuf_fill(pixbuf, colour)
    var buffer: UnsafeMutablePointer<CChar>?
    var size: gsize = 0
    guard gdk_pixbuf_save_to_bufferv(pixbuf, &buffer, &size, type, nil, nil, nil) != 0,
      let buffer
    else { return Data() }
    defer { g_free(buffer) }
    return Data(bytes: buffer, count: Int(size))
  }

  /// A PNG that begins well and claims a size that it does not have.
  static func claiming(_ width: UInt32, _ height: UInt32) -> Data {
    var data = png
    for (offset, value) in [(16, width), (20, height)] {
      for byte in 0..<4 { data[offset + byte] = UInt8((value >> (24 - 8 * UInt32(byte))) & 0xFF) }
    }
    let sum = checksum(data[12..<29])
    for byte in 0..<4 { data[29 + byte] = UInt8((sum >> (24 - 8 * UInt32(byte))) & 0xFF) }
    return data
  }

  /// The CRC of PNG (ISO 3309).
  private static func checksum(_ data: Data) -> UInt32 {
    ~data.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1
      }
    }
  }
}
