import Basics
import Core

/// The reminders of a to-do in a document: all of them as texts, and the first absolute one as the alarm that other
/// programs know.
///
/// A third field notes which alarm that was. If the document has another alarm, some other program has changed it, and
/// the new alarm replaces the old one among the reminders.
enum FirestoreReminders {
  static let names = (
    all: "reminders", alarm: "alarm", zone: "alarmZone", derived: "remindersAlarm"
  )

  static func members(
    _ texts: Set<ExactText>, alarm: Alarm?, derived: String?
  ) -> Set<ExactText> {
    let present = alarm.map { Reminder($0).text }
    guard !present.isExactly(derived) else { return texts }
    let old = derived.flatMap { Reminder(text: $0).alarm }
    var members = texts.filter { old == nil || Reminder(text: $0.text).alarm != old }
    if let present { members.insert(ExactText(present)) }
    return members
  }

  static func firstAlarm(of texts: Set<ExactText>) -> Alarm? {
    Set(texts.map { Reminder(text: $0.text) }).firstAlarm
  }
}
