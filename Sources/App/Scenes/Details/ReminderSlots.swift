import Basics
import Core

/// The reminders of a to-do as the details list them: each keeps its place while it is changed.
///
/// A set does not know which of its members was changed into which. So a slot has a number, and a reminder that is
/// changed stays in its slot, also while it passes by the time of another one.
struct ReminderSlots: Equatable {
  struct Slot: Equatable, Identifiable {
    let id: Int
    var reminder: Reminder
  }

  private(set) var slots: [Slot] = []
  private var lastNumber = 0

  /// The reminders, each once.
  var reminders: Set<Reminder> { Set(slots.map(\.reminder)) }

  /// Whether there are as many as a person can set.
  var isFull: Bool { reminders.count >= Reminder.mostTyped }

  /// Takes in what the to-do has now: what is gone goes, what is new comes last.
  mutating func follow(_ reminders: Set<Reminder>) {
    slots.removeAll { !reminders.contains($0.reminder) }
    for reminder in reminders.subtracting(self.reminders).sorted(by: Self.precedes) {
      add(reminder)
    }
  }

  /// - Returns: the number of its slot; that of the reminder that says the same if there is one.
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

  /// Those that count from a day first, the earliest of them before the others; then moments; then what cannot be
  /// read.
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
