import CGLib

/// Folds texts for comparison, for people who search without typing every accent.
///
/// May be used on any thread.
package enum TextFolding {
  /// The words of a text without case, accents and punctuation: "José-María" gives "jose maria".
  package static func words(_ text: String) -> [String] {
    fold(text).split(separator: " ").map(String.init)
  }

  /// A key for sorting texts, compared byte by byte.
  package static func sortKey(_ text: String) -> String {
    let folded = fold(text)
    guard let key = g_utf8_collate_key(folded, -1) else { return folded }
    defer { g_free(key) }
    return String(cString: key)
  }

  private static func fold(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in decomposed(text).unicodeScalars {
      if let plain = letters[scalar] {
        folded.append(contentsOf: plain.unicodeScalars)
      } else if scalar.isASCII {
        let isPart = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        folded.append(isPart ? scalar : " ")
      } else if scalar.properties.generalCategory != .nonspacingMark {
        folded.append(scalar.properties.isWhitespace ? " " : scalar)
      }
    }
    return String(folded)
  }

  /// Letters separated from their accents, without case: compatibility decomposition (Unicode Standard Annex 15, NFKD)
  /// and full case folding. There may be U+0001 in the place of a NUL.
  package static func decomposed(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text.lowercased() }
    // GLib stops at a NUL, whatever length it is given. For comparisons, one control character is like another.
    let whole =
      text.utf8.contains(0)
      ? String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{1}" : $0 }))
      : text
    guard let normal = g_utf8_normalize(whole, -1, G_NORMALIZE_ALL) else { return text }
    defer { g_free(normal) }
    guard let plain = g_utf8_casefold(normal, -1) else { return text }
    defer { g_free(plain) }
    return String(cString: plain)
  }

  /// Letters that Unicode does not decompose.
  private static let letters: [Unicode.Scalar: String] = [
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h",
  ]
}
