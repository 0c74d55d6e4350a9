import Basics
import CGLib
import Glibc

/// The character encoding of the user's terminal, from the locale (locale(7)).
package enum TerminalEncoding {
  /// The encoding's name for iconv(3); nil if it is UTF-8 or unknown.
  ///
  /// Read from the environment, not from the process: a message may be printed before the locale is set.
  package static let foreign: String? = {
    guard let locale = newlocale(LC_CTYPE_MASK, "", nil) else { return nil }
    defer { freelocale(locale) }
    guard let name = nl_langinfo_l(nl_item(CODESET), locale) else { return nil }
    let text = String(cString: name)
    return ["utf-8", "utf8", ""].contains(text.lowercased()) ? nil : text
  }()

  /// A text in an encoding, terminated by a zero; characters that it lacks become “?”. UTF-8 must not reach
  /// other terminals, because its bytes may be control characters there.
  package static func bytes(_ text: String, in encoding: String) -> [CChar] {
    for target in [encoding + "//TRANSLIT", encoding] {
      let converted = g_convert_with_fallback(
        text, gssize(text.utf8.count), target, "UTF-8", "?", nil, nil, nil)
      guard let converted else { continue }
      defer { g_free(converted) }
      return Array(UnsafeBufferPointer(start: converted, count: strlen(converted) + 1))
    }
    return text.unicodeScalars.map { $0.isASCII ? CChar($0.value) : 63 } + [0]
  }
}
