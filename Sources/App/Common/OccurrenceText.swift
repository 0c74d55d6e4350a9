import Core
import Platform
import Service

/// What became of a to-do that repeats, in words.
struct OccurrenceText {
  let today: CalendarDay
  /// The zone of the reader.
  let zone: ZoneRules

  func done(_ next: NextOccurrence) -> String { tr("Done. Next: %s", day(next)) }

  func skipped(_ next: NextOccurrence) -> String { tr("Skipped. Next: %s", day(next)) }

  /// It was completed for good, or not skipped, although it repeats.
  static var nextIsUnknown: String { tr("How it repeats cannot be worked out here") }

  private func day(_ next: NextOccurrence) -> String {
    DateText.near(next.time.local(in: zone).day, today: today)
  }
}
