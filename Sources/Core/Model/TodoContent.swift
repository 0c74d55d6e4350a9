/// The rules for the title and the notes of a to-do that a person types.
///
/// They do not apply to what other programs wrote: a text stays as it is until that text itself is edited.
public enum TodoContent {
  /// The longest title and the longest notes, in UTF-8 bytes. Well below the 1 MiB that a Firestore
  /// document may take, far above what anybody reads in a row.
  public static let maximumBytes = 32_768

  /// The title as it is stored: on one line, trimmed, without control characters; nil if nothing is left.
  public static func normalized(_ typed: String) -> String? {
    let line = withoutControls(typed).split(whereSeparator: \.isNewline)
      .map(\.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
    return line.isEmpty ? nil : line
  }

  /// The notes as they are stored: lines end with one line feed, and the tab is the only other control
  /// character.
  public static func normalizedNotes(_ typed: String) -> String {
    guard typed.unicodeScalars.contains(where: { isControl($0) && $0 != "\n" && $0 != "\t" }) else {
      return typed
    }
    var notes = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in withoutControls(typed).unicodeScalars {
      if !isControl(scalar) || scalar == "\t" {
        notes.append(scalar)
      } else if scalar != "\n" || !isAfterReturn {
        notes.append("\n")
      }
      isAfterReturn = scalar == "\r"
    }
    return String(notes)
  }

  /// Whether typed text contains control characters that will be removed, such as NUL or escape. Line ends
  /// and tabs do not count.
  public static func hasUnwantedControls(_ typed: String) -> Bool {
    typed.unicodeScalars.contains(where: isUnwanted)
  }

  private static func withoutControls(_ typed: String) -> String {
    guard hasUnwantedControls(typed) else { return typed }
    return String(String.UnicodeScalarView(typed.unicodeScalars.filter { !isUnwanted($0) }))
  }

  private static func isUnwanted(_ scalar: Unicode.Scalar) -> Bool {
    isControl(scalar) && !(0x09...0x0D).contains(scalar.value) && scalar.value != 0x85
  }

  /// The category Cc of Unicode, which never grows (https://www.unicode.org/policies/stability_policy.html).
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }
}
