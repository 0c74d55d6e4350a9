import Basics
import Glibc
import Platform

/// Writes to the terminal what a person reads there.
enum Terminal {
  static func say(_ line: String) {
    guard let encoding = TerminalEncoding.foreign else { return print(line) }
    puts(TerminalEncoding.bytes(line, in: encoding))
  }

  /// Hands a line to a program, as UTF-8 in every locale.
  static func hand(_ line: String) { print(line) }

  /// Says why something did not work, on standard error.
  ///
  /// - Parameter message: may have several lines; names in it must be ``plain(_:)``.
  static func complain(_ message: String) {
    guard let encoding = TerminalEncoding.foreign else {
      return Log.warning(bytes: message.utf8.map { CChar(bitPattern: $0) })
    }
    Log.warning(bytes: TerminalEncoding.bytes(message, in: encoding).dropLast())
  }

  /// A text of the user on one line, without anything that a terminal would take for an order.
  static func plain(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        if line.last != " " { line.append(" ") }
      // Turns the direction of what follows, or of what stands beside it.
      case .format where scalar.properties.isBidiControl: break
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}
