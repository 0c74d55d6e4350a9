import Basics
import Core
import Platform
import Service

/// A field of a record that two devices can change differently, under the name that it is stored by.
enum RecoveryField: String, CaseIterable {
  case content
  case name
  case notes
  case listID
  case date
  case alarm
  case priority
  case assignee
  case done

  /// What a person calls the field.
  var name: String {
    switch self {
    case .content: tr("Title")
    case .name: tr("Name")
    case .notes: tr("Notes")
    case .listID: trc("where a to-do is kept", "List")
    case .date: trc("date of a to-do", "Day")
    case .alarm: tr("Alarm")
    case .priority: tr("Important")
    case .assignee: tr("Assigned To")
    case .done: tr("Completed")
    }
  }

  /// A value of the field in words.
  /// - Parameter lists: what the lists are called.
  func text(of value: FieldValue?, lists: [ListID: String]) -> String {
    switch value {
    case nil, .null: trc("a value that is not set", "None")
    case .bool(let isOn): isOn ? tr("Yes") : tr("No")
    case .integer(let number):
      self == .priority
        ? (Priority(rawValue: Int(clamping: number)).isStarred ? tr("Yes") : tr("No"))
        : String(number)
    case .string(let text) where self == .listID:
      lists[ListID(rawValue: text)] ?? tr("Deleted list")
    case .string(let text): text.isEmpty ? trc("a text without letters", "Empty") : text
    case .timestamp(let moment): DateText.medium(milliseconds: moment.milliseconds)
    case .day(let day): DateText.medium(year: day.year, month: day.month, day: day.day)
    case .alarm(let alarm):
      DateText.medium(milliseconds: alarm.at.milliseconds, zone: alarm.zone)
    }
  }
}
