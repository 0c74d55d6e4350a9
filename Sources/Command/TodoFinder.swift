import Core
import Platform

/// Finds to-dos by IDs typed in a terminal, of which the beginning is enough.
struct TodoFinder {
  let context: CommandContext

  /// The named to-dos without duplicates, in the order of typing.
  @MainActor
  func todos(_ typed: [String]) async throws(CommandFailure) -> [Todo] {
    var found: [Todo] = []
    for typed in typed {
      let todo = try await todo(typed)
      if !found.contains(where: { $0.id == todo.id }) { found.append(todo) }
    }
    return found
  }

  /// The to-do with this ID or prefix of an ID.
  @MainActor
  func todo(_ typed: String) async throws(CommandFailure) -> Todo {
    let wanted = TodoContent.normalized(typed) ?? ""
    let found = try await context.stored { store throws(StoreError) in
      try await store.todos(withIDPrefix: wanted)
    }
    if let todo = found.first, todo.id.rawValue == wanted { return todo }
    guard wanted.count >= TodoStore.shortestID else {
      throw CommandFailure(
        .notFound,
        tr(
          "“%s” is too short for an ID: at least %d characters are needed. “optimist list” shows them.",
          PlainText.line(typed), TodoStore.shortestID))
    }
    guard let todo = found.first else {
      throw CommandFailure(
        .notFound,
        tr(
          "No to-do has an ID that begins with “%s”. “optimist list --all” shows them.",
          PlainText.line(typed)))
    }
    guard found.count == 1 else {
      let report = try await TodoReport.read(found, context)
      throw CommandFailure(
        .notFound,
        tr("Several to-dos have an ID that begins with “%s”:", PlainText.line(typed))
          + found.map { "\n  \(report.id($0))  \(PlainText.line($0.content))" }.joined())
    }
    return todo
  }

  /// The current versions of to-dos; deleted ones are left out.
  @MainActor
  func again(_ todos: [Todo]) async throws(CommandFailure) -> [Todo] {
    try await context.stored { store throws(StoreError) in
      var after: [Todo] = []
      for todo in todos { if let todo = try await store.todo(todo.id) { after.append(todo) } }
      return after
    }
  }
}
