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
    /// Not set where it is missing, empty or no text.
    case looseText
    /// Left out where it is missing.
    case sparseText
    /// A day, or a day with a time.
    case time
    case recurrence
    /// Empty where it is missing.
    case set
    /// The set of ``Reminder``s, of which other programs know one alarm.
    case reminders
    case priority
    /// Open where it is missing.
    case status
    case moment
  }

  public let name: String
  public let kind: Kind
  /// Whether it holds a person's own words or choice of a day, whose former values are recognised, see
  /// ``FormerValues``.
  let isOwnWords: Bool

  init(_ name: String, _ kind: Kind, isOwnWords: Bool = false) {
    self.name = name
    self.kind = kind
    self.isOwnWords = isOwnWords
  }
}

extension RecordKind {
  /// The fields of the kind's records, without the position and the times of creation and change.
  public var schema: [RecordField] {
    switch self {
    case .list: TodoList.schema
    case .todo: Todo.schema
    case .member, .membership: ListMember.schema
    case .consent: Consent.schema
    }
  }
}
