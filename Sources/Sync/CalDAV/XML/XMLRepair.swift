import FoundationEssentials

/// Makes XML of an answer that is XML except for the texts in it.
///
/// Some servers put the texts of resources into their answers unchanged: with control characters, which XML cannot
/// contain (XML 1.0 §2.2), or with lines that were folded inside a character. One such text must not keep the others
/// from being read.
enum XMLRepair {
  /// The answer with U+FFFD in place of characters that XML cannot contain, and with the characters that a fold has cut
  /// joined again. Nil if there is nothing to repair, or if the answer is not in UTF-8 or longer than
  /// ``XMLLimits/repairable``.
  ///
  /// An answer can be long, so only the received and the repaired one are in memory.
  static func repaired(_ data: Data) -> Data? {
    guard data.count <= XMLLimits.repairable, isUTF8(Array(data.prefix(200))) else { return nil }
    var result = Data(capacity: data.count)
    let isChanged = data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Bool in
      append(bytes, to: &result)
    }
    return isChanged ? result : nil
  }

  /// - Returns: whether something was repaired.
  private static func append(_ bytes: UnsafeRawBufferPointer, to result: inout Data) -> Bool {
    // Appending single bytes to Data is slow.
    var piece: [UInt8] = []
    var character: [UInt8] = []
    var isChanged = false
    var place = 0
    while place < bytes.count {
      if piece.count >= pieceLength {
        result.append(contentsOf: piece)
        piece.removeAll(keepingCapacity: true)
      }
      let byte = bytes[place]
      // A single byte that is a character, or is not part of any. An answer may be full of either.
      if missingBytes(after: byte) == 0 {
        if byte < 0x80, isAllowed(Unicode.Scalar(byte)) {
          piece.append(byte)
        } else {
          piece.append(contentsOf: replacement)
          isChanged = true
        }
        place += 1
        continue
      }
      let end = read(bytes, at: place, into: &character)
      let start = piece.count
      for scalar in String(decoding: character, as: UTF8.self).unicodeScalars {
        let written: Unicode.Scalar = isAllowed(scalar) ? scalar : "\u{FFFD}"
        piece.append(contentsOf: written.utf8)
      }
      if !piece[start...].elementsEqual(bytes[place..<end]) { isChanged = true }
      place = end
    }
    result.append(contentsOf: piece)
    return isChanged
  }

  private static let pieceLength = 64 << 10
  private static let replacement = Array("\u{FFFD}".utf8)

  /// Whether XML can contain a character.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xFFFD, 0x1_0000...: true
    default: false
    }
  }

  /// Whether the beginning names no other encoding (XML 1.0 §4.3.3).
  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    guard !bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xFF, 0xFE]),
      bytes.prefix(2) != [0, 0x3C], bytes.prefix(2) != [0x3C, 0]
    else { return false }
    let head = String(decoding: bytes.prefix(200).prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
      .lowercased()
    return !head.contains("encoding") || head.contains("utf-8")
  }

  /// Reads the bytes of one character, without the folds that cut it; fewer bytes if the character is not complete.
  /// - Returns: the place after it.
  private static func read(
    _ bytes: UnsafeRawBufferPointer, at start: Int, into character: inout [UInt8]
  ) -> Int {
    character.removeAll(keepingCapacity: true)
    character.append(bytes[start])
    var place = start + 1
    var left = missingBytes(after: bytes[start])
    while left > 0 {
      if place < bytes.count, isContinuation(bytes[place]) {
        character.append(bytes[place])
        place += 1
        left -= 1
      } else if let next = afterFold(bytes, place), isContinuation(bytes[next]) {
        place = next
      } else {
        break
      }
    }
    return place
  }

  /// The place after a fold (RFC 5545 §3.1).
  private static func afterFold(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int? {
    var place = place
    while place < bytes.count, bytes[place] == 0x0D { place += 1 }
    guard place + 2 < bytes.count, bytes[place] == 0x0A,
      bytes[place + 1] == 0x20 || bytes[place + 1] == 0x09
    else { return nil }
    return place + 2
  }

  private static func missingBytes(after lead: UInt8) -> Int {
    switch lead {
    case 0xC2...0xDF: 1
    case 0xE0...0xEF: 2
    case 0xF0...0xF4: 3
    default: 0
    }
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
