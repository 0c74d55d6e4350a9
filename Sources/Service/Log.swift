import Glibc
import Platform
import Sync

/// Writes to the terminal or the journal. Never contains texts of to-dos or secrets.
package enum Log {
  package static func warning(_ message: String) {
    // Part of the message may come from a server or a file; it must not start a new line or control the terminal.
    warning(bytes: PlainText.line(message).utf8.map { CChar(bitPattern: $0) })
  }

  /// The same, already in the terminal's encoding.
  package static func warning(bytes: some Sequence<CChar>) {
    let line = Array("optimist: ".utf8) + bytes.map { UInt8(bitPattern: $0) } + [10]
    write(STDERR_FILENO, line, line.count)
  }
}
