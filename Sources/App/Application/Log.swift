import Glibc

/// Tells the person at the terminal, or the journal. Never with what stands in to-dos, and no secrets.
enum Log {
  static func warning(_ message: String) {
    var line = Array("optimist: \(message)\n".utf8)
    write(STDERR_FILENO, &line, line.count)
  }
}
