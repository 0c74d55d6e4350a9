/// The rules for list names, with the words in the user's language.
public struct ListNaming: Hashable, Sendable {
  /// The name of a list created without one.
  public let untitled: String
  /// Names that belong to the application; compared without case.
  public let reserved: [String]
  /// The name of the list that is created when a to-do is added and there is none.
  public let firstList: String

  /// The longest name, in UTF-8 bytes.
  public static let maximumBytes = 1_000

  public init(untitled: String, reserved: [String], firstList: String) {
    self.untitled = untitled
    self.reserved = reserved
    self.firstList = firstList
  }

  public static let english = ListNaming(
    untitled: "Untitled List", reserved: ["Important"], firstList: "To-Do")

  /// The name for a list: trimmed, never empty, and different from every other.
  ///
  /// A name in use gets " (1)", " (2)" … after it; if the typed name already ends in such a number, the
  /// number is replaced.
  /// - Throws: ``StoreError/nameReserved(_:)``, ``StoreError/textTooLong(limit:)``.
  public func name(for typed: String, used: Set<String>) throws(StoreError) -> String {
    let trimmed = TodoContent.normalized(typed) ?? untitled
    let folded = trimmed.lowercased()
    if reserved.contains(where: { $0.lowercased() == folded }) {
      throw .nameReserved(trimmed)
    }
    guard trimmed.utf8.count <= Self.maximumBytes else {
      throw .textTooLong(limit: Self.maximumBytes)
    }
    guard used.contains(trimmed) else { return trimmed }
    let base = Self.baseName(of: trimmed)
    var number = 1
    while used.contains("\(base) (\(number))") { number += 1 }
    let name = "\(base) (\(number))"
    guard name.utf8.count <= Self.maximumBytes else {
      throw .textTooLong(limit: Self.maximumBytes)
    }
    return name
  }

  private static func baseName(of name: String) -> String {
    guard name.hasSuffix(")"), let open = name.lastIndex(of: "("), open > name.startIndex,
      name[name.index(before: open)] == " "
    else { return name }
    let digits = name[name.index(after: open)...].dropLast()
    let base = name[..<name.index(before: open)]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }), !base.isEmpty else {
      return name
    }
    return String(base)
  }
}
