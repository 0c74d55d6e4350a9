import Foundation

/// Small files that begin as pictures do.
enum PictureFixture {
  static let png = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) + Data("png".utf8)
  static let jpeg = Data([0xff, 0xd8, 0xff, 0xe0]) + Data("jpeg".utf8)
  static let gif = Data("GIF89a and so on".utf8)
  static let webp = Data("RIFF1234WEBPVP8 ".utf8)

  /// An answer of a server as it is on the wire.
  static func answer(_ status: Int = 200, _ headers: [String] = [], _ body: Data = Data())
    -> [UInt8]
  {
    let lines =
      ["HTTP/1.1 \(status) Test", "Content-Length: \(body.count)", "Connection: close"] + headers
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}
