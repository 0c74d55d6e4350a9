import Basics
import Core
import Platform
import Service

/// What lists and people are called.
struct RecoveryNames {
  var list: (ListID) -> String? = { _ in nil }
  var person: (String) -> String? = { _ in nil }
}

/// A field of a record that can be in conflict; the raw value is its stored name. Sets are not listed, because changes
/// by two devices are both applied.
enum RecoveryField: String, CaseIterable {
  case content
  case name
  case notes
  case listID
  case due
  case start
  case recurrence
  case parent
  case priority
  case url
  case assignee
  case status
  case colour
  case emoji
  case sortOrder

  /// The field's name as shown to the user.
  var name: String {
    switch self {
    case .content: tr("Title")
    case .name: tr("Name")
    case .notes: tr("Notes")
    case .listID: trc("where a to-do is kept", "List")
    case .due: trc("day or time of a to-do", "Due")
    case .start: trc("day or time of a to-do", "Start")
    case .recurrence: trc("how a to-do repeats", "Repeat")
    case .parent: trc("the to-do that another one is a part of", "Part Of")
    case .priority: tr("Priority")
    case .url: trc("address of a page", "Link")
    case .assignee: tr("Assigned To")
    case .status: trc("what became of a to-do", "Status")
    case .colour: tr("Color")
    case .emoji: tr("Emoji")
    case .sortOrder: trc("how a list is sorted", "Order")
    }
  }

  /// The text for a value of the field.
  /// - Parameter names: what lists and people are called.
  func text(of value: FieldValue?, _ names: RecoveryNames) -> String {
    switch value {
    case nil, .null: trc("a value that is not set", "None")
    case .bool(let isOn): isOn ? tr("Yes") : tr("No")
    case .integer(let number):
      self == .priority
        ? FieldText.name(of: Priority(rawValue: Int(clamping: number)).level) : String(number)
    case .string(let text): self.text(of: text, names)
    case .timestamp(let moment): DateText.medium(milliseconds: moment.milliseconds)
    case .time(let time): Self.text(time)
    case .recurrence(let rule): RecurrenceText.words(rule)
    case .set(let members): members.map(\.text).sorted().joined(separator: ", ")
    }
  }

  private func text(of text: String, _ names: RecoveryNames) -> String {
    switch self {
    case .listID: names.list(ListID(rawValue: text)) ?? tr("Deleted list")
    case .assignee: names.person(text) ?? text
    case .colour: ListColour.allCases.first { $0.rawValue.isExactly(text) }?.name ?? text
    case .parent: tr("Another to-do")
    case .status: FieldText.name(of: Todo.Status(rawValue: text) ?? .open)
    case .sortOrder: FieldText.name(of: ListOrder(rawValue: text) ?? .manual)
    case .content, .name, .notes, .due, .start, .recurrence, .priority, .url, .emoji:
      text.isEmpty ? trc("a text without letters", "Empty") : text
    }
  }

  private static func text(_ time: CalendarTime) -> String {
    guard let clock = time.time else { return DateText.medium(time.day) }
    let moment = CalendarTime(day: time.day, time: clock).moment(local: .utc)
    let words = DateText.medium(milliseconds: moment.milliseconds, zone: "UTC")
    return time.zone.map { tr("%1$s (%2$s)", words, ZoneCities.system.words($0)) } ?? words
  }
}
