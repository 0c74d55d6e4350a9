import Basics
import Core
import FoundationEssentials
import Platform
import Sync

/// Writes JSON for other programs, which does not depend on the language.
enum CommandJSON {
  static func print(_ value: some Encodable) throws(CommandFailure) {
    do {
      Terminal.printUTF8(try text(value, isASCII: TerminalEncoding.foreign != nil))
    } catch {
      throw CommandFailure(.storeFailed, "\(error)")
    }
  }

  /// - Parameter isASCII: whether all other characters are escaped, for terminals that are not UTF-8.
  static func text(_ value: some Encodable, isASCII: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    return escaped(text) { $0.isASCII ? isControl($0) : isASCII || isControl($0) }
  }

  /// Whether a character could control a terminal or change the direction of the text. RFC 8259, section 7, allows any
  /// character to be escaped. Outside of strings, line ends are the only such characters.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar != "\n" else { return false }
    return [.control, .lineSeparator, .paragraphSeparator].contains(
      scalar.properties.generalCategory)
      || scalar.properties.isBidiControl
  }

  private static func escaped(_ text: String, _ isMeant: (Unicode.Scalar) -> Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      guard isMeant(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }

  /// A moment in RFC 3339 format, in UTC and whole seconds.
  static func moment(_ moment: Timestamp) -> String { moment.date.ISO8601Format() }
}
