@testable import App
@testable import Command
@testable import Core
@testable import Platform
@testable import Service
@testable import Toolkit

extension SceneBench {
  /// Changes a to-do here and on another device at once, so that values of the other one give way.
  /// - Parameter edit: what the other device makes of the to-do.
  func makeConflict(
    on todo: Todo, of account: Account, here: String, _ edit: (inout Todo) -> Void
  ) async throws {
    try await acknowledgeAll(of: account)
    var theirs = todo
    edit(&theirs)
    try await store.update(todo.id, to: TodoDraft(id: todo.id, content: here, notes: "mine"))
    try await store.apply(
      [
        RemoteRecord(
          key: todo.key, state: .live(theirs.fields), version: RecordVersion(tag: "v2"))
      ], from: account.id)
  }
}
