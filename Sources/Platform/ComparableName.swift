import Basics

/// A name in the forms in which it is compared with others that look alike.
///
/// May be used on any thread.
package struct ComparableName: Hashable, Sendable {
  /// Without invisible characters, case, width, composition and kinds of space.
  package let folded: String
  /// The same without accents, and with each group of look-alike characters replaced by one of them.
  package let skeleton: String

  package init(_ name: String) {
    var folded = String.UnicodeScalarView()
    for scalar in TextFolding.decomposed(name).unicodeScalars {
      if scalar.properties.isWhitespace {
        if !folded.isEmpty, folded.last != " " { folded.append(" ") }
      } else if !Self.isInvisible(scalar) {
        folded.append(scalar)
      }
    }
    if folded.last == " " { folded.removeLast() }
    self.folded = String(folded)
    var skeleton = String.UnicodeScalarView()
    for scalar in folded {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: break
      case .dashPunctuation: skeleton.append("-")
      default: skeleton.append(contentsOf: Self.lookAlikes[scalar].map { [$0] } ?? [scalar])
      }
    }
    self.skeleton = String(skeleton)
  }

  /// Whether two names count as the same when typed. Compared by bytes, because Swift treats differently
  /// composed texts as equal.
  package func isSame(as other: ComparableName) -> Bool {
    folded.utf8.elementsEqual(other.folded.utf8)
  }

  /// Whether a person could mistake one name for the other.
  package func isConfusable(with other: ComparableName) -> Bool {
    skeleton.utf8.elementsEqual(other.skeleton.utf8)
  }

  // MARK: Parts

  /// Control characters, and what Unicode calls invisible: zero width, direction, variation selectors, tags.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isDefaultIgnorableCodePoint
      || [.control, .format, .surrogate].contains(scalar.properties.generalCategory)
  }

  /// Lower-case letters and other characters that look like Latin ones, by eye and by Unicode Technical
  /// Standard 39: Greek, Cyrillic, Armenian, digits, quotation marks. Fullwidth and mathematical letters have
  /// been decomposed before.
  private static let lookAlikes: [Unicode.Scalar: Unicode.Scalar] = {
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (plain, others) in [
      ("a", "аαɑ"), ("b", "ьвβ"), ("c", "сϲ"), ("d", "ԁ"), ("e", "еєҽε"), ("f", "ғϝſ"), ("g", "ցɡ"),
      ("h", "һհнη"), ("l", "i1|іιıӏאן"), ("j", "јϳ"), ("k", "кκ"), ("m", "мμ"), ("n", "пոռ"),
      ("o", "0оοσօосθ"), ("p", "рρ"), ("q", "ԛզ"), ("r", "гɾ"), ("s", "ѕꜱ"), ("t", "тτ"),
      ("u", "υսцʋ"),
      ("v", "νѵ"), ("w", "ԝωшɯ"), ("x", "хχ"), ("y", "уүγ"), ("z", "ᴢζ"), ("'", "’‘ʼ´`′ʹ"),
      ("\"", "“”„″"),
      (".", "․·"), (",", "‚"), ("/", "⁄∕"), (":", "ː꞉∶"),
    ] as [(String, String)] {
      guard let plain = plain.unicodeScalars.first else { continue }
      for other in others.unicodeScalars where table[other] == nil { table[other] = plain }
    }
    return table
  }()
}
