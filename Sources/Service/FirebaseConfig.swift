import Basics

/// What Firebase's console shows of a project for web apps, as the user pastes it: the literal of `firebaseConfig` in
/// JavaScript or JSON, with any text around it.
///
/// Nothing is evaluated: only pairs of a name and a literal text are extracted.
/// Source: https://firebase.google.com/docs/web/learn-more#config-object
package struct FirebaseConfig: Equatable, Sendable {
  package let project: String
  package let apiKey: String

  /// The longest text, in bytes, that is taken for a configuration.
  package static let limit = 16 * 1024

  /// - Returns: nil unless the text has both a `projectId` and an `apiKey`.
  package init?(pasted text: String) {
    guard text.utf8.count <= Self.limit else { return nil }
    var reader = Reader(text)
    var found: [String: String] = [:]
    var (name, isAfterColon): (String?, Bool) = (nil, false)
    while let token = reader.next() {
      switch token {
      case .text(let value) where isAfterColon:
        // The first value counts, as it does for a person who reads the text.
        if let name, found[name] == nil { found[name] = value }
        (name, isAfterColon) = (nil, false)
      case .text(let value), .word(let value):
        (name, isAfterColon) = (value, false)
      case .mark(":"): isAfterColon = name != nil
      case .mark: (name, isAfterColon) = (nil, false)
      }
    }
    guard let project = found["projectId"], let key = found["apiKey"], !project.isEmpty,
      !key.isEmpty
    else { return nil }
    self.project = project
    apiKey = key
  }

  private enum Token {
    case text(String)
    case word(String)
    case mark(Unicode.Scalar)
  }

  /// Cuts a text into words, quoted texts and single characters.
  private struct Reader {
    private var rest: Substring.UnicodeScalarView

    init(_ text: String) {
      rest = text[...].unicodeScalars
    }

    mutating func next() -> Token? {
      while let character = rest.popFirst() {
        switch character {
        case "/" where rest.first == "/": rest = rest.drop { $0 != "\n" }
        case "/" where rest.first == "*": skipComment()
        case "\"", "'", "`": return quoted(until: character)
        case _ where Self.isOfWord(character): return .word(word(from: character))
        case _ where character.properties.isWhitespace: continue
        default: return .mark(character)
        }
      }
      return nil
    }

    private static func isOfWord(_ character: Unicode.Scalar) -> Bool {
      character == "_" || character == "$" || character.properties.isAlphabetic
        || ("0"..."9").contains(character)
    }

    private mutating func word(from first: Unicode.Scalar) -> String {
      var word = String(Character(first))
      while let character = rest.first, Self.isOfWord(character) {
        word.unicodeScalars.append(character)
        rest.removeFirst()
      }
      return word
    }

    private mutating func skipComment() {
      var last: Unicode.Scalar?
      rest.removeFirst()
      while let character = rest.popFirst() {
        if last == "*", character == "/" { return }
        last = character
      }
    }

    /// A text with a placeholder or an escape is not a value that a project has, so it counts as a character.
    private mutating func quoted(until end: Unicode.Scalar) -> Token {
      var text = ""
      var isPlain = true
      while let character = rest.popFirst(), character != end {
        if character == "\\" {
          isPlain = false
          _ = rest.popFirst()
        } else if character == "$", end == "`", rest.first == "{" {
          isPlain = false
        } else {
          text.unicodeScalars.append(character)
        }
      }
      return isPlain ? .text(text) : .mark("\\")
    }
  }
}
