import Basics

/// A member of a set that is merged member by member. Its text is stored, and compared byte by byte. A text that cannot
/// be read here is kept unchanged.
public protocol SetElement: Hashable, Sendable {
  var text: String { get }

  init(text: String)
}

extension ExactText: SetElement {
  public init(text: String) { self.init(text) }
}

/// The limits of a set. Servers accept no more.
public enum SetLimits {
  /// The most members.
  public static let count = 500
  /// The most UTF-8 bytes of all members.
  public static let bytes = 32_768

  /// The members that are kept: the last ones in byte order, so that every device keeps the same ones.
  package static func bounded(_ members: Set<ExactText>) -> Set<ExactText> {
    if isKept(members) { return members }
    var kept: Set<ExactText> = []
    var bytes = 0
    for member in members.sorted(by: { $1.text.precedesExactly($0.text) }).prefix(count) {
      bytes += member.text.utf8.count
      guard bytes <= Self.bytes else { break }
      kept.insert(member)
    }
    return kept
  }

  /// Whether all members are within the limits.
  private static func isKept(_ members: Set<ExactText>) -> Bool {
    members.count <= count && members.reduce(0) { $0 + $1.text.utf8.count } <= bytes
  }

  /// Whether members may have been dropped: another member as long as the longest one would exceed the limits.
  static func isFull(_ members: Set<ExactText>) -> Bool {
    let lengths = members.map(\.text.utf8.count)
    return members.count >= count || lengths.reduce(0, +) + (lengths.max() ?? 0) > bytes
  }
}

extension Set where Element: SetElement {
  var texts: Set<ExactText> { Set<ExactText>(map { ExactText($0.text) }) }

  init(texts: Set<ExactText>) {
    self = Set(texts.map { Element(text: $0.text) })
  }
}
