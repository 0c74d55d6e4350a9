/// A field of a record that servers keep, and what it holds.
public struct RecordField: Sendable {
  public enum Kind: Sendable {
    /// Without it the record cannot be read.
    case requiredText
    /// One of some texts; without it the record cannot be read.
    case choice([String])
    /// Empty where it is missing.
    case text
    /// Not set where it is missing or empty.
    case optionalText
    /// Left out where it is missing.
    case sparseText
    case day
    case alarm
    case priority
    /// False where it is missing.
    case flag
    case moment
  }

  public let name: String
  public let kind: Kind
  /// Whether it holds a person's own words or choice of a day: a value that was replaced is known again.
  let isOwnWords: Bool

  init(_ name: String, _ kind: Kind, isOwnWords: Bool = false) {
    self.name = name
    self.kind = kind
    self.isOwnWords = isOwnWords
  }
}

extension RecordKind {
  /// What the records of the kind hold besides their position and times, which all of them have.
  public var schema: [RecordField] {
    switch self {
    case .list: TodoList.schema
    case .todo: Todo.schema
    case .member, .membership: ListMember.schema
    case .consent: Consent.schema
    }
  }
}
