import Core
import Platform
import Service
import Sync

/// A word that a shell offers when Tab is pressed, with its meaning.
///
/// It is sent to the shell on one line: neither part contains control characters.
struct CompletionCandidate: Hashable {
  let word: String
  let meaning: String

  /// - Parameter meaning: shown by shells that support it; may be any text.
  init(_ word: String, _ meaning: String = "") {
    self.word = word
    self.meaning = PlainText.line(meaning)
  }

  /// Whether a name can be inserted into a command line as it is: on one line, without invisible characters,
  /// not too long to be read there, and not mistaken for an option.
  static func isTypable(_ name: String) -> Bool {
    (1...200).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: "-")
      && name.utf8.elementsEqual(PlainText.line(name).utf8)
      && (TodoContent.normalized(name) ?? "").utf8.elementsEqual(name.utf8)
  }

  /// Parses ``line``.
  init?(line: Substring) {
    let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    guard let word = parts.first, !word.isEmpty else { return nil }
    self.init(String(word), parts.count > 1 ? String(parts[1]) : "")
  }

  /// The word and, after a tab, its meaning.
  var line: String { meaning.isEmpty ? word : word + "\t" + meaning }
}
