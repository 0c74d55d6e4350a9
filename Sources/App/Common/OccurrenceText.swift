import Core
import Platform
import Service

/// Messages about what happened to a repeating to-do.
struct OccurrenceText {
  let today: CalendarDay
  /// The time zone of this computer.
  let zone: ZoneRules

  func done(_ next: NextOccurrence) -> String { tr("Done. Next: %s", day(next)) }

  func skipped(_ next: NextOccurrence) -> String { tr("Skipped. Next: %s", day(next)) }

  /// Shown when the to-do was completed for good, or could not be skipped, because its rule cannot be evaluated.
  static var nextIsUnknown: String { tr("How it repeats cannot be worked out here") }

  private func day(_ next: NextOccurrence) -> String {
    DateText.near(next.time.local(in: zone).day, today: today)
  }
}
