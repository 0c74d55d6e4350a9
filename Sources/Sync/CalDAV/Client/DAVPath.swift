import Basics

/// The path of a collection or resource on a WebDAV server, normalised so that two spellings of one path are equal:
/// servers return `@` for the `%40` that a client sent, and absolute URLs for paths.
struct DAVPath: Hashable, Sendable {
  /// The longest path in bytes; servers give out no longer ones.
  static let longest = 4096

  /// Begins with a slash; percent-encoded where RFC 3986 §3.3 requires it and nowhere else.
  @Exact private(set) var text: String

  /// Reads an `href` (RFC 4918 §14.7): an absolute path, or a URL whose scheme, host and port are left out, because
  /// requests go to the one server anyway.
  ///
  /// Nil for relative paths, paths with `.` or `..`, and texts that are not paths.
  /// - Parameter href: as the server wrote it; white space around it does not count.
  init?(href: String) {
    var bytes = Array(href.utf8)[...]
    while let first = bytes.first, Self.isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, Self.isSpace(last) { bytes.removeLast() }
    guard bytes.count <= Self.longest else { return nil }
    if let end = Self.endOfAuthority(bytes) { bytes = bytes[end...] }
    if let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
      bytes = bytes[..<end]
    }
    if bytes.isEmpty { bytes = [UInt8(ascii: "/")] }
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    var segments: [String] = []
    let slash = UInt8(ascii: "/")
    for part in bytes.dropFirst().split(separator: slash, omittingEmptySubsequences: false) {
      guard let segment = Self.normalized(part) else { return nil }
      segments.append(segment)
    }
    // Two slashes in a row name the same place as one.
    let isFolder = segments.last == ""
    segments.removeAll { $0.isEmpty }
    text = "/" + segments.joined(separator: "/") + (isFolder && !segments.isEmpty ? "/" : "")
  }

  private init(text: String) {
    self.text = text
  }

  /// The same path with a slash at its end, as collections have it.
  var asCollection: DAVPath {
    text.utf8.last == UInt8(ascii: "/") ? self : DAVPath(text: text + "/")
  }

  /// A member of this collection.
  /// - Parameter name: any text that is not empty; it becomes one segment.
  func appending(_ name: String) -> DAVPath {
    DAVPath(text: asCollection.text + (Self.normalized(name.percentEncodedSegment.utf8[...]) ?? ""))
  }

  /// The collection that holds this; `/` for the root itself.
  var parent: DAVPath {
    let bytes = Array(text.utf8)
    let end = bytes.dropLast().lastIndex(of: UInt8(ascii: "/")) ?? 0
    return DAVPath(text: String(decoding: bytes[...end], as: UTF8.self))
  }

  /// The last segment, decoded; nil if it is not UTF-8.
  var name: String? {
    var bytes = Array(text.utf8)[...]
    if bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? bytes.startIndex
    return String(validating: Self.decoded(bytes[start...]), as: UTF8.self)
  }

  /// Whether `other` is a direct member of this collection.
  func contains(_ other: DAVPath) -> Bool {
    other != self && other.parent.text.isExactly(asCollection.text)
  }

  // MARK: Parts

  /// Where the path of an absolute URL begins; nil if this is no such URL.
  private static func endOfAuthority(_ bytes: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: bytes.prefix(8), as: UTF8.self).lowercased()
    let length: Int
    if text.hasExactPrefix("https://") {
      length = 8
    } else if text.hasExactPrefix("http://") {
      length = 7
    } else {
      return nil
    }
    let rest = bytes.dropFirst(length)
    return rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
  }

  private static func normalized(_ segment: some Sequence<UInt8>) -> String? {
    let bytes = decoded(segment)
    let dot = UInt8(ascii: ".")
    if bytes == [dot] || bytes == [dot, dot] { return nil }
    var text: [UInt8] = []
    for byte in bytes {
      if isPathCharacter(byte) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func decoded(_ segment: some Sequence<UInt8>) -> [UInt8] {
    let bytes = Array(segment)
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "%"), place + 2 < bytes.count,
        let high = digit(bytes[place + 1]), let low = digit(bytes[place + 2])
      {
        result.append(high << 4 | low)
        place += 3
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return result
  }

  private static let hex = Array("0123456789ABCDEF".utf8)

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }

  /// `pchar` of RFC 3986 §3.3 without the percent sign.
  private static func isPathCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    default: "-._~!$&'()*+,;=:@".utf8.contains(byte)
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }
}
