import Glibc

/// Writes to the terminal what a person reads there.
enum Terminal {
  static func say(_ line: String) { print(line) }

  /// Says why something did not work, on standard error.
  static func complain(_ message: String) { Log.warning(message) }

  /// A text of the user on one line, without anything that a terminal would take for an order.
  static func plain(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        if line.last != " " { line.append(" ") }
      // Turns the direction of what follows.
      case .format where (0x202A...0x202E).contains(scalar.value): break
      case .format where (0x2066...0x2069).contains(scalar.value): break
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}
