import Basics
import Core
import Platform
import Sync

/// Search terms, folded: without case, accents and punctuation.
package struct SearchTerms: Sendable {
  /// Folded, in UTF-8. All of them must be found.
  private let words: [[UInt8]]

  /// Nil if the terms contain neither letters nor digits.
  package init?(_ terms: [String]) {
    words = terms.flatMap(TextFolding.words).map { Array($0.utf8) }
    if words.isEmpty { return nil }
  }

  /// How well a text matches: 0 if the title begins with the first term, 1 if each term begins a word of the
  /// title, 2 if each is in the title, 3 if some are only in the notes; nil if one is missing. A single
  /// letter matches only at the beginning of a word.
  package func rank(title: String, notes: String) -> Int? {
    var rank = 0
    var foldedNotes: [UInt8]?
    let foundAll = Self.withFolded(title) { title in
      for (index, word) in words.enumerated() {
        switch Self.place(of: word, in: title) {
        case .beginning: rank = max(rank, index == 0 ? 0 : 1)
        case .word: rank = max(rank, 1)
        case .inside where word.count > 1: rank = max(rank, 2)
        default:
          if notes.isEmpty { return false }
          let folded = foldedNotes ?? Array(Self.folded(notes))
          foldedNotes = folded
          switch folded.withUnsafeBufferPointer({ Self.place(of: word, in: $0) }) {
          case .beginning, .word: rank = 3
          case .inside where word.count > 1: rank = 3
          default: return false
          }
        }
      }
      return true
    }
    return foundAll ? rank : nil
  }

  private enum Place {
    case beginning
    case word
    case inside
  }

  /// The best position of a word.
  private static func place(of word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Place? {
    guard let bytes = text.baseAddress, text.count >= word.count else { return nil }
    return word.withUnsafeBufferPointer { word in
      var isInside = false
      let first = word[0]
      // Compares a letter in both cases at once.
      let mask: UInt8 = first &- 97 < 26 ? 32 : 0
      for start in 0...(text.count &- word.count)
      where bytes[start] | mask == first && matches(word, bytes + start) {
        if start == 0 { return .beginning }
        if !isPart(bytes[start &- 1]) { return .word }
        isInside = true
      }
      return isInside ? .inside : nil
    }
  }

  private static func matches(
    _ word: UnsafeBufferPointer<UInt8>, _ bytes: UnsafePointer<UInt8>
  ) -> Bool {
    var index = 1
    while index < word.count {
      if lower(bytes[index]) != word[index] { return false }
      index &+= 1
    }
    return true
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte &- 65 < 26 ? byte | 32 : byte
  }

  /// Whether a byte belongs to a word: letters, digits and everything outside ASCII.
  private static func isPart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || lower(byte) &- 97 < 26 || byte &- 48 < 10
  }

  /// Plain ASCII, as most titles are, is compared in place without copying.
  private static func withFolded<Result>(
    _ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    var text = text
    let quick = text.withUTF8 { bytes in
      bytes.reduce(0, |) < 0x80 ? body(bytes) : nil
    }
    if let quick { return quick }
    return Array(folded(text)).withUnsafeBufferPointer(body)
  }

  private static func folded(_ text: String) -> String.UTF8View {
    TextFolding.words(text).joined(separator: " ").utf8
  }
}
