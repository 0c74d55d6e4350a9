extension String {
  /// The text with a sign in place of each NUL.
  package var shown: String {
    utf8.contains(0)
      ? String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{2400}" : $0 })) : self
  }
}
