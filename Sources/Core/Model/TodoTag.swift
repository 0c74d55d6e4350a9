import Basics

/// The rules for tags that a person types. They do not apply to what other programs wrote.
public enum TodoTag {
  /// The longest tag, in UTF-8 bytes.
  public static let maximumBytes = 100
  /// The most tags that a person can give to a to-do.
  public static let mostTyped = 64

  /// The tag as it is stored: on one line, trimmed, without a `#` before it and without control characters;
  /// nil if nothing is left.
  public static func normalized(_ typed: String) -> String? {
    guard let line = TodoContent.normalized(typed) else { return nil }
    let tag = String(String.UnicodeScalarView(line.unicodeScalars.filter { $0 != "#" })).trimmed
    return tag.isEmpty ? nil : tag
  }
}
