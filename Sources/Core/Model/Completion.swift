import Basics

/// A completed occurrence of a repeating to-do, and when it was completed.
///
/// The text consists of the occurrence (a day, or a day with a time), its zone or `-`, and the moment of completion,
/// separated by spaces. So the texts sort in the order of the occurrences.
public struct Completion: SetElement {
  @Exact public private(set) var text: String

  public init(text: String) {
    self.text = text
  }

  public init(of occurrence: CalendarTime, at moment: Timestamp) {
    text = "\(occurrence.iso8601) \(occurrence.zone?.text ?? "-") \(moment.iso8601)"
  }

  /// Nil if the text cannot be read.
  public var occurrence: CalendarTime? {
    parts.flatMap { CalendarTime(iso8601: $0[0], zone: $0[1] == "-" ? nil : ZoneName($0[1])) }
  }
  public var completedAt: Timestamp? { parts.flatMap { Timestamp(iso8601: $0[2]) } }

  private var parts: [String]? {
    let parts = text.splitExactly(at: " ")
    return parts.count == 3 ? parts : nil
  }
}

extension Set<Completion> {
  /// Whether earlier completions may have been dropped: only the latest are kept, as many as ``SetLimits`` allow.
  public var mayLackEarlier: Bool { SetLimits.isFull(texts) }

  /// The completed occurrences with their times, latest occurrence first. If two devices completed the same occurrence,
  /// only the earlier completion counts.
  public var history: [(occurrence: CalendarTime, completedAt: Timestamp)] {
    var earliest: [CalendarTime: Timestamp] = [:]
    for completion in self {
      guard let occurrence = completion.occurrence, let moment = completion.completedAt else {
        continue
      }
      earliest[occurrence] = Swift.min(earliest[occurrence] ?? moment, moment)
    }
    return earliest.map { (occurrence: $0.key, completedAt: $0.value) }.sorted {
      ($0.occurrence.day, $0.occurrence.time ?? .midnight, $0.completedAt) > (
        $1.occurrence.day, $1.occurrence.time ?? .midnight, $1.completedAt
      )
    }
  }
}
