import Glibc
import Platform
import Sync

/// Tells the person at the terminal, or the journal. Never with what stands in to-dos, and no secrets.
package enum Log {
  package static func warning(_ message: String) {
    // A server or a file may have given a part of it, and must not begin a line or change the terminal.
    warning(bytes: PlainText.line(message).utf8.map { CChar(bitPattern: $0) })
  }

  /// The same in the encoding of the terminal.
  package static func warning(bytes: some Sequence<CChar>) {
    let line = Array("optimist: ".utf8) + bytes.map { UInt8(bitPattern: $0) } + [10]
    write(STDERR_FILENO, line, line.count)
  }
}
