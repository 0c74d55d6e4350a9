import Glibc
import Platform

/// Reads a password from a user or a script. It is never an argument, because other users of the computer could read
/// it.
enum PasswordEntry {
  /// The maximum length in bytes; a longer password is refused.
  private static let limit = 4096

  /// - Parameters:
  ///   - user: the user whose password is asked for.
  ///   - isPiped: whether the password is the first line of standard input; otherwise it is typed in the terminal,
  ///     which does not show it.
  static func read(of user: String, fromStandardInput isPiped: Bool) throws(CommandFailure)
    -> String
  {
    let bytes = isPiped ? try line(from: STDIN_FILENO) : try ask(of: user)
    guard !bytes.isEmpty, let password = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(.usage, tr("No password was given."))
    }
    return password
  }

  private static func line(from handle: Int32) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while let byte = next(from: handle), byte != UInt8(ascii: "\n") { try add(byte, to: &bytes) }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return bytes
  }

  private static func ask(of user: String) throws(CommandFailure) -> [UInt8] {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    var before = termios()
    guard terminal >= 0, tcgetattr(terminal, &before) == 0 else {
      if terminal >= 0 { close(terminal) }
      throw CommandFailure(
        .usage,
        tr(
          "There is no terminal to type the password in. “--password-stdin” reads it from elsewhere."
        ))
    }
    defer { close(terminal) }
    var silent = before
    // Control-C is read as a byte too: if it ended the process, the terminal would stay without echo.
    silent.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
    // VTIME and VMIN: a read blocks until there is one byte.
    (silent.c_cc.5, silent.c_cc.6) = (0, 1)
    tcsetattr(terminal, TCSAFLUSH, &silent)
    defer {
      tcsetattr(terminal, TCSAFLUSH, &before)
      show("\n", on: terminal)
    }
    show(PlainText.line(tr("Password of %s:", user)) + " ", on: terminal)
    return try typed(on: terminal)
  }

  private static func typed(on terminal: Int32) throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while let byte = next(from: terminal) {
      switch byte {
      case 0x03: throw CommandFailure(.interrupted, tr("Signing in was interrupted."))
      case 0x04, 0x0A, 0x0D: return bytes
      case 0x08, 0x7F:
        // Removes one character with all bytes of its UTF-8 encoding.
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
      case 0x15: bytes = []
      default: try add(byte, to: &bytes)
      }
    }
    return bytes
  }

  private static func add(_ byte: UInt8, to bytes: inout [UInt8]) throws(CommandFailure) {
    guard bytes.count < limit else {
      throw CommandFailure(.usage, tr("This password is too long."))
    }
    bytes.append(byte)
  }

  /// The next byte; nil at the end of the input.
  private static func next(from handle: Int32) -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = Glibc.read(handle, &byte, 1)
      if count == 1 { return byte }
      if count < 0, errno == EINTR { continue }
      return nil
    }
  }

  private static func show(_ text: String, on terminal: Int32) {
    _ = Array(text.utf8).withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
  }
}
