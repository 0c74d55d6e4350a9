import Basics
import Core

/// The reminders of a to-do as the details list them: each keeps its place while the user changes it.
///
/// A set does not tell which of its members was changed into which. Each slot therefore has a number, and a changed
/// reminder stays in its slot even if it temporarily equals another one.
struct ReminderSlots: Equatable {
  struct Slot: Equatable, Identifiable {
    let id: Int
    var reminder: Reminder
  }

  private(set) var slots: [Slot] = []
  private var lastNumber = 0

  /// The reminders without duplicates.
  var reminders: Set<Reminder> { Set(slots.map(\.reminder)) }

  /// Whether there are as many as a user can set.
  var isFull: Bool { reminders.count >= Reminder.mostTyped }

  /// Updates the slots to the to-do's reminders: removes those that are gone, and appends new ones.
  mutating func follow(_ reminders: Set<Reminder>) {
    slots.removeAll { !reminders.contains($0.reminder) }
    for reminder in reminders.subtracting(self.reminders).sorted(by: Self.precedes) {
      add(reminder)
    }
  }

  /// - Returns: the number of its slot, or of the slot that holds an equal reminder already.
  @discardableResult
  mutating func add(_ reminder: Reminder) -> Int {
    if let known = slots.first(where: { $0.reminder == reminder }) { return known.id }
    lastNumber += 1
    slots.append(Slot(id: lastNumber, reminder: reminder))
    return lastNumber
  }

  mutating func remove(_ id: Int) {
    guard let reminder = self[id] else { return }
    slots.removeAll { $0.reminder == reminder }
  }

  subscript(id: Int) -> Reminder? { slots.first { $0.id == id }?.reminder }

  mutating func set(_ id: Int, to reminder: Reminder) {
    guard let index = slots.firstIndex(where: { $0.id == id }) else { return }
    slots[index].reminder = reminder
  }

  /// Sorts reminders relative to the start first, then those relative to the due date, then those at fixed moments, and
  /// then unreadable ones. Within each kind, the earliest comes first.
  private static func precedes(_ a: Reminder, _ b: Reminder) -> Bool {
    let (first, second) = (rank(a), rank(b))
    return first == second ? a.text.precedesExactly(b.text) : first < second
  }

  private static func rank(_ reminder: Reminder) -> (kind: Int, time: Int64) {
    switch reminder.trigger {
    case .offset(let duration, from: .start): (0, Int64(duration.seconds))
    case .offset(let duration, from: .due): (1, Int64(duration.seconds))
    case .at(let alarm): (2, alarm.at.milliseconds)
    case nil: (3, 0)
    }
  }
}
