import Basics
import Glibc
import Platform
import Service

/// Prints text for a person at the terminal.
enum Terminal {
  static func say(_ line: String) {
    guard let encoding = TerminalEncoding.foreign else { return print(line) }
    puts(TerminalEncoding.bytes(line, in: encoding))
  }

  /// Prints a line for another program, as UTF-8 in every locale.
  static func hand(_ line: String) { print(line) }

  /// Writes what waits to be written; a script that keeps the output must learn that it is cut.
  /// - Returns: why it could not be written. A standard output that is closed is one that nobody wants to read.
  static func finish() -> String? {
    guard fflush(nil) != 0, errno != EBADF else { return nil }
    return PlainText.line(String(cString: strerror(errno)))
  }

  /// Prints why something failed, on standard error.
  ///
  /// - Parameter message: may have several lines; names in it must be ``Platform/PlainText/line(_:)``.
  static func complain(_ message: String) {
    guard let encoding = TerminalEncoding.foreign else {
      return Log.warning(bytes: message.utf8.map { CChar(bitPattern: $0) })
    }
    Log.warning(bytes: TerminalEncoding.bytes(message, in: encoding).dropLast())
  }
}
