import Basics
import Glibc
import Platform
import Service

/// Prints texts for the user at the terminal.
enum Terminal {
  /// Opens those of the three standard streams that are closed. Otherwise the next opened file, such as the database,
  /// would get such a number, and output would be written into it.
  static func openStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      // This opens the lowest free number, which is the closed stream.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// - Parameter isError: whether it is printed on standard error, as it is.
  static func printLine(_ line: String, isError: Bool = false) {
    let bytes =
      TerminalEncoding.foreign.map { TerminalEncoding.bytes(line, in: $0) }
      ?? line.utf8.map { CChar(bitPattern: $0) } + [0]
    guard isError else {
      puts(bytes)
      return
    }
    _ = write(STDERR_FILENO, bytes.dropLast() + [CChar(10)], bytes.count)
  }

  /// Prints a line for another program, as UTF-8 in every locale.
  static func printUTF8(_ line: String) { print(line) }

  /// Flushes the output, so that a script that keeps it learns of a failure.
  /// - Returns: why the output could not be written; nil if it was.
  static func finish() -> String? {
    guard fflush(nil) != 0 else { return nil }
    return PlainText.line(String(cString: strerror(errno)))
  }

  /// Prints a warning, or why something failed, on standard error.
  ///
  /// - Parameter message: may have several lines; names in it must be ``Platform/PlainText/line(_:)``.
  static func printToStandardError(_ message: String) {
    guard let encoding = TerminalEncoding.foreign else {
      return Log.warning(bytes: message.utf8.map { CChar(bitPattern: $0) })
    }
    Log.warning(bytes: TerminalEncoding.bytes(message, in: encoding).dropLast())
  }
}
