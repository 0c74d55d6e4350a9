import Glibc
import Platform

/// Reads standard input as text.
enum StandardInput {
  /// All lines, without their ends.
  /// - Throws: a failure if a byte cannot be read, or if the text is not UTF-8: `readLine` takes the first for the end of
  ///   the input, and replaces the second.
  static func lines() throws(CommandFailure) -> [String] {
    guard let text = String(validating: try bytes(), as: UTF8.self) else {
      throw CommandFailure(.usage, tr("Standard input is not UTF-8 text."))
    }
    // Other line breaks, such as U+2028, are part of a title.
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map(String.init)
  }

  private static func bytes() throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(STDIN_FILENO, &part, part.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes += part.prefix(count)
      } else if errno != EINTR {
        throw CommandFailure(.usage, tr("Standard input cannot be read."))
      }
    }
  }
}
