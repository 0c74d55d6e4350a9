import Basics
import Core
import FoundationEssentials
import Service

/// A to-do in the JSON of the commands. Fields may be added later, but none is renamed or removed.
struct TodoRecord: Encodable {
  private struct List: Encodable {
    let id: String
    let name: String
  }

  enum CodingKeys: CodingKey, CaseIterable {
    case account, assignee, completedAt, createdAt, done, due, dueZone, id, list, notes, parent
    case position, priority, recurrence, reminders, repeatsFromCompletion, shortID, start, startZone
    case status, tags, title, url
  }

  private let todo: Todo
  private let short: String
  private let listName: String
  private let account: String?

  init(_ todo: Todo, short: String, listName: String, account: String?) {
    self.todo = todo
    self.short = short
    self.listName = listName
    self.account = account
  }

  /// Unknown values are `null`, so that every object has every field.
  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(todo.id.rawValue, forKey: .id)
    try fields.encode(short, forKey: .shortID)
    try fields.encode(todo.content, forKey: .title)
    try fields.encode(todo.notes, forKey: .notes)
    try fields.encode(List(id: todo.listID.rawValue, name: listName), forKey: .list)
    try fields.encode(todo.due?.iso8601, forKey: .due)
    try fields.encode(todo.due?.zone?.text, forKey: .dueZone)
    try fields.encode(todo.start?.iso8601, forKey: .start)
    try fields.encode(todo.start?.zone?.text, forKey: .startZone)
    try fields.encode(Self.sorted(todo.reminders), forKey: .reminders)
    try fields.encode(todo.recurrence?.text, forKey: .recurrence)
    try fields.encode(todo.recurrence?.isFromCompletion, forKey: .repeatsFromCompletion)
    try fields.encode(todo.parent?.rawValue, forKey: .parent)
    try fields.encode(Self.sorted(todo.tags), forKey: .tags)
    try fields.encode(todo.priority.level.rawValue, forKey: .priority)
    try fields.encode(todo.url, forKey: .url)
    try fields.encode(todo.position, forKey: .position)
    try fields.encode(todo.status == .done, forKey: .done)
    try fields.encode(todo.status.rawValue, forKey: .status)
    try fields.encode(todo.completedAt.map(CommandJSON.moment), forKey: .completedAt)
    try fields.encode(CommandJSON.moment(todo.createdAt), forKey: .createdAt)
    try fields.encode(todo.assignee, forKey: .assignee)
    try fields.encode(account, forKey: .account)
  }

  private static func sorted(_ members: Set<some SetElement>) -> [String] {
    members.map(\.text).sorted { $0.precedesExactly($1) }
  }
}
