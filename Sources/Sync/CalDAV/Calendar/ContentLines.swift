/// Splits a text into content lines.
enum ContentLines {
  /// The lines of a text, folded ones joined (RFC 5545 §3.1).
  ///
  /// Lines may end with CR LF, LF, or several CR and an LF. A fold may lie inside a character. Empty lines are ignored.
  /// - Throws: ``CalendarFailure/containsNUL(line:)``, ``CalendarFailure/notUTF8(line:)``,
  ///   ``CalendarFailure/tooManyLines`` and ``CalendarFailure/tooLarge``.
  static func read(_ bytes: [UInt8]) throws(CalendarFailure) -> [(line: ContentLine, number: Int)] {
    guard bytes.count <= CalendarLimits.bytes else { throw .tooLarge }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var rest = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
    var lines: [(line: ContentLine, number: Int)] = []
    var joined = Joined(number: 1)
    var number = 0
    while !rest.isEmpty {
      number += 1
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      var piece = rest[..<end]
      rest = rest[min(end + 1, rest.endIndex)...]
      while piece.last == 0x0D { piece.removeLast() }
      if piece.contains(0) { throw .containsNUL(line: number) }
      // An empty piece does not end a line: the next piece may still continue it.
      if piece.isEmpty { continue }
      if let first = piece.first, first == 0x20 || first == 0x09, !joined.unfolded.isEmpty {
        joined.append(piece.dropFirst(), first)
        continue
      }
      try joined.finish(&lines)
      joined = Joined(number: number)
      joined.begin(piece)
    }
    try joined.finish(&lines)
    return lines
  }

  /// A line while its pieces are put together.
  private struct Joined {
    let number: Int
    var unfolded: [UInt8] = []
    var raw: [UInt8] = []
    /// Whether a fold lies inside a character, so that the single pieces are not valid text.
    var isCut = false

    init(number: Int) { self.number = number }

    mutating func begin(_ piece: ArraySlice<UInt8>) {
      unfolded += piece
      raw += piece
    }

    mutating func append(_ piece: ArraySlice<UInt8>, _ fold: UInt8) {
      if let first = piece.first, first & 0xC0 == 0x80 { isCut = true }
      unfolded += piece
      raw += [0x0D, 0x0A, fold]
      raw += piece
    }

    func finish(_ lines: inout [(line: ContentLine, number: Int)]) throws(CalendarFailure) {
      guard !unfolded.isEmpty else { return }
      guard lines.count < CalendarLimits.lines else { throw .tooManyLines }
      guard let line = ContentLine(unfolded: unfolded, raw: isCut ? nil : raw + [0x0D, 0x0A])
      else { throw .notUTF8(line: number) }
      lines.append((line, number))
    }
  }
}
