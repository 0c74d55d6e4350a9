import Basics
import Core
import Foundation

// Documents as the server would store them, and the records for which they stand.

extension FirestoreWire {
  static func json(of fields: RecordFields) -> [String: Any] {
    var json: [String: Any] = [:]
    for (name, value) in fields {
      switch (name, value) {
      case ("due", .time), ("due", .null): put(value, ["date", "dueTime", "dueZone"], &json)
      case ("start", .time), ("start", .null):
        put(value, ["startDate", "startTime", "startZone"], &json)
      case ("reminders", .set(let members)): putReminders(members, &json)
      case ("status", .string(let status)):
        json["done"] = ["booleanValue": status != "open"]
        json["status"] = status == "cancelled" ? text(status) : null
      case ("recurrence", .recurrence(let rule)):
        json[name] = text(rule.text)
        json["recurrenceFromCompletion"] = ["booleanValue": rule.isFromCompletion]
      default: json[name] = plain(value)
      }
    }
    return json
  }

  static func fields(_ json: [String: [String: Any]]) -> RecordFields {
    var fields: RecordFields = [:]
    for (name, value) in json {
      switch name {
      case "date": fields["due"] = time(json, ["date", "dueTime", "dueZone"])
      case "startDate": fields["start"] = time(json, ["startDate", "startTime", "startZone"])
      case "alarm": fields["reminders"] = .set(members(json["reminders"] ?? [:]) ?? [])
      case "tags", "snoozes", "completions": fields[name] = .set(members(value) ?? [])
      case "done":
        let isDone = value["booleanValue"] as? Bool == true
        let isCancelled = json["status"]?["stringValue"] as? String == "cancelled"
        fields["status"] = .string(isDone ? (isCancelled ? "cancelled" : "done") : "open")
      case "recurrence":
        let flag = json["recurrenceFromCompletion"]?["booleanValue"] as? Bool
        fields[name] =
          (value["stringValue"] as? String).map {
            .recurrence(RecurrenceRule($0, isFromCompletion: flag ?? false))
          } ?? .null
      case "dueTime", "dueZone", "startTime", "startZone", "reminders", "alarmZone",
        "remindersAlarm", "status", "recurrenceFromCompletion", "updatedAt":
        break
      default: fields[name] = plain(value)
      }
    }
    return fields
  }

  private static var null: [String: Any] { ["nullValue": NSNull()] }

  private static func text(_ text: String?) -> [String: Any] {
    text.map { ["stringValue": $0] } ?? null
  }

  private static func put(_ value: FieldValue, _ names: [String], _ json: inout [String: Any]) {
    var time: CalendarTime?
    if case .time(let present) = value { time = present }
    json[names[0]] = text(time?.day.iso8601)
    json[names[1]] = text(time?.time?.iso8601)
    json[names[2]] = text(time?.zone?.text)
  }

  private static func putReminders(_ members: Set<ExactText>, _ json: inout [String: Any]) {
    let alarm = Set(members.map { Reminder(text: $0.text) }).firstAlarm
    json["reminders"] = array(members)
    json["alarm"] = alarm.map { ["timestampValue": format($0.at.milliseconds)] } ?? null
    json["alarmZone"] = text(alarm?.zone)
    json["remindersAlarm"] = text(alarm.map { Reminder($0).text })
  }

  private static func array(_ members: Set<ExactText>) -> [String: Any] {
    ["arrayValue": ["values": members.map { text($0.text) }]]
  }

  private static func members(_ value: [String: Any]) -> Set<ExactText>? {
    guard let array = value["arrayValue"] as? [String: Any] else { return nil }
    let values = array["values"] as? [[String: Any]] ?? []
    return Set(values.compactMap { ($0["stringValue"] as? String).map { ExactText($0) } })
  }

  private static func time(_ json: [String: [String: Any]], _ names: [String]) -> FieldValue {
    let texts = names.map { json[$0]?["stringValue"] as? String }
    guard let day = texts[0].flatMap(CalendarDay.init(iso8601:)) else { return .null }
    guard let time = texts[1].flatMap(TimeOfDay.init(iso8601:)) else {
      return .time(CalendarTime(day: day))
    }
    return .time(CalendarTime(day: day, time: time, zone: texts[2].flatMap(ZoneName.init)))
  }

  private static func plain(_ value: FieldValue) -> [String: Any] {
    switch value {
    case .null: null
    case .bool(let flag): ["booleanValue": flag]
    case .integer(let number): ["integerValue": "\(number)"]
    case .string(let words): text(words)
    case .timestamp(let moment): ["timestampValue": format(moment.milliseconds)]
    case .time(let time): text(time.iso8601)
    case .recurrence(let rule): text(rule.text)
    case .set(let members): array(members)
    }
  }

  private static func plain(_ value: [String: Any]) -> FieldValue {
    if let flag = value["booleanValue"] as? Bool { return .bool(flag) }
    if let number = value["integerValue"] as? String { return .integer(Int64(number) ?? 0) }
    if let text = value["stringValue"] as? String { return .string(text) }
    if let text = value["timestampValue"] as? String, let moment = parse(text) {
      return .timestamp(Timestamp(milliseconds: moment))
    }
    return .null
  }
}
