import Core
import Foundation
import Sync

#if canImport(Glibc)
  import Glibc
#endif

// optimist-page COUNT
//
// Reads a page of so many documents and stores it in a new database in memory, with a server in this process. For
// counting instructions: the difference between two counts is what the documents cost. The order of keys in
// dictionaries is the same each time with SWIFT_DETERMINISTIC_HASHING=1.

/// Answers a query with one page, and everything else with an empty one.
struct OnePage: HTTPTransport {
  let count: Int

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    var answers = (0..<count).map { document($0) }
    answers.append(#"{"readTime":"2026-11-22T12:00:00.000000Z"}"#)
    return HTTPResponse(status: 200, body: Data("[\(answers.joined(separator: ",\n"))]".utf8))
  }

  private func document(_ number: Int) -> String {
    let time = #""timestampValue":"2026-11-21T10:11:12.123456Z""#
    let id = "todo-" + String(1_000_000 + number)
    return """
      {"document":{"name":"projects/p/databases/(default)/documents/users/u/todos/\(id)",
      "fields":{"id":{"stringValue":"\(id)"},"deleted":{"booleanValue":false},
      "listID":{"stringValue":"a-list"},"content":{"stringValue":"A title of usual length, number \(number)"},
      "notes":{"stringValue":""},"date":{"nullValue":null},"alarm":{"nullValue":null},
      "alarmZone":{"nullValue":null},"priority":{"integerValue":"0"},"done":{"booleanValue":false},
      "completedAt":{"nullValue":null},"position":{"stringValue":"\(id)"},"createdAt":{\(time)},
      "modifiedAt":{\(time)},"updatedAt":{\(time)}},
      "createTime":"2026-11-21T10:11:12.123456Z","updateTime":"2026-11-21T10:11:12.123456Z"},
      "readTime":"2026-11-22T12:00:00.000000Z"}
      """
  }
}

guard CommandLine.arguments.count == 2, let count = Int(CommandLine.arguments[1]), count >= 0 else {
  print("usage: optimist-page COUNT")
  exit(2)
}
let account = Account(firestore: try FirestoreSettings(project: "p", user: "u"))
guard case .firestore(let settings) = account.service else { exit(2) }
let store = try TodoStore.inMemory()
try await store.connect(account)
let backend = FirestoreBackend(settings: settings, transport: OnePage(count: count))
guard let page = try await backend.changes(of: .todo, since: nil) else { exit(1) }
_ = try await store.apply(page, of: .todo, from: account.id, askedSince: nil)
print("\(page.records.count) stored")
