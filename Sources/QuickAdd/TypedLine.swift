/// A typed line, one `Character` at a time, folded for comparison.
///
/// Capitals are small and full-width letters are narrow. Composed and decomposed forms of one letter are the same
/// `Character` to Swift; a letter with a mark that no word here has is another one.
struct TypedLine {
  /// What is longer is no line that somebody types, and nothing is looked for in it. In UTF-8 bytes.
  static let longest = 1500

  let signs: [Character]
  /// Where each sign begins in the UTF-8 of the text, and where the last one ends.
  let offsets: [Int]

  init(_ text: String) {
    var signs: [Character] = []
    var offsets: [Int] = []
    var offset = 0
    for sign in text {
      signs.append(TypedLine.folded(sign))
      offsets.append(offset)
      offset += sign.utf8.count
    }
    self.signs = signs
    self.offsets = offsets + [offset]
  }

  /// Nil before the beginning and after the end.
  subscript(_ index: Int) -> Character? {
    signs.indices.contains(index) ? signs[index] : nil
  }

  var count: Int { signs.count }

  static func folded(_ sign: Character) -> Character {
    guard let scalar = sign.unicodeScalars.first, sign.unicodeScalars.count == 1 else {
      return sign.isASCII ? " " : lowercased(sign)
    }
    switch scalar.value {
    case 0x41...0x5A: return Character(Unicode.Scalar(UInt8(scalar.value + 0x20)))
    case 0..<0x80: return sign
    case 0x3000: return " "
    case 0xFF01...0xFF5E:
      return Unicode.Scalar(scalar.value - 0xFEE0).map { folded(Character($0)) } ?? sign
    // Scripts without capitals.
    case 0x1100...0x11FF, 0x2E80...0xFF00: return sign
    default: return lowercased(sign)
    }
  }

  private static func lowercased(_ sign: Character) -> Character {
    let text = sign.lowercased()
    return text.count == 1 ? text.first ?? sign : sign
  }
}

extension Character {
  var isDigit: Bool { ("0"..."9").contains(self) }
  var isLatin: Bool { ("a"..."z").contains(self) }
  /// Whether it continues a word in Latin letters: what stands beside it is no word of its own.
  var continuesWord: Bool {
    if isASCII { return isLatin || isDigit || self == "'" || self == "_" || self == "-" }
    return self == "’" || (isLetter && !isEastAsian)
  }
  /// Chinese characters, kana and hangul, which stand beside other words without a space.
  var isEastAsian: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    return (0x1100...0x11FF).contains(scalar.value) || (0x2E80...0xD7FF).contains(scalar.value)
      || (0xF900...0xFAFF).contains(scalar.value) || (0x20000...0x3FFFF).contains(scalar.value)
  }
}
