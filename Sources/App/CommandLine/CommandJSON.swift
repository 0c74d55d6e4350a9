import Core
import FoundationEssentials

/// Writes JSON for other programs, the same in every language.
enum CommandJSON {
  static func print(_ value: some Encodable) throws(CommandFailure) {
    do {
      Terminal.say(try text(value))
    } catch {
      throw CommandFailure(.storeFailed, "\(error)")
    }
  }

  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// A moment as RFC 3339 has it, in UTC and whole seconds.
  static func moment(_ moment: Timestamp) -> String { moment.date.ISO8601Format() }
}
