import Basics

extension TodoRow {
  /// How the rows of a page are sorted. Equal rows are sorted by position, then by identifier.
  public enum Order: Hashable, Sendable {
    /// As the user put them; new ones at the end.
    case position
    /// By the due time in the reader's zone. A day without a time comes after all times of that day; rows without a due
    /// date come last.
    case due(ZoneRules)
    /// The highest first; what has none comes last.
    case priority
    /// By the words of the content, without regard to case and accents.
    case title
    /// The newest first.
    case added

    /// - Parameter zone: the zone of the reader.
    public init(_ order: ListOrder, in zone: ZoneRules) {
      switch order {
      case .manual: self = .position
      case .due: self = .due(zone)
      case .priority: self = .priority
      case .title: self = .title
      case .added: self = .added
      }
    }
  }

  /// The primary sort key of a row in an order. Rows of equal rank are sorted by position.
  enum Rank: Comparable {
    case number(Int64)
    /// Compared by its bytes.
    case text(ExactText)

    static func < (a: Rank, b: Rank) -> Bool {
      switch (a, b) {
      case (.number(let first), .number(let second)): first < second
      case (.text(let first), .text(let second)): first.text.precedesExactly(second.text)
      case (.number, .text): true
      case (.text, .number): false
      }
    }
  }

  /// Nil where the position alone decides.
  func rank(by order: Order) -> Rank? {
    Self.rank(by: order, content: content, priority: priority, due: due, createdAt: createdAt)
  }

  static func rank(
    by order: Order, content: String, priority: Priority, due: CalendarTime?, createdAt: Timestamp
  ) -> Rank? {
    switch order {
    case .position: nil
    case .due(let zone): .number(number(due, in: zone))
    case .priority: .number(number(priority))
    case .title: .text(ExactText(TextFolding.sortKey(content)))
    // The complement instead of the negative: the lowest integer has no negative.
    case .added: .number(~createdAt.milliseconds)
    }
  }

  private static let last = Int64.max

  private static func number(_ due: CalendarTime?, in zone: ZoneRules) -> Int64 {
    guard let due = due?.local(in: zone) else { return last }
    return Int64(due.day.ordinal) * 86_401 + Int64(due.time?.secondsOfDay ?? 86_400)
  }

  private static func number(_ priority: Priority) -> Int64 {
    priority == .undefined ? last : Int64(priority.rawValue)
  }

  /// Whether two rows have the same place in a section, apart from their identifiers.
  public func hasSamePlace(as other: TodoRow, by order: Order) -> Bool {
    position.isExactly(other.position) && rank(by: order) == other.rank(by: order)
  }

  /// Whether this row comes before another one of the same section.
  ///
  /// Positions and identifiers are compared by their bytes, as in the database.
  public func precedes(_ other: TodoRow, by order: Order = .position) -> Bool {
    if let rank = rank(by: order), let otherRank = other.rank(by: order), rank != otherRank {
      return rank < otherRank
    }
    guard position.isExactly(other.position) else {
      return position.precedesExactly(other.position)
    }
    return id.rawValue.precedesExactly(other.id.rawValue)
  }
}
