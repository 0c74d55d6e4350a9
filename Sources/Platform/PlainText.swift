/// Text that is safe for a terminal and the journal.
package enum PlainText {
  /// A user's text on one line, without anything that a terminal would interpret as a command.
  package static func line(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        if line.last != " " { line.append(" ") }
      // Changes the direction of the text around it.
      case .format where scalar.properties.isBidiControl: break
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}

extension String {
  /// The text with a visible replacement for each NUL.
  package var shown: String {
    utf8.contains(0)
      ? String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{2400}" : $0 })) : self
  }

  /// The beginning of the text, ``shown``: 1000 Unicode scalars. No line has room for more, and a title written by a
  /// stranger may be as long as a book.
  package var shownOnLine: String {
    (utf8.count <= 1000 ? self : String(unicodeScalars.prefix(1000))).shown
  }
}
