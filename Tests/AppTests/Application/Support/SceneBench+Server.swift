@testable import App
@testable import Command
@testable import Core
@testable import Platform
@testable import Service
@testable import Toolkit

extension SceneBench {
  /// Takes over to-dos that another device made, in one commit.
  func receive(_ count: Int, in list: ListID, of account: Account, named name: String)
    async throws
  {
    let now = time.now()
    let records = (0..<count).map { number in
      let todo = Todo(
        id: TodoID(rawValue: "\(name)-\(number)"), listID: list, content: "\(name) \(number)",
        position: PositionKey.initial(
          at: Timestamp(milliseconds: now.milliseconds + Int64(number))),
        createdAt: now, modifiedAt: now)
      return RemoteRecord(
        key: todo.key, state: .live(todo.fields), version: RecordVersion(tag: "v1"))
    }
    try await store.apply(records, from: account.id)
  }
}
