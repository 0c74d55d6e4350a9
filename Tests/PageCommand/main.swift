import Core
import Foundation
import Sync
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

// optimist-page WORK COUNT
//
// Does one of these works with so many to-dos, in a new database in memory and with a server in this process:
//
//   read   reads a page of documents and stores it
//   enter  enters to-dos, as many in one transaction
//   send   enters to-dos and sends them
//
// For counting instructions: the difference between two counts is what the to-dos cost. The order of keys in
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

/// Takes every commit, counts nothing, and gives each answer a later time.
final class TakingServer: HTTPTransport {
  private let answers = Mutex(0)

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    guard request.url.hasSuffix(":commit") else {
      return answer(#"[{"result":{"aggregateFields":{"total":{"integerValue":"0"}}}}]"#)
    }
    let seconds = answers.withLock { count in
      count += 1
      return count
    }
    let time = "2026-01-01T00:00:\(seconds < 10 ? "0" : "")\(seconds).000000Z"
    let result = #"{"updateTime":"\#(time)","transformResults":[{"timestampValue":"\#(time)"}]}"#
    let results = Array(repeating: result, count: writes(in: request.body ?? Data()))
    return answer(
      #"{"writeResults":[\#(results.joined(separator: ","))],"commitTime":"\#(time)"}"#)
  }

  private func answer(_ body: String) -> HTTPResponse {
    HTTPResponse(status: 200, body: Data(body.utf8))
  }

  /// How many documents a commit writes: each gets its time from the server.
  private func writes(in body: Data) -> Int {
    let mark = Array("REQUEST_TIME".utf8)
    return body.withUnsafeBytes { bytes in
      var count = 0
      for place in 0..<max(0, bytes.count - mark.count) where bytes[place] == mark[0] {
        if bytes[place..<place + mark.count].elementsEqual(mark) { count += 1 }
      }
      return count
    }
  }
}

let words = CommandLine.arguments
guard words.count == 3, let count = Int(words[2]), count >= 0 else {
  print("usage: optimist-page read|enter|send COUNT")
  exit(2)
}
let account = Account(firestore: try FirestoreSettings(project: "p", user: "u"))
guard case .firestore(let settings) = account.service else { exit(2) }
let store = try TodoStore.inMemory()
try await store.connect(account)

switch words[1] {
case "read":
  let backend = FirestoreBackend(settings: settings, transport: OnePage(count: count))
  guard let page = try await backend.changes(of: .todo, since: nil) else { exit(1) }
  _ = try await store.apply(page, of: .todo, from: account.id, askedSince: nil)
  print("\(page.records.count) stored")
case "enter", "send":
  let list = try await store.addList(named: "A list")
  try await store.add(
    (0..<count).map { number in
      TodoDraft(
        id: TodoID(rawValue: "todo-\(1_000_000 + number)"), listID: list.id,
        content: "A title of usual length, number \(number)")
    })
  guard words[1] == "send" else { break }
  let backend = FirestoreBackend(settings: settings, transport: TakingServer())
  let engine = SyncEngine(account: account.id, store: store, backend: backend)
  let outcome = await engine.syncOnce(pull: false)
  guard outcome.sent == count + 1 else {
    print("\(outcome)")
    exit(1)
  }
  print("\(outcome.sent) sent")
default: exit(2)
}
