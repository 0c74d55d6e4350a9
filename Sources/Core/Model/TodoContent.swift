/// The rules for the title of a to-do.
public enum TodoContent {
  /// The longest title and the longest notes, in UTF-8 bytes. Well below the 1 MiB that a Firestore
  /// document may take, far above what anybody reads in a row.
  public static let maximumBytes = 32_768

  /// The title as it is stored: on one line and without white space around it; nil if nothing is left.
  public static func normalized(_ typed: String) -> String? {
    let line = typed.split(whereSeparator: \.isNewline).map(\.trimmed).filter { !$0.isEmpty }
      .joined(separator: " ")
    return line.isEmpty ? nil : line
  }
}
