import Basics

/// How a to-do repeats: an RRULE as it was received, and what the next occurrence counts from.
///
/// The text is kept byte by byte, even if this program cannot read it: other programs may.
public struct RecurrenceRule: Hashable, Sendable {
  /// The value of the property RRULE, without its name: `FREQ=WEEKLY;BYDAY=TU`.
  @Exact public private(set) var text: String
  /// Whether the next occurrence counts from the completion instead of the date. iCalendar has no property
  /// for that.
  public var isFromCompletion: Bool

  public init(_ text: String, isFromCompletion: Bool = false) {
    self.text = text
    self.isFromCompletion = isFromCompletion
  }

  public init(_ pattern: RecurrencePattern, isFromCompletion: Bool = false) {
    self.init(pattern.text, isFromCompletion: isFromCompletion)
  }

  /// The parts of the rule, as read from the text.
  /// - Throws: ``RecurrenceError/unreadable`` and ``RecurrenceError/unsupported``.
  public func pattern() throws(RecurrenceError) -> RecurrencePattern {
    try RecurrencePattern(reading: text)
  }

  /// The same text with another COUNT; everything else stays as it was received.
  package func counting(_ count: Int) -> RecurrenceRule {
    let parts = text.splitExactly(at: ";").map { part in
      part.uppercased().hasExactPrefix("COUNT=") ? "COUNT=\(count)" : part
    }
    return RecurrenceRule(parts.joined(separator: ";"), isFromCompletion: isFromCompletion)
  }
}

/// Why the occurrences of a rule cannot be determined.
public enum RecurrenceError: Error, Hashable, Sendable {
  /// It is not an RRULE.
  case unreadable
  /// It is an RRULE, but its parts are not supported here or cannot be combined.
  case unsupported
  /// It has no occurrence, like every 30 February.
  case neverOccurs
  /// It takes more steps than are tried, see ``Occurrences``; rules that people make take a few.
  case tooManySteps
}
