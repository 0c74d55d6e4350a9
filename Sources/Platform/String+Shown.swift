extension String {
  /// The text with a visible replacement for each NUL.
  package var shown: String {
    utf8.contains(0)
      ? String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{2400}" : $0 })) : self
  }
}
