import CIcal

/// Values of the type TEXT (RFC 5545 §3.3.11), and calls into libical that they need.
enum CalendarText {
  /// The text escaped as a value. Line ends become `\n`.
  static func escaped(_ text: String) -> String {
    // libical would escape quotation marks as well, and other programs would show the backslash.
    var bytes: [UInt8] = []
    for byte in withoutControls(withLineFeeds(text), keepingLineFeeds: true).utf8 {
      switch byte {
      case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","):
        bytes += [UInt8(ascii: "\\"), byte]
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The values of a list of texts, still escaped.
  static func split(_ list: String) -> [String] {
    var isEscaped = false
    return list.unicodeScalars.split(omittingEmptySubsequences: false) { scalar in
      if isEscaped {
        isEscaped = false
        return false
      }
      isEscaped = scalar == "\\"
      return scalar == ","
    }.map { String(String.UnicodeScalarView($0)) }
  }

  /// The text without the control characters that RFC 5545 §3.1 allows nowhere.
  static func withoutControls(_ text: String, keepingLineFeeds: Bool = false) -> String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x09: false
      case 0x0A: !keepingLineFeeds
      case 0x00...0x1F, 0x7F: true
      default: false
      }
    }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !isControl($0) }))
  }

  private static func withLineFeeds(_ text: String) -> String {
    guard text.utf8.contains(0x0D) else { return text }
    var scalars = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\r" {
        scalars.append("\n")
      } else if scalar != "\n" || !isAfterReturn {
        scalars.append(scalar)
      }
      isAfterReturn = scalar == "\r"
    }
    return String(scalars)
  }

  /// Takes over a text that libical allocated.
  static func taken(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { icalmemory_free_buffer(text) }
    return String(cString: text)
  }

  /// Makes libical report errors as values; must be read before libical is used. A distribution may have built libical
  /// to end the program instead.
  static let errorsAreValues: Void = icalerror_set_errors_are_fatal(0)
}
