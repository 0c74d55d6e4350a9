@testable import Core

/// A field, or fields that belong together, with what base, this device and the server may say of it.
struct MergeCase {
  typealias Unit = RecordFields

  let name: String
  let base: Unit
  let local: Unit
  let remote: Unit
  /// Whether a value that gives way is shown to the user.
  var isLogged = true

  static let sampleTodo = Todo(
    id: TodoID(rawValue: "t"), listID: ListID(rawValue: "l"), content: "Milk", position: "0",
    createdAt: Timestamp(milliseconds: 1), modifiedAt: Timestamp(milliseconds: 2))

  static let sampleList = TodoList(
    id: ListID(rawValue: "l"), account: nil, name: "Home", position: "0",
    createdAt: Timestamp(milliseconds: 1), modifiedAt: Timestamp(milliseconds: 2))

  static let all = todo + list

  static let todo =
    field("listID", .string("a"), .string("b"), .string("c"))
    + field("content", .string("Milk"), .string("Eggs"), .string("Tea"))
    + field("notes", .string("n"), .string("x"), .string("y"), cleared: .string(""))
    + field("due", day(0), day(1), day(2), cleared: .null)
    + field("due", time(9, nil), time(9, "Asia/Seoul"), time(10, nil), cleared: .null)
    + field("start", day(0), day(1), time(9, "UTC"), cleared: .null)
    + field("recurrence", rule("DAILY"), rule("WEEKLY"), rule("DAILY", true), cleared: .null)
    + field("parent", .string("p"), .string("q"), .string("r"), cleared: .null)
    + field("url", .string("a:"), .string("b:"), .string("c:"), cleared: .null)
    + field("priority", .integer(5), .integer(1), .integer(9), cleared: .integer(0))
    + field("assignee", .string("ann"), .string("bob"), .string("eve"), cleared: .null)
    + field("position", .string("0"), .string("0V"), .string("1"), isLogged: false)
    + done

  static let list =
    field("name", .string("Home"), .string("Work"), .string("Shop"))
    + field("colour", .string("red"), .string("blue"), .string("#123456"), cleared: .null)
    + field("emoji", .string("🏠"), .string("💼"), .string("🛒"), cleared: .null)
    + field("sortOrder", .string("due"), .string("title"), .string("odd"), cleared: .null)
    + field("position", .string("0"), .string("0V"), .string("1"), isLogged: false)

  /// Set from nothing, changed, and cleared on one side.
  private static func field(
    _ name: String, _ base: FieldValue, _ local: FieldValue, _ remote: FieldValue,
    cleared: FieldValue? = nil, isLogged: Bool = true
  ) -> [MergeCase] {
    func item(_ how: String, _ base: FieldValue, _ local: FieldValue, _ remote: FieldValue)
      -> MergeCase
    {
      MergeCase(
        name: "\(name) \(how)", base: [name: base], local: [name: local], remote: [name: remote],
        isLogged: isLogged)
    }
    var items = [item("changed", base, local, remote)]
    if let cleared {
      items += [
        item("set", cleared, local, remote), item("cleared here", base, cleared, remote),
        item("cleared there", base, local, cleared),
      ]
    }
    return items
  }

  /// Done and its moment are one; that of two ticks at different moments is in ``DoneMergeTests``.
  private static let done: [MergeCase] = [
    MergeCase(
      name: "done ticked here, a moment set there", base: done(false, nil),
      local: done(true, 1), remote: ["status": .string("open"), "completedAt": at(7)]),
    MergeCase(
      name: "done reopened here", base: done(true, 1), local: done(false, nil),
      remote: done(true, 2)),
    MergeCase(
      name: "done reopened there", base: done(true, 1), local: done(true, 2),
      remote: done(false, nil)),
  ]

  static func done(_ isDone: Bool, _ moment: Int64?) -> Unit {
    ["status": .string(isDone ? "done" : "open"), "completedAt": moment.map(at) ?? .null]
  }

  static func at(_ milliseconds: Int64) -> FieldValue {
    .timestamp(Timestamp(milliseconds: milliseconds))
  }

  private static func day(_ days: Int) -> FieldValue {
    .time(CalendarTime(day: .first.adding(days: days)))
  }

  private static func time(_ hour: Int, _ zone: String?) -> FieldValue {
    .time(
      CalendarTime(
        day: .first, time: TimeOfDay(secondsOfDay: hour * 3600), zone: zone.flatMap(ZoneName.init)))
  }

  private static func rule(_ frequency: String, _ isFromCompletion: Bool = false) -> FieldValue {
    .recurrence(RecurrenceRule("FREQ=" + frequency, isFromCompletion: isFromCompletion))
  }
}
