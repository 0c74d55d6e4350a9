/// Texts that other programs may write, and that software may change, cut off or mistake for others.
public enum OddTexts {
  /// One of each kind.
  public static let all = [
    "buy milk\0and bread", "\0", "\0\0a", "a\0", "\u{1}", "\u{1}0", "\u{1}1", "a\u{1}\0b",
    "caf\u{E9}",
    "cafe\u{301}", "\u{301}begins with a mark", "/\u{301}", "a\u{FFFD}b", "\u{FFFE}\u{FFFF}",
    "\u{10FFFF}\u{1FFFE}", "line\nline\r\nline\n\n", "\t tab \t", " \u{A0} ",
    "\u{202E}evil\u{202C}",
    "\u{9B}31m\u{1B}[31m\u{7}", "\u{7F}\u{85}\u{2028}\u{2029}\u{C}\u{B}", "e\u{301}\u{323}\u{302}",
    "\u{212B}\u{C5}A\u{30A}", "\u{1100}\u{1161}가", "👨‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿", "%s %n %1$s", "<b>&amp;", "'\"\\`$(x)",
    "\u{FEFF}bom",
    "\u{FB01}", String(repeating: "Z\u{334}", count: 5_000), String(repeating: "\0", count: 8_000),
    String(repeating: "é", count: 16_384),
  ]

  /// The pieces of the texts made by ``random(using:)``.
  private static let pieces = [
    "\0", "\u{1}", "0", "1", "a", "é", "e\u{301}", "\u{301}", "\n", "\r", "\t", " ", "\u{FFFD}",
    "\u{FFFF}",
    "\u{10FFFF}", "가", "\u{1100}\u{1161}", "~", "/", "\"", "\\", "\u{7F}", "\u{9B}", "\u{202E}",
    "👩‍👧",
  ]

  /// A non-empty text of up to a dozen odd pieces.
  public static func random(using generator: inout some RandomNumberGenerator) -> String {
    let count = Int.random(in: 1...12, using: &generator)
    return (0..<count).map { _ in
      pieces[Int.random(in: 0..<pieces.count, using: &generator)]
    }.joined()
  }
}
