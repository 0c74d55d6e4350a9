/// A typed line, one `Character` at a time, folded for comparison.
///
/// Letters are lower case, and full-width letters are narrow. To Swift, composed and decomposed forms of a letter are
/// the same `Character`. A letter with a diacritic is not the same as the plain letter.
struct TypedLine {
  /// The maximum length in UTF-8 bytes. Nothing is recognised in a longer line, which nobody would type.
  static let longest = 1500

  let characters: [Character]
  /// The offset of each character in the UTF-8 of the text, and the end of the last one.
  let offsets: [Int]

  init(_ text: String) {
    var characters: [Character] = []
    var offsets: [Int] = []
    var offset = 0
    for character in text {
      characters.append(TypedLine.folded(character))
      offsets.append(offset)
      offset += character.utf8.count
    }
    self.characters = characters
    self.offsets = offsets + [offset]
  }

  /// Nil before the beginning and after the end of the line.
  subscript(_ index: Int) -> Character? {
    characters.indices.contains(index) ? characters[index] : nil
  }

  var count: Int { characters.count }

  static func folded(_ character: Character) -> Character {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else {
      return character.isASCII ? " " : lowercased(character)
    }
    switch scalar.value {
    case 0x41...0x5A: return Character(Unicode.Scalar(UInt8(scalar.value + 0x20)))
    case 0..<0x80: return character
    case 0x3000: return " "
    case 0xFF01...0xFF5E:
      return Unicode.Scalar(scalar.value - 0xFEE0).map { folded(Character($0)) } ?? character
    // Scripts without upper and lower case.
    case 0x1100...0x11FF, 0x2E80...0xFF00: return character
    default: return lowercased(character)
    }
  }

  private static func lowercased(_ character: Character) -> Character {
    let text = character.lowercased()
    return text.count == 1 ? text.first ?? character : character
  }
}

extension Character {
  var isDigit: Bool { ("0"..."9").contains(self) }
  var isLatin: Bool { ("a"..."z").contains(self) }
  /// Whether the character continues a word in Latin letters, so that the text beside it is not a word of its own.
  var continuesWord: Bool {
    if isASCII { return isLatin || isDigit || self == "'" || self == "_" || self == "-" }
    return self == "’" || (isLetter && !isEastAsian)
  }
  /// Whether it is a Chinese character, kana or hangul, which can be next to another word without a space.
  var isEastAsian: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    return (0x1100...0x11FF).contains(scalar.value) || (0x2E80...0xD7FF).contains(scalar.value)
      || (0xF900...0xFAFF).contains(scalar.value) || (0x20000...0x3FFFF).contains(scalar.value)
  }
}
