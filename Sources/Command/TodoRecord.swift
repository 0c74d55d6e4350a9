import Basics
import Core
import FoundationEssentials
import Service

/// A to-do in the JSON of the commands. Fields may be added, but none is renamed or taken away.
struct TodoRecord: Encodable {
  private struct List: Encodable {
    let id: String
    let name: String
  }

  private enum CodingKeys: CodingKey {
    case account, assignee, completedAt, createdAt, date, done, id, list, notes, shortID, starred
    case title
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
    try fields.encode(todo.due?.day.iso8601, forKey: .date)
    try fields.encode(todo.isDone, forKey: .done)
    try fields.encode(todo.completedAt.map(CommandJSON.moment), forKey: .completedAt)
    try fields.encode(CommandJSON.moment(todo.createdAt), forKey: .createdAt)
    try fields.encode(todo.priority.isStarred, forKey: .starred)
    try fields.encode(todo.assignee, forKey: .assignee)
    try fields.encode(account, forKey: .account)
  }
}
